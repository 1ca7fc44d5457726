#pragma once

#include "core/algorithms/anchor_term.h"
#include "core/algorithms/edges.h"
#include "core/collaboration/sparsity.h"
#include "core/experiment/parameters.h"
#include "core/report/round_report.h"
#include "core/train/federation.h"
#include "core/train/local_work.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

enum class InnerSolver
{
    GradientDescent, ///< steps of the arm's own optimiser
    Nesterov
};

enum class ThetaStart
{
    Previous, ///< θ_ij of the edge round before; w in the first
    Center    ///< φ_i
};

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
    InnerSolver innerSolver = InnerSolver::GradientDescent;
    ThetaStart thetaInit = ThetaStart::Previous;
    double weightDecayTheta = 0;
    double zeroTol = 1e-3;
    GammaPolicy gammaPolicy = GammaPolicy::Respectively;
    double gammaTiny = 1e-8;
    double gammaSparsity = 0.2;
    int gammaRounds = 100;
    bool pruneOnSend = true;
    SparseCode code = SparseCode::Literal;
    double bitsPerNumber = 64;
    bool trainSelectedOnly = false;

    [[nodiscard]] bool isSparse() const { return gamma1 > 0 || gamma2 > 0; }
};

namespace sfedhp {

inline constexpr std::array<std::string_view, 2> kSolvers{"gd", "nesterov"};
inline constexpr std::array<std::string_view, 2> kThetaInits{"previous", "center"};
inline constexpr std::array<std::string_view, 3> kPolicies{"respectively", "joint", "constant"};
inline constexpr std::array<std::string_view, 3> kCodes{"literal", "bitmap", "dense"};

} // namespace sfedhp

