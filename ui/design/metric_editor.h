#pragma once

#include "ui/design/field_editor.h"

class QComboBox;
class QLabel;

namespace coterie::ui {

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
