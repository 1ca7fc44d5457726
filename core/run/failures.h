#pragma once

#include "core/report/round_report.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// Does the work. What LibTorch or the memory allocator threw becomes a sentence that begins with
/// `doing` ("Round 12"). The engine's exceptions end here only. RunStopped is not a failure and
/// passes.
[[nodiscard]] std::optional<std::string> failureOf(const std::string& doing,
                                                   const std::function<void()>& work);

/// "Stopped because it could not begin (the disk is full). You can resume it."
[[nodiscard]] std::string notBegunReason(const std::string& refusal);

/// The one rule by which a run ends early: a training, test or validation loss of this round is not
/// finite. Losses that are merely large do not end it; whether they recover is what the run is
/// there to show. A score over no samples has no loss. One event per client, and one without a
/// client for each loss that belongs to none.
[[nodiscard]] std::vector<Event> nonFiniteLosses(const RoundReport& report);
[[nodiscard]] bool isNonFinite(const Event& event);
/// "The training loss of client 3 is not a number in round 5, and 2 more are not finite." Empty if
/// all are finite.
[[nodiscard]] std::string nonFiniteReason(const RoundReport& report);

} // namespace coterie
