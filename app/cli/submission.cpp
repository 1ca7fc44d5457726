#include "app/cli/submission.h"

#include "core/base/files.h"
#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/base/try.h"
#include "core/run/known_runs.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <memory>

namespace coterie::cli {

namespace {

constexpr std::string_view kRecord = "submission.json";

/// What was read, checked member by member: the file may have been edited.
class Reader
{
public:
    explicit Reader(const JsonNode& node)
        : m_node(node)
    {}

    [[nodiscard]] bool isGood() const { return m_isGood; }
    std::string text(std::string_view name)
    {
        const JsonNode* found = member(name, JsonNode::Kind::Text);
        return found == nullptr ? std::string() : found->text;
    }
    template <typename Item>
    void each(std::string_view name, const Item& item)
    {
        if (const JsonNode* found = member(name, JsonNode::Kind::List))
            for (const JsonNode& node : found->items)
                m_isGood = item(node) && m_isGood;
    }

private:
    const JsonNode* member(std::string_view name, JsonNode::Kind kind)
    {
        const JsonNode* found = m_node.find(name);
        if (found != nullptr && found->kind == kind)
            return found;
        m_isGood = false;
        return nullptr;
    }

    const JsonNode& m_node;
    bool m_isGood = true;
};

bool readTask(const JsonNode& node, std::vector<std::string>& runs)
{
    for (const JsonNode& run : node.items)
        runs.push_back(run.text);
    return node.kind == JsonNode::Kind::List;
}

bool readJob(const JsonNode& node, std::size_t tasks, Submission::Job& job)
{
    if (node.kind != JsonNode::Kind::Object)
        return false;
    Reader reader(node);
    job.number = reader.text("job");
    reader.each("tasks", [&](const JsonNode& task) {
        job.tasks.push_back(static_cast<int>(task.whole));
        return task.isWhole && task.whole >= 1 && task.whole <= static_cast<std::int64_t>(tasks);
    });
    return reader.isGood() && !job.number.empty()
           && job.number.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

bool Submission::isIn(const std::filesystem::path& folder)
{
    std::error_code problem;
    return std::filesystem::exists(folder / kRecord, problem);
}

Result<Submission> Submission::read(const std::filesystem::path& folder)
{
    std::error_code problem;
    Submission submission;
    submission.folder = std::filesystem::canonical(folder, problem);
    if (problem || !isIn(folder))
        return fail(folder.string(), "is no folder that `submit` has made");
    const std::filesystem::path file = submission.folder / kRecord;
    COTERIE_TRY(const std::string text, readWholeFile(file, kLargestText));
    const Result<ParsedJson> parsed = parseJson(text);
    if (!parsed)
        return fail(file.string(), parsed.error().sentence());
    Reader reader(parsed->root);
    submission.experiment = reader.text("experiment");
    submission.selection = reader.text("selection");
    submission.store = reader.text("store");
    reader.each("tasks", [&](const JsonNode& task) {
        return readTask(task, submission.tasks.emplace_back());
    });
    reader.each("jobs", [&](const JsonNode& job) {
        return readJob(job, submission.tasks.size(), submission.jobs.emplace_back());
    });
    if (!reader.isGood())
        return fail(file.string(), "is not as `submit` wrote it");
    return submission;
}

Result<void> Submission::write() const
{
    const JsonNode record = jsonObject(
        {{"experiment", experiment},
         {"selection", selection},
         {"store", store.string()},
         {"jobs",
          jsonList(jobs,
                   [](const Job& job) {
                       return jsonObject({{"job", job.number}, {"tasks", jsonList(job.tasks)}});
                   })},
         {"tasks",
          jsonList(tasks, [](const std::vector<std::string>& runs) { return jsonList(runs); })}});
    return writeFileAtomically(folder / kRecord, [&](std::ostream& out) -> Result<void> {
        out << writePretty(record) << '\n';
        return {};
    });
}

std::filesystem::path Submission::fileOf(int task, const std::string& ending) const
{
    return folder / ("task_" + std::to_string(task) + '.' + ending);
}

Result<std::vector<TaskState>> taskStates(const Submission& submission)
{
    std::vector<std::string> numbers;
    for (const Submission::Job& job : submission.jobs)
        numbers.push_back(job.number);
    COTERIE_TRY(const slurm::States said, slurm::statesOf(numbers));
    std::vector<TaskState> states(submission.tasks.size());
    for (const Submission::Job& job : submission.jobs)
        for (const int task : job.tasks) {
            TaskState& state = states[static_cast<std::size_t>(task) - 1];
            if (state.said.isLive) // somebody requeued the older job
                continue;
            const auto known = said.find({job.number, task});
            state = {.job = job.number,
                     .said = known == said.end() ? slurm::State() : known->second};
        }
    return states;
}

std::vector<int> liveTasks(const std::vector<TaskState>& states)
{
    std::vector<int> live;
    for (std::size_t i = 0; i < states.size(); ++i)
        if (states[i].said.isLive)
            live.push_back(static_cast<int>(i) + 1);
    return live;
}

Result<TaskRuns> runsOfTask(const Submission& submission, int task)
{
    TaskRuns runs;
    const std::filesystem::path file = submission.fileOf(task, "sqlite");
    std::error_code problem;
    // Unmade: the task was killed while it made it.
    if (!std::filesystem::exists(file, problem) || RunStore::isUnmade(file))
        return runs;
    COTERIE_TRY(const std::unique_ptr<RunStore> store,
                RunStore::open(file, RunStore::Mode::ReadOnly));
    COTERIE_TRY(const std::vector<RunRow> rows, store->runs());
    const std::set<std::string> finished = identitiesOf(rows, RunStatus::Finished);
    const std::set<std::string> failed = identitiesOf(rows, RunStatus::Failed);
    for (const std::string& run : submission.tasks[static_cast<std::size_t>(task) - 1])
        if (finished.contains(run))
            runs.finished.insert(run);
        else if (failed.contains(run))
            runs.failed.insert(run);
    return runs;
}

} // namespace coterie::cli
