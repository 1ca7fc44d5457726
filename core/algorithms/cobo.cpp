#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"
#include "core/base/matrix.h"
#include "core/math/linear_algebra.h"
#include "core/train/stepped_work.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <functional>

namespace coterie {
namespace {

struct CoboParameters
{
    double pull = 0.05;       ///< ρ
    double weightRate = 0.01; ///< γ
    double pairShare = 0;     ///< 0: all pairs of at most 20 clients, else 2/N
    std::size_t innerIterations = 50;
};

constexpr std::array kCoboParameters{
    bind<&CoboParameters::pull>(
        {.name = "rho",
         .title = "Pull of agreeing models",
         .range = atLeast(0),
         .meaning = "Strength of the pull of a model towards those that it agrees with",
         .symbol = "ρ",
         .equation = "CoBo eq. (2)",
         .live = true}),
    bind<&CoboParameters::weightRate>(
        {.name = "gamma",
         .title = "Step of the weights",
         .range = atLeast(0),
         .meaning = "Step along the inner product of two clients' gradients",
         .symbol = "γ",
         .equation = "CoBo eq. (3)"}),
    bind<&CoboParameters::pairShare>(
        {.name = "pairShare",
         .title = "Chance of a pair",
         .range = between(0, 1),
         .meaning = "Chance that a refresh compares a pair of clients; 0: all pairs of at most 20 "
                    "clients, else 2/N",
         .equation = "CoBo Algorithm 1"}),
    bind<&CoboParameters::innerIterations>(kInnerIterationsParameter),
};

constexpr std::size_t kAllPairsUpTo = 20; ///< clients
constexpr std::size_t kPairsAtOnce = 256; ///< models half-way that are in memory at once

using Pair = std::pair<std::size_t, std::size_t>; // places among the sources

at::Tensor tensorOf(const Matrix& matrix, const at::Tensor& like)
{
    return at::tensor(matrix.values)
        .view({signedSize(matrix.rows), signedSize(matrix.columns)})
        .to(like.options());
}

/// Models are pulled towards those of clients whose gradients agree half-way between them:
/// x_i ← x_i − η(g_i(x_i) + ρ Σ_k w_ik (x_i − x_k)), where w_ik = w_ki grows with
/// ⟨∇F_i(z), ∇F_k(z)⟩ at z = (x_i+x_k)/2 (Hashemi et al. 2024, Algorithm 1; ALGORITHMS §7.2).
/// All-for-one's released code drops the pull and forgets w at every round; this does neither.
class Cobo final : public Configured<PersonalModelsAlgorithm, CoboParameters>
{
public:
    explicit Cobo(const CoboParameters& parameters)
        : Configured(parameters)
    {
        keeps("optimizer/", m_optimizer);
        keeps("weights", m_weights.values);
    }

