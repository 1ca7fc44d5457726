#pragma once

#include "core/experiment/parameters.h"
#include "ui/design/form_row.h"

#include <QWidget>

#include <optional>

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
    FieldEditor();

    virtual void show(const FormRow& row) = 0;

signals:
    /// Absent: the setting is removed. `continues` while typing or dragging: part of the previous
    /// edit.
    void edited(const std::optional<JsonNode>& value, bool continues);

protected:
    bool event(QEvent* event) override;
    /// Makes the edges of fields visible on a dark card.
    void raiseFields();
    /// Changes until m_continues is reset belong to one edit.
    void takeTyped(const std::optional<JsonNode>& value);

    bool m_continues = false; ///< the next change belongs to the same edit
};

/// The editor for a row: field, choice, check box, text box or metric name.
[[nodiscard]] FieldEditor* makeFieldEditor(const FormRow& row);

} // namespace coterie::ui
