#pragma once

#include "core/algorithms/algorithm.h"
#include "core/spec/descriptor.h"

namespace coterie {

/// All data in one place: w ← LOCAL(w, everybody's samples). No federation can have this; it is the ceiling.
class Centralised final : public Algorithm
{
public:
    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    ModelRows m_model; ///< one row
    std::size_t m_clients = 0;
};

inline constexpr NamedPart kCentralised{
    .name = "centralised",
    .title = "Centralised",
    .meaning = "One model trained on all clients' data pooled: what could be had if data were allowed to move."};

} // namespace coterie
