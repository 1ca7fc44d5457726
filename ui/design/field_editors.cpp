#include "ui/design/field_editors.h"

#include "core/metrics/metric_infos.h"
#include "ui/design/json_change.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/frame/undo_keys.h"
#include "ui/words.h"

#include <QAbstractItemView>
#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSlider>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coterie::ui {

namespace {

/// A slider for a parameter without upper limit ends at this multiple of its default.
constexpr double kSpan = 100;

double rounded(double value, int digits)
{
    if (value == 0)
        return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - digits + 1);
    // Dividing by a power of ten gives the nearest double to the short decimal; multiplying by its
    // inverse does not.
    return unit < 1 ? std::round(value / unit) / std::round(1 / unit)
                    : std::round(value / unit) * unit;
}

} // namespace

std::optional<SliderScale> SliderScale::of(const ParameterDescriptor& descriptor)
{
    const bool whole = descriptor.type == ParameterType::Integer;
    if ((!whole && descriptor.type != ParameterType::Real) || descriptor.minimum < 0
        || descriptor.minimum == -kNoLimit)
        return std::nullopt;
    SliderScale scale{.low = descriptor.minimum, .high = descriptor.maximum, .whole = whole};
    const double usual = std::max(descriptor.defaultNumber, whole ? 1.0 : 0.01);
    if (scale.high > usual * kSpan) {
        scale.high = usual * kSpan;
        scale.logarithmic = true;
        scale.low = whole ? std::max(1.0, scale.low) : std::max(usual / kSpan, scale.low);
    } else if (descriptor.minimumExcluded) {
        scale.low += (scale.high - scale.low) / kSteps;
    }
    return scale.low < scale.high ? std::optional(scale) : std::nullopt;
}

double SliderScale::valueAt(int step) const
{
    if (step <= 0)
        return low;
    if (step >= kSteps)
        return high;
    const double share = static_cast<double>(step) / kSteps;
    const double value =
        logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
    return whole ? std::round(value) : rounded(value, 2 + (logarithmic ? 0 : 1));
}

int SliderScale::stepOf(double value) const
{
    const double inside = std::clamp(value, low, high);
    const double share =
        logarithmic ? std::log(inside / low) / std::log(high / low) : (inside - low) / (high - low);
    return static_cast<int>(std::lround(share * kSteps));
}

namespace {

constexpr int kWidestMetricList = 680;

/// All metrics, with their meanings as notes.
void fillMetrics(QComboBox& names)
{
    for (const MetricInfo& info : metricInfos()) {
        const int place = names.count();
        const QString meaning = toQString(info.meaning);
        names.addItem(toQString(info.name));
        names.setItemData(place, meaning, kNoteRole);
        names.setItemData(place, meaning, Qt::ToolTipRole);
    }
    QAbstractItemView* list = names.view();
    names.setItemDelegate(new NoteDelegate(&names));
    list->setMinimumWidth(std::min(list->sizeHintForColumn(0) + 24, kWidestMetricList));
}

/// Completes names that contain the typed text anywhere.
QCompleter* metricCompleter(QComboBox& names)
{
    auto* completer = new QCompleter(names.model(), &names);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->popup()->setItemDelegate(new NoteDelegate(completer));
    return completer;
}

} // namespace

MetricEditor::MetricEditor(const FormRow& row, QWidget* parent)
    : FieldEditor(parent)
    , m_names(new QComboBox(this))
    , m_title(new QLabel(this))
{
    m_names->setEditable(true);
    m_names->setInsertPolicy(QComboBox::NoInsert);
    m_names->setMaxVisibleItems(16);
    m_names->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_names->setAccessibleName(labelOf(*row.descriptor));
    m_names->lineEdit()->setAccessibleName(labelOf(*row.descriptor));
    makeWheelQuiet(*m_names);
    leaveUndoToTheWindow(*m_names->lineEdit());
    fillMetrics(*m_names);
    m_names->setCompleter(metricCompleter(*m_names));
    setFocusProxy(m_names);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_names, 1);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_title);
    connect(m_names, &QComboBox::activated, this, [this](int index) {
        m_continues = false;
        take(m_names->itemText(index), false);
    });
    connect(m_names->lineEdit(), &QLineEdit::textEdited, this, [this](const QString& typed) {
        take(typed, std::exchange(m_continues, true));
    });
    connect(
        m_names->lineEdit(), &QLineEdit::editingFinished, this, [this] { m_continues = false; });
    show(row);
}

