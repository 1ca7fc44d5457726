#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"

#include <array>

namespace coterie {

struct DittoParameters
{
    double pull = 1;       ///< λ
    int personalSteps = 0; ///< 0: as many as local work
    Aggregation aggregation = Aggregation::BySize;
};

inline constexpr std::array kDittoParameters{
    bind<&DittoParameters::pull>(
        {.name = "lambda",
         .title = "Pull of the global model",
         .minimum = 0,
         .meaning = "Strength of the pull of personal models towards the global one",
         .symbol = "λ",
         .equation = "Ditto eq. (1)",
         .live = true}),
    bind<&DittoParameters::personalSteps>(
        {.name = "personalSteps",
         .minimum = 0,
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

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_personal.inUse(&m_model); }

private:
    PersonalModels m_personal; ///< v
    OptimizerMemory m_memory;  ///< of v
};

inline constexpr auto kDitto = madeAs<Algorithm, Ditto, DittoParameters>(
    {.name = "ditto",
     .title = "Ditto",
     .meaning = "FedAvg, and a personal model for each client that is pulled towards the global "
                "one.",
     .paper = "Li et al. 2021",
     .parameters = kDittoParameters});

} // namespace coterie
