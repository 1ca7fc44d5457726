#pragma once

#include "ui/window/command_palette.h"

#include <vector>

namespace coterie::ui {

class ComparePage;
class ExperimentDocument;

/// The figures that the experiment on the Design page describes, and those of the runs that are
/// selected in Compare. An entry draws its figure there.
[[nodiscard]] std::vector<PaletteEntry> figureEntries(const ExperimentDocument& design,
                                                      ComparePage& compare);

} // namespace coterie::ui
