#pragma once

#include "core/sampling/heterogeneity_draw.h"
#include "core/sampling/kept_updates.h"
#include "core/sampling/output_signal.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// What HiCS-FL's server has learnt of its clients' labels, from the updates of the output layer
/// that they sent with their models (ALGORITHMS §5).
class LabelEstimates
{
public:
    explicit LabelEstimates(const ParameterSet& parameters);

    [[nodiscard]] std::optional<std::string> problemWith(const Network& network) const
    {
        return m_signal.problemWith(network);
    }
    void observe(const Federation& federation, const Trained& trained);

    [[nodiscard]] bool wasSeen(std::size_t client) const { return m_updates.wasSeen(client); }
    /// Those of them whose update it has.
    [[nodiscard]] std::vector<std::size_t> seen(std::vector<std::size_t> ids) const;
    /// Ĥ_k by eq. (8) and the directions of these clients; who was never seen looks balanced.
    [[nodiscard]] LabelKnowledge of(const Federation& federation,
                                    const std::vector<std::size_t>& ids) const;
    /// "staleness": how many rounds ago each of them took part.
    void reportStaleness(const Federation& federation,
                         const std::vector<std::size_t>& ids,
                         RoundReport& report) const;

    [[nodiscard]] State state() const { return m_updates.state(); }
    void restore(const State& state) { m_updates.restore(state); }

private:
    /// Only the rows of clients that were never seen before.
    [[nodiscard]] Trained unseenOf(const Trained& trained) const;

    OutputSignal m_signal;
    double m_temperature;
    bool m_firstOnly; ///< a client's first update is kept for good
    bool m_normalise; ///< updates count as if all were made at the first learning rate
    KeptUpdates m_updates;
};

} // namespace coterie
