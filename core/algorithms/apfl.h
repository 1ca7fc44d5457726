#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"
#include "core/train/optimizers.h"

#include <array>
#include <vector>

namespace coterie {

class SteppedWork;

struct ApflParameters
{
    Aggregation aggregation = Aggregation::BySize;
    double share = 0.5; ///< α_i, at first if adaptive
    bool adaptive = false;
};

/// A client uses v̄_i = α_i v_i + (1−α_i) w_i, a mixture of its own model and its copy of the
/// averaged one; both learn, v_i through the mixture (Deng et al. 2020, Algorithm 1; ALGORITHMS
/// §7.4). Running statistics of batch-norm are mixed like parameters, so that α = 0 is FedAvg and
/// α = 1 is Independent with any network.
class Apfl final : public Algorithm
{
public:
    explicit Apfl(const ApflParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void mix(std::span<const std::size_t> clients);
    [[nodiscard]] at::Tensor gradientsAtCopies(Federation& federation, SteppedWork& work);
    [[nodiscard]] at::Tensor gradientsAtMixed(SteppedWork& work);
    void adapt(Federation& federation,
               std::span<const std::size_t> clients,
               const at::Tensor& gradients);

    ApflParameters m_parameters;
    GlobalModel m_global;         ///< w
    PersonalModels m_copies;      ///< w_i
    PersonalModels m_personal;    ///< v_i
    PersonalModels m_mixed;       ///< v̄_i
    std::vector<double> m_shares; ///< α_i
    RowOptimizer m_copyOptimizer;
    RowOptimizer m_personalOptimizer;
};

[[nodiscard]] std::unique_ptr<Algorithm> makeApfl(const RunPlan& plan);

inline constexpr std::array kApflParameters{
    ParameterDescriptor{.name = "alpha",
                        .title = "Share of the own model",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .defaultNumber = 0.5,
                        .meaning = "Share of the own model in the mixture; the first if adaptive",
                        .symbol = "α_i",
                        .equation = "APFL eq. (2)"},
    ParameterDescriptor{.name = "adaptive",
                        .title = "Learn the share",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning = "Each client learns its share by gradient steps",
                        .equation = "APFL eq. (10)"},
    kAggregationParameter,
};

inline constexpr NamedPart kApfl{.name = "apfl",
                                 .title = "APFL",
                                 .meaning = "Every client mixes a model of its own with the "
                                            "averaged one, and trains both.",
                                 .paper = "Deng et al. 2020",
                                 .parameters = kApflParameters};

} // namespace coterie
