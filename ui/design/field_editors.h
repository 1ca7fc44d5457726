#pragma once

#include "core/experiment/parameters.h"
#include "ui/design/form_row.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QMenu;
class QToolButton;
class QCheckBox;
class QLineEdit;
class QSlider;
class QPlainTextEdit;
class QLabel;

namespace coterie::ui {

/// Maps a slider's steps to parameter values, linearly or logarithmically for ranges without end or
/// over decades. It covers usual values; the field beside it takes all others.
struct SliderScale
{
    static constexpr int kSteps = 200;

    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;

    /// Nothing for non-numbers or ranges without a usual value.
    [[nodiscard]] static std::optional<SliderScale> of(const ParameterDescriptor& descriptor);

    /// Rounded to few digits.
    [[nodiscard]] double valueAt(int step) const;
    /// The nearest step, clamped.
    [[nodiscard]] int stepOf(double value) const;
};

/// Edits the value of one row. User changes arrive as `edited`; show() emits nothing and keeps a
/// typed text that already has the value.
class FieldEditor : public QWidget
{
    Q_OBJECT

public:
    explicit FieldEditor(QWidget* parent = nullptr);

    virtual void show(const FormRow& row) = 0;

signals:
    /// Absent: the setting is removed. `continues` while typing or dragging: part of the previous
    /// edit.
    void edited(const std::optional<JsonNode>& value, bool continues);

protected:
    bool event(QEvent* event) override;

private:
    void raiseFields();
};

/// The editor for a row: field, choice, check box, text box or metric name.
[[nodiscard]] FieldEditor* makeFieldEditor(const FormRow& row, QWidget* parent);

/// A choice of words; for sweeps, a menu button selects several.
class ChoiceEditor final : public FieldEditor
{
    Q_OBJECT

public:
    ChoiceEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

private:
    void addSeveral(const FormRow& row);
    void takeSeveral();

    QComboBox* m_choice = nullptr;
    QToolButton* m_several = nullptr;
    QMenu* m_menu = nullptr;
};

/// Yes or no.
class TruthEditor final : public FieldEditor
{
    Q_OBJECT

public:
    TruthEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

protected:
    bool event(QEvent* event) override;

private:
    void raiseBox();

    QCheckBox* m_box = nullptr;
};

/// A field for a number, list or text, with an optional slider. The default shows in grey in the
/// empty field.
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

/// Several sentences on several lines.
class ProseEditor final : public FieldEditor
{
    Q_OBJECT

public:
    ProseEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPlainTextEdit* m_text = nullptr;
    bool m_continues = false;
};

/// The name of a metric, chosen with its meaning or typed.
class MetricEditor final : public FieldEditor
{
    Q_OBJECT

public:
    MetricEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

private:
    void take(const QString& name, bool continues);

    QComboBox* m_names = nullptr;
    QLabel* m_title = nullptr; ///< its title elsewhere in the window
    std::optional<JsonNode> m_said;
    bool m_continues = false; // the next letter belongs to the same edit
};

} // namespace coterie::ui
