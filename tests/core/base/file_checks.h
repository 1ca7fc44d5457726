#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace coterie::test {

/// Whether it holds in a process of its own, which ends after 20 s: a pipe without a partner could
/// be waited for without end.
template <typename Check>
bool holdsInTime(const Check& check)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(20);
        ::_exit(check() ? 7 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

inline std::string contents(const std::filesystem::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace coterie::test
