#include "core/sampling/sampler.h"

#include "core/sampling/all_sampler.h"
#include "core/sampling/random_sampler.h"

#include <array>
#include <cassert>

namespace coterie {
namespace {

constexpr std::array kParts{kAllSampler, kRandomSampler};

} // namespace

void Sampler::observe(const Federation&, const Trained&, RoundReport&) {}

std::span<const NamedPart> samplerParts()
{
    return kParts;
}

std::unique_ptr<Sampler> makeSampler(const Part& sampler)
{
    if (sampler.name == kRandomSampler.name)
        return makeRandomSampler(sampler.parameters);
    assert(sampler.name == kAllSampler.name);
    return makeAllSampler();
}

} // namespace coterie
