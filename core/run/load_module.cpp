#include "core/run/load_module.h"

#include "core/base/hash.h"
#include "core/base/try.h"
#include "core/data/sets/user_files.h"
#include "core/experiment/module_settings.h"
#include "core/nn/loaded_modules.h"
#include "core/nn/module_file.h"
#include "core/nn/module_trial.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

namespace {

std::string placeOf(const RunPlan& plan, std::string_view setting)
{
    return (plan.modelOfArm ? "/arms/" + std::to_string(plan.armIndex) : std::string()) + "/model/"
           + std::string(setting);
}

ModuleKey keyOf(const RunPlan& plan)
{
    return {.sha256 = textSetting(plan.model.model, kModuleDigest),
            .output = textSetting(plan.model.model, kModuleOutput)};
}

/// Last before it is loaded: between the yes and now the file may have changed.
Result<void>
checkIsAgreedTo(const RunPlan& plan, const DataFolders& folders, const CommandConsent& consent)
{
    if (!consent.agreed)
        return {};
    const std::vector<std::string> load = moduleLoadOf(plan.model);
    const CommandFiles now = commandFiles(load, moduleFolder(load, folders));
    if (std::ranges::find(*consent.agreed, now.digest) != consent.agreed->end())
        return {};
    return fail(placeOf(plan, kModulePath),
                modulePath(plan.model)
                    + ": was not loaded: the file is not what you allowed. Start or resume the "
                      "run to be asked again.");
}

struct ModuleFile
{
    std::filesystem::path path;
    std::string bytes;
    std::string sha256;
};

/// With the bytes that the plan knows, where it knows any.
Result<ModuleFile> readModule(const RunPlan& plan, const DataFolders& folders)
{
    const std::string place = placeOf(plan, kModulePath);
    ModuleFile file;
    COTERIE_TRY(file.path, userFile(place, modulePath(plan.model), folders));
    Result<std::string> bytes = moduleBytes(file.path);
    if (!bytes)
        return fail(place, file.path.string() + ": " + bytes.error().message);
    file.bytes = *std::move(bytes);
    file.sha256 = sha256(file.bytes);
    const std::string known = keyOf(plan).sha256;
    if (!known.empty() && file.sha256 != known)
        return fail(place,
                    file.path.string()
                        + ": is not the file that this experiment was made with: its SHA-256 is "
                        + file.sha256 + " instead of " + known
                        + "; bring that file back, or begin a new experiment without sha256");
    return file;
}

} // namespace

std::filesystem::path moduleFolder(std::span<const std::string> load, const DataFolders& folders)
{
    const std::filesystem::path named(load.back());
    if (named.is_absolute())
        return named.parent_path();
    const Result<std::filesystem::path> found = userFile({}, load.back(), folders);
    const auto folder = std::ranges::find_if(
        folders.folders, [&](const auto& each) { return found && each / named == *found; });
    return folder == folders.folders.end() ? std::filesystem::path(".") : *folder;
}

bool mayLoadModule(const RunPlan& plan, const DataFolders& folders, const CommandConsent& consent)
{
    return consent.given && checkIsAgreedTo(plan, folders, consent);
}

bool isUnknownModule(const RunPlan& plan)
{
    return !modulePath(plan.model).empty() && !keptModule(keyOf(plan));
}

Result<void> checkModuleFile(const RunPlan& plan, const DataFolders& folders)
{
    if (modulePath(plan.model).empty())
        return {};
    COTERIE_CHECK(readModule(plan, folders));
    return {};
}

Result<void> loadModule(RunPlan& plan,
                        const Dataset& dataset,
                        const DataFolders& folders,
                        const CommandConsent& consent)
{
    if (modulePath(plan.model).empty())
        return {};
    if (!consent.given)
        COTERIE_CHECK(checkStartsNoCommand(plan));
    const ModuleKey known = keyOf(plan);
    if (!known.sha256.empty() && keptModule(known))
        return {}; // its owner agreed to these bytes before
    COTERIE_CHECK(checkIsAgreedTo(plan, folders, consent));
    COTERIE_TRY(const ModuleFile file, readModule(plan, folders));
    plan.model.model.parameters.set(kModuleDigest, file.sha256);
    if (keptModule(keyOf(plan)))
        return {};
    const auto refused = [&](const Error& problem) {
        return fail(placeOf(plan, problem.place == kModuleOutput ? kModuleOutput : kModulePath),
                    file.path.string() + ": " + problem.message);
    };
    const Result<std::string> tried = tryModule({.file = std::filesystem::absolute(file.path),
                                                 .output = known.output,
                                                 .input = dataset.train.shape,
                                                 .classes = dataset.classes});
    if (!tried)
        return refused(tried.error());
    if (*tried != file.sha256)
        return refused({.message = "changes while it is read; start the run again"});
    Result<std::shared_ptr<const ScriptModule>> module =
        ScriptModule::load(file.bytes, known.output);
    if (!module)
        return refused(module.error());
    keepModule(keyOf(plan), *std::move(module));
    return {};
}

} // namespace coterie