inline constexpr std::array kSFedHpParameters{
    bind<&SFedHpParameters::selectedEdges>(
        {.name = "selectedEdges",
         .title = "Edges averaged",
         .minimum = 0,
         .maximum = 1000000,
         .unit = "edges",
         .meaning = "Edge servers that the cloud averages, drawn each round; 0: all of them",
         .symbol = "S",
         .equation = "sFedHP Algorithm 1"}),
    bind<&SFedHpParameters::edgeRounds>(
        {.name = "edgeRounds",
         .title = "Edge rounds",
         .minimum = 1,
         .maximum = 1000000,
         .unit = "edge rounds",
         .meaning = "Rounds between clients and edge server before the cloud averages",
         .symbol = "R",
         .equation = "sFedHP Algorithm 1"}),
    bind<&SFedHpParameters::innerSteps>(
        {.name = "innerSteps",
         .title = "Inner steps",
         .minimum = 1,
         .maximum = 1000000,
         .unit = "steps",
         .meaning = "Steps of a client on one mini-batch to solve its inner problem",
         .symbol = "K",
         .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::edgeLearningRate>(
        {.name = "edgeLearningRate",
         .title = "Edge learning rate",
         .minimum = 0,
         .minimumExcluded = true,
         .meaning = "Step of an edge's model towards its clients' models; the step of the clients, "
                    "η₂, is the arm's learning rate",
         .symbol = "η₁",
         .equation = "sFedHP eq. (11)"}),
    bind<&SFedHpParameters::lambda1>(
        {.name = "lambda1",
         .title = "Pull on the clients' models",
         .minimum = 0,
         .meaning = "Pull of the edge's personal model on its clients' models",
         .symbol = "λ₁",
         .equation = "sFedHP eq. (3)",
         .live = true}),
    bind<&SFedHpParameters::lambda2>(
        {.name = "lambda2",
         .title = "Pull of the global model",
         .minimum = 0,
         .minimumExcluded = true,
         .meaning = "Pull of the edge's copy of the global model on its personal one",
         .symbol = "λ₂",
         .equation = "sFedHP eq. (3)",
         .live = true}),
    bind<&SFedHpParameters::gamma1>(
        {.name = "gamma1",
         .title = "Penalty on clients",
         .minimum = 0,
         .meaning =
             "Weight of the smooth ℓ₁ penalty on clients' models; 0 in both penalties: FedHP",
         .symbol = "γ₁",
         .equation = "sFedHP eq. (3)"}),
    bind<&SFedHpParameters::gamma2>(
        {.name = "gamma2",
         .title = "Penalty on edges",
         .minimum = 0,
         .meaning = "Weight of the smooth ℓ₁ penalty on edges' copies of the global model",
         .symbol = "γ₂",
         .equation = "sFedHP eq. (3)"}),
    bind<&SFedHpParameters::rho>({.name = "rho",
                                  .title = "Width of the penalty",
                                  .minimum = 0,
                                  .minimumExcluded = true,
                                  .meaning = "Width over which the penalty is smooth",
                                  .symbol = "ρ",
                                  .equation = "sFedHP eq. (4)"}),
    bind<&SFedHpParameters::beta>({.name = "beta",
                                   .title = "Weight of the mean",
                                   .minimum = 0,
                                   .meaning = "Share of the edges' mean in the next global model",
                                   .symbol = "β",
                                   .equation = "sFedHP Algorithm 1"}),
    bind<&SFedHpParameters::nu>(
        {.name = "nu",
         .title = "Stop at a gradient of",
         .minimum = 0,
         .meaning =
             "A client's solve stops when the squared gradient falls to this; 0: after K steps",
         .symbol = "ν",
         .equation = "sFedHP eq. (9)"}),
    bind<&SFedHpParameters::innerSolver>(
        {.name = "innerSolver",
         .title = "Inner solver",
         .words = sfedhp::kSolvers,
         .meaning = "Steps of the arm's optimiser (gd), or Nesterov's accelerated gradient, which "
                    "uses only its learning rate",
         .equation = "sFedHP §III-B"}),
    bind<&SFedHpParameters::thetaInit>(
        {.name = "thetaInit",
         .title = "Solve starts from",
         .words = sfedhp::kThetaInits,
         .meaning = "A solve starts at the client's last model of this round, or at the edge's "
                    "personal model (center)",
         .equation = "sFedHP Algorithm 1"}),
    bind<&SFedHpParameters::weightDecayTheta>(
        {.name = "weightDecayTheta",
         .title = "Weight decay",
         .minimum = 0,
         .meaning = "ℓ₂ term of the clients' loss: this times the model is added to its gradient",
         .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::zeroTol>({.name = "zeroTol",
                                      .title = "Counts as zero",
                                      .minimum = 0,
                                      .meaning = "Entries up to this size count as zero",
                                      .equation = "sFedHP Remark 1"}),
    bind<&SFedHpParameters::gammaPolicy>(
        {.name = "gammaPolicy",
         .title = "Penalties become tiny",
         .words = sfedhp::kPolicies,
         .meaning = "Penalties become tiny: γ₁ once clients are sparse and γ₂ after enough rounds "
                    "(respectively), both once both hold (joint), or never (constant)",
         .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::gammaTiny>({.name = "gammaTiny",
                                        .title = "Tiny penalty",
                                        .minimum = 0,
                                        .meaning = "Weight of a penalty once it is tiny",
                                        .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::gammaSparsity>(
        {.name = "gammaSparsity",
         .title = "Sparse below",
         .minimum = 0,
         .meaning = "Clients are sparse once their share of non-zero entries is below this",
         .equation = "sFedHP §V-B"}),
    bind<&SFedHpParameters::gammaRounds>({.name = "gammaRounds",
                                          .title = "Enough rounds",
                                          .minimum = 0,
                                          .maximum = 1000000,
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
         .words = sfedhp::kCodes,
         .meaning = "With a penalty, the code of sent models: Remark 1 to the letter, its bitmap "
                    "alone, or every entry (dense)",
         .equation = "sFedHP Remark 1"}),
    bind<&SFedHpParameters::bitsPerNumber>(
        {.name = "bitsPerNumber",
         .title = "Bits per number",
         .minimum = 1,
         .meaning = "Bits of a non-zero entry; other methods count 32",
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

/// γ₁ and γ₂, the current weights of the penalties on clients and edges (sFedHP §V-B).
struct SFedHpGammas
{
    std::vector<double> both = {0, 0};

    [[nodiscard]] double client() const { return both[0]; } ///< γ₁
    [[nodiscard]] double edge() const { return both[1]; }   ///< γ₂

    /// They become tiny, for good, when the policy says so.
    void apply(const SFedHpParameters& parameters, double clientSparsity, int roundsDone);
};

/// What edge servers of sFedHP do once their clients have answered; a row of each matrix is an
/// edge's.
struct EdgeStep
{
    double lambda1 = 0;
    double lambda2 = 0;
    double gamma = 0; ///< γ₂
    double rho = 1;
    double rate = 0; ///< η₁

    /// φ = (λ₁θ̄ + λ₂w)/(λ₁ + λ₂): eq. (10) takes the mean of φ_ij over j, which is that of θ_ij in
    /// its place.
    [[nodiscard]] at::Tensor centres(const at::Tensor& means, const at::Tensor& w) const;
    /// w − η₁(λ₂(w − φ) + γ₂·tanh(w/ρ)), eq. (11); φ is of the w given.
    [[nodiscard]] at::Tensor models(const at::Tensor& w, const at::Tensor& centres) const;
};

/// S^t: ascending places of the edges that the cloud will average, `count` of them or, for 0, all.
[[nodiscard]] std::vector<std::size_t>
drawnPlaces(const Federation& federation, std::size_t edges, std::size_t count);

struct SparseLinkParameters
{
    SparseCode code = SparseCode::Dense;
    double bitsPerNumber = 64; ///< Remark 1 of sFedHP; every other method here counts 32
    double zeroTolerance = 0;  ///< |x| up to this counts as zero
    bool prunes = false;       ///< entries that count as zero are sent as zeros
};

/// Links that models with zeros travel over: what a receiver gets, and the bits it took.
class SparseLinks
{
public:
    explicit SparseLinks(const SparseLinkParameters& parameters)
        : m_parameters(parameters)
    {}

    /// The rows as they arrive; shares their storage where nothing is cut.
    [[nodiscard]] ModelRows sent(const ModelRows& rows) const;
    /// Bits of each row.
    [[nodiscard]] std::vector<double> bits(const ModelRows& rows) const;
    /// Share of the entries of each row that are not zero (1 = dense): what the paper calls
    /// sparsity.
    [[nodiscard]] std::vector<double> sparsity(const ModelRows& rows) const;

private:
    SparseLinkParameters m_parameters;
};

/// Bits sent over one kind of link in a round, per client or edge server.
struct LinkBits
{
    LinkBits(Link kind, std::span<const std::size_t> senders)
        : link(kind)
        , ids(senders.begin(), senders.end())
        , bits(senders.size(), 0.0)
    {}

    /// Adds what row `rowOf[i]` of a transmission took, or row i if nothing is said.
    void add(const std::vector<double>& rowBits, std::span<const std::size_t> rowOf = {});
    void report(RoundReport& report) const;

    Link link;
    std::vector<std::size_t> ids;
    std::vector<double> bits;
};

/// The changing parts of a round of sFedHP, and references to the constant ones.
struct SFedHpTier
{
    SFedHpTier(const SFedHpParameters& method,
               const SparseLinks& between,
               const SFedHpGammas& now,
               EdgeRound takingPart,
               std::size_t clients)
        : parameters(method)
        , links(between)
        , gammas(now)
        , nesterov(method.innerSteps)
        , edges(std::move(takingPart))
        , prox({.pull = method.lambda1,
                .decay = method.weightDecayTheta,
                .gamma = now.client(),
                .rho = method.rho,
                .stopBelow = method.nu,
                .steps = method.innerSteps},
               clients)
        , toClients(Link::ServerToClient, edges.clients)
        , fromClients(Link::ClientToServer, edges.clients)
        , fromCloud(Link::CloudToEdge, edges.edges)
        , toCloud(Link::EdgeToCloud, edges.edges)
    {}

    const SFedHpParameters& parameters;
    const SparseLinks& links;
    const SFedHpGammas& gammas;
    const Nesterov nesterov;
    EdgeRound edges;
    ModelRows models;  ///< w_i, one row per edge
    ModelRows centres; ///< φ_i
    ModelRows means;   ///< θ̄_i, as the edges received them
    ModelRows thetas;  ///< θ_ij, one row per client
    AnchorTerm prox;   ///< what H adds to ℓ
    LinkBits toClients;
    LinkBits fromClients;
    LinkBits fromCloud;
    LinkBits toCloud;
};

/// Traffic as the code of the links has it, and beside it plainBytesUp and plainBytesDown: the same
/// transmissions as whole models of 32-bit numbers. clientValues: sparsity of θ, proxResidual
/// ‖∇H‖². groupValues, one per edge server: sparsity of φ, sentSparsity of the w_i that
/// goes to the cloud, distanceToCentre ‖w_i − φ_i‖,
/// distanceToClients ‖φ_i − θ̄_i‖.
void describeTier(const SFedHpTier& tier,
                  const Edges& all,
                  std::size_t clients,
                  RoundReport& report);

/// What the smooth ℓ1 penalty adds to H and to the edges' problem, where it does: "penalty" among
/// clientValues, γ₁φ_ρ(θ_ij), and groupValues, γ₂φ_ρ(w_i).
void describePenalties(const SFedHpTier& tier,
                       const Edges& all,
                       std::size_t clients,
                       RoundReport& report);

/// What sFedHP does between two rounds of the cloud, for the r-th time in this one: clients solve
/// for θ_ij near φ_i (8), their edge averages what arrives into a new φ_i (10) and steps its w_i
/// towards it (11). A client counts in its edge's mean for its weight.
void playEdgeRound(Federation& federation, int r, SFedHpTier& tier, RoundReport& report);

} // namespace coterie
