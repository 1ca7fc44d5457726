#include "ui/design/field_editors.h"

#include "core/metrics/metric_infos.h"
#include "ui/design/file_editor.h"
#include "ui/design/json_change.h"
#include "ui/design/slider_scale.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
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

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace coterie::ui {

namespace {

QHBoxLayout* rowOf(QWidget* editor, QWidget* field, const FormRow& row, int spacing = -1)
{
    editor->setFocusProxy(field);
    field->setAccessibleName(labelOf(*row.descriptor));
    auto* layout = rowIn(editor);
    layout->setSpacing(spacing);
    layout->addWidget(field, 1);
    return layout;
}

bool isSame(const std::optional<JsonNode>& one, const std::optional<JsonNode>& other)
{
    return one && other ? sameJson(*one, *other) : !one && !other;
}

/// A choice of words; for sweeps, a menu button selects several.
class ChoiceEditor final : public FieldEditor
{
public:
    explicit ChoiceEditor(const FormRow& row)
        : m_isBoolean(row.descriptor->type == ParameterType::Boolean)
    {
        // The values as in the file; booleans are words too.
        constexpr std::array<std::string_view, 2> kBooleans{"true", "false"};
        for (const std::string_view each :
             m_isBoolean ? std::span<const std::string_view>(kBooleans) : row.descriptor->words) {
            const QString word = toQString(each);
            m_choice->addItem(choiceText(*row.descriptor, word), word);
        }
        makeWheelQuiet(*m_choice);
        rowOf(this, m_choice, row, 6);
        connect(m_choice, &QComboBox::activated, this, [this](int index) {
            emit edited(nodeOf(m_choice->itemData(index).toString()), false);
        });
        if (row.style.mayBeSwept)
            addSeveral(row);
    }

    void show(const FormRow& row) override
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

private:
    [[nodiscard]] JsonNode nodeOf(const QString& word) const
    {
        return m_isBoolean ? JsonNode::fromBoolean(word == QStringLiteral("true"))
                           : JsonNode::fromText(word.toStdString());
    }

    void addSeveral(const FormRow& row)
    {
        auto* several = new QToolButton(this);
        several->setIcon(icon(QStringLiteral("several")));
        several->setAutoRaise(true);
        several->setPopupMode(QToolButton::InstantPopup);
        several->setToolTip(tr("Choose several values; each adds runs"));
        several->setAccessibleName(tr("Several values of %1").arg(labelOf(*row.descriptor)));
        m_menu = new QMenu(several);
        for (int index = 0; index < m_choice->count(); ++index) {
            QAction* entry = m_menu->addAction(m_choice->itemText(index));
            entry->setData(m_choice->itemData(index));
            entry->setCheckable(true);
            connect(entry, &QAction::triggered, this, &ChoiceEditor::takeSeveral);
        }
        several->setMenu(m_menu);
        layout()->addWidget(several);
    }

    void takeSeveral()
    {
        std::vector<JsonNode> values;
        for (const QAction* entry : m_menu->actions())
            if (entry->isChecked())
                values.push_back(nodeOf(entry->data().toString()));
        emit edited(values.empty() ? std::nullopt : std::optional(sweepOf(std::move(values))),
                    false);
    }

    bool m_isBoolean;
    QComboBox* m_choice = new QComboBox(this);
    QMenu* m_menu = nullptr;
};

/// Yes or no.
class BooleanEditor final : public FieldEditor
{
public:
    explicit BooleanEditor(const FormRow& row)
    {
        QHBoxLayout* line = rowOf(this, m_box, row);
        line->setStretch(0, 0);
        line->addStretch();
        connect(m_box, &QCheckBox::clicked, this, [this](bool yes) {
            emit edited(JsonNode::fromBoolean(yes), false);
        });
        raiseFields();
    }

    void show(const FormRow& row) override
    {
        const bool yes = (row.value ? textOf(*row.value) : row.fallback) == QStringLiteral("true");
        m_box->setChecked(yes);
        m_box->setText(yes ? tr("yes") : tr("no"));
        m_box->setToolTip(tooltipOf(row));
    }

private:
    QCheckBox* m_box = new QCheckBox(this);
};

/// A field for a number, list or text, with an optional slider. The default shows in grey in the
/// empty field.
class TextFieldEditor final : public FieldEditor
{
public:
    explicit TextFieldEditor(const FormRow& row)
        : m_type(row.descriptor->type)
        , m_style(row.style)
    {
        leaveUndoToTheWindow(*m_field);
        rowOf(this, m_field, row, 10);
        if (row.style.slider)
            addSlider(row);
        connect(m_field, &QLineEdit::textEdited, this, [this](const QString& text) {
            std::optional<JsonNode> value = valueOf(text, m_type, m_style.mayBeSwept);
            if (!value && m_style.required)
                value = JsonNode::fromText({});
            takeTyped(value);
        });
        connect(m_field, &QLineEdit::editingFinished, this, [this] { m_continues = false; });
    }

    void show(const FormRow& row) override
    {
        const QString tip = tooltipOf(row);
        m_field->setPlaceholderText(placeholderOf(row));
        m_field->setToolTip(tip);
        const QString text = row.value ? textOf(*row.value) : QString();
        if (!isSame(valueOf(m_field->text(), m_type, m_style.mayBeSwept), row.value)) {
            m_field->setText(toldText(*row.descriptor, text));
            if (!m_field->hasFocus())
                m_field->setCursorPosition(0); // a long text is shown from its beginning
        }
        if (!m_slider)
            return;
        m_slider->setToolTip(tip);
        // Several values need the width, and a drag would replace them.
        const bool severally = row.value && isSweep(*row.value);
        m_slider->setVisible(!severally);
        m_field->setMaximumWidth(severally ? QWIDGETSIZE_MAX : widthBesideSlider());
        bool isNumber = false;
        const double value = (row.value ? text : row.fallback).toDouble(&isNumber);
        if (!isNumber || m_slider->isSliderDown())
            return;
        const QSignalBlocker silence(m_slider);
        m_slider->setValue(m_scale->stepOf(value));
    }

private:
    [[nodiscard]] int widthBesideSlider() const
    {
        return 9 * fontMetrics().horizontalAdvance(QLatin1Char('0'));
    }

    void addSlider(const FormRow& row)
    {
        m_scale = SliderScale::of(*row.descriptor);
        if (!m_scale)
            return;
        m_slider = new QSlider(Qt::Horizontal, this);
        m_slider->setRange(0, SliderScale::kSteps);
        m_slider->setAccessibleName(tr("%1, slider").arg(labelOf(*row.descriptor)));
        makeWheelQuiet(*m_slider);
        m_field->setMaximumWidth(widthBesideSlider());
        layout()->addWidget(m_slider);
        connect(m_slider, &QSlider::sliderPressed, this, [this] { m_continues = false; });
        connect(m_slider, &QSlider::sliderReleased, this, [this] { m_continues = false; });
        connect(m_slider, &QSlider::valueChanged, this, [this](int step) {
            const double value = m_scale->valueAt(step);
            emit edited(m_scale->whole ? JsonNode::fromWhole(std::llround(value))
                                       : JsonNode::fromReal(value),
                        std::exchange(m_continues, m_slider->isSliderDown()));
        });
    }

    ParameterType m_type;
    RowStyle m_style;
    QLineEdit* m_field = new QLineEdit(this);
    QSlider* m_slider = nullptr;
    std::optional<SliderScale> m_scale;
};

constexpr int kFewestLines = 3;
constexpr int kMostLines = 14; // longer texts scroll

/// As high as its lines, so that none is cut off. The margin surrounds the viewport; a document's
/// margin would show part of the next line.
class WholeLines final : public QPlainTextEdit
{
public:
    WholeLines()
    {
        const int margin = int(document()->documentMargin());
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
        // Fixed: a bar that comes later would lie over the ends of the lines.
        setVerticalScrollBarPolicy(lines > kMostLines ? Qt::ScrollBarAlwaysOn
                                                      : Qt::ScrollBarAlwaysOff);
        const int shown = std::clamp(lines, kFewestLines, kMostLines);
        // The last line needs a spare pixel to fit.
        const int spare = lines <= kMostLines ? 1 : 0;
        setFixedHeight(int(std::ceil(shown * m_line)) + spare + m_around);
    }

    double m_line = 0;
    int m_around = 0;
    bool m_isFitting = false;
};

/// Several sentences on several lines.
class ProseEditor final : public FieldEditor
{
public:
    explicit ProseEditor(const FormRow& row)
    {
        m_text->setTabChangesFocus(true);
        m_text->setUndoRedoEnabled(false);
        leaveUndoToTheWindow(*m_text);
        m_text->installEventFilter(this);
        rowOf(this, m_text, row);
        connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
            const QString text = m_text->toPlainText();
            takeTyped(text.isEmpty() ? std::nullopt
                                     : std::optional(JsonNode::fromText(text.toStdString())));
        });
    }

    void show(const FormRow& row) override
    {
        m_text->setToolTip(tooltipOf(row));
        const QString text = row.value ? textOf(*row.value) : QString();
        if (m_text->toPlainText() == text)
            return;
        const QSignalBlocker silence(m_text);
        m_text->setPlainText(text);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FocusOut)
            m_continues = false;
        return FieldEditor::eventFilter(watched, event);
    }

