#pragma once

#include "core/experiment/arm_looks.h"

#include <QColor>
#include <QFont>
#include <QList>
#include <QPen>

#include <cstddef>
#include <limits>

class QCustomPlot;
class QPalette;
class QWidget;
class QPainter;
class QPointF;

namespace coterie::ui {

/// The colour number of what belongs to no arm and no group, such as a front over all of them:
/// the text's, paler, and dotted as no line of an arm is.
inline constexpr std::size_t kNoArm = std::numeric_limits<std::size_t>::max();

/// The colour number of a group or cluster, counted from 0. No arm has its colour, because both are
/// in one picture: a run's line, and the lines of its clients in the colours of their groups.
[[nodiscard]] constexpr std::size_t groupLook(int group)
{
    constexpr std::size_t kFirstGroup = std::size_t{1} << 32;
    return kFirstGroup + std::size_t(group < 0 ? 0 : group);
}

/// Every colour of a plot, taken from the palette, which QCustomPlot ignores.
struct PlotTheme
{
    QColor background;
    QColor text;
    QColor faintText;
    QColor axisLine;
    QColor grid;
    QColor crosshair;
    QColor warning;
    QColor agreement;  ///< a number that is as expected; legible as text, and no arm's
    QColor betterment; ///< one that is better
    QFont font;
    bool dark = false;

    [[nodiscard]] static PlotTheme of(const QWidget& widget);

    /// The colour of an arm or, for a groupLook(), of a group, the same in every view and run, each
    /// with a contrast of at least 3:1. The first eight are distinct for colour-blind eyes too
    /// (adapted from Okabe and Ito); after kPlotColours they repeat. The marker's shape tells arms
    /// apart without colour.
    [[nodiscard]] QColor armColour(std::size_t look) const;

    /// Recolours all axes, grids and backgrounds; does not redraw.
    void apply(QCustomPlot& plot) const;
};

inline constexpr std::size_t kArmColours = kLookColours;
/// More than arms need: as many groups look different, of which the last have colours of arms.
inline constexpr std::size_t kPlotColours = 24;
/// As many groups have colours that none of the first eight arms has.
inline constexpr std::size_t kGroupColours = kPlotColours - kArmColours;

[[nodiscard]] bool isDark(const QPalette& palette);
/// The colour of errors, legible on this palette.
[[nodiscard]] QColor problemColour(const QPalette& palette);
/// The palette with its text in the error colour.
[[nodiscard]] QPalette problemPalette(const QPalette& palette);
/// `share` of the top colour over the bottom one.
[[nodiscard]] QColor blend(const QColor& top, const QColor& bottom, double share);
/// WCAG contrast of two colours, 1 to 21.
[[nodiscard]] double contrast(const QColor& one, const QColor& other);
/// The colour, on a ground that is not the plots', such as a selected row: at a contrast of 3:1.
[[nodiscard]] QColor seenOn(const QColor& ground, const QColor& colour);
/// How opaque a line must be, from `least` to 255, to have that contrast on this ground.
[[nodiscard]] int seenAlpha(const QColor& ground, const QColor& colour, int least);

/// As many lines of one colour differ by dash, each in its own shade.
inline constexpr std::size_t kDashes = 8;
/// As many differ by dash and marker.
inline constexpr std::size_t kVariants = 64;

struct LineLook
{
    QColor colour;
    Qt::PenStyle style = Qt::SolidLine;
    QList<double> dashes = {}; ///< of Qt::CustomDashLine, as QPen counts them
};

/// How a line is drawn in plot and legend. Lines that share a colour, such as an arm's sweep
/// points, differ by dash and shade. Eight shades of each hue lie apart from each other; all keep
/// the contrast of arms, and none comes near white or black.
[[nodiscard]] LineLook
lookOf(const PlotTheme& theme, std::size_t colour, std::size_t variant, bool dashed = false);

[[nodiscard]] QPen linePen(const LineLook& look, double width);

/// For a piece of the line in a legend or a table: dashes so short that all of them fit into
/// `room`.
[[nodiscard]] QPen samplePen(const LineLook& look, double width, double room);

/// A marker at the points of a line.
struct Marker
{
    std::size_t shape = 0; ///< one of four
    bool isHollow = false;

    bool operator==(const Marker&) const = default;
};

/// Arms that share a colour have different shapes. Eight variants of an arm have different markers,
/// also beside those that looksTogether() gives to other experiments' arms of the colour. Of
/// kVariants those with one dash have different ones too.
[[nodiscard]] Marker markerOf(std::size_t arm, std::size_t variant = 0);

/// The half of a marker's width.
inline constexpr double kMarkerHalf = 3.5;
/// Half as wide as a row's samples of lines.
inline constexpr double kSampleHalf = 18;

/// Draws a marker in this colour; a hollow one leaves its ground.
void drawMarker(QPainter& painter, const QPointF& centre, Marker marker, const QColor& colour);

/// Draws a piece of a line, `half` to each side, with its marker in the middle.
void drawLineSample(QPainter& painter,
                    const QPointF& centre,
                    double half,
                    const LineLook& look,
                    Marker marker,
                    double width);

/// Draws a piece of the arm's line with its marker in the middle, for tables and cards.
void drawArmSwatch(QPainter& painter,
                   const QPointF& centre,
                   std::size_t arm,
                   const LineLook& look,
                   std::size_t variant = 0);

} // namespace coterie::ui
