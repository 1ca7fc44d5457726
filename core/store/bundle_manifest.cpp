#include "core/store/bundle_manifest.h"

#include "core/base/json_parse.h"
#include "core/base/try.h"
#include "core/store/bundle.h"
#include "core/store/bundle_details.h"
#include "core/store/bundle_members.h"
#include "core/store/bundle_tables.h"
#include "core/store/exports.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <utility>

namespace coterie {

namespace {

using Kind = JsonNode::Kind;

using Names = std::set<std::string, std::less<>>;

/// The files that an import reads.
Names neededFiles()
{
    Names names{std::string(kExperimentFile), std::string(kDetailsFile)};
    for (const std::string_view kind : kReadTables)
        names.insert(std::string(kind) + ".csv");
    return names;
}

/// These, and tables that are computed from the others. Those without a header of their own are of
/// several runs at once and in no bundle.
Names knownFiles()
{
    Names names = neededFiles();
    for (const ExportKind& kind : exportKinds())
        if (kind.name != "timings" && !exportHeader(kind.name).empty())
            names.insert(std::string(kind.name) + ".csv");
    return names;
}

Environment environmentOf(JsonMembers& members)
{
    return {.program = members.text("program"),
            .torch = members.text("torch"),
            .blas = members.text("blas"),
            .blasCore = members.text("blasCore"),
            .instructions = members.text("instructions"),
            .device = members.text("device"),
            .sqlite = members.text("sqlite"),
            .host = {}}; // is not in a bundle
}

std::optional<ManifestFork> forkOf(JsonMembers& run, int rounds, std::size_t runs)
{
    if (!run.has("fork"))
        return std::nullopt;
    JsonMembers members(run.part("fork", Kind::Object));
    ManifestFork fork{.round = static_cast<int>(members.whole("afterRound", 0, rounds)),
                      .name = members.text("of")};
    if (members.has("ofRun"))
        fork.parent = static_cast<std::size_t>(
            members.whole("ofRun", 0, static_cast<std::int64_t>(runs) - 1));
    if (members.problem())
        run.refuse(*members.problem());
    return fork;
}

Result<ManifestRun> runOf(const JsonNode& node, std::size_t runs, const std::string& place)
{
    JsonMembers members(node);
    ManifestRun run{.arm = members.text("arm"),
                    .seed = 0,
                    .sweep = members.text("sweep"),
                    .rounds = static_cast<int>(members.whole("rounds", 0, kMostRounds)),
                    .environment = {}};
    const std::string seed = members.text("seed");
    const char* const end = seed.data() + seed.size();
    const auto [last, status] = std::from_chars(seed.data(), end, run.seed);
    if (status != std::errc{} || last != end || std::to_string(run.seed) != seed)
        members.refuse("\"seed\" is not a seed in digits");
    JsonMembers environment(members.part("ranWith", Kind::Object));
    run.environment = environmentOf(environment);
    run.fork = forkOf(members, run.rounds, runs);
    for (const auto& problem : {members.problem(), environment.problem()})
        if (problem)
            return fail(place, "a run in it is not as Coterie writes it: " + *problem);
    return run;
}

/// Says what an older bundle lacks and a newer one is.
Result<void> checkFormat(JsonMembers& members, const std::string& place)
{
    const std::int64_t format =
        members.whole("bundle", 1, std::numeric_limits<std::int64_t>::max());
    if (members.problem())
        return fail(place, "is not the manifest of a bundle: " + *members.problem());
    if (format > kBundleFormat)
        return fail(place,
                    "the bundle was written by a newer version of Coterie (its format is "
                        + std::to_string(format) + ", this program reads "
                        + std::to_string(kBundleFormat) + ")");
    if (format < kBundleFormat)
        return fail(place,
                    "the bundle is of format 1, which lacks " + std::string(kDetailsFile)
                        + ": the clients' numbers of samples and classes, edge servers, tests on "
                          "the data set's own test set, sizes of matrices and values of events. "
                          "Export it again with this version, or compute it again with "
                          "`coterie-cli run` and its experiment.json");
    return {};
}

} // namespace

Result<Manifest> readManifest(const std::string& text, const std::string& place)
{
    const Result<ParsedJson> parsed = parseJson(text);
    if (!parsed)
        return fail(place, "is not JSON: " + parsed.error().sentence());
    if (!parsed->duplicates.empty())
        return fail(place, parsed->duplicates.front().second.sentence());
    JsonMembers members(parsed->root);
    COTERIE_CHECK(checkFormat(members, place));
    Manifest manifest{.experiment = members.text("experiment"),
                      .experimentHash = members.text("experimentHash"),
                      .runs = {},
                      .sha256 = {}};
    const Names known = knownFiles();
    JsonMembers digests(members.part("sha256", Kind::Object));
    for (const std::string& name : members.part("sha256", Kind::Object).names) {
        if (!known.contains(name))
            digests.refuse("the file " + inQuotes(name)
                           + " is none that a bundle has, unless of a newer version of Coterie");
        manifest.sha256[name] = digests.text(name);
    }
    for (const std::string& name : neededFiles())
        if (!manifest.sha256.contains(name))
            digests.refuse("the file " + inQuotes(name) + " is missing");
    const JsonNode& runs = members.part("runs", Kind::List);
    for (const auto& problem : {members.problem(), digests.problem()})
        if (problem)
            return fail(place, "is not as Coterie writes it: " + *problem);
    for (const JsonNode& node : runs.items) {
        COTERIE_TRY(ManifestRun run, runOf(node, runs.items.size(), place));
        manifest.runs.push_back(std::move(run));
    }
    if (manifest.runs.empty())
        return fail(place, "names no run");
    return manifest;
}

} // namespace coterie
