#include "app/cli/run_session.h"

#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/reporters.h"
#include "app/cli/result_table.h"
#include "app/cli/retries.h"
#include "core/algorithms/own_methods.h"
#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <memory>
#include <pthread.h>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
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
    bool startsCommand = false;
    std::set<std::string> folders; // of the user's methods
    std::error_code ignored;
    const std::filesystem::path usual =
        std::filesystem::weakly_canonical(userMethodsFolder(), ignored);
    for (const RunRow& row : rows) {
        if (!waitsToBeResumed(row.status))
            continue;
        text += ' ' + idText(row);
        const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
        startsCommand |= plan && runsForeignCode(*plan);
        const OwnMethod* method = plan ? ownMethod(plan->algorithm.name) : nullptr;
        if (method != nullptr && method->library.parent_path() != usual)
            folders.insert(method->library.parent_path().string());
    }
    text += startsCommand ? " --allow-external" : "";
    for (const std::string& folder : folders)
        text += " --methods " + shellWord(folder);
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

} // namespace

Result<std::string> namedDevice(const Arguments& arguments)
{
    std::string device = arguments.value("--device").value_or("");
    COTERIE_CHECK(checkDevice(device, "--device"));
    return device;
}

CommandConsent commandConsent(const Arguments& arguments)
{
    CommandConsent consent{.given = arguments.has("--allow-external"),
                           .folder = arguments.value("--command-folder").value_or("")};
    if (arguments.has("--agreed"))
        consent.agreed = arguments.values("--agreed");
    return consent;
}

Result<void> checkCommandOf(const RunRow& row, const CommandConsent& consent)
{
    if (consent.given)
        return {};
    const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    const Result<void> allowed = plan ? checkStartsNoCommand(*plan) : Result<void>();
    if (allowed)
        return {};
    Error problem = allowed.error();
    problem.place.insert(0, "run " + std::to_string(row.id) + ", ");
    return Unexpected<Error>{std::move(problem)};
}

Result<QueueOptions> queueOptions(const Arguments& arguments)
{
    COTERIE_TRY(std::vector<std::filesystem::path> folders, dataFolders(arguments));
    COTERIE_TRY(const std::string device, namedDevice(arguments));
    return QueueOptions{.storeFile = databaseFile(arguments),
                        .dataFolders = std::move(folders),
                        .threads = static_cast<int>(arguments.whole("--threads").value_or(0)),
                        .device = device,
                        .commands = commandConsent(arguments)};
}

bool waitsToBeResumed(RunStatus status)
{
    return status != RunStatus::Finished && status != RunStatus::Failed;
}

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

ExitCode followResumed(const QueueOptions& options,
                       bool json,
                       const std::vector<RunRow>& rows,
                       std::span<const Reference> references)
{
    const std::vector<std::int64_t> ids = idsOf(rows);
    return follow(
        options,
        longestRetry(rows),
        json,
        [&](RunQueue& queue) { queue.resume(ids); },
        [&](std::vector<RunRow> all) {
            std::erase_if(all, [&](const RunRow& row) {
                return std::ranges::find(ids, row.id) == ids.end();
            });
            return all;
        },
        references);
}

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

} // namespace coterie::cli
