#pragma once

#include "core/metrics/named_values.h"
#include "core/report/round_report.h"

#include <span>
#include <string_view>

namespace coterie {

/// A number of each client that a figure may draw.
struct ClientNumberInfo
{
    std::string_view name;
    std::string_view title; ///< on an axis
    /// Of a report of a client; null: a method or sampler reports it under this name.
    std::optional<double> (*of)(const ClientReport& client) = nullptr;
};

[[nodiscard]] std::span<const ClientNumberInfo> clientNumberInfos();
/// Null if there is no number of this name.
[[nodiscard]] const ClientNumberInfo* findClientNumber(std::string_view name);
/// Whether a number that a user's command gives must have another name: that of a metric, of a
/// client's number, or of values that metrics are computed from (see MetricTracker).
[[nodiscard]] bool isNameOfOurs(std::string_view name);
/// The names of all, for Registry::clientNumbers.
[[nodiscard]] std::span<const std::string_view> clientNumberNames();

/// Of every client, by its number; shorter or empty where the round did not measure it.
[[nodiscard]] NamedList clientNumbers(const RoundReport& report, std::string_view name);

} // namespace coterie
