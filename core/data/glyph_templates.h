#pragma once

#include <span>
#include <vector>

namespace coterie {

/// A point the pen passes, in a unit box: x to the right, y downwards. At a corner the pen turns
/// sharply; elsewhere the line is smooth.
struct PenPoint
{
    double x = 0;
    double y = 0;
    bool corner = false;
};

using PenStroke = std::vector<PenPoint>;
using Glyph = std::vector<PenStroke>;

/// The ways a digit (0 to 9) is commonly written, each as the strokes of a pen.
[[nodiscard]] std::span<const Glyph> glyphTemplates(int digit);

} // namespace coterie
