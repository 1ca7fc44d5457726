#include "core/base/outside_program.h"

#include "core/base/start_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace coterie {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kTimeToDie = 5s; ///< one that waits for a disk does not

/// Both ends of a pipe, closed at the end.
class PipeEnds
{
public:
    PipeEnds()
    {
        if (::pipe2(m_ends.data(), O_CLOEXEC) != 0)
            m_ends = {-1, -1};
    }
    ~PipeEnds()
    {
        closeWriting();
        ::close(m_ends[0]);
    }
    PipeEnds(const PipeEnds&) = delete;
    PipeEnds& operator=(const PipeEnds&) = delete;

    [[nodiscard]] bool isOpen() const { return m_ends[0] >= 0; }
    [[nodiscard]] int reading() const { return m_ends[0]; }
    [[nodiscard]] int writing() const { return m_ends[1]; }
    void closeWriting()
    {
        if (m_ends[1] >= 0)
            ::close(m_ends[1]);
        m_ends[1] = -1;
    }

private:
    std::array<int, 2> m_ends{};
};

/// Both outputs at once, so that neither pipe fills while the other is read.
void readToTheEnd(const PipeEnds& output,
                  const PipeEnds& errors,
                  Clock::time_point until,
                  ProgramAnswer& answer)
{
    std::array<pollfd, 2> watched{{{.fd = output.reading(), .events = POLLIN, .revents = 0},
                                   {.fd = errors.reading(), .events = POLLIN, .revents = 0}}};
    const std::array<std::string*, 2> texts{&answer.out, &answer.err};
    std::array<char, 1 << 14> piece{};
    while (watched[0].fd >= 0 || watched[1].fd >= 0) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        if (left <= 0)
            return;
        if (::poll(watched.data(), watched.size(), static_cast<int>(left)) < 0) {
            if (errno == EINTR) // it has told nothing, and a read could wait without end
                continue;
            return;
        }
        for (std::size_t i = 0; i < watched.size(); ++i) {
            if (watched[i].fd < 0 || watched[i].revents == 0)
                continue;
            const ssize_t count = ::read(watched[i].fd, piece.data(), piece.size());
            if (count > 0)
                texts[i]->append(piece.data(), static_cast<std::size_t>(count));
            else if (count == 0 || errno != EINTR)
                watched[i].fd = -1; // poll leaves it out
        }
    }
}

/// Its status; nothing: it has not ended by then.
std::optional<int> endOf(pid_t process, Clock::time_point until)
{
    constexpr auto kBetweenLooks = 2ms;
    int status = 0;
    while (true) {
        const pid_t ended = ::waitpid(process, &status, WNOHANG);
        if (ended == process || (ended == -1 && errno != EINTR))
            return status;
        if (Clock::now() >= until)
            return std::nullopt;
        std::this_thread::sleep_for(kBetweenLooks);
    }
}

} // namespace

Result<ProgramAnswer> askProgram(std::vector<std::string> command,
                                 std::span<const std::string_view> without,
                                 std::chrono::milliseconds patience)
{
    PipeEnds output;
    PipeEnds errors;
    if (!output.isOpen() || !errors.isOpen())
        return fail(command.front(), "too many files are open to start it");
    pid_t process = 0;
    const int problem = startProgram({.command = command,
                                      .without = without,
                                      .output = output.writing(),
                                      .errors = errors.writing(),
                                      .ownGroup = false},
                                     process);
    if (problem == ENOENT)
        return fail(
            command.front(), "there is no such program on this machine", ErrorKind::NotFound);
    if (problem != 0)
        return fail(command.front(),
                    "cannot be started (" + std::string(std::strerror(problem)) + ")");
    output.closeWriting();
    errors.closeWriting();
    const Clock::time_point until = Clock::now() + patience;
    ProgramAnswer answer;
    readToTheEnd(output, errors, until, answer);
    std::optional<int> status = endOf(process, until);
    if (!status) {
        answer.hasEnded = false;
        ::kill(process, SIGKILL);
        status = endOf(process, Clock::now() + kTimeToDie).value_or(SIGKILL);
    }
    answer.status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
    return answer;
}

} // namespace coterie
