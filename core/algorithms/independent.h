#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

namespace coterie {

/// No collaboration: w_i ← LOCAL(w_i, i). The lower bound every other method is held against
/// (ALGORITHMS §6.1).
class Independent final : public Algorithm
{
public:
    void start(Federation& federation) override { m_models.start(federation); }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }
    [[nodiscard]] State state() const override;
    void restore(const State& state) override { m_models.restore(state); }

private:
    PersonalModels m_models;
};

[[nodiscard]] std::unique_ptr<Algorithm> makeIndependent(const RunPlan& plan);

inline constexpr NamedPart kIndependent{.name = "independent",
                                        .title = "Independent",
                                        .meaning =
                                            "Every client trains alone on its own data, from the "
                                            "common initial model; nothing is exchanged.",
                                        .paper = "HCCT, All-for-one (baseline)"};

/// All data in one place: w ← LOCAL(w, everybody's samples). No federation can have this; it is the
/// ceiling. Who a sampler draws does not matter to it.
class Centralised final : public Algorithm
{
public:
    void start(Federation& federation) override { m_model.start(federation); }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_model.inUse(); }
    [[nodiscard]] State state() const override { return m_model.state(); }
    void restore(const State& state) override { m_model.restore(state); }

private:
    GlobalModel m_model;
};

[[nodiscard]] std::unique_ptr<Algorithm> makeCentralised(const RunPlan& plan);

inline constexpr NamedPart kCentralised{.name = "centralised",
                                        .title = "Centralised",
                                        .meaning =
                                            "One model trained on all clients' data pooled: what "
                                            "could be had if data were allowed to move."};

} // namespace coterie
