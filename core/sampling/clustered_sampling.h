#pragma once

#include "core/collaboration/sampling_clusters.h"
#include "core/sampling/draw_log.h"
#include "core/sampling/kept_updates.h"

#include <cstddef>
#include <vector>

namespace coterie {

struct ClusteredSamplingParameters
{
    std::size_t count = 1; ///< K
    int warmUp = 10;       ///< rounds
    bool waitForAll = true;
    double zeroNormAngle = kRightAngle;
    WardMode wardMode = WardMode::Rows;
};

/// ALGORITHMS §8.3: Ward's tree of the angles between updates, cut where a subtree holds more than
/// 1/K of all samples, poured into K distributions that one client each is drawn from. HiCS-FL's
/// released code draws like this in some rounds.
class ClusteredDraw
{
public:
    explicit ClusteredDraw(const ClusteredSamplingParameters& parameters)
        : m_parameters(parameters)
    {}

    /// The clients in the order of drawing; one may come twice.
    [[nodiscard]] std::vector<std::size_t> draw(const Federation& federation, RoundReport& report);
    void observe(const Federation& federation, const Trained& trained);

    [[nodiscard]] State state() const { return m_updates.state(); }
    void restore(const State& state) { m_updates.restore(state); }

private:
    [[nodiscard]] bool warmingUp(const Federation& federation,
                                 const std::vector<std::size_t>& ids) const;

    ClusteredSamplingParameters m_parameters;
    KeptUpdates m_updates;
};

} // namespace coterie
