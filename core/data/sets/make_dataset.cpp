#include "core/data/sets/make_dataset.h"

namespace coterie {

namespace {

/// How many of the samples have a label, target or mask.
std::size_t answered(const Samples& samples)
{
    if (!samples.labels.empty())
        return samples.labels.size();
    if (!samples.targets.empty())
        return samples.targets.size();
    const std::size_t voxels = samples.shape.plane();
    return voxels == 0 ? 0 : samples.masks.size() / voxels;
}

/// The stored value whose meaning is 0, the darkest of 0 … 1.
float blackOf(const InputScale& inputScale)
{
    return (0.0F - inputScale.offset.front()) / inputScale.scale.front();
}

} // namespace

Result<DatasetPointer> makeDataset(const NamedPart& part,
                                   const DatasetFacts& facts,
                                   Result<Samples> train,
                                   Result<Samples> test)
{
    for (const Result<Samples>* read : {&train, &test})
        if (!*read)
            return Unexpected<Error>{read->error()};
    for (const Result<Samples>* read : {&train, &test})
        if (answered(**read) != (*read)->count())
            return fail(std::string(part.title),
                        std::to_string((*read)->count()) + " samples, but "
                            + std::to_string(answered(**read)) + " labels for them");
    if (test->count() > 0 && train->shape != test->shape)
        return fail(std::string(part.title),
                    "the test samples differ in size from the training samples");
    auto dataset = std::make_shared<Dataset>();
    dataset->name = part.name;
    dataset->title = part.title;
    dataset->classes = facts.classNames.size();
    dataset->classNames.assign(facts.classNames.begin(), facts.classNames.end());
    dataset->domainNames.assign(facts.domainNames.begin(), facts.domainNames.end());
    dataset->inputScale = facts.inputScale;
    dataset->train = std::move(*train);
    dataset->officialTest = std::move(*test);
    for (Samples* samples : {&dataset->train, &dataset->officialTest})
        samples->black = {blackOf(facts.inputScale)};
    return DatasetPointer(std::move(dataset));
}

} // namespace coterie