private:
    QPlainTextEdit* m_text = new WholeLines;
};

constexpr int kWidestMetricList = 680;

/// The name of a metric, chosen with its meaning or typed.
class MetricEditor final : public FieldEditor
{
public:
    explicit MetricEditor(const FormRow& row)
    {
        m_names->setEditable(true);
        QLineEdit& line = *m_names->lineEdit();
        m_names->setInsertPolicy(QComboBox::NoInsert);
        m_names->setMaxVisibleItems(16);
        m_names->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        line.setAccessibleName(labelOf(*row.descriptor));
        makeWheelQuiet(*m_names);
        leaveUndoToTheWindow(line);
        fillNames();
        m_title->setForegroundRole(QPalette::PlaceholderText);
        rowOf(this, m_names, row)->addWidget(m_title);
        connect(m_names, &QComboBox::activated, this, [this](int index) {
            m_continues = false;
            take(m_names->itemText(index));
            m_continues = false;
        });
        connect(&line, &QLineEdit::textEdited, this, &MetricEditor::take);
        connect(&line, &QLineEdit::editingFinished, this, [this] { m_continues = false; });
    }

    void show(const FormRow& row) override
    {
        m_said = row.value;
        const QString tip = tooltipOf(row);
        m_names->setToolTip(tip);
        m_names->lineEdit()->setToolTip(tip);
        m_names->lineEdit()->setPlaceholderText(row.fallback);
        const QString text = row.value ? textOf(*row.value) : QString();
        m_title->setText(findMetric(text.toStdString()) ? metricName(text.toStdString())
                                                        : QString());
        m_title->setVisible(!m_title->text().isEmpty()); // otherwise it would leave a gap
        if (m_names->currentText().trimmed() == text)
            return;
        m_names->setCurrentIndex(m_names->findText(text));
        m_names->setEditText(text);
    }

protected:
    void changeEvent(QEvent* event) override
    {
        FieldEditor::changeEvent(event);
        if (event->type() == QEvent::FontChange) // the list has the font only later
            QMetaObject::invokeMethod(this, &MetricEditor::fitList, Qt::QueuedConnection);
    }

private:
    /// All metrics with their meanings as notes; typing completes names that contain the text.
    void fillNames()
    {
        for (const MetricInfo& info : metricInfos()) {
            const int place = m_names->count();
            const QString meaning = fromCore(info.meaning);
            m_names->addItem(toQString(info.name));
            m_names->setItemData(place, meaning, kNoteRole);
            m_names->setItemData(place, meaning, Qt::ToolTipRole);
        }
        m_names->setItemDelegate(new NoteDelegate(m_names));
        fitList();
        auto* completer = new QCompleter(m_names->model(), m_names);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        completer->setFilterMode(Qt::MatchContains);
        completer->setCompletionMode(QCompleter::PopupCompletion);
        completer->popup()->setItemDelegate(new NoteDelegate(completer));
        m_names->setCompleter(completer);
    }