    void start(Federation& federation) override
    {
        m_models.start(federation);
        m_weights = Matrix(federation.clients(), federation.clients(), 1.0);
        m_optimizer.start(federation);
    }
    void round(Federation& federation, RoundReport& report) override
    {
        const ModelRows starts = m_models.rows.clone();
        const at::Tensor& x = m_models.rows.parameters;
        SteppedWork work(federation);
        const auto batch = static_cast<std::size_t>(federation.plan().local.batch);
        GradientProbe probe(federation, work.active(), batch);
        const std::vector<std::size_t>& sources = probe.sources();
        std::size_t pairs = 0;
        std::vector<double> sent(federation.clients(), 0.0);
        m_optimizer.beginRound();
        for (; !work.done(); work.advance()) {
            if (work.step() % m_parameters.innerIterations == 0)
                pairs += refresh(federation, probe, work.step());
            at::Tensor gradients = work.ownGradients(m_models.rows); // g_i(x_i)
            if (m_parameters.pull > 0)                               // + ρ Σ_k w_ik (x_i − x_k)
                gradients.add_(
                    at::mm(tensorOf(laplacian(m_weights, sources, m_parameters.pull), x), x));
            m_optimizer.step(federation, x, gradients, work.active());
            for (const std::size_t i : work.active())
                sent[i] += 1;
        }

        work.conclude(starts, m_models.rows, report);
        report.similarity = m_weights;
        Matrix a = identityMatrix(federation.clients()); // x ← A·x − η·g, in one step
        const double rate = federation.learningRate() * m_parameters.pull;
        const Matrix step = laplacian(m_weights, sources, rate);
        std::ranges::transform(a.values, step.values, a.values.begin(), std::minus());
        report.collaboration = std::move(a);
        for (const std::size_t i : sources)
            sent[i] *= static_cast<double>(sources.size() - 1);
        const auto scalars = static_cast<double>(federation.facts().parameters);
        countPeerExchange(federation, report, sent);
        federation.countTraffic(
            report, Link::ClientToClient, {}, 2.0 * static_cast<double>(pairs) * scalars);
    }

private:
    /// Returns the number of pairs that it compared.
    std::size_t refresh(Federation& federation, GradientProbe& probe, std::size_t step)
    {
        const std::vector<std::size_t>& sources = probe.sources();
        const std::vector<std::span<const std::int32_t>> batches = probe.nextBatches();
        double chance = m_parameters.pairShare;
        if (chance == 0)
            chance =
                sources.size() <= kAllPairsUpTo ? 1 : 2.0 / static_cast<double>(sources.size());
        RandomStream stream =
            federation.stream(Purpose::Algorithm, static_cast<std::uint32_t>(step));
        std::vector<Pair> pairs;
        for (std::size_t a = 0; a < sources.size(); ++a)
            for (std::size_t b = a + 1; b < sources.size(); ++b)
                if (stream.uniform() < chance)
                    pairs.emplace_back(a, b);

        for (std::size_t from = 0; from < pairs.size(); from += kPairsAtOnce) {
            const auto some =
                std::span(pairs).subspan(from, std::min(kPairsAtOnce, pairs.size() - from));
            ModelRows between = ModelRows::empty(some.size(), m_models.rows);
            std::vector<GradientJob> jobs;
            for (std::size_t p = 0; p < some.size(); ++p) {
                const auto [a, b] = some[p];
                between.copyRow(p, m_models.rows, sources[a]);
                between.parameters[signedSize(p)]
                    .add_(m_models.rows.parameters[signedSize(sources[b])])
                    .mul_(0.5); // z = (x_i + x_k)/2
                for (const std::size_t place : {a, b})
                    jobs.push_back({.client = sources[place],
                                    .modelRow = p,
                                    .samples = batches[place],
                                    .target = jobs.size(),
                                    .pass = GradientPass::Probing,
                                    .owner = sources[place == a ? b : a],
                                    .step = static_cast<std::uint32_t>(step)});
            }
            const at::Tensor gradients =
                federation.gradients(jobs, between, jobs.size()).to(at::kDouble).to(at::kCPU);
            for (std::size_t p = 0; p < some.size(); ++p) {
                const auto row = signedSize(2 * p);
                const double product = at::dot(gradients[row], gradients[row + 1]).item<double>();
                const std::size_t i = sources[some[p].first];
                const std::size_t k = sources[some[p].second];
                // w_ik = w_ki = clip(w_ik + γ⟨∇F_i(z), ∇F_k(z)⟩, 0, 1); NaN leaves it as it is.
                const double moved = m_weights.at(i, k) + m_parameters.weightRate * product;
                if (moved == moved)
                    m_weights.at(i, k) = m_weights.at(k, i) = std::clamp(moved, 0.0, 1.0);
            }
        }
        return pairs.size();
    }

    RowOptimizer m_optimizer;
    Matrix m_weights; ///< w, symmetric, 1 at first
};

} // namespace

constexpr MadePart<Algorithm> kCobo = madeAs<Algorithm, Cobo, CoboParameters>(
    {.name = "cobo",
     .title = "CoBo",
     .meaning = "Pulls two models together if their clients' gradients agree half-way between "
                "them.",
     .paper = "Hashemi et al. 2024",
     .parameters = kCoboParameters});

} // namespace coterie
