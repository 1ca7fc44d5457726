#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/reporters.h"
#include "app/cli/result_table.h"
#include "app/cli/retries.h"
#include "core/algorithms/registry.h"
#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/check_runs.h"
#include "core/run/environment.h"
#include "core/run/known_runs.h"
#include "core/run/run_queue.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <functional>
#include <memory>
#include <pthread.h>
#include <span>
#include <unistd.h>

namespace coterie::cli {

namespace {

/// How a session in the terminal ended.
enum class SessionEnd
{
    Completed,   ///< every run finished or failed
    Interrupted, ///< by SIGINT, SIGTERM or SIGHUP, at a safe point
    Refused,     ///< the store or the data stayed unusable
};

struct Session
{
    SessionEnd end = SessionEnd::Completed;
    std::filesystem::path storeFile; ///< another than asked for if that was deleted meanwhile
};

constexpr std::chrono::milliseconds kTick{50};

constexpr std::array kInterrupting{SIGINT, SIGTERM, SIGHUP};

/// Interrupting signals that no SignalQueue waited for when they came.
std::atomic<int> countedSignals{0};
static_assert(std::atomic<int>::is_always_lock_free);

/// Takes interrupting signals from a queue, so that they are handled on an ordinary thread. Threads
/// inherit the mask: create this before any thread. BLAS has threads from before, which take the
/// signals that come while nobody waits; a handler counts those. With nohup a lost terminal stays
/// without effect.
class SignalQueue
{
public:
    SignalQueue()
    {
        struct sigaction counting = {};
        counting.sa_handler = [](int) { ++countedSignals; };
        counting.sa_flags = SA_RESTART;
        sigemptyset(&m_signals);
        for (std::size_t i = 0; i < kInterrupting.size(); ++i) {
            sigaction(kInterrupting[i], nullptr, &m_before[i]);
            if (kInterrupting[i] == SIGHUP && m_before[i].sa_handler == SIG_IGN)
                continue;
            sigaddset(&m_signals, kInterrupting[i]);
            sigaction(kInterrupting[i], &counting, nullptr);
        }
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_maskBefore);
    }
    ~SignalQueue()
    {
        pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
        for (std::size_t i = 0; i < kInterrupting.size(); ++i)
            sigaction(kInterrupting[i], &m_before[i], nullptr);
    }
    SignalQueue(const SignalQueue&) = delete;
    SignalQueue& operator=(const SignalQueue&) = delete;