    void fitList()
    {
        QAbstractItemView* list = m_names->view();
        list->setMinimumWidth(std::min(list->sizeHintForColumn(0) + 24, kWidestMetricList));
    }

    void take(const QString& name)
    {
        const auto value = valueOf(name, ParameterType::Text, false);
        if (!isSame(value, m_said)) // Enter activates the unchanged text again
            takeTyped(value);
        m_continues = true;
    }

    QComboBox* m_names = new QComboBox(this);
    QLabel* m_title = new QLabel(this); ///< its title elsewhere in the window
    std::optional<JsonNode> m_said;
};

} // namespace

FieldEditor::FieldEditor()
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    raiseFields();
}

void FieldEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        raiseFields();
}

void FieldEditor::raiseFields()
{
    // Only these colours are set. A whole palette would keep the old theme's others: while the
    // theme changes, the palettes of widgets change one after another in any order.
    const QPalette colours = QGuiApplication::palette();
    QPalette raised;
    QPalette edged;
    if (isDark(colours)) {
        // The style draws a field's edge too dark to see, and a box's in a darker shade of the
        // window's colour.
        raised.setColor(QPalette::Base, colours.color(QPalette::Button));
        edged.setColor(QPalette::Window, colours.color(QPalette::PlaceholderText));
    }
    setPalette(raised);
    if (auto* box = findChild<QCheckBox*>())
        box->setPalette(edged);
}

void FieldEditor::takeTyped(const std::optional<JsonNode>& value)
{
    emit edited(value, std::exchange(m_continues, true));
}

FieldEditor* makeFieldEditor(const FormRow& row)
{
    const ParameterType type = row.descriptor->type;
    // A sweep over yes and no needs a list.
    if (type == ParameterType::Word || (type == ParameterType::Boolean && row.style.mayBeSwept))
        return new ChoiceEditor(row);
    if (type == ParameterType::Boolean)
        return new BooleanEditor(row);
    if (type == ParameterType::Text && row.style.metric)
        return new MetricEditor(row);
    if (type == ParameterType::Text && row.style.file)
        return new FileEditor(row);
    if (type == ParameterType::Text && row.style.prose)
        return new ProseEditor(row);
    return new TextFieldEditor(row);
}

} // namespace coterie::ui
