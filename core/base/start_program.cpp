#include "core/base/start_program.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <initializer_list>
#include <spawn.h>
#include <system_error>
#include <unistd.h>

#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 34)
#define COTERIE_HAS_CLOSEFROM
#endif
#endif

namespace coterie {

namespace {

/// File actions and attributes, freed at the end.
struct SpawnSettings
{
    SpawnSettings()
    {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
    }
    ~SpawnSettings()
    {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};

std::vector<std::string> variablesOf(const ProgramStart& wanted)
{
    std::vector<std::string> all;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::string_view name = text.substr(0, text.find('='));
        const bool isReplaced = std::ranges::any_of(
            wanted.environment, [&](const auto& own) { return own.first == name; });
        const bool isLeftOut = std::ranges::any_of(
            wanted.without, [&](std::string_view begin) { return text.starts_with(begin); });
        if (!isReplaced && !isLeftOut)
            all.emplace_back(text);
    }
    for (const auto& [name, value] : wanted.environment)
        all.emplace_back(name).append("=").append(value);
    return all;
}

/// As C wants them: ended by a null pointer, and valid as long as the texts.
std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

void give(posix_spawn_file_actions_t& actions, int descriptor, int as)
{
    if (descriptor == ProgramStart::kNothing)
        ::posix_spawn_file_actions_addopen(
            &actions, as, "/dev/null", as == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
    else if (descriptor != ProgramStart::kAsHere)
        ::posix_spawn_file_actions_adddup2(&actions, descriptor, as);
}

/// Such as a socket between ranks: the program could write to it, and would keep it open where this
/// one ends before it.
void closeAllOthersIn(posix_spawn_file_actions_t& actions)
{
#ifdef COTERIE_HAS_CLOSEFROM
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#else
    static_cast<void>(actions);
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored))
        if (const int number = std::atoi(entry.path().filename().c_str()); number > STDERR_FILENO)
            ::fcntl(number, F_SETFD, ::fcntl(number, F_GETFD) | FD_CLOEXEC);
#endif
}

sigset_t signals(std::initializer_list<int> numbers)
{
    sigset_t set{};
    ::sigemptyset(&set);
    for (const int number : numbers)
        ::sigaddset(&set, number);
    return set;
}

void setSignals(posix_spawnattr_t& attributes, bool ownGroup)
{
    if (!ownGroup) { // but for those that this program ignores, what ends it ends both
        const sigset_t ignored = signals({SIGPIPE, SIGXFSZ});
        ::posix_spawnattr_setsigdefault(&attributes, &ignored);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        return;
    }
    const sigset_t none = signals({});
    const sigset_t usual = signals({SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGCHLD});
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &usual);
    ::posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

} // namespace

int startProgram(const ProgramStart& wanted, pid_t& process)
{
    SpawnSettings settings;
    give(settings.actions, wanted.input, STDIN_FILENO);
    give(settings.actions, wanted.output, STDOUT_FILENO);
    give(settings.actions, wanted.errors, STDERR_FILENO);
    closeAllOthersIn(settings.actions);
    if (!wanted.folder.empty())
        ::posix_spawn_file_actions_addchdir_np(&settings.actions, wanted.folder.c_str());
    setSignals(settings.attributes, wanted.ownGroup);

    std::vector<std::string> words = wanted.command;
    std::vector<std::string> variables = variablesOf(wanted);
    const std::string program =
        wanted.program.empty() ? wanted.command.front() : wanted.program.string();
    return ::posix_spawnp(&process,
                          program.c_str(),
                          &settings.actions,
                          &settings.attributes,
                          pointersTo(words).data(),
                          pointersTo(variables).data());
}

} // namespace coterie
