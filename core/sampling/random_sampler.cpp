#include "core/sampling/random_sampler.h"

#include "core/collab/weighted_draw.h"
#include "core/sampling/draw_log.h"

namespace coterie {
namespace {

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

} // namespace coterie
