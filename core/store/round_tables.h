#pragma once

#include <array>
#include <string_view>

namespace coterie {

/// Every table with rows of a run's rounds, `round` first. They refer to no row outside the run.
inline constexpr std::array<std::string_view, 15> kRoundTables{"round",
                                                               "round_metric",
                                                               "client_metric",
                                                               "value_series",
                                                               "client_value",
                                                               "group_value",
                                                               "group_member",
                                                               "merge",
                                                               "cluster_member",
                                                               "cluster_merge",
                                                               "matrix",
                                                               "participation",
                                                               "traffic",
                                                               "timing",
                                                               "event"};

} // namespace coterie
