#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/experiment/experiment.h"
#include "core/experiment/external_command.h"
#include "core/experiment/live_change.h"
#include "core/report/run_record.h"
#include "core/train/rank_group.h"

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coterie {

struct RankNeeds;
struct StatePart;

/// A run that several ranks play, for as long as this exists. At rank 0 each function tells the
/// others what the run is about to do; at the others, and without ranks, it does nothing unless it
/// says so.
class LedRun
{
public:
    /// `device` and `goesOn` as in prepareRun().
    LedRun(RankGroup* group,
           const RunPlan& plan,
           const std::string& device,
           bool goesOn,
           const CommandConsent& consent);
    ~LedRun();
    LedRun(const LedRun&) = delete;
    LedRun& operator=(const LedRun&) = delete;

    [[nodiscard]] RankGroup* group() const { return m_group; }
    [[nodiscard]] bool leads() const { return m_group != nullptr && m_group->leads(); }

    void beginBranch(int lastShared, std::span<const RecordedChange> changes);
    /// Each gets all pieces but those of these parts, of which it keeps its own rows.
    void restore(const CheckpointDelta& checkpoint, std::span<const std::string> dealt);
    void change(std::span<const LiveChange> changes);
    void advance();
    /// What it trains on. At every rank; stops the run, by RunStopped with a sentence, if another
    /// rank has other data, which is not to be found out by messages of other sizes.
    void know(const Dataset& dataset, const Shards& shards);
    /// Whether the ranks deal the clients' models among themselves: where their machines have no
    /// memory for all models at each rank, and the method's can be dealt. The error says why they
    /// cannot hold the run even so. Nobody makes models before this. At every rank, after know(),
    /// which is when all have read their data. `needs` are this rank's; rank 0 decides whether the
    /// error `matters`, and its environment whether they deal anyway (dealsAnyway()).
    [[nodiscard]] Result<bool> deals(const RankNeeds& needs, bool matters);
    /// Which card each rank takes; at every rank of a run on cards. A sentence where several ranks
    /// share one.
    [[nodiscard]] std::string knowCards();
    /// Equal at all ranks, or one of them computes something else. Of what is dealt there is
    /// nothing to compare.
    [[nodiscard]] static std::string digest(const std::vector<StatePart>& state);
    /// Stops the run, by RunStopped with a sentence, if another rank has another state.
    void compare(const std::vector<StatePart>& state, int round);

private:
    void tell(RankWord word, const std::string& data);

    RankGroup* m_group;
    int m_run = 0; ///< its number in the group
};

/// A sentence if several ranks share a card, of these places of cards by rank; else empty.
[[nodiscard]] std::string sharedCards(std::span<const std::string> cards);

/// Plays what rank 0 begins, until it quits. The error says why there was no rank 0 any more.
[[nodiscard]] Result<void> followRanks(RankGroup& group,
                                       const std::vector<std::filesystem::path>& dataFolders,
                                       std::size_t threads);

} // namespace coterie
