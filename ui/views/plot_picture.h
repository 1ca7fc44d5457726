#pragma once

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace coterie::ui {

/// One line of a plot, its x ascending.
struct PlotLine
{
    enum class Weight
    {
        Main,  ///< counts for the legend and the crosshair, ends in its shape
        Side,  ///< as strong, but of one of many: a group, the worst client
        Thin,  ///< one of very many
        Shadow ///< the raw values behind a smoothed line, which stands for both in every count
    };

    QString name;            ///< "FedAvg, seed 1"; lines of one name are hidden and shown together
    std::size_t colour = 0;  ///< PlotTheme::armColour
    std::size_t shape = 0;   ///< which marker ends it
    std::size_t variant = 0; ///< which of several that share the colour; see lookOf()
    Weight weight = Weight::Main;
    bool dashed = false;
    int key = -1; ///< what a click on it tells; −1: nothing
    std::vector<double> x;
    std::vector<double> y; ///< may hold NaN and infinities

    bool operator==(const PlotLine&) const = default;
};

/// A soft band, mean ± sd for instance; drawn below all lines.
struct PlotBand
{
    QString name; ///< of the lines it is hidden with
    std::size_t colour = 0;
    std::vector<double> x;
    std::vector<double> lower;
    std::vector<double> upper;

    bool operator==(const PlotBand&) const = default;
};

/// What a LinePlot shows.
struct PlotPicture
{
    std::vector<PlotLine> lines;
    std::vector<PlotBand> bands;
    QString xLabel;
    QString yLabel;
    bool xIsWhole = true;           ///< rounds: no tick at 2.5
    std::optional<double> xReaches; ///< the axis goes at least so far

    bool operator==(const PlotPicture&) const = default;
};

} // namespace coterie::ui
