#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/edges.h"
#include "core/collaboration/sparsity.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

/// When γ₁ and γ₂ become tiny. §V-B names two conditions, one per parameter or both for both.
enum class GammaPolicy
{
    Respectively, ///< γ₁ once clients are sparse enough, γ₂ once enough rounds are done
    Joint,        ///< both once both hold
    Constant      ///< never
};

struct SFedHpParameters
{
    int selectedEdges = 0; ///< S; 0: all
    int edgeRounds = 20;   ///< R
    int innerSteps = 5;    ///< K
    double edgeLearningRate = 0.05;
    double lambda1 = 20;
    double lambda2 = 20;
    double gamma1 = 0;
    double gamma2 = 0;
    double rho = 6e-5;
    double beta = 1;
    double nu = 0;
    bool nesterov = false; ///< else steps of the arm's own optimiser
    bool restarts = false; ///< each solve starts at φ_i instead of the last θ_ij, w in the first
    double weightDecayTheta = 0;
    double zeroTol = 1e-3;
    GammaPolicy gammaPolicy = GammaPolicy::Respectively;
    double gammaTiny = 1e-8;
    double gammaSparsity = 0.2;
    int gammaRounds = 100;
    bool pruneOnSend = true;
    SparseCode code = SparseCode::Literal;
    bool trainSelectedOnly = false;

    [[nodiscard]] bool isSparse() const { return gamma1 > 0 || gamma2 > 0; }
};

inline constexpr std::array<std::string_view, 2> kSFedHpSolvers{"gd", "nesterov"};
inline constexpr std::array<std::string_view, 2> kSFedHpThetaInits{"previous", "center"};
inline constexpr std::array<std::string_view, 3> kSFedHpPolicies{
    "respectively", "joint", "constant"};
inline constexpr std::array<std::string_view, 3> kSFedHpCodes{"literal", "bitmap", "dense"};

