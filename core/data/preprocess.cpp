#include "core/data/preprocess.h"

#include "core/base/filled.h"
#include "core/base/try.h"
#include "core/data/parts.h"
#include "core/data/preprocess/step.h"
#include "core/experiment/plan.h"

#include <algorithm>

namespace coterie {

namespace {

const std::vector<PreprocessStep>& allSteps()
{
    static const std::vector<PreprocessStep> all = [] {
        std::vector<PreprocessStep> steps;
        for (const std::span<const PreprocessStep> some :
             {valueSteps(), pictureSteps(), poolSteps(), limitSteps()})
            steps.insert(steps.end(), some.begin(), some.end());
        return steps;
    }();
    return all;
}

const PreprocessStep* stepNamed(const std::string& name)
{
    return entryNamed(std::span(allSteps()), name);
}

Affine startOf(const Dataset& dataset)
{
    const std::size_t channels = dataset.train.shape.channels;
    const auto [scale, offset] = dataset.inputScale;
    Affine affine{.scale = {scale.begin(), scale.end()}, .offset = {offset.begin(), offset.end()}};
    affine.scale.resize(channels, affine.scale.front()); // one entry stands for all channels
    affine.offset.resize(channels, affine.offset.front());
    return affine;
}

InputScale inSingle(const Affine& affine)
{
    return {.scale = {affine.scale.begin(), affine.scale.end()},
            .offset = {affine.offset.begin(), affine.offset.end()}};
}

/// The data set itself if nothing else holds it, so that it is in memory once; otherwise a copy.
/// No data set is created as a constant object, so the cast is safe.
Dataset takeOver(std::shared_ptr<const Dataset> dataset)
{
    if (dataset.use_count() == 1)
        return std::move(const_cast<Dataset&>(*dataset));
    return *dataset;
}

} // namespace

std::span<const NamedPart> preprocessParts()
{
    static const std::vector<NamedPart> parts = partsIn(allSteps());
    return parts;
}

bool needsShards(std::span<const Part> steps)
{
    return std::ranges::any_of(steps, [](const Part& part) {
        const PreprocessStep* step = stepNamed(part.name);
        return step != nullptr && step->needsShards;
    });
}

Result<std::shared_ptr<const Dataset>> preprocessed(std::shared_ptr<const Dataset> dataset,
                                                    std::span<const Part> steps,
                                                    const Shards* shards)
{
    if (steps.empty())
        return dataset;
    Affine start = startOf(*dataset);
    Preparation preparation{
        .dataset = takeOver(std::move(dataset)), .affine = std::move(start), .shards = nullptr};
    std::size_t index = 0;
    while (shards != nullptr && index < steps.size() && !needsShards(steps.subspan(index, 1)))
        ++index;
    for (; index < steps.size(); ++index) {
        const std::string place = "/data/preprocess/" + std::to_string(index);
        const PreprocessStep* step = stepNamed(steps[index].name);
        if (step == nullptr)
            return unknownEntry(place + "/step", steps[index].name, allSteps());
        if (preparation.dataset.inputsAreClasses && !step->keepsInputs)
            return fail(place + "/step",
                        filled("{} cannot calculate with {}: its inputs are numbers of characters",
                               step->part.name,
                               preparation.dataset.title));
        if (step->needsShards) {
            if (shards == nullptr)
                break;
            preparation.shards = shards;
        }
        const ParameterSet parameters = completed(steps[index].parameters, step->part.parameters);
        COTERIE_CHECK(step->apply(preparation, parameters, place));
    }
    preparation.dataset.inputScale = inSingle(preparation.affine);
    return std::shared_ptr<const Dataset>(
        std::make_shared<Dataset>(std::move(preparation.dataset)));
}

} // namespace coterie
