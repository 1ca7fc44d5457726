#pragma once

#include "ui/views/plot_picture.h"

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
    QSet<QString> hidden = {}; ///< names of lines
    bool logarithmicX = false;
    bool logarithmicY = false;
    PlotPart whole = {};                 ///< axes that show everything
    std::optional<PlotPart> zoomed = {}; ///< absent: they did
};

/// A drawing taken from the window: it stays the same while the window goes on, and can be drawn on
/// paper at any size. It is either a plot or paints itself.
struct Figure
{
    QString name; ///< "curves": of its view, and the proposed file name
    std::optional<FigurePlot> plot = {};
    /// Paints itself at this size, with texts of this font. Its colours are those of paper.
    std::function<void(QPainter&, const QSize&, const QFont&)> paint = {};
    /// The height at a width, where the content decides it; else any height will do.
    std::function<int(int, const QFont&)> heightAt = {};
    QString title = {}; ///< proposed; empty: none

    [[nodiscard]] bool isEmpty() const { return !plot && !paint; }
    /// What title, names and limits belong to: "Round, Test error (%)".
    [[nodiscard]] QString content() const
    {
        return plot ? plot->picture.xLabel + QStringLiteral(", ") + plot->picture.yLabel
                    : QStringLiteral("drawing");
    }
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