inline constexpr std::array kSFedHpParameters{
    bind<&SFedHpParameters::selectedEdges>(
        {.name = "selectedEdges",
         .title = "Edges averaged",
         .range = between(0, 1000000),
         .unit = "edges",
         .meaning = "Edge servers that the cloud averages, drawn each round; 0: all of them",
         .symbol = "S",
         .equation = "sFedHP Algorithm 1"}),
    bind<&SFedHpParameters::edgeRounds>(
        {.name = "edgeRounds",
         .title = "Edge rounds",
         .range = between(1, 1000000),
         .unit = "edge rounds",
         .meaning = "Rounds between clients and edge server before the cloud averages",
         .symbol = "R",
         .equation = "sFedHP Algorithm 1"}),
    bind<&SFedHpParameters::innerSteps>(
        {.name = "innerSteps",
         .title = "Inner steps",
         .range = between(1, 1000000),
         .unit = "steps",
         .meaning = "Steps of a client on one mini-batch to solve its inner problem",
         .symbol = "K",
         .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::edgeLearningRate>(
        {.name = "edgeLearningRate",
         .title = "Edge learning rate",
         .range = above(0),
         .meaning = "Step of an edge's model towards its clients' models; the step of the clients, "
                    "η₂, is the arm's learning rate",
         .symbol = "η₁",
         .equation = "sFedHP eq. (11)"}),
    bind<&SFedHpParameters::lambda1>(
        {.name = "lambda1",
         .title = "Pull on the clients' models",
         .range = atLeast(0),
         .meaning = "Pull of the edge's personal model on its clients' models",
         .symbol = "λ₁",
         .equation = "sFedHP eq. (3)",
         .live = true}),
    bind<&SFedHpParameters::lambda2>(
        {.name = "lambda2",
         .title = "Pull of the global model",
         .range = above(0),
         .meaning = "Pull of the edge's copy of the global model on its personal one",
         .symbol = "λ₂",
         .equation = "sFedHP eq. (3)",
         .live = true}),
    bind<&SFedHpParameters::gamma1>(
        {.name = "gamma1",
         .title = "Penalty on clients",
         .range = atLeast(0),
         .meaning =
             "Weight of the smooth ℓ₁ penalty on clients' models; 0 in both penalties: FedHP",
         .symbol = "γ₁",
         .equation = "sFedHP eq. (3)"}),
    bind<&SFedHpParameters::gamma2>(
        {.name = "gamma2",
         .title = "Penalty on edges",
         .range = atLeast(0),
         .meaning = "Weight of the smooth ℓ₁ penalty on edges' copies of the global model",
         .symbol = "γ₂",
         .equation = "sFedHP eq. (3)"}),
    bind<&SFedHpParameters::rho>({.name = "rho",
                                  .title = "Width of the penalty",
                                  .range = above(0),
                                  .meaning = "Width over which the penalty is smooth",
                                  .symbol = "ρ",
                                  .equation = "sFedHP eq. (4)"}),
    bind<&SFedHpParameters::beta>({.name = "beta",
                                   .title = "Weight of the mean",
                                   .range = atLeast(0),
                                   .meaning = "Share of the edges' mean in the next global model",
                                   .symbol = "β",
                                   .equation = "sFedHP Algorithm 1"}),
    bind<&SFedHpParameters::nu>(
        {.name = "nu",
         .title = "Stop at a gradient of",
         .range = atLeast(0),
         .meaning =
             "A client's solve stops when the squared gradient falls to this; 0: after K steps",
         .symbol = "ν",
         .equation = "sFedHP eq. (9)"}),
    bind<&SFedHpParameters::nesterov>(
        {.name = "innerSolver",
         .title = "Inner solver",
         .words = kSFedHpSolvers,
         .meaning = "Steps of the arm's optimiser (gd), or Nesterov's accelerated gradient, which "
                    "uses only its learning rate",
         .equation = "sFedHP §III-B"}),
    bind<&SFedHpParameters::restarts>(
        {.name = "thetaInit",
         .title = "Solve starts from",
         .words = kSFedHpThetaInits,
         .meaning = "A solve starts at the client's last model of this round, or at the edge's "
                    "personal model (center)",
         .equation = "sFedHP Algorithm 1"}),
    bind<&SFedHpParameters::weightDecayTheta>(
        {.name = "weightDecayTheta",
         .title = "Weight decay",
         .range = atLeast(0),
         .meaning = "ℓ₂ term of the clients' loss: this times the model is added to its gradient",
         .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::zeroTol>({.name = "zeroTol",
                                      .title = "Counts as zero",
                                      .range = atLeast(0),
                                      .meaning = "Entries up to this size count as zero",
                                      .equation = "sFedHP Remark 1"}),
    bind<&SFedHpParameters::gammaPolicy>(
        {.name = "gammaPolicy",
         .title = "Penalties become tiny",
         .words = kSFedHpPolicies,
         .meaning = "Penalties become tiny: γ₁ once clients are sparse and γ₂ after enough rounds "
                    "(respectively), both once both hold (joint), or never (constant)",
         .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::gammaTiny>({.name = "gammaTiny",
                                        .title = "Tiny penalty",
                                        .range = atLeast(0),
                                        .meaning = "Weight of a penalty once it is tiny",
                                        .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::gammaSparsity>(
        {.name = "gammaSparsity",
         .title = "Sparse below",
         .range = atLeast(0),
         .meaning = "Clients are sparse once their share of non-zero entries is below this",
         .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::gammaRounds>({.name = "gammaRounds",
                                          .title = "Enough rounds",
                                          .range = between(0, 1000000),
                                          .unit = "rounds",
                                          .meaning = "Rounds after which penalties can become tiny",
                                          .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::pruneOnSend>(
        {.name = "pruneOnSend",
         .title = "Send zeros as zeros",
         .meaning = "With a penalty, sends entries that count as zero as zeros",
         .equation = "sFedHP Remark 1"}),
    bind<&SFedHpParameters::code>(
        {.name = "code",
         .title = "Models are sent",
         .words = kSFedHpCodes,
         .meaning = "With a penalty, what says where a sent model is not zero: Remark 1 to the "
                    "letter, its bitmap alone, or nothing, because every entry is sent (dense)",
         .equation = "sFedHP Remark 1"}),
    bind<&SFedHpParameters::trainSelectedOnly>(
        {.name = "trainSelectedOnly",
         .title = "Train selected edges only",
         .meaning = "Edges that are not averaged do not train: the same global model for less work",
         .equation = "sFedHP Algorithm 1"}),
};

/// Nesterov's accelerated gradient for a solve of K steps, as sFedHP may use for its inner problem
/// (§III-B; ALGORITHMS §4): θ⁺ = v − η∇H(v), v = θ⁺ + ((k−1)/(k+2))(θ⁺ − θ), θ = θ⁺. The model
/// under training is v, and θ after the last step. A row whose gradient is zero has arrived and
/// stays.
class Nesterov final : public Optimizer
{
public:
    explicit Nesterov(int steps)
        : m_steps(steps)
    {}

    [[nodiscard]] std::size_t memoryRows() const override { return 1; }
    void step(at::Tensor weights,
              at::Tensor gradient,
              std::span<at::Tensor> memory,
              std::int64_t stepIndex,
              double learningRate) const override;
    /// Jobs bring their own.
    [[nodiscard]] double learningRate() const override { return 0; }

private:
    int m_steps;
};

/// φ = (λ₁θ̄ + λ₂w)/(λ₁ + λ₂) of edge servers, a row each: eq. (10) takes the mean of φ_ij over j,
/// which is that of θ_ij in its place.
[[nodiscard]] at::Tensor
edgeCentres(const SFedHpParameters& parameters, const at::Tensor& means, const at::Tensor& w);
/// w − η₁(λ₂(w − φ) + γ₂·tanh(w/ρ)), eq. (11); φ is of the w given.
[[nodiscard]] at::Tensor edgeModels(const SFedHpParameters& parameters,
                                    double gamma,
                                    const at::Tensor& w,
                                    const at::Tensor& centres);

/// Sparse, hierarchically personalised models (sFedHP; ALGORITHMS §4). Clients solve for models
/// θ_ij near their edge's personal model φ_i, which lies between them and the edge's copy w_i of
/// the global model w; a smooth ℓ1 penalty makes θ and w sparse, so that little has to be sent.
/// Without the penalty it is FedHP.
class SFedHp final : public Configured<GlobalModelAlgorithm, SFedHpParameters>
{
public:
    explicit SFedHp(const SFedHpParameters& parameters)
        : Configured(parameters)
        , m_gammas{parameters.gamma1, parameters.gamma2}
    {
        keeps("personal/", m_personal);
        keeps("edgeModels", m_centres, "edgeBuffers");
        keeps("gammas", m_gammas);
    }

    /// Refuses more selected edge servers than there are.
    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan& plan, const Network& network, std::size_t clients) const override;
    void start(Federation& federation) override
    {
        m_edges = Edges(federation);
        m_model.start(federation);
        m_personal.start(federation);
        m_centres = federation.initialModels(m_edges.count());
    }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override
    {
        return m_edges.inUse(m_personal.inUse(&m_model), m_centres);
    }

private:
    void shrinkGammas(double clientSparsity, int roundsDone);

    Edges m_edges;
    PersonalModels m_personal;    ///< θ_ij
    ModelRows m_centres;          ///< φ_i as last seen, one row per edge server
    std::vector<double> m_gammas; ///< γ₁ and γ₂, the current weights of both penalties (§V-B)
};

} // namespace coterie
