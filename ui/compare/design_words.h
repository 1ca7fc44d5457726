#pragma once

#include "ui/design_point_words.h"

#include <QString>

namespace coterie::ui {

/// The arm with what tells the run from others of its names: "HCCT · α = 5 → 40".
[[nodiscard]] QString armDesign(const RunRow& run, const RunSettings& settings);

/// A sentence for each change by hand: "α was changed by hand to 40, from round 12 on."
[[nodiscard]] QString changesText(const RunRow& run);

} // namespace coterie::ui
