#include "app/cli/experiment_input.h"

#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/spec/experiment_json.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>

namespace coterie::cli {

namespace {

Result<std::string> readText(const std::string& file)
{
    std::error_code problem;
    if (std::filesystem::is_directory(file, problem))
        return fail(file, "it is a folder, an experiment file is needed");
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return fail(file, std::string("it cannot be read: ") + std::strerror(errno));
    std::string text(std::istreambuf_iterator<char>(stream), {});
    if (stream.bad())
        return fail(file, std::string("it cannot be read: ") + std::strerror(errno));
    return text;
}

/// What "--set /rounds=5" says: the place and the value.
Result<std::string> withSetting(const std::string& json, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || !setting.starts_with('/'))
        return Unexpected<Error>{Error{.place = "--set",
                                       .found = '"' + setting + '"',
                                       .needed = "/POINTER=VALUE needed, e.g. /rounds=5",
                                       .nearest = {}}};
    return setInJson(json,
                     std::string_view(setting).substr(0, equals),
                     std::string_view(setting).substr(equals + 1));
}

Result<std::vector<std::uint64_t>> chosenSeeds(const std::vector<std::string>& words)
{
    std::vector<std::uint64_t> seeds;
    for (const std::string& word : words) {
        std::uint64_t seed = 0;
        const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), seed);
        // 2^53: what a seed in an experiment file may be, too.
        constexpr std::uint64_t kLargest = std::uint64_t{1} << 53U;
        if (status != std::errc{} || end != word.data() + word.size() || seed > kLargest)
            return Unexpected<Error>{Error{.place = "--seed",
                                           .found = '"' + word + '"',
                                           .needed = "a whole number of at least 0 needed",
                                           .nearest = {}}};
        if (std::ranges::find(seeds, seed) == seeds.end())
            seeds.push_back(seed);
    }
    return seeds;
}

Result<void> checkArms(const Experiment& experiment, const std::vector<std::string>& chosen)
{
    std::vector<std::string_view> names;
    std::string list;
    for (const Arm& arm : experiment.arms) {
        names.push_back(arm.name);
        list += (list.empty() ? "" : ", ") + arm.name;
    }
    for (const std::string& name : chosen)
        if (std::ranges::find(names, name) == names.end())
            return Unexpected<Error>{Error{.place = "--arm",
                                           .found = '"' + name + '"',
                                           .needed = "one of the file's arms needed: " + list,
                                           .nearest = nearestWord(name, names)}};
    return {};
}

} // namespace

Result<Experiment, Problems> readExperimentInput(const Arguments& arguments)
{
    const std::string& file = arguments.operands().front();
    Result<std::string> text = readText(file);
    for (const std::string& setting : arguments.values("--set")) {
        if (!text)
            break;
        text = withSetting(*text, setting);
    }
    if (!text)
        return Unexpected<Problems>{{text.error()}};
    return parseExperiment(*text, registry());
}

Result<std::vector<RunPlan>> chosenPlans(const Experiment& experiment, const Arguments& arguments)
{
    const std::vector<std::string> arms = arguments.values("--arm");
    if (const Result<void> known = checkArms(experiment, arms); !known)
        return Unexpected<Error>{known.error()};
    const Result<std::vector<std::uint64_t>> seeds = chosenSeeds(arguments.values("--seed"));
    if (!seeds)
        return Unexpected<Error>{seeds.error()};

    Experiment chosen = experiment;
    if (!seeds->empty())
        chosen.seeds = *seeds;
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

} // namespace coterie::cli
