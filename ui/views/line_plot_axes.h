#pragma once

#include "ui/views/curve_decimation.h"
#include "ui/views/plot_picture.h"

#include <QVector>
#include <qcustomplot.h>

#include <span>
#include <vector>

namespace coterie::ui {

/// Linear or logarithmic, with true minus signs. `whole`: no tick at 2.5.
void setPlotTicker(QCPAxis& axis, bool logarithmic, bool whole);

/// A graph whose marker at the end of an axis is drawn whole. Lines must be within the axes.
[[nodiscard]] QCPGraph* addUnclippedGraph(QCPAxis& x, QCPAxis& y);

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
