#include "app/cli/program.h"

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/algorithms/own_methods.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/run/environment.h"
#include "core/run/failures.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::cli {

namespace {

Unexpected<Problems> unknownCommand(std::string_view name, std::vector<std::string_view> known)
{
    for (const Command& command : commands())
        known.push_back(command.name);
    return refuse(Error{.message = "there is no command \"" + std::string(name) + '"',
                        .nearest = nearestWord(name, known)});
}

const Command* commandNamed(std::string_view name)
{
    const auto found = std::ranges::find(commands(), name, &Command::name);
    return found == commands().end() ? nullptr : &*found;
}

Outcome help(std::span<const std::string_view> words)
{
    const Command* command = words.empty() ? nullptr : commandNamed(words.front());
    if (!words.empty() && command == nullptr)
        return unknownCommand(words.front(), {});
    print(command == nullptr ? overviewText(commands()) : helpText(*command));
    return kDone;
}

/// A library that the command line asks for must load; of those in the user's own folder, which one
/// command may not need, it is enough to say so.
Result<void, Problems> loadOwnMethods(const Arguments& arguments)
{
    std::vector<std::filesystem::path> asked;
    for (const std::string& folder : arguments.values(kMethodsOption))
        asked.emplace_back(folder);
    const Problems refused = loadMethods(asked).refused;
    if (!refused.empty())
        return Unexpected<Problems>{refused};
    for (const Error& problem : loadMethods(std::array{userMethodsFolder()}).refused)
        complain(problem.sentence());
    return {};
}

Outcome dispatch(std::span<const std::string_view> words)
{
    if (words.empty())
        return help(words);
    const std::string_view first = words.front();
    if (first == "--help" || first == "-h" || first == "help")
        return help(words.subspan(1));
    if (first == "--version" || first == "version")
        return runVersion();
    const Command* command = commandNamed(first);
    if (command == nullptr)
        return unknownCommand(first, {"help", "--help", "--version"});
    COTERIE_TRY(Arguments arguments, parseArguments(*command, words.subspan(1)));
    if (arguments.wantsHelp)
        return help(words.first(1));
    COTERIE_CHECK(loadOwnMethods(arguments));
    return command->run(arguments);
}

int exitCode(const Outcome& outcome)
{
    if (outcome)
        return *outcome;
    for (const Error& problem : outcome.error())
        complain(problem.sentence());
    return kBadInput;
}

/// What LibTorch, a driver or the memory allocator refused ends the command with a sentence.
int dispatchGuarded(std::span<const std::string_view> words)
{
    int code = kDone;
    const std::string doing = words.empty() ? "help" : std::string(words.front());
    const std::optional<std::string> failure =
        failureOf(doing, [&] { code = exitCode(dispatch(words)); });
    if (!failure)
        return code;
    complain(*failure);
    return kRunFailed;
}

} // namespace

int runProgram(std::span<const std::string_view> words)
{
    prepareEnvironment();
    surviveFailedWrites();
    const int code = dispatchGuarded(words);
    const std::string problem = outputProblem();
    if (problem.empty())
        return code;
    complain(problem);
    return code == kDone ? kRunFailed : code;
}

} // namespace coterie::cli
