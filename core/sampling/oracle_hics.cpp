#include "core/sampling/oracle_hics.h"

#include "core/collab/label_entropy.h"

namespace coterie {
namespace {

/// §5 of ALGORITHMS with the true H_k and without covering rounds. For Δb stands D − 1/C, the
/// direction of its expectation under the initial model (HiCS-FL eq. 6).
class OracleHics final : public Sampler
{
public:
    explicit OracleHics(const ParameterSet& parameters)
        : m_stage(parameters)
    {}

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        const std::string refused = "oracleHics: needs classes, " + network.name();
        if (network.loss() == Loss::SquaredError)
            return fail("/sampler/name", refused + " answers with a number").error;
        if (network.loss() == Loss::Dice)
            return fail("/sampler/name", refused + " answers with a mask").error;
        return m_stage.problemWith(clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const auto& counts = federation.facts().classCounts;
        LabelKnowledge known{
            .ids = clientsWithSamples(federation), .directions = {}, .entropies = {}};
        const auto classes = static_cast<std::size_t>(federation.facts().classes);
        known.directions = Matrix(known.ids.size(), classes);
        for (std::size_t i = 0; i < known.ids.size(); ++i) {
            const std::vector<double> shares = labelShares(counts[known.ids[i]]);
            known.entropies.push_back(entropyOf(shares));
            for (std::size_t c = 0; c < classes; ++c)
                known.directions.at(i, c) = shares[c] - 1.0 / static_cast<double>(classes);
        }
        reportEntropies(federation, known.ids, known.entropies, report);
        RandomStream stream = federation.stream(Purpose::Sampler);
        return m_log.finish(federation, m_stage.draw(federation, known, stream, report), report);
    }

    [[nodiscard]] State state() const override { return m_log.state(); }
    void restore(const State& state) override { m_log.restore(state); }

private:
    HeterogeneityDraw m_stage;
    DrawLog m_log;
};

} // namespace

std::unique_ptr<Sampler> makeOracleHics(const ParameterSet& parameters)
{
    return std::make_unique<OracleHics>(parameters);
}

} // namespace coterie
