#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"

#include <array>
#include <vector>

namespace coterie {

class SteppedWork;

struct ApflParameters
{
    double share = 0.5; ///< α_i, at first if adaptive
    bool adaptive = false;
    Aggregation aggregation = Aggregation::BySize;
};

inline constexpr std::array kApflParameters{
    bind<&ApflParameters::share>(
        {.name = "alpha",
         .title = "Share of the own model",
         .minimum = 0,
         .maximum = 1,
         .meaning = "Share of the client's own model in the mixture; the initial one if adaptive",
         .symbol = "α_i",
         .equation = "APFL eq. (2)"}),
    bind<&ApflParameters::adaptive>({.name = "adaptive",
                                     .title = "Learn the share",
                                     .meaning = "Each client learns its share by gradient steps",
                                     .equation = "APFL eq. (10)"}),
    bind<&ApflParameters::aggregation>(kAggregationParameter),
};

/// A client uses v̄_i = α_i v_i + (1−α_i) w_i, a mixture of its own model and its copy of the
/// averaged one; both learn, v_i through the mixture (Deng et al. 2020, Algorithm 1; ALGORITHMS
/// §7.4). Running statistics of batch-norm are mixed like parameters, so that α = 0 is FedAvg and
/// α = 1 is Independent with any network.
class Apfl final : public Configured<GlobalModelAlgorithm, ApflParameters>
{
public:
    explicit Apfl(const ApflParameters& parameters)
        : Configured(parameters)
    {
        keeps("copies/", m_copies);
        keeps("personal/", m_personal);
        keeps("mixed/", m_mixed);
        keeps("copyOptimizer/", m_copyOptimizer);
        keeps("personalOptimizer/", m_personalOptimizer);
        keeps("shares", m_shares);
    }

    void start(Federation& federation) override
    {
        m_model.start(federation);
        m_copies.start(federation);
        m_personal.start(federation);
        m_mixed.start(federation);
        m_shares.assign(federation.clients(), m_parameters.share);
        m_copyOptimizer.start(federation, federation.clients());
        m_personalOptimizer.start(federation, federation.clients());
    }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_mixed.inUse(&m_model); }

private:
    void mix(std::span<const std::size_t> clients);
    [[nodiscard]] at::Tensor gradientsAtCopies(Federation& federation, SteppedWork& work);
    void adapt(Federation& federation,
               std::span<const std::size_t> clients,
               const at::Tensor& gradients);

    PersonalModels m_copies;   ///< w_i
    PersonalModels m_personal; ///< v_i
    PersonalModels m_mixed;    ///< v̄_i
    RowOptimizer m_copyOptimizer;
    RowOptimizer m_personalOptimizer;
    std::vector<double> m_shares; ///< α_i
};

inline constexpr auto kApfl = madeAs<Algorithm, Apfl, ApflParameters>(
    {.name = "apfl",
     .title = "APFL",
     .meaning = "Every client mixes a model of its own with the averaged one, and trains both.",
     .paper = "Deng et al. 2020",
     .parameters = kApflParameters});

} // namespace coterie
