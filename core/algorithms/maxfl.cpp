#include "core/algorithms/maxfl.h"

#include "core/algorithms/aggregation.h"
#include "core/base/indices.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace coterie {

std::vector<double> appealWeights(std::span<const double> lossesAboveThreshold)
{
    std::vector<double> weights;
    for (const double z : lossesAboveThreshold) {
        const double sigmoid = 1 / (1 + std::exp(-z));
        weights.push_back(sigmoid * (1 - sigmoid));
    }
    return weights;
}

namespace {

double squaredDistance(const at::Tensor& a, const at::Tensor& b)
{
    return (a.to(at::kDouble) - b.to(at::kDouble)).square().sum().item<double>();
}

/// Those who train together; the others who are present are alone.
Grouping groupingOf(const Federation& federation, const std::vector<int>& together)
{
    Grouping grouping;
    grouping.stopReason = "Clients that find the global model appealing train together.";
    if (!together.empty())
        grouping.groups.push_back(together);
    for (const std::size_t client : federation.present())
        if (!std::ranges::binary_search(together, static_cast<int>(client)))
            grouping.groups.push_back({static_cast<int>(client)});
    std::ranges::sort(grouping.groups);
    return grouping;
}

/// MAXFL as its authors have it (Cho et al. 2022; ALGORITHMS §6.3): all train, and the one global
/// model follows them by appealWeights() of z_i = F_i(w) − ρ_i, ρ_i being the loss of what client i
/// learns alone in a few steps.
class CanonicalMaxFl final : public Configured<GlobalModelAlgorithm, MaxFlParameters>
{
public:
    explicit CanonicalMaxFl(const MaxFlParameters& parameters)
        : Configured(parameters)
    {
        keeps("thresholds", m_thresholds);
    }

    void start(Federation& federation) override
    {
        m_model.start(federation);
        m_thresholds.assign(federation.clients(), 0.0);
    }
    /// w += η_g Σ q_i Δ_i / (Σ q_i + ε)
    void round(Federation& federation, RoundReport& report) override
    {
        if (federation.roundIndex() == 0)
            prepare(federation);
        const std::vector<std::size_t> clients = federation.participants();
        const std::vector<double> losses = trainLosses(federation, m_model.row, clients); // F_i(w)
        const Trained trained = federation.train(m_model.row, report);
        report.collaboration = Collaboration::identity(federation.clients());
        if (clients.empty())
            return;
        std::vector<double> above; // z_i
        for (std::size_t j = 0; j < clients.size(); ++j)
            above.push_back(losses[j] - m_thresholds[clients[j]]);
        const std::vector<double> weights = appealWeights(above); // q_i
        const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
        if (total > 0) { // far above every threshold, every q is zero
            const double step = m_parameters.globalRate * total / (total + m_parameters.epsilon);
            ModelRows next = averaged(federation, trained.ends, weights);
            next.parameters.sub_(m_model.row.parameters).mul_(step).add_(m_model.row.parameters);
            m_model.row = next;
            report.collaboration = oneModelForAll(federation.clients(), clients, weights);
        }
        report.clientValues.push_back(
            namedValues("globalTrainLoss", federation.clients(), clients, losses));
        report.clientValues.push_back(
            namedValues("appeal", federation.clients(), clients, weights));
        countExchange(federation, report, clients);
    }

private:
    /// ρ_i = F_i(LOCAL(w⁰, i, warm-up))
    void prepare(Federation& federation)
    {
        const std::vector<std::size_t> everybody = indices(federation.clients());
        std::vector<LocalJob> jobs;
        for (const std::size_t client : everybody)
            jobs.push_back({.client = client, .startRow = 0, .steps = m_parameters.warmupSteps});
        const Trained trained = federation.rehearse(jobs, m_model.row);
        ModelRows alone = trained.ends; // a row of each client that is here
        alone.first = federation.firstHere();
        m_thresholds = trainLosses(federation, alone, everybody);
    }

    std::vector<double> m_thresholds; ///< ρ_i
};

class MaxFl final : public Configured<PersonalModelsAlgorithm, MaxFlParameters>
{
public:
    explicit MaxFl(const MaxFlParameters& parameters)
        : Configured(parameters)
    {
        keeps("global", m_global.row);
        keeps("alone", m_alone.parameters);
    }

