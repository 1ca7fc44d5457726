#pragma once

#include "core/data/generators/pen.h"

#include <cstddef>
#include <string_view>

namespace coterie {

/// Outlines that pictures of shapes are made of, each about 1 large around the origin.
inline constexpr std::size_t kOutlines = 10;

[[nodiscard]] std::string_view outlineName(std::size_t outline);
/// How far a point lies outside the outline; negative inside.
[[nodiscard]] double outsideOf(std::size_t outline, Point point);

} // namespace coterie
