#pragma once

#include "ui/design/form_row.h"

#include <QWidget>

#include <optional>

namespace coterie::ui {

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
    void changeEvent(QEvent* event) override;
    /// Makes the edges of fields visible on a dark card.
    void raiseFields();
    /// Changes until m_continues is reset belong to one edit.
    void takeTyped(const std::optional<JsonNode>& value);

    bool m_continues = false; ///< the next change belongs to the same edit
};

/// The editor for a row: field, choice, check box, text box or metric name.
[[nodiscard]] FieldEditor* makeFieldEditor(const FormRow& row);

} // namespace coterie::ui
