#include "core/sampling/all_sampler.h"

namespace coterie {
namespace {

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

} // namespace

std::unique_ptr<Sampler> makeAllSampler(const ParameterSet&)
{
    return std::make_unique<AllSampler>();
}

} // namespace coterie
