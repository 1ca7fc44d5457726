#include "app/cli/ranks.h"

#include "app/cli/inputs.h"
#include "core/base/hash.h"
#include "core/base/try.h"
#include "core/base/whole_number.h"
#include "core/run/led_ranks.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <sstream>
#include <sys/prctl.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace coterie::cli {

namespace {

constexpr std::string_view kInEnvironment = "env";
/// Of srun alone. SLURM_NTASKS and SLURM_PROCID are also those of a batch script, which is one
/// process however many tasks its job may start.
constexpr std::string_view kTasksOfStep = "SLURM_STEP_NUM_TASKS";
constexpr int kMostRanks = 1024;

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

/// `local` may be missing: then ranks are taken to be dealt to machines in blocks, each as large as
/// the number of its cards or a multiple of it.
Result<RankPlace> placeNamed(const Variables& variables,
                             std::string_view rank,
                             std::string_view count,
                             std::string_view local)
{
    RankPlace place;
    COTERIE_TRY(place.count, wholeIn(variables, count, 1, kMostRanks));
    COTERIE_TRY(place.rank, wholeIn(variables, rank, 0, place.count - 1));
    place.local = place.rank;
    if (variables(local)) {
        COTERIE_TRY(place.local, wholeIn(variables, local, 0, place.count - 1));
    }
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
    return threadsOfRank(static_cast<int>(arguments.whole("--threads").value_or(0)),
                         ranksHere(place));
}

/// Those of rank 0 if it has started this process.
Result<std::vector<std::filesystem::path>> foldersOfRank(const Arguments& arguments)
{
    const char* listed = std::getenv(kRankDataVariable);
    if (listed == nullptr)
        return dataFolders(arguments);
    std::vector<std::filesystem::path> folders;
    std::istringstream lines{std::string(listed)};
    for (std::string line; std::getline(lines, line);)
        folders.emplace_back(line);
    return folders;
}

} // namespace

bool isOneOfSeveral(const Variables& variables)
{
    constexpr std::array<std::string_view, 3> kCounts{
        "WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", kTasksOfStep};
    return std::ranges::any_of(kCounts, [&variables](std::string_view name) {
        const std::optional<std::string> count = variables(name);
        return count && numberIn<int>(*count).value_or(1) > 1;
    });
}

std::optional<std::string> processVariable(std::string_view name)
{
    const char* value = std::getenv(std::string(name).c_str());
    return value == nullptr || value[0] == '\0' ? std::nullopt : std::optional<std::string>(value);
}

int askedRanks(const Arguments& arguments, const Variables& variables)
{
    return static_cast<int>(arguments.whole("--ranks").value_or(isOneOfSeveral(variables) ? 1 : 0));
}

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
    if (const std::optional<std::string> file = variables(kRankFileVariable)) {
        // They are all on this machine.
        COTERIE_TRY(RankPlace place, placeNamed(variables, "RANK", "WORLD_SIZE", "RANK"));
        place.file = *file;
        return place;
    }
    if (variables("RANK")) {
        COTERIE_TRY(RankPlace place, placeNamed(variables, "RANK", "WORLD_SIZE", "LOCAL_RANK"));
        COTERIE_TRY(place, meetingAt(place, variables, {}, {}));
        if (variables("TORCHELASTIC_RUN_ID")) // torchrun itself listens on its port
            place.port = static_cast<std::uint16_t>(place.port + (place.port < 65'535 ? 1 : -1));
        return place;
    }
    if (variables("OMPI_COMM_WORLD_RANK")) { // before Slurm's, which mpirun leaves as they are
        COTERIE_TRY(RankPlace place,
                    placeNamed(variables,
                               "OMPI_COMM_WORLD_RANK",
                               "OMPI_COMM_WORLD_SIZE",
                               "OMPI_COMM_WORLD_LOCAL_RANK"));
        const bool oneMachine =
            variables("OMPI_COMM_WORLD_LOCAL_SIZE") == variables("OMPI_COMM_WORLD_SIZE");
        const std::optional<std::string> job = variables("PMIX_NAMESPACE");
        return meetingAt(place,
                         variables,
                         oneMachine ? std::optional<std::string>("127.0.0.1") : std::nullopt,
                         job ? job : variables("OMPI_MCA_ess_base_jobid"));
    }
    if (variables(kTasksOfStep)) {
        COTERIE_TRY(RankPlace place,
                    placeNamed(variables, "SLURM_PROCID", kTasksOfStep, "SLURM_LOCALID"));
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

CommandRanks::CommandRanks() = default;
CommandRanks::CommandRanks(CommandRanks&&) noexcept = default;
CommandRanks::~CommandRanks() = default;

Result<CommandRanks> CommandRanks::of(const Arguments& arguments)
{
    CommandRanks ranks;
    std::chrono::duration<double> patience = ranks.m_place.patience;
    if (const std::optional<std::int64_t> seconds = arguments.whole("--rank-timeout"))
        patience = std::chrono::seconds(*seconds);
    const std::optional<std::string> asked = arguments.value("--ranks");
    if (!asked && isOneOfSeveral(&processVariable))
        return ranks;
    if (!asked) {
        ranks.m_place.count = 0;
        ranks.m_place.patience = patience;
        return ranks;
    }
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
    ranks.m_place.patience = patience;
    if (ranks.m_place.count == 1)
        return ranks;
    COTERIE_CHECK(checkRanksAvailable());
    if (*asked != kInEnvironment)
        return ranks;
    if (ranks.m_place.rank > 0) {
        // Before the others wait for this rank.
        COTERIE_TRY(ranks.m_dataFolders, foldersOfRank(arguments));
        if (const std::optional<std::string> parent = processVariable(kRankParentVariable)) {
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

RankStart CommandRanks::startOf(const Arguments& arguments, const QueueOptions& options) const
{
    RankStart start{.count = m_place.count,
                    .program = "/proc/self/exe",
                    .dataFolders = options.dataFolders,
                    .threads = options.threads,
                    .patience = m_place.patience};
    std::error_code ignored;
    for (const std::string& folder : arguments.values(kMethodsOption))
        for (const std::string& word :
             {std::string(kMethodsOption), std::filesystem::absolute(folder, ignored).string()})
            start.options.push_back(word);
    return start;
}

Result<void> CommandRanks::start(const Arguments& arguments, QueueOptions& options)
{
    if (m_place.count == 1)
        return {};
    if (m_place.count == 0) { // decided by run, when it begins
        options.rankStart = startOf(arguments, options);
        return {};
    }
    if (!m_group) {
        const RankStart start = startOf(arguments, options);
        COTERIE_TRY(m_started, StartedRanks::start(start));
        options.threads = threadsOfRank(options.threads, static_cast<std::size_t>(start.count));
        options.ranks = &m_started->group();
        return {};
    }
    options.threads = threadsOf(arguments, m_place);
    options.ranks = m_group.get();
    return {};
}

} // namespace coterie::cli
