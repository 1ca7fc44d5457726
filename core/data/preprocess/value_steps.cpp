#include "core/base/try.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/preprocess/step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace coterie {

namespace {

struct ScaleParameters
{
    double low = 0;
    double high = 1;
};

constexpr std::array kScaleParameters{
    bind<&ScaleParameters::low>({.name = "low",
                                 .title = "Smallest becomes",
                                 .meaning = "what the smallest stored value becomes"}),
    bind<&ScaleParameters::high>({.name = "high",
                                  .title = "Largest becomes",
                                  .meaning = "what the largest stored value becomes"}),
};

struct NormaliseParameters
{
    std::vector<double> mean;
    std::vector<double> deviation;
};

constexpr std::array kNormaliseParameters{
    bind<&NormaliseParameters::mean>(
        {.name = "mean",
         .meaning =
             "subtracted: one number, or one per channel; empty: the training samples' own mean",
         .symbol = "μ"}),
    bind<&NormaliseParameters::deviation>(
        {.name = "std",
         .title = "Standard deviation",
         .range = above(0),
         .meaning = "divided by: one number, or one per channel; empty: the training samples' own "
                    "standard deviation",
         .symbol = "σ"}),
};

struct PerPixelParameters
{
    double added = 0.001;
};

constexpr std::array kPerPixelParameters{
    bind<&PerPixelParameters::added>(
        {.name = "added",
         .title = "Added to the deviation",
         .range = above(0),
         .meaning =
             "added to every standard deviation, in the unit of the values before this step; "
             "a pixel that never varies becomes 0",
         .symbol = "ε"}),
};

/// Of the stored values, channel by channel.
struct Moments
{
    std::vector<double> mean;
    std::vector<double> deviation; // of the population
};

/// Of the samples for which `counts` holds.
template <typename Stored, typename Counts>
Moments momentsOf(const std::vector<Stored>& values, const SampleShape& shape, const Counts& counts)
{
    const std::size_t plane = shape.plane();
    const std::size_t samples = values.size() / shape.size();
    Moments moments;
    for (std::size_t channel = 0; channel < shape.channels; ++channel) {
        const auto eachOfChannel = [&](auto&& use) {
            for (std::size_t sample = 0; sample < samples; ++sample) {
                if (!counts(sample))
                    continue;
                const Stored* from = values.data() + sample * shape.size() + channel * plane;
                for (std::size_t pixel = 0; pixel < plane; ++pixel)
                    use(static_cast<double>(from[pixel]));
            }
        };
        double sum = 0;
        double count = 0;
        eachOfChannel([&](double value) {
            sum += value;
            ++count;
        });
        const double mean = sum / count;
        double squares = 0; // about the mean: no cancellation
        eachOfChannel(
            [&squares, mean](double value) { squares += (value - mean) * (value - mean); });
        moments.mean.push_back(mean);
        moments.deviation.push_back(std::sqrt(squares / count));
    }
    return moments;
}

bool fitsChannels(const std::vector<double>& values, std::size_t channels)
{
    return values.size() == 1 || values.size() == channels;
}

/// Fills in the training samples' own mean and deviation where the file gives none.
Result<void> takeOwn(const Preparation& preparation,
                     std::vector<double>& mean,
                     std::vector<double>& deviation,
                     const std::string& place)
{
    const Samples& train = preparation.dataset.train;
    if (train.count() == 0)
        return fail(place, "must have mean and std because the data set has no training samples");
    const auto all = [](std::size_t) { return true; };
    Moments own;
    if (!useStored(train, [&](const auto& values) { own = momentsOf(values, train.shape, all); }))
        return fail(
            place, "must have mean and std because the data set's samples are generated on demand");
    const Affine& affine = preparation.affine;
    const bool ownMean = mean.empty();
    const bool ownDeviation = deviation.empty();
    for (std::size_t channel = 0; channel < affine.scale.size(); ++channel) {
        if (ownMean)
            mean.push_back(own.mean[channel] * affine.scale[channel] + affine.offset[channel]);
        // A channel that never varies is left at its width rather than divided by zero.
        const double spread = own.deviation[channel] * std::abs(affine.scale[channel]);
        if (ownDeviation)
            deviation.push_back(spread > 0 ? spread : 1);
    }
    return {};
}

Result<void>
normalise(Preparation& preparation, const ParameterSet& given, const std::string& place)
{
    Affine& affine = preparation.affine;
    const std::size_t channels = affine.scale.size();
    auto [mean, deviation] = readParameters<NormaliseParameters>(kNormaliseParameters, given);
    for (const auto& [values, name] : {std::pair(&mean, "/mean"), std::pair(&deviation, "/std")})
        if (!values->empty() && !fitsChannels(*values, channels))
            return notAllowed(place + name,
                              toText(*values),
                              channels == 1 ? std::string("one number")
                                            : "one number or " + std::to_string(channels)
                                                  + " (one per channel)");
    for (const double value : deviation)
        if (!(value > 0))
            return notAllowed(place + "/std", toText(deviation), "more than 0 everywhere");
    if (mean.empty() || deviation.empty())
        COTERIE_CHECK(takeOwn(preparation, mean, deviation, place));
    for (std::size_t channel = 0; channel < channels; ++channel) {
        const double channelDeviation = deviation[deviation.size() == 1 ? 0 : channel];
        affine.scale[channel] /= channelDeviation;
        affine.offset[channel] =
            (affine.offset[channel] - mean[mean.size() == 1 ? 0 : channel]) / channelDeviation;
    }
    return {};
}

Result<void> scaleTo(Preparation& preparation, const ParameterSet& given, const std::string& place)
{
    Affine& affine = preparation.affine;
    const auto [low, high] = readParameters<ScaleParameters>(kScaleParameters, given);
    if (!(high > low))
        return notAllowed(place + "/high", toText(high), "more than low (" + toText(low) + ")");
    for (std::size_t channel = 0; channel < affine.scale.size(); ++channel) {
        affine.scale[channel] *= high - low;
        affine.offset[channel] = affine.offset[channel] * (high - low) + low;
    }
    return {};
}

/// What takes the training samples of each domain to mean 0 and deviation 1; FLamby's divisor is
/// std + 1e-9 (ALGORITHMS §9.7). A domain nobody trains on is left as it is.
std::vector<Moments> domainMoments(const Preparation& preparation, std::size_t domains)
{
    const Samples& train = preparation.dataset.train;
    std::vector<bool> trained(train.count(), false);
    std::vector<bool> known(domains, false);
    for (const Shard& shard : *preparation.shards)
        for (const std::int32_t sample : shard.train) {
            trained[static_cast<std::size_t>(sample)] = true;
            known[static_cast<std::size_t>(train.domains[static_cast<std::size_t>(sample)])] = true;
        }
    const Affine& before = preparation.affine;
    const std::size_t channels = before.scale.size();
    std::vector<Moments> result(
        domains,
        {.mean = std::vector<double>(channels, 0), .deviation = std::vector<double>(channels, 1)});
    for (std::size_t domain = 0; domain < domains; ++domain) {
        if (!known[domain])
            continue;
        const auto counts = [&](std::size_t sample) {
            return trained[sample] && train.domains[sample] == static_cast<std::int32_t>(domain);
        };
        Moments own;
        useStored(train, [&](const auto& values) { own = momentsOf(values, train.shape, counts); });
        for (std::size_t channel = 0; channel < channels; ++channel) {
            result[domain].mean[channel] =
                own.mean[channel] * before.scale[channel] + before.offset[channel];
            result[domain].deviation[channel] =
                own.deviation[channel] * std::abs(before.scale[channel]) + 1e-9;
        }
    }
    return result;
}

/// The mean is taken off before the division: a feature that never varies becomes 0 exactly.
float standardised(double stored, const Affine& before, const Moments& own, std::size_t channel)
{
    const double value = stored * before.scale[channel] + before.offset[channel];
    return static_cast<float>((value - own.mean[channel]) / own.deviation[channel]);
}

/// Refuses inputs as floats that need more than the limit of memory.
Result<void> checkInputs(const Dataset& dataset, const std::string& place)
{
    std::uint64_t values = 0;
    for (const Samples* samples : {&dataset.train, &dataset.officialTest})
        useStored(*samples, [&](const auto& held) { values += held.size(); });
    return checkMemory(place + "/step", values * sizeof(float));
}

/// `input(sample, place, stored)` of every stored number.
template <typename Input>
std::vector<float> inputsOf(const Samples& samples, const Input& input)
{
    const std::size_t size = samples.shape.size();
    std::vector<float> reals;
    useStored(samples, [&](const auto& values) {
        reals.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            reals.push_back(input(i / size, i % size, static_cast<double>(values[i])));
    });
    return reals;
}

/// After steps that made the values what the network gets.
void forgetScale(Affine& affine)
{
    std::ranges::fill(affine.scale, 1);
    std::ranges::fill(affine.offset, 0);
}

/// What black becomes, per domain and channel.
std::vector<float>
standardisedBlack(const Samples& samples, const Affine& before, std::span<const Moments> domains)
{
    const auto black = static_cast<double>(samples.black.front());
    std::vector<float> blacks;
    for (const Moments& own : domains)
        for (std::size_t channel = 0; channel < before.scale.size(); ++channel)
            blacks.push_back(standardised(black, before, own, channel));
    return blacks;
}

Result<void>
standardisePerDomain(Preparation& preparation, const ParameterSet&, const std::string& place)
{
    Dataset& dataset = preparation.dataset;
    for (const Samples* samples : {&dataset.train, &dataset.officialTest})
        if (samples->domains.size() != samples->count())
            return fail(place + "/step",
                        "standardisePerDomain needs samples with domains, and "
                            + (samples == &dataset.train ? dataset.title
                                                         : "the test set of " + dataset.title)
                            + " has none");
    if (!useStored(dataset.train, [](const auto&) {}))
        return fail(place + "/step", "the data set's samples are made when asked for");
    COTERIE_CHECK(checkInputs(dataset, place));
    std::int32_t most = 0;
    for (const Samples* samples : {&dataset.train, &dataset.officialTest})
        for (const std::int32_t domain : samples->domains)
            most = std::max(most, domain);
    const std::vector<Moments> domains =
        domainMoments(preparation, static_cast<std::size_t>(most) + 1);
    for (Samples* samples : {&dataset.train, &dataset.officialTest}) {
        const std::size_t plane = samples->shape.plane();
        samples->values =
            inputsOf(*samples, [&](std::size_t sample, std::size_t at, double stored) {
                const Moments& own = domains[static_cast<std::size_t>(samples->domains[sample])];
                return standardised(stored, preparation.affine, own, at / plane);
            });
        samples->black = standardisedBlack(*samples, preparation.affine, domains);
    }
    forgetScale(preparation.affine);
    return {};
}

/// Of the stored values, place by place, over both sets.
Moments placeMoments(const Dataset& dataset)
{
    const std::size_t size = dataset.train.shape.size();
    Moments moments{.mean = std::vector<double>(size), .deviation = std::vector<double>(size)};
    const auto count = static_cast<double>(dataset.train.count() + dataset.officialTest.count());
    const auto eachValue = [&](const auto& use) {
        for (const Samples* samples : {&dataset.train, &dataset.officialTest})
            useStored(*samples, [&](const auto& values) {
                for (std::size_t i = 0; i < values.size(); ++i)
                    use(i % size, static_cast<double>(values[i]));
            });
    };
    eachValue([&](std::size_t at, double value) { moments.mean[at] += value; });
    for (double& mean : moments.mean)
        mean /= count;
    eachValue([&](std::size_t at, double value) { // about the mean: no cancellation
        moments.deviation[at] += (value - moments.mean[at]) * (value - moments.mean[at]);
    });
    for (double& deviation : moments.deviation)
        deviation = std::sqrt(deviation / count);
    return moments;
}

/// ALGORITHMS §9.5: (x − μ)/(σ + ε) of the generator of pFedMe's code.
Result<void>
standardisePerPixel(Preparation& preparation, const ParameterSet& given, const std::string& place)
{
    Dataset& dataset = preparation.dataset;
    if (!useStored(dataset.train, [](const auto&) {}))
        return fail(place + "/step", "the data set's samples are made when asked for");
    if (dataset.officialTest.count() > 0 && dataset.officialTest.shape != dataset.train.shape)
        return fail(place + "/step",
                    "the training and the test samples of " + dataset.title
                        + " differ in shape, so that no pixel is in both");
    COTERIE_CHECK(checkInputs(dataset, place));
    const auto [added] = readParameters<PerPixelParameters>(kPerPixelParameters, given);
    const Moments own = placeMoments(dataset);
    const std::size_t plane = dataset.train.shape.plane();
    for (Samples* samples : {&dataset.train, &dataset.officialTest}) {
        samples->values = inputsOf(*samples, [&](std::size_t, std::size_t at, double stored) {
            const double scale = preparation.affine.scale[at / plane]; // the offset cancels
            return static_cast<float>((stored - own.mean[at]) * scale
                                      / (own.deviation[at] * std::abs(scale) + added));
        });
        samples->black = {0.0F}; // a margin gets the mean: what black becomes differs by pixel
    }
    forgetScale(preparation.affine);
    return {};
}

template <typename Value>
void append(std::vector<Value>& to, const std::vector<Value>& from)
{
    to.reserve(to.size() + from.size()); // insert alone would take twice what there is
    to.insert(to.end(), from.begin(), from.end());
}

/// ALGORITHMS §9.5 and §9.6: the papers that pool put the test images behind the training images.
Result<void> mergePools(Preparation& preparation, const ParameterSet&, const std::string& place)
{
    Samples& train = preparation.dataset.train;
    Samples& test = preparation.dataset.officialTest;
    if (test.count() == 0)
        return {};
    if (preparation.shards != nullptr)
        return fail(place + "/step", "mergePools must come before standardisePerDomain");
    if (train.shape != test.shape || train.values.index() != test.values.index()
        || train.domains.empty() != test.domains.empty())
        return fail(place + "/step",
                    "the training and the test samples of " + preparation.dataset.title
                        + " differ in shape or kind and cannot be pooled");
    const bool stored = useStored(train, [&test](auto& values) {
        append(values, std::get<std::remove_reference_t<decltype(values)>>(test.values));
    });
    if (!stored)
        return fail(place + "/step", "the data set's samples are made when asked for");
    append(train.labels, test.labels);
    append(train.targets, test.targets);
    append(train.masks, test.masks);
    append(train.domains, test.domains);
    const SampleShape shape = test.shape;
    test = Samples{};
    test.shape = shape;
    return {};
}

constexpr std::array kSteps{
    PreprocessStep{.part = {.name = "scale",
                            .title = "Scale",
                            .meaning =
                                "Maps the range of the stored values to low … high; by default, "
                                "bytes 0 to 255 become 0 to 1.",
                            .parameters = kScaleParameters},
                   .apply = &scaleTo},
    PreprocessStep{
        .part = {.name = "normalise",
                 .title = "Normalise",
                 .meaning = "Subtracts a mean and divides by a standard deviation, per channel.",
                 .parameters = kNormaliseParameters},
        .apply = &normalise},
    PreprocessStep{
        .part = {.name = "standardisePerDomain",
                 .title = "Standardise per domain",
                 .meaning = "Subtracts, per feature, the mean of the domain's training samples "
                            "and divides by their standard deviation (+ 1e-9): with the natural "
                            "split, each client's own.",
                 .paper = "All-for-one, Heart Disease (FLamby)"},
        .apply = &standardisePerDomain,
        .needsShards = true},
    PreprocessStep{.part = {.name = "standardisePerPixel",
                            .title = "Standardise per pixel",
                            .meaning =
                                "Subtracts from every pixel its mean over all training and test "
                                "samples and divides by its standard deviation (+ added). Margins "
                                "that later steps add are 0, the mean.",
                            .paper = "pFedMe's data generator, which sFedHP follows",
                            .parameters = kPerPixelParameters},
                   .apply = &standardisePerPixel},
};

constexpr std::array kPoolSteps{
    PreprocessStep{.part = {.name = "mergePools",
                            .title = "Merge pools",
                            .meaning = "Puts the official test samples to the training samples, so "
                                       "that the partition draws from all; there is no official "
                                       "test set any more.",
                            .paper = "All-for-one, Definition S1; sFedHP with the merged pool"},
                   .apply = &mergePools,
                   .keepsInputs = true},
};

} // namespace

std::span<const PreprocessStep> valueSteps()
{
    return kSteps;
}

std::span<const PreprocessStep> poolSteps()
{
    return kPoolSteps;
}

} // namespace coterie