void MetricEditor::show(const FormRow& row)
{
    m_said = row.value;
    const QString tip = tooltipOf(row);
    m_names->setToolTip(tip);
    m_names->lineEdit()->setToolTip(tip);
    m_names->lineEdit()->setPlaceholderText(row.fallback);
    const QString text = row.value ? textOf(*row.value) : QString();
    m_title->setText(findMetric(text.toStdString()) ? metricName(text.toStdString()) : QString());
    m_title->setVisible(!m_title->text().isEmpty()); // otherwise it would leave a gap
    if (m_names->currentText().trimmed() == text)
        return;
    m_names->setCurrentIndex(m_names->findText(text));
    m_names->setEditText(text);
}

void MetricEditor::take(const QString& name, bool continues)
{
    const auto value = valueOf(name, ParameterType::Text, false);
    const bool same = value ? m_said && sameJson(*value, *m_said) : !m_said;
    if (!same) // Enter activates the unchanged text again
        emit edited(value, continues);
}

namespace {

constexpr int kFewestLines = 3;
constexpr int kMostLines = 14; // longer texts scroll

/// As high as its lines, so that none is cut off. The margin surrounds the viewport; a document's
/// margin would show part of the next line.
class WholeLines final : public QPlainTextEdit
{
public:
    explicit WholeLines(QWidget* parent)
        : QPlainTextEdit(parent)
    {
        const int margin = static_cast<int>(document()->documentMargin());
        document()->setDocumentMargin(0);
        setViewportMargins(margin, margin, margin, margin);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // lines are wrapped
        setBackgroundRole(QPalette::Base);
        setAutoFillBackground(true);
        m_line = document()->documentLayout()->blockBoundingRect(document()->firstBlock()).height();
        m_around = 2 * margin + 2 * frameWidth();
        connect(document()->documentLayout(),
                &QAbstractTextDocumentLayout::documentSizeChanged,
                this,
                [this] { fit(); });
        fit();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QPlainTextEdit::resizeEvent(event);
        fit(); // lines wrap differently
    }

private:
    /// Laying out a paragraph reports a new document size, which leads back here.
    void fit()
    {
        if (m_isFitting)
            return;
        const QScopedValueRollback fitting(m_isFitting, true);
        int lines = 0;
        for (QTextBlock block = document()->firstBlock(); block.isValid() && lines <= kMostLines;
             block = block.next()) {
            document()->documentLayout()->blockBoundingRect(block); // lays out its lines
            lines += block.layout()->lineCount();
        }
        const int shown = std::clamp(lines, kFewestLines, kMostLines);
        // The last line needs a spare pixel to fit.
        const int spare = lines <= kMostLines ? 1 : 0;
        setFixedHeight(static_cast<int>(std::ceil(shown * m_line)) + spare + m_around);
    }

    double m_line = 0;
    int m_around = 0;
    bool m_isFitting = false;
};

} // namespace

ProseEditor::ProseEditor(const FormRow& row, QWidget* parent)
    : FieldEditor(parent)
    , m_text(new WholeLines(this))
{
    m_text->setAccessibleName(labelOf(*row.descriptor));
    m_text->setTabChangesFocus(true);
    m_text->setUndoRedoEnabled(false);
    leaveUndoToTheWindow(*m_text);
    m_text->installEventFilter(this);
    setFocusProxy(m_text);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        const QString text = m_text->toPlainText();
        emit edited(text.isEmpty() ? std::nullopt
                                   : std::optional(JsonNode::fromText(text.toStdString())),
                    std::exchange(m_continues, true));
    });
    show(row);
}

