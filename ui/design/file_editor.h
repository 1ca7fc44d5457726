#pragma once

#include "ui/design/field_editors.h"

class QLineEdit;

namespace coterie::ui {

/// The name of a file: typed, chosen in a dialog, or dropped on the field.
class FileEditor final : public FieldEditor
{
    Q_OBJECT

public:
    explicit FileEditor(const FormRow& row);

    void show(const FormRow& row) override;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void choose();
    /// Empty: the setting is removed.
    void take(const QString& file);

    QLineEdit* m_field = nullptr;
};

} // namespace coterie::ui