    void start(Federation& federation) override
    {
        m_global.start(federation);
        m_models.start(federation);
        m_alone = m_models.rows.clone();
    }
    void round(Federation& federation, RoundReport& report) override
    {
        if (federation.roundIndex() == 0)
            prepare(federation);
        const std::vector<int> together = appealed(federation, report); // P
        ModelRows starts = m_models.rows.clone();
        // P starts from WAVG({w_i}, D, P)
        const Contributors members = Contributors::everybody(federation, together);
        shareMean(m_models.rows, members, starts, together, federation.bufferMode());
        const Trained trained = federation.train(starts, report);
        aggregate(federation, trained, together, report);
        report.grouping = groupingOf(federation, together);
    }
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(&m_global); }
    void restore(const State& state) override
    {
        Algorithm::restore(state);
        m_alone.buffers = m_models.rows.buffers;
    }

private:
    /// Once: v_i = LOCAL(w⁰, i, E·T epochs), all of them at the learning rate of the first round.
    void prepare(Federation& federation)
    {
        const LocalSettings& local = federation.plan().local;
        const int rounds = federation.plan().rounds;
        std::vector<LocalJob> jobs;
        for (std::size_t client = 0; client < federation.clients(); ++client) {
            LocalJob job{.client = client, .startRow = 0};
            if (local.localEpochs)
                job.epochs = *local.localEpochs * rounds;
            else
                job.steps = *local.localSteps * rounds;
            jobs.push_back(job);
        }
        m_alone = federation.rehearse(jobs, m_global.row).ends.clone();
    }
    /// P = {i : F_i(w) < ‖v_i − w‖²}; in round 0 everybody.
    [[nodiscard]] std::vector<int> appealed(Federation& federation, RoundReport& report) const
    {
        const std::vector<std::size_t> clients = federation.participants();
        if (federation.roundIndex() == 0)
            return {clients.begin(), clients.end()};
        const std::vector<double> losses = trainLosses(federation, m_global.row, clients);
        std::vector<double> thresholds;
        std::vector<int> appealed;
        for (std::size_t j = 0; j < clients.size(); ++j) {
            const auto row = signedSize(clients[j]);
            thresholds.push_back(
                m_parameters.thresholdFactor
                * squaredDistance(m_alone.parameters[row], m_global.row.parameters[0]));
            if (losses[j] < thresholds.back())
                appealed.push_back(static_cast<int>(clients[j]));
        }
        report.clientValues.push_back(
            namedValues("globalTrainLoss", federation.clients(), clients, losses));
        report.clientValues.push_back(
            namedValues("appealThreshold", federation.clients(), clients, thresholds));
        return appealed;
    }
    /// w and the members' w_i become WAVG({w_i}, D, P); the others keep what they trained alone.
    void aggregate(const Federation& federation,
                   const Trained& trained,
                   const std::vector<int>& together,
                   RoundReport& report)
    {
        m_models.keep(trained.clients, trained.ends);
        m_models.rows = m_models.rows.clone();
        const Contributors members = Contributors::trainedOnes(federation, trained, together);
        shareMean(trained.ends, members, m_models.rows, together, federation.bufferMode());
        report.collaboration = Collaboration::identity(federation.clients());
        if (!members.empty()) {
            m_global.row = m_global.row.clone();
            m_global.row.copyRow(0, m_models.rows, members.clients.front());
            fillBlock(*report.collaboration, together, members);
        }
        const auto scalars = static_cast<double>(federation.facts().parameters);
        for (const std::size_t client : trained.clients) // w, for each client's F_i(w)
            federation.countTraffic(
                report, Link::ServerToClient, static_cast<int>(client), scalars);
        countExchange(federation, report, members.clients);
    }

    GlobalModel m_global; ///< w
    ModelRows m_alone;    ///< v_i
};

} // namespace

std::unique_ptr<Algorithm> makeMaxFl(const NamedPart& part, const ParameterSet& given)
{
    const auto parameters = readParameters<MaxFlParameters>(part.parameters, given);
    if (parameters.canonical)
        return std::make_unique<CanonicalMaxFl>(parameters);
    return std::make_unique<MaxFl>(parameters);
}

constexpr MadePart<Algorithm> kMaxFl{
    {.name = "maxfl",
     .title = "MAXFL",
     .meaning = "Only clients that find the global model appealing, compared with what they reach "
                "alone, contribute to it.",
     .paper = "Cho et al. 2022, as used in HCCT",
     .parameters = kMaxFlParameters},
    &makeMaxFl};

} // namespace coterie
