#include "ui/data/sample_choice.h"

#include "core/data/sample_pictures.h"
#include "core/data/sample_streams.h"
#include "core/run/run_data.h"
#include "ui/words.h"

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr std::size_t kOfEachStream = 20;

std::vector<std::int32_t> ofStreams(const Dataset& dataset, const SampleChoice& choice)
{
    std::vector<std::int32_t> indices = firstOfStreams(dataset, kOfEachStream);
    const StreamNumbers numbers(dataset.streams);
    if (choice.client)
        std::erase_if(indices,
                      [&](std::int32_t index) { return numbers.client(index) != *choice.client; });
    return indices;
}

/// Samples of every domain in turn: data sets hold them domain after domain, and the first screen
/// would show only one.
std::vector<std::int32_t> interleaved(const Dataset& dataset,
                                      const Samples& samples,
                                      const std::vector<std::int32_t>& indices)
{
    std::vector<std::vector<std::int32_t>> ofDomain(dataset.domainNames.size());
    for (const std::int32_t index : indices)
        ofDomain[static_cast<std::size_t>(samples.domains[static_cast<std::size_t>(index)])]
            .push_back(index);
    std::vector<std::int32_t> mixed;
    mixed.reserve(indices.size());
    for (std::size_t turn = 0; mixed.size() < indices.size(); ++turn)
        for (const std::vector<std::int32_t>& domain : ofDomain)
            if (turn < domain.size())
                mixed.push_back(domain[turn]);
    return mixed;
}

/// What the clients together keep for testing, each sample once.
std::vector<std::int32_t> testedByAny(const Shards& shards)
{
    std::vector<std::int32_t> held;
    for (const Shard& shard : shards)
        held.insert(held.end(), shard.test.begin(), shard.test.end());
    std::ranges::sort(held);
    held.erase(std::ranges::unique(held).begin(), held.end());
    return held;
}

} // namespace

LoadedData loadedData(const Part& dataset, const DataFolders& folders)
{
    const Result<std::shared_ptr<const Dataset>> loaded = loadDataset(dataset, folders);
    if (!loaded)
        return {.dataset = {}, .shards = {}, .problem = toQString(loaded.error().sentence())};
    return {.dataset = *loaded, .shards = {}, .problem = {}};
}

LoadedData loadedData(const RunPlan& plan, const DataFolders& folders)
{
    RunData data(folders);
    const Result<std::shared_ptr<const Dataset>> dataset = data.dataset(plan);
    if (!dataset)
        return {.dataset = {}, .shards = {}, .problem = toQString(dataset.error().sentence())};
    Result<Shards> shards = data.shards(plan, **dataset);
    if (!shards)
        return {.dataset = {}, .shards = {}, .problem = toQString(shards.error().sentence())};
    return {.dataset = *dataset, .shards = std::move(*shards), .problem = {}};
}

ChosenSamples chosenSamples(const LoadedData& data, const SampleChoice& choice)
{
    const Dataset& dataset = *data.dataset;
    const SampleFilter filter{.label = choice.label, .domain = choice.domain};
    const bool ofClient = choice.client && *choice.client < data.shards.size();
    if (dataset.streams > 0 && !choice.test)
        return {.official = false, .indices = ofStreams(dataset, choice)};
    if (!ofClient) {
        // A set without official test samples: each client keeps some of its own for that.
        const bool official =
            choice.test && (data.shards.empty() || dataset.officialTest.count() > 0);
        const Samples& samples = official ? dataset.officialTest : dataset.train;
        std::vector<std::int32_t> indices =
            choice.test && !official ? matchingSamples(samples, filter, testedByAny(data.shards))
                                     : matchingSamples(samples, filter);
        if (!choice.domain && !samples.domains.empty())
            indices = interleaved(dataset, samples, indices);
        return {.official = official, .indices = std::move(indices)};
    }
    const Shard& shard = data.shards[*choice.client];
    const bool official = choice.test && shard.testIsOfficial;
    return {.official = official,
            .indices = matchingSamples(official ? dataset.officialTest : dataset.train,
                                       filter,
                                       std::span(choice.test ? shard.test : shard.train))};
}

} // namespace coterie::ui
