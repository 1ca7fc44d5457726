#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// What clients' streams without end are like.
struct Streams
{
    std::vector<int> groups;     ///< the group each client truly belongs to
    std::size_t epoch = 0;       ///< how many samples count as an epoch
    std::size_t testSamples = 0; ///< of each client: so many of the official test set, in order
};

/// Samples that are made when they are asked for. Values and target are a pure function of the
/// sample's number, so nothing is stored and any thread may make any of them.
class SampleSource
{
public:
    virtual ~SampleSource() = default;

    /// How many there are, numbered from 0; 0 for streams without end.
    [[nodiscard]] virtual std::size_t count() const = 0;
    /// Writes the sample's values, as many as its shape has, and returns its target.
    [[nodiscard]] virtual double make(std::int32_t sample, std::span<double> values) const = 0;
    /// The number of the sample that a test sample stands for in a round's evaluation.
    [[nodiscard]] virtual std::int32_t inRound(std::int32_t sample, std::uint32_t) const
    {
        return sample;
    }
    /// Of a data set's training samples, if they come in streams; Dataset::streams counts them.
    [[nodiscard]] virtual Streams streams() const { return {}; }
};

} // namespace coterie
