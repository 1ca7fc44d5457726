#include "core/data/sets/sets.h"

#include "core/base/filled.h"
#include "core/base/hash.h"
#include "core/data/formats/numbers.h"

#include <cstdio>

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

/// 16 digits that tell these values apart from others.
std::string digestOf(const Samples& train, const Samples& test)
{
    std::vector<std::uint64_t> parts;
    for (const Samples* samples : {&train, &test}) {
        const SampleShape& shape = samples->shape;
        parts.insert(parts.end(), {shape.channels, shape.height, shape.width, shape.depth});
        parts.push_back(std::visit(
            [](const auto& values) { return contentHash(std::as_bytes(std::span(values))); },
            samples->values));
    }
    std::array<char, 17> digits{};
    std::snprintf(digits.data(),
                  digits.size(),
                  "%016llx",
                  static_cast<unsigned long long>(contentHash(std::as_bytes(std::span(parts)))));
    return digits.data();
}

} // namespace

std::uint64_t memoryOf(const Samples& samples)
{
    return bytesOf(samples.values) + samples.masks.size()
           + sizeof(float)
                 * std::uint64_t{samples.labels.size() + samples.targets.size()
                                 + samples.domains.size()};
}

Dataset
describedDataset(const NamedPart& part, const DatasetFacts& facts, Samples train, Samples test)
{
    const InputScale& scale = facts.inputScale;
    std::string decoded = facts.decoders.empty()
                              ? std::string()
                              : facts.decoders + ", values " + digestOf(train, test);
    for (Samples* samples : {&train, &test}) // the stored value of 0, the darkest of 0 … 1
        samples->black = {(0.0F - scale.offset.front()) / scale.scale.front()};
    return {.name = std::string(part.name),
            .title = std::string(part.title),
            .train = std::move(train),
            .officialTest = std::move(test),
            .classes = facts.classNames.size(),
            .classNames = {facts.classNames.begin(), facts.classNames.end()},
            .domainNames = {facts.domainNames.begin(), facts.domainNames.end()},
            .domainsAreClients = facts.domainsAreClients,
            .featureNames = facts.featureNames,
            .notes = facts.notes,
            .decoded = std::move(decoded),
            .inputScale = scale,
            .inputsAreClasses = facts.inputsAreClasses,
            .augmentation = {}};
}

Result<DatasetPointer> makeDataset(const NamedPart& part,
                                   const DatasetFacts& facts,
                                   Result<Samples> train,
                                   Result<Samples> test)
{
    for (const Result<Samples>* read : {&train, &test})
        if (!*read)
            return Unexpected<Error>{read->error()};
    COTERIE_CHECK(checkMemory(std::string(part.title), memoryOf(*train) + memoryOf(*test)));
    for (const Result<Samples>* read : {&train, &test})
        if (answered(**read) != (*read)->count())
            return fail(
                std::string(part.title),
                filled("{} samples, but {} labels for them", (*read)->count(), answered(**read)));
    if (test->count() > 0 && train->shape != test->shape)
        return fail(std::string(part.title),
                    "the test samples differ in size from the training samples");
    return DatasetPointer(std::make_shared<Dataset>(
        describedDataset(part, facts, std::move(*train), std::move(*test))));
}

} // namespace coterie
