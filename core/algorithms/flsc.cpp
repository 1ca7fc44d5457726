#include "core/algorithms/flsc.h"

#include "core/train/state.h"

#include <algorithm>
#include <numeric>

namespace coterie {

void Flsc::start(Federation& federation)
{
    m_parameters.perClient = std::min(m_parameters.perClient, m_parameters.models);
    m_clusters.start(federation, m_parameters.models, m_parameters.startsDistinct);
    m_chosen.assign(federation.clients(), {});
    for (std::size_t client = 0; client < federation.clients(); ++client) {
        RandomStream stream =
            federation.stream(Purpose::Algorithm, static_cast<std::uint32_t>(client));
        std::vector<std::size_t> models(m_parameters.models);
        std::iota(models.begin(), models.end(), std::size_t{0});
        stream.shuffle(std::span(models));
        models.resize(m_parameters.perClient);
        std::ranges::sort(models);
        m_chosen[client] = models; // t = 0: a random N_g-subset
    }
    m_means = means(federation);
    m_own = m_means.clone();
}

void Flsc::round(Federation& federation, RoundReport& report)
{
    if (federation.roundIndex() > 0)
        choose(federation, report); // I_i = N_g smallest losses
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants()) {
        jobs.push_back({.client = client, .startRow = client});
        if (!m_parameters.decaysRate)
            jobs.back().learningRate = firstLearningRate(federation);
    }
    const Trained trained = federation.train(jobs, means(federation), report);
    aggregate(federation, trained, report); // model_j = WAVG({w_i : j ∈ I_i}, D_i)
    m_own = m_own.clone();
    for (std::size_t j = 0; j < trained.clients.size(); ++j)
        m_own.copyRow(trained.clients[j], trained.ends, j);
    m_means = means(federation);
    reportOther(federation, report);
    m_clusters.countChoice(federation, trained.clients, report);
}

void Flsc::choose(Federation& federation, RoundReport& report)
{
    const std::vector<std::size_t> clients = federation.participants();
    const Matrix losses = m_clusters.trainLosses(federation, clients);
    for (std::size_t row = 0; row < clients.size(); ++row)
        m_chosen[clients[row]] = smallestLosses(losses.row(row), m_parameters.perClient);
    reportLosses(losses, clients, federation.clients(), report);
}

/// The uniform mean of each client's models.
ModelRows Flsc::means(const Federation& federation) const
{
    Matrix shares(m_chosen.size(), m_clusters.count());
    for (std::size_t client = 0; client < m_chosen.size(); ++client)
        for (const std::size_t model : m_chosen[client])
            shares.at(client, model) = 1;
    return federation.mix(shares, m_clusters.models);
}

void Flsc::aggregate(const Federation& federation, const Trained& trained, RoundReport& report)
{
    ModelRows next = m_clusters.models.clone();
    Matrix ofModels(m_clusters.count(), federation.clients()); // who makes up which model
    Grouping grouping;
    grouping.stopReason = "Each client is in the clusters with the smallest losses.";
    for (std::size_t model = 0; model < m_clusters.count(); ++model) {
        std::vector<int> group;
        for (std::size_t client = 0; client < federation.clients(); ++client)
            if (federation.isPresent(client) && std::ranges::binary_search(m_chosen[client], model))
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
    report.collaboration = takenThrough(m_chosen, ofModels);
}

void Flsc::reportOther(Federation& federation, RoundReport& report) const
{
    const RunPlan& plan = federation.plan();
    if (!isEvaluated(federation.roundIndex() + 1, plan.rounds, plan.evaluateEvery))
        return;
    std::vector<EvaluationJob> jobs;
    for (std::size_t client = 0; client < federation.clients(); ++client)
        if (federation.isPresent(client) && federation.facts().testSamples[client] > 0)
            jobs.push_back({.client = client, .modelRow = client});
    const std::vector<Score> scores =
        federation.evaluate(jobs, m_parameters.usesOwnModel ? m_means : m_own);
    NamedValues accuracy{.name = m_parameters.usesOwnModel ? "meanModelTestAccuracy"
                                                           : "ownModelTestAccuracy",
                         .values = {}};
    accuracy.values.resize(federation.clients());
    for (std::size_t j = 0; j < jobs.size(); ++j)
        accuracy.values[jobs[j].client] = scores[j].accuracy;
    report.clientValues.push_back(std::move(accuracy));
}

ModelsInUse Flsc::models() const
{
    std::vector<std::size_t> own(m_means.count());
    std::iota(own.begin(), own.end(), std::size_t{0});
    return {.personal = m_parameters.usesOwnModel ? &m_own : &m_means, .personalRow = own};
}

State Flsc::state() const
{
    std::vector<std::size_t> chosen; // perClient models of each client, one client after another
    for (const std::vector<std::size_t>& models : m_chosen)
        chosen.insert(chosen.end(), models.begin(), models.end());
    State state = joined(m_clusters.state(), placesState("chosen", chosen));
    state = joined(state, rowsState("means", "meanBuffers", m_means));
    return joined(state, rowsState("own", "ownBuffers", m_own));
}

void Flsc::restore(const State& state)
{
    m_clusters.restore(state);
    const std::vector<std::size_t> chosen = placesOfState(state, "chosen");
    for (std::size_t client = 0; client < m_chosen.size(); ++client)
        std::ranges::copy_n(chosen.begin()
                                + static_cast<std::ptrdiff_t>(client * m_parameters.perClient),
                            static_cast<std::ptrdiff_t>(m_parameters.perClient),
                            m_chosen[client].begin());
    m_means = rowsOfState(state, "means", "meanBuffers");
    m_own = rowsOfState(state, "own", "ownBuffers");
}

std::unique_ptr<Algorithm> makeFlsc(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    return std::make_unique<Flsc>(
        FlscParameters{.models = static_cast<std::size_t>(parameters.integer("models")),
                       .perClient = static_cast<std::size_t>(parameters.integer("perClient")),
                       .startsDistinct = parameters.word("init") == "distinct",
                       .usesOwnModel = parameters.word("personalModel") == "own",
                       .decaysRate = parameters.boolean("decaysRate")});
}

} // namespace coterie
