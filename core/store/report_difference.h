#pragma once

#include "core/report/round_report.h"

#include <optional>
#include <string>

namespace coterie {

/// A number in which two reports of one round differ, as their exports have it.
struct ReportDifference
{
    std::string table = {};  ///< "clients"
    std::string place = {};  ///< "client 3", "kind A, row 2, column 5"; empty: of the whole round
    std::string column = {}; ///< "trainLoss"; empty: one report has no such row, or another here
    bool isInOne = true;
    bool isInOther = true;
    std::string one = {}; ///< empty: not measured
    std::string other = {};
};

/// The first one: who took part, then the clients' results, groups, matrices, further values,
/// traffic, and the metrics that follow from these. Times and events are no results.
[[nodiscard]] std::optional<ReportDifference> firstDifference(const RoundReport& one,
                                                              const RoundReport& other);

/// The same of runs that may keep the dense matrices of different rounds: those that only one of
/// the reports has are left out. See keepMatricesEvery.
[[nodiscard]] std::optional<ReportDifference> firstDifferenceOfKept(const RoundReport& one,
                                                                    const RoundReport& other);

} // namespace coterie
