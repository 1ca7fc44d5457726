#include "core/base/indices.h"
#include "core/math/label_distributions.h"
#include "core/nn/network.h"
#include "core/sampling/entropy_sampler.h"
#include "core/train/whole_gradients.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {

namespace {

constexpr std::size_t kAskedAtOnce = 16; // clients; their whole gradients are held together

/// HiCS-FL's draw from entropies that are measured once: before the first round every client sends
/// its gradient of the output layer's bias at the same model. Updates, which HiCS-FL compares, are
/// taken against different models: a client of one class whose class was just learnt looks
/// balanced. The price is a pass over every client's samples and C numbers from each.
class HicsProbe final : public EntropySampler
{
public:
    using EntropySampler::EntropySampler;

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        if (network.loss() != Loss::CrossEntropy)
            return fail("/sampler/name",
                        "hicsProbe: needs a network that answers with one number per class, "
                            + network.name() + " does not")
                .error;
        if (biasOf(network) == nullptr)
            return fail("/sampler/name",
                        "hicsProbe: needs a bias in the output layer, " + network.name()
                            + " has none")
                .error;
        return problemWithClusters(clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport& report) override
    {
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        const bool asks = ids != placesOfState(m_probe, "ids");
        if (asks) // at first, and of all again when somebody has joined, so that all compare
            m_probe = joined(placesState("ids", ids),
                             {{.name = "gradients", .values = ask(federation, models, ids)}});
        const LabelKnowledge known = knowledge(ids);
        reportEntropies(federation, known, report);
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<std::size_t> drawn = drawByEntropy(federation, known, stream, report);
        if (asks)
            reportCost(federation, known, drawn, report);
        return m_log.finish(federation, drawn, report);
    }

    [[nodiscard]] State state() const override { return joined(Sampler::state(), m_probe); }
    void restore(const State& state) override
    {
        Sampler::restore(state);
        m_probe.clear();
        if (statePart(state, "gradients").defined())
            m_probe = joined(placesState("ids", placesOfState(state, "ids")),
                             {{.name = "gradients",
                               .values = statePart(state, "gradients").to(at::kCPU, at::kDouble)}});
    }

private:
    static const Slice* biasOf(const Network& network)
    {
        return network.layout().parameter(network.layout().outputLayer, SliceRole::Bias);
    }

    /// [ids, C], at the global model or at each client's own.
    static at::Tensor
    ask(Federation& federation, const ModelsInUse& models, const std::vector<std::size_t>& ids)
    {
        ModelRows rows = models.global ? *models.global : *models.personal; // shares their storage
        const Slice& bias = *biasOf(federation.network());
        std::vector<at::Tensor> parts;
        for (std::size_t first = 0; first < ids.size(); first += kAskedAtOnce) {
            const auto some =
                std::span(ids).subspan(first, std::min(kAskedAtOnce, ids.size() - first));
            parts.push_back(wholeGradients(federation,
                                           some,
                                           rows,
                                           [&](std::size_t k) {
                                               return models.global ? models.globalRow
                                                                    : models.personalRow[k];
                                           })
                                .narrow(1, signedSize(bias.offset), signedSize(bias.count))
                                .to(at::kCPU, at::kDouble, false, /*copy=*/true));
        }
        return at::cat(parts);
    }

    [[nodiscard]] LabelKnowledge knowledge(const std::vector<std::size_t>& ids) const
    {
        const at::Tensor gradients = statePart(m_probe, "gradients");
        Matrix rows(ids.size(), static_cast<std::size_t>(gradients.size(1)));
        std::copy_n(gradients.data_ptr<double>(), rows.values.size(), rows.values.data());
        LabelKnowledge known{.ids = ids, .directions = labelSharesOfGradients(rows)};
        for (std::size_t i = 0; i < ids.size(); ++i)
            known.entropies.push_back(entropyOf(known.directions.row(i)));
        for (double& share : known.directions.values) // D̂ − 1/C, as the oracle's
            share -= 1.0 / static_cast<double>(rows.columns);
        return known;
    }

    static void reportCost(const Federation& federation,
                           const LabelKnowledge& known,
                           const std::vector<std::size_t>& drawn,
                           RoundReport& report)
    {
        SelectionCost cost(federation);
        for (const std::size_t k : known.ids) {
            cost.samples(k, federation.sizes()[k]);
            cost.answer(k,
                        std::ranges::find(drawn, k) != drawn.end(),
                        static_cast<double>(known.directions.columns),
                        report);
        }
        cost.finish(report);
    }

    State m_probe; ///< who was asked, and their gradients [ids, C]
};

} // namespace

constexpr MadePart<Sampler> kHicsProbe = madeAs<Sampler, HicsProbe, EntropySamplerParameters>(
    {.name = "hicsProbe",
     .title = "HiCS-FL with a probe",
     .meaning = "HiCS-FL with entropies that compare: before the first round every client sends "
                "its gradient of the output layer's bias at the initial model. Costs one pass over "
                "every client's samples and one number per class from each; those numbers tell the "
                "server each client's label shares almost exactly.",
     .paper = "ours, after HiCS-FL eq. (6)",
     .parameters = kEntropySamplerParameters});

} // namespace coterie
