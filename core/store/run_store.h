#pragma once

#include "core/experiment/live_change.h"
#include "core/report/kept_models.h"
#include "core/report/run_record.h"
#include "core/store/run_labels.h"
#include "core/store/store_files.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

struct BundleFiles;
class Database;
class OtherStores;
class RunLeases;

/// The stored reason of a run that waited when its queue was stopped.
inline constexpr std::string_view kStoppedBeforeItsTurn = "The queue was stopped before its turn.";

/// What a run took over from another one, its parent.
struct Branch
{
    std::optional<std::int64_t> parent = {};  ///< absent: it is not in this store
    std::string name = {};                    ///< the parent's: "HCCT, seed 1"
    int round = 0;                            ///< the last one that both have
    std::vector<RecordedChange> changes = {}; ///< those of the parent up to there, then its own

    bool operator==(const Branch&) const = default;
};

/// "run 4 after round 8", or with the name of a parent that is not in this store.
[[nodiscard]] std::string originText(const Branch& branch);

/// A branch to be, with the state that it goes on from.
struct NewBranch
{
    Branch branch = {};           ///< its parent must be there
    CheckpointDelta state = {};   ///< whole, of the branch's round or before; round −1: none
    Environment environment = {}; ///< of the rounds up to that state
    int rounds = 0;               ///< planned
};

/// One row of the run table.
struct RunRow
{
    std::int64_t id = 0;
    std::int64_t experiment = 0;
    std::string experimentName;
    std::string experimentHash;
    /// designHash() of the first experiment in its store with that hash: runs of equal designs
    /// count as runs of one experiment, whatever seeds it was begun with.
    std::string experimentDesign;
    std::string arm;
    std::size_t armIndex = 0;
    std::size_t look = 0; ///< its arm's; see armLooks()
    std::uint64_t seed = 0;
    std::string sweep; ///< "alpha = 10" or empty
    std::string planJson;
    RunStatus status = RunStatus::Queued;
    std::string reason;
    int rounds = 0;     ///< planned, also by hand
    int roundsDone = 0; ///< stored
    Environment environment;
    std::string created; ///< UTC, ISO 8601
    std::string origin;  ///< the bundle that it was imported from; empty: computed for this store
    std::vector<std::string> tags;
    std::string folder; ///< "paper/figures"; empty: none
    std::string name;   ///< the user's own; empty: none
    std::string note;
    std::string store;   ///< the name of the store beside one's own that has it; empty: one's own
    bool pinned = false; ///< at the top of every list
    bool hasRounds = false; ///< at least round 0 is stored
    /// A setting was changed by hand, or it was resumed with another library or device: its plan
    /// and environment do not tell all of what it computed.
    bool isMixed = false;
    /// Of settings, by hand, in their order; of a branch also those to come.
    std::vector<RecordedChange> changes;
    std::optional<Branch> branch = {};
    /// The index of its sweep point within its arm, in the order of first runs, discarded ones
    /// included.
    std::size_t sweepPlace = 0;

    /// The end of its process interrupted it, or left it waiting, and nobody has resumed it.
    bool isLeft = false;
    /// It has been started, successfully or not.
    bool begun = true;

    /// As it is shown: "3", or of another store "3 (cluster)".
    [[nodiscard]] std::string numberText() const { return runNumberText(id, store); }
    [[nodiscard]] bool isBegun() const { return begun || hasRounds; }
    /// Its queue was stopped before its turn, and nothing of it is stored.
    [[nodiscard]] bool isNotBegun() const { return status == RunStatus::Stopped && !isBegun(); }
};

/// One named number of one round of one run: the metrics of ALGORITHMS §12.
struct MetricPoint
{
    int round = 0;
    std::string name; ///< "meanTestError", "stdTestError", "worstTestError", "globalAccuracy" …
    double value = 0;
};

/// One of a metric's values over the rounds.
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
    int round = 0; ///< of the value
    double value = 0;

    bool operator==(const RunMetric&) const = default;
};

