#include "core/store/bundle.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/json_values.h"
#include "core/base/try.h"
#include "core/store/bundle_details.h"
#include "core/store/exports.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <tuple>
#include <vector>

namespace coterie {

namespace {

JsonNode environmentNode(const Environment& environment)
{
    return jsonObject({{"program", environment.program},
                       {"torch", environment.torch},
                       {"blas", environment.blas},
                       {"blasCore", environment.blasCore},
                       {"instructions", environment.instructions},
                       {"device", environment.device},
                       {"sqlite", environment.sqlite}});
}

/// The settings that were changed while the run went on. The experiment's file does not have them.
Result<JsonNode> changesByHand(RunStore& store, const RunRow& row)
{
    constexpr int kRoundsAtATime = 256;
    JsonNode changes = JsonNode::list();
    for (int first = 0; first <= row.roundsDone; first += kRoundsAtATime) {
        COTERIE_TRY(const std::vector<RoundReport> reports,
                    store.reports(row.id, first, first + kRoundsAtATime - 1, false));
        for (const RoundReport& report : reports)
            for (const Event& event : report.events)
                if (const auto* change = std::get_if<SettingChanged>(&event.what)) {
                    JsonNode node =
                        jsonObject({{"round", report.round}, {"setting", change->place}});
                    if (change->from)
                        node.add("from", JsonNode::fromReal(*change->from));
                    node.add("to", JsonNode::fromReal(change->to));
                    changes.items.push_back(std::move(node));
                }
    }
    return changes;
}

/// With the parent's place among these runs, if it is one of them.
std::optional<JsonNode> forkNode(const RunRow& row, const std::vector<RunRow>& rows)
{
    if (!row.branch)
        return std::nullopt;
    const auto parent = std::ranges::find_if(
        rows, [&](const RunRow& other) { return row.branch->parent == other.id; });
    return jsonObject(
        {{"afterRound", row.branch->round},
         {"of", row.branch->name},
         {"ofRun", parent == rows.end() ? std::nullopt : std::optional(parent - rows.begin())}});
}

Result<JsonNode> runNode(RunStore& store, const RunRow& row, const std::vector<RunRow>& rows)
{
    COTERIE_TRY(const JsonNode changes, changesByHand(store, row));
    return jsonObject(
        {{"arm", row.arm},
         {"seed", std::to_string(row.seed)}, // may need all 64 bits
         {"sweep", row.sweep},
         {"rounds", row.roundsDone},
         {"fork", forkNode(row, rows)},
         {"changedByHand", changes.items.empty() ? std::nullopt : std::optional(changes)},
         {"ranWith", environmentNode(row.environment)}});
}

Result<std::string>
manifestOf(RunStore& store, const std::vector<RunRow>& rows, const JsonNode& files)
{
    const RunRow& first = rows.front();
    JsonNode runs = JsonNode::list();
    for (const RunRow& row : rows) {
        COTERIE_TRY(JsonNode run, runNode(store, row, rows));
        runs.items.push_back(std::move(run));
    }
    const JsonNode manifest =
        jsonObject({{"bundle", kBundleFormat},
                    {"experiment", first.experimentName},
                    {"experimentHash", first.experimentHash},
                    {"rerun",
                     "coterie-cli run experiment.json --db new.sqlite, then "
                     "coterie-cli export --all --db new.sqlite --what KIND --out "
                     "FILE for each kind; with the same versions, BLAS core and "
                     "instructions as under ranWith the files are the same, "
                     "but for runs with changedByHand"},
                    {"runs", runs},
                    {"sha256", files}});
    return writePretty(manifest) + '\n';
}

/// What the tables lack of these runs.
Result<std::string> detailsOf(RunStore& store, const std::vector<RunRow>& rows)
{
    constexpr int kRoundsAtATime = 4;
    std::string lines;
    for (const RunRow& row : rows) {
        COTERIE_TRY(const FederationFacts facts, store.facts(row.id));
        lines += detailsLine(row, facts) + '\n';
        for (int first = 0; first <= row.roundsDone; first += kRoundsAtATime) {
            COTERIE_TRY(
                const std::vector<RoundReport> reports,
                store.reports(row.id, first, std::min(first + kRoundsAtATime - 1, row.roundsDone)));
            for (const RoundReport& report : reports)
                lines += detailsLine(report) + '\n';
        }
    }
    return lines;
}

Result<void>
writeExperiment(RunStore& store, std::vector<RunRow> rows, const std::filesystem::path& folder)
{
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem)
        return fail(folder.string(), "cannot create the folder (" + problem.message() + ")");
    std::ranges::sort(rows, {}, [](const RunRow& row) {
        return std::tuple(row.armIndex, row.arm, row.seed, row.sweep, row.id);
    });
    COTERIE_TRY(const std::string experiment, store.experimentJson(rows.front().experiment));
    JsonNode hashes = JsonNode::object();
    const auto write = [&](const std::string& name, const std::string& bytes) -> Result<void> {
        hashes.add(name, json(sha256(bytes)));
        return writeFileAtomically(folder / name, [&bytes](std::ostream& out) -> Result<void> {
            out << bytes;
            return {};
        });
    };
    COTERIE_CHECK(write("experiment.json", experiment));
    std::vector<std::int64_t> ids;
    for (const RunRow& row : rows)
        ids.push_back(row.id);
    for (const ExportKind& kind : exportKinds()) {
        if (!kind.isBundled)
            continue;
        std::ostringstream csv;
        COTERIE_CHECK(exportCsv(store, kind.name, ids, csv, CsvReader::Any, ExportNames::Stored));
        COTERIE_CHECK(write(std::string(kind.name) + ".csv", csv.str()));
    }
    COTERIE_TRY(const std::string details, detailsOf(store, rows));
    COTERIE_CHECK(write(std::string(kDetailsFile), details));
    COTERIE_TRY(const std::string manifest, manifestOf(store, rows, hashes));
    return write("manifest.json", manifest);
}

/// "HCCT, Table 4" as a folder: letters, digits and dashes.
std::string folderName(const std::string& name, const std::string& hash)
{
    std::string result;
    for (const char letter : name) {
        const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
                           || (letter >= '0' && letter <= '9');
        if (plain)
            result += letter;
        else if (!result.empty() && result.back() != '-')
            result += '-';
    }
    constexpr std::size_t kHashDigits = 8; // two experiments may have one name
    return result + (result.empty() || result.back() == '-' ? "" : "-")
           + hash.substr(0, kHashDigits);
}

} // namespace

