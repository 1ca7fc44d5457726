#include "ui/design/text_field_editor.h"

#include "ui/design/json_change.h"
#include "ui/frame/quiet_wheel.h"
#include "ui/frame/undo_keys.h"
#include "ui/words.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>
#include <utility>

namespace coterie::ui {

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
    m_slider->setAccessibleName(tr("%1, as a slider").arg(labelOf(*row.descriptor)));
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
                                    ? tr("a list, as in \"0.1, 0.5\"")
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

} // namespace coterie::ui
