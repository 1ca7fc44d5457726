#pragma once

#include "core/report/matrix.h"
#include "core/train/federation.h"
#include "core/train/state_parts.h"

#include <cstddef>
#include <span>
#include <string>

namespace coterie {

/// A model for every client, row i for client i: what it is used for, how it is saved, how it comes
/// back.
struct PersonalModels
{
    ModelRows rows;

    void start(Federation& federation);
    /// Row j of `ends` becomes the model of clients[j]; nobody's row is written over in place.
    void keep(std::span<const std::size_t> clients, const ModelRows& ends);
    [[nodiscard]] ModelsInUse inUse() const;
    /// `prefix` tells several sets of one algorithm apart.
    [[nodiscard]] State state(const std::string& prefix = {}) const;
    void restore(const State& state, const std::string& prefix = {});
};

/// A of clients that keep to themselves.
[[nodiscard]] Matrix identityMatrix(std::size_t clients);

} // namespace coterie
