#include "app/cli/inputs.h"

#include "app/shipped_experiments.h"
#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/base/whole_number.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/module_settings.h"
#include "core/experiment/set_in_experiment.h"
#include "core/experiment/weights_place.h"
#include "core/run/identify_weights.h"
#include "core/run/known_runs.h"

#include <algorithm>
#include <limits>

namespace coterie::cli {

namespace {

/// "quickstart" or "papers/hcct/table4_fmnist" is the shipped experiment of that name, unless there
/// is such a file.
std::filesystem::path experimentFile(const std::string& named)
{
    std::error_code problem;
    if (std::filesystem::exists(named, problem))
        return named;
    const std::filesystem::path shipped = shippedExperiments() / (named + ".json");
    return std::filesystem::exists(shipped, problem) ? shipped : std::filesystem::path(named);
}

/// What "--set /rounds=5" says: the place and the value.
Result<std::string> withSetting(const std::string& json, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || !setting.starts_with('/'))
        return notAllowed("--set", '"' + setting + '"', "/POINTER=VALUE, such as /rounds=5");
    return setInExperiment(json,
                           std::string_view(setting).substr(0, equals),
                           std::string_view(setting).substr(equals + 1),
                           registry());
}

Result<std::vector<std::uint64_t>> chosenSeeds(const std::vector<std::string>& words)
{
    std::vector<std::uint64_t> seeds;
    for (const std::string& word : words) {
        const auto number = numberIn<std::int64_t>(word); // of the same range as a seed in a file
        if (!number || *number < 0)
            return notAllowed("--seed", '"' + word + '"', fields::kSeed.allowed());
        const auto seed = static_cast<std::uint64_t>(*number);
        if (std::ranges::find(seeds, seed) == seeds.end())
            seeds.push_back(seed);
    }
    return seeds;
}

Result<void> checkArms(const Experiment& experiment, const std::vector<std::string>& chosen)
{
    std::vector<std::string_view> names;
    for (const Arm& arm : experiment.arms)
        names.push_back(arm.name);
    for (const std::string& name : chosen)
        if (std::ranges::find(names, name) == names.end())
            return unknownName("--arm", name, names);
    return {};
}

DataFolders weightsFolders(const Arguments& arguments)
{
    const std::optional<std::string> data = arguments.value("--data");
    return defaultDataFolders(data ? std::filesystem::path(*data) : std::filesystem::path{});
}

/// Of the newest run that began with a file of this name; empty if there is none.
std::string storedDigest(const std::vector<RunRow>& rows,
                         const std::string& named,
                         const std::filesystem::path& folder)
{
    std::error_code ignored;
    const std::string beside =
        std::filesystem::absolute(folder / named, ignored).lexically_normal().string();
    std::string digest;
    std::int64_t newest = -1;
    for (const RunRow& row : rows) {
        const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
        if (!plan || row.id < newest)
            continue;
        std::vector<InitialWeights> files{
            {.path = modulePath(plan->model),
             .sha256 = textSetting(plan->model.model, kModuleDigest)}};
        if (plan->model.initial)
            files.push_back(*plan->model.initial);
        for (const InitialWeights& began : files) {
            if (began.path != named && (folder.empty() || began.path != beside))
                continue;
            digest = began.sha256;
            newest = row.id;
        }
    }
    return digest;
}

} // namespace

Result<Experiment, Problems> readExperimentFile(const Arguments& arguments)
{
    Result<std::string> text = readExperimentText(experimentFile(arguments.operands.front()));
    for (const std::string& setting : arguments.values("--set")) {
        if (!text)
            break;
        text = withSetting(*text, setting);
    }
    if (!text)
        return Unexpected<Problems>{{text.error()}};
    Result<Experiment, Problems> experiment = parseExperiment(*text, registry());
    if (experiment)
        placeWeights(*experiment, experimentFolder(arguments));
    return experiment;
}

Result<Experiment, Problems> readExperimentInput(const Arguments& arguments)
{
    COTERIE_TRY(Experiment experiment, readExperimentFile(arguments));
    COTERIE_CHECK(identifyWeights(experiment, weightsFolders(arguments)));
    return experiment;
}

Result<Experiment, Problems> readStoredExperiment(RunStore& store, const Arguments& arguments)
{
    COTERIE_TRY(Experiment experiment, readExperimentFile(arguments));
    std::string refusal;
    const auto asStored = [&](const InitialWeights& weights) -> std::string {
        const Result<std::vector<RunRow>> rows = store.runs();
        if (!rows)
            refusal = rows.error().sentence();
        return rows ? storedDigest(*rows, weights.path, experimentFolder(arguments)) : "";
    };
    const Result<void> identified =
        identifyWeights(experiment, weightsFolders(arguments), asStored);
    if (!refusal.empty())
        return PassedOn{fail(store.file().string(), refusal).error};
    COTERIE_CHECK(identified);
    return experiment;
}

