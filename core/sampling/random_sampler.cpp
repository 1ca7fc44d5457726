#include "core/sampling/random_sampler.h"

#include <algorithm>

namespace coterie {
namespace {

class RandomSampler final : public Sampler
{
public:
    explicit RandomSampler(const ParameterSet& parameters)
        : m_count(static_cast<std::size_t>(parameters.integer("count")))
        , m_uniform(parameters.boolean("uniform"))
    {}

    [[nodiscard]] Draw draw(Federation& federation, const ModelsInUse&, RoundReport&) override
    {
        std::vector<double> chances(federation.clients(), 0.0); // who has not joined yet has none
        for (std::size_t client = 0; client < chances.size(); ++client)
            if (federation.isPresent(client))
                chances[client] = m_uniform ? 1.0 : federation.sizes()[client];
        RandomStream stream = federation.stream(Purpose::Sampler);
        Draw draw{.clients = drawWithoutReplacement(chances, m_count, stream), .weights = {}};
        std::ranges::sort(draw.clients);
        return draw;
    }

private:
    std::size_t m_count;
    bool m_uniform;
};

} // namespace

std::vector<std::size_t>
drawWithoutReplacement(std::span<const double> weights, std::size_t count, RandomStream& stream)
{
    std::vector<double> left(weights.begin(), weights.end());
    std::vector<std::size_t> drawn;
    while (drawn.size() < std::min(count, weights.size())) {
        double total = 0;
        for (const double weight : left)
            total += weight;
        double ahead = stream.uniform() * total;
        std::size_t chosen = weights.size();
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (left[i] <= 0)
                continue;
            chosen = i; // the last one with weight takes what rounding leaves over
            if (ahead < left[i])
                break;
            ahead -= left[i];
        }
        if (chosen == weights.size())
            break; // nobody left has any weight
        drawn.push_back(chosen);
        left[chosen] = 0;
    }
    return drawn;
}

std::unique_ptr<Sampler> makeRandomSampler(const ParameterSet& parameters)
{
    return std::make_unique<RandomSampler>(parameters);
}

} // namespace coterie
