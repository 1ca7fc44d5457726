#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/global_model.h"
#include "core/spec/descriptor.h"

namespace coterie {

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
