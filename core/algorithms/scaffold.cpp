#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/train/local_work.h"

#include <ATen/ATen.h>
#include <array>

namespace coterie {
namespace {

struct ScaffoldParameters
{
    double serverStep = 1; ///< η_g
};

constexpr std::array kScaffoldParameters{
    bind<&ScaffoldParameters::serverStep>(
        {.name = "serverStep",
         .range = above(0),
         .meaning = "Step of the server along the participants' mean change",
         .symbol = "η_g",
         .equation = "SCAFFOLD Algorithm 1"}),
};

/// One model and control variates against client drift: a client's gradient is corrected by the
/// difference between the server's estimate of the mean gradient and its own (Karimireddy et al.
/// 2020, Algorithm 1, option II; ALGORITHMS §6.9).
class Scaffold final : public Configured<GlobalModelAlgorithm, ScaffoldParameters>
{
public:
    explicit Scaffold(const ScaffoldParameters& parameters)
        : Configured(parameters)
    {
        keeps("serverControl", m_server);
        keeps("clientControls", m_clients);
    }

    /// Refuses optimisers with a memory.
    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan& plan, const Network&, std::size_t) const override
    {
        // (w − w_i)/(K_i·η) is a mean of gradients only where each step is one gradient times η.
        if (makeOptimizer(plan.local.optimizer)->memoryRows() == 0)
            return std::nullopt;
        return fail("/algorithm/name",
                    "scaffold: needs SGD without momentum; with " + plan.local.optimizer.name
                        + " as it is set, control variates are not gradients")
            .error;
    }

    void start(Federation& federation) override
    {
        m_model.start(federation);
        m_server = at::zeros_like(m_model.row.parameters[0]);
        m_clients.start(federation, m_model);
    }

    void round(Federation& federation, RoundReport& report) override
    {
        const GradientTerm correction([&](const LocalPoint& point, at::Tensor& gradient) {
            gradient.sub_(m_clients.of(point)).add_(m_server); // ∇ − c_i + c
        });
        const Trained trained = federation.train(
            jobsFromOneModel(federation), m_model.row, report, {.term = &correction});
        const std::vector<std::size_t> participants = federation.participants();
        if (participants.empty())
            return;
        const at::Tensor model = m_model.row.parameters[0];
        const auto addChange = [&](std::size_t j, at::Tensor& sum) {
            const double path = trained.results[j].steps * trained.jobRates[j]; // K_i η
            if (path == 0)
                return; // no samples, so no gradient
            const at::Tensor end = trained.ends.parameters[signedSize(j)];
            const at::Tensor change = (model - end) / path - m_server; // c_i' − c_i
            m_clients.of(trained.clients[j]).add_(change);
            sum.add_(change);
        };
        const at::Tensor changes = federation.sum(trained, m_server, addChange); // Σ_S c_i' − c_i
        const std::vector<double> weights = participantWeights(federation, Aggregation::Uniform);
        ModelRows next = averaged(federation, trained.ends, weights);
        if (m_parameters.serverStep != 1) // w + η_g·mean_S(w_i − w)
            next.parameters =
                m_model.row.parameters
                + m_parameters.serverStep * (next.parameters - m_model.row.parameters);
        m_model.row = next;
        m_server =
            m_server + changes / static_cast<double>(federation.population()); // |S|/N · mean_S
        const double scalars =
            2 * static_cast<double>(federation.facts().parameters); // and a variate
        reportAverage(federation, report, participants, weights, scalars);
    }

private:
    at::Tensor m_server;  ///< c [P]
    ClientRows m_clients; ///< c_i
};

} // namespace

constexpr MadePart<Algorithm> kScaffold = madeAs<Algorithm, Scaffold, ScaffoldParameters>(
    {.name = "scaffold",
     .title = "SCAFFOLD",
     .meaning = "FedAvg with control variates: the difference between the mean gradient and the "
                "client's own, as estimated so far, corrects every local step. Twice the traffic. "
                "The arm's optimiser must be SGD without momentum.",
     .paper = "Karimireddy et al. 2020",
     .parameters = kScaffoldParameters});

} // namespace coterie
