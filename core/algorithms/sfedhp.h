#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/edges.h"
#include "core/algorithms/model_sets.h"
#include "core/algorithms/sfedhp_tier.h"

namespace coterie {

struct SFedHpTier;

/// Sparse, hierarchically personalised models (sFedHP; ALGORITHMS §4). Clients solve for models
/// θ_ij near their edge's personal model φ_i, which stands between them and the edge's copy w_i of
/// the global model w; a smooth ℓ1 penalty makes θ and w sparse, so that little has to be sent.
/// Without the penalty it is FedHP.
class SFedHp final : public Algorithm
{
public:
    explicit SFedHp(const SFedHpParameters& parameters);

    /// Refuses more selected edge servers than there are.
    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan& plan, const Network& network, std::size_t clients) const override;
    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    void setParameters(const ParameterSet& parameters) override
    {
        m_parameters.lambda1 = parameters.real("lambda1");
        m_parameters.lambda2 = parameters.real("lambda2");
    }
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void keep(const SFedHpTier& tier);

    SFedHpParameters m_parameters;
    SparseLinks m_links;
    Edges m_edges;
    GlobalModel m_model;       ///< w
    PersonalModels m_personal; ///< θ_ij
    ModelRows m_centres;       ///< φ_i as last seen, one row per edge server
    SFedHpGammas m_gammas;
};

[[nodiscard]] std::unique_ptr<Algorithm> makeSFedHp(const RunPlan& plan);

inline constexpr NamedPart kSFedHp{
    .name = "sfedhp",
    .title = "sFedHP",
    .meaning =
        "Clients keep personal models near their edge server's, edge servers near the "
        "global one; a penalty can make all of them sparse and cheap to send. Local work is "
        "the inner steps of one mini-batch in each edge round, whatever the arm says of local "
        "steps and epochs; without edge servers there is one, everybody's. An edge server's "
        "clients count alike, unless a sampler weighs them or draws one twice; edge servers "
        "always count alike.",
    .paper = "sFedHP",
    .parameters = kSFedHpParameters};

} // namespace coterie
