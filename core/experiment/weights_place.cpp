#include "core/experiment/weights_place.h"

#include "core/experiment/module_settings.h"

#include <system_error>

namespace coterie {

namespace {

/// Empty: no such file stands there, or it has its absolute name.
std::string placed(const std::string& file, const std::filesystem::path& folder)
{
    const std::filesystem::path named(file);
    std::error_code ignored;
    if (file.empty() || named.is_absolute()
        || !std::filesystem::is_regular_file(folder / named, ignored))
        return {};
    return std::filesystem::absolute(folder / named, ignored).lexically_normal().string();
}

void placeBeside(ModelSettings& model, const std::filesystem::path& folder)
{
    if (model.initial)
        if (std::string whole = placed(model.initial->path, folder); !whole.empty())
            model.initial->path = std::move(whole);
    if (std::string whole = placed(modulePath(model), folder); !whole.empty())
        model.model.parameters.set(kModulePath, std::move(whole));
}

} // namespace

void placeWeights(Experiment& experiment, const std::filesystem::path& folder)
{
    if (folder.empty())
        return;
    placeBeside(experiment.model, folder);
    for (Arm& arm : experiment.arms)
        if (arm.model)
            placeBeside(*arm.model, folder);
}

} // namespace coterie
