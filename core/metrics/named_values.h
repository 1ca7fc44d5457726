#pragma once

#include "core/report/round_report.h"

#include <optional>
#include <string_view>
#include <vector>

namespace coterie {

/// The values of an algorithm under one name, each of a client or group; absent ones are nothing.
using NamedList = std::vector<std::optional<double>>;

/// Nothing that was not measured.
void put(Metrics& metrics, std::string_view name, const std::optional<double>& value);

[[nodiscard]] const NamedList* listNamed(const std::vector<NamedValues>& lists,
                                         std::string_view name);

/// Those of the list that are there.
[[nodiscard]] std::vector<double> valuesNamed(const std::vector<NamedValues>& lists,
                                              std::string_view name);

[[nodiscard]] std::optional<double> sumOfAny(const std::vector<double>& values);

} // namespace coterie
