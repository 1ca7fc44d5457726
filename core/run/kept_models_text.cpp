#include "core/run/kept_models_text.h"

#include "core/run/prepare_run.h"

#include <algorithm>

namespace coterie {

namespace {

std::uint64_t bytesOfModel(const RunPlan& plan, const Network& network)
{
    const ParamLayout& layout = network.layout();
    return (layout.parameterCount + layout.bufferCount)
           * (plan.model.precision == "float64" ? sizeof(double) : sizeof(float));
}

} // namespace

std::string megabytesText(std::uint64_t bytes)
{
    const std::uint64_t tenths = (bytes + 99'999) / 100'000;
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " MB";
}

std::string keptModelsText(std::span<const RunPlan> plans, RunData& data)
{
    const RunPlan& first = plans.front();
    if (first.keepModels == "none")
        return "Runs keep no models.";
    const auto dataset = data.dataset(first);
    if (!dataset)
        return {};
    const Result<Shards> shards = data.shards(first, **dataset);
    if (!shards)
        return {};
    std::uint64_t one = 0;
    for (const RunPlan& plan : plans)
        if (plan.data.dataset == first.data.dataset)
            if (const Result<Network> network = planNetwork(plan, **dataset))
                one = std::max(one, bytesOfModel(plan, *network));
    const std::uint64_t most = one * (shards->size() + 1);
    const std::uint64_t budget = static_cast<std::uint64_t>(first.keepModelsMegabytes) * 1'000'000;
    const std::string room =
        std::to_string(first.keepModelsMegabytes) + " MB (keepModelsMegabytes)";
    const std::string which =
        first.keepModels == "best" ? "the models of its best round" : "the models it ends with";
    if (one == 0) // a module that nothing has loaded
        return "Each run keeps " + which + " if they take at most " + room + ".";
    if (one > budget)
        return "Runs keep no models: one takes " + megabytesText(one) + ", and a run may keep "
               + room + ".";
    const std::string sizes = "one takes " + megabytesText(one)
                              + ", a global one and one for each client " + megabytesText(most);
    if (most > budget)
        return "Each run keeps " + which + " if they take at most " + room + "; " + sizes + ".";
    return "Each run keeps " + which + ": " + sizes + ".";
}

} // namespace coterie
