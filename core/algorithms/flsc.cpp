#include "core/algorithms/algorithm.h"
#include "core/base/indices.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>

namespace coterie {
namespace {

struct FlscParameters
{
    std::size_t models = 5;
    std::size_t perClient = 2; ///< N_g
    bool sameStart = false;    ///< released code: all models start alike
    bool usesOwnModel = false; ///< released code: a client is tested with the model it trained
    bool decaysRate = true;    ///< released code: every round at the first learning rate
};

constexpr std::array<std::string_view, 2> kPersonalModelWords{"mean", "own"};

constexpr std::array kFlscParameters{
    bind<&FlscParameters::models>(kModelCountParameter),
    bind<&FlscParameters::perClient>(
        {.name = "perClient",
         .title = "Models per client",
         .range = between(1, 1e6),
         .unit = "models",
         .meaning = "Models that a client belongs to; all if there are fewer",
         .symbol = "N_g",
         .equation = "HCCT Table 3: 2, 3 and 3 for Digit, FMNIST and CIFAR-10"}),
    bind<&FlscParameters::sameStart>(kInitParameter),
    bind<&FlscParameters::usesOwnModel>(
        {.name = "personalModel",
         .title = "Client is tested with",
         .words = kPersonalModelWords,
         .meaning = "A client is tested with the mean of its models, or, as in HCCT's released "
                    "code, with the model it trained (own); the accuracy of the other one is "
                    "reported too",
         .equation = "HCCT §7.1",
         .profileCodeWord = "own"}),
    bind<&FlscParameters::decaysRate>(
        {.name = "decaysRate",
         .title = "Follow the schedule",
         .meaning = "Follows the schedule of the learning rate, which HCCT's released code does "
                    "not",
         .equation = "HCCT Table 3",
         .profileCodeNumber = 0}),
};

/// Soft clustering: each client trains the mean of the N_g server models with the smallest losses
/// on its data, and counts in all of them (ALGORITHMS §6.6).
class Flsc final : public Configured<Algorithm, FlscParameters>
{
public:
    explicit Flsc(const FlscParameters& parameters)
        : Configured(parameters)
    {
        m_parameters.perClient = std::min(parameters.perClient, parameters.models);
        keeps("models", m_clusters.models, "modelBuffers");
        keeps("chosen", m_chosen);
        keeps("means", m_means.rows, "meanBuffers");
        keeps("own", m_own.rows, "ownBuffers");
    }

    void start(Federation& federation) override
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
        m_means = {.rows = means(federation), .clients = federation.clients()};
        m_own = {.rows = m_means.rows.clone(), .clients = federation.clients()};
    }

    void round(Federation& federation, RoundReport& report) override
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

    [[nodiscard]] ModelsInUse models() const override
    {
        return m_parameters.usesOwnModel ? m_own.inUse() : m_means.inUse();
    }

private:
    /// The uniform mean of each client's models.
    [[nodiscard]] ModelRows means(const Federation& federation) const
    {
        Matrix shares(federation.clients(), m_clusters.count());
        for (std::size_t client = 0; client < federation.clients(); ++client)
            for (const std::size_t model : modelsOf(client))
                shares.at(client, model) = 1;
        return federation.mix(shares, m_clusters.models);
    }

    void aggregate(const Federation& federation, const Trained& trained, RoundReport& report)
    {
        ModelRows next = m_clusters.models.clone();
        std::vector<Row> ofModels(m_clusters.count()); // each client's share of each model
        const BufferMode mode = federation.bufferMode();
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
            const double total =
                std::accumulate(members.weights.begin(), members.weights.end(), 0.0);
            for (std::size_t j = 0; j < members.clients.size(); ++j)
                ofModels[model][static_cast<std::uint32_t>(members.clients[j])] =
                    members.weights[j] / total;
            if (!members.empty())
                average(trained.ends, members.rows, members.weights, next, model, mode);
            grouping.groups.push_back(std::move(group));
        }
        std::ranges::sort(grouping.groups);
        report.grouping = std::move(grouping);
        m_clusters.models = next;
        report.collaboration = takenThrough(ofModels);
    }

    using Row = std::map<std::uint32_t, double>; ///< shares by client

    /// A of clients that each use the mean of their models. Row j of `makeUp` holds every client's
    /// share of model j. A model whose row is empty did not change, so that its share is the
    /// client's own. Clients with the same changed models have the same row.
    [[nodiscard]] Collaboration takenThrough(const std::vector<Row>& makeUp) const
    {
        Collaboration a = Collaboration::identity(m_chosen.size() / m_parameters.perClient);
        const double share = 1.0 / static_cast<double>(m_parameters.perClient);
        std::map<std::vector<std::size_t>, std::uint32_t> known;
        for (std::size_t client = 0; client < a.rows(); ++client) {
            const std::span<const std::size_t> models = modelsOf(client);
            const bool isShared = std::ranges::none_of(
                models, [&makeUp](std::size_t model) { return makeUp[model].empty(); });
            std::vector<std::size_t> key(models.begin(), models.end());
            if (const auto found = known.find(key); isShared && found != known.end()) {
                a.giveRow(client, found->second);
                continue;
            }
            Row taken;
            for (const std::size_t model : models) {
                if (makeUp[model].empty())
                    taken[static_cast<std::uint32_t>(client)] += share;
                for (const auto& [other, part] : makeUp[model])
                    taken[other] += share * part;
            }
            std::vector<Collaboration::Share> shares;
            for (const auto& [other, weight] : taken)
                shares.push_back({.client = other, .weight = weight});
            const std::uint32_t row = a.addRow(shares);
            a.giveRow(client, row);
            if (isShared)
                known.emplace(std::move(key), row);
        }
        return a;
    }

    void reportOther(Federation& federation, RoundReport& report) const
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

    [[nodiscard]] std::span<const std::size_t> modelsOf(std::size_t client) const
    {
        return std::span(m_chosen).subspan(client * m_parameters.perClient, m_parameters.perClient);
    }

    ClusterModels m_clusters;
    std::vector<std::size_t> m_chosen; ///< I_i, perClient models of one client after another
    PersonalModels m_means;            ///< of the models in I_i
    PersonalModels m_own;              ///< w_i as trained
};

} // namespace

constexpr MadePart<Algorithm> kFlsc = madeAs<Algorithm, Flsc, FlscParameters>(
    {.name = "flsc",
     .title = "FLSC",
     .meaning = "Clusters that overlap: each client trains the mean of the few server models that "
                "fit it best, and counts in all of them.",
     .paper = "Li et al. 2021",
     .parameters = kFlscParameters});

} // namespace coterie
