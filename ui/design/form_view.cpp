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
#include <initializer_list>
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
constexpr int kLabelWidth = 25;
constexpr int kUnitWidth = 8;
/// A wider field is no easier to read and separates the number from its unit.
constexpr int kWidestForm = 88;
constexpr int kLeastField = 12;
constexpr int kGap = 10; ///< in pixels

QString labelText(const FormRow& row)
{
    const QString label = labelOf(*row.descriptor).toHtmlEscaped();
    const QString symbol = symbolText(row.descriptor->symbol);
    return symbol.isEmpty() ? label : QStringLiteral("%1&nbsp; %2").arg(label, symbol);
}

/// Empty if the label already contains it: "Clients 8 clients".
QString unitBeside(const ParameterDescriptor& descriptor)
{
    const QString unit = fromCore(descriptor.unit);
    const auto apart = [](const QString& words) { return u' ' + words + u' '; };
    return apart(labelOf(descriptor)).contains(apart(unit), Qt::CaseInsensitive) ? QString() : unit;
}

} // namespace

FormView::FormView(ExperimentDocument& document, Write write, const QString& label)
    : m_document(document)
    , m_write(std::move(write))
    , m_label(label)
{
    rowIn(this, 0)->addStretch(1);
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
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(EditorColumn, 1);
    if (std::ranges::any_of(
            m_rows, [](const FormRow& row) { return !unitBeside(*row.descriptor).isEmpty(); }))
        grid->setColumnMinimumWidth(UnitColumn, kUnitWidth * fontMetrics().averageCharWidth());
    if (std::ranges::none_of(m_rows, [](const FormRow& row) { return row.style.prose; }))
        m_body->setMaximumWidth(kWidestForm * fontMetrics().averageCharWidth());
    for (std::size_t index = 0; index < m_rows.size(); ++index)
        m_widgets.push_back(makeRow(index, m_rows[index]));
    m_isNarrow = width() < fieldsWidth() + labelsWidth() + kGap;
    arrange();
    static_cast<QHBoxLayout*>(layout())->insertWidget(0, m_body, 1000);
}

void FormView::arrange()
{
    auto* grid = static_cast<QGridLayout*>(m_body->layout());
    grid->setColumnMinimumWidth(LabelColumn,
                                m_isNarrow ? 0 : kLabelWidth * fontMetrics().averageCharWidth());
    for (std::size_t index = 0; index < m_rows.size(); ++index) {
        const RowWidgets& widgets = m_widgets[index];
        for (QWidget* each : std::initializer_list<QWidget*>{
                 widgets.label, widgets.editor, widgets.unit, widgets.reset, widgets.problem})
            grid->removeWidget(each);
        const int line = 3 * int(index);
        const int first = m_isNarrow ? LabelColumn : EditorColumn;
        const int across = EditorColumn + 1 - first;
        // Aligned with the first of several lines.
        const Qt::Alignment beside = m_rows[index].style.prose ? Qt::AlignTop : Qt::Alignment();
        grid->addWidget(widgets.label,
                        m_isNarrow ? line : line + 1,
                        LabelColumn,
                        1,
                        m_isNarrow ? 4 : 1,
                        beside);
        grid->addWidget(widgets.editor, line + 1, first, 1, across);
        grid->addWidget(widgets.unit, line + 1, UnitColumn);
        grid->addWidget(widgets.reset, line + 1, ResetColumn, beside);
        grid->addWidget(widgets.problem, line + 2, first, 1, across + 2);
    }
}

void FormView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < fieldsWidth() + labelsWidth() + kGap;
    if (std::exchange(m_isNarrow, isNarrow) != isNarrow && m_body)
        arrange();
}

int FormView::labelsWidth() const
{
    int widest = kLabelWidth * fontMetrics().averageCharWidth();
    for (const RowWidgets& row : m_widgets)
        widest = std::max(widest, row.label->sizeHint().width());
    return widest;
}

/// Of the editors with units and buttons beside them.
int FormView::fieldsWidth() const
{
    int editors = kLeastField * fontMetrics().averageCharWidth();
    int units = 0;
    int buttons = 0;
    for (const RowWidgets& row : m_widgets) {
        editors = std::max(editors, row.editor->minimumSizeHint().width());
        units = std::max(units, row.unit->sizeHint().width());
        buttons = std::max(buttons, row.reset->sizeHint().width());
    }
    if (units > 0)
        units = std::max(units, kUnitWidth * fontMetrics().averageCharWidth());
    return editors + units + buttons + 2 * kGap;
}

QSize FormView::minimumSizeHint() const
{
    return {fieldsWidth(), QWidget::minimumSizeHint().height()};
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
            .arg(withinSentence(row.origin),
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
