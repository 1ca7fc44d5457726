#include "core/nn/module_trial.h"

#include "core/base/child_process.h"
#include "core/base/filled.h"
#include "core/base/hash.h"
#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/base/resource_limit.h"
#include "core/base/side_job.h"
#include "core/base/try.h"
#include "core/nn/module_file.h"
#include "core/nn/module_network.h"
#include "core/nn/script_module.h"

#include <ATen/Parallel.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <string_view>
#include <sys/resource.h>
#include <tuple>
#include <unistd.h>

namespace coterie {

namespace {

constexpr const char* kTrialArgument = "--try-module";
constexpr rlim_t kTrialSeconds = 120; ///< of a processor
/// For a process that waits for one.
constexpr std::chrono::seconds kPatience{600};
/// For a module's copies and passes, beside its file and what the process has before.
constexpr std::uint64_t kOwnBytes = std::uint64_t{2} << 30;
constexpr std::uint64_t kCopies = 12;

#ifdef COTERIE_SANITIZED
constexpr bool kIsSanitized = true; // a sanitizer keeps terabytes of addresses
#else
constexpr bool kIsSanitized = false;
#endif

// --- in the process of its own ---

/// What the limit counts, as it is now: libraries keep a stack for each of their threads.
std::uint64_t dataBytes()
{
    std::ifstream in("/proc/self/statm");
    std::array<std::uint64_t, 6> pages{}; // the last are those of data and stacks
    for (std::uint64_t& each : pages)
        in >> each;
    return in ? pages.back() * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

std::string textAt(const JsonNode& node, std::string_view name)
{
    const JsonNode* member = node.find(name);
    return member == nullptr ? std::string() : member->text;
}

std::size_t wholeAt(const JsonNode& node, std::string_view name)
{
    const JsonNode* member = node.find(name);
    return member == nullptr ? 0 : static_cast<std::size_t>(member->whole);
}

Result<std::string> tried(const JsonNode& question)
{
    COTERIE_TRY(const std::string bytes, moduleBytes(textAt(question, "file")));
    if (!kIsSanitized)
        limitResource(RLIMIT_DATA, dataBytes() + kOwnBytes + kCopies * bytes.size());
    // Threads that wait for each other would use up the time, and their stacks the memory.
    at::set_num_threads(1);
    COTERIE_TRY(const std::shared_ptr<const ScriptModule> module,
                ScriptModule::load(bytes, textAt(question, "output")));
    COTERIE_CHECK(
        networkOfModule({.name = "tried", .module = module, .output = textAt(question, "output")},
                        {.channels = wholeAt(question, "channels"),
                         .height = wholeAt(question, "height"),
                         .width = wholeAt(question, "width"),
                         .depth = wholeAt(question, "depth")},
                        wholeAt(question, "classes")));
    return sha256(bytes);
}

/// What a module prints must not be mistaken for an answer.
int answersEnd()
{
    const int answers = ::dup(STDOUT_FILENO);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    return answers;
}

int answerTrial()
{
    limitResource(RLIMIT_CORE, 0);
    limitResource(RLIMIT_FSIZE, 0);
    limitResource(RLIMIT_CPU, kTrialSeconds);
    const int answers = answersEnd();
    std::string line;
    std::getline(std::cin, line);
    const Result<ParsedJson> question = parseJson(line);
    Result<std::string> found = fail({}, "the question is no JSON");
    try {
        if (question)
            found = tried(question->root);
    } catch (const std::bad_alloc&) {
        found = fail({}, "needs more memory than a trial may have");
    } catch (const std::exception& problem) {
        found = fail({}, problem.what());
    }
    std::string answer = writeCompact(
        found ? jsonObject({{"sha256", *found}})
              : jsonObject({{"place", found.error().place}, {"problem", found.error().message}}));
    answer += '\n';
    std::ignore = ::write(answers, answer.data(), answer.size());
    ::_exit(0); // what a module has broken does not matter any more
}

const SideJob kTrial(kTrialArgument, &answerTrial);

} // namespace

Result<std::string> tryModule(const ModuleQuestion& question)
{
    Result<std::unique_ptr<ChildProcess>> child =
        ChildProcess::start({.command = {"/proc/self/exe", kTrialArgument}, .folder = {}});
    if (!child)
        return fail({}, "cannot be tried: " + child.error().sentence());
    const std::string words = writeCompact(jsonObject({{"file", question.file.string()},
                                                       {"output", question.output},
                                                       {"channels", question.input.channels},
                                                       {"height", question.input.height},
                                                       {"width", question.input.width},
                                                       {"depth", question.input.depth},
                                                       {"classes", question.classes}}));
    const ChildProcess::Answer answer =
        (*child)->ask(words, {.time = kPatience, .bytes = std::size_t{1} << 20}, {});
    if (answer.ending == ChildProcess::Ending::Line) {
        const Result<ParsedJson> parsed = parseJson(answer.line);
        if (parsed && !textAt(parsed->root, "sha256").empty())
            return textAt(parsed->root, "sha256");
        if (parsed && !textAt(parsed->root, "problem").empty())
            return fail(textAt(parsed->root, "place"), textAt(parsed->root, "problem"));
        return fail({}, "cannot be tried: the process that tried it gave no answer that is known");
    }
    if (answer.ending == ChildProcess::Ending::TimedOut)
        return fail({}, filled("has not loaded within {} s", kPatience.count()));
    std::string how = (*child)->howItEnded();
    if (how == filled("was ended by signal {}", SIGXCPU)
        || how == filled("was ended by signal {}", SIGKILL))
        return fail({},
                    filled("took more than {} s to load and to compute two samples, or more "
                           "memory than there is",
                           kTrialSeconds));
    const std::string last = (*child)->lastWords();
    return fail({},
                "may be damaged: the process that tried to load it " + std::move(how)
                    + (last.empty() ? "" : " (" + last + ')'));
}

} // namespace coterie
