#include "ui/design/form_view.h"

#include "ui/design/experiment_document.h"
#include "ui/design/field_editors.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

enum Column
{
    LabelColumn,
    EditorColumn,
    UnitColumn,
    ResetColumn
};

/// In characters: fits most names and units, so that the forms of a page align.
constexpr int kLabelWidth = 29;
constexpr int kUnitWidth = 9;

QString labelText(const FormRow& row)
{
    const QString label = labelOf(*row.descriptor).toHtmlEscaped();
    const QString symbol = symbolText(row.descriptor->symbol);
    return symbol.isEmpty() ? label : QStringLiteral("%1&nbsp; %2").arg(label, symbol);
}

/// Empty if the label already contains it: "Clients 8 clients".
QString unitBeside(const ParameterDescriptor& descriptor)
{
    const QString unit = toQString(descriptor.unit);
    const auto apart = [](const QString& words) { return u' ' + words + u' '; };
    return apart(labelOf(descriptor)).contains(apart(unit), Qt::CaseInsensitive) ? QString() : unit;
}

} // namespace

FormView::FormView(ExperimentDocument& document, Write write, const QString& label)
    : m_document(document)
    , m_write(std::move(write))
    , m_label(label)
{
    columnIn(this);
}

void FormView::showRows(const std::vector<FormRow>& rows)
{
    const auto isSame = [](const FormRow& one, const FormRow& two) {
        return one.pointer == two.pointer && one.descriptor == two.descriptor
               && one.style == two.style;
    };
    const bool keepsEditors = m_body && std::ranges::equal(rows, m_rows, isSame);
    m_rows = rows;
    if (!keepsEditors)
        rebuild();
    for (std::size_t index = 0; index < m_rows.size(); ++index)
        showRow(m_widgets[index], m_rows[index]);
}

void FormView::rebuild()
{
    if (m_body) {
        m_body->hide();
        m_body->deleteLater(); // one of its editors may have caused this
    }
    m_widgets.clear();
    m_body = new QWidget(this);
    auto* grid = new QGridLayout(m_body);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(EditorColumn, 1);
    grid->setColumnMinimumWidth(LabelColumn, kLabelWidth * fontMetrics().averageCharWidth());
    grid->setColumnMinimumWidth(UnitColumn, kUnitWidth * fontMetrics().averageCharWidth());
    for (std::size_t index = 0; index < m_rows.size(); ++index) {
        const RowWidgets widgets = makeRow(index, m_rows[index]);
        const int line = 2 * int(index);
        // Aligned with the first of several lines.
        const Qt::Alignment beside = m_rows[index].style.prose ? Qt::AlignTop : Qt::Alignment();
        grid->addWidget(widgets.label, line, LabelColumn, beside);
        grid->addWidget(widgets.editor, line, EditorColumn);
        grid->addWidget(widgets.unit, line, UnitColumn);
        grid->addWidget(widgets.reset, line, ResetColumn, beside);
        grid->addWidget(widgets.problem, line + 1, EditorColumn, 1, 3);
        m_widgets.push_back(widgets);
    }
    layout()->addWidget(m_body);
}

FormView::RowWidgets FormView::makeRow(std::size_t index, const FormRow& row)
{
    auto* editor = makeFieldEditor(row);
    editor->setParent(m_body); // before the button beside it, so that Tab reaches it first
    RowWidgets widgets{.label = new QLabel(m_body),
                       .editor = editor,
                       .unit = new QLabel(unitBeside(*row.descriptor), m_body),
                       .reset = new QToolButton(m_body),
                       .problem = new QLabel(m_body)};
    widgets.label->setText(labelText(row));
    widgets.label->setTextFormat(Qt::RichText);
    widgets.label->setBuddy(widgets.editor);
    widgets.editor->setObjectName(toQString(row.pointer));
    widgets.unit->setForegroundRole(QPalette::PlaceholderText);
    widgets.reset->setIcon(icon(QStringLiteral("reset")));
    widgets.reset->setAutoRaise(true);
    widgets.reset->setObjectName(QStringLiteral("reset:") + toQString(row.pointer));
    QSizePolicy kept = widgets.reset->sizePolicy();
    kept.setRetainSizeWhenHidden(true); // otherwise the editors would change width
    widgets.reset->setSizePolicy(kept);
    widgets.problem->setObjectName(QStringLiteral("problem:") + toQString(row.pointer));
    widgets.problem->setWordWrap(true);
    connect(widgets.editor,
            &FieldEditor::edited,
            this,
            [this, index](const std::optional<JsonNode>& value, bool continues) {
                takeEdit(index, value, continues);
            });
    connect(widgets.reset, &QToolButton::clicked, this, [this, index] {
        takeEdit(index, std::nullopt, false);
    });
    return widgets;
}

void FormView::takeEdit(std::size_t index, const std::optional<JsonNode>& value, bool continues)
{
    const auto root = m_document.json();
    if (!root)
        return;
    if (!continues)
        m_mergeId = m_document.newMergeId();
    const FormRow& row = m_rows[index];
    const QString change = tr("Change %1").arg(withinSentence(labelOf(*row.descriptor)));
    m_document.apply(m_label.isEmpty() ? change : m_label, m_write(*root, row, value), m_mergeId);
}

void FormView::showRow(const RowWidgets& widgets, const FormRow& row)
{
    widgets.label->setToolTip(tooltipOf(row));
    widgets.editor->show(row);
    const bool marked = isMarked(row);
    widgets.reset->setVisible(marked && !row.origin.isEmpty());
    widgets.reset->setToolTip(
        tr("Reset to the %1: %2")
            .arg(row.origin.toLower(),
                 row.fallback.isEmpty() ? tr("nothing") : toldText(*row.descriptor, row.fallback)));
    QFont font = widgets.label->font();
    font.setWeight(marked ? QFont::DemiBold : QFont::Normal);
    widgets.label->setFont(font);
    widgets.problem->setText(row.problem);
    widgets.problem->setVisible(!row.problem.isEmpty());
    widgets.problem->setPalette(problemPalette(palette()));
}

void FormView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        for (std::size_t index = 0; index < m_widgets.size(); ++index)
            showRow(m_widgets[index], m_rows[index]);
}

} // namespace coterie::ui
