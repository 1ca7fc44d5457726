#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/train/stepped_work.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <vector>

namespace coterie {
namespace {

struct ApflParameters
{
    double share = 0.5; ///< α_i, at first if adaptive
    bool adaptive = false;
    Aggregation aggregation = Aggregation::BySize;
};

constexpr std::array kApflParameters{
    bind<&ApflParameters::share>(
        {.name = "alpha",
         .title = "Share of the own model",
         .range = between(0, 1),
         .meaning = "Share of the client's own model in the mixture; the initial one if adaptive",
         .symbol = "α_i",
         .equation = "APFL eq. (2)"}),
    bind<&ApflParameters::adaptive>({.name = "adaptive",
                                     .title = "Learn the share",
                                     .meaning = "Each client learns its share by gradient steps",
                                     .equation = "APFL eq. (10)"}),
    bind<&ApflParameters::aggregation>(kAggregationParameter),
};

/// A client uses v̄_i = α_i v_i + (1−α_i) w_i, a mixture of its own model and its copy of the
/// averaged one; both learn, v_i through the mixture (Deng et al. 2020, Algorithm 1; ALGORITHMS
/// §7.4). Running statistics of batch-norm are mixed like parameters, so that α = 0 is FedAvg and
/// α = 1 is Independent with any network.
class Apfl final : public Configured<GlobalModelAlgorithm, ApflParameters>
{
public:
    explicit Apfl(const ApflParameters& parameters)
        : Configured(parameters)
    {
        keeps("copies/", m_copies);
        keeps("personal/", m_personal);
        keeps("mixed/", m_mixed);
        keeps("copyOptimizer/", m_copyOptimizer);
        keeps("personalOptimizer/", m_personalOptimizer);
        keeps("shares", m_shares);
    }

    void start(Federation& federation) override
    {
        m_model.start(federation);
        m_copies.start(federation);
        m_personal.start(federation);
        m_mixed.start(federation);
        m_shares.assign(federation.clients(), m_parameters.share);
        m_copyOptimizer.start(federation);
        m_personalOptimizer.start(federation);
    }
    void round(Federation& federation, RoundReport& report) override
    {
        const std::vector<std::size_t> participants = federation.participants();
        if (participants.empty())
            return;
        const std::vector<std::size_t> here = federation.participantsHere();
        for (const std::size_t i : here)
            m_copies.rows.copyRow(i, m_model.row, 0); // w_i = w
        mix(here);
        const ModelRows starts = m_copies.rows.clone();
        SteppedWork work(federation);
        m_copyOptimizer.beginRound();
        m_personalOptimizer.beginRound();
        for (; !work.done(); work.advance()) {
            const std::vector<std::size_t> active = work.activeHere();
            mix(active);
            const at::Tensor atCopies = gradientsAtCopies(federation, work); // ∇F_i(w_i)
            // v_i learns through v̄_i, and so do its running statistics: those of v̄_i on the
            // client's batches update them, and mix() gives v̄_i its share of them.
            ModelRows mixed{.parameters = m_mixed.rows.parameters,
                            .buffers = m_personal.rows.buffers,
                            .first = m_mixed.rows.first};
            at::Tensor atMixed = work.ownGradients(mixed); // ∇F_i(v̄_i)
            const std::vector<double> shares = m_shares;
            if (m_parameters.adaptive)
                adapt(federation, active, atMixed);
            for (const std::size_t i : active)
                atMixed[signedSize(m_mixed.rows.place(i))].mul_(shares[i]);
            m_copyOptimizer.step(federation, m_copies.rows.parameters, atCopies, active);
            m_personalOptimizer.step(federation, m_personal.rows.parameters, atMixed, active);
        }
        if (m_parameters.adaptive)
            federation.shareNumbers(m_shares);
        work.conclude(starts, m_copies.rows, report); // what the server sees, so samplers too

        const std::vector<double> weights =
            participantWeights(federation, m_parameters.aggregation);
        m_model.row =
            averaged(federation, m_copies.rows.select(here), weights); // w = WAVG({w_i}, a, S)
        for (const std::size_t i : here)
            m_copies.rows.copyRow(i, m_model.row, 0);
        mix(here);

        reportAverage(federation, report, participants, weights);
        report.clientValues.push_back(
            {.name = "ownShare", .values = {m_shares.begin(), m_shares.end()}});
    }

    [[nodiscard]] ModelsInUse models() const override { return m_mixed.inUse(&m_model); }

private:
    void mix(std::span<const std::size_t> clients)
    {
        for (const std::size_t i : clients) {
            const auto row = signedSize(m_mixed.rows.place(i));
            const double share = m_shares[i];
            const auto mixed = [&](at::Tensor to, const at::Tensor& own, const at::Tensor& common) {
                if (share == 0
                    || share == 1) // exactly one of them, even if the other is not finite
                    to.copy_(share == 1 ? own : common);
                else
                    to.copy_(own).mul_(share).add_(common, 1 - share);
            };
            mixed(m_mixed.rows.parameters[row],
                  m_personal.rows.parameters[row],
                  m_copies.rows.parameters[row]);
            mixed(m_mixed.rows.buffers[row],
                  m_personal.rows.buffers[row],
                  m_copies.rows.buffers[row]);
        }
    }

    /// Statistics that never leave a client are one set for both its models. They belong to v̄_i,
    /// which the client uses, and change once per step: w_i only probes.
    [[nodiscard]] at::Tensor gradientsAtCopies(Federation& federation, SteppedWork& work)
    {
        std::vector<GradientJob> jobs;
        for (const std::size_t i : work.active()) {
            jobs.push_back(work.job(i, i));
            if (federation.bufferMode() == BufferMode::Local)
                jobs.back().pass = GradientPass::Probing;
        }
        return federation.gradients(jobs, m_copies.rows, federation.clients());
    }

    void
    adapt(Federation& federation, std::span<const std::size_t> clients, const at::Tensor& gradients)
    {
        for (const std::size_t i : clients) {
            const auto row = signedSize(m_personal.rows.place(i));
            const at::Tensor apart =
                m_personal.rows.parameters[row] - m_copies.rows.parameters[row];
            const double slope =
                at::dot(apart.to(at::kDouble), gradients[row].to(at::kDouble)).item<double>();
            m_shares[i] = std::clamp(m_shares[i] - federation.learningRate() * slope, 0.0, 1.0);
        }
    }

    PersonalModels m_copies;   ///< w_i
    PersonalModels m_personal; ///< v_i
    PersonalModels m_mixed;    ///< v̄_i
    RowOptimizer m_copyOptimizer;
    RowOptimizer m_personalOptimizer;
    std::vector<double> m_shares; ///< α_i
};

} // namespace

constexpr MadePart<Algorithm> kApfl = madeAs<Algorithm, Apfl, ApflParameters>(
    {.name = "apfl",
     .title = "APFL",
     .meaning = "Every client mixes a model of its own with the averaged one, and trains both.",
     .paper = "Deng et al. 2020",
     .parameters = kApflParameters});

} // namespace coterie
