#pragma once

#include "ui/design/settings.h"

#include <QWidget>

namespace coterie::ui {

class ExperimentDocument;
class FormView;

/// Settings outside of any part, as a form.
class SettingsForm final : public QWidget
{
    Q_OBJECT

public:
    explicit SettingsForm(ExperimentDocument& document, QWidget* parent = nullptr);

    /// Shows the settings as the document's JSON has them; without JSON nothing changes.
    void show(std::vector<Setting> settings);

private:
    void takeEdit(const FormRow& row, const std::optional<JsonNode>& value, bool continues);

    ExperimentDocument& m_document;
    std::vector<Setting> m_settings;
    FormView* m_form = nullptr;
    int m_mergeId = -1;
};

} // namespace coterie::ui
