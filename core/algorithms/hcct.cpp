#include "core/algorithms/hcct.h"

#include "core/algorithms/aggregation.h"
#include "core/algorithms/hcct_partition.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <stdexcept>
#include <utility>

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

Hcct::Hcct(HcctParameters parameters)
    : m_parameters(std::move(parameters))
{}

void Hcct::start(Federation& federation)
{
    m_settings = m_parameters.utility(federation.sizes());
    m_head.emplace(federation.network(), m_parameters.headLayers);
    m_layers = weightedLayers(federation.network());
    if (m_parameters.layer > m_layers.size())
        throw std::invalid_argument("layer: " + std::to_string(m_parameters.layer)
                                    + " found, but the model has " + std::to_string(m_layers.size())
                                    + " weighted layers");
    if (m_parameters.layer > 0)
        m_layer = m_parameters.layer - 1;
    m_models.start(federation);
    m_known.assign(federation.clients(), false);
}

State Hcct::state() const
{
    at::Tensor places = at::full({static_cast<std::int64_t>(m_known.size()), 2}, -1, at::kLong);
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (const int client : m_groups[group])
            places[client][0] = static_cast<std::int64_t>(group);
    for (std::size_t client = 0; client < m_known.size(); ++client)
        places[static_cast<std::int64_t>(client)][1] = m_known[client] ? 1 : 0;
    const std::int64_t layer = m_layer ? static_cast<std::int64_t>(*m_layer) : -1;
    State state = joined(m_models.state(),
                         {{.name = "groups", .values = places},
                          {.name = "layer", .values = at::full({1}, layer, at::kLong)}});
    if (m_vectors.defined())
        state.push_back({.name = "updates", .values = m_vectors});
    return state;
}

void Hcct::restore(const State& state)
{
    m_models.restore(state);
    const at::Tensor updates = statePart(state, "updates");
    m_vectors = updates.defined() ? updates.to(at::kCPU, false, true) : at::Tensor();
    const at::Tensor places = statePart(state, "groups").to(at::kCPU);
    m_groups.clear();
    for (std::size_t client = 0; client < m_known.size(); ++client) {
        const auto row = static_cast<std::int64_t>(client);
        const std::int64_t group = places[row][0].item<std::int64_t>();
        m_known[client] = places[row][1].item<std::int64_t>() == 1;
        if (group < 0)
            continue;
        if (static_cast<std::size_t>(group) >= m_groups.size())
            m_groups.resize(static_cast<std::size_t>(group) + 1);
        m_groups[static_cast<std::size_t>(group)].push_back(static_cast<int>(client));
    }
    const std::int64_t layer = statePart(state, "layer").item<std::int64_t>();
    m_layer = layer < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(layer));
}

std::unique_ptr<Algorithm> makeHcct(const RunPlan& plan)
{
    return std::make_unique<Hcct>(HcctParameters::of(plan.algorithm.parameters));
}

void Hcct::remember(const Federation& federation, const Trained& trained, RoundReport& report)
{
    if (trained.clients.empty())
        return;
    if (m_parameters.usesOneLayer && !m_layer)
        chooseLayer(trained, report);
    const LayerColumns* layer = m_layer ? &m_layers[*m_layer] : nullptr;
    const at::Tensor vectors =
        similarityVectors(trained, m_parameters, layer, *m_head, federation.network().layout());
    if (!m_vectors.defined())
        m_vectors = at::zeros({static_cast<std::int64_t>(federation.clients()), vectors.size(1)},
                              vectors.options());
    for (std::size_t j = 0; j < trained.clients.size(); ++j) {
        m_vectors.select(0, static_cast<std::int64_t>(trained.clients[j]))
            .copy_(vectors.select(0, static_cast<std::int64_t>(j)));
        m_known[trained.clients[j]] = m_known[trained.clients[j]] || trained.results[j].steps > 0;
    }
}

/// HCCT eq. (19), once, after the first round, whose updates all start from w⁰.
void Hcct::chooseLayer(const Trained& trained, RoundReport& report)
{
    const std::vector<double> scores =
        layerScores(trained.updates(), m_layers, m_parameters.layerScore);
    m_layer = largestScore(scores);
    std::string sentence = "Updates are compared in layer " + m_layers[*m_layer].name + "; scores:";
    for (std::size_t i = 0; i < scores.size(); ++i)
        sentence += (i == 0 ? " " : ", ") + m_layers[i].name + ' ' + shortestText(scores[i]);
    report.events.push_back({.severity = Severity::Information,
                             .kind = "layerScore",
                             .client = std::nullopt,
                             .sentence = sentence + '.'});
}

/// Newcomers join the group that gains most; the next round starts them from its model (§2.4).
void Hcct::placeNewcomers(const Federation& federation,
                          std::span<const std::size_t> newcomers,
                          RoundReport& report)
{
    if (!m_parameters.newcomersJoinAtOnce || federation.roundIndex() == 0)
        return;
    for (const std::size_t newcomer : newcomers) {
        const std::vector<int> self{static_cast<int>(newcomer)};
        Groups others = m_groups;
        if (std::erase(others, self) == 0)
            continue; // another newcomer of this round has joined it
        const std::optional<std::size_t> joined =
            bestGroupFor(newcomer, updates(federation), m_settings, others, report);
        if (!joined)
            continue;
        const ModelRows own = m_head->isEmpty() ? m_models.rows : m_models.rows.clone();
        m_models.rows.copyRow(
            newcomer, m_models.rows, static_cast<std::size_t>(others[*joined].front()));
        m_head->keep(m_models.rows, own);
        others[*joined].push_back(self.front());
        std::ranges::sort(others[*joined]);
        std::ranges::sort(others, {}, [](const auto& group) { return group.front(); });
        m_groups = others;
    }
}

ClientUpdates Hcct::updates(const Federation& federation) const
{
    return {.vectors = m_vectors,
            .known = m_known,
            .sizes = federation.sizes(),
            .signs = m_parameters.comparesSigns};
}

} // namespace coterie
