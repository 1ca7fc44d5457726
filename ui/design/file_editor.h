#pragma once

#include "ui/design/field_editors.h"

#include <functional>
#include <utility>

class QLineEdit;
class QToolButton;

namespace coterie::ui {

/// The name of a file: typed, chosen in a dialog, or dropped on the field. Where a common setting
/// names one, a button refuses it: the value is null then.
class FileEditor final : public FieldEditor
{
    Q_OBJECT

public:
    explicit FileEditor(const FormRow& row);

    void show(const FormRow& row) override;
    /// The experiment's file, beside which a relative path is looked for; empty: it has none yet.
    void lookBeside(std::function<QString()> experiment) { m_experiment = std::move(experiment); }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void choose();
    /// Empty: the setting is removed.
    void take(const QString& file);

    QLineEdit* m_field = nullptr;
    QToolButton* m_refuse = nullptr;
    std::function<QString()> m_experiment;
};

} // namespace coterie::ui