    /// Whether a signal arrived within a tick.
    [[nodiscard]] bool wait() const
    {
        if (countedSignals > 0) {
            --countedSignals;
            return true;
        }
        const timespec limit{.tv_sec = 0, .tv_nsec = std::chrono::nanoseconds(kTick).count()};
        return sigtimedwait(&m_signals, nullptr, &limit) > 0;
    }

private:
    std::array<struct sigaction, kInterrupting.size()> m_before{};
    sigset_t m_signals{};
    sigset_t m_maskBefore{};
};

/// The store commits whole transactions, so leaving at once loses only what was not yet committed.
[[noreturn]] void leaveAtOnce(RunReporter& reporter)
{
    reporter.say("ended at once; committed rounds are kept");
    _exit(kInterrupted);
}

/// Runs a queue to its end. The first interrupting signal stops it at its next safe point, the
/// second ends the program at once. While the disk is full or another program locks the store, the
/// queue retries for these minutes.
Session followQueue(const QueueOptions& options,
                    double retryMinutes,
                    RunReporter& reporter,
                    const std::function<void(RunQueue&)>& start)
{
    const SignalQueue signals;
    RunQueue queue(options, reporter);
    start(queue);

    bool interrupted = false;
    bool refused = false;
    Retries retries(retryMinutes);
    while (!reporter.isOver()) {
        if (signals.wait()) {
            if (interrupted)
                leaveAtOnce(reporter);
            interrupted = true;
            reporter.say("stopping at the next safe point; press Ctrl-C again to end at once");
            queue.stop();
        }
        reporter.tick();
        // Only an unusable store pauses this queue.
        if (!queue.isPaused() || interrupted || refused)
            continue;
        switch (retries.step(Retries::Clock::now(), reporter.news())) {
        case Retries::Step::Begin:
            reporter.say("the run retries every 10 s, for at most "
                         + durationText(60 * retryMinutes) + "; Ctrl-C stops it");
            break;
        case Retries::Step::Wait:
            break;
        case Retries::Step::Retry:
            queue.proceed();
            break;
        case Retries::Step::GiveUp:
            refused = true;
            queue.stop();
            break;
        }
    }
    queue.waitUntilIdle();
    return {.end = interrupted ? SessionEnd::Interrupted
                   : refused   ? SessionEnd::Refused
                               : SessionEnd::Completed,
            .storeFile = queue.storeFile()};
}

/// Keeps the runs of this session: those it named, added or found.
using RowChoice = std::function<std::vector<RunRow>(std::vector<RunRow>)>;

/// Whether `resume --all` takes the run. A failed run can be resumed by its number.
bool waitsToBeResumed(RunStatus status)
{
    return status != RunStatus::Finished && status != RunStatus::Failed;
}

/// Empty if none is named.
Result<std::string> namedDevice(const Arguments& arguments)
{
    std::string device = arguments.value("--device").value_or("");
    COTERIE_CHECK(checkDevice(device, "--device"));
    return device;
}

Result<QueueOptions> queueOptions(const Arguments& arguments)
{
    COTERIE_TRY(std::vector<std::filesystem::path> folders, dataFolders(arguments));
    COTERIE_TRY(const std::string device, namedDevice(arguments));
    return QueueOptions{.storeFile = databaseFile(arguments),
                        .dataFolders = std::move(folders),
                        .threads = static_cast<int>(arguments.whole("--threads").value_or(0)),
                        .device = device};
}

std::string idText(const RunRow& row)
{
    return std::to_string(row.id);
}

/// The longest retryMinutes of stored runs.
double longestRetry(const std::vector<RunRow>& rows)
{
    double longest = 0;
    for (const RunRow& row : rows)
        if (const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry()))
            longest = std::max(longest, plan->retryMinutes);
    return longest;
}

/// Whether the devices of stored runs exist here; the queue reports a plan that it cannot read.
Result<void> checkDevicesOf(const std::vector<RunRow>& rows)
{
    for (const RunRow& row : rows)
        if (const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry()))
            COTERIE_CHECK(checkDevice(plan->device, "run " + idText(row) + ", /device"));
    return {};
}

/// Quoted where a shell needs it.
std::string shellWord(const std::string& text)
{
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:,@%=";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
        return text;
    std::string out = "'";
    for (const char letter : text)
        out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return out + '\'';
}

std::string resumeCommand(const std::vector<RunRow>& rows, const std::filesystem::path& file)
{
    std::string text = "coterie-cli resume";
    for (const RunRow& row : rows)
        if (waitsToBeResumed(row.status))
            text += ' ' + idText(row);
    return text + " --db " + shellWord(file.string());
}

/// Each once: arms that are equal share their runs.
std::vector<RunRow> distinct(const std::vector<RunRow>& rows)
{
    std::vector<RunRow> once;
    for (const RunRow& row : rows)
        if (std::ranges::find(once, row.id, &RunRow::id) == once.end())
            once.push_back(row);
    return once;
}

/// The results, where they are stored, how to resume.
void printEnd(const Results& results,
              const std::vector<RunRow>& rows,
              const std::filesystem::path& file,
              bool resumable)
{
    const bool any =
        std::ranges::any_of(results.arms, [](const ArmSummary& arm) { return !arm.seeds.empty(); });
    if (any)
        print('\n' + resultText(results));
    print("\nDatabase: " + file.string() + "\nRuns: " + joined(rows, ", ", &idText) + '\n');
    if (resumable)
        print("To resume: " + resumeCommand(rows, file) + '\n');
}

void printJsonEnd(const Results& results,
                  const std::vector<RunRow>& rows,
                  const std::filesystem::path& file,
                  bool resumable)
{
    printJsonLine(
        jsonObject({{"event", "ended"},
                    {"database", file.string()},
                    {"runs", jsonList(rows, &RunRow::id)},
                    {"resume", resumable ? std::optional(resumeCommand(rows, file)) : std::nullopt},
                    {"results", resultJson(results)}}));
}

