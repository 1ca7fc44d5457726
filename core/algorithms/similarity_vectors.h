#pragma once

#include "core/algorithms/hcct_parameters.h"
#include "core/algorithms/personal_head.h"
#include "core/train/federation.h"

namespace coterie {

/// The part of a round's updates that clients are compared by, on the CPU: row j belongs to
/// trained.clients[j]. All trainable parameters; of one layer only (HCCT-E); without the private
/// head (HCCT-P, body); or with the running statistics and the batch counters of batch-norm, as the
/// released code has it (ALGORITHMS §2.1, A13).
[[nodiscard]] at::Tensor similarityVectors(const Trained& trained,
                                           const HcctParameters& parameters,
                                           const LayerColumns* layer,
                                           const PersonalHead& head,
                                           const ParamLayout& layout);

} // namespace coterie
