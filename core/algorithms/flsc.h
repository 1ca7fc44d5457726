#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"

#include <array>
#include <string_view>

namespace coterie {

struct FlscParameters
{
    std::size_t models = 5;
    std::size_t perClient = 2; ///< N_g
    bool startsDistinct = true;
    bool usesOwnModel = false; ///< released code: a client is tested with the model it trained
    bool decaysRate = true;    ///< released code: every round at the first learning rate
};

/// Soft clustering: each client trains the mean of the N_g server models with the smallest losses
/// on its data, and counts in all of them (ALGORITHMS §6.6).
class Flsc final : public Algorithm
{
public:
    explicit Flsc(const FlscParameters& parameters)
        : m_parameters(parameters)
    {}

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void choose(Federation& federation, RoundReport& report);
    [[nodiscard]] ModelRows means(const Federation& federation) const;
    void aggregate(const Federation& federation, const Trained& trained, RoundReport& report);
    void reportOther(Federation& federation, RoundReport& report) const;

    FlscParameters m_parameters;
    ClusterModels m_clusters;
    std::vector<std::vector<std::size_t>> m_chosen; ///< I_i
    ModelRows m_means;                              ///< of the models in I_i
    ModelRows m_own;                                ///< w_i as trained
};

[[nodiscard]] std::unique_ptr<Algorithm> makeFlsc(const RunPlan& plan);

inline constexpr std::array<std::string_view, 2> kPersonalModelWords{"mean", "own"};

inline constexpr std::array kFlscParameters{
    kModelCountParameter,
    ParameterDescriptor{.name = "perClient",
                        .title = "Models per client",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 1e6,
                        .defaultNumber = 2,
                        .unit = "models",
                        .meaning = "How many models a client belongs to; never more than there are",
                        .symbol = "N_g",
                        .equation = "HCCT Table 3: 2, 3 and 3 for Digit, FMNIST and CIFAR-10"},
    kInitParameter,
    ParameterDescriptor{.name = "personalModel",
                        .title = "Client is tested with",
                        .type = ParameterType::Word,
                        .defaultWord = "mean",
                        .words = kPersonalModelWords,
                        .meaning =
                            "A client is tested with the mean of its models, or, as in HCCT's "
                            "released code, with the model it trained; the other's accuracy is "
                            "reported beside it",
                        .equation = "HCCT §7.1",
                        .profileCodeWord = "own"},
    ParameterDescriptor{.name = "decaysRate",
                        .title = "Follow the schedule",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 1,
                        .meaning =
                            "Follow the schedule of the learning rate, which HCCT's released "
                            "code does not",
                        .equation = "HCCT Table 3",
                        .profileCodeNumber = 0}};

inline constexpr NamedPart kFlsc{
    .name = "flsc",
    .title = "FLSC",
    .meaning =
        "Clusters that overlap: each client trains the mean of the few server models that fit "
        "it best, and counts in all of them.",
    .paper = "Li et al. 2021",
    .parameters = kFlscParameters};

} // namespace coterie
