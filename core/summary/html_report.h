#pragma once

#include "core/base/result.h"
#include "core/store/run_store.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

struct Registry;

enum class ReportStyle
{
    Appendix, ///< everything, for the appendix of a paper
    Talk      ///< what one sees at a glance: one figure and at most three sentences
};

/// "appendix" or "talk".
[[nodiscard]] std::optional<ReportStyle> reportStyle(std::string_view word);

/// Runs of one experiment, whose arms are compared over seeds.
struct ReportedRuns
{
    std::string name; ///< of their experiment
    std::vector<RunRow> runs;
    std::string json = {}; ///< the experiment's text; empty: that of the first run
};

/// Those of one design together, with the same changes by hand; see RunRow::experimentDesign.
[[nodiscard]] std::vector<ReportedRuns> byDesign(const std::vector<RunRow>& runs);

/// One HTML file of these runs that needs no other: the question, the federation, settings,
/// figures, tables and tests over seeds, what the numbers say, what computed them, and how to
/// repeat it. Runs without a round are left out and named. Nothing in it depends on when or where
/// it is written. Texts from files are escaped.
[[nodiscard]] Result<std::string> htmlReport(RunStore& store,
                                             const std::vector<ReportedRuns>& runs,
                                             const Registry& registry,
                                             ReportStyle style);

} // namespace coterie
