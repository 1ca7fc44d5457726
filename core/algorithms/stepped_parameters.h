#pragma once

#include "core/spec/descriptor.h"

namespace coterie {

// Parameters of the methods whose clients evaluate gradients at each other's models.

inline constexpr ParameterDescriptor kInnerIterationsParameter{
    .name = "innerIterations",
    .title = "Steps between refreshes",
    .type = ParameterType::Integer,
    .minimum = 1,
    .defaultNumber = 50,
    .unit = "steps",
    .meaning = "Steps between two refreshes of the weights; a round begins with one",
    .equation = "All-for-one Table S1"};

inline constexpr ParameterDescriptor kSharedBatchesParameter{
    .name = "sharedBatches",
    .title = "Same batches for all",
    .type = ParameterType::Boolean,
    .defaultNumber = 0,
    .meaning = "All models see the same batches of a client, instead of a stream for each pair"};

} // namespace coterie
