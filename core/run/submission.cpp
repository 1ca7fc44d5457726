#include "core/run/submission.h"

#include "core/base/files.h"
#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/base/try.h"

#include <optional>

namespace coterie {

namespace {

constexpr std::string_view kRecord = "submission.json";

/// What was read, checked member by member: the file may have been edited.
class RecordReader
{
public:
    explicit RecordReader(const JsonNode& node)
        : m_node(node)
    {}

    [[nodiscard]] bool isGood() const { return m_isGood; }
    std::string text(std::string_view name)
    {
        const JsonNode* found = member(name, JsonNode::Kind::Text);
        return found == nullptr ? std::string() : found->text;
    }
    /// Empty where an older version has none.
    std::string textIfAny(std::string_view name)
    {
        return m_node.find(name) == nullptr ? std::string() : text(name);
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
        if (run.kind == JsonNode::Kind::Text)
            runs.push_back(run.text);
    return node.kind == JsonNode::Kind::List && runs.size() == node.items.size();
}

bool readJob(const JsonNode& node, std::size_t tasks, Submission::Job& job)
{
    if (node.kind != JsonNode::Kind::Object)
        return false;
    RecordReader reader(node);
    job.id = {.number = reader.text("job"), .cluster = reader.textIfAny("cluster")};
    reader.each("tasks", [&](const JsonNode& task) {
        job.tasks.push_back(static_cast<int>(task.whole));
        return task.isWhole && task.whole >= 1 && task.whole <= static_cast<std::int64_t>(tasks);
    });
    return reader.isGood() && !job.id.number.empty()
           && job.id.number.find_first_not_of("0123456789") == std::string::npos
           && job.id.cluster.find_first_of(", \t\n") == std::string::npos; // one, if any
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
    RecordReader reader(parsed->root);
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
                       const std::string& cluster = job.id.cluster;
                       return jsonObject(
                           {{"job", job.id.number},
                            {"cluster", cluster.empty() ? std::nullopt : std::optional(cluster)},
                            {"tasks", jsonList(job.tasks)}});
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

} // namespace coterie
