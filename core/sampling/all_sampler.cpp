#include "core/sampling/all_sampler.h"

#include <numeric>

namespace coterie {
namespace {

class AllSampler final : public Sampler
{
public:
    [[nodiscard]] Draw draw(Federation& federation, const ModelsInUse&, RoundReport&) override
    {
        Draw draw{.clients = std::vector<std::size_t>(federation.clients()), .weights = {}};
        std::iota(draw.clients.begin(), draw.clients.end(), std::size_t{0});
        return draw;
    }
};

} // namespace

std::unique_ptr<Sampler> makeAllSampler()
{
    return std::make_unique<AllSampler>();
}

} // namespace coterie
