#include "core/data/feature_shift.h"

#include "core/collab/linear_algebra.h"
#include "core/data/partition_statistics.h"
#include "core/spec/random_stream.h"

#include <algorithm>
#include <cmath>

extern "C" {
// C ← alpha·op(A)·op(B) + beta·C; matrices by columns.
void sgemm_(const char* transA,
            const char* transB,
            const int* m,
            const int* n,
            const int* k,
            const float* alpha,
            const float* a,
            const int* lda,
            const float* b,
            const int* ldb,
            const float* beta,
            float* c,
            const int* ldc);
}

namespace coterie {

namespace {

/// Streams of the statistics: runs draw from Purpose::Algorithm in rounds far below this one.
constexpr std::uint32_t kRound = 0xFFFFFFFF;
constexpr std::uint32_t kFrequencyPeer = 1;
constexpr std::uint32_t kPairPeer = 2;
constexpr std::uint32_t kSamplePeer = 3;

RandomStream streamOf(std::uint64_t seed, std::uint32_t peer, std::uint32_t client = 0)
{
    return RandomStream({.seed = seed,
                         .purpose = Purpose::Algorithm,
                         .round = kRound,
                         .client = client,
                         .peer = peer});
}

/// Inputs of some samples of each client, as the network would see them.
struct Inputs
{
    std::vector<float> values; // one row per sample
    std::vector<std::size_t> ends;
    std::size_t width = 0;

    [[nodiscard]] std::size_t rows() const { return ends.empty() ? 0 : ends.back(); }
    [[nodiscard]] const float* row(std::size_t index) const
    {
        return values.data() + index * width;
    }
};

Inputs
chosenInputs(const Dataset& dataset, const Shards& shards, const FeatureShiftOptions& options)
{
    Inputs inputs;
    inputs.width = dataset.train.shape.size();
    std::vector<std::int32_t> chosen;
    for (std::size_t client = 0; client < shards.size(); ++client) {
        std::vector<std::int32_t> samples = shards[client].train;
        RandomStream stream =
            streamOf(options.seed, kSamplePeer, static_cast<std::uint32_t>(client));
        stream.shuffle(std::span<std::int32_t>(samples));
        samples.resize(std::min(samples.size(), options.samplesPerClient));
        chosen.insert(chosen.end(), samples.begin(), samples.end());
        inputs.ends.push_back(chosen.size());
    }
    inputs.values.resize(chosen.size() * inputs.width);
    gather(dataset.train,
           dataset.inputScale,
           std::span<const std::int32_t>(chosen),
           inputs.values.data());
    return inputs;
}

/// Median distance of random pairs; 1 if most are the same sample.
double medianDistance(const Inputs& inputs, std::uint64_t seed)
{
    constexpr std::size_t kPairs = 999;
    RandomStream stream = streamOf(seed, kPairPeer);
    std::vector<double> found;
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
        const float* a = inputs.row(static_cast<std::size_t>(stream.below(inputs.rows())));
        const float* b = inputs.row(static_cast<std::size_t>(stream.below(inputs.rows())));
        double squares = 0;
        for (std::size_t i = 0; i < inputs.width; ++i) {
            const double off = static_cast<double>(a[i]) - static_cast<double>(b[i]);
            squares += off * off;
        }
        found.push_back(std::sqrt(squares));
    }
    std::ranges::nth_element(found, found.begin() + kPairs / 2);
    return found[kPairs / 2] > 0 ? found[kPairs / 2] : 1;
}

/// ω ~ N(0, 1/σ²), one row per frequency.
std::vector<float>
frequencies(std::size_t count, std::size_t width, double deviation, std::uint64_t seed)
{
    RandomStream stream = streamOf(seed, kFrequencyPeer);
    std::vector<float> omega(count * width);
    for (float& value : omega)
        value = static_cast<float>(stream.normal() / deviation);
    return omega;
}

/// angles[row, i] = ⟨x_row, ω_i⟩, all row-major.
void multiply(const float* x,
              std::size_t rows,
              const std::vector<float>& omega,
              std::size_t width,
              std::vector<float>& angles)
{
    const int m = static_cast<int>(omega.size() / width);
    const int n = static_cast<int>(rows);
    const int k = static_cast<int>(width);
    const float one = 1;
    const float zero = 0;
    sgemm_("T", "N", &m, &n, &k, &one, omega.data(), &k, x, &k, &zero, angles.data(), &m);
}

} // namespace

std::optional<Matrix>
featureShift(const Dataset& dataset, const Shards& shards, const FeatureShiftOptions& options)
{
    if (shards.size() > kMostClientsCompared)
        return std::nullopt;
    const Inputs inputs = chosenInputs(dataset, shards, options);
    if (inputs.rows() == 0)
        return std::nullopt;
    const std::size_t count = options.frequencies;
    const std::vector<float> omega =
        frequencies(count, inputs.width, medianDistance(inputs, options.seed), options.seed);

    Matrix means(shards.size(), 2 * count); // of φ = [cos ωx, sin ωx] / √D, so that φ(x)·φ(x) = 1
    std::vector<double> within(shards.size()); // mean of φ(x)·φ(y) over pairs of different samples
    std::vector<float> angles;
    std::size_t first = 0;
    for (std::size_t client = 0; client < shards.size(); ++client) {
        const std::size_t rows = inputs.ends[client] - first;
        angles.resize(rows * count);
        if (rows > 0)
            multiply(inputs.row(first), rows, omega, inputs.width, angles);
        const auto total = static_cast<double>(rows);
        const std::span<double> mean = means.row(client);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t i = 0; i < count; ++i) {
                const auto angle = static_cast<double>(angles[row * count + i]);
                mean[i] += std::cos(angle);
                mean[count + i] += std::sin(angle);
            }
        double squares = 0;
        for (double& value : mean) {
            value /= total * std::sqrt(static_cast<double>(count));
            squares += value * value;
        }
        // One sample has no pair: its distance to itself is 0.
        within[client] = rows < 2 ? 1 : (squares * total - 1) / (total - 1);
        first = inputs.ends[client];
    }

    const Matrix between = gram(means);
    Matrix distance(shards.size(), shards.size());
    for (std::size_t i = 0; i < shards.size(); ++i)
        for (std::size_t j = 0; j < shards.size(); ++j)
            if (i != j)
                distance.at(i, j) =
                    std::sqrt(std::max(0.0, within[i] + within[j] - 2 * between.at(i, j)));
    return distance;
}

} // namespace coterie