std::filesystem::path experimentFolder(const Arguments& arguments)
{
    std::error_code problem;
    const std::filesystem::path file =
        std::filesystem::canonical(experimentFile(arguments.operands.front()), problem);
    return !problem && std::filesystem::is_regular_file(file, problem) ? file.parent_path()
                                                                       : std::filesystem::path();
}

Result<std::vector<RunPlan>> chosenPlans(const Experiment& experiment, const Arguments& arguments)
{
    const std::vector<std::string> arms = arguments.values("--arm");
    COTERIE_CHECK(checkArms(experiment, arms));
    COTERIE_TRY(const std::vector<std::uint64_t> seeds, chosenSeeds(arguments.values("--seed")));

    Experiment chosen = experiment;
    if (!seeds.empty())
        chosen.seeds = seeds;
    std::vector<RunPlan> plans = expand(chosen, registry());
    if (!arms.empty())
        std::erase_if(plans, [&arms](const RunPlan& plan) {
            return std::ranges::find(arms, plan.armName) == arms.end();
        });
    return plans;
}

std::filesystem::path databaseFile(const Arguments& arguments)
{
    const std::optional<std::string> named = arguments.value("--db");
    return named ? std::filesystem::path(*named) : defaultStoreFile();
}

Result<std::vector<std::filesystem::path>> dataFolders(const Arguments& arguments)
{
    const std::optional<std::string> named = arguments.value("--data");
    std::error_code problem;
    if (named && !std::filesystem::is_directory(*named, problem))
        return fail("--data", '"' + *named + "\" is not a folder");
    return defaultDataFolders(named ? std::filesystem::path(*named) : std::filesystem::path{})
        .folders;
}

Result<void> writeIfNamed(const Arguments& arguments,
                          std::string_view option,
                          const std::function<void(std::ostream&)>& write)
{
    const std::optional<std::string> file = arguments.value(option);
    if (!file)
        return {};
    return writeFileAtomically(*file, [&](std::ostream& out) -> Result<void> {
        write(out);
        return {};
    });
}

Result<std::unique_ptr<RunStore>> openStoredRuns(const Arguments& arguments)
{
    const std::filesystem::path file = databaseFile(arguments);
    std::error_code problem;
    if (!file.empty() && !std::filesystem::exists(file, problem))
        return fail(
            file.string(),
            "there is no run store yet; `coterie-cli run FILE` makes it, --db names another");
    return RunStore::open(file, RunStore::Mode::ReadOnly);
}

std::vector<std::int64_t> idsOf(const std::vector<RunRow>& rows)
{
    std::vector<std::int64_t> ids;
    for (const RunRow& row : rows)
        ids.push_back(row.id);
    return ids;
}

bool namesExperiment(const Arguments& arguments)
{
    return arguments.operands.size() == 1
           && !numberIn<std::int64_t>(arguments.operands.front()).has_value();
}

Result<std::vector<RunRow>, Problems> runsOfExperiment(RunStore& store, const Arguments& arguments)
{
    COTERIE_TRY(const Experiment experiment, readStoredExperiment(store, arguments));
    const std::vector<std::string> arms = arguments.values("--arm");
    COTERIE_CHECK(checkArms(experiment, arms));
    COTERIE_TRY(const std::vector<std::uint64_t> seeds, chosenSeeds(arguments.values("--seed")));
    COTERIE_TRY(std::vector<RunRow> rows, store.runs());
    rows = runsOf(experiment, std::move(rows));
    if (rows.empty())
        return PassedOn{fail(store.file().string(),
                             "has no run of this experiment; start one with `coterie-cli run "
                                 + arguments.operands.front() + "`")
                            .error};
    std::erase_if(rows, [&](const RunRow& row) {
        return (!arms.empty() && std::ranges::find(arms, row.arm) == arms.end())
               || (!seeds.empty() && std::ranges::find(seeds, row.seed) == seeds.end());
    });
    if (rows.empty())
        return PassedOn{
            fail(store.file().string(), "has no run of this experiment with this arm and seed")
                .error};
    const std::string hash = canonicalHash(experiment, registry());
    for (RunRow& row : rows) {
        row.experimentName = experiment.name;
        row.experimentHash = hash;
        row.experimentDesign = hash; // all of one, whichever texts they were run from
    }
    return rows;
}

Result<std::vector<RunRow>> namedRuns(RunStore& store, const std::vector<std::string>& numbers)
{
    std::vector<RunRow> rows;
    for (const std::string& word : numbers) {
        COTERIE_TRY(const std::int64_t id,
                    readWhole("RUN", word, 1, std::numeric_limits<std::int64_t>::max()));
        if (std::ranges::find(rows, id, &RunRow::id) != rows.end())
            continue;
        COTERIE_TRY(RunRow row, store.run(id));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace coterie::cli