Result<void> exportBundle(RunStore& store,
                          std::span<const std::int64_t> runs,
                          const std::filesystem::path& folder)
{
    std::map<std::int64_t, std::vector<RunRow>> byExperiment;
    // Arms that are equal share their runs, so one may be here twice.
    for (const std::int64_t run : std::set<std::int64_t>(runs.begin(), runs.end())) {
        COTERIE_TRY(RunRow row, store.run(run));
        if (row.status != RunStatus::Finished)
            return fail("run " + row.numberText(),
                        "the run has not finished; a bundle contains finished runs only");
        byExperiment[row.experiment].push_back(std::move(row));
    }
    if (byExperiment.empty())
        return fail(folder.string(), "choose at least one run for the bundle");
    std::error_code problem;
    if (std::filesystem::exists(folder, problem) && !std::filesystem::is_empty(folder, problem))
        return fail(folder.string(), "the folder is not empty; choose an empty or a new folder");
    std::set<std::string> used; // two stores may have the same experiment
    for (auto& [experiment, rows] : byExperiment) {
        const RunRow& first = rows.front();
        const std::string name = folderName(first.experimentName, first.experimentHash);
        std::string own = name;
        for (int number = 2; !used.insert(own).second; ++number)
            own = name + "-" + std::to_string(number);
        COTERIE_CHECK(
            writeExperiment(store, rows, byExperiment.size() == 1 ? folder : folder / own));
    }
    return {};
}

} // namespace coterie
