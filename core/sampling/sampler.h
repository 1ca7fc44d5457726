#pragma once

#include "core/spec/descriptor.h"
#include "core/spec/experiment.h"
#include "core/train/federation.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace coterie {

/// Decides who takes part in a round and learns from what they did.
class Sampler
{
public:
    virtual ~Sampler() = default;

    /// Why it cannot work with this network, in a sentence; nothing if it can.
    [[nodiscard]] virtual std::optional<std::string> problemWith(const Network& network) const;

    /// `models` are those in use before the round (power-of-choice asks for losses under the global
    /// one).
    [[nodiscard]] virtual Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport& report) = 0;
    /// After the round: what the participants' work gave.
    virtual void observe(const Federation& federation, const Trained& trained, RoundReport& report);

    [[nodiscard]] virtual State state() const { return {}; }
    virtual void restore(const State&) {}
};

[[nodiscard]] std::span<const NamedPart> samplerParts();
[[nodiscard]] std::unique_ptr<Sampler> makeSampler(const Part& sampler);

} // namespace coterie
