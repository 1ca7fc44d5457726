#include "core/sampling/sampler.h"

#include "core/experiment/plan.h"
#include "core/math/draws.h"
#include "core/sampling/clustered_sampling.h"
#include "core/sampling/div_fl.h"
#include "core/sampling/draw_log.h"
#include "core/sampling/heterogeneity_draw.h"
#include "core/sampling/hics_fl.h"
#include "core/sampling/pow_d.h"

namespace coterie {

namespace {

inline constexpr NamedPart kAllSampler{
    .name = "all", .title = "Everybody", .meaning = "Every client takes part in every round."};

class AllSampler final : public Sampler
{
public:
    [[nodiscard]] Draw draw(Federation& federation, const ModelsInUse&, RoundReport&) override
    {
        Draw draw;
        for (std::size_t client = 0; client < federation.clients(); ++client)
            if (federation.isPresent(client))
                draw.clients.push_back(client);
        return draw;
    }
};

/// Cross-silo federations: everybody takes part in every round.
std::unique_ptr<Sampler> makeAllSampler(const ParameterSet&)
{
    return std::make_unique<AllSampler>();
}

class RandomSampler final : public Sampler
{
public:
    explicit RandomSampler(const ParameterSet& parameters)
        : m_count(static_cast<std::size_t>(parameters.integer("count")))
        , m_uniform(parameters.boolean("uniform"))
    {}

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        std::vector<double> chances = chancesBySize(federation);
        if (m_uniform)
            for (std::size_t client = 0; client < chances.size(); ++client)
                chances[client] = federation.isPresent(client) ? 1.0 : 0.0;
        RandomStream stream = federation.stream(Purpose::Sampler);
        return m_log.finish(federation, drawWithoutReplacement(chances, m_count, stream), report);
    }

    [[nodiscard]] State state() const override { return m_log.state(); }
    void restore(const State& state) override { m_log.restore(state); }

private:
    DrawLog m_log;
    std::size_t m_count;
    bool m_uniform;
};

} // namespace

std::unique_ptr<Sampler> makeRandomSampler(const ParameterSet& parameters)
{
    return std::make_unique<RandomSampler>(parameters);
}

namespace {

// The only list of samplers in the program.
constexpr std::array kSamplers{
    MadePart<Sampler>{kAllSampler, &makeAllSampler},
    MadePart<Sampler>{kRandomSampler, &makeRandomSampler},
    MadePart<Sampler>{kPowD, &makePowD},
    MadePart<Sampler>{kClusteredSampling, &makeClusteredSampling},
    MadePart<Sampler>{kDivFl, &makeDivFl},
    MadePart<Sampler>{kHicsFl, &makeHicsFl},
    MadePart<Sampler>{kOracleHics, &makeOracleHics},
};
constexpr auto kSamplerParts = partsOf(kSamplers);

} // namespace

std::optional<Error> Sampler::problemWith(const Network&, std::size_t) const
{
    return std::nullopt;
}

void Sampler::observe(const Federation&, const Trained&, RoundReport&) {}

std::span<const NamedPart> samplerParts()
{
    return kSamplerParts;
}

std::unique_ptr<Sampler> makeSampler(const Part& sampler)
{
    return makePart(kSamplers, sampler);
}

} // namespace coterie
