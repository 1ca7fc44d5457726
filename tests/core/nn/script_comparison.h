#pragma once

#include "core/data/dataset.h"
#include "core/experiment/layer_settings.h"
#include "tests/core/nn/scripted_modules.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace coterie::scripted {

using TensorsByName = std::map<std::string, at::Tensor>;

/// Parameters and buffers.
[[nodiscard]] TensorsByName tensorsOf(const Module& module);
/// "linear units=3, block shortcut=identity [relu]"
[[nodiscard]] std::string textOf(const std::vector<LayerSettings>& layers);

/// Checks that the module is read as a list that gives what the module gives: numbers, gradients
/// and running statistics, stacked and planned, in evaluation and, without dropout, in training.
/// `words`: the list as textOf() has it; empty: any.
void compareWithModule(Module module,
                       const SampleShape& shape,
                       std::size_t classes,
                       bool hasDropout,
                       const std::string& words);

} // namespace coterie::scripted
