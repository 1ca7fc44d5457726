#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/personal_head.h"

#include <array>
#include <optional>

namespace coterie {
namespace {

struct FedPerParameters
{
    std::size_t headLayers = 1;
    Aggregation aggregation = Aggregation::BySize;
};

constexpr std::array kFedPerParameters{
    bind<&FedPerParameters::headLayers>(kHeadLayersParameter),
    bind<&FedPerParameters::aggregation>(kAggregationParameter),
};

/// One body for all clients, a head for each: LOCAL((body, head_i)), then body = WAVG(bodies)
/// (ALGORITHMS §6.12). An empty head is FedAvg, a head of all layers is Independent.
class FedPer final : public Configured<PersonalModelsAlgorithm, FedPerParameters>
{
public:
    using Configured::Configured;

    void start(Federation& federation) override
    {
        m_head.emplace(federation.network(), m_parameters.headLayers);
        m_models.start(federation);
    }
    void round(Federation& federation, RoundReport& report) override
    {
        const Trained trained = federation.train(m_models.rows, report); // LOCAL((body, head_i))
        report.collaboration = Collaboration::identity(federation.clients());
        m_models.keep(trained.clients, trained.ends);
        const std::vector<std::size_t> participants = federation.participants();
        if (participants.empty() || m_head->isEverything())
            return;
        const std::vector<double> weights =
            participantWeights(federation, m_parameters.aggregation);
        const ModelRows mean = averaged(federation, trained.ends, weights); // body = WAVG(bodies)
        ModelRows next = ModelRows::repeated(mean, m_models.rows);
        m_head->keep(next, m_models.rows);
        m_models.rows = next;
        const auto body = static_cast<double>(m_head->bodyParameters());
        reportAverage(federation, report, participants, weights, body);
    }

private:
    std::optional<PersonalHead> m_head;
};

} // namespace

constexpr MadePart<Algorithm> kFedPer = madeAs<Algorithm, FedPer, FedPerParameters>(
    {.name = "fedper",
     .title = "FedPer",
     .meaning = "FedAvg on all but the last layers, which stay with their clients.",
     .paper = "Arivazhagan et al. 2019",
     .parameters = kFedPerParameters});

} // namespace coterie
