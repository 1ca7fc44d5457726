#pragma once

#include "core/store/design_points.h"

#include <QString>

#include <span>
#include <string>
#include <string_view>

namespace coterie::ui {

/// Settings in words: "α = 5 → 40, batch size = 16"; many of them end in a dot-dot-dot.
[[nodiscard]] QString designWords(std::span<const DesignPoint> points);

/// The arm with what tells the run from others of its names: "HCCT · α = 5 → 40".
[[nodiscard]] QString armDesign(const RunRow& run, const RunSettings& settings);

/// A sentence for each change by hand: "α was changed by hand to 40, from round 12 on."
[[nodiscard]] QString changesText(const RunRow& run);

/// A setting's value in words: lists of clients as "client 0: 40 samples", several values of one
/// run with an arrow between.
[[nodiscard]] QString valueWords(std::string_view pointer, const std::string& value);

} // namespace coterie::ui
