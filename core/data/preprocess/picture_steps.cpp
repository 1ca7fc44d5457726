#include "core/base/filled.h"
#include "core/base/try.h"
#include "core/data/augment.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/preprocess/resample.h"
#include "core/data/preprocess/step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <ranges>
#include <span>
#include <tuple>
#include <type_traits>

namespace coterie {

namespace {

constexpr double kLargestSide = 4096;

constexpr ParameterDescriptor side(std::string_view name, std::string_view meaning)
{
    return {.name = name, .range = between(1, kLargestSide), .unit = "pixels", .meaning = meaning};
}

struct PadParameters
{
    std::size_t margin = 2;
};

constexpr std::array kPadParameters{
    bind<&PadParameters::margin>(side("margin", "added on every side, black"))};

struct CropParameters
{
    std::size_t height = 28;
    std::size_t width = 28;
};

constexpr std::array kCropParameters{
    bind<&CropParameters::height>(side("height", "number of rows to keep, in the middle")),
    bind<&CropParameters::width>(side("width", "number of columns to keep, in the middle"))};

enum class Method
{
    Auto,
    Area,
    Bilinear
};

struct ResizeParameters
{
    std::size_t height = 28;
    std::size_t width = 28;
    Method method = Method::Auto;
};

constexpr std::array<std::string_view, 3> kMethods{"auto", "area", "bilinear"};
constexpr std::array kResizeParameters{
    bind<&ResizeParameters::height>(side("height", "rows of the new picture")),
    bind<&ResizeParameters::width>(side("width", "columns of the new picture")),
    bind<&ResizeParameters::method>(
        {.name = "method",
         .words = kMethods,
         .meaning = "area: mean of the covered pixels; bilinear: between the nearest centres; "
                    "auto: per axis, area to shrink and bilinear to grow"})};

struct RandomCropFlipParameters
{
    int padding = 4;
    bool flip = true;
    bool augmentTest = false;
    bool once = false;
};

constexpr std::array kRandomCropFlipParameters{
    bind<&RandomCropFlipParameters::padding>(
        {.name = "padding",
         .range = between(0, kLargestSide),
         .unit = "pixels",
         .meaning =
             "added on every side, black, before a crop of the old size is taken at random"}),
    bind<&RandomCropFlipParameters::flip>(
        {.name = "flip",
         .title = "Mirror at random",
         .meaning = "mirrors every second picture, at random, left to right"}),
    bind<&RandomCropFlipParameters::augmentTest>(
        {.name = "augmentTest",
         .title = "Test pictures too",
         .meaning = "evaluation sees changed pictures too, the same change in every round",
         .equation = "HCCT's released code",
         .profileCodeNumber = 1}),
    bind<&RandomCropFlipParameters::once>(
        {.name = "once",
         .title = "Only once",
         .meaning = "changes every training picture once, the same in all runs, instead of anew in "
                    "every step; pictures that a later mergePools adds stay as they are",
         .equation = "All-for-one's released code"}),
};

/// A number as the samples store it.
template <typename Stored>
Stored stored(double value)
{
    if constexpr (std::is_same_v<Stored, std::uint8_t>)
        return static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
    else
        return static_cast<Stored>(value);
}

/// Refuses scans, and samples that are not stored.
Result<void> needPictures(const Dataset& dataset, const std::string& place)
{
    if (dataset.train.source)
        return fail(place + "/step", "the data set's samples are made when asked for");
    if (dataset.train.shape.depth > 1)
        return fail(place + "/step", "needs pictures; " + dataset.title + " holds scans");
    return {};
}

/// Fills new pictures, which are 0 so far, before the old ones are put into them.
template <typename Stored>
void blacken(const Samples& samples, const SampleShape& shape, std::vector<Stored>& made)
{
    if (std::ranges::all_of(samples.black, [](float black) { return black == 0; }))
        return;
    auto at = made.begin();
    for (std::size_t sample = 0; sample < samples.count(); ++sample)
        for (std::size_t channel = 0; channel < shape.channels; ++channel)
            at = std::fill_n(at,
                             shape.plane(),
                             stored<Stored>(static_cast<double>(samples.blackOf(sample, channel))));
}

/// Replaces every picture of both sets: `make(from, to)` writes one in the new shape; what it
/// leaves out of a larger one is black.
template <typename Make>
Result<void> remake(Dataset& dataset, SampleShape shape, const std::string& place, const Make& make)
{
    std::uint64_t bytes = 0;
    for (const Samples* samples : {&dataset.train, &dataset.officialTest})
        useStored(*samples, [&](const auto& values) {
            bytes += std::uint64_t{samples->count()} * shape.size() * sizeof(values.front());
        });
    COTERIE_CHECK(checkMemory(place + "/step", bytes));
    for (Samples* samples : {&dataset.train, &dataset.officialTest}) {
        const std::size_t count = samples->count();
        const std::size_t before = samples->shape.size();
        useStored(*samples, [&](auto& values) {
            std::remove_reference_t<decltype(values)> made(count * shape.size());
            if (shape.plane() > samples->shape.plane())
                blacken(*samples, shape, made);
            for (std::size_t i = 0; i < count; ++i)
                make(values.data() + i * before, made.data() + i * shape.size());
            values = std::move(made);
        });
        samples->shape = shape;
    }
    return {};
}

/// Of ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B, the channels `step` numbers apart.
template <typename Stored>
Stored luminance(const Stored* from, std::size_t step)
{
    return stored<Stored>(0.299 * static_cast<double>(from[0])
                          + 0.587 * static_cast<double>(from[step])
                          + 0.114 * static_cast<double>(from[2 * step]));
}

Result<void> toGrey(Preparation& preparation, const ParameterSet&, const std::string& place)
{
    COTERIE_CHECK(needPictures(preparation.dataset, place));
    Affine& affine = preparation.affine;
    SampleShape shape = preparation.dataset.train.shape;
    if (shape.channels != 3)
        return fail(place + "/step",
                    filled("grey needs pictures of 3 channels; these have {}", shape.channels));
    for (std::size_t channel = 1; channel < 3; ++channel)
        if (affine.scale[channel] != affine.scale[0] || affine.offset[channel] != affine.offset[0])
            return fail(place + "/step",
                        "grey must come before steps that treat the channels apart");
    affine = {.scale = {affine.scale[0]}, .offset = {affine.offset[0]}};
    for (Samples* samples : {&preparation.dataset.train, &preparation.dataset.officialTest})
        if (const std::vector<float> before = samples->black; before.size() > 1) {
            samples->black.resize(before.size() / 3);
            for (std::size_t domain = 0; domain < samples->black.size(); ++domain)
                samples->black[domain] = luminance(before.data() + 3 * domain, 1);
        }
    const std::size_t plane = shape.height * shape.width;
    shape.channels = 1;
    return remake(preparation.dataset, shape, place, [plane](const auto* from, auto* to) {
        for (std::size_t pixel = 0; pixel < plane; ++pixel)
            to[pixel] = luminance(from + pixel, plane);
    });
}

Result<void> toColour(Preparation& preparation, const ParameterSet&, const std::string& place)
{
    COTERIE_CHECK(needPictures(preparation.dataset, place));
    Affine& affine = preparation.affine;
    SampleShape shape = preparation.dataset.train.shape;
    if (shape.channels != 1)
        return fail(place + "/step",
                    filled("colour needs pictures of 1 channel; these have {}", shape.channels));
    affine.scale.resize(3, affine.scale[0]);
    affine.offset.resize(3, affine.offset[0]);
    for (Samples* samples : {&preparation.dataset.train, &preparation.dataset.officialTest})
        if (const std::vector<float> before = samples->black; before.size() > 1) {
            samples->black.clear();
            for (const float black : before)
                samples->black.insert(samples->black.end(), 3, black);
        }
    const std::size_t plane = shape.size();
    shape.channels = 3;
    return remake(preparation.dataset, shape, place, [plane](const auto* from, auto* to) {
        for (std::size_t channel = 0; channel < 3; ++channel)
            std::copy_n(from, plane, to + channel * plane);
    });
}

/// Copies what a picture has in common with a new one around the same middle.
auto centred(const SampleShape& old, const SampleShape& shape)
{
    return [=](const auto* from, auto* to) {
        const std::size_t height = std::min(old.height, shape.height);
        const std::size_t width = std::min(old.width, shape.width);
        const auto line = [=](const SampleShape& in, std::size_t row) {
            const std::size_t y =
                row / height * in.height + (in.height - height) / 2 + row % height;
            return y * in.width + (in.width - width) / 2;
        };
        for (std::size_t row = 0; row < old.channels * height; ++row)
            std::copy_n(from + line(old, row), width, to + line(shape, row));
    };
}

Result<void> pad(Preparation& preparation, const ParameterSet& given, const std::string& place)
{
    COTERIE_CHECK(needPictures(preparation.dataset, place));
    const auto [margin] = readParameters<PadParameters>(kPadParameters, given);
    const SampleShape old = preparation.dataset.train.shape;
    SampleShape shape = old;
    shape.height += 2 * margin;
    shape.width += 2 * margin;
    return remake(preparation.dataset, shape, place, centred(old, shape));
}

Result<void> crop(Preparation& preparation, const ParameterSet& given, const std::string& place)
{
    COTERIE_CHECK(needPictures(preparation.dataset, place));
    const SampleShape old = preparation.dataset.train.shape;
    const auto parameters = readParameters<CropParameters>(kCropParameters, given);
    SampleShape shape = old;
    shape.height = parameters.height;
    shape.width = parameters.width;
    for (const auto& [name, size, most] : {std::tuple("/height", shape.height, old.height),
                                           std::tuple("/width", shape.width, old.width)})
        if (size > most)
            return notAllowed(
                place + name, std::to_string(size), filled("at most {}, the pictures' size", most));
    return remake(preparation.dataset, shape, place, centred(old, shape));
}

ResampleMethod methodFor(Method method, std::size_t oldSize, std::size_t newSize)
{
    const bool area = method == Method::Area || (method == Method::Auto && newSize < oldSize);
    return area ? ResampleMethod::Area : ResampleMethod::Bilinear;
}

Result<void> resize(Preparation& preparation, const ParameterSet& given, const std::string& place)
{
    COTERIE_CHECK(needPictures(preparation.dataset, place));
    const SampleShape old = preparation.dataset.train.shape;
    const auto parameters = readParameters<ResizeParameters>(kResizeParameters, given);
    SampleShape shape = old;
    shape.height = parameters.height;
    shape.width = parameters.width;
    const std::vector<Taps> rows = resampleTaps(
        old.height, shape.height, methodFor(parameters.method, old.height, shape.height));
    const std::vector<Taps> columns =
        resampleTaps(old.width, shape.width, methodFor(parameters.method, old.width, shape.width));
    std::vector<double> narrow(old.height * shape.width); // columns done, rows still to do
    return remake(preparation.dataset, shape, place, [&](const auto* from, auto* to) {
        using Stored = std::remove_pointer_t<decltype(to)>;
        for (std::size_t channel = 0; channel < old.channels; ++channel) {
            for (std::size_t y = 0; y < old.height; ++y, from += old.width)
                for (std::size_t x = 0; x < shape.width; ++x) {
                    double sum = 0;
                    for (std::size_t i = 0; i < columns[x].weights.size(); ++i)
                        sum +=
                            columns[x].weights[i] * static_cast<double>(from[columns[x].first + i]);
                    narrow[y * shape.width + x] = sum;
                }
            for (std::size_t y = 0; y < shape.height; ++y, to += shape.width)
                for (std::size_t x = 0; x < shape.width; ++x) {
                    double sum = 0;
                    for (std::size_t i = 0; i < rows[y].weights.size(); ++i)
                        sum += rows[y].weights[i] * narrow[(rows[y].first + i) * shape.width + x];
                    to[x] = stored<Stored>(sum);
                }
        }
    });
}

/// As code does that makes its tensors through a random transform, before anything trains.
void moveOnce(Samples& samples, const Augmentation& oneMoveEach)
{
    constexpr std::uint64_t kSeed = 0;
    const InputScale asStored{.scale = {1.0F}, .offset = {0.0F}};
    std::vector<std::int32_t> all(samples.count());
    std::iota(all.begin(), all.end(), 0);
    const std::vector<PictureMove> moves = testMoves(oneMoveEach, kSeed, all);
    if (moves.empty()) // neither crop nor flip
        return;
    std::vector<double> moved(samples.shape.size());
    useStored(samples, [&](auto& values) {
        auto to = values.begin();
        for (std::size_t i = 0; i < all.size(); ++i) {
            gather(samples,
                   asStored,
                   std::span(all).subspan(i, 1),
                   std::span(moves).subspan(i, 1),
                   moved.data());
            to = std::ranges::transform(moved, to, [](double value) {
                     return stored<std::ranges::range_value_t<decltype(values)>>(value);
                 }).out;
        }
    });
}

Result<void>
randomCropFlip(Preparation& preparation, const ParameterSet& given, const std::string& place)
{
    Dataset& dataset = preparation.dataset;
    if (dataset.augmentation.any())
        return fail(place + "/step", "randomCropFlip may occur only once");
    COTERIE_CHECK(needPictures(dataset, place));
    const auto [padding, flip, augmentTest, once] =
        readParameters<RandomCropFlipParameters>(kRandomCropFlipParameters, given);
    if (once) {
        moveOnce(dataset.train, {.padding = padding, .flip = flip, .alsoTest = true});
        return {};
    }
    dataset.augmentation = {.padding = padding, .flip = flip, .alsoTest = augmentTest};
    return {};
}

constexpr std::array kSteps{
    PreprocessStep{.part = {.name = "grey",
                            .title = "Grey",
                            .meaning = "Three channels become one: 0.299 R + 0.587 G + 0.114 B."},
                   .apply = &toGrey},
    PreprocessStep{.part = {.name = "colour",
                            .title = "Colour",
                            .meaning = "One channel becomes three equal ones."},
                   .apply = &toColour},
    PreprocessStep{.part = {.name = "pad",
                            .title = "Pad",
                            .meaning = "Adds a black margin.",
                            .parameters = kPadParameters},
                   .apply = &pad},
    PreprocessStep{.part = {.name = "crop",
                            .title = "Crop",
                            .meaning = "Keeps the middle of every picture.",
                            .parameters = kCropParameters},
                   .apply = &crop},
    PreprocessStep{.part = {.name = "resize",
                            .title = "Resize",
                            .meaning = "Shrinks or enlarges every picture to one size.",
                            .parameters = kResizeParameters},
                   .apply = &resize},
    PreprocessStep{.part = {.name = "randomCropFlip",
                            .title = "Random crop and flip",
                            .meaning = "Every time a picture is trained on it is moved by a few "
                                       "pixels and perhaps mirrored, drawn anew for every client, "
                                       "round and step. Evaluation sees pictures as they are.",
                            .paper = "HCCT, CIFAR-10",
                            .parameters = kRandomCropFlipParameters},
                   .apply = &randomCropFlip},
};

} // namespace

std::span<const PreprocessStep> pictureSteps()
{
    return kSteps;
}

} // namespace coterie
