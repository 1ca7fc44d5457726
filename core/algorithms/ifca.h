#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"

#include <array>
#include <string_view>

namespace coterie {

struct IfcaParameters
{
    std::size_t models = 5;
    bool sameStart = false; ///< released code: all models start alike
    Aggregation aggregation = Aggregation::BySize;
    bool startsFromMembers = false; ///< released code: from the mean of the members' models
    bool beginsGlobal = false;      ///< released code: round 0 is one of FedAvg
};

inline constexpr std::array<std::string_view, 2> kIfcaStartWords{"clusterModel", "membersMean"};
inline constexpr std::array<std::string_view, 2> kFirstRoundWords{"clusters", "global"};

inline constexpr std::array kIfcaParameters{
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
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;

private:
    void startFromMembers(const Federation& federation, std::span<const std::size_t> before);
    void aggregate(const Federation& federation, const Trained& trained, RoundReport& report);

    ClusterModels m_clusters;
    std::vector<std::size_t> m_choice; ///< j_i
};

inline constexpr auto kIfca = madeAs<Algorithm, Ifca, IfcaParameters>(
    {.name = "ifca",
     .title = "IFCA",
     .meaning = "The server keeps several models; each client picks the one with the smallest loss "
                "on its data and trains it.",
     .paper = "Ghosh et al. 2020",
     .parameters = kIfcaParameters});

} // namespace coterie
