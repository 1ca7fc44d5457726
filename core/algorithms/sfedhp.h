#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/edges.h"
#include "core/algorithms/sfedhp_tier.h"

namespace coterie {

/// Sparse, hierarchically personalised models (sFedHP; ALGORITHMS §4). Clients solve for models
/// θ_ij near their edge's personal model φ_i, which lies between them and the edge's copy w_i of
/// the global model w; a smooth ℓ1 penalty makes θ and w sparse, so that little has to be sent.
/// Without the penalty it is FedHP.
class SFedHp final : public Configured<GlobalModelAlgorithm, SFedHpParameters>
{
public:
    explicit SFedHp(const SFedHpParameters& parameters);

    /// Refuses more selected edge servers than there are.
    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan& plan, const Network& network, std::size_t clients) const override;
    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override
    {
        return m_edges.inUse(m_personal.inUse(&m_model), m_centres);
    }

private:
    void keep(const SFedHpTier& tier);

    SparseLinks m_links;
    Edges m_edges;
    PersonalModels m_personal; ///< θ_ij
    ModelRows m_centres;       ///< φ_i as last seen, one row per edge server
    SFedHpGammas m_gammas;
};

inline constexpr auto kSFedHp = madeAs<Algorithm, SFedHp, SFedHpParameters>(
    {.name = "sfedhp",
     .title = "sFedHP",
     .meaning = "Clients keep personal models near their edge server's, edge servers near the "
                "global one; a penalty can make all of them sparse and cheap to send. Local work "
                "is the inner steps of one mini-batch in each edge round; the arm's local steps "
                "and epochs do not count. Without edge servers, one serves all clients. An edge "
                "server's clients count alike, unless a sampler weighs them or draws one twice; "
                "edge servers always count alike.",
     .paper = "sFedHP",
     .parameters = kSFedHpParameters});

} // namespace coterie
