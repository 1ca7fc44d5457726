#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"
#include "core/sampling/draw_log.h"
#include "core/train/federation.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace coterie {

/// Decides who takes part in a round and learns from what they did.
class Sampler
{
public:
    virtual ~Sampler() = default;

    /// Why it cannot work with this network or so many clients, with its place in the arm, such as
    /// "/sampler/clusters"; nothing if it can.
    [[nodiscard]] virtual std::optional<Error> problemWith(const Network& network,
                                                           std::size_t clients) const;

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

[[nodiscard]] std::unique_ptr<Sampler> makeRandomSampler(const ParameterSet& parameters);

inline constexpr std::array kRandomSamplerParameters{
    kCountParameter,
    ParameterDescriptor{.name = "uniform",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning =
                            "Equal chances instead of chances in proportion to a client's samples"},
};

inline constexpr NamedPart kRandomSampler{
    .name = "random",
    .title = "Random",
    .meaning =
        "A fixed number of clients, drawn without replacement in proportion to their samples.",
    .paper = "HiCS-FL (baseline)",
    .parameters = kRandomSamplerParameters};

} // namespace coterie
