#include "core/algorithms/hcct.h"

#include "core/algorithms/aggregation.h"
#include "core/algorithms/newcomers.h"

#include <algorithm>

namespace coterie {
namespace {

Groups without(Groups groups, std::span<const std::size_t> newcomers)
{
    for (const std::size_t newcomer : newcomers)
        std::erase(groups, std::vector<int>{static_cast<int>(newcomer)});
    return groups;
}

} // namespace

/// HCCT Algorithm 1, in its order.
void Hcct::round(Federation& federation, RoundReport& report)
{
    const std::vector<std::size_t> newcomers = arrived(federation);
    m_settings = m_parameters.utility(federation.sizes());
    formGroups(federation, newcomers, report); // lines 3–7
    ModelRows starts = m_models.rows.clone();
    shareWithinGroups(federation, starts); // line 16
    if (!m_parameters.probesInitialModel)
        giveProbes(federation, newcomers, starts);

    const Trained trained = train(federation, starts, newcomers, report); // eq. (4), (5)
    m_models.rows = starts.clone(); // the starts of this round are still to be looked at
    report.collaboration = identityMatrix(federation.clients());
    aggregate(federation, trained, *report.collaboration); // eq. (6)
    remember(federation, trained, report);
    placeNewcomers(federation, newcomers, report);
    if (!m_head->isEverything())
        countExchange(
            federation, report, trained.clients, static_cast<double>(m_head->bodyParameters()));
}

/// Who is here for the first time, founders apart.
std::vector<std::size_t> Hcct::arrived(const Federation& federation) const
{
    std::vector<std::size_t> newcomers;
    for (std::size_t client = 0; client < federation.clients(); ++client) {
        const bool isMember = std::ranges::any_of(m_groups, [client](const auto& group) {
            return std::ranges::binary_search(group, static_cast<int>(client));
        });
        if (federation.roundIndex() > 0 && federation.isPresent(client) && !isMember)
            newcomers.push_back(client);
    }
    return newcomers;
}

/// Round 0 has no updates to go by; later ones use those of the round before (A2). A newcomer, who
/// has sent none, is alone.
void Hcct::formGroups(const Federation& federation,
                      std::span<const std::size_t> newcomers,
                      RoundReport& report)
{
    const int round = federation.roundIndex();
    const int every = m_parameters.repartitionEvery;
    std::vector<std::size_t> present;
    for (std::size_t client = 0; client < federation.clients(); ++client)
        if (federation.isPresent(client))
            present.push_back(client);
    if (round == 1 || (round > 0 && every > 0 && round % every == 0)) {
        m_groups = partitionClients(updates(federation), m_settings, present, report);
    } else {
        for (const std::size_t client :
             round == 0 ? std::span<const std::size_t>(present) : newcomers) {
            if (m_groups.empty() || round > 0 || !m_parameters.startsGlobal)
                m_groups.emplace_back();
            m_groups.back().push_back(static_cast<int>(client));
        }
        std::ranges::sort(m_groups, {}, [](const auto& group) { return group.front(); });
        report.grouping = Grouping{.groups = m_groups,
                                   .merges = {},
                                   .stopReason = "No partition was due in this round.",
                                   .refused = {}};
    }
    if (round > 0)
        reportUtilities(updates(federation), m_settings, m_groups, report);
}

/// ŵ_k = Σ D_i/D̂_k w_i; heads stay with their clients unless the released code is followed.
void Hcct::shareWithinGroups(const Federation& federation, ModelRows& starts) const
{
    const ModelRows own = m_head->isEmpty() ? m_models.rows : starts.clone();
    for (const std::vector<int>& group : m_groups)
        if (group.size() > 1)
            shareMean(starts,
                      Contributors::everybody(federation, group),
                      starts,
                      group,
                      federation.bufferMode());
    if (!m_parameters.averagesHeadsAtStart)
        m_head->keep(starts, own);
}

/// Newcomers are tried out on the mean of the groups' models, with heads of their own (§2.4).
void Hcct::giveProbes(const Federation& federation,
                      std::span<const std::size_t> newcomers,
                      ModelRows& starts) const
{
    const ModelRows own = m_head->isEmpty() ? m_models.rows : starts.clone();
    for (const std::size_t newcomer : newcomers)
        giveProbe(federation, without(m_groups, newcomers), starts, newcomer);
    if (!m_parameters.averagesHeadsAtStart)
        m_head->keep(starts, own);
}

Trained Hcct::train(Federation& federation,
                    const ModelRows& starts,
                    std::span<const std::size_t> newcomers,
                    RoundReport& report) const
{
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants()) {
        jobs.push_back({.client = client, .startRow = client});
        if (m_parameters.probesInitialModel && std::ranges::binary_search(newcomers, client))
            jobs.back().learningRate = firstLearningRate(federation);
    }
    return federation.train(jobs, starts, report);
}

/// Each group's model becomes the mean of those of its members who trained; heads are their own.
void Hcct::aggregate(const Federation& federation, const Trained& trained, Matrix& collaboration)
{
    for (std::size_t j = 0; j < trained.clients.size(); ++j)
        m_models.rows.copyRow(trained.clients[j], trained.ends, j);
    const ModelRows own = m_head->isEmpty() ? m_models.rows : m_models.rows.clone();
    for (const std::vector<int>& group : m_groups) {
        if (group.size() == 1)
            continue;
        Contributors members = Contributors::trainedOnes(federation, trained, group);
        if (members.empty()) {
            fillBlock(collaboration, group, Contributors::everybody(federation, group));
            continue;
        }
        shareMean(trained.ends, members, m_models.rows, group, federation.bufferMode());
        if (!m_head->isEverything())
            fillBlock(collaboration, group, members);
    }
    m_head->keep(m_models.rows, own);
}

} // namespace coterie
