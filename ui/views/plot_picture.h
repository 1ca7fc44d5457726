#pragma once

#include <QSet>
#include <QString>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace coterie::ui {

/// One line of a plot, its x ascending.
struct PlotLine
{
    enum class Weight
    {
        Main,   ///< in the legend and the crosshair, with a marker at its end
        Side,   ///< as strong, but one of many: a group, the worst client
        Thin,   ///< one of very many
        Shadow, ///< the raw values behind a smoothed line, which is counted for both
        Hover   ///< one of those that a band or a mean stands for: drawn under the pointer only
    };

    enum class Joined
    {
        Line,
        None ///< single points, which say nothing of what is between them
    };

    QString name;            ///< "FedAvg, seed 1"
    QString id = {};         ///< stays when the name changes; empty: the name
    QString label = {};      ///< of a Hover line
    QString fullName = {};   ///< in a saved figure, which has no note; empty: the name
    std::size_t colour = 0;  ///< PlotTheme::armColour; kNoArm has no markers
    std::size_t shape = 0;   ///< of its marker
    std::size_t variant = 0; ///< of several that share the colour; see lookOf()
    Weight weight = Weight::Main;
    bool dashed = false;
    bool markers = false; ///< a marker at every point, not only at the end
    Joined joined = Joined::Line;
    bool isRead = true; ///< by the crosshair; false: its points are those of other lines
    int key = -1;       ///< reported by a click on the line; −1: none
    std::vector<double> x;
    std::vector<double> y; ///< may hold NaN and infinities

    /// Lines of one key are hidden and shown together.
    [[nodiscard]] const QString& hidingKey() const { return id.isEmpty() ? name : id; }
    [[nodiscard]] bool isThin() const { return weight == Weight::Thin || weight == Weight::Shadow; }
    /// In the legend and the crosshair.
    [[nodiscard]] bool isNamed() const { return weight == Weight::Main || weight == Weight::Side; }
};

/// A soft band, mean ± sd for instance; drawn below all lines.
struct PlotBand
{
    QString name;           ///< of the lines it is hidden with
    QString id = {};        ///< likewise
    QString lowerName = {}; ///< "mean − 1 sd", in a table
    QString upperName = {};
    std::size_t colour = 0;
    std::size_t variant = 0; ///< as of its line
    std::vector<double> x;
    std::vector<double> lower;
    std::vector<double> upper;

    [[nodiscard]] const QString& hidingKey() const { return id.isEmpty() ? name : id; }
};

struct PlotPicture
{
    std::vector<PlotLine> lines;
    std::vector<PlotBand> bands;
    QString xLabel;
    QString yLabel;
    QString title = {};             ///< of a saved figure; empty: none
    bool xIsWhole = true;           ///< rounds: no tick at 2.5
    bool xFromZero = true;          ///< rounds, bytes, seconds; false: around what is there
    std::optional<double> xReaches; ///< the axis reaches at least this far
    /// "round %1": the crosshair says so of a value that is from an earlier place; empty: it does
    /// not.
    QString placeWords;
    /// The number of seeds of every line, where their names do not say it.
    std::optional<std::size_t> seedsOfEach = {};
};

/// A part of a plot: left, right, bottom, top.
using PlotPart = std::array<double, 4>;

/// The axes that show everything; with nothing to show, those of `before`.
[[nodiscard]] PlotPart wholePart(const PlotPicture& picture,
                                 const QSet<QString>& hidden,
                                 bool logarithmicX,
                                 bool logarithmicY,
                                 const PlotPart& before);

/// What the crosshair says at x: the newest value of each shown strong line up to there, of single
/// points only those that are there, several at one place as their mean with the ends of their
/// range. The place is that of the nearest sample of any of them.
struct PlotReading
{
    struct Value
    {
        QString name;
        std::size_t colour = 0;
        double y = 0;
        /// As of its line.
        std::size_t shape = 0;
        std::size_t variant = 0;
        bool dashed = false;
        PlotLine::Joined joined = PlotLine::Joined::Line;
    };
    double x = 0;
    std::vector<Value> values; ///< descending, as the lines are on screen; NaN last
};
/// Absent where no such line has a sample.
[[nodiscard]] std::optional<PlotReading>
readPlot(const PlotPicture& picture, const QSet<QString>& hidden, double x);

/// The value of a line at x, between its samples; NaN outside and where it is not joined.
[[nodiscard]] double valueOn(const PlotLine& line, double x);
/// The shown line nearest to a place, of those that count; null if none is within reach.
/// `distance` is that of a value at x from the place, in pixels.
[[nodiscard]] const PlotLine* nearestLine(const PlotPicture& picture,
                                          const QSet<QString>& hidden,
                                          double x,
                                          double reach,
                                          const std::function<double(double)>& distance,
                                          bool (*counts)(const PlotLine&));

} // namespace coterie::ui
