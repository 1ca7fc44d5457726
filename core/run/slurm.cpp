#include "core/run/slurm.h"

#include "core/base/json_node.h"
#include "core/base/outside_program.h"
#include "core/base/try.h"
#include "core/base/whole_number.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <limits>
#include <optional>

namespace coterie::slurm {

namespace {

// Of sbatch: what `submit` says itself, or what would make no job.
constexpr std::array<std::string_view, 14> kOwnOptions{"array",
                                                       "chdir",
                                                       "error",
                                                       "help",
                                                       "input",
                                                       "open-mode",
                                                       "output",
                                                       "parsable",
                                                       "quiet", // not even the job's number
                                                       "test-only",
                                                       "usage",
                                                       "version",
                                                       "wait",
                                                       "wrap"};
constexpr std::string_view kOwnLetters = "aDeiohuQVW";
constexpr std::string_view kLettersAlone = "HkOsv"; ///< without a value
constexpr std::int64_t kMostTasks = std::numeric_limits<int>::max();

std::vector<std::string_view> partsOf(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

/// "sbatch: error: x" and "sbatch: error: y" as "x; y".
std::string wordsOf(const ProgramAnswer& answer)
{
    std::string words;
    for (std::string_view line : partsOf(answer.err.empty() ? answer.out : answer.err, '\n')) {
        constexpr std::string_view kMark = "error: ";
        if (const std::size_t mark = line.find(kMark); mark != std::string_view::npos)
            line.remove_prefix(mark + kMark.size());
        if (!line.empty())
            words.append(words.empty() ? "" : "; ").append(line);
    }
    return words.empty() ? "it ended with status " + std::to_string(answer.status) : words;
}

/// Without the user's variables that begin with one of `without`. `ifLate`: what the user should
/// know where no answer comes.
Result<ProgramAnswer> ask(const std::vector<std::string>& command,
                          std::span<const std::string_view> without,
                          const std::string& ifLate = {})
{
    // Longer than they try to reach Slurm by themselves.
    constexpr std::chrono::minutes kPatience(5);
    Result<ProgramAnswer> answer = askProgram(command, without, kPatience);
    if (!answer && answer.error().kind == ErrorKind::NotFound)
        return fail(answer.error().place,
                    answer.error().message
                        + "; Slurm's programs are on the login nodes of a cluster, and `run "
                          "--share` serves other schedulers");
    if (answer && !answer->hasEnded)
        return fail(command.front(),
                    "has given no answer for " + std::to_string(kPatience.count())
                        + " minutes, and was ended" + ifLate);
    return answer;
}

/// Squeue or scancel, at the cluster that has the jobs, without the variables that would change
/// which jobs are shown or cancelled.
Result<ProgramAnswer> askAbout(const std::string& cluster, std::vector<std::string> command)
{
    constexpr std::array<std::string_view, 3> kMisleading{"SQUEUE_", "SCANCEL_", "SLURM_CLUSTERS="};
    if (!cluster.empty())
        command.insert(command.begin() + 1, "--clusters=" + cluster);
    return ask(command, kMisleading);
}

/// The numbers of the jobs of each cluster, in order.
std::map<std::string, std::vector<std::string>> byCluster(std::span<const Job> jobs)
{
    std::map<std::string, std::vector<std::string>> numbers;
    for (const Job& job : jobs)
        numbers[job.cluster].push_back(job.number);
    return numbers;
}

Result<std::vector<std::string>> split(std::string_view typed)
{
    std::vector<std::string> words;
    char quote = 0;
    bool inWord = false;
    for (std::size_t i = 0; i < typed.size(); ++i) {
        const char letter = typed[i];
        if (quote == 0 && (letter == ' ' || letter == '\t' || letter == '\n')) {
            inWord = false;
            continue;
        }
        if (!inWord)
            words.emplace_back();
        inWord = true;
        if (quote == 0 && (letter == '\'' || letter == '"'))
            quote = letter;
        else if (letter == quote)
            quote = 0;
        else if (letter == '\\' && quote != '\'' && i + 1 < typed.size())
            words.back() += typed[++i];
        else
            words.back() += letter;
    }
    if (quote != 0)
        return fail("--slurm", std::string("a quote (") + quote + ") is not closed");
    return words;
}

Unexpected<Error> isOwn(const std::string& word)
{
    return fail("--slurm",
                "submit itself decides about " + inQuotes(word)
                    + " (tasks: --tasks and --at-once; files: --out)");
}

/// How the option joins the word behind it: by this text; nothing: it does not.
Result<std::optional<std::string_view>> joinOf(const std::string& word)
{
    const std::string_view text(word);
    if (text.starts_with("--")) {
        const std::size_t equals = text.find('=');
        const std::string_view name =
            text.substr(2, equals == std::string_view::npos ? equals : equals - 2);
        // sbatch also takes the beginning of an option's name.
        if (std::ranges::any_of(kOwnOptions,
                                [name](std::string_view own) { return own.starts_with(name); }))
            return isOwn(word);
        return equals == std::string_view::npos ? std::optional<std::string_view>("=")
                                                : std::nullopt;
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (kOwnLetters.find(text[i]) != std::string_view::npos)
            return isOwn(word);
        if (kLettersAlone.find(text[i]) == std::string_view::npos) // the rest is its value
            return i + 1 == text.size() ? std::optional<std::string_view>("") : std::nullopt;
    }
    return std::optional<std::string_view>();
}

std::string lowerCase(std::string_view text)
{
    std::string lower;
    for (const char letter : text)
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return lower;
}

bool hasEnded(std::string_view word)
{
    constexpr std::array<std::string_view, 10> kEnded{"BOOT_FAIL",
                                                      "CANCELLED",
                                                      "COMPLETED",
                                                      "DEADLINE",
                                                      "FAILED",
                                                      "NODE_FAIL",
                                                      "OUT_OF_MEMORY",
                                                      "PREEMPTED",
                                                      "REVOKED",
                                                      "TIMEOUT"};
    return std::ranges::find(kEnded, word) != kEnded.end();
}

bool isWorthTelling(std::string_view reason)
{
    constexpr std::array<std::string_view, 3> kUsual{"None", "Priority", "Resources"};
    return std::ranges::find(kUsual, reason) == kUsual.end();
}

/// Adds what squeue says of these jobs of a cluster; false: they are one that it has forgotten.
Result<bool>
addStates(const std::string& cluster, std::span<const std::string> numbers, States& states)
{
    std::string list;
    for (const std::string& number : numbers)
        list.append(list.empty() ? "" : ",").append(number);
    COTERIE_TRY(const ProgramAnswer answer,
                askAbout(cluster,
                         {"squeue",
                          "--noheader",
                          "--all",
                          "--array",
                          "--states=all",
                          "--format=%F|%K|%T|%r",
                          "--jobs=" + list}));
    if (answer.status != 0 && answer.err.find("Invalid job id") != std::string::npos)
        return false;
    if (answer.status != 0)
        return fail("squeue", wordsOf(answer));
    for (const std::string_view line : partsOf(answer.out, '\n')) {
        if (line.empty() || line.starts_with("CLUSTER: ")) // what it says first of a named cluster
            continue;
        const std::vector<std::string_view> cells = partsOf(line, '|');
        const Result<std::int64_t> task =
            readWhole("squeue", cells.size() == 4 ? cells[1] : "", 0, kMostTasks);
        // Nothing is guessed: a task that runs would be started twice.
        if (!task)
            return fail("squeue", "cannot understand its line " + inQuotes(line));
        const bool isLive = !hasEnded(cells[2]);
        states[{{.number = std::string(cells[0]), .cluster = cluster}, static_cast<int>(*task)}] = {
            .word = lowerCase(cells[2]),
            .reason = isLive && isWorthTelling(cells[3]) ? std::string(cells[3]) : std::string(),
            .isLive = isLive};
    }
    return true;
}

} // namespace

Result<std::vector<std::string>> optionWords(std::string_view typed)
{
    COTERIE_TRY(const std::vector<std::string> words, split(typed));
    std::vector<std::string> options;
    std::optional<std::string_view> join;
    for (const std::string& word : words) {
        if (word.size() > 1 && word.front() == '-') {
            COTERIE_TRY(join, joinOf(word));
            options.push_back(word);
            continue;
        }
        if (!join)
            return fail("--slurm",
                        inQuotes(word) + " is no option of sbatch, such as --partition=gpu");
        options.back().append(*join).append(word);
        join.reset();
    }
    return options;
}

std::vector<std::string> commandOf(const ArrayJob& job)
{
    std::string array = indexText(job.tasks);
    if (job.atOnce > 0)
        array += '%' + std::to_string(job.atOnce);
    std::vector<std::string> command{"sbatch",
                                     "--job-name=" + job.name,
                                     "--parsable",
                                     "--open-mode=append",
                                     "--array=" + array,
                                     "--chdir=" + job.folder.string(),
                                     "--output=task_%a.log",
                                     "--error=task_%a.log"};
    command.insert(command.end(), job.options.begin(), job.options.end());
    command.push_back((job.folder / job.script).string());
    command.insert(command.end(), job.arguments.begin(), job.arguments.end());
    return command;
}

Result<Job> submit(const ArrayJob& job)
{
    constexpr std::array<std::string_view, 1> kMisleading{"SBATCH_WAIT="};
    COTERIE_TRY(const ProgramAnswer answer,
                ask(commandOf(job),
                    kMisleading,
                    "; its job may be there all the same: look for it with `squeue`, and cancel it "
                    "before you submit again"));
    if (answer.status != 0)
        return fail("sbatch", "refuses the job: " + wordsOf(answer));
    // "123" or "123;cluster", after what the site may print.
    for (const std::string_view line : partsOf(answer.out, '\n')) {
        const std::vector<std::string_view> parts = partsOf(line, ';');
        if (!parts[0].empty() && parts[0].find_first_not_of("0123456789") == std::string_view::npos)
            return Job{.number = std::string(parts[0]),
                       .cluster = parts.size() > 1 ? std::string(parts[1]) : std::string()};
    }
    return fail("sbatch", "does not say the number of the job: " + wordsOf(answer));
}

Result<States> statesOf(std::span<const Job> jobs)
{
    States states;
    for (const auto& [cluster, numbers] : byCluster(jobs)) {
        COTERIE_TRY(const bool answered, addStates(cluster, numbers, states));
        if (!answered && numbers.size() > 1) // one of them may be the reason
            for (std::size_t i = 0; i < numbers.size(); ++i)
                COTERIE_CHECK(addStates(cluster, std::span(numbers).subspan(i, 1), states));
    }
    return states;
}

Result<void> cancel(std::span<const Job> jobs)
{
    for (const auto& [cluster, numbers] : byCluster(jobs)) {
        std::vector<std::string> command{"scancel"};
        command.insert(command.end(), numbers.begin(), numbers.end());
        COTERIE_TRY(const ProgramAnswer answer, askAbout(cluster, std::move(command)));
        if (answer.status != 0)
            return fail("scancel", wordsOf(answer));
    }
    return {};
}

std::string indexText(std::span<const int> indexes)
{
    std::string text;
    for (std::size_t i = 0; i < indexes.size();) {
        std::size_t last = i;
        while (last + 1 < indexes.size() && indexes[last + 1] == indexes[last] + 1)
            ++last;
        text.append(text.empty() ? "" : ",").append(std::to_string(indexes[i]));
        if (last > i)
            text += '-' + std::to_string(indexes[last]);
        i = last + 1;
    }
    return text;
}

} // namespace coterie::slurm
