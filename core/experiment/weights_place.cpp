#include "core/experiment/weights_place.h"

#include <system_error>

namespace coterie {

namespace {

void placeBeside(ModelSettings& model, const std::filesystem::path& folder)
{
    if (!model.initial || model.initial->path.empty())
        return;
    const std::filesystem::path named(model.initial->path);
    std::error_code ignored;
    if (named.is_relative() && std::filesystem::is_regular_file(folder / named, ignored))
        model.initial->path =
            std::filesystem::absolute(folder / named, ignored).lexically_normal().string();
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
