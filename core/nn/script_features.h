#pragma once

#include "core/nn/script_inside.h"

#include <memory>
#include <string>

namespace coterie {

/// How a module's pass gives what arrives at its output layer, too.
struct ScriptFeatures
{
    std::shared_ptr<torch::jit::Graph> graph =
        {};                   ///< forward's, which gives both; null: there is none
    std::string problem = {}; ///< then why, a sentence without its end
};

/// There is one where the output layer is linear and ends forward: after it, forward may only apply
/// softmax or its logarithm, or change the shape.
[[nodiscard]] ScriptFeatures featuresOf(const ScriptModule::Inside& inside,
                                        const ParamLayout& layout);

} // namespace coterie
