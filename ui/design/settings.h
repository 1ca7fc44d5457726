#pragma once

#include "ui/design/form_row.h"
#include "ui/design/json_change.h"

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

} // namespace coterie::ui
