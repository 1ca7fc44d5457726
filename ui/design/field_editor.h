#pragma once

#include "ui/design/form_row.h"

#include <QWidget>

namespace coterie::ui {

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

} // namespace coterie::ui
