#include "core/data/preprocess.h"

#include "core/spec/completed.h"

#include <array>
#include <cmath>

namespace coterie {

namespace {

constexpr std::array kScaleParameters{
    ParameterDescriptor{
        .name = "low", .defaultNumber = 0, .meaning = "what the smallest stored value becomes"},
    ParameterDescriptor{
        .name = "high", .defaultNumber = 1, .meaning = "what the largest stored value becomes"},
};

constexpr std::array kNormaliseParameters{
    ParameterDescriptor{
        .name = "mean",
        .type = ParameterType::RealList,
        .meaning =
            "subtracted: one number, or one per channel; empty: the training samples' own mean",
        .symbol = "μ"},
    ParameterDescriptor{
        .name = "std",
        .type = ParameterType::RealList,
        .minimum = 0,
        .minimumExcluded = true,
        .meaning = "divided by: one number, or one per channel; empty: the training samples' own "
                   "standard deviation",
        .symbol = "σ"},
};

constexpr std::array kSteps{
    NamedPart{.name = "scale",
              .title = "Scale",
              .meaning = "Maps the range of the stored values to low … high; as it stands, bytes 0 "
                         "to 255 become 0 to 1.",
              .parameters = kScaleParameters},
    NamedPart{.name = "normalise",
              .title = "Normalise",
              .meaning = "Subtracts a mean and divides by a standard deviation, per channel.",
              .parameters = kNormaliseParameters},
};

/// value = stored · scale + offset, per channel; in doubles until all steps are folded.
struct Affine
{
    std::vector<double> scale;
    std::vector<double> offset;
};

struct Moments
{
    std::vector<double> mean;
    std::vector<double> deviation; // of the population
};

template <typename Stored>
Moments momentsOf(const std::vector<Stored>& values, const SampleShape& shape)
{
    const std::size_t plane = shape.plane();
    const std::size_t samples = values.size() / shape.size();
    const double count = static_cast<double>(samples * plane);
    Moments moments;
    for (std::size_t channel = 0; channel < shape.channels; ++channel) {
        const auto eachOfChannel = [&](auto&& use) {
            for (std::size_t sample = 0; sample < samples; ++sample) {
                const Stored* from = values.data() + sample * shape.size() + channel * plane;
                for (std::size_t pixel = 0; pixel < plane; ++pixel)
                    use(static_cast<double>(from[pixel]));
            }
        };
        double sum = 0;
        eachOfChannel([&sum](double value) { sum += value; });
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

Result<void> normalise(Affine& affine,
                       const Dataset& dataset,
                       const ParameterSet& parameters,
                       const std::string& place)
{
    const std::size_t channels = affine.scale.size();
    std::vector<double> mean = parameters.realList("mean");
    std::vector<double> deviation = parameters.realList("std");
    for (const auto& [values, name] : {std::pair(&mean, "/mean"), std::pair(&deviation, "/std")})
        if (!values->empty() && !fitsChannels(*values, channels))
            return Unexpected<Error>{
                Error{.place = place + name,
                      .found = toText(*values),
                      .needed = channels == 1 ? std::string("one number needed")
                                              : "one number or " + std::to_string(channels)
                                                    + " (one per channel) needed",
                      .nearest = {}}};
    for (const double value : deviation)
        if (!(value > 0))
            return Unexpected<Error>{Error{.place = place + "/std",
                                           .found = toText(deviation),
                                           .needed = "each more than 0 needed",
                                           .nearest = {}}};

    if (mean.empty() || deviation.empty()) {
        if (dataset.train.count() == 0)
            return fail(
                place,
                "the data set has no training samples to take a mean from; mean and std needed");
        const Moments own =
            std::visit([&](const auto& held) { return momentsOf(held, dataset.train.shape); },
                       dataset.train.values);
        const bool ownMean = mean.empty();
        const bool ownDeviation = deviation.empty();
        for (std::size_t channel = 0; channel < channels; ++channel) {
            if (ownMean)
                mean.push_back(own.mean[channel] * affine.scale[channel] + affine.offset[channel]);
            // A channel that never varies is left at its width rather than divided by zero.
            const double spread = own.deviation[channel] * std::abs(affine.scale[channel]);
            if (ownDeviation)
                deviation.push_back(spread > 0 ? spread : 1);
        }
    }
    for (std::size_t channel = 0; channel < channels; ++channel) {
        const double channelDeviation = deviation[deviation.size() == 1 ? 0 : channel];
        affine.scale[channel] /= channelDeviation;
        affine.offset[channel] =
            (affine.offset[channel] - mean[mean.size() == 1 ? 0 : channel]) / channelDeviation;
    }
    return {};
}

Result<void> scaleTo(Affine& affine, const ParameterSet& parameters, const std::string& place)
{
    const double low = parameters.real("low");
    const double high = parameters.real("high");
    if (!(high > low))
        return Unexpected<Error>{Error{.place = place + "/high",
                                       .found = toText(high),
                                       .needed = "more than low (" + toText(low) + ") needed",
                                       .nearest = {}}};
    for (std::size_t channel = 0; channel < affine.scale.size(); ++channel) {
        affine.scale[channel] *= high - low;
        affine.offset[channel] = affine.offset[channel] * (high - low) + low;
    }
    return {};
}

} // namespace

std::span<const NamedPart> preprocessParts()
{
    return kSteps;
}

Result<InputScale> preprocessedScale(const Dataset& dataset, std::span<const Part> steps)
{
    if (steps.empty())
        return dataset.inputScale;

    Affine affine;
    const InputScale& start = dataset.inputScale;
    for (std::size_t channel = 0; channel < dataset.train.shape.channels; ++channel) {
        affine.scale.push_back(
            static_cast<double>(start.scale[start.scale.size() == 1 ? 0 : channel]));
        affine.offset.push_back(
            static_cast<double>(start.offset[start.offset.size() == 1 ? 0 : channel]));
    }
    for (std::size_t index = 0; index < steps.size(); ++index) {
        const Part& step = steps[index];
        const std::string place = "/data/preprocess/" + std::to_string(index);
        const NamedPart* part = findPart(kSteps, step.name);
        if (part == nullptr)
            return Unexpected<Error>{Error{.place = place + "/step",
                                           .found = step.name,
                                           .needed = "scale or normalise needed",
                                           .nearest = {}}};
        const ParameterSet parameters = completed(step.parameters, part->parameters);
        const Result<void> done = step.name == "scale"
                                      ? scaleTo(affine, parameters, place)
                                      : normalise(affine, dataset, parameters, place);
        if (!done)
            return Unexpected<Error>{done.error()};
    }

    InputScale result{.scale = {}, .offset = {}};
    for (std::size_t channel = 0; channel < affine.scale.size(); ++channel) {
        result.scale.push_back(static_cast<float>(affine.scale[channel]));
        result.offset.push_back(static_cast<float>(affine.offset[channel]));
    }
    return result;
}

} // namespace coterie