void ProseEditor::show(const FormRow& row)
{
    m_text->setToolTip(tooltipOf(row));
    const QString text = row.value ? textOf(*row.value) : QString();
    if (m_text->toPlainText() == text)
        return;
    const QSignalBlocker silence(m_text);
    m_text->setPlainText(text);
}

bool ProseEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut)
        m_continues = false;
    return FieldEditor::eventFilter(watched, event);
}

TextFieldEditor::TextFieldEditor(const FormRow& row, QWidget* parent)
    : FieldEditor(parent)
    , m_type(row.descriptor->type)
    , m_style(row.style)
    , m_field(new QLineEdit(this))
{
    m_field->setAccessibleName(labelOf(*row.descriptor));
    leaveUndoToTheWindow(*m_field);
    setFocusProxy(m_field);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(10);
    layout->addWidget(m_field, 1);
    if (row.style.slider)
        addSlider(row);
    connect(m_field, &QLineEdit::textEdited, this, &TextFieldEditor::takeTyped);
    connect(m_field, &QLineEdit::editingFinished, this, [this] { m_continues = false; });
    show(row);
}

void TextFieldEditor::addSlider(const FormRow& row)
{
    m_scale = SliderScale::of(*row.descriptor);
    if (!m_scale)
        return;
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setRange(0, SliderScale::kSteps);
    m_slider->setAccessibleName(tr("%1, slider").arg(labelOf(*row.descriptor)));
    makeWheelQuiet(*m_slider);
    m_field->setMaximumWidth(9 * fontMetrics().horizontalAdvance(QLatin1Char('0')));
    layout()->addWidget(m_slider);
    connect(m_slider, &QSlider::sliderPressed, this, [this] { m_continues = false; });
    connect(m_slider, &QSlider::sliderReleased, this, [this] { m_continues = false; });
    connect(m_slider, &QSlider::valueChanged, this, &TextFieldEditor::takeSlider);
}

void TextFieldEditor::show(const FormRow& row)
{
    m_field->setPlaceholderText(row.fallback.isEmpty() && m_type == ParameterType::RealList
                                    ? tr("a list such as 0.1, 0.5")
                                    : row.fallback);
    m_field->setToolTip(tooltipOf(row));
    const auto typed = valueOf(m_field->text(), m_type, m_style.mayBeSwept);
    const bool same = typed ? row.value && sameJson(*typed, *row.value) : !row.value;
    if (!same)
        m_field->setText(row.value ? textOf(*row.value) : QString());
    if (m_slider)
        showSlider(row);
}

void TextFieldEditor::showSlider(const FormRow& row)
{
    m_slider->setToolTip(tooltipOf(row));
    bool isNumber = false;
    const double value = (row.value ? textOf(*row.value) : row.fallback).toDouble(&isNumber);
    if (!isNumber || m_slider->isSliderDown())
        return;
    const QSignalBlocker silence(m_slider);
    m_slider->setValue(m_scale->stepOf(value));
}

void TextFieldEditor::takeTyped(const QString& text)
{
    std::optional<JsonNode> value = valueOf(text, m_type, m_style.mayBeSwept);
    if (!value && m_style.required)
        value = JsonNode::fromText({});
    emit edited(value, std::exchange(m_continues, true));
}

void TextFieldEditor::takeSlider(int step)
{
    const double value = m_scale->valueAt(step);
    emit edited(m_scale->whole ? JsonNode::fromWhole(std::llround(value))
                               : JsonNode::fromReal(value),
                std::exchange(m_continues, m_slider->isSliderDown()));
}

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

/// On dark themes the style draws a box's edge in a darker shade of the window's colour, which is
/// invisible.
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

FieldEditor::FieldEditor(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    raiseFields();
}

bool FieldEditor::event(QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange)
        raiseFields();
    return QWidget::event(event);
}

void FieldEditor::raiseFields()
{
    // On a dark card the style draws a field's edge too dark to see.
    QPalette raised;
    const QPalette colours = QGuiApplication::palette();
    if (isDark(colours))
        raised.setColor(QPalette::Base, colours.color(QPalette::Button));
    setPalette(raised);
}

