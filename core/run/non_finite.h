#pragma once

#include "core/report/round_report.h"

#include <string>
#include <vector>

namespace coterie {

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
