#pragma once

#include "core/spec/arm_looks.h"

#include <QColor>
#include <QFont>

#include <cstddef>

class QCustomPlot;
class QPalette;
class QWidget;

namespace coterie::ui {

/// Every colour of a plot, taken from the palette: QCustomPlot knows nothing of palettes and would
/// stay white.
struct PlotTheme
{
    QColor background;
    QColor text;
    QColor faintText;
    QColor axisLine;
    QColor grid;
    QColor crosshair;
    QColor warning;
    QFont font;
    bool dark = false;

    [[nodiscard]] static PlotTheme of(const QWidget& widget);

    /// The arm's own colour, the same in every view and run. Eight colours that stay apart for
    /// colour-blind eyes too (after Okabe and Ito, moved until they did), each at least 3:1 against
    /// its background; after eight they repeat. The marker's shape says it again.
    [[nodiscard]] QColor armColour(std::size_t look) const;

    /// Recolours all axes, grids and backgrounds; draws nothing.
    void apply(QCustomPlot& plot) const;
};

inline constexpr std::size_t kArmColours = kLookColours;

[[nodiscard]] bool isDark(const QPalette& palette);
/// The colour of what is wrong, legible on this palette.
[[nodiscard]] QColor problemColour(const QPalette& palette);
/// The palette with its text in that colour.
[[nodiscard]] QPalette problemPalette(const QPalette& palette);
/// `share` of the top colour over the bottom one.
[[nodiscard]] QColor blend(const QColor& top, const QColor& bottom, double share);
/// WCAG contrast of two colours, 1 to 21.
[[nodiscard]] double contrast(const QColor& one, const QColor& other);

} // namespace coterie::ui
