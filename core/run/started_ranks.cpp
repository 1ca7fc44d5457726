#include "core/run/started_ranks.h"

#include "core/base/start_program.h"
#include "core/base/try.h"
#include "core/train/rank_group.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/types.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace coterie {

namespace {

constexpr std::chrono::seconds kLongestGoodbye{5};

class Processes final : public StartedRanks
{
public:
    static Result<std::unique_ptr<StartedRanks>> begin(const RankStart& wanted)
    {
        COTERIE_CHECK(checkRanksAvailable());
        std::string folder =
            (std::filesystem::temp_directory_path() / "coterie-ranks-XXXXXX").string();
        if (::mkdtemp(folder.data()) == nullptr)
            return fail("--ranks",
                        "cannot make a folder for the ranks to meet in: "
                            + std::string(std::strerror(errno)));
        std::unique_ptr<Processes> started(new Processes(folder));
        RankPlace place{.count = wanted.count,
                        .file = std::filesystem::path(folder) / "meeting",
                        .patience = wanted.patience};
        for (place.rank = 1; place.rank < place.count; ++place.rank)
            COTERIE_CHECK(started->startOne(wanted, place));
        place.rank = 0; // and the first of its machine
        COTERIE_TRY(started->m_group,
                    RankGroup::join(place, [&started] { return started->checkAllRun(); }));
        started->haveMet();
        return std::unique_ptr<StartedRanks>(std::move(started));
    }

    /// They end when rank 0 says so; who does not, or does not hear it yet, is killed.
    ~Processes() override
    {
        m_group.reset();
        const auto latest = std::chrono::steady_clock::now()
                            + (m_haveMet ? kLongestGoodbye : std::chrono::seconds(0));
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

    [[nodiscard]] RankGroup& group() override { return *m_group; }

private:
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

    explicit Processes(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {}

    void removeFolder() const
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }

    Result<void> startOne(const RankStart& wanted, const RankPlace& place)
    {
        std::error_code ignored;
        const auto ranks = static_cast<std::size_t>(place.count);
        // Rank 0 tells it what to run.
        std::vector<std::string> words{"coterie-cli",
                                       "run",
                                       "of-rank-0",
                                       "--ranks",
                                       "env",
                                       "--threads",
                                       std::to_string(threadsOfRank(wanted.threads, ranks)),
                                       "--rank-timeout",
                                       std::to_string(std::lround(place.patience.count()))};
        words.insert(words.end(), wanted.options.begin(), wanted.options.end());
        std::string folders;
        for (const std::filesystem::path& folder : wanted.dataFolders)
            folders += std::filesystem::absolute(folder, ignored).string() + '\n';
        pid_t process = 0;
        // Its standard error is that of rank 0: it says something there only if it has to end.
        const int status =
            startProgram({.command = std::move(words),
                          .program = wanted.program,
                          .environment = {{"RANK", std::to_string(place.rank)},
                                          {"WORLD_SIZE", std::to_string(place.count)},
                                          {kRankFileVariable, place.file.string()},
                                          {kRankDataVariable, folders},
                                          {kRankParentVariable, std::to_string(::getpid())}}},
                         process);
        if (status != 0)
            return fail("--ranks",
                        "rank " + std::to_string(place.rank) + " could not be started ("
                            + wanted.program.string() + ": " + std::strerror(status) + ')');
        m_processes.push_back(process);
        return {};
    }

    std::filesystem::path m_folder;
    std::vector<pid_t> m_processes;
    std::unique_ptr<RankGroup> m_group; ///< ends before them
    bool m_haveMet = false;
};

} // namespace

int threadsOfRank(int asked, std::size_t ranksHere)
{
    return asked > 0 ? asked
                     : static_cast<int>(std::max<std::size_t>(1, workerCount(0) / ranksHere));
}

int threadsOfEach(const RankStart& wanted, int ranks)
{
    if (wanted.count > 0 || wanted.threads == 0)
        return threadsOfRank(wanted.threads, static_cast<std::size_t>(ranks));
    return std::max(1, wanted.threads / std::max(1, ranks));
}

Result<std::unique_ptr<StartedRanks>> StartedRanks::start(const RankStart& wanted)
{
    return Processes::begin(wanted);
}

} // namespace coterie
