#pragma once

#include "core/base/result.h"
#include "core/experiment/parameters.h"
#include "core/sampling/draw_log.h"
#include "core/sampling/kept_updates.h"
#include "core/train/federation.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace coterie {

/// Chooses the participants of a round and learns from their work.
class Sampler
{
public:
    virtual ~Sampler() = default;

    /// Why it cannot work with this network or number of clients, with the place in the arm, such
    /// as "/sampler/clusters"; nothing if it can.
    [[nodiscard]] virtual std::optional<Error> problemWith(const Network&, std::size_t) const
    {
        return {};
    }

    /// `models` are those in use before the round (power-of-choice asks for losses under the global
    /// one).
    [[nodiscard]] virtual Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport& report) = 0;
    /// Called after the round with the results of the participants' work.
    virtual void observe(const Federation&, const Trained&, RoundReport&) {}

    [[nodiscard]] virtual State state() const { return joined(m_log.state(), m_updates.state()); }
    virtual void restore(const State& state)
    {
        m_log.restore(state);
        m_updates.restore(state);
    }

protected:
    DrawLog m_log;
    KeptUpdates m_updates; ///< of a sampler that observes
};

/// A sampler with parameters.
template <typename Parameters>
class ConfiguredSampler : public Sampler
{
public:
    explicit ConfiguredSampler(const Parameters& parameters)
        : m_parameters(parameters)
    {}

protected:
    Parameters m_parameters;
};

[[nodiscard]] std::span<const NamedPart> samplerParts();
[[nodiscard]] std::unique_ptr<Sampler> makeSampler(const Part& sampler);

// Entries of the table in sampler.cpp that other files define.
extern const MadePart<Sampler> kPowD;
extern const MadePart<Sampler> kClusteredSampling;
extern const MadePart<Sampler> kDivFl;
extern const MadePart<Sampler> kHicsFl;
extern const MadePart<Sampler> kHicsProbe;
extern const MadePart<Sampler> kOracleHics;

} // namespace coterie
