#pragma once

#include "ui/frame/plot_theme.h"
#include "ui/views/curve_decimation.h"
#include "ui/views/plot_picture.h"

#include <QPainterPath>
#include <QVector>
#include <qcustomplot.h>

#include <array>
#include <span>
#include <vector>

namespace coterie::ui {

/// Linear or logarithmic, with true minus signs. `whole`: no tick at 2.5.
void setPlotTicker(QCPAxis& axis, bool logarithmic, bool whole);
/// A place as the labels of the axis say places: "52.7 M".
[[nodiscard]] QString placeOnAxis(const QCPAxis& axis, double place);

/// The name of the vertical axis: beside it, or above it where it is longer than the axis.
class ValueName final
{
public:
    explicit ValueName(QCustomPlot& plot);

    void place(const QString& name, const PlotTheme& theme);

private:
    QCustomPlot& m_plot;
    QCPItemText* m_above = nullptr; ///< the plot owns it
};

/// How strong a band is, from 0 to 255.
struct BandLook
{
    int fill = 0;
    int edge = 0; ///< 0: it has none
};
/// Of so many bands that are shown together. Fills that overlap mix to one grey, so that many are
/// pale and each has an edge in the colour of its line.
[[nodiscard]] BandLook bandLook(std::size_t bands, bool dark);

/// A graph that may be drawn beyond the axes: a marker at the end of one is drawn whole then, and
/// one of a point beyond them not at all, also while the plot moves under the pointer.
class PlotGraph final : public QCPGraph
{
public:
    using QCPGraph::QCPGraph;

    void setClipped(bool clipped) { m_isClipped = clipped; }

protected:
    [[nodiscard]] QRect clipRect() const override
    {
        return m_isClipped ? QCPGraph::clipRect() : parentPlot()->viewport();
    }
    void drawScatterPlot(QCPPainter* painter,
                         const QVector<QPointF>& scatters,
                         const QCPScatterStyle& style) const override;

private:
    bool m_isClipped = true;
};

/// The lower and the upper edge of a band, without what an axis cannot show: a fill between two
/// graphs needs the same x without gaps.
[[nodiscard]] std::array<QVector<QCPGraphData>, 2>
bandEdges(const PlotBand& band, const QCPAxis& x, const QCPAxis& y);
/// The same edges as lines, with gaps (NaN) where they have no place on the axes: the fill goes on
/// at the edge of the plot there, which is no value of the band.
[[nodiscard]] std::array<QVector<QCPGraphData>, 2>
bandLines(const PlotBand& band, const QCPAxis& x, const QCPAxis& y);

/// A line within the range of its horizontal axis, as so many columns of pixels can show it.
struct LineOnAxis
{
    std::vector<ScreenPoint> points; ///< in the units of the axes
    std::vector<double> gaps;        ///< where its values are not finite
};
[[nodiscard]] LineOnAxis lineOnAxis(const PlotLine& line, const QCPAxis& x, std::size_t columns);
/// In pixels.
[[nodiscard]] QPainterPath
pathOf(const PlotLine& line, const QCPAxis& x, const QCPAxis& y, std::size_t columns);

/// Apart from rounding.
[[nodiscard]] bool isSamePart(const PlotPart& one, const PlotPart& other);

/// The parts of a line within a part of the plot, with gaps (NaN) between them.
[[nodiscard]] std::vector<ScreenPoint> clippedLine(std::span<const ScreenPoint> points,
                                                   const PlotPart& part);
/// The line between left and right, its values above and below moved to the edges.
[[nodiscard]] std::vector<ScreenPoint> clampedLine(std::span<const ScreenPoint> points,
                                                   const PlotPart& part);

/// Does this to samples of a plot; on logarithmic axes with the logarithms, where lines are
/// straight.
[[nodiscard]] QVector<QCPGraphData>
withinAxes(const QVector<QCPGraphData>& samples,
           const QCPAxis& x,
           const QCPAxis& y,
           std::vector<ScreenPoint> (*change)(std::span<const ScreenPoint>, const PlotPart&));

} // namespace coterie::ui
