#pragma once

#include "ui/views/figure_settings.h"
#include "ui/views/plot_legend.h"

#include <QFont>
#include <QPalette>
#include <QSet>
#include <QSize>
#include <QString>

#include <functional>
#include <optional>

class QPainter;

namespace coterie::ui {

struct PlotTheme;

/// Curves and their axes as they were on screen.
struct FigurePlot
{
    PlotPicture picture;
    QSet<QString> hidden = {}; ///< keys of lines
    bool logarithmicX = false;
    bool logarithmicY = false;
    PlotPart whole = {};                 ///< axes that show everything
    std::optional<PlotPart> zoomed = {}; ///< absent: they did
};

/// An axis of a drawing that paints itself.
struct PaperAxis
{
    QString name = {};                               ///< its own; empty: it has no name to set
    std::optional<std::array<double, 2>> whole = {}; ///< absent: it has no limits to set
    bool logarithmic = false;
};

/// What of a drawing can be set besides its size, font and title.
struct FigureParts
{
    bool hasLines = false; ///< with a width
    PaperAxis x = {};
    PaperAxis y = {};
    bool limitsAreColours = false;               ///< those of y: the ends of the scale of colours
    std::vector<LegendEntry> legend = {};        ///< what colours mean; drawn beside the drawing
    std::vector<FigureLegend> legendPlaces = {}; ///< the usual one first; empty: no legend

    /// The chosen place, or the usual one if this drawing does not have it.
    [[nodiscard]] FigureLegend placeOf(FigureLegend chosen) const;
};

/// How a drawing paints itself on paper.
struct FigureStyle
{
    QFont font = {};
    double lineWidth = 1; ///< of main lines, in pixels of the font
    QString xName = {};   ///< empty: its own
    QString yName = {};
    std::array<std::optional<double>, 4> limits = {}; ///< left, right, bottom, top
    FigureLegend legend = FigureLegend::None;         ///< None: the drawing names what it can
};

/// A drawing taken from the window: it stays the same while the window goes on, and can be drawn on
/// paper at any size. It is either a plot or paints itself.
struct Figure
{
    QString name; ///< "curves": of its view, and the proposed file name
    std::optional<FigurePlot> plot = {};
    /// Paints itself at this size. Its colours are those of paper.
    std::function<void(QPainter&, const QSize&, const FigureStyle&)> paint = {};
    /// The height at a width, where the content decides it; else any height will do.
    std::function<int(int, const FigureStyle&)> heightAt = {};
    QString title = {};   ///< proposed; empty: none
    FigureParts own = {}; ///< of one that paints itself

    [[nodiscard]] bool isEmpty() const { return !plot && !paint; }
    /// What can be set.
    [[nodiscard]] FigureParts parts() const;
    /// What title, names and limits belong to: "Round, Test error (%)".
    [[nodiscard]] QString content() const;
};

/// Where figures come from.
struct PictureSource
{
    QString name; ///< of the figure, and for files of its numbers
    std::function<Figure()> take = {};
};

/// The window's font in pixels: drawings on screen and on paper are laid out alike.
[[nodiscard]] QFont figureFont(const QString& family);
/// Light, whatever the theme is.
[[nodiscard]] QPalette figurePalette();
[[nodiscard]] PlotTheme figureTheme(const QFont& font);

} // namespace coterie::ui
