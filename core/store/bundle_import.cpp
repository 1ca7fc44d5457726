#include "core/base/hash.h"
#include "core/base/json_node.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/sweep_text.h"
#include "core/store/branch_rows.h"
#include "core/store/bundle_manifest.h"
#include "core/store/bundle_tables.h"
#include "core/store/database.h"
#include "core/store/equal_runs.h"
#include "core/store/report_reader.h"
#include "core/store/report_writer.h"
#include "core/store/run_rows.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace coterie {

namespace {

constexpr std::size_t kHashShown = 12;
constexpr int kMostRepeats = 1000; // each is compared with each that the store has
constexpr std::uint64_t kLargestPlans = std::uint64_t{1} << 30;
constexpr std::uint64_t kLargestBundle = std::uint64_t{16} << 30;

/// Whether a stranger's path stays inside the bundle. Nothing is written under it, but names as
/// these are in no bundle of ours.
bool isInside(const std::string& path)
{
    const std::filesystem::path parts(path);
    return !path.empty() && parts.is_relative() && path.find('\\') == std::string::npos
           && path.find('\0') == std::string::npos
           && std::ranges::none_of(parts, [](const auto& part) { return part == ".."; });
}

/// The folders in the bundle that have a manifest, each with a "/" at its end.
Result<std::vector<std::string>> experimentsIn(const BundleFiles& files)
{
    std::set<std::string> seen;
    std::vector<std::string> folders;
    std::uint64_t size = 0;
    for (const BundleFiles::File& file : files.files) {
        if (!isInside(file.path))
            return fail(files.name,
                        "has a file with the path " + inQuotes(file.path)
                            + ", which no bundle has");
        if (!seen.insert(file.path).second)
            return fail(files.name, "has two files with the path " + inQuotes(file.path));
        size += std::min(file.size, kLargestBundle);
        if (size > kLargestBundle)
            return fail(files.name, "holds more than 16 GB, which is not read", ErrorKind::TooMuch);
        const std::string folder = file.path.substr(0, file.path.rfind('/') + 1);
        if (file.path == folder + std::string(kManifestFile))
            folders.push_back(folder);
    }
    if (folders.empty())
        return fail(files.name, "has no manifest.json, so it is not a bundle of Coterie's");
    std::ranges::sort(folders);
    return folders;
}

/// The files of one of the folders; `paths`: of all files, which may be many.
BundleFiles inside(const BundleFiles& files,
                   const std::unordered_set<std::string>& paths,
                   const std::string& folder)
{
    BundleFiles part{.name = files.name + (folder.empty() ? "" : '/' + folder),
                     .origin = files.origin,
                     .files = {},
                     .open = {},
                     .reader = files.reader};
    if (part.name.ends_with('/'))
        part.name.pop_back();
    part.open =
        [&files, &paths, folder, name = part.name](const std::string& path) -> Result<ReadBytes> {
        if (!paths.contains(folder + path))
            return fail(name, path + " is missing");
        return files.open(folder + path);
    };
    return part;
}

bool isRead(std::string_view csv)
{
    csv.remove_suffix(std::string_view(".csv").size());
    return std::ranges::find(kReadTables, csv) != kReadTables.end();
}

struct NamedText
{
    std::string place;
    std::string text;
};

Result<NamedText> textIn(const BundleFiles& files, std::string_view path)
{
    NamedText named{.place = files.name + '/' + std::string(path), .text = {}};
    COTERIE_TRY(const ReadBytes read, files.open(std::string(path)));
    COTERIE_TRY(named.text, wholeText(named.place, read));
    return named;
}

/// What identifies a run in an experiment.
using RunKey = std::tuple<std::string, std::uint64_t, std::string>;

RunKey keyOf(const ManifestRun& run)
{
    return {run.arm, run.seed, run.sweep};
}

/// The plans of the runs that the manifest names, of an experiment of `size` bytes.
Result<std::map<RunKey, RunPlan>>
plansOf(Experiment experiment, std::size_t size, const Manifest& manifest, const Registry& registry)
{
    std::set<std::uint64_t> seeds;
    std::map<RunKey, int> repeats;
    for (const ManifestRun& run : manifest.runs) {
        seeds.insert(run.seed);
        if (++repeats[keyOf(run)] > kMostRepeats)
            return fail({}, "has a run more than 1,000 times", ErrorKind::TooMuch);
    }
    experiment.seeds.assign(seeds.begin(), seeds.end());
    const std::size_t runs = runCount(experiment, kMostRuns);
    if (manifest.runs.size() > kMostRuns || runs > kMostRuns)
        return fail({}, "has more than 100,000 runs", ErrorKind::TooMuch);
    if (runs * size > kLargestPlans) // each may repeat all of the text
        return fail({}, "has too many runs for its size", ErrorKind::TooMuch);
    std::map<RunKey, RunPlan> plans;
    for (RunPlan& plan : expand(experiment, registry)) {
        RunKey key{plan.armName, plan.seed, sweepText(plan.sweep)};
        plans.emplace(std::move(key), std::move(plan));
    }
    return plans;
}

/// Imports one experiment of a bundle, in the transaction the caller has open.
class ExperimentImport
{
public:
    ExperimentImport(Database& database,
                     const BundleFiles& files,
                     const Registry& registry,
                     std::string origin)
        : m_database(database)
        , m_files(files)
        , m_registry(registry)
        , m_origin(std::move(origin))
    {}