/// A store beside one's own that cannot be read.
struct UnreadStore
{
    OtherStore store;
    Error why; ///< names the file
};

/// What became of the runs of a bundle.
struct ImportedRuns
{
    std::vector<std::int64_t> added;
    std::vector<std::int64_t> known; ///< the store's own numbers of runs that it had already
};

/// What became of the runs of other stores.
struct MergedRuns
{
    std::vector<std::int64_t> added;
    std::vector<std::int64_t> known; ///< the store's own numbers of runs that it had already
    /// Runs that can be resumed and stay where they are: how many of which file.
    std::vector<std::pair<std::string, std::size_t>> left;
};

using MayDiffer = std::function<bool(const RunRow& run)>;

/// What a resumed run continues from.
struct UsableState
{
    CheckpointDelta checkpoint; ///< whole; round −1: from the start
    std::string givenUp; ///< a sentence about damaged states that this one replaces; usually empty
};

/// Whether waiting can help against a refusal of the store: the disk is full, or another program
/// locks the store.
[[nodiscard]] inline bool canPass(const Error& refusal)
{
    return refusal.kind == ErrorKind::TooMuch || refusal.kind == ErrorKind::Conflict;
}

/// One SQLite file with all runs, reports and checkpoints. All SQL of the program is in this
/// folder. An object belongs to one thread; several objects and processes may open the same file.
class RunStore final : public RunSink
{
public:
    enum class Mode
    {
        ReadWrite,
        ReadOnly, ///< an older file is updated first, if it can be
        /// The same, but an older file is refused and stays as it is, and no file is made beside
        /// it while nobody writes it.
        AsItIs
    };

    /// Opens or creates the file and migrates an older one. A newer, locked, damaged or read-only
    /// file is an error.
    [[nodiscard]] static Result<std::unique_ptr<RunStore>> open(const std::filesystem::path& file,
                                                                Mode mode = Mode::ReadWrite);
    /// Opens one's own store to be read, and the others beside it: all that asks for runs answers
    /// for theirs too, by the numbers that they have here (see kNumbersPerStore). Nothing of them
    /// can be changed. A file of one's own that does not exist is a store without runs.
    [[nodiscard]] static Result<std::unique_ptr<RunStore>> openAll(const StoreFiles& files);
    /// Whether the file has no tables: another program may be creating the store.
    [[nodiscard]] static bool isUnmade(const std::filesystem::path& file);
    ~RunStore() override;

    /// The same name, JSON and hash give the same experiment.
    [[nodiscard]] Result<std::int64_t>
    addExperiment(const std::string& name, const std::string& json, const std::string& hash);
    [[nodiscard]] Result<std::int64_t> addRun(std::int64_t experiment,
                                              const RunPlan& plan,
                                              const std::string& planJson,
                                              const Environment& environment);
    /// Queued runs of these plans, each on its plan's device: all or, on an error, none. Their ids,
    /// in order.
    [[nodiscard]] Result<std::vector<std::int64_t>> addRuns(std::int64_t experiment,
                                                            std::span<const RunPlan> plans,
                                                            const Environment& environment);
    [[nodiscard]] Result<void> setEnvironment(std::int64_t run, const Environment& environment);
    /// The rounds of this run are computed again in this environment, which is stored with round 0,
    /// as that replaces them. Forgotten when the run ends.
    void beginAgain(std::int64_t run, const Environment& environment);

    /// If the file was deleted meanwhile, all that it held goes to a store beside its place, which
    /// this object uses from then on. An error says so once. What a sink is given goes there too;
    /// everything else is refused in a deleted file.
    [[nodiscard]] Result<void> rescue();

