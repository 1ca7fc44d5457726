#include "ui/design/form_view.h"

#include "ui/design/experiment_document.h"
#include "ui/design/field_editors.h"
#include "ui/design/file_editor.h"
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
constexpr int kShortField = 14;
constexpr int kFormGap = 10; ///< in pixels

QString labelText(const FormRow& row)
{
    const QString label = labelOf(*row.descriptor).toHtmlEscaped();
    const QString symbol = symbolText(row.descriptor->symbol);
    return symbol.isEmpty() ? label : QStringLiteral("%1&nbsp; %2").arg(label, symbol);
}

/// A single number: a field of its length with the unit right behind it says more than a long one.
bool isShort(const FormRow& row)
{
    constexpr qsizetype kLongestNumber = 10;
    const bool isNumber = row.descriptor->type == ParameterType::Integer
                          || row.descriptor->type == ParameterType::Real;
    return isNumber && !row.style.mayBeSwept && !row.style.slider
           && row.fallback.size() <= kLongestNumber; // else it is words, which stand in the field
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
    grid->setHorizontalSpacing(kFormGap);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(EditorColumn, 1);
    for (std::size_t index = 0; index < m_rows.size(); ++index)
        m_widgets.push_back(makeRow(index, m_rows[index]));
    takeFont();
    static_cast<QHBoxLayout*>(layout())->insertWidget(0, m_body, 1000);
}

/// Widths in its letters.
void FormView::takeFont()
{
    const int letter = fontMetrics().averageCharWidth();
    if (std::ranges::none_of(m_rows, [](const FormRow& row) { return row.style.prose; }))
        m_body->setMaximumWidth(kWidestForm * letter);
    for (const RowWidgets& row : m_widgets)
        if (row.field != row.editor)
            row.editor->setFixedWidth(kShortField * letter);
    m_isBelow = rowsBelow();
    arrange();
    updateGeometry();
}

void FormView::arrange()
{
    auto* grid = static_cast<QGridLayout*>(m_body->layout());
    const bool areAllBelow = std::ranges::find(m_isBelow, false) == m_isBelow.end();
    grid->setColumnMinimumWidth(LabelColumn,
                                areAllBelow ? 0 : kLabelWidth * fontMetrics().averageCharWidth());
    grid->setColumnMinimumWidth(UnitColumn, unitsWidth());
    for (std::size_t index = 0; index < m_rows.size(); ++index) {
        const RowWidgets& widgets = m_widgets[index];
        for (QWidget* each : std::initializer_list<QWidget*>{
                 widgets.label, widgets.field, widgets.unit, widgets.reset, widgets.problem})
            grid->removeWidget(each);
        const int line = 3 * int(index);
        const bool isBelow = m_isBelow[index];
        const int first = isBelow ? LabelColumn : EditorColumn;
        const int across = EditorColumn + 1 - first;
        // Aligned with the first of several lines.
        const Qt::Alignment beside = m_rows[index].style.prose ? Qt::AlignTop : Qt::Alignment();
        grid->addWidget(
            widgets.label, isBelow ? line : line + 1, LabelColumn, 1, isBelow ? 4 : 1, beside);
        grid->addWidget(widgets.field, line + 1, first, 1, across);
        if (widgets.field == widgets.editor)
            grid->addWidget(widgets.unit, line + 1, UnitColumn);
        grid->addWidget(widgets.reset, line + 1, ResetColumn, beside);
        grid->addWidget(widgets.problem, line + 2, first, 1, across + 2);
    }
}

void FormView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (!m_body)
        return;
    std::vector<bool> below = rowsBelow();
    if (std::exchange(m_isBelow, below) != below)
        arrange();
}

int FormView::labelsWidth() const
{
    int widest = kLabelWidth * fontMetrics().averageCharWidth();
    for (const RowWidgets& row : m_widgets)
        widest = std::max(widest, row.label->sizeHint().width());
    return widest;
}

int FormView::unitsWidth() const
{
    int widest = 0;
    for (const RowWidgets& row : m_widgets)
        if (row.field == row.editor && !row.unit->text().isEmpty())
            widest = std::max({widest,
                               row.unit->sizeHint().width(),
                               kUnitWidth * fontMetrics().averageCharWidth()});
    return widest;
}

int FormView::fieldWidth(const RowWidgets& row, int units) const
{
    const int least = kLeastField * fontMetrics().averageCharWidth();
    // The layout keeps both gaps even if no row has a unit.
    return std::max(row.field->minimumSizeHint().width(), least) + kFormGap + units + kFormGap
           + row.reset->sizeHint().width();
}

std::vector<bool> FormView::rowsBelow() const
{
    const int labels = labelsWidth() + kFormGap;
    const int units = unitsWidth();
    bool isNarrow = false;
    for (std::size_t index = 0; index < m_rows.size(); ++index)
        isNarrow |=
            !m_rows[index].style.prose && width() < labels + fieldWidth(m_widgets[index], units);
    std::vector<bool> below;
    for (const FormRow& row : m_rows) // lines of text need all the width
        below.push_back(row.style.prose || isNarrow);
    return below;
}

QSize FormView::minimumSizeHint() const
{
    const int units = unitsWidth();
    int widest = 0;
    for (const RowWidgets& row : m_widgets)
        widest = std::max(widest, fieldWidth(row, units));
    return {widest, QWidget::minimumSizeHint().height()};
}

FormView::RowWidgets FormView::makeRow(std::size_t index, const FormRow& row)
{
    auto* editor = makeFieldEditor(row);
    if (auto* file = qobject_cast<FileEditor*>(editor))
        file->lookBeside([this] { return m_document.path(); });
    editor->setParent(m_body); // before the button beside it, so that Tab reaches it first
    RowWidgets widgets{.label = new QLabel(m_body),
                       .editor = editor,
                       .unit = new QLabel(unitBeside(*row.descriptor), m_body),
                       .reset = new QToolButton(m_body),
                       .problem = new QLabel(m_body)};
    widgets.field = editor;
    if (isShort(row)) {
        widgets.field = new QWidget(m_body);
        auto* line = rowIn(widgets.field, kFormGap);
        line->addWidget(editor);
        line->addWidget(widgets.unit);
        line->addStretch();
    }
    widgets.label->setText(labelText(row));
    widgets.label->setTextFormat(Qt::RichText);
    widgets.label->setBuddy(widgets.editor);
    widgets.editor->setObjectName(toQString(row.pointer));
    widgets.unit->setForegroundRole(QPalette::PlaceholderText);
    widgets.unit->setVisible(!widgets.unit->text().isEmpty()); // else a gap
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
    if (event->type() == QEvent::FontChange && m_body) // its fields may have the font only later
        QMetaObject::invokeMethod(this, &FormView::takeFont, Qt::QueuedConnection);
}

} // namespace coterie::ui
