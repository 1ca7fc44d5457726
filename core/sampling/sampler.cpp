#include "core/sampling/sampler.h"

#include "core/math/draws.h"

#include <array>

namespace coterie {

namespace {

/// Cross-silo federations: every client takes part in every round.
class AllSampler final : public Sampler
{
public:
    [[nodiscard]] Draw draw(Federation& federation, const ModelsInUse&, RoundReport&) override
    {
        return {.clients = federation.present(), .weights = {}};
    }
};

struct RandomParameters
{
    std::size_t count = 1; ///< K
    bool uniform = false;
};

constexpr std::array kRandomParameters{
    bind<&RandomParameters::count>(kCountParameter),
    bind<&RandomParameters::uniform>(
        {.name = "uniform",
         .meaning = "Equal chances instead of chances in proportion to a client's samples"}),
};

class RandomSampler final : public ConfiguredSampler<RandomParameters>
{
public:
    using ConfiguredSampler::ConfiguredSampler;

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        std::vector<double> chances = chancesBySize(federation);
        if (m_parameters.uniform)
            for (const std::size_t client : federation.present())
                chances[client] = 1;
        RandomStream stream = federation.stream(Purpose::Sampler);
        return m_log.finish(
            federation, drawWithoutReplacement(chances, m_parameters.count, stream), report);
    }
};

constexpr auto kAll = madeAs<Sampler, AllSampler>(
    {.name = "all", .title = "Everybody", .meaning = "Every client takes part in every round."});

constexpr auto kRandom = madeAs<Sampler, RandomSampler, RandomParameters>(
    {.name = "random",
     .title = "Random",
     .meaning =
         "A fixed number of clients, drawn without replacement in proportion to their samples.",
     .paper = "HiCS-FL (baseline)",
     .parameters = kRandomParameters});

// The only list of samplers in the program.
const std::array kSamplers{
    kAll, kRandom, kPowD, kClusteredSampling, kDivFl, kHicsFl, kHicsProbe, kOracleHics};
const auto kSamplerParts = partsOf(kSamplers);

} // namespace

std::span<const NamedPart> samplerParts()
{
    return kSamplerParts;
}

std::unique_ptr<Sampler> makeSampler(const Part& sampler)
{
    return makePart(kSamplers, sampler);
}

} // namespace coterie
