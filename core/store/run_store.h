#pragma once

#include "core/report/run_record.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// The stored reason of a run that waited when its queue was stopped: a new one, or one that was to
/// go on.
inline constexpr std::string_view kStoppedBeforeItsTurn = "The queue was stopped before its turn.";

/// One line of the run table.
struct RunRow
{
    std::int64_t id = 0;
    std::int64_t experiment = 0;
    std::string experimentName;
    std::string experimentHash;
    std::string arm;
    std::size_t armIndex = 0;
    std::size_t look = 0; ///< its arm's; see armLooks()
    std::uint64_t seed = 0;
    std::string sweep; ///< "alpha = 10" or empty
    std::string planJson;
    RunStatus status = RunStatus::Queued;
    std::string reason;
    int rounds = 0;     ///< planned, also by hand while it went on
    int roundsDone = 0; ///< stored
    Environment environment;
    std::string created; ///< UTC, ISO 8601
    std::vector<std::string> tags;
    std::string note;
    bool pinned = false; ///< the user wants it at the top of every list
    bool hasRounds = false; ///< one is stored, be it only round 0, which none is done at
    /// Which of its arm's sweep points it is at, in the order in which they were first run; the
    /// discarded ones count, as long as they can be brought back.
    std::size_t sweepPlace = 0;

    /// It was waiting when its queue was stopped, and nothing of it is stored.
    [[nodiscard]] bool isNotBegun() const
    {
        return status == RunStatus::Stopped && reason == kStoppedBeforeItsTurn && !hasRounds
               && roundsDone == 0;
    }
};

/// One named number of one round of one run: the metrics of ALGORITHMS §12.
struct MetricPoint
{
    int round = 0;
    std::string name; ///< "meanTestError", "stdTestError", "worstTestError", "globalAccuracy" …
    double value = 0;
};

/// Which of a metric's values over the rounds is meant.
struct MetricMoment
{
    enum class When
    {
        Newest,
        Best,
        AtRound
    };
    std::string metric;
    When when = When::Newest;
    int round = 0; ///< for AtRound

    bool operator==(const MetricMoment&) const = default;
};

struct RunMetric
{
    std::int64_t run = 0;
    int round = 0; ///< the value is of
    double value = 0;

    bool operator==(const RunMetric&) const = default;
};

/// One SQLite file with every run, its reports and its checkpoints. All SQL of the program is in
/// this folder. One object belongs to one thread; several objects (and processes) may have the same
/// file open.
class RunStore final : public RunSink
{
public:
    enum class Mode
    {
        ReadWrite,
        ReadOnly
    };

    /// Opens or creates the file, migrating an older one. A newer, locked, corrupt or read-only
    /// file is an error sentence.
    [[nodiscard]] static Result<std::unique_ptr<RunStore>> open(const std::filesystem::path& file,
                                                                Mode mode = Mode::ReadWrite);
    /// Whether the file holds no table of anybody's: a store that is being made just now, or may be.
    [[nodiscard]] static bool isUnmade(const std::filesystem::path& file);
    ~RunStore() override;

    /// The same name, JSON and hash again give the same experiment again.
    [[nodiscard]] Result<std::int64_t>
    addExperiment(const std::string& name, const std::string& json, const std::string& hash);
    [[nodiscard]] Result<std::int64_t> addRun(std::int64_t experiment,
                                              const RunPlan& plan,
                                              const std::string& planJson,
                                              const Environment& environment);
    /// Queued runs of these plans, with what they are to run with, each on its plan's device: all
    /// of them or, if the disk refuses, none. Their ids, in order.
    [[nodiscard]] Result<std::vector<std::int64_t>> addRuns(std::int64_t experiment,
                                                            std::span<const RunPlan> plans,
                                                            const Environment& environment);
    [[nodiscard]] Result<void> setEnvironment(std::int64_t run, const Environment& environment);

    /// A round committed again (a resumed run computes anew what its checkpoint did not hold)
    /// replaces what was stored of it and of all rounds after it.
    [[nodiscard]] Result<void>
    commit(std::int64_t run,
           const std::vector<std::shared_ptr<const RoundReport>>& reports,
           const CheckpointDelta* checkpoint) override;
    [[nodiscard]] Result<void> setFacts(std::int64_t run, const FederationFacts& facts) override;
    [[nodiscard]] Result<void> setRounds(std::int64_t run, int rounds) override;
    [[nodiscard]] Result<void>
    setStatus(std::int64_t run, RunStatus status, const std::string& reason) override;
    [[nodiscard]] Result<CheckpointDelta> loadCheckpoint(std::int64_t run) override;
    /// A finished run needs no state; its space becomes free for the next.
    [[nodiscard]] Result<void> dropCheckpoint(std::int64_t run);
    /// The finished runs that have a state all the same, because their program was killed before it
    /// dropped it.
    [[nodiscard]] Result<std::vector<std::int64_t>> finishedWithState();

    /// Without the discarded ones.
    [[nodiscard]] Result<std::vector<RunRow>> runs();
    [[nodiscard]] Result<RunRow> run(std::int64_t id);
    [[nodiscard]] Result<std::string> experimentJson(std::int64_t experiment);
    [[nodiscard]] Result<FederationFacts> facts(std::int64_t run);
    /// The stored reports, exactly as they were committed; with `withMatrices` false, A, similarity
    /// and Gram stay absent.
    [[nodiscard]] Result<std::vector<RoundReport>>
    reports(std::int64_t run, int firstRound = 0, int lastRound = -1, bool withMatrices = true);
    [[nodiscard]] Result<std::vector<MetricPoint>> metrics(std::int64_t run);
    /// The metrics of the last round in which a model was tested, or, where none ever was, of the
    /// last round with metrics. All are of that one round; what it did not measure is not there.
    [[nodiscard]] Result<std::vector<MetricPoint>> lastMetrics(std::int64_t run);

    /// One number of every run that has it, in the order of the runs' ids: its newest, its best or
    /// that of one round. Only finite values can be best; where neither way is better, the newest is.
    [[nodiscard]] Result<std::vector<RunMetric>> metricOfRuns(const MetricMoment& moment);

    [[nodiscard]] Result<void> addTag(std::int64_t run, const std::string& tag);
    [[nodiscard]] Result<void> removeTag(std::int64_t run, const std::string& tag);
    [[nodiscard]] Result<void> setNote(std::int64_t run, const std::string& note);
    [[nodiscard]] Result<void> setPinned(std::int64_t run, bool pinned);
    [[nodiscard]] Result<void> deleteRun(std::int64_t run);
    /// Takes runs out of runs() without deleting anything, so that it can be undone. All of them or,
    /// if one is not there, none.
    [[nodiscard]] Result<void> discardRuns(std::span<const std::int64_t> runs);
    [[nodiscard]] Result<void> restoreRuns(std::span<const std::int64_t> runs);
    /// Deletes for good what was discarded at least so many days ago and nobody computes; returns how
    /// many runs.
    [[nodiscard]] Result<std::size_t> purgeDiscarded(int days);

    [[nodiscard]] const std::filesystem::path& file() const;

private:
    class Connection;
    explicit RunStore(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> m_connection;
};

/// For the record of a run: the version of the library that is loaded, "3.40.1".
[[nodiscard]] std::string sqliteVersion();

/// The user's run store when no --db is given: $XDG_DATA_HOME/coterie/runs.sqlite;
/// empty, which open() refuses, where no folder of the user is known.
[[nodiscard]] std::filesystem::path defaultStoreFile();

} // namespace coterie
