#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"
#include "core/train/optimizers.h"

#include <array>
#include <optional>

namespace coterie {

struct DittoParameters
{
    Aggregation aggregation = Aggregation::BySize;
    double pull = 1;                  ///< λ
    std::optional<int> personalSteps; ///< none: as many as local work
};

/// FedAvg, and beside it a personal model for each client that is pulled towards the global one:
/// v_i ← v_i − η(∇F_i(v_i) + λ(v_i − w)) with the w received (Li et al. 2021, Algorithm 1;
/// ALGORITHMS §7.1). All-for-one's released code leaves the pull out by mistake; this does not.
class Ditto final : public Algorithm
{
public:
    explicit Ditto(const DittoParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    void setParameters(const ParameterSet& parameters) override
    {
        m_parameters.pull = parameters.real("lambda");
    }
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    DittoParameters m_parameters;
    GlobalModel m_global;      ///< w
    PersonalModels m_personal; ///< v
    OptimizerMemory m_memory;  ///< of v
};

[[nodiscard]] std::unique_ptr<Algorithm> makeDitto(const RunPlan& plan);

inline constexpr std::array kDittoParameters{
    ParameterDescriptor{.name = "lambda",
                        .title = "Pull of the global model",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 1,
                        .meaning = "How hard personal models are pulled towards the global one",
                        .symbol = "λ",
                        .equation = "Ditto eq. (1)",
                        .live = true},
    ParameterDescriptor{.name = "personalSteps",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .defaultNumber = 0,
                        .unit = "steps",
                        .meaning = "Steps of a personal model in a round; 0: as many as local work",
                        .equation = "Ditto Algorithm 1"},
    kAggregationParameter,
};

inline constexpr NamedPart kDitto{.name = "ditto",
                                  .title = "Ditto",
                                  .meaning = "FedAvg, and a personal model for each client that is "
                                             "pulled towards the global one.",
                                  .paper = "Li et al. 2021",
                                  .parameters = kDittoParameters};

} // namespace coterie
