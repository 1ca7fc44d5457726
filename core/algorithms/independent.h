#pragma once

#include "core/algorithms/algorithm.h"

namespace coterie {

/// No collaboration: w_i ← LOCAL(w_i, i). The lower bound for every other method (ALGORITHMS §6.1).
class Independent final : public PersonalModelsAlgorithm
{
public:
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] State state() const override;
};

inline constexpr auto kIndependent = madeAs<Algorithm, Independent>(
    {.name = "independent",
     .title = "Independent",
     .meaning = "Every client trains alone on its own data, from the common initial model; nothing "
                "is exchanged.",
     .paper = "HCCT, All-for-one (baseline)"});

/// All data in one place: w ← LOCAL(w, all samples). Federations cannot do this; it is the upper
/// bound. The sampler's draw does not matter to it.
class Centralised final : public GlobalModelAlgorithm
{
public:
    void round(Federation& federation, RoundReport& report) override;
};

inline constexpr auto kCentralised = madeAs<Algorithm, Centralised>(
    {.name = "centralised",
     .title = "Centralised",
     .meaning = "One model trained on the pooled data of all clients: the upper bound, possible "
                "only if data may leave the clients."});

} // namespace coterie
