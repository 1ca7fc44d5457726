#include "core/math/label_distributions.h"
#include "core/nn/models.h"
#include "core/nn/network.h"
#include "core/sampling/entropy_sampler.h"

namespace coterie {

namespace {

/// §5 of ALGORITHMS with the true H_k and without covering rounds. D − 1/C replaces Δb: the
/// direction of its expectation under the initial weights (HiCS-FL eq. 6).
class OracleHics final : public EntropySampler
{
public:
    using EntropySampler::EntropySampler;

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        const std::string refused = "oracleHics: needs classes, " + inSentence(network);
        if (network.loss() == Loss::SquaredError)
            return fail("/sampler/name", refused + " answers with a number").error;
        if (network.loss() == Loss::Dice)
            return fail("/sampler/name", refused + " answers with a mask").error;
        return problemWithClusters(clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const auto& counts = federation.facts().classCounts;
        LabelKnowledge known{.ids = clientsWithSamples(federation)};
        const auto classes = static_cast<std::size_t>(federation.facts().classes);
        known.directions = Matrix(known.ids.size(), classes);
        for (std::size_t i = 0; i < known.ids.size(); ++i) {
            const std::vector<double> shares = labelShares(counts[known.ids[i]]);
            known.entropies.push_back(entropyOf(shares));
            for (std::size_t c = 0; c < classes; ++c)
                known.directions.at(i, c) = shares[c] - 1.0 / static_cast<double>(classes);
        }
        reportEntropies(federation, known, report);
        RandomStream stream = federation.stream(Purpose::Sampler);
        return m_log.finish(federation, drawByEntropy(federation, known, stream, report), report);
    }
};

} // namespace

constexpr MadePart<Sampler> kOracleHics = madeAs<Sampler, OracleHics, EntropySamplerParameters>(
    {.name = "oracleHics",
     .title = "HiCS-FL with true entropies",
     .meaning = "HiCS-FL with every client's true labels instead of estimates from updates, so "
                "that no first look at every client is needed. Possible in a simulation only.",
     .paper = "HiCS-FL (released code)",
     .parameters = kEntropySamplerParameters});

} // namespace coterie
