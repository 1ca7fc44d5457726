#pragma once

#include "ui/design/field_editor.h"
#include "ui/design/slider_scale.h"

class QLineEdit;
class QSlider;

namespace coterie::ui {

/// A field for a number, a list or a text, with a slider beside it where the row asks for one. The
/// default stands in the empty field in grey.
class TextFieldEditor final : public FieldEditor
{
    Q_OBJECT

public:
    TextFieldEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

private:
    void addSlider(const FormRow& row);
    void takeTyped(const QString& text);
    void takeSlider(int step);
    void showSlider(const FormRow& row);

    ParameterType m_type = ParameterType::Real;
    RowStyle m_style;
    QLineEdit* m_field = nullptr;
    QSlider* m_slider = nullptr;
    std::optional<SliderScale> m_scale;
    bool m_continues = false;
};

} // namespace coterie::ui
