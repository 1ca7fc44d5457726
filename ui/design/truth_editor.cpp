#include "ui/design/truth_editor.h"

#include "ui/words.h"

#include <QCheckBox>
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
    show(row);
}

void TruthEditor::show(const FormRow& row)
{
    const bool yes = (row.value ? textOf(*row.value) : row.fallback) == QStringLiteral("true");
    m_box->setChecked(yes);
    m_box->setText(yes ? tr("yes") : tr("no"));
    m_box->setToolTip(tooltipOf(row));
}

} // namespace coterie::ui
