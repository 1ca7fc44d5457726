#pragma once

#include <QColor>

#include <vector>

namespace coterie::ui {

/// One colour for each kind of sample (class or domain) of a data set: for up to ten, colours that
/// stay apart for colour-blind eyes; for more, steps of a scale whose lightness alone tells
/// neighbours apart.
[[nodiscard]] std::vector<QColor> kindColours(std::size_t kinds, bool dark);
/// Black or white, whichever can be read on the colour.
[[nodiscard]] QColor inkOn(const QColor& colour);

} // namespace coterie::ui
