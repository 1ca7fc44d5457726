#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"

#include <ATen/ATen.h>
#include <array>

namespace coterie {
namespace {

struct FedDynParameters
{
    double alpha = 0.1; ///< α
};

constexpr std::array kFedDynParameters{
    bind<&FedDynParameters::alpha>({.name = "alpha",
                                    .title = "Strength of the regulariser",
                                    .range = above(0),
                                    .meaning = "Strength of the dynamic regulariser",
                                    .symbol = "α",
                                    .equation = "FedDyn Algorithm 1; μ in HiCS-FL §6.8.2"}),
};

/// One model; a linear term, learnt from round to round, makes the clients' own optima agree with
/// the common one (Acar et al. 2021, Algorithm 1; ALGORITHMS §6.10). The norm of the proximal term
/// is squared, as in the paper; HiCS-FL's released code drops the square.
class FedDyn final : public Configured<GlobalModelAlgorithm, FedDynParameters>
{
public:
    explicit FedDyn(const FedDynParameters& parameters)
        : Configured(parameters)
    {
        keeps("serverTerm", m_server);
        keeps("clientTerms", m_clients);
    }

    void start(Federation& federation) override
    {
        m_model.start(federation);
        m_server = at::zeros_like(m_model.row.parameters[0]);
        m_clients.start(federation, m_model);
    }

    void round(Federation& federation, RoundReport& report) override
    {
        const double alpha = m_parameters.alpha;
        // −⟨g_k, θ⟩ + α/2·‖θ − θᵗ‖². The proximal part comes first and in FedProx's own operations,
        // so that a first round, where g_k = 0, is FedProx(α) to the bit.
        const GradientTerm term([&](const LocalPoint& point, at::Tensor& gradient) {
            gradient.add_(point.weights, alpha).sub_(point.start, alpha);
            gradient.sub_(m_clients.of(point));
        });
        const Trained trained =
            federation.train(jobsFromOneModel(federation), m_model.row, report, {.term = &term});
        const std::vector<std::size_t> participants = federation.participants();
        if (participants.empty())
            return;
        const at::Tensor model = m_model.row.parameters[0];
        const auto addChange = [&](std::size_t j, at::Tensor& sum) {
            const at::Tensor change = trained.ends.parameters[signedSize(j)] - model;
            m_clients.of(trained.clients[j]).sub_(change, alpha); // g_k
            sum.add_(change);
        };
        const at::Tensor moved = federation.sum(trained, m_server, addChange); // Σ_S θ_k − θᵗ
        m_server = m_server - moved * (alpha / static_cast<double>(federation.population())); // h
        const std::vector<double> weights = participantWeights(federation, Aggregation::Uniform);
        ModelRows next = averaged(federation, trained.ends, weights);
        next.parameters = next.parameters - m_server / alpha; // θᵗ⁺¹ = mean_S θ_k − h/α
        m_model.row = next;
        reportAverage(federation, report, participants, weights);
    }

private:
    ClientRows m_clients; ///< g_k
    at::Tensor m_server;  ///< h [P]
};

} // namespace

constexpr MadePart<Algorithm> kFedDyn = madeAs<Algorithm, FedDyn, FedDynParameters>(
    {.name = "feddyn",
     .title = "FedDyn",
     .meaning = "Adds a proximal and a linear term to each client's loss. The linear term changes "
                "every round, so that the common optimum becomes each client's own.",
     .paper = "Acar et al. 2021",
     .parameters = kFedDynParameters});

} // namespace coterie
