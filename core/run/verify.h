#pragma once

#include "core/report/run_record.h"
#include "core/run/prepare_run.h"
#include "core/store/report_difference.h"
#include "core/store/run_store.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coterie {

/// How a stored run and the same run played again compare.
struct Verification
{
    int lastSame = -1; ///< all rounds up to this one are the same to the bit; −1: none is
    int lastStored = 0;
    std::optional<ReportDifference> difference = {}; ///< of the next one: stored, played again
    std::string trouble = {}; ///< a sentence: why that round could not be played; usually empty
    bool isStopped = false;   ///< before its end, as the caller wanted
    /// What computes now and did not compute the round that differs.
    std::vector<EnvironmentChanged> changed = {};
};

struct VerifyOptions
{
    std::size_t threads = 1;
    std::string device; ///< empty: the plan's
    std::function<void(int round)> roundDone = [](int) {};
    CommandConsent commands = {};
};

/// Plays a stored run again, with its changes by hand, up to the first round that differs. The
/// store is only read. The error says why the run cannot be played: it has no round, its data is
/// not here, the memory does not suffice, or its plan cannot be read.
[[nodiscard]] Result<Verification> verifyRun(RunStore& store,
                                             const RunRow& row,
                                             RunData& data,
                                             const VerifyOptions& options,
                                             const std::stop_token& stop);

/// "The same to the bit in all 50 rounds." or which number differs first, and what computes now.
[[nodiscard]] std::string verdictOf(const Verification& verification);

/// "round 7, client 3: trainLoss is 0.51 in the first run and 0.52 in the second".
[[nodiscard]] std::string differenceText(int round,
                                         const ReportDifference& difference,
                                         const std::string& inOne,
                                         const std::string& inOther);

} // namespace coterie
