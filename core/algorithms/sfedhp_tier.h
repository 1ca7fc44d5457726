#pragma once

#include "core/algorithms/anchor_term.h"
#include "core/algorithms/edges.h"
#include "core/collaboration/sparsity.h"
#include "core/experiment/parameters.h"
#include "core/report/round_report.h"
#include "core/train/federation.h"
#include "core/train/local_work.h"
#include "core/train/state.h"

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
    Center,  ///< φ_i
    Previous ///< θ_ij of the edge round before; w in the first
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

constexpr ParameterDescriptor real(std::string_view name,
                                   std::string_view title,
                                   double minimum,
                                   double defaultNumber,
                                   std::string_view meaning,
                                   std::string_view symbol,
                                   std::string_view equation,
                                   bool minimumExcluded = false,
                                   bool live = false)
{
    return {.name = name,
            .title = title,
            .type = ParameterType::Real,
            .minimum = minimum,
            .minimumExcluded = minimumExcluded,
            .defaultNumber = defaultNumber,
            .meaning = meaning,
            .symbol = symbol,
            .equation = equation,
            .live = live};
}

constexpr ParameterDescriptor count(std::string_view name,
                                    std::string_view title,
                                    double minimum,
                                    double defaultNumber,
                                    std::string_view unit,
                                    std::string_view meaning,
                                    std::string_view symbol,
                                    std::string_view equation)
{
    return {.name = name,
            .title = title,
            .type = ParameterType::Integer,
            .minimum = minimum,
            .maximum = 1000000,
            .defaultNumber = defaultNumber,
            .unit = unit,
            .meaning = meaning,
            .symbol = symbol,
            .equation = equation};
}

constexpr ParameterDescriptor word(std::string_view name,
                                   std::string_view title,
                                   std::string_view defaultWord,
                                   std::span<const std::string_view> words,
                                   std::string_view meaning,
                                   std::string_view equation)
{
    return {.name = name,
            .title = title,
            .type = ParameterType::Word,
            .defaultWord = defaultWord,
            .words = words,
            .meaning = meaning,
            .equation = equation};
}

constexpr ParameterDescriptor flag(std::string_view name,
                                   std::string_view title,
                                   bool on,
                                   std::string_view meaning,
                                   std::string_view equation)
{
    return {.name = name,
            .title = title,
            .type = ParameterType::Boolean,
            .defaultNumber = on ? 1.0 : 0.0,
            .meaning = meaning,
            .equation = equation};
}

} // namespace sfedhp

