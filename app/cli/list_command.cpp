#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/store_input.h"
#include "app/cli/table_printer.h"
#include "core/store/enum_words.h"

namespace coterie::cli {

namespace {

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& each : words)
        text += (text.empty() ? "" : ", ") + each;
    return text;
}

JsonNode rowJson(const RunRow& row)
{
    const auto text = [](const std::string& value) { return JsonNode::fromText(value); };
    JsonNode node = JsonNode::object();
    node.add("run", JsonNode::fromWhole(row.id));
    node.add("experiment", text(row.experimentName));
    node.add("hash", text(row.experimentHash));
    node.add("arm", text(row.arm));
    node.add("seed", JsonNode::fromWhole(static_cast<std::int64_t>(row.seed)));
    node.add("sweep", text(row.sweep));
    node.add("status", text(std::string(word(row.status))));
    node.add("reason", text(row.reason));
    node.add("roundsDone", JsonNode::fromWhole(row.roundsDone));
    node.add("rounds", JsonNode::fromWhole(row.rounds));
    node.add("created", text(row.created));
    JsonNode tags = JsonNode::list();
    for (const std::string& tag : row.tags)
        tags.items.push_back(text(tag));
    node.add("tags", std::move(tags));
    node.add("note", text(row.note));
    return node;
}

} // namespace

int runList(Arguments& arguments)
{
    const Result<std::unique_ptr<RunStore>> store = openStoredRuns(arguments);
    if (!store)
        return refuse(store.error());
    const Result<std::vector<RunRow>> rows = (*store)->runs();
    if (!rows)
        return refuse(rows.error());
    if (arguments.has("--json")) {
        for (const RunRow& row : *rows)
            printJsonLine(rowJson(row));
        return kDone;
    }
    Table table({{.title = "run", .align = Align::Right},
                 {.title = "experiment"},
                 {.title = "arm"},
                 {.title = "seed", .align = Align::Right},
                 {.title = "sweep"},
                 {.title = "status"},
                 {.title = "rounds", .align = Align::Right},
                 {.title = "begun (UTC)"},
                 {.title = "tags"},
                 {.title = "note"}});
    constexpr std::size_t kLongestNote = 40;
    for (const RunRow& row : *rows)
        table.add({std::to_string(row.id),
                   row.experimentName,
                   row.arm,
                   std::to_string(row.seed),
                   row.sweep,
                   std::string(stateWord(row)),
                   std::to_string(row.roundsDone) + " of " + std::to_string(row.rounds),
                   row.created,
                   joined(row.tags),
                   shortened(row.note, kLongestNote)});
    table.dropEmptyColumns();
    print(rows->empty() ? "There is no run in " + (*store)->file().string() + ".\n" : table.text());
    return kDone;
}

} // namespace coterie::cli