    Result<void> operator()(std::vector<std::int64_t>& added)
    {
        COTERIE_TRY(const NamedText manifest, textIn(m_files, kManifestFile));
        COTERIE_TRY(m_manifest, readManifest(manifest.text, manifest.place));
        COTERIE_CHECK(readExperiment());
        COTERIE_TRY(BundleTables tables, BundleTables::open(m_files));
        COTERIE_TRY(BundleText details, opened(kDetailsFile));
        for (std::size_t i = 0; i < m_manifest.runs.size(); ++i) {
            COTERIE_TRY(const std::int64_t run, readRun(i, tables, details));
            added.push_back(run);
        }
        const std::size_t first = added.size() - m_manifest.runs.size();
        for (std::size_t i = 0; i < m_manifest.runs.size(); ++i)
            if (const std::optional<ManifestFork>& fork = m_manifest.runs[i].fork) {
                Branch branch{.name = fork->name, .round = fork->round};
                if (fork->parent && *fork->parent != i)
                    branch.parent = added[first + *fork->parent];
                writeBranch(m_database, added[first + i], branch);
            }
        std::string line;
        COTERIE_TRY(const bool more, details.next(line));
        if (more)
            return details.wrong("belongs to no run that the manifest names");
        COTERIE_CHECK(checkDigest(kDetailsFile, details));
        for (const auto& [name, digest] : m_manifest.sha256) {
            // Computed from the others, so that they only must be whole.
            if (!name.ends_with(".csv") || isRead(name))
                continue;
            COTERIE_TRY(BundleText text, opened(name));
            COTERIE_CHECK(checkDigest(name, text));
        }
        return tables.close(m_manifest.sha256);
    }

private:
    Result<void> readExperiment()
    {
        COTERIE_TRY(const NamedText file, textIn(m_files, kExperimentFile));
        if (sha256(file.text) != m_manifest.sha256[std::string(kExperimentFile)])
            return fail(file.place, "is damaged: its SHA-256 is not that of the manifest");
        const Result<Experiment, Problems> experiment = parseExperiment(file.text, m_registry);
        if (!experiment)
            return fail(file.place,
                        "is no experiment that this version can read: "
                            + experiment.error().front().sentence());
        if (experiment->name != m_manifest.experiment)
            return fail(file.place, "has another name than in the manifest");
        Result<std::map<RunKey, RunPlan>> plans =
            plansOf(*experiment, file.text.size(), m_manifest, m_registry);
        if (!plans)
            return fail(file.place, plans.error().message, plans.error().kind);
        m_plans = *std::move(plans);
        const std::string hash = canonicalHash(*experiment, m_registry);
        // A version with one setting more has another hash of the same experiment.
        const bool ofThisVersion =
            std::ranges::all_of(m_manifest.runs, [&](const ManifestRun& run) {
                return run.environment.program.starts_with(m_files.reader);
            });
        if (ofThisVersion && hash != m_manifest.experimentHash)
            return fail(file.place,
                        "is not the experiment of these runs: what it computes has the hash "
                            + hash.substr(0, kHashShown) + ", in the manifest it is "
                            + m_manifest.experimentHash.substr(0, kHashShown));
        m_experiment = insertExperiment(m_database, experiment->name, file.text, hash);
        return {};
    }

    Result<BundleText> opened(std::string_view path)
    {
        COTERIE_TRY(ReadBytes read, m_files.open(std::string(path)));
        return BundleText(m_files.name + '/' + std::string(path), std::move(read));
    }

    Result<void> checkDigest(std::string_view path, BundleText& text)
    {
        COTERIE_TRY(const std::string digest, text.digest());
        if (digest != m_manifest.sha256[std::string(path)])
            return fail(text.place(), "is damaged: its SHA-256 is not that of the manifest");
        return {};
    }

