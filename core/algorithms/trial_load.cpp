#include "core/algorithms/trial_load.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>

namespace coterie {

namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr std::string_view kLoads = "loads";

// In the process of the library's own:

int answerEnd = -1;

/// Ends the process without what would run at its end, which is the parent's.
[[noreturn]] void answer(std::string_view words)
{
    std::ignore = ::write(answerEnd, words.data(), std::min(words.size(), std::size_t{PIPE_BUF}));
    ::_exit(0);
}

/// What is being thrown.
[[noreturn]] void answerException()
{
    std::string words = "throws an exception while it loads";
    try {
        if (std::current_exception())
            std::rethrow_exception(std::current_exception());
    } catch (const std::exception& exception) {
        words.append(": ").append(exception.what());
    } catch (...) {
    }
    answer(words);
}

[[noreturn]] void tryLibrary(const char* library, const char* symbol)
{
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    std::ignore = ::setrlimit(RLIMIT_CORE, &none);
    // What it writes, it writes once more when the program loads it.
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    std::set_terminate(&answerException);
    // dlopen is declared as one that throws nothing. What a library throws as it loads would pass
    // by the catch below.
    void* (*volatile load)(const char*, int) = &::dlopen;
    try {
        void* const loaded = load(library, RTLD_NOW | RTLD_LOCAL);
        if (loaded == nullptr)
            answer("cannot be loaded: " + std::string(::dlerror()));
        if (::dlsym(loaded, symbol) == nullptr)
            answer("has no symbol " + std::string(symbol)
                   + "; COTERIE_METHODS(…) in its source defines it");
    } catch (...) {
        answerException();
    }
    answer(kLoads);
}

// In the program:

/// Everything that comes until the other end is closed, or nothing when the time is over.
std::optional<std::string> wordsFrom(int end)
{
    const auto last = std::chrono::steady_clock::now() + kPatience;
    std::string words;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            last - std::chrono::steady_clock::now());
        pollfd waiting{.fd = end, .events = POLLIN, .revents = 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<long>(left.count(), 0)));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return std::nullopt;
        std::array<char, PIPE_BUF> piece;
        const ssize_t got = ::read(end, piece.data(), piece.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return words;
        words.append(piece.data(), static_cast<std::size_t>(got));
    }
}

int endOf(pid_t child)
{
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

} // namespace

Result<void> checkLoads(const std::filesystem::path& library, const char* symbol)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return fail({}, "cannot be tried: " + std::string(std::strerror(errno)));
    const pid_t child = ::fork();
    if (child == 0) {
        answerEnd = ends[1];
        tryLibrary(library.c_str(), symbol);
    }
    const int problem = errno;
    ::close(ends[1]);
    if (child < 0) {
        ::close(ends[0]);
        return fail({}, "cannot be tried: " + std::string(std::strerror(problem)));
    }
    const std::optional<std::string> words = wordsFrom(ends[0]);
    ::close(ends[0]);
    if (!words)
        ::kill(child, SIGKILL);
    const int status = endOf(child);
    if (!words)
        return fail({}, "has not loaded within " + std::to_string(kPatience.count()) + " s");
    if (*words == kLoads)
        return {};
    if (!words->empty())
        return fail({}, *words);
    if (WIFSIGNALED(status))
        return fail({},
                    "crashes while it loads (" + std::string(::strsignal(WTERMSIG(status))) + ')');
    return fail({}, "ends the program while it loads");
}

} // namespace coterie
