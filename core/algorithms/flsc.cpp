#include "core/algorithms/flsc.h"

#include "core/base/indices.h"

#include <numeric>

namespace coterie {

void Flsc::start(Federation& federation)
{
    m_clusters.start(federation, m_parameters.models, !m_parameters.sameStart);
    m_chosen.clear();
    for (std::size_t client = 0; client < federation.clients(); ++client) {
        RandomStream stream =
            federation.stream(Purpose::Algorithm, static_cast<std::uint32_t>(client));
        std::vector<std::size_t> models = indices(m_parameters.models);
        stream.shuffle(std::span(models));
        models.resize(m_parameters.perClient);
        std::ranges::sort(models);
        m_chosen.insert(m_chosen.end(), models.begin(), models.end()); // t = 0: a random subset
    }
    m_means.rows = means(federation);
    m_own.rows = m_means.rows.clone();
}

void Flsc::round(Federation& federation, RoundReport& report)
{
    if (federation.roundIndex() > 0)
        m_clusters.choose(
            federation, m_parameters.perClient, m_chosen, report); // I_i = N_g smallest
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants()) {
        jobs.push_back({.client = client, .startRow = client});
        if (!m_parameters.decaysRate)
            jobs.back().learningRate = firstLearningRate(federation);
    }
    const Trained trained = federation.train(jobs, means(federation), report);
    aggregate(federation, trained, report); // model_j = WAVG({w_i : j ∈ I_i}, D_i)
    m_own.keep(trained.clients, trained.ends);
    m_means.rows = means(federation);
    reportOther(federation, report);
    m_clusters.countChoice(federation, trained.clients, report);
}

/// The uniform mean of each client's models.
ModelRows Flsc::means(const Federation& federation) const
{
    Matrix shares(federation.clients(), m_clusters.count());
    for (std::size_t client = 0; client < federation.clients(); ++client)
        for (const std::size_t model : modelsOf(client))
            shares.at(client, model) = 1;
    return federation.mix(shares, m_clusters.models);
}

void Flsc::aggregate(const Federation& federation, const Trained& trained, RoundReport& report)
{
    ModelRows next = m_clusters.models.clone();
    Matrix ofModels(m_clusters.count(), federation.clients()); // each client's share of each model
    Grouping grouping;
    grouping.stopReason = "Each client is in the clusters with the smallest losses.";
    for (std::size_t model = 0; model < m_clusters.count(); ++model) {
        std::vector<int> group;
        for (const std::size_t client : federation.present())
            if (std::ranges::binary_search(modelsOf(client), model))
                group.push_back(static_cast<int>(client));
        if (group.empty())
            continue;
        const Contributors members = Contributors::trainedOnes(federation, trained, group);
        const double total = std::accumulate(members.weights.begin(), members.weights.end(), 0.0);
        for (std::size_t j = 0; j < members.clients.size(); ++j)
            ofModels.at(model, members.clients[j]) = members.weights[j] / total;
        if (!members.empty())
            average(
                trained.ends, members.rows, members.weights, next, model, federation.bufferMode());
        grouping.groups.push_back(std::move(group));
    }
    std::ranges::sort(grouping.groups);
    report.grouping = std::move(grouping);
    m_clusters.models = next;
    report.collaboration = takenThrough(ofModels);
}

/// A of clients that each use the mean of their models. Row j of `makeUp` holds every client's
/// share of model j. A model whose row is zero did not change, so that its share is the client's
/// own.
Matrix Flsc::takenThrough(const Matrix& makeUp) const
{
    Matrix a(makeUp.columns, makeUp.columns);
    const double share = 1.0 / static_cast<double>(m_parameters.perClient);
    for (std::size_t client = 0; client < a.rows; ++client)
        for (const std::size_t model : modelsOf(client)) {
            const std::span<const double> parts = makeUp.row(model);
            if (std::ranges::all_of(parts, [](double part) { return part == 0; }))
                a.at(client, client) += share;
            for (std::size_t other = 0; other < parts.size(); ++other)
                a.at(client, other) += share * parts[other];
        }
    return a;
}

void Flsc::reportOther(Federation& federation, RoundReport& report) const
{
    const RunPlan& plan = federation.plan();
    if (!isEvaluated(federation.roundIndex() + 1, plan.rounds, plan.evaluateEvery))
        return;
    std::vector<EvaluationJob> jobs;
    for (const std::size_t client : federation.present())
        if (federation.facts().testSamples[client] > 0)
            jobs.push_back({.client = client, .modelRow = client});
    const std::vector<Score> scores =
        federation.evaluate(jobs, m_parameters.usesOwnModel ? m_means.rows : m_own.rows);
    NamedValues accuracy{.name = m_parameters.usesOwnModel ? "meanModelTestAccuracy"
                                                           : "ownModelTestAccuracy",
                         .values = {}};
    accuracy.values.resize(federation.clients());
    for (std::size_t j = 0; j < jobs.size(); ++j)
        accuracy.values[jobs[j].client] = scores[j].accuracy;
    report.clientValues.push_back(std::move(accuracy));
}

} // namespace coterie
