#include "core/sampling/sampler.h"

#include "core/sampling/all_sampler.h"
#include "core/sampling/random_sampler.h"
#include "core/spec/made_part.h"

namespace coterie {
namespace {

// The only list of samplers in the program.
constexpr std::array kSamplers{
    MadePart<Sampler>{kAllSampler, &makeAllSampler},
    MadePart<Sampler>{kRandomSampler, &makeRandomSampler},
};
constexpr auto kParts = partsOf(kSamplers);

} // namespace

void Sampler::observe(const Federation&, const Trained&, RoundReport&) {}

std::span<const NamedPart> samplerParts()
{
    return kParts;
}

std::unique_ptr<Sampler> makeSampler(const Part& sampler)
{
    return makePart(kSamplers, sampler);
}

} // namespace coterie