FieldEditor* makeFieldEditor(const FormRow& row, QWidget* parent)
{
    switch (row.descriptor->type) {
    case ParameterType::Word:
        return new ChoiceEditor(row, parent);
    case ParameterType::Boolean:
        // A sweep over yes and no needs a list.
        if (row.style.mayBeSwept)
            return new ChoiceEditor(row, parent);
        return new TruthEditor(row, parent);
    case ParameterType::Text:
        if (row.style.metric)
            return new MetricEditor(row, parent);
        if (row.style.prose)
            return new ProseEditor(row, parent);
        break;
    default:
        break;
    }
    return new TextFieldEditor(row, parent);
}

namespace {

/// The values to choose from, as in the file; booleans are words too.
QStringList choicesOf(const ParameterDescriptor& descriptor)
{
    if (descriptor.type == ParameterType::Boolean)
        return {QStringLiteral("true"), QStringLiteral("false")};
    QStringList words;
    for (const std::string_view word : descriptor.words)
        words << toQString(word);
    return words;
}

JsonNode nodeOf(const QString& word, bool isTruth)
{
    return isTruth ? JsonNode::fromBoolean(word == QStringLiteral("true"))
                   : JsonNode::fromText(word.toStdString());
}

} // namespace

ChoiceEditor::ChoiceEditor(const FormRow& row, QWidget* parent)
    : FieldEditor(parent)
    , m_choice(new QComboBox(this))
{
    const bool isTruth = row.descriptor->type == ParameterType::Boolean;
    for (const QString& word : choicesOf(*row.descriptor))
        m_choice->addItem(choiceText(*row.descriptor, word), word);
    m_choice->setAccessibleName(labelOf(*row.descriptor));
    makeWheelQuiet(*m_choice);
    setFocusProxy(m_choice);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(6);
    layout->addWidget(m_choice, 1);
    connect(m_choice, &QComboBox::activated, this, [this, isTruth](int index) {
        emit edited(nodeOf(m_choice->itemData(index).toString(), isTruth), false);
    });
    if (row.style.mayBeSwept)
        addSeveral(row);
    show(row);
}

void ChoiceEditor::addSeveral(const FormRow& row)
{
    m_several = new QToolButton(this);
    m_several->setIcon(icon(QStringLiteral("several")));
    m_several->setAutoRaise(true);
    m_several->setPopupMode(QToolButton::InstantPopup);
    m_several->setToolTip(tr("Choose several values; each adds runs"));
    m_several->setAccessibleName(tr("Several values of %1").arg(labelOf(*row.descriptor)));
    m_menu = new QMenu(m_several);
    for (const QString& word : choicesOf(*row.descriptor)) {
        QAction* entry = m_menu->addAction(choiceText(*row.descriptor, word));
        entry->setData(word);
        entry->setCheckable(true);
        connect(entry, &QAction::triggered, this, &ChoiceEditor::takeSeveral);
    }
    m_several->setMenu(m_menu);
    layout()->addWidget(m_several);
}

void ChoiceEditor::show(const FormRow& row)
{
    m_choice->setToolTip(tooltipOf(row));
    const QString text = row.value ? textOf(*row.value) : row.fallback;
    const bool severally = row.value && isSweep(*row.value);
    // Unknown or several words show as placeholder.
    m_choice->setPlaceholderText(toldText(*row.descriptor, text));
    m_choice->setCurrentIndex(severally ? -1 : m_choice->findData(text));
    if (!m_menu)
        return;
    const QStringList ticked = severally ? text.split(QStringLiteral(", ")) : QStringList{text};
    for (QAction* entry : m_menu->actions())
        entry->setChecked(ticked.contains(entry->data().toString()));
}

void ChoiceEditor::takeSeveral()
{
    const bool isTruth = m_menu->actions().front()->data().toString() == QStringLiteral("true");
    std::vector<JsonNode> values;
    for (const QAction* entry : m_menu->actions())
        if (entry->isChecked())
            values.push_back(nodeOf(entry->data().toString(), isTruth));
    emit edited(values.empty() ? std::nullopt : std::optional(sweepOf(std::move(values))), false);
}

} // namespace coterie::ui
