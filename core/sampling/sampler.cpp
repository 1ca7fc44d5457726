#include "core/sampling/sampler.h"

#include "core/sampling/all_sampler.h"
#include "core/sampling/clustered_sampling.h"
#include "core/sampling/div_fl.h"
#include "core/sampling/hics_fl.h"
#include "core/sampling/oracle_hics.h"
#include "core/sampling/pow_d.h"
#include "core/sampling/random_sampler.h"
#include "core/spec/made_part.h"

namespace coterie {
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
