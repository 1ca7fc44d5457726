#include "core/base/try.h"
#include "core/data/partition/scheme.h"
#include "core/data/preprocess/step.h"

#include <algorithm>
#include <numeric>

namespace coterie {

namespace {

struct LimitParameters
{
    std::size_t samples = 1000;
    std::size_t testSamples = 0;
    std::size_t seed = 0;
};

constexpr std::array kParameters{
    bind<&LimitParameters::samples>(
        samplesParameter("at most this many training samples stay, each domain with its share of "
                         "them and at least one",
                         "samples",
                         {},
                         1)),
    bind<&LimitParameters::testSamples>(
        samplesParameter("the same of the official test samples; 0: all stay", "testSamples")),
    bind<&LimitParameters::seed>({.name = "seed",
                                  .range = between(0, 1'000'000'000),
                                  .meaning = "which samples stay; all runs share them"}),
};

/// Which samples stay, in order. Nothing where there are more domains than that.
std::optional<Indices> chosen(const Samples& samples, std::size_t most, RandomStream stream)
{
    std::vector<Indices> groups{firstIndices(samples.count())};
    if (!samples.domains.empty()) {
        groups = indicesByKey(samples.domains,
                              static_cast<std::size_t>(std::ranges::max(samples.domains)) + 1);
        std::erase_if(groups, [](const Indices& group) { return group.empty(); });
    }
    if (groups.size() > most)
        return std::nullopt;
    std::vector<double> weights;
    for (const Indices& group : groups)
        weights.push_back(static_cast<double>(group.size()));
    std::vector<std::size_t> sizes = proportionalSizes(weights, most, 1);
    std::size_t left = most - std::reduce(sizes.begin(), sizes.end());
    for (std::size_t group = 0; left > 0; group = (group + 1) % groups.size())
        if (sizes[group] < groups[group].size()) { // what the rounding left over
            ++sizes[group];
            --left;
        }
    Indices kept;
    for (std::size_t group = 0; group < groups.size(); ++group)
        Deck(std::move(groups[group])).draw(sizes[group], stream, kept);
    std::ranges::sort(kept);
    return kept;
}

/// Of values that each sample has `width` of; they move towards the beginning.
template <typename Value>
void keep(std::vector<Value>& values, const Indices& kept, std::size_t width)
{
    if (values.empty())
        return;
    auto to = values.begin();
    for (const std::int32_t sample : kept)
        to = std::copy_n(
            values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(sample) * width),
            width,
            to);
    values.erase(to, values.end());
    values.shrink_to_fit();
}

Result<void> limit(Preparation& preparation, const ParameterSet& given, const std::string& place)
{
    const auto [train, test, seed] = readParameters<LimitParameters>(kParameters, given);
    Dataset& dataset = preparation.dataset;
    if (preparation.shards != nullptr)
        return fail(place + "/step", "limit must come before standardisePerDomain");
    if (dataset.train.source)
        return fail(place + "/step",
                    dataset.title
                        + " makes its samples when asked for, so there is no number of "
                          "them to limit");
    const std::array limits{std::pair(&dataset.train, train),
                            std::pair(&dataset.officialTest, test)};
    for (std::uint32_t part = 0; part < limits.size(); ++part) {
        const auto [samples, most] = limits[part];
        if (most == 0 || samples->count() <= most)
            continue;
        const std::optional<Indices> kept =
            chosen(*samples,
                   most,
                   RandomStream({.seed = seed, .purpose = Purpose::Synthesise, .peer = part}));
        if (!kept)
            return notAllowed(place + (part == 0 ? "/samples" : "/testSamples"),
                              std::to_string(most),
                              "at least one for each domain of " + dataset.title);
        useStored(*samples, [&](auto& values) { keep(values, *kept, samples->shape.size()); });
        keep(samples->labels, *kept, 1);
        keep(samples->targets, *kept, 1);
        keep(samples->domains, *kept, 1);
        keep(samples->masks, *kept, samples->shape.plane());
    }
    return {};
}

constexpr std::array kSteps{
    PreprocessStep{.part = {.name = "limit",
                            .title = "Limit the samples",
                            .meaning = "Keeps a random part of the samples, before any partition "
                                       "deals them, for a quick first look at a large data set.",
                            .parameters = kParameters},
                   .apply = &limit,
                   .keepsInputs = true},
};

} // namespace

std::span<const PreprocessStep> limitSteps()
{
    return kSteps;
}

} // namespace coterie
