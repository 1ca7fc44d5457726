#include "app/cli/ranks.h"

#include "app/cli/inputs.h"
#include "core/base/hash.h"
#include "core/base/try.h"
#include "core/base/whole_number.h"
#include "core/run/led_ranks.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <span>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace coterie::cli {

namespace {

constexpr std::string_view kInEnvironment = "env";
// Of the processes that `--ranks N` starts.
constexpr const char* kFileVariable = "COTERIE_RANK_FILE";
constexpr const char* kParentVariable = "COTERIE_RANK_PARENT";
constexpr int kMostRanks = 1024;
constexpr std::chrono::seconds kFarewell{5};

std::optional<std::string> processVariable(std::string_view name)
{
    const char* value = std::getenv(std::string(name).c_str());
    return value == nullptr || value[0] == '\0' ? std::nullopt : std::optional<std::string>(value);
}

Result<int> wholeIn(const Variables& variables, std::string_view name, int least, int most)
{
    const std::optional<std::string> text = variables(name);
    const std::optional<int> number = text ? numberIn<int>(*text) : std::nullopt;
    if (!number || *number < least || *number > most)
        return fail("--ranks env",
                    "the environment variable " + std::string(name) + " must be a whole number, "
                        + std::to_string(least) + " to " + std::to_string(most) + " (is "
                        + (text ? '"' + *text + '"' : std::string("missing")) + ')');
    return *number;
}

/// A port for a job, the same in all its processes.
std::uint16_t portOf(std::string_view job)
{
    // Below 32768, where Linux begins to take ports for connections of any program.
    constexpr std::uint64_t kFirst = 20'000;
    constexpr std::uint64_t kPorts = 12'000;
    return static_cast<std::uint16_t>(kFirst + contentHash(std::as_bytes(std::span(job))) % kPorts);
}

Result<RankPlace>
placeNamed(const Variables& variables, std::string_view rank, std::string_view count)
{
    RankPlace place;
    COTERIE_TRY(place.count, wholeIn(variables, count, 1, kMostRanks));
    COTERIE_TRY(place.rank, wholeIn(variables, rank, 0, place.count - 1));
    return place;
}

/// MASTER_ADDR and MASTER_PORT, or else what the launcher implies.
Result<RankPlace> meetingAt(RankPlace place,
                            const Variables& variables,
                            const std::optional<std::string>& address,
                            const std::optional<std::string>& job)
{
    const std::optional<std::string> named = variables("MASTER_ADDR");
    if (!named && !address)
        return fail("--ranks env",
                    "the environment variable MASTER_ADDR must name the machine of rank 0");
    place.address = named ? *named : *address;
    if (!variables("MASTER_PORT") && job) {
        place.port = portOf(*job);
        return place;
    }
    COTERIE_TRY(const int port, wholeIn(variables, "MASTER_PORT", 1, 65'535));
    place.port = static_cast<std::uint16_t>(port);
    return place;
}

/// The ranks of this process's machine, as far as the launcher says.
std::size_t ranksHere(const RankPlace& place)
{
    if (!place.file.empty())
        return static_cast<std::size_t>(place.count);
    for (const char* name : {"LOCAL_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"})
        if (const std::optional<std::string> text = processVariable(name))
            return std::max<std::size_t>(1, numberIn<std::size_t>(*text).value_or(1));
    return 1; // Slurm gives each task its own cores
}

int threadsOf(const Arguments& arguments, const RankPlace& place)
{
    if (const std::optional<std::int64_t> asked = arguments.whole("--threads"))
        return static_cast<int>(*asked);
    return static_cast<int>(std::max<std::size_t>(1, workerCount(0) / ranksHere(place)));
}

} // namespace

std::string firstHost(std::string_view list)
{
    std::string host;
    for (;;) {
        const std::size_t end = list.find_first_of(",[");
        host += list.substr(0, end);
        if (end == std::string_view::npos || list[end] == ',')
            return host;
        list.remove_prefix(end + 1);
        host += list.substr(0, list.find_first_of(",-]"));
        list.remove_prefix(std::min(list.size(), list.find(']')));
        list.remove_prefix(std::min<std::size_t>(list.size(), 1));
    }
}

Result<RankPlace> rankPlaceIn(const Variables& variables)
{
    if (const std::optional<std::string> file = variables(kFileVariable)) {
        COTERIE_TRY(RankPlace place, placeNamed(variables, "RANK", "WORLD_SIZE"));
        place.file = *file;
        return place;
    }
    if (variables("RANK")) {
        COTERIE_TRY(RankPlace place, placeNamed(variables, "RANK", "WORLD_SIZE"));
        COTERIE_TRY(place, meetingAt(place, variables, {}, {}));
        if (variables("TORCHELASTIC_RUN_ID")) // torchrun itself listens on its port
            place.port = static_cast<std::uint16_t>(place.port + (place.port < 65'535 ? 1 : -1));
        return place;
    }
    if (variables("OMPI_COMM_WORLD_RANK")) { // before Slurm's, which mpirun leaves as they are
        COTERIE_TRY(RankPlace place,
                    placeNamed(variables, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"));
        const bool oneMachine =
            variables("OMPI_COMM_WORLD_LOCAL_SIZE") == variables("OMPI_COMM_WORLD_SIZE");
        const std::optional<std::string> job = variables("PMIX_NAMESPACE");
        return meetingAt(place,
                         variables,
                         oneMachine ? std::optional<std::string>("127.0.0.1") : std::nullopt,
                         job ? job : variables("OMPI_MCA_ess_base_jobid"));
    }
    if (variables("SLURM_PROCID")) {
        COTERIE_TRY(RankPlace place, placeNamed(variables, "SLURM_PROCID", "SLURM_NTASKS"));
        std::optional<std::string> hosts = variables("SLURM_STEP_NODELIST");
        if (!hosts)
            hosts = variables("SLURM_JOB_NODELIST");
        return meetingAt(place,
                         variables,
                         hosts ? std::optional(firstHost(*hosts)) : std::nullopt,
                         variables("SLURM_JOB_ID").value_or("") + '.'
                             + variables("SLURM_STEP_ID").value_or(""));
    }
    return fail("--ranks env",
                "this process has no rank; start it with torchrun, srun or mpirun, or set RANK, "
                "WORLD_SIZE, MASTER_ADDR and MASTER_PORT");
}

/// Processes that this one has started to be its other ranks. They meet in a folder that only this
/// user can enter.
class StartedRanks
{
public:
    static Result<std::unique_ptr<StartedRanks>> start(const Arguments& arguments, RankPlace& place)
    {
        std::string folder =
            (std::filesystem::temp_directory_path() / "coterie-ranks-XXXXXX").string();
        if (::mkdtemp(folder.data()) == nullptr)
            return fail("--ranks",
                        "cannot make a folder for the ranks to meet in: "
                            + std::string(std::strerror(errno)));
        std::unique_ptr<StartedRanks> started(new StartedRanks(folder));
        place.file = std::filesystem::path(folder) / "meeting";
        for (place.rank = 1; place.rank < place.count; ++place.rank)
            COTERIE_CHECK(started->startOne(arguments, place));
        place.rank = 0;
        return started;
    }

    /// They end when rank 0 says so; who does not, or does not hear it yet, is killed.
    ~StartedRanks()
    {
        const auto latest =
            std::chrono::steady_clock::now() + (m_haveMet ? kFarewell : std::chrono::seconds(0));
        for (const pid_t process : m_processes) {
            while (::waitpid(process, nullptr, WNOHANG) == 0) {
                if (std::chrono::steady_clock::now() < latest) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(5));
                    continue;
                }
                ::kill(process, SIGKILL);
                ::waitpid(process, nullptr, 0);
                break;
            }
        }
        removeFolder();
    }
    StartedRanks(const StartedRanks&) = delete;
    StartedRanks& operator=(const StartedRanks&) = delete;

    /// Which of them has ended.
    [[nodiscard]] Result<void> checkAllRun() const
    {
        for (std::size_t i = 0; i < m_processes.size(); ++i) {
            int status = 0;
            if (::waitpid(m_processes[i], &status, WNOHANG) != m_processes[i])
                continue;
            return fail("--ranks",
                        "rank " + std::to_string(i + 1) + " ended ("
                            + (WIFSIGNALED(status)
                                   ? "signal " + std::to_string(WTERMSIG(status))
                                   : "status " + std::to_string(WEXITSTATUS(status)))
                            + ") before it met the others");
        }
        return {};
    }

    /// None of them needs the folder any more, so a crash does not leave it behind.
    void haveMet()
    {
        m_haveMet = true;
        removeFolder();
    }

private:
    explicit StartedRanks(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {}

    void removeFolder() const
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }

    Result<void> startOne(const Arguments& arguments, const RankPlace& place)
    {
        std::error_code error;
        const std::string program = std::filesystem::read_symlink("/proc/self/exe", error).string();
        // Rank 0 tells it what to run.
        std::vector<std::string> words{program,
                                       "run",
                                       "of-rank-0",
                                       "--ranks",
                                       std::string(kInEnvironment),
                                       "--threads",
                                       std::to_string(threadsOf(arguments, place)),
                                       "--rank-timeout",
                                       std::to_string(std::lround(place.patience.count()))};
        if (const std::optional<std::string> data = arguments.value("--data"))
            words.insert(words.end(), {"--data", *data});
        for (const std::string& folder : arguments.values(kMethodsOption))
            words.insert(
                words.end(),
                {std::string(kMethodsOption), std::filesystem::absolute(folder, error).string()});
        std::vector<std::string> variables{"RANK=" + std::to_string(place.rank),
                                           "WORLD_SIZE=" + std::to_string(place.count),
                                           std::string(kFileVariable) + '=' + place.file.string(),
                                           std::string(kParentVariable) + '='
                                               + std::to_string(::getpid())};
        std::vector<char*> environment;
        for (std::string& variable : variables)
            environment.push_back(variable.data());
        for (char** each = environ; *each != nullptr; ++each) {
            const std::string_view text = *each;
            if (!text.starts_with("RANK=") && !text.starts_with("WORLD_SIZE="))
                environment.push_back(*each);
        }
        environment.push_back(nullptr);
        std::vector<char*> argv;
        for (std::string& word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);

        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        // Its standard error is that of rank 0: it says something there only if it has to end.
        posix_spawnattr_t how;
        posix_spawnattr_init(&how);
        // Not in the terminal's group, whose Ctrl-C is for rank 0.
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&how, 0);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&how, &none);
        pid_t process = 0;
        const int status =
            ::posix_spawn(&process, program.c_str(), &files, &how, argv.data(), environment.data());
        posix_spawnattr_destroy(&how);
        posix_spawn_file_actions_destroy(&files);
        if (status != 0)
            return fail("--ranks",
                        "rank " + std::to_string(place.rank)
                            + " could not be started: " + std::strerror(status));
        m_processes.push_back(process);
        return {};
    }

    std::filesystem::path m_folder;
    std::vector<pid_t> m_processes;
    bool m_haveMet = false;
};

CommandRanks::CommandRanks() = default;
CommandRanks::CommandRanks(CommandRanks&&) noexcept = default;
CommandRanks::~CommandRanks() = default;

Result<CommandRanks> CommandRanks::of(const Arguments& arguments)
{
    CommandRanks ranks;
    const std::optional<std::string> asked = arguments.value("--ranks");
    if (!asked)
        return ranks;
    if (*asked != kInEnvironment) {
        const std::optional<int> count = numberIn<int>(*asked);
        if (!count || *count < 1 || *count > kMostRanks)
            return notAllowed("--ranks",
                              '"' + *asked + '"',
                              "a number of processes, 1 to " + std::to_string(kMostRanks)
                                  + ", or env");
        ranks.m_place.count = *count;
    } else {
        COTERIE_TRY(ranks.m_place, rankPlaceIn(&processVariable));
    }
    if (const std::optional<std::int64_t> seconds = arguments.whole("--rank-timeout"))
        ranks.m_place.patience = std::chrono::seconds(*seconds);
    if (ranks.m_place.count == 1)
        return ranks;
    COTERIE_CHECK(checkRanksAvailable());
    if (*asked != kInEnvironment)
        return ranks;
    if (ranks.m_place.rank > 0) {
        // Before the others wait for this rank.
        COTERIE_TRY(ranks.m_dataFolders, dataFolders(arguments));
        if (const std::optional<std::string> parent = processVariable(kParentVariable)) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (std::to_string(::getppid()) != *parent)
                return fail("--ranks env", "rank 0 has ended");
        }
    }
    COTERIE_TRY(ranks.m_group, RankGroup::join(ranks.m_place));
    // Who stops a job signals all ranks; rank 0 stops it at a safe point. One that waits for the
    // others can be ended.
    if (ranks.m_place.rank > 0)
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            std::signal(signal, SIG_IGN);
    return ranks;
}

Outcome CommandRanks::follow(const Arguments& arguments)
{
    COTERIE_CHECK(followRanks(
        *m_group, m_dataFolders, static_cast<std::size_t>(threadsOf(arguments, m_place))));
    return kDone;
}

Result<void> CommandRanks::start(const Arguments& arguments, QueueOptions& options)
{
    if (m_place.count == 1)
        return {};
    if (!m_group) {
        COTERIE_TRY(m_started, StartedRanks::start(arguments, m_place));
        COTERIE_TRY(m_group, RankGroup::join(m_place, [this] { return m_started->checkAllRun(); }));
        m_started->haveMet();
    }
    options.threads = threadsOf(arguments, m_place);
    options.ranks = m_group.get();
    return {};
}

} // namespace coterie::cli
