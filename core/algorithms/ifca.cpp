#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace coterie {
namespace {

struct IfcaParameters
{
    std::size_t models = 5;
    bool sameStart = false; ///< released code: all models start alike
    Aggregation aggregation = Aggregation::BySize;
    bool startsFromMembers = false; ///< released code: from the mean of the members' models
    bool beginsGlobal = false;      ///< released code: round 0 is one of FedAvg
};

constexpr std::array<std::string_view, 2> kIfcaStartWords{"clusterModel", "membersMean"};
constexpr std::array<std::string_view, 2> kFirstRoundWords{"clusters", "global"};

constexpr std::array kIfcaParameters{
    bind<&IfcaParameters::models>(kModelCountParameter),
    bind<&IfcaParameters::sameStart>(kInitParameter),
    bind<&IfcaParameters::aggregation>(kAggregationParameter),
    bind<&IfcaParameters::startsFromMembers>(
        {.name = "start",
         .title = "Training starts from",
         .words = kIfcaStartWords,
         .meaning = "A cluster trains from its model, or, as in HCCT's released code, from the "
                    "mean of its members' previous models",
         .equation = "IFCA Algorithm 1",
         .profileCodeWord = "membersMean"}),
    bind<&IfcaParameters::beginsGlobal>(
        {.name = "firstRound",
         .words = kFirstRoundWords,
         .meaning = "The first round is one of IFCA, or, as in HCCT's released code, one of FedAvg",
         .equation = "IFCA Algorithm 1",
         .profileCodeWord = "global"}),
};

/// Clients choose the server model with the smallest training loss and train it; each model becomes
/// the mean of those who chose it (ALGORITHMS §6.5).
class Ifca final : public Configured<Algorithm, IfcaParameters>
{
public:
    explicit Ifca(const IfcaParameters& parameters)
        : Configured(parameters)
    {
        keeps("models", m_clusters.models, "modelBuffers");
        keeps("choice", m_choice);
    }

    void start(Federation& federation) override
    {
        m_clusters.start(federation, m_parameters.models, !m_parameters.sameStart);
        m_choice.assign(federation.clients(), 0);
    }
    void round(Federation& federation, RoundReport& report) override
    {
        const std::vector<std::size_t> before = m_choice;
        if (!m_parameters.beginsGlobal || federation.roundIndex() > 0)
            m_clusters.choose(federation, 1, m_choice, report); // j_i = argmin_j L_ij
        if (m_parameters.startsFromMembers && federation.roundIndex() > 0)
            startFromMembers(federation, before);
        std::vector<LocalJob> jobs;
        for (const std::size_t client : federation.participants())
            jobs.push_back({.client = client, .startRow = m_choice[client]});
        const Trained trained = federation.train(jobs, m_clusters.models, report); // w_i
        aggregate(federation, trained, report); // model_j = WAVG({w_i : j_i = j})
        m_clusters.countChoice(federation, federation.participants(), report);
    }

    [[nodiscard]] ModelsInUse models() const override
    {
        return {.personal = &m_clusters.models, .personalRow = m_choice};
    }

private:
    /// A client's previous model is that of the cluster it was in.
    void startFromMembers(const Federation& federation, std::span<const std::size_t> before)
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

    void aggregate(const Federation& federation, const Trained& trained, RoundReport& report)
    {
        const std::vector<double> weights =
            participantWeights(federation, m_parameters.aggregation);
        ModelRows next = m_clusters.models.clone();
        report.collaboration = Collaboration::identity(federation.clients());
        const std::vector<std::size_t> participants = federation.participants();
        Grouping grouping;
        grouping.stopReason = "Each client chose the model with the smallest loss.";
        for (std::size_t model = 0; model < m_clusters.count(); ++model) {
            std::vector<int> group;
            for (const std::size_t client : federation.present())
                if (m_choice[client] == model)
                    group.push_back(static_cast<int>(client));
            Contributors members;
            for (std::size_t j = 0; j < participants.size(); ++j)
                if (m_choice[participants[j]] == model)
                    members.add(participants[j], j, weights[j]);
            if (!members.empty())
                next.copyRow(
                    model, federation.averageOf(trained.ends, members.rows, members.weights), 0);
            fillBlock(*report.collaboration, group, members);
            if (!group.empty())
                grouping.groups.push_back(std::move(group));
        }
        std::ranges::sort(grouping.groups);
        report.grouping = std::move(grouping);
        m_clusters.models = next;
    }

    ClusterModels m_clusters;
    std::vector<std::size_t> m_choice; ///< j_i
};

} // namespace

constexpr MadePart<Algorithm> kIfca = madeAs<Algorithm, Ifca, IfcaParameters>(
    {.name = "ifca",
     .title = "IFCA",
     .meaning = "The server keeps several models; each client picks the one with the smallest loss "
                "on its data and trains it.",
     .paper = "Ghosh et al. 2020",
     .parameters = kIfcaParameters});

} // namespace coterie
