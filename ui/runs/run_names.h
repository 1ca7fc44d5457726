#pragma once

#include "ui/runs/run_curves.h"

#include <cstddef>
#include <vector>

namespace coterie::ui {

/// Gives runs of one experiment, arm and sweep point (by their places) what tells them apart: the
/// settings in which they differ and those that were changed by hand. Returns those that now have
/// another name.
std::vector<std::size_t> tellApart(std::vector<RunCurves>& runs,
                                   const std::vector<std::size_t>& alike);

} // namespace coterie::ui
