#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/anchor_term.h"
#include "core/train/stepped_work.h"

#include <array>

namespace coterie {
namespace {

struct DittoParameters
{
    double pull = 1;       ///< λ
    int personalSteps = 0; ///< 0: as many as local work
    Aggregation aggregation = Aggregation::BySize;
};

constexpr std::array kDittoParameters{
    bind<&DittoParameters::pull>(
        {.name = "lambda",
         .title = "Pull of the global model",
         .range = atLeast(0),
         .meaning = "Strength of the pull of personal models towards the global one",
         .symbol = "λ",
         .equation = "Ditto eq. (1)",
         .live = true}),
    bind<&DittoParameters::personalSteps>(
        {.name = "personalSteps",
         .range = atLeast(0),
         .unit = "steps",
         .meaning = "Steps of a personal model in a round; 0: as many as local work",
         .equation = "Ditto Algorithm 1"}),
    bind<&DittoParameters::aggregation>(kAggregationParameter),
};

/// FedAvg, and beside it a personal model for each client that is pulled towards the global one:
/// v_i ← v_i − η(∇F_i(v_i) + λ(v_i − w)) with the w received (Li et al. 2021, Algorithm 1;
/// ALGORITHMS §7.1). All-for-one's released code leaves the pull out by mistake; this does not.
class Ditto final : public Configured<GlobalModelAlgorithm, DittoParameters>
{
public:
    explicit Ditto(const DittoParameters& parameters)
        : Configured(parameters)
    {
        keeps("personal/", m_personal);
        keeps("personal/", m_memory);
    }

    void start(Federation& federation) override
    {
        requirePlainObjective(federation); // else it would act on w_i and on v_i alike
        m_model.start(federation);
        m_personal.start(federation);
    }

    void round(Federation& federation, RoundReport& report) override
    {
        const Trained trained = federation.train(m_model.row, report); // w_i = LOCAL(w, i)
        const std::vector<std::size_t> participants = federation.participants();
        if (participants.empty())
            return;
        const AnchorTerm pull({.pull = m_parameters.pull}, federation.clients());
        std::vector<LocalJob> jobs;
        for (const std::size_t client : participants) {
            jobs.push_back({.client = client, .startRow = client});
            if (m_parameters.personalSteps > 0)
                jobs.back().steps = m_parameters.personalSteps;
        }
        // v_i ← v_i − η(∇F_i(v_i) + λ(v_i − w)), on the batches of w_i
        const LocalTask task{.term = &pull, .anchors = &m_model.row, .memory = &m_memory};
        m_personal.keep(trained.clients,
                        federation.train(jobs, m_personal.rows, report, task).ends);
        // Samplers learn from the models that the server sees.
        federation.concludeTraining(
            trained.clients, m_model.row, trained.startRow, trained.ends, report);
        const std::vector<double> weights =
            participantWeights(federation, m_parameters.aggregation);
        m_model.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a, S)
        reportAverage(federation, report, participants, weights);
    }

    [[nodiscard]] ModelsInUse models() const override { return m_personal.inUse(&m_model); }

private:
    PersonalModels m_personal; ///< v
    OptimizerMemory m_memory;  ///< of v
};

} // namespace

constexpr MadePart<Algorithm> kDitto = madeAs<Algorithm, Ditto, DittoParameters>(
    {.name = "ditto",
     .title = "Ditto",
     .meaning = "FedAvg, and a personal model for each client that is pulled towards the global "
                "one.",
     .paper = "Li et al. 2021",
     .parameters = kDittoParameters});

} // namespace coterie
