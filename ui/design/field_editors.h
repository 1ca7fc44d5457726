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

/// How a slider's steps stand for the values of a parameter: evenly, or by equal factors where the
/// range has no end or spans decades. It covers the values people choose; the field beside it takes
/// all others.
struct SliderScale
{
    static constexpr int kSteps = 200;

    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;

    /// Nothing for what is no number, or where no end can be guessed.
    [[nodiscard]] static std::optional<SliderScale> of(const ParameterDescriptor& descriptor);

    /// With few digits, so that the field reads well.
    [[nodiscard]] double valueAt(int step) const;
    /// The nearest; the ends for values beyond them.
    [[nodiscard]] int stepOf(double value) const;
};

/// Edits the value of one row. What the user does arrives as `edited`; showing a row emits nothing,
/// and a text that already says the row's value is left as it was typed.
class FieldEditor : public QWidget
{
    Q_OBJECT

public:
    explicit FieldEditor(QWidget* parent = nullptr);

    virtual void show(const FormRow& row) = 0;

signals:
    /// Absent: the setting is no longer said. `continues` while a typing or a drag goes on: it
    /// belongs to the edit before it.
    void edited(const std::optional<JsonNode>& value, bool continues);

protected:
    bool event(QEvent* event) override;

private:
    void raiseFields();
};

/// The editor that suits the row: a field, a choice, a tick box, a box for several lines, or the
/// names of measurements.
[[nodiscard]] FieldEditor* makeFieldEditor(const FormRow& row, QWidget* parent);

/// One of some words; where the row may be swept, a button beside it ticks several.
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

/// Some sentences, on as many lines as they need.
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

/// The name of a measurement: chosen from those there are, each told in words beside its name, or
/// typed.
class MetricEditor final : public FieldEditor
{
    Q_OBJECT

public:
    MetricEditor(const FormRow& row, QWidget* parent);

    void show(const FormRow& row) override;

private:
    void take(const QString& name, bool continues);

    QComboBox* m_names = nullptr;
    QLabel* m_title = nullptr; ///< what the rest of the window calls it
    std::optional<JsonNode> m_said;
    bool m_continues = false; // the next letter belongs to the edit before it
};

} // namespace coterie::ui
