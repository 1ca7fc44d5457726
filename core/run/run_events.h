#pragma once

#include "core/base/result.h"
#include "core/experiment/live_change.h"
#include "core/report/round_report.h"

#include <functional>
#include <optional>
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

/// Does the work; what LibTorch or the memory allocator threw becomes a sentence that begins with
/// `doing` ("Round 12"). The one place where the engine's exceptions end. RunStopped is not a
/// failure and passes.
[[nodiscard]] std::optional<std::string> failureOf(const std::string& doing,
                                                   const std::function<void()>& work);

/// The one rule by which a run ends early: a training, test or validation loss of this round is not
/// finite. Losses that are merely large go on; whether they come back is what the run is there to
/// show. A score over no samples has no loss and is passed over. One event per client, kind
/// "nonFinite"; without a client for what belongs to none.
[[nodiscard]] std::vector<Event> nonFiniteLosses(const RoundReport& report);
[[nodiscard]] bool isNonFinite(const Event& event);
/// Of the events of that kind: "The training loss of client 3 is not a number in round 5, and 2
/// more are not finite." Empty if there are none.
[[nodiscard]] std::string nonFiniteReason(const std::vector<Event>& events);

} // namespace coterie
