#pragma once

#include "ui/design/template_hints.h"
#include "ui/window/command_palette.h"

#include <vector>

namespace coterie::ui {

class ComparePage;
class ExperimentDocument;

/// The figures that the experiment on the Design page describes, and those of the runs that are
/// selected in Compare. An entry draws its figure there. Of figures of the `shipped` experiments
/// those to other data are left out, as runs leave them out.
[[nodiscard]] std::vector<PaletteEntry> figureEntries(const ExperimentDocument& design,
                                                      ComparePage& compare,
                                                      const std::vector<TemplateHint>& shipped);

} // namespace coterie::ui
