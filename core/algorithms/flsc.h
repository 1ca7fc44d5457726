#pragma once

#include "core/algorithms/algorithm.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace coterie {

struct FlscParameters
{
    std::size_t models = 5;
    std::size_t perClient = 2; ///< N_g
    bool sameStart = false;    ///< released code: all models start alike
    bool usesOwnModel = false; ///< released code: a client is tested with the model it trained
    bool decaysRate = true;    ///< released code: every round at the first learning rate
};

inline constexpr std::array<std::string_view, 2> kPersonalModelWords{"mean", "own"};

inline constexpr std::array kFlscParameters{
    bind<&FlscParameters::models>(kModelCountParameter),
    bind<&FlscParameters::perClient>(
        {.name = "perClient",
         .title = "Models per client",
         .minimum = 1,
         .maximum = 1e6,
         .unit = "models",
         .meaning = "Models that a client belongs to; all if there are fewer",
         .symbol = "N_g",
         .equation = "HCCT Table 3: 2, 3 and 3 for Digit, FMNIST and CIFAR-10"}),
    bind<&FlscParameters::sameStart>(kInitParameter),
    bind<&FlscParameters::usesOwnModel>(
        {.name = "personalModel",
         .title = "Client is tested with",
         .words = kPersonalModelWords,
         .meaning = "A client is tested with the mean of its models, or, as in HCCT's released "
                    "code, with the model it trained (own); the accuracy of the other one is "
                    "reported too",
         .equation = "HCCT §7.1",
         .profileCodeWord = "own"}),
    bind<&FlscParameters::decaysRate>(
        {.name = "decaysRate",
         .title = "Follow the schedule",
         .meaning = "Follows the schedule of the learning rate, which HCCT's released code does "
                    "not",
         .equation = "HCCT Table 3",
         .profileCodeNumber = 0}),
};

/// Soft clustering: each client trains the mean of the N_g server models with the smallest losses
/// on its data, and counts in all of them (ALGORITHMS §6.6).
class Flsc final : public Configured<Algorithm, FlscParameters>
{
public:
    explicit Flsc(const FlscParameters& parameters)
        : Configured(parameters)
    {
        m_parameters.perClient = std::min(parameters.perClient, parameters.models);
        keeps("models", m_clusters.models, "modelBuffers");
        keeps("chosen", m_chosen);
        keeps("means", m_means.rows, "meanBuffers");
        keeps("own", m_own.rows, "ownBuffers");
    }

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override
    {
        return m_parameters.usesOwnModel ? m_own.inUse() : m_means.inUse();
    }

private:
    [[nodiscard]] ModelRows means(const Federation& federation) const;
    void aggregate(const Federation& federation, const Trained& trained, RoundReport& report);
    [[nodiscard]] Matrix takenThrough(const Matrix& makeUp) const;
    void reportOther(Federation& federation, RoundReport& report) const;
    [[nodiscard]] std::span<const std::size_t> modelsOf(std::size_t client) const
    {
        return std::span(m_chosen).subspan(client * m_parameters.perClient, m_parameters.perClient);
    }

    ClusterModels m_clusters;
    std::vector<std::size_t> m_chosen; ///< I_i, perClient models of one client after another
    PersonalModels m_means;            ///< of the models in I_i
    PersonalModels m_own;              ///< w_i as trained
};

inline constexpr auto kFlsc = madeAs<Algorithm, Flsc, FlscParameters>(
    {.name = "flsc",
     .title = "FLSC",
     .meaning = "Clusters that overlap: each client trains the mean of the few server models that "
                "fit it best, and counts in all of them.",
     .paper = "Li et al. 2021",
     .parameters = kFlscParameters});

} // namespace coterie
