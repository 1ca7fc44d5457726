#include "ui/design/truth_editor.h"

#include "ui/frame/plot_theme.h"
#include "ui/words.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>

namespace coterie::ui {

TruthEditor::TruthEditor(const FormRow& row, QWidget* parent)
    : FieldEditor(parent)
    , m_box(new QCheckBox(this))
{
    m_box->setAccessibleName(labelOf(*row.descriptor));
    setFocusProxy(m_box);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_box);
    layout->addStretch();
    connect(m_box, &QCheckBox::clicked, this, [this](bool yes) {
        emit edited(JsonNode::fromBoolean(yes), false);
    });
    raiseBox();
    show(row);
}

bool TruthEditor::event(QEvent* event)
{
    const bool handled = FieldEditor::event(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        raiseBox();
    return handled;
}

/// There is no text in a box to find it by, so on dark its edge has to be seen. The style draws it
/// in a darker shade of the window's colour.
void TruthEditor::raiseBox()
{
    QPalette raised = palette();
    if (isDark(raised))
        raised.setColor(QPalette::Window, raised.color(QPalette::PlaceholderText));
    m_box->setPalette(raised);
}

void TruthEditor::show(const FormRow& row)
{
    const bool yes = (row.value ? textOf(*row.value) : row.fallback) == QStringLiteral("true");
    m_box->setChecked(yes);
    m_box->setText(yes ? tr("yes") : tr("no"));
    m_box->setToolTip(tooltipOf(row));
}

} // namespace coterie::ui
