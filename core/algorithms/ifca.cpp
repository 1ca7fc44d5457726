#include "core/algorithms/ifca.h"

#include <algorithm>

namespace coterie {

void Ifca::round(Federation& federation, RoundReport& report)
{
    const std::vector<std::size_t> before = m_choice;
    const bool isGlobal = m_parameters.beginsGlobal && federation.roundIndex() == 0;
    if (!isGlobal)
        m_clusters.choose(federation, 1, m_choice, report); // j_i = argmin_j L_ij
    if (m_parameters.startsFromMembers && federation.roundIndex() > 0)
        startFromMembers(federation, before);
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants())
        jobs.push_back({.client = client, .startRow = m_choice[client]});
    const Trained trained = federation.train(jobs, m_clusters.models, report); // w_i
    aggregate(federation, trained, report); // model_j = WAVG({w_i : j_i = j})
    if (isGlobal)
        for (std::size_t model = 1; model < m_clusters.count(); ++model)
            m_clusters.models.copyRow(model, m_clusters.models, 0);
    m_clusters.countChoice(federation, trained.clients, report);
}

/// A client's previous model is that of the cluster it was in.
void Ifca::startFromMembers(const Federation& federation, std::span<const std::size_t> before)
{
    const ModelRows previous = m_clusters.models.clone();
    ModelRows next = previous.clone();
    for (std::size_t model = 0; model < m_clusters.count(); ++model) {
        std::vector<double> weights(m_clusters.count(), 0.0);
        for (const std::size_t client : federation.participants())
            if (m_choice[client] == model)
                weights[before[client]] += federation.sizes()[client];
        Contributors members;
        for (std::size_t from = 0; from < weights.size(); ++from)
            if (weights[from] > 0)
                members.add(from, from, weights[from]);
        const std::vector<int> self{static_cast<int>(model)};
        shareMean(previous, members, next, self, federation.bufferMode());
    }
    m_clusters.models = next;
}

void Ifca::aggregate(const Federation& federation, const Trained& trained, RoundReport& report)
{
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    ModelRows next = m_clusters.models.clone();
    report.collaboration = identityMatrix(federation.clients());
    Grouping grouping;
    grouping.stopReason = "Each client chose the model with the smallest loss.";
    for (std::size_t model = 0; model < m_clusters.count(); ++model) {
        std::vector<int> group;
        for (const std::size_t client : federation.present())
            if (m_choice[client] == model)
                group.push_back(static_cast<int>(client));
        Contributors members;
        for (std::size_t j = 0; j < trained.clients.size(); ++j)
            if (m_choice[trained.clients[j]] == model)
                members.add(trained.clients[j], j, weights[j]);
        if (!members.empty())
            average(
                trained.ends, members.rows, members.weights, next, model, federation.bufferMode());
        fillBlock(*report.collaboration, group, members);
        if (!group.empty())
            grouping.groups.push_back(std::move(group));
    }
    std::ranges::sort(grouping.groups);
    report.grouping = std::move(grouping);
    m_clusters.models = next;
}

ModelsInUse Ifca::models() const
{
    return {.personal = &m_clusters.models, .personalRow = m_choice};
}

} // namespace coterie