/// Runs the queue, if there is anything to start, and prints the results beside the references.
ExitCode follow(const QueueOptions& options,
                double retryMinutes,
                bool json,
                const std::function<void(RunQueue&)>& start,
                const RowChoice& choose,
                std::span<const Reference> references)
{
    Session session{.storeFile = options.storeFile};
    if (start) {
        const std::unique_ptr<RunReporter> reporter = makeReporter(json);
        session = followQueue(options, retryMinutes, *reporter, start);
    }

    const SessionEnd end = session.end;
    const std::filesystem::path file = std::filesystem::absolute(session.storeFile);
    // For reading: a store that was deleted meanwhile is not made anew.
    Result<std::unique_ptr<RunStore>> store = RunStore::open(file, RunStore::Mode::ReadOnly);
    Result<std::vector<RunRow>> rows =
        store ? (*store)->runs() : Result<std::vector<RunRow>>(Unexpected<Error>{store.error()});
    if (!rows) {
        complain(rows.error().sentence());
        return end == SessionEnd::Interrupted ? kInterrupted : kRunFailed;
    }
    *rows = choose(std::move(*rows));
    const Result<Results> results = collectResults(**store, *rows, references);
    if (!results) {
        complain(results.error().sentence());
        return kRunFailed;
    }
    const bool resumable =
        std::ranges::any_of(*rows, [](const RunRow& row) { return waitsToBeResumed(row.status); });
    (json ? printJsonEnd : printEnd)(*results, distinct(*rows), file, resumable);

    if (end == SessionEnd::Interrupted)
        return kInterrupted;
    const bool allFinished = std::ranges::all_of(
        *rows, [](const RunRow& row) { return row.status == RunStatus::Finished; });
    return allFinished && !rows->empty() ? kDone : kRunFailed;
}

/// The references of the runs' experiment, if all belong to one.
std::vector<Reference> referencesOf(RunStore& store, const std::vector<RunRow>& rows)
{
    if (rows.empty() || std::ranges::any_of(rows, [&rows](const RunRow& row) {
            return row.experiment != rows.front().experiment;
        }))
        return {};
    const Result<std::string> json = store.experimentJson(rows.front().experiment);
    if (!json)
        return {};
    const Result<Experiment, Problems> experiment = parseExperiment(*json, registry());
    return experiment ? experiment->references : std::vector<Reference>();
}

/// Removes the plans whose results are stored; the runs that hold them.
std::vector<std::int64_t>
takeKnown(std::vector<RunPlan>& plans, const std::vector<RunRow>& rows, const std::string& device)
{
    std::vector<std::int64_t> known;
    std::vector<RunPlan> missing;
    const std::vector<std::optional<std::int64_t>> runs = knownRuns(plans, rows, device);
    for (std::size_t i = 0; i < plans.size(); ++i)
        if (runs[i])
            known.push_back(*runs[i]);
        else
            missing.push_back(std::move(plans[i]));
    plans = std::move(missing);
    std::ranges::sort(known);
    known.erase(std::ranges::unique(known).begin(), known.end()); // of equal plans
    return known;
}

void sayKnown(const std::vector<std::int64_t>& runs, bool json)
{
    if (json) {
        printJsonLine(jsonObject({{"event", "alreadyStored"}, {"runs", jsonList(runs)}}));
        return;
    }
    print("Already stored, with the same result to the bit: " + runsText(runs)
          + ". Use --again to compute " + (runs.size() > 1 ? "them" : "it") + " again.\n");
}

std::string counted(std::size_t count, const std::string& word)
{
    return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

} // namespace