inline constexpr std::array kSFedHpParameters{
    sfedhp::count("selectedEdges",
                  "Edges averaged",
                  0,
                  0,
                  "edges",
                  "Edge servers, drawn each round, that the cloud averages; 0: all of them",
                  "S",
                  "sFedHP Algorithm 1"),
    sfedhp::count("edgeRounds",
                  "Edge rounds",
                  1,
                  20,
                  "edge rounds",
                  "Rounds between clients and edge server before the cloud averages",
                  "R",
                  "sFedHP Algorithm 1"),
    sfedhp::count("innerSteps",
                  "Inner steps",
                  1,
                  5,
                  "steps",
                  "Steps a client takes on one mini-batch to solve its inner problem",
                  "K",
                  "sFedHP §V-B"),
    sfedhp::real("edgeLearningRate",
                 "Edge learning rate",
                 0,
                 0.05,
                 "Step of an edge's model towards what its clients found; that of the clients, η₂, "
                 "is the arm's learning rate",
                 "η₁",
                 "sFedHP eq. (11)",
                 true),
    sfedhp::real("lambda1",
                 "Pull on the clients' models",
                 0,
                 20,
                 "Pull of the edge's personal model on its clients' models",
                 "λ₁",
                 "sFedHP eq. (3)",
                 false,
                 true),
    sfedhp::real("lambda2",
                 "Pull of the global model",
                 0,
                 20,
                 "Pull of the edge's copy of the global model on its personal one",
                 "λ₂",
                 "sFedHP eq. (3)",
                 true,
                 true),
    sfedhp::real("gamma1",
                 "Penalty on clients",
                 0,
                 0,
                 "Weight of the smooth ℓ₁ penalty on clients' models; 0 in both: FedHP",
                 "γ₁",
                 "sFedHP eq. (3)"),
    sfedhp::real("gamma2",
                 "Penalty on edges",
                 0,
                 0,
                 "Weight of the smooth ℓ₁ penalty on edges' copies of the global model",
                 "γ₂",
                 "sFedHP eq. (3)"),
    sfedhp::real("rho",
                 "Width of the penalty",
                 0,
                 6e-5,
                 "Width over which the penalty is smooth",
                 "ρ",
                 "sFedHP eq. (4)",
                 true),
    sfedhp::real("beta",
                 "Weight of the mean",
                 0,
                 1,
                 "Share of the edges' mean in the next global model",
                 "β",
                 "sFedHP Algorithm 1"),
    sfedhp::real(
        "nu",
        "Stop at a gradient of",
        0,
        0,
        "A client's solve stops where the squared gradient falls to this; 0: only after K steps",
        "ν",
        "sFedHP eq. (9)"),
    sfedhp::word("innerSolver",
                 "Inner solver",
                 "gd",
                 sfedhp::kSolvers,
                 "Steps of the arm's optimiser, or Nesterov's accelerated gradient, which takes "
                 "nothing of it but the learning rate",
                 "sFedHP §III-B"),
    sfedhp::word(
        "thetaInit",
        "Solve starts from",
        "previous",
        sfedhp::kThetaInits,
        "Where a solve starts: the client's last model of this round, or the edge's personal model",
        "sFedHP Algorithm 1"),
    sfedhp::real("weightDecayTheta",
                 "Weight decay",
                 0,
                 0,
                 "ℓ₂ term of the clients' loss: this times the model is added to its gradient",
                 "",
                 "sFedHP §V-B"),
    sfedhp::real("zeroTol",
                 "Counts as zero",
                 0,
                 1e-3,
                 "Entries up to this size count as zero",
                 "",
                 "sFedHP Remark 1"),
    sfedhp::word("gammaPolicy",
                 "Penalties become tiny",
                 "respectively",
                 sfedhp::kPolicies,
                 "When the penalties become tiny: γ₁ once clients are sparse and γ₂ once enough "
                 "rounds are done, both once both hold, or never",
                 "sFedHP §V-B"),
    sfedhp::real("gammaTiny",
                 "Tiny penalty",
                 0,
                 1e-8,
                 "The value a penalty's weight falls to",
                 "",
                 "sFedHP §V-B"),
    sfedhp::real("gammaSparsity",
                 "Sparse below",
                 0,
                 0.2,
                 "Clients are sparse once their non-zero share lies below this",
                 "",
                 "sFedHP §V-B"),
    sfedhp::count("gammaRounds",
                  "Enough rounds",
                  0,
                  100,
                  "rounds",
                  "Rounds that are enough",
                  "",
                  "sFedHP §V-B"),
    sfedhp::flag("pruneOnSend",
                 "Send zeros as zeros",
                 true,
                 "With a penalty, entries that count as zero are sent as zeros",
                 "sFedHP Remark 1"),
    sfedhp::word("code",
                 "Models are sent",
                 "literal",
                 sfedhp::kCodes,
                 "With a penalty, how models are written for sending: Remark 1 to the letter, its "
                 "bitmap alone, or every entry",
                 "sFedHP Remark 1"),
    sfedhp::real("bitsPerNumber",
                 "Bits per number",
                 1,
                 64,
                 "Bits of a non-zero entry; other methods count 32",
                 "",
                 "sFedHP Remark 1"),
    sfedhp::flag("trainSelectedOnly",
                 "Train selected edges only",
                 false,
                 "Edges that are not averaged do not train: the same global model for less work",
                 "sFedHP Algorithm 1"),
};

[[nodiscard]] SFedHpParameters sFedHpParameters(const ParameterSet& given);

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

/// γ₁ and γ₂, how much clients and edges are pushed towards zeros, as of this round (sFedHP §V-B).
struct SFedHpGammas
{
    double client = 0; ///< γ₁
    double edge = 0;   ///< γ₂

    /// Where the policy says so they become tiny, for good.
    void apply(const SFedHpParameters& parameters, double clientSparsity, int roundsDone);
    [[nodiscard]] State state() const;
    void restore(const State& state);
};

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

/// The moving parts of a round of sFedHP, beside what holds still during it.
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
                .gamma = now.client,
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

struct SFedHpTier;

/// What sFedHP does between two rounds of the cloud, for the r-th time in this one: clients solve
/// for θ_ij near φ_i (8), their edge averages what arrives into a new φ_i (10) and steps its w_i
/// towards it (11). A client counts in its edge's mean for its weight.
void playEdgeRound(Federation& federation, int r, SFedHpTier& tier, RoundReport& report);

} // namespace coterie
