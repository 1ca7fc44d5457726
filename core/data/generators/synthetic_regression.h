#pragma once

#include "core/data/dataset.h"
#include "core/data/sample_streams.h"

#include <cstdint>
#include <vector>

namespace coterie {

/// The setting of All-for-one's synthetic experiment (appendix and Fig. 2): defaults; that of its
/// Fig. 1 is one cluster with a variation.
struct SyntheticRegressionParameters
{
    std::size_t dimension = 10;
    std::size_t clients = 20;
    std::size_t clusters = 2;
    double range = 10;    ///< optima are uniform within ±range
    double variation = 0; ///< standard deviation of a client's optimum around its cluster's
    bool bias = false;    ///< the targets have a constant term
    double noise = 0;     ///< standard deviation of the targets
    std::size_t epoch = 100;
    std::size_t testSamples = 50; ///< 25 batches of 2
    std::uint64_t seed = 1;
};

/// Least squares: x ~ N(0, I), y = ⟨x, θ*⟩ + noise, each client with its own optimum θ*. The loss
/// of a model θ is ‖θ − θ*‖² + noise² in expectation, so without noise all loss is excess loss.
class SyntheticRegression final : public SampleSource
{
public:
    enum class Use
    {
        Training, ///< streams without end, numbered by StreamNumbers
        Test,     ///< testSamples of each client, one client's after another's; round after round
    };

    SyntheticRegression(const SyntheticRegressionParameters& parameters, Use use);

    [[nodiscard]] std::size_t count() const override;
    [[nodiscard]] double make(std::int32_t sample, std::span<double> values) const override;

    /// Every round's test samples are fresh, until the 2³² numbers are used up: with 20 clients
    /// and 50 samples after four million rounds.
    [[nodiscard]] std::int32_t inRound(std::int32_t sample, std::uint32_t round) const override;

    [[nodiscard]] Streams streams() const override;

    /// θ* of a client: `dimension` numbers, and the constant term if there is one.
    [[nodiscard]] const std::vector<double>& optimum(std::size_t client) const
    {
        return m_optima[client];
    }

private:
    SyntheticRegressionParameters m_parameters;
    Use m_use;
    StreamNumbers m_numbers;
    std::vector<std::vector<double>> m_optima;
};

/// Client i belongs to cluster i mod `clusters`, its true group.
[[nodiscard]] Dataset makeSyntheticRegression(const SyntheticRegressionParameters& parameters);

} // namespace coterie
