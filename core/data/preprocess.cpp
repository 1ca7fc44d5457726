#include "core/data/preprocess.h"

#include "core/base/result.h"
#include "core/base/try.h"
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
             {valueSteps(), pictureSteps(), poolSteps()})
            steps.insert(steps.end(), some.begin(), some.end());
        return steps;
    }();
    return all;
}

const PreprocessStep* stepNamed(const std::string& name)
{
    const auto known = std::ranges::find(
        allSteps(), name, [](const PreprocessStep& step) { return step.part.name; });
    return known == allSteps().end() ? nullptr : &*known;
}

Affine startOf(const Dataset& dataset)
{
    const InputScale& start = dataset.inputScale;
    Affine affine;
    for (std::size_t channel = 0; channel < dataset.train.shape.channels; ++channel) {
        affine.scale.push_back(
            static_cast<double>(start.scale[start.scale.size() == 1 ? 0 : channel]));
        affine.offset.push_back(
            static_cast<double>(start.offset[start.offset.size() == 1 ? 0 : channel]));
    }
    return affine;
}

InputScale inSingle(const Affine& affine)
{
    InputScale scale{.scale = {}, .offset = {}};
    for (std::size_t channel = 0; channel < affine.scale.size(); ++channel) {
        scale.scale.push_back(static_cast<float>(affine.scale[channel]));
        scale.offset.push_back(static_cast<float>(affine.offset[channel]));
    }
    return scale;
}

/// The data set itself if nothing else holds it, so that it is in memory once; otherwise a copy.
/// No data set is created as a constant object, so the cast is safe.
Dataset takeOver(std::shared_ptr<const Dataset> dataset)
{
    if (dataset.use_count() == 1)
        return std::move(const_cast<Dataset&>(*dataset));
    return *dataset;
}

Unexpected<Error> unknownStep(const std::string& name, const std::string& place)
{
    std::vector<std::string_view> names;
    for (const PreprocessStep& step : allSteps())
        names.push_back(step.part.name);
    return unknownName(place + "/step", name, names);
}

} // namespace

std::span<const NamedPart> preprocessParts()
{
    static const std::vector<NamedPart> parts = [] {
        std::vector<NamedPart> named;
        for (const PreprocessStep& step : allSteps())
            named.push_back(step.part);
        return named;
    }();
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
            return unknownStep(steps[index].name, place);
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
