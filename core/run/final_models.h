#pragma once

#include "core/report/kept_models.h"
#include "core/train/federation.h"

#include <cstdint>
#include <string>

namespace coterie {

/// The tensors of a model in the order of its numbers, parameters first: a line for each with its
/// name and sizes.
[[nodiscard]] std::string tensorLines(const ParamLayout& layout);

/// After this round: the global model, if there is one, and those that clients use: each once,
/// whatever rows have it. A model of a client counts as its own only where no other client's is the
/// same to the bit. If they take more than `budget` bytes, their size alone. A client that is left
/// out has none.
[[nodiscard]] KeptModels finalModels(const ModelsInUse& models,
                                     const Federation& federation,
                                     int round,
                                     std::uint64_t budget);

} // namespace coterie
