#include "core/base/child_process.h"

#include "core/base/printable.h"
#include "core/base/start_program.h"
#include "core/base/try.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace coterie {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kKeptWords = 4096;
constexpr std::size_t kShownWords = 600;
constexpr auto kSlice = 50ms;         ///< after which a wish to stop is seen
constexpr auto kTimeToEnd = 500ms;    ///< for a program whose input has ended
constexpr auto kTimeForWords = 200ms; ///< of a program that has ended

/// A write to a program that has ended gives an error, and no signal that would end this one.
class WithoutPipeSignal
{
public:
    WithoutPipeSignal()
    {
        ::sigemptyset(&m_pipe);
        ::sigaddset(&m_pipe, SIGPIPE);
        sigset_t pending{};
        ::sigpending(&pending);
        m_wasPending = ::sigismember(&pending, SIGPIPE) == 1;
        ::pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~WithoutPipeSignal()
    {
        if (!m_wasPending) {
            const timespec now{};
            while (::sigtimedwait(&m_pipe, nullptr, &now) == -1 && errno == EINTR) {
            }
        }
        ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

private:
    sigset_t m_pipe{};
    sigset_t m_before{};
    bool m_wasPending = false;
};

void makeNonBlocking(int descriptor)
{
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

std::string systemWords(int problem)
{
    return std::strerror(problem);
}

} // namespace

void ChildProcess::Descriptor::close()
{
    if (m_number >= 0)
        ::close(std::exchange(m_number, -1));
}

ChildProcess::Descriptor& ChildProcess::Descriptor::operator=(Descriptor&& other) noexcept
{
    close();
    m_number = std::exchange(other.m_number, -1);
    return *this;
}

Result<ChildProcess::Pipe> ChildProcess::makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail({}, "no pipe could be made (" + systemWords(errno) + ")");
    return Pipe{.reads = Descriptor(ends[0]), .writes = Descriptor(ends[1])};
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const Start& wanted)
{
    if (wanted.command.empty() || wanted.command.front().empty())
        return fail({}, "no program is named");
    COTERIE_TRY(Pipe input, makePipe());
    COTERIE_TRY(Pipe output, makePipe());
    COTERIE_TRY(Pipe errors, makePipe());

    pid_t process = 0;
    const int problem = startProgram({.command = wanted.command,
                                      .folder = wanted.folder,
                                      .environment = wanted.environment,
                                      .input = input.reads.number(),
                                      .output = output.writes.number(),
                                      .errors = errors.writes.number()},
                                     process);
    if (problem != 0) {
        std::error_code ignored;
        if (!wanted.folder.empty() && !std::filesystem::is_directory(wanted.folder, ignored))
            return fail({}, "its folder " + wanted.folder.string() + " is not there");
        return fail({}, systemWords(problem));
    }
    return std::unique_ptr<ChildProcess>(new ChildProcess(
        process, std::move(input.writes), std::move(output.reads), std::move(errors.reads)));
}

ChildProcess::ChildProcess(pid_t process, Descriptor input, Descriptor output, Descriptor errors)
    : m_process(process)
    , m_input(std::move(input))
    , m_output(std::move(output))
    , m_errors(std::move(errors))
{
    for (const Descriptor* end : {&m_input, &m_output, &m_errors})
        makeNonBlocking(end->number());
}

/// The end of its input tells a program to end. What has not ended then, and what it has started,
/// is ended. The group's number stays taken until its first process is waited for.
ChildProcess::~ChildProcess()
{
    m_input.close();
    const auto end = std::chrono::steady_clock::now() + kTimeToEnd;
    while (!hasEnded() && std::chrono::steady_clock::now() < end) {
        std::string_view nothing;
        exchange(nothing, 10ms); // it may wait for somebody to read its last words
        m_unread.clear();
        if (!m_output.isOpen() && !m_errors.isOpen())
            std::this_thread::sleep_for(1ms);
    }
    ::kill(-m_process, SIGKILL);
    ::kill(m_process, SIGKILL); // it may have left its group
    while (::waitpid(m_process, nullptr, 0) == -1 && errno == EINTR) {
    }
}

bool ChildProcess::hasEnded()
{
    siginfo_t state{};
    const int asked =
        ::waitid(P_PID, static_cast<id_t>(m_process), &state, WEXITED | WNOHANG | WNOWAIT);
    return asked == 0 && state.si_pid == m_process;
}

ChildProcess::Answer
ChildProcess::ask(std::string_view message, const Limits& limits, const std::stop_token& stop)
{
    std::size_t searched = 0;
    return await(std::string(message) + '\n', limits, stop, [&]() -> std::optional<Answer> {
        if (const std::size_t lineEnd = m_unread.find('\n', searched);
            lineEnd != std::string::npos && lineEnd <= limits.bytes) {
            Answer answer{.ending = Ending::Line, .line = m_unread.substr(0, lineEnd)};
            m_unread.erase(0, lineEnd + 1);
            return answer;
        }
        searched = m_unread.size();
        if (searched > limits.bytes)
            return Answer{.ending = Ending::TooLong};
        return std::nullopt;
    });
}

ChildProcess::Answer
ChildProcess::askBytes(std::string_view message, const Limits& limits, const std::stop_token& stop)
{
    return await(message, limits, stop, [&]() -> std::optional<Answer> {
        std::uint64_t size = 0;
        if (m_unread.size() < sizeof size)
            return std::nullopt;
        std::memcpy(&size, m_unread.data(), sizeof size);
        if (size > limits.bytes)
            return Answer{.ending = Ending::TooLong};
        const std::size_t whole = sizeof size + static_cast<std::size_t>(size);
        if (m_unread.size() < whole) {
            m_unread.reserve(whole);
            return std::nullopt;
        }
        std::string rest = m_unread.substr(whole);
        m_unread.resize(whole);
        m_unread.erase(0, sizeof size);
        return Answer{.ending = Ending::Line, .line = std::exchange(m_unread, std::move(rest))};
    });
}

ChildProcess::Answer ChildProcess::await(std::string_view toSend,
                                         const Limits& limits,
                                         const std::stop_token& stop,
                                         const std::function<std::optional<Answer>()>& whole)
{
    const auto end = std::chrono::steady_clock::now()
                     + std::chrono::duration_cast<std::chrono::steady_clock::duration>(limits.time);
    bool hadEnded = false;
    for (;;) {
        if (std::optional<Answer> answer = whole())
            return *std::move(answer);
        if (!m_output.isOpen() || hadEnded) {
            readRestOfErrors();
            return {.ending = Ending::Ended};
        }
        if (stop.stop_requested())
            return {.ending = Ending::Stopped};
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (left <= 0ms) {
            readErrors();
            return {.ending = Ending::TimedOut};
        }
        hadEnded = hasEnded(); // before the last look at what it has written
        exchange(toSend, hadEnded ? 0ms : std::min<std::chrono::milliseconds>(left, kSlice));
    }
}

/// Waits for the first of what can be done, and does all of it.
void ChildProcess::exchange(std::string_view& toSend, std::chrono::milliseconds most)
{
    const bool sends = !toSend.empty() && m_input.isOpen();
    std::array<pollfd, 3> ends{
        {{.fd = m_output.number(), .events = POLLIN, .revents = 0},
         {.fd = m_errors.number(), .events = POLLIN, .revents = 0},
         {.fd = sends ? m_input.number() : -1, .events = POLLOUT, .revents = 0}}};
    if (::poll(ends.data(), ends.size(), static_cast<int>(most.count())) <= 0)
        return;
    if (ends[1].revents != 0)
        readErrors();
    if (ends[0].revents != 0)
        readOutput();
    if (ends[2].revents != 0)
        send(toSend);
}

void ChildProcess::send(std::string_view& toSend)
{
    const WithoutPipeSignal quiet;
    const ssize_t sent = ::write(m_input.number(), toSend.data(), toSend.size());
    if (sent >= 0)
        toSend.remove_prefix(static_cast<std::size_t>(sent));
    else if (errno != EAGAIN && errno != EINTR)
        m_input.close(); // it does not listen; what it still says is read
}

void ChildProcess::readOutput()
{
    std::array<char, 65536> bytes;
    const ssize_t count = ::read(m_output.number(), bytes.data(), bytes.size());
    if (count > 0)
        m_unread.append(bytes.data(), static_cast<std::size_t>(count));
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
        m_output.close();
}

void ChildProcess::readErrors()
{
    if (!m_errors.isOpen())
        return;
    std::array<char, 65536> bytes;
    const ssize_t count = ::read(m_errors.number(), bytes.data(), bytes.size());
    if (count > 0) {
        m_words.append(bytes.data(), static_cast<std::size_t>(count));
        if (m_words.size() > kKeptWords)
            m_words.erase(0, m_words.size() - kKeptWords);
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        m_errors.close();
    }
}

/// Until a program that has closed its output has closed this too, but not for long: another that
/// it started may hold it.
void ChildProcess::readRestOfErrors()
{
    const auto end = std::chrono::steady_clock::now() + kTimeForWords;
    while (m_errors.isOpen() && std::chrono::steady_clock::now() < end) {
        pollfd errors{.fd = m_errors.number(), .events = POLLIN, .revents = 0};
        const bool ended = hasEnded();
        if (::poll(&errors, 1, ended ? 0 : 10) > 0)
            readErrors();
        else if (ended)
            return;
    }
}

std::string ChildProcess::lastWords() const
{
    // The last lines that say something, the last one at the end.
    std::string_view rest = m_words;
    std::string told;
    while (!rest.empty() && told.size() < kShownWords) {
        const std::size_t begin = rest.find_last_of('\n');
        std::string_view line = begin == std::string_view::npos ? rest : rest.substr(begin + 1);
        rest = begin == std::string_view::npos ? std::string_view() : rest.substr(0, begin);
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
            line.remove_prefix(1);
        while (!line.empty() && (line.back() == ' ' || line.back() == '\r'))
            line.remove_suffix(1);
        if (!line.empty())
            told.insert(0, std::string(line) + (told.empty() ? "" : " | "));
    }
    if (told.size() > kShownWords) {
        std::size_t from = told.size() - kShownWords;
        while (from < told.size() && (static_cast<unsigned char>(told[from]) & 0xC0) == 0x80)
            ++from; // not inside a character
        told = "…" + told.substr(from);
    }
    return printable(told, LineEnds::Escape);
}

std::string ChildProcess::howItEnded()
{
    // Its output may end a moment before it does.
    for (const auto end = std::chrono::steady_clock::now() + kTimeForWords;
         !hasEnded() && std::chrono::steady_clock::now() < end;)
        std::this_thread::sleep_for(1ms);
    siginfo_t state{};
    if (::waitid(P_PID, static_cast<id_t>(m_process), &state, WEXITED | WNOHANG | WNOWAIT) != 0
        || state.si_pid != m_process)
        return {};
    if (state.si_code == CLD_EXITED)
        return "ended with status " + std::to_string(state.si_status);
    return "was ended by signal " + std::to_string(state.si_status);
}

} // namespace coterie
