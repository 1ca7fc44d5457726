#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace coterie {

struct Registry;
class RunStore;

enum class ReportStyle
{
    Appendix, ///< everything, for the appendix of a paper
    Talk      ///< what one sees at a glance: the question, one figure, a few sentences
};

/// "appendix" or "talk".
[[nodiscard]] std::optional<ReportStyle> reportStyle(std::string_view word);

/// One HTML file of these runs that needs no other: the question, the federation, settings,
/// figures, tables and tests over seeds, what the numbers say, what computed them, and how to
/// repeat it. Nothing in it depends on when or where it is written. Texts from files are escaped.
[[nodiscard]] Result<std::string> htmlReport(RunStore& store,
                                             std::span<const std::int64_t> runs,
                                             const Registry& registry,
                                             ReportStyle style);

} // namespace coterie
