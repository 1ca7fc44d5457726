#include "core/base/indices.h"
#include "core/math/label_distributions.h"
#include "core/nn/models.h"
#include "core/nn/network.h"
#include "core/sampling/entropy_sampler.h"
#include "core/train/whole_gradients.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {

namespace {

constexpr std::size_t kAskedAtOnce = 16; // clients; their whole gradients are held together

/// HiCS-FL's draw from entropies that are measured once: before its first round every client sends
/// its gradient of the output layer's bias at the initial weights, whenever it joins. Updates,
/// which HiCS-FL compares, are taken against different models: a client of one class whose class
/// was just learnt looks balanced. The price is a pass over every client's samples and C numbers
/// from each.
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
                            + inSentence(network) + " does not")
                .error;
        if (biasOf(network) == nullptr)
            return fail("/sampler/name",
                        "hicsProbe: needs a bias in the output layer, " + inSentence(network)
                            + " has none")
                .error;
        if (biasOf(network)->count != network.outputs()) // a module from PyTorch may be anything
            return fail("/sampler/name",
                        "hicsProbe: needs an output layer with a bias for each class; name it in "
                        "the model's setting output")
                .error;
        return problemWithClusters(clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        std::vector<std::size_t> asked = placesOfState(m_probe, "ids");
        const std::vector<std::size_t> newcomers = without(ids, asked);
        if (!newcomers.empty()) {
            at::Tensor gradients = ask(federation, newcomers);
            if (!asked.empty())
                gradients = at::cat({statePart(m_probe, "gradients"), gradients});
            asked.insert(asked.end(), newcomers.begin(), newcomers.end());
            m_probe =
                joined(placesState("ids", asked), {{.name = "gradients", .values = gradients}});
        }
        const LabelKnowledge known = knowledge(federation.network(), ids);
        reportEntropies(federation, known, report);
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<std::size_t> drawn = drawByEntropy(federation, known, stream, report);
        if (!newcomers.empty())
            reportCost(federation, newcomers, drawn, report);
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

    /// Those of `ids` that are not among the others.
    static std::vector<std::size_t> without(std::vector<std::size_t> ids,
                                            const std::vector<std::size_t>& others)
    {
        std::erase_if(ids,
                      [&](std::size_t k) { return std::ranges::find(others, k) != others.end(); });
        return ids;
    }

    /// [ids, C], at the initial weights.
    static at::Tensor ask(Federation& federation, const std::vector<std::size_t>& ids)
    {
        ModelRows initial = federation.initialModels();
        const Slice& bias = *biasOf(federation.network());
        std::vector<at::Tensor> parts;
        for (std::size_t first = 0; first < ids.size(); first += kAskedAtOnce) {
            const auto some =
                std::span(ids).subspan(first, std::min(kAskedAtOnce, ids.size() - first));
            parts.push_back(wholeGradients(federation, some, initial, [](std::size_t) { return 0; })
                                .narrow(1, signedSize(bias.offset), signedSize(bias.count))
                                .to(at::kCPU, at::kDouble, false, /*copy=*/true));
        }
        return at::cat(parts);
    }

    /// Of clients that were all asked.
    [[nodiscard]] LabelKnowledge knowledge(const Network& network,
                                           const std::vector<std::size_t>& ids) const
    {
        const std::vector<std::size_t> asked = placesOfState(m_probe, "ids");
        Matrix rows(ids.size(), biasOf(network)->count);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto place = std::ranges::find(asked, ids[i]) - asked.begin();
            const at::Tensor gradient = statePart(m_probe, "gradients")[place];
            std::copy_n(gradient.data_ptr<double>(), rows.columns, rows.row(i).data());
        }
        LabelKnowledge known{.ids = ids, .directions = labelSharesOfGradients(rows)};
        for (std::size_t i = 0; i < ids.size(); ++i)
            known.entropies.push_back(entropyOf(known.directions.row(i)));
        for (double& share : known.directions.values) // D̂ − 1/C, as the oracle's
            share -= 1.0 / static_cast<double>(rows.columns);
        return known;
    }

    static void reportCost(const Federation& federation,
                           const std::vector<std::size_t>& asked,
                           const std::vector<std::size_t>& drawn,
                           RoundReport& report)
    {
        SelectionCost cost(federation);
        const bool sendsInitial = federation.roundIndex() == 0; // to the participants anyway
        for (const std::size_t k : asked) {
            cost.samples(k, federation.sizes()[k]);
            cost.answer(k,
                        sendsInitial && std::ranges::find(drawn, k) != drawn.end(),
                        static_cast<double>(biasOf(federation.network())->count),
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
     .meaning =
         "HiCS-FL with entropies that compare: before its first round every client sends "
         "its gradient of the output layer's bias at the initial weights. Costs one pass over "
         "every client's samples and one number per class from each; from those numbers the "
         "server can estimate each client's label shares.",
     .paper = "ours, after HiCS-FL eq. (6)",
     .parameters = kEntropySamplerParameters});

} // namespace coterie