Outcome runRun(Arguments& arguments)
{
    COTERIE_TRY(const auto experiment, readExperimentInput(arguments));
    COTERIE_TRY(std::vector<RunPlan> plans, chosenPlans(experiment, arguments));
    COTERIE_TRY(const QueueOptions options, queueOptions(arguments));
    if (options.device.empty())
        for (const RunPlan& plan : plans)
            COTERIE_CHECK(checkDevice(plan.device));

    // Report an unwritable store before any work.
    std::int64_t newestBefore = 0;
    std::vector<std::int64_t> known;
    {
        COTERIE_TRY(std::unique_ptr<RunStore> store, RunStore::open(options.storeFile));
        COTERIE_TRY(const std::vector<RunRow> rows, store->runs());
        for (const RunRow& row : rows)
            newestBefore = std::max(newestBefore, row.id);
        if (!arguments.has("--again"))
            known = takeKnown(plans, rows, options.device);
        leaveOutRepeated(plans);
    }
    const bool json = arguments.has("--json");
    if (!known.empty())
        sayKnown(known, json);
    const std::string hash = canonicalHash(experiment, registry());
    std::function<void(RunQueue&)> start;
    if (!plans.empty())
        start = [&](RunQueue& queue) { queue.add(experiment, plans); };
    return follow(
        options,
        experiment.retryMinutes,
        json,
        start,
        [&](std::vector<RunRow> rows) {
            std::erase_if(rows, [&](const RunRow& row) {
                const bool isNew = row.id > newestBefore && row.experimentHash == hash;
                return !isNew && std::ranges::find(known, row.id) == known.end();
            });
            rows = runsOf(experiment, std::move(rows));
            const std::vector<std::string> arms = arguments.values("--arm");
            std::erase_if(rows, [&arms](const RunRow& row) { // equal arms that were not chosen
                return !arms.empty() && std::ranges::find(arms, row.arm) == arms.end();
            });
            return rows;
        },
        experiment.references);
}

Outcome runResume(Arguments& arguments)
{
    COTERIE_TRY(const QueueOptions options, queueOptions(arguments));
    const bool all = arguments.has("--all");
    if (all != arguments.operands.empty())
        return refuse("resume needs either runs or --all");

    std::vector<RunRow> chosen;
    std::vector<Reference> references;
    {
        COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
        COTERIE_TRY(std::vector<RunRow> rows,
                    all ? store->runs() : namedRuns(*store, arguments.operands));
        for (RunRow& row : rows) {
            if (all ? waitsToBeResumed(row.status) : row.status != RunStatus::Finished)
                chosen.push_back(std::move(row));
            else if (!all)
                return refuse(
                    fail("run " + std::to_string(row.id), "is finished; there is nothing to resume")
                        .error);
        }
        references = referencesOf(*store, chosen);
    }
    if (chosen.empty())
        return printed("There is no run to resume.\n");
    // With --all the queue skips runs whose device is missing, and says so.
    if (!all && options.device.empty())
        COTERIE_CHECK(checkDevicesOf(chosen));
    const std::vector<std::int64_t> ids = idsOf(chosen);
    return follow(
        options,
        longestRetry(chosen),
        arguments.has("--json"),
        [&](RunQueue& queue) { queue.resume(ids); },
        [&](std::vector<RunRow> rows) {
            std::erase_if(rows, [&](const RunRow& row) {
                return std::ranges::find(ids, row.id) == ids.end();
            });
            return rows;
        },
        references);
}

Outcome runValidate(Arguments& arguments)
{
    const auto refuse = [](const Problems& problems) {
        for (const Error& problem : problems)
            print(printable(problem.sentence(), LineEnds::Escape) + '\n');
        return kBadInput;
    };
    const Result<Experiment, Problems> experiment = readExperimentInput(arguments);
    if (!experiment)
        return refuse(experiment.error());
    COTERIE_TRY(std::vector<std::filesystem::path> folders, dataFolders(arguments));
    COTERIE_TRY(const std::string device, namedDevice(arguments));
    RunData data({.folders = std::move(folders)});
    const std::vector<RunPlan> plans = expand(*experiment, registry());
    // The device of the file may be another machine's.
    const auto lacking = device.empty() ? std::ranges::find_if(
                             plans, [](const RunPlan& plan) { return !checkDevice(plan.device); })
                                        : plans.end();
    const bool lacksDevice = lacking != plans.end();
    const RunsCheck check = checkRuns(plans, data, lacksDevice ? "cpu" : device);
    if (!check.problems.empty())
        return refuse(check.problems);
    const std::size_t arms = experiment->arms.size();
    const std::size_t seeds = experiment->seeds.size();
    const std::size_t runs = plans.size();
    return printed(
        arguments.operands.front() + ": valid, " + counted(arms, "arm") + " × "
        + counted(seeds, "seed") + (runs == arms * seeds ? "" : ", with sweeps") + " = "
        + counted(runs, "run")
        + (check.missing ? "; not checked with its data, which are not on this machine" : "")
        + (lacksDevice ? "; its device, " + lacking->device + ", is not on this machine" : "")
        + '\n');
}

} // namespace coterie::cli
