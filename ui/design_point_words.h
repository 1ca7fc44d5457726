#pragma once

#include "core/store/design_points.h"

#include <QString>

#include <span>
#include <string>
#include <string_view>

namespace coterie::ui {

/// Settings in words: "α = 5 → 40, batch size = 16"; many of them end in a dot-dot-dot.
[[nodiscard]] QString designWords(std::span<const DesignPoint> points);

/// A setting's value in words: lists of clients as "client 0: 40 samples", several values of one
/// run with an arrow between.
[[nodiscard]] QString valueWords(std::string_view pointer, const std::string& value);

} // namespace coterie::ui
