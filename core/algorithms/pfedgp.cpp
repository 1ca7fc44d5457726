#include "core/algorithms/pfedgp.h"

#include "core/algorithms/local_rounds.h"
#include "core/algorithms/personal_head.h"

#include <ATen/ATen.h>
#include <cassert>

namespace coterie {
namespace {

/// No gradient longer than this; each row by itself.
class ShortGradients final : public Objective
{
public:
    explicit ShortGradients(double longest)
        : m_longest(longest)
    {}

    void addGradient(const LocalPoint&, at::Tensor gradient) const override
    {
        if (m_longest > 0)
            gradient.mul_((m_longest / gradient.norm(2, -1, /*keepdim=*/true)).clamp_max(1));
    }

private:
    double m_longest;
};

} // namespace

PFedGp::PFedGp(const PFedGpParameters& parameters)
    : m_parameters(parameters)
    , m_head(parameters.head)
{}

std::optional<Error>
PFedGp::problemWith(const RunPlan& plan, const Network& network, std::size_t) const
{
    if (network.loss() == Loss::CrossEntropy)
        return std::nullopt;
    return fail("/algorithm/name",
                "pfedgp: it needs a network with an output for each class, trained by "
                "cross-entropy, and that of \""
                    + plan.data.dataset.name + "\" has another loss")
        .error;
}

void PFedGp::start(Federation& federation)
{
    assert(federation.task() == Task::Classes);
    m_extractor.start(federation);
    m_bodyParameters = PersonalHead(federation.network(), 1).bodyParameters();
}

void PFedGp::round(Federation& federation, RoundReport& report)
{
    const ShortGradients clip(m_parameters.longestGradient);
    // w_i: steps along ∇_w of the predictive loss of the client's tree, all through the kernel
    const Trained trained = federation.train(
        jobsFromOneModel(federation), m_extractor.row, report, {.term = &clip, .head = &m_head});
    if (trained.clients.empty())
        return;
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    m_extractor.row = averaged(federation, trained.ends, weights); // w = mean of w_i

    report.collaboration = oneModelForAll(federation.clients(), trained.clients, weights);
    countExchange(federation, report, trained.clients, static_cast<double>(m_bodyParameters));
}

ModelsInUse PFedGp::models() const
{
    ModelsInUse models = m_extractor.inUse();
    models.global = nullptr;
    models.head = &m_head; // on the client's own training samples
    return models;
}

std::unique_ptr<Algorithm> makePFedGp(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    const GaussianTreeSettings tree{.kernel = {.outputScale = parameters.real("outputScale"),
                                               .lengthScale = parameters.real("lengthScale")},
                                    .jitter = parameters.real("jitter"),
                                    .gibbsSteps =
                                        static_cast<int>(parameters.integer("gibbsSteps")),
                                    .chains = static_cast<int>(parameters.integer("chains"))};
    return std::make_unique<PFedGp>(PFedGpParameters{
        .head = {.tree = tree,
                 .testChains = static_cast<int>(parameters.integer("testChains")),
                 .mostKnown = static_cast<std::size_t>(parameters.integer("mostKnown")),
                 .askedShare = parameters.real("predictShare")},
        .longestGradient = parameters.real("longestGradient"),
        .aggregation = aggregationNamed(parameters.word("aggregation"))});
}

} // namespace coterie
