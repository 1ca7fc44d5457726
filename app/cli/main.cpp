#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/result.h"
#include "core/math/blas_kernel.h"
#include "core/run/environment.h"
#include "core/run/failures.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::cli {

namespace {

int helpWithoutCommand(std::span<const std::string_view> words)
{
    if (words.empty()) {
        print(overviewText(commands()));
        return kDone;
    }
    std::vector<std::string_view> known;
    for (const Command& command : commands()) {
        if (command.name == words.front()) {
            print(helpText(command));
            return kDone;
        }
        known.push_back(command.name);
    }
    return refuse(Error{.message = "there is no command \"" + std::string(words.front()) + '"',
                        .nearest = nearestWord(words.front(), known)});
}

int dispatch(std::span<const std::string_view> words)
{
    if (words.empty())
        return helpWithoutCommand(words);
    const std::string_view first = words.front();
    if (first == "--help" || first == "-h" || first == "help")
        return helpWithoutCommand(words.subspan(1));
    if (first == "--version" || first == "version")
        return runVersion();

    std::vector<std::string_view> known{"help", "--help", "--version"};
    for (const Command& command : commands()) {
        known.push_back(command.name);
        if (command.name != first)
            continue;
        Result<Arguments> arguments = parseArguments(command, words.subspan(1));
        if (!arguments)
            return refuse(arguments.error());
        if (arguments->wantsHelp()) {
            print(helpText(command));
            return kDone;
        }
        return command.run(*arguments);
    }
    return refuse(Error{.message = "there is no command \"" + std::string(first) + '"',
                        .nearest = nearestWord(first, known)});
}

/// What LibTorch, a driver or the memory allocator refused ends the command with a sentence.
int dispatchGuarded(std::span<const std::string_view> words)
{
    int code = kDone;
    const std::string doing = words.empty() ? "help" : std::string(words.front());
    const std::optional<std::string> failure = failureOf(doing, [&] { code = dispatch(words); });
    if (!failure)
        return code;
    complain(*failure);
    return kRunFailed;
}

} // namespace

} // namespace coterie::cli

int main(int argc, char** argv)
{
    coterie::selectBlasKernel(argc, argv);
    coterie::prepareEnvironment();
    coterie::cli::surviveClosedPipes();
    const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    const int code = coterie::cli::dispatchGuarded(words);
    const std::string problem = coterie::cli::outputProblem();
    if (problem.empty())
        return code;
    coterie::cli::complain(problem);
    return code == coterie::cli::kDone ? coterie::cli::kRunFailed : code;
}
