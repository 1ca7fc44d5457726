#pragma once

#include "ui/design/form_row.h"
#include "ui/design/json_change.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace coterie::ui {

/// A setting that every experiment has, outside of any part.
struct Setting
{
    std::string pointer;
    const ParameterDescriptor* descriptor = nullptr;
    RowStyle style = {};
    std::string common = {};              ///< an arm's setting: the common one it overrides
    std::string instead = {};             ///< key beside it that this one takes the place of
    std::optional<QString> fallback = {}; ///< what holds where nothing is said, in words
};

[[nodiscard]] std::vector<FormRow>
settingRows(const JsonNode& root, const std::vector<Setting>& settings, const Problems& problems);

/// Says the setting, or leaves it to the default or the common one.
[[nodiscard]] std::vector<JsonChange>
setSetting(const JsonNode& root, const Setting& setting, const std::optional<JsonNode>& value);

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
