#pragma once

#include "core/train/federation.h"

namespace coterie {

/// Client values "squaredGradientNorm": ‖∇J_i(w_i)‖² of every participant over its training set, at
/// row i of the models (HCCT Theorem 2). Nothing else changes.
void reportGradientNorms(Federation& federation, ModelRows& models, RoundReport& report);

} // namespace coterie
