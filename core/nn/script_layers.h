#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/experiment/layer_settings.h"

#include <string>
#include <vector>

namespace torch::jit {
struct Module;
}

namespace coterie {

/// A scripted module as a list of layers that computes the same.
struct ScriptLayers
{
    std::vector<LayerSettings> layers;
    /// What the module calls each tensor of the list's layout ("features.0.weight"), so that a row
    /// can be filled from the module and written back.
    std::vector<std::string> parameters; ///< as ParamLayout::parameters
    std::vector<std::string> buffers;    ///< as ParamLayout::buffers
};

/// Reads a scripted module as a list of layers, so that the planned step can train it. The network
/// of the list gives the same numbers, gradients and running statistics as the module's forward
/// pass for samples [batch, channels, (depth,) height, width] or [batch, numbers]. The module does
/// not change. The error is one sentence: what no list of layers can say, such as an operator with
/// its line, a parameter that is used twice or a way that depends on the numbers.
[[nodiscard]] Result<ScriptLayers> layersOfScript(const torch::jit::Module& module,
                                                  const SampleShape& input);

} // namespace coterie
