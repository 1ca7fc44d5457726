#pragma once

#include "core/experiment/parameters.h"
#include "core/report/round_report.h"
#include "core/train/federation.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace coterie {

/// Counts draws, and turns the clients that a sampler drew, in its order, into a Draw and its
/// report.
class DrawLog
{
public:
    /// Reports each client's place in the order of drawing (the first, if it was drawn twice) as
    /// "drawPlace", from 1, and how often it was drawn so far as "timesDrawn". `weights`, if any,
    /// belong to the drawn clients in the same order. Without a finished SelectionCost, choosing
    /// was free: its costs are zeros of the round, without a list of all clients.
    [[nodiscard]] Draw finish(const Federation& federation,
                              const std::vector<std::size_t>& drawn,
                              RoundReport& report,
                              const std::vector<double>& weights = {});

    [[nodiscard]] State state() const;
    void restore(const State& state);

private:
    at::Tensor m_times; ///< [clients], int64; undefined before the first draw
};

/// The cost of choosing, beside that of the participants' own work: samples that models are
/// evaluated on and numbers that are sent. Reported as "selectionSamples" and "selectionBits", and
/// as traffic.
class SelectionCost
{
public:
    explicit SelectionCost(const Federation& federation);

    void samples(std::size_t client, double count);
    void send(Link link, std::size_t client, double scalars, RoundReport& report);
    /// The client answers with `scalars` numbers. Participants receive the model anyway, the others
    /// for this alone.
    void answer(std::size_t client, bool takesPart, double scalars, RoundReport& report);
    void finish(RoundReport& report);

private:
    const Federation& m_federation;
    std::vector<std::optional<double>> m_samples;
    std::vector<std::optional<double>> m_bits;
};

/// D_k of the clients that have joined, 0 for the others: the chances of a draw ∝ p.
[[nodiscard]] std::vector<double> chancesBySize(const Federation& federation);
/// The clients that have joined and have training samples, ascending.
[[nodiscard]] std::vector<std::size_t> clientsWithSamples(const Federation& federation);

// Parameters of several samplers.

inline constexpr ParameterDescriptor kCountParameter{
    .name = "count",
    .title = "Participants",
    .range = atLeast(1),
    .unit = "clients",
    .meaning = "Clients that take part in a round; all if there are fewer",
    .symbol = "K",
    .equation = "HiCS-FL Algorithm 1",
    .required = true};

inline constexpr std::array<std::string_view, 2> kWardModeWords{"rows", "condensed"};

inline constexpr ParameterDescriptor kWardModeParameter{
    .name = "wardMode",
    .title = "Distances of Ward's method",
    .words = kWardModeWords,
    .meaning = "Ward's method works on the rows of the distance matrix, as in the released code, "
               "or on its entries (condensed)"};

inline constexpr double kRightAngle = 1.5707963267948966;

inline constexpr ParameterDescriptor kZeroNormAngleParameter{
    .name = "zeroNormAngle",
    .title = "Angle to no update",
    .range = between(0, 3.141592653589793),
    .unit = "radians",
    .meaning = "Angle to an update without length, such as that of a client not yet seen",
    .profileCodeNumber = 0};

} // namespace coterie
