#pragma once

#include "core/report/kept_models.h"
#include "core/train/federation.h"

#include <cstdint>
#include <memory>
#include <string>

namespace coterie {

/// The tensors of a model in the order of its numbers, parameters first: a line for each with its
/// name and sizes.
[[nodiscard]] std::string tensorLines(const ParamLayout& layout);

/// Models of clients that ranks have dealt among themselves, at rank 0.
struct DealtModels
{
    std::shared_ptr<const DealtRows> parameters;
    std::shared_ptr<const DealtRows> buffers;
};

/// After this round: the global model, if there is one, and those that clients use: each once,
/// whatever rows have it. A model of a client counts as its own only where no other client's is the
/// same to the bit. If they take more than `budget` bytes, their size alone. A client that is left
/// out has none.
/// `dealt` are the personal models, where they are dealt: of them, equal hashes count as equal
/// numbers, and only those that are kept come to rank 0.
[[nodiscard]] KeptModels finalModels(const ModelsInUse& models,
                                     const Federation& federation,
                                     int round,
                                     std::uint64_t budget,
                                     const DealtModels* dealt = nullptr);

} // namespace coterie