    /// A line of the details, which must be there.
    template <typename Read>
    static auto detailsIn(BundleText& details, const Read& read)
        -> decltype(read(std::declval<const std::string&>()))
    {
        std::string line;
        COTERIE_TRY(const bool found, details.next(line));
        if (!found)
            return details.wrong("the details of a run or round are missing");
        auto made = read(line);
        if (!made)
            return details.wrong("is not as Coterie writes it: " + made.error().sentence());
        return made;
    }

    Result<std::int64_t> readRun(std::size_t place, BundleTables& tables, BundleText& details)
    {
        const ManifestRun& named = m_manifest.runs[place];
        const RunKey key = keyOf(named);
        const auto plan = m_plans.find(key);
        if (plan == m_plans.end())
            return fail(m_files.name,
                        "the manifest names a run of " + inQuotes(named.arm) + " with seed "
                            + std::to_string(named.seed)
                            + (named.sweep.empty() ? "" : " and " + inQuotes(named.sweep))
                            + ", which its experiment does not have");
        COTERIE_TRY(const RunDetails ofRun, detailsIn(details, &readRunDetails));
        if (ofRun.planned < named.rounds)
            return details.wrong("plans fewer rounds than the run has done");
        const RowIdentity identity{.experiment = m_manifest.experiment,
                                   .arm = named.arm,
                                   .seed = std::to_string(named.seed),
                                   .sweep = named.sweep,
                                   .repeat = std::to_string(++m_repeats[key])};
        const std::int64_t run = insertRun(
            m_database, m_experiment, plan->second, writePlan(plan->second), named.environment);
        m_database
            .statement("UPDATE run SET status = 'finished', rounds = ?, rounds_done = ?, begun = 1,"
                       " origin = ? WHERE id = ?",
                       ofRun.planned,
                       named.rounds,
                       m_origin,
                       run)
            .run();
        writeFacts(m_database, run, ofRun.facts);
        ReportWriter writer(m_database, run);
        for (int round = 0; round <= named.rounds; ++round) {
            COTERIE_TRY(const RoundDetails ofRound, detailsIn(details, &readRoundDetails));
            if (ofRound.round != round)
                return details.wrong("must be round " + std::to_string(round));
            COTERIE_TRY(const RoundReport report, tables.read(identity, ofRun.facts, ofRound));
            writer.write(report);
        }
        return run;
    }

    Database& m_database;
    const BundleFiles& m_files;
    const Registry& m_registry;
    std::string m_origin;
    Manifest m_manifest;
    std::int64_t m_experiment = 0;
    std::map<RunKey, RunPlan> m_plans;
    std::map<RunKey, int> m_repeats;
};

/// All experiments of a bundle, but for runs that are there already. `changes`: becomes true if the
/// store has more than before.
Result<ImportedRuns>
importInto(Database& database, const BundleFiles& files, const Registry& registry, bool& changes)
{
    COTERIE_TRY(const std::vector<std::string> folders, experimentsIn(files));
    std::unordered_set<std::string> paths;
    for (const BundleFiles::File& file : files.files)
        paths.insert(file.path);
    std::vector<std::int64_t> added;
    for (const std::string& folder : folders) {
        const BundleFiles part = inside(files, paths, folder);
        ExperimentImport import(database, part, registry, files.origin);
        COTERIE_CHECK(import(added));
    }
    ImportedRuns runs;
    if (added.empty())
        return runs;
    EqualRuns stored(database, added.front());
    for (const std::int64_t run : added) {
        const auto known = stored.take(run);
        if (!known) {
            runs.added.push_back(run);
            changes = true;
            continue;
        }
        runs.known.push_back(*known);
        database.statement("UPDATE branch SET parent = ? WHERE parent = ?", *known, run).run();
        changes = takeClientNames(database, run, *known) || changes;
        database.statement("DELETE FROM run WHERE id = ?", run).run();
    }
    return runs;
}

} // namespace

Result<ImportedRuns> RunStore::importBundle(const BundleFiles& files, const Registry& registry)
{
    try {
        database().requireItsFile();
        Transaction transaction(database(), Transaction::Kind::Write);
        bool changes = false;
        COTERIE_TRY(ImportedRuns runs, importInto(database(), files, registry, changes));
        database().requireItsFile(); // reading it may take minutes
        if (changes)
            transaction.commit();
        return runs;
    } catch (const DatabaseError& problem) {
        return Unexpected<Error>{problem.error()};
    } catch (const std::bad_alloc&) {
        return fail(files.name, "there is not enough memory to import the bundle");
    } catch (const std::length_error&) {
        return fail(files.name, "is damaged: it contains an impossible size");
    }
}

} // namespace coterie
