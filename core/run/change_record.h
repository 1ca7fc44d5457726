#pragma once

#include "core/spec/live_change.h"
#include "core/spec/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// A change by hand and the first round it holds for: with the experiment and the seed, what a
/// run's results follow from.
struct RecordedChange
{
    int round = 0;
    LiveChange change;

    bool operator==(const RecordedChange&) const = default;
};

/// A line for each, "3 /rounds 20"; values read back as the same numbers.
[[nodiscard]] std::string recordText(std::span<const RecordedChange> changes);
[[nodiscard]] Result<std::vector<RecordedChange>> readRecord(std::string_view text);

} // namespace coterie