    /// A round that is committed again, by a resumed run, replaces itself and all later rounds.
    [[nodiscard]] Result<void>
    commit(std::int64_t run,
           const std::vector<std::shared_ptr<const RoundReport>>& reports,
           const CheckpointDelta* checkpoint) override;
    [[nodiscard]] Result<void> setFacts(std::int64_t run, const FederationFacts& facts) override;
    [[nodiscard]] Result<void> setRounds(std::int64_t run, int rounds) override;
    [[nodiscard]] Result<void>
    setStatus(std::int64_t run, RunStatus status, const std::string& reason) override;
    [[nodiscard]] Result<void> finish(std::int64_t run, const KeptModels* models) override;
    [[nodiscard]] Result<CheckpointDelta> loadCheckpoint(std::int64_t run) override;
    /// For a resume: a damaged state falls back to the one before or, where both are damaged, to
    /// none.
    [[nodiscard]] Result<UsableState> recoverCheckpoint(std::int64_t run);
    /// For finished runs, which need no state.
    [[nodiscard]] Result<void> dropCheckpoint(std::int64_t run);
    /// The finished runs that still have a state, because of a crash before it was dropped.
    [[nodiscard]] Result<std::vector<std::int64_t>> finishedWithState();
    /// Drops the state of those that no other queue is about to. Errors are ignored: a later queue
    /// tries again.
    void dropNeedlessStates(RunLeases& leases);

    /// The models of a finished run, checked; nothing if it did not come to keeping any.
    [[nodiscard]] Result<std::optional<KeptModels>> keptModels(std::int64_t run);

    /// A queued run with the parent's experiment, plan and rounds up to the state.
    [[nodiscard]] Result<std::int64_t> addBranch(const NewBranch& made);
    /// The newest intact state of at most this round, whole: one that was kept, or the checkpoint;
    /// round −1: none.
    [[nodiscard]] Result<CheckpointDelta> stateUpTo(std::int64_t run, int round);

    /// Adds the runs of a bundle: all or, on an error, none. Everything in it is checked as from a
    /// stranger. A run that the store has already, with the same numbers, is not added again.
    [[nodiscard]] Result<ImportedRuns> importBundle(const BundleFiles& files,
                                                    const Registry& registry);

    /// Adds the finished and failed runs of these stores, with their experiments, models, notes,
    /// tags, names and folders: all or, on an error, none. A run that is here already, with the
    /// same numbers, is not added again; its tags join those it has. One with the same settings,
    /// program and libraries and other numbers is an error, unless more decides on its numbers,
    /// such as a script: `mayDiffer`.
    [[nodiscard]] Result<MergedRuns> merge(std::span<const std::filesystem::path> others,
                                           const MayDiffer& mayDiffer = {});

    /// Without the discarded ones; those of other stores after one's own.
    [[nodiscard]] Result<std::vector<RunRow>> runs();
    /// The other stores whose runs the last runs() could not list.
    [[nodiscard]] std::vector<UnreadStore> unread() const;
    [[nodiscard]] Result<RunRow> run(std::int64_t id);
    [[nodiscard]] Result<std::string> experimentJson(std::int64_t experiment);
    [[nodiscard]] Result<FederationFacts> facts(std::int64_t run);
    /// The reports as they were committed; without `withMatrices`, A, similarity and Gram are
    /// absent.
    [[nodiscard]] Result<std::vector<RoundReport>>
    reports(std::int64_t run, int firstRound = 0, int lastRound = -1, bool withMatrices = true);
    [[nodiscard]] Result<std::vector<MetricPoint>> metrics(std::int64_t run);
    /// The wall time of every stored round, by round.
    [[nodiscard]] Result<std::vector<std::pair<int, double>>> roundSeconds(std::int64_t run);
    /// The metrics of the last round in which a model was tested or, if there is none, of the last
    /// round with metrics. All are of that round.
    [[nodiscard]] Result<std::vector<MetricPoint>> lastMetrics(std::int64_t run);

    /// A metric of every run that has it, by ascending id: its newest, its best, or that of one
    /// round. Only finite values can be best. If neither way is better, the newest is returned.
    [[nodiscard]] Result<std::vector<RunMetric>> metricOfRuns(const MetricMoment& moment);

