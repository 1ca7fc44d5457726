#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/anchor_term.h"
#include "core/collaboration/collaboration_weights.h"
#include "core/math/similarity.h"

#include <array>
#include <optional>

namespace coterie {
namespace {

struct FedAmpParameters
{
    double sigma = 1;
    std::optional<double> selfWeight = {}; ///< ξ_ii of HeurFedAMP; without it FedAMP
    double sharpness = 10;                 ///< s of HeurFedAMP
    double step = 1;                       ///< α_K
    double pull = 1;                       ///< λ
};

constexpr std::array kFedAmpCommon{
    bind<&FedAmpParameters::step>(
        {.name = "cloudStep",
         .range = above(0),
         .meaning = "Length of the cloud's step; a longer one pulls clients less",
         .symbol = "α_K",
         .equation = "FedAMP eq. (4)"}),
    bind<&FedAmpParameters::pull>(
        {.name = "lambda",
         .title = "Pull of the cloud's mix",
         .range = atLeast(0),
         .meaning = "Strength of the pull of a client towards the model that the cloud mixed for "
                    "it",
         .symbol = "λ",
         .equation = "FedAMP eq. (1)",
         .live = true}),
};

constexpr auto kFedAmpParameters =
    joinedTables(std::array{bind<&FedAmpParameters::sigma>(
                     {.name = "sigma",
                      .title = "Reach of attention",
                      .range = above(0),
                      .meaning = "Squared distance at which attention has fallen to 1/e",
                      .symbol = "σ",
                      .equation = "FedAMP eq. (2)"})},
                 kFedAmpCommon);

constexpr auto kHeurFedAmpParameters = joinedTables(
    std::array{
        bind<&FedAmpParameters::selfWeight>({.name = "selfWeight",
                                             .title = "Weight of the own model",
                                             .range = between(0, 1),
                                             .defaultNumber = 0.5,
                                             .meaning = "Share of a client's own model in its mix",
                                             .symbol = "ξ_ii",
                                             .equation = "HeurFedAMP; α in sFedHP"}),
        bind<&FedAmpParameters::sharpness>(
            {.name = "sharpness",
             .range = above(0),
             .meaning = "A larger value gives models of similar direction more weight",
             .symbol = "s",
             .equation = "HeurFedAMP eq. (11)"})},
    kFedAmpCommon);

/// Attentive message passing: the cloud mixes for every client a model u_i of those like its own,
/// and the client trains near it (Huang et al. 2021, Algorithms 1 and 2; ALGORITHMS §7.7). The pull
/// λ/(2α_K)·‖w − u_i‖² is part of the gradient; a public library detaches it by mistake.
class FedAmp final : public Configured<PersonalModelsAlgorithm, FedAmpParameters>
{
public:
    using Configured::Configured;

    void round(Federation& federation, RoundReport& report) override
    {
        const std::vector<std::size_t> clients = federation.participants();
        if (clients.empty())
            return;
        const Matrix xi = weights(federation);
        const ModelRows mixed = federation.mix(xi, m_models.rows); // u_i = Σ_j ξ_ij w_j
        const AnchorTerm near({.pull = m_parameters.pull / m_parameters.step},
                              federation.clients());
        std::vector<LocalJob> jobs;
        for (const std::size_t client : clients)
            jobs.push_back({.client = client, .startRow = client, .anchorRow = client});
        const Trained trained =
            federation.train(jobs, mixed, report, {.term = &near, .anchors = &mixed});
        m_models.keep(trained.clients, trained.ends);

        report.collaboration = xi;
        countExchange(federation, report, clients);
    }

private:
    /// ξ over the clients that have joined; the others keep their own models.
    [[nodiscard]] Matrix weights(const Federation& federation) const
    {
        const std::vector<std::size_t> present = federation.present();
        const Matrix products = federation.gram(m_models.rows.parameters, present);
        Matrix among =
            m_parameters.selfWeight ? cosineMatrix(products) : distancesFromGram(products);
        if (m_parameters.selfWeight) {
            among = heuristicAttention(among, *m_parameters.selfWeight, m_parameters.sharpness);
        } else {
            for (double& value : among.values)
                value *= value;
            among = attention(among, m_parameters.sigma, m_parameters.step);
        }
        Matrix xi = identityMatrix(federation.clients());
        for (std::size_t i = 0; i < present.size(); ++i)
            for (std::size_t j = 0; j < present.size(); ++j)
                xi.at(present[i], present[j]) = among.at(i, j);
        return xi;
    }
};

} // namespace

constexpr MadePart<Algorithm> kFedAmp = madeAs<Algorithm, FedAmp, FedAmpParameters>(
    {.name = "fedamp",
     .title = "FedAMP",
     .meaning = "Every client trains near a mix of all models in which those close to its own "
                "count most. A sampler chooses who trains. Its weights and repeated draws do not "
                "change the mixes.",
     .paper = "Huang et al. 2021",
     .parameters = kFedAmpParameters});

constexpr MadePart<Algorithm> kHeurFedAmp = madeAs<Algorithm, FedAmp, FedAmpParameters>(
    {.name = "heurfedamp",
     .title = "HeurFedAMP",
     .meaning = "FedAMP for deep networks: closeness is the cosine, and the share of a client's "
                "own model is a setting. A sampler chooses who trains. Its weights and repeated "
                "draws do not change the mixes.",
     .paper = "Huang et al. 2021",
     .parameters = kHeurFedAmpParameters});

} // namespace coterie
