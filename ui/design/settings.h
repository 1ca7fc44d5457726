#pragma once

#include "ui/design/form_row.h"
#include "ui/design/json_change.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace coterie::ui {

/// A setting outside any part.
struct Setting
{
    std::string pointer;
    const ParameterDescriptor* descriptor = nullptr;
    RowStyle style = {};
    std::string common = {};              ///< for an arm: the common setting it overrides
    std::string instead = {};             ///< the key beside it that this one replaces
    std::optional<QString> fallback = {}; ///< the fallback in words
};

[[nodiscard]] std::vector<FormRow>
settingRows(const JsonNode& root, const std::vector<Setting>& settings, const Problems& problems);

/// Sets the value, or removes it.
[[nodiscard]] std::vector<JsonChange>
setSetting(const JsonNode& root, const Setting& setting, const std::optional<JsonNode>& value);

class ExperimentDocument;
class FormView;

/// A form of settings outside any part.
class SettingsForm final : public QWidget
{
    Q_OBJECT

public:
    explicit SettingsForm(ExperimentDocument& document, QWidget* parent = nullptr);

    /// Shows the settings of the document; does nothing without valid JSON.
    void show(std::vector<Setting> settings);

private:
    void takeEdit(const FormRow& row, const std::optional<JsonNode>& value, bool continues);

    ExperimentDocument& m_document;
    std::vector<Setting> m_settings;
    FormView* m_form = nullptr;
    int m_mergeId = -1;
};

} // namespace coterie::ui
