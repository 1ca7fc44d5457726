#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/client_partition.h"
#include "core/algorithms/hcct_parameters.h"
#include "core/algorithms/personal_head.h"
#include "core/algorithms/personal_models.h"
#include "core/spec/descriptor.h"

#include <optional>

namespace coterie {

/// Groups clients greedily while some merge still raises the summed utility; groups then train one
/// model each. Benefit of a merge: HCCT eq. (15); choice of the pair: eq. (16); stop: eq. (17).
/// The number of groups is a result. HCCT-E compares updates in one layer only (eq. (20)), HCCT-P
/// keeps the last layers private (§5.1); both are this class with other parameters.
class Hcct final : public Algorithm
{
public:
    explicit Hcct(HcctParameters parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    void setParameters(const ParameterSet& parameters) override
    {
        m_parameters.alpha = parameters.real("alpha");
    }
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    [[nodiscard]] std::vector<std::size_t> arrived(const Federation& federation) const;
    void formGroups(const Federation& federation,
                    std::span<const std::size_t> newcomers,
                    RoundReport& report);
    void shareWithinGroups(const Federation& federation, ModelRows& starts) const;
    void giveProbes(const Federation& federation,
                    std::span<const std::size_t> newcomers,
                    ModelRows& starts) const;
    [[nodiscard]] Trained train(Federation& federation,
                                const ModelRows& starts,
                                std::span<const std::size_t> newcomers,
                                RoundReport& report) const;
    void aggregate(const Federation& federation, const Trained& trained, Matrix& collaboration);
    void remember(const Federation& federation, const Trained& trained, RoundReport& report);
    void chooseLayer(const Trained& trained, RoundReport& report);
    void placeNewcomers(const Federation& federation,
                        std::span<const std::size_t> newcomers,
                        RoundReport& report);
    [[nodiscard]] ClientUpdates updates(const Federation& federation) const;

    HcctParameters m_parameters;
    UtilitySettings m_settings;
    std::optional<PersonalHead> m_head;
    std::vector<LayerColumns> m_layers;
    PersonalModels m_models;            ///< each client's copy of its group's model
    Groups m_groups;                    ///< of the clients that are here
    at::Tensor m_vectors;               ///< [N, L]: last updates, as far as they are compared
    std::vector<bool> m_known;          ///< whether a client has sent one
    std::optional<std::size_t> m_layer; ///< of m_layers
};

[[nodiscard]] std::unique_ptr<Algorithm> makeHcct(const RunPlan& plan);

} // namespace coterie
