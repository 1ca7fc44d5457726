#pragma once

#include "core/train/federation.h"

#include <cstddef>

namespace coterie {

/// The one model that many methods keep: what it is used for, how it is saved, how it comes back.
struct GlobalModel
{
    ModelRows row; ///< one row
    std::size_t clients = 0;

    void start(Federation& federation);
    /// Everybody's personal model and the global one.
    [[nodiscard]] ModelsInUse inUse() const;
    [[nodiscard]] State state() const;
    void restore(const State& state);
};

} // namespace coterie
