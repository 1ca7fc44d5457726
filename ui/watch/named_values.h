#pragma once

#include "core/report/round_report.h"

#include <algorithm>
#include <string_view>

namespace coterie::ui {

/// A report's values of this name; null if it has none.
[[nodiscard]] inline const NamedValues* valuesNamed(const std::vector<NamedValues>& all,
                                                    std::string_view name)
{
    const auto found = std::ranges::find(all, name, &NamedValues::name);
    return found == all.end() ? nullptr : &*found;
}

/// One of them; absent beyond the end, as where it was not measured.
[[nodiscard]] inline std::optional<double> valueAt(const NamedValues* values, std::size_t index)
{
    return values && index < values->values.size() ? values->values[index] : std::nullopt;
}

} // namespace coterie::ui
