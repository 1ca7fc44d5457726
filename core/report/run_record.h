#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/report/round_report.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coterie {

/// Immutable bytes in memory that is shared: a vector, or a model's weights. Copies share it. Many
/// together may be more than the memory holds: those that are elsewhere are brought by here().
class SharedBytes
{
public:
    SharedBytes() = default;
    explicit SharedBytes(std::vector<std::byte> bytes)
    {
        const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
        m_view = *owner;
        m_owner = owner;
    }
    SharedBytes(std::shared_ptr<const void> owner, std::span<const std::byte> view)
        : m_owner(std::move(owner))
        , m_view(view)
    {}
    /// So many bytes that `bring` brings as often as it is asked; it throws what it cannot.
    SharedBytes(std::size_t size, std::function<SharedBytes()> bring)
        : m_bring(std::move(bring))
        , m_elsewhere(size)
    {}

    [[nodiscard]] bool isHere() const { return !m_bring; }
    /// In memory.
    [[nodiscard]] SharedBytes here() const { return m_bring ? m_bring() : *this; }
    /// Of those in memory.
    [[nodiscard]] std::span<const std::byte> view() const { return m_view; }
    [[nodiscard]] std::size_t size() const { return m_bring ? m_elsewhere : m_view.size(); }

    bool operator==(const SharedBytes& other) const
    {
        const SharedBytes mine = here();
        const SharedBytes others = other.here();
        return std::ranges::equal(mine.m_view, others.m_view);
    }

private:
    std::shared_ptr<const void> m_owner;
    std::span<const std::byte> m_view;
    std::function<SharedBytes()> m_bring; ///< empty: they are here
    std::size_t m_elsewhere = 0;
};

enum class RunStatus
{
    Queued,
    Running,
    Paused,
    Finished,
    Stopped,
    Failed
};

/// What a result may depend on besides the experiment and the seed; stored with every run.
struct Environment
{
    std::string program;      ///< "coterie 0.1.0, engine 1f3c5a7e"
    std::string torch;        ///< "1.13.0"
    std::string blas;         ///< "OpenBLAS 0.3.21"
    std::string blasCore;     ///< "SkylakeX"
    std::string instructions; ///< "avx512"
    std::string device;       ///< "cpu", "cuda (NVIDIA …)"; see RankedDevice
    std::string sqlite;
    std::string host; ///< shown, exported with timings only

    bool operator==(const Environment&) const = default;
};

/// Facts about the federation that hold for the whole run.
struct FederationFacts
{
    std::vector<std::int64_t> trainSamples; ///< D_i
    std::vector<std::int64_t> testSamples;
    std::vector<std::int64_t> validationSamples;
    std::vector<std::vector<std::int64_t>>
        classCounts;                    ///< of the training shards; empty for regression
    std::vector<int> trueGroup;         ///< domain or cluster; empty if the partition has none
    std::vector<EdgeServer> edges = {}; ///< empty: clients talk to the server itself
    std::int64_t parameters = 0;        ///< P
    std::int64_t classes = 0;
    /// The clients' own in the data, as keptClientName() gives them, "" for one that has none;
    /// empty if no client has one.
    std::vector<std::string> clientNames = {};

    bool operator==(const FederationFacts&) const = default;
};

/// One piece of a run's state, at most 16 MB. Its key is part, client and index.
struct StateChunk
{
    std::string part; ///< "models", "algorithm/c", "sampler", "batches" …
    int client = -1;  ///< −1: belongs to no client
    int index = 0;
    SharedBytes bytes;
    std::uint64_t hash = 0; ///< contentHash(bytes)
};

inline constexpr std::size_t kLargestChunk = std::size_t{16} << 20;

/// Which states of a run stay in the store when newer ones follow.
struct StateKeeping
{
    int every = 0;            ///< rounds; 0: none
    std::uint64_t budget = 0; ///< bytes of all that are kept of a run

    [[nodiscard]] bool takes(int round) const
    {
        return every > 0 && round > 0 && round % every == 0;
    }
};

/// The state after `round` rounds: the chunks that changed since the last checkpoint.
struct CheckpointDelta
{
    int round = 0;
    std::vector<StateChunk> changed;
    std::vector<StateChunk> removed; ///< keys only
    bool isWhole = false;            ///< known to have every chunk of the state
    StateKeeping keeping = {};       ///< if it takes the round, the state stays
};

struct KeptModels;

/// Where a run writes. Calls come from one thread at a time. After a failure the run pauses.
class RunSink
{
public:
    virtual ~RunSink() = default;

    /// Reports and checkpoint in one transaction: all or nothing.
    [[nodiscard]] virtual Result<void>
    commit(std::int64_t run,
           const std::vector<std::shared_ptr<const RoundReport>>& reports,
           const CheckpointDelta* checkpoint) = 0;
    [[nodiscard]] virtual Result<void> setFacts(std::int64_t run, const FederationFacts& facts) = 0;
    /// The number of rounds, which may have been changed by hand.
    [[nodiscard]] virtual Result<void> setRounds(std::int64_t run, int rounds) = 0;
    [[nodiscard]] virtual Result<void>
    setStatus(std::int64_t run, RunStatus status, const std::string& reason) = 0;
    /// The run has finished, and these are the models to keep of it: all or nothing.
    [[nodiscard]] virtual Result<void> finish(std::int64_t run, const KeptModels* /*models*/)
    {
        return setStatus(run, RunStatus::Finished, {});
    }
    /// The newest checkpoint, whole; round −1 and no chunks when there is none.
    [[nodiscard]] virtual Result<CheckpointDelta> loadCheckpoint(std::int64_t run) = 0;
    /// Whether its file was deleted or moved, so that what it holds ends with this program.
    [[nodiscard]] virtual bool isGone() const { return false; }
    /// Whether it has lost the run's state, so that it needs a whole one; changes are dropped.
    [[nodiscard]] virtual bool lacksState(std::int64_t /*run*/) const { return false; }
};

} // namespace coterie