    /// To each of these runs, all or none; the tags to remove need not be there. Returns what
    /// changed.
    [[nodiscard]] Result<std::vector<TagChange>>
    changeTags(std::span<const std::int64_t> runs,
               const std::vector<std::string>& added,
               const std::vector<std::string>& removed);
    [[nodiscard]] Result<void> undoTags(std::span<const TagChange> changes);
    /// Puts each of these runs into its folder, all or none.
    [[nodiscard]] Result<std::vector<LabelChange>> moveRuns(std::span<const RunFolder> wanted);
    /// The reverse, whatever the folders are called. Returns how many runs were moved since and
    /// stay where they are.
    [[nodiscard]] Result<std::size_t> moveBack(std::span<const LabelChange> moved);
    /// Moves all runs in a folder and in those within it, deleted ones too; to no folder if the new
    /// name is empty. Another folder's name is refused.
    [[nodiscard]] Result<std::vector<LabelChange>> renameFolder(const std::string& from,
                                                                const std::string& typed);

    /// Gives each of these runs its name, all or none.
    [[nodiscard]] Result<std::vector<LabelChange>> nameRuns(std::span<const RunName> wanted);
    /// The reverse, whatever the names are. Returns how many runs were named since and keep that.
    [[nodiscard]] Result<std::size_t> nameBack(std::span<const LabelChange> named);

    /// By name.
    [[nodiscard]] Result<std::vector<SavedView>> savedViews();
    /// Refuses the name of another one.
    [[nodiscard]] Result<void> addView(const SavedView& view);
    /// Replaces the state of a view that must be there.
    [[nodiscard]] Result<void> setView(const SavedView& view);
    [[nodiscard]] Result<void> renameView(const std::string& from, const std::string& typed);
    [[nodiscard]] Result<void> dropView(const std::string& name);

    [[nodiscard]] Result<void> addTag(std::int64_t run, const std::string& tag);
    [[nodiscard]] Result<void> removeTag(std::int64_t run, const std::string& tag);
    [[nodiscard]] Result<void> setNote(std::int64_t run, const std::string& note);
    [[nodiscard]] Result<void> setPinned(std::int64_t run, bool pinned);
    [[nodiscard]] Result<void> deleteRun(std::int64_t run);
    /// Hides runs from runs(), which can be undone. All or, if one does not exist, none.
    [[nodiscard]] Result<void> discardRuns(std::span<const std::int64_t> runs);
    [[nodiscard]] Result<void> restoreRuns(std::span<const std::int64_t> runs);
    /// Deletes runs that were discarded at least this many days ago and that no process computes.
    /// Returns their number.
    [[nodiscard]] Result<std::size_t> purgeDiscarded(int days);

    [[nodiscard]] const std::filesystem::path& file() const;
    /// Whether the file was deleted or moved since it was opened.
    [[nodiscard]] bool isGone() const override;
    [[nodiscard]] bool lacksState(std::int64_t run) const override;

private:
    class Connection;
    explicit RunStore(std::unique_ptr<Connection> connection);
    [[nodiscard]] bool asksOther(std::int64_t number) const;
    [[nodiscard]] Database& database();
    /// `inProgress`: a run that can still be given a new state.
    [[nodiscard]] Result<void> moveIfGone(std::optional<std::int64_t> inProgress = {});
    /// That this store replaces a lost one, once.
    [[nodiscard]] Result<void> news();
    [[nodiscard]] Result<void> changeStatus(std::int64_t run,
                                            RunStatus status,
                                            const std::string& reason,
                                            const KeptModels* models);
    [[nodiscard]] Result<void> write(std::int64_t run,
                                     const std::vector<std::shared_ptr<const RoundReport>>& reports,
                                     const CheckpointDelta* checkpoint);

    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<OtherStores> m_others; ///< null: none
};

/// Of the loaded library: "3.40.1".
[[nodiscard]] std::string sqliteVersion();

/// The run store without --db: $XDG_DATA_HOME/coterie/runs.sqlite; empty, which open() refuses, if
/// the user's folder is unknown.
[[nodiscard]] std::filesystem::path defaultStoreFile();

} // namespace coterie
