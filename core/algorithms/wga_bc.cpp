#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"
#include "core/train/stepped_work.h"

#include <ATen/ATen.h>
#include <array>

namespace coterie {
namespace {

struct WgaBcParameters
{
    double share = -1;      ///< α; below 0: (N−1)/N
    double biasRate = 1e-4; ///< β
    bool sharedBatches = false;
};

constexpr std::array kWgaBcParameters{
    bind<&WgaBcParameters::share>(
        {.name = "alpha",
         .title = "Weight of the others",
         .range = between(-1, 1),
         .meaning = "Share of the other clients' gradients in a step; below 0: (N−1)/N",
         .symbol = "α",
         .equation = "WGA-BC Algorithm 1",
         .live = true}),
    bind<&WgaBcParameters::biasRate>(
        {.name = "beta",
         .title = "Bias learning rate",
         .range = between(0, 1),
         .meaning = "Rate at which the bias of the other clients' mean gradient is learnt",
         .symbol = "β",
         .equation = "WGA-BC Algorithm 1"}),
    bind<&WgaBcParameters::sharedBatches>(kSharedBatchesParameter),
};

/// Row i: what a step of client i takes from each client, (1−α) of itself and α·τ_k of the others
/// with τ_k = n_k/Σ_{j≠i} n_j.
Matrix stepWeights(const Federation& federation, std::span<const std::size_t> sources, double share)
{
    Matrix weights = identityMatrix(federation.clients());
    double all = 0;
    for (const std::size_t k : sources)
        all += federation.sizes()[k];
    const auto count = static_cast<double>(sources.size());
    const double alpha = share >= 0 ? share : (count - 1) / count;
    for (const std::size_t i : sources) {
        const double others = all - federation.sizes()[i];
        for (const std::size_t k : sources)
            if (k != i && others > 0)
                weights.at(i, k) = alpha * federation.sizes()[k] / others;
        weights.at(i, i) = others > 0 ? 1 - alpha : 1;
    }
    return weights;
}

/// Weighted gradient averaging with bias correction: a client steps along its own gradient and the
/// others' mean at its model, less what that mean is usually off by (Chayti et al. 2021; ALGORITHMS
/// §7.3). The weights τ_k are the helpers' training samples and sum to 1, which All-for-one's
/// released code misses.
class WgaBc final : public Configured<PersonalModelsAlgorithm, WgaBcParameters>
{
public:
    explicit WgaBc(const WgaBcParameters& parameters)
        : Configured(parameters)
    {
        keeps("bias", m_bias);
        keeps("optimizer/", m_optimizer);
    }

    void start(Federation& federation) override
    {
        m_models.start(federation);
        m_bias = at::zeros_like(m_models.rows.parameters);
        m_optimizer.start(federation);
    }

    void round(Federation& federation, RoundReport& report) override
    {
        const ModelRows starts = m_models.rows.clone();
        SteppedWork work(federation);
        if (m_parameters.sharedBatches)
            work.shareBatches();
        const std::vector<std::size_t> sources(work.active().begin(), work.active().end());
        const Matrix weights = stepWeights(federation, sources, m_parameters.share);
        std::vector<double> sent(federation.clients(), 0.0);
        m_optimizer.beginRound();
        for (; !work.done(); work.advance()) {
            const at::Tensor own = work.ownGradients(m_models.rows); // g_i(x_i)
            std::vector<GradientJob> jobs;
            for (const std::size_t i : work.active())
                for (const std::size_t k : sources)
                    if (k != i && weights.at(i, k) > 0) {
                        jobs.push_back(
                            work.job(k, i, weights.at(i, k) / (1 - weights.at(i, i)))); // τ_k
                        sent[i] += 2;
                    }
            at::Tensor directions = own;
            if (!jobs.empty()) {
                const at::Tensor mean = work.gradients(jobs, m_models.rows); // ḡ
                directions = own.clone();
                for (const std::size_t i : work.active()) {
                    const auto row = signedSize(i);
                    const double alpha = 1 - weights.at(i, i);
                    directions[row].mul_(1 - alpha).add_(mean[row] - m_bias[row], alpha);
                    // c_i ← (1−β)c_i + β(ḡ − g_i)
                    m_bias[row]
                        .mul_(1 - m_parameters.biasRate)
                        .add_(mean[row] - own[row], m_parameters.biasRate);
                }
            }
            m_optimizer.step(federation, m_models.rows.parameters, directions, work.active());
        }

        work.conclude(starts, m_models.rows, report);
        report.collaboration = weights;
        countPeerExchange(federation, report, sent);
    }

private:
    at::Tensor m_bias; ///< c, [N, P]
    RowOptimizer m_optimizer;
};

} // namespace

constexpr MadePart<Algorithm> kWgaBc = madeAs<Algorithm, WgaBc, WgaBcParameters>(
    {.name = "wgaBc",
     .title = "WGA-BC",
     .meaning = "Steps along the client's own gradient and the mean of the other clients' "
                "gradients, corrected by a running estimate of its bias.",
     .paper = "Chayti et al. 2021",
     .parameters = kWgaBcParameters});

} // namespace coterie
