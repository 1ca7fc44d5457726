#include "ui/watch/curve_plot.h"

#include "ui/watch/curve_decimation.h"
#include "ui/watch/metric_info.h"

#include <QEvent>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

/// Rounds are whole: no tick at 2.5.
class RoundTicker final : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange& range) override
    {
        return std::max(1.0, std::floor(QCPAxisTicker::getTickStep(range)));
    }
    int getSubTickCount(double) override { return 0; }
};

/// A wide pen costs more than twenty times a narrow one; so few points do not show it.
constexpr std::size_t kFewPoints = 300;

constexpr std::array kShapes{QCPScatterStyle::ssDisc,
                             QCPScatterStyle::ssSquare,
                             QCPScatterStyle::ssTriangle,
                             QCPScatterStyle::ssDiamond};

} // namespace

struct CurvePlot::Extent
{
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();
};

CurvePlot::CurvePlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_plot);

    m_plot->setPlottingHint(QCP::phFastPolylines, true);
    m_plot->setNotAntialiasedElements(QCP::aeGrid | QCP::aeAxes);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setMinimumSize(160, 100);
    setToolTip(tr("Drag to move, turn the wheel to zoom; point at a round to read its values"));
    m_plot->xAxis->setLabel(tr("Round"));
    m_plot->xAxis->setTicker(QSharedPointer<RoundTicker>::create());
    m_plot->xAxis->setRange(0, 10);
    m_plot->yAxis->setRange(0, 1);
    m_plot->yAxis->setNumberFormat(QStringLiteral("g"));
    m_plot->yAxis->setNumberPrecision(4);
    m_plot->axisRect()->setMinimumMargins({64, 10, 14, 4});
    // Markers sit on an axis of their own, so that they stay at the top edge whatever the user
    // zooms to.
    m_plot->yAxis2->setRange(0, 1);
    m_markers = m_plot->addGraph(m_plot->xAxis, m_plot->yAxis2);
    m_markers->setLineStyle(QCPGraph::lsNone);
    m_cursorLine = new QCPItemStraightLine(m_plot);
    m_cursorLine->setVisible(false);

    m_plot->installEventFilter(this);
    m_plot->setAccessibleName(tr("Curves"));
    connect(m_plot, &QCustomPlot::mouseWheel, this, &CurvePlot::userMoved);
    retheme();
}

void CurvePlot::setMetric(Metric metric)
{
    m_metric = metric;
    m_plot->yAxis->setLabel(axisLabel(metric));
    m_plot->setAccessibleName(tr("%1 against the round").arg(titleText(metric)));
    fit();
}

void CurvePlot::setLogarithmic(bool logarithmic)
{
    if (m_logarithmic == logarithmic)
        return;
    m_logarithmic = logarithmic;
    m_plot->yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic)
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    else
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    m_plot->yAxis->grid()->setSubGridVisible(logarithmic);
    fit(); // the old range may reach below nought
}

void CurvePlot::redraw()
{
    m_graphsUsed = 0;
    m_nonFinite = 0;
    m_notPositive = 0;
    m_hasData = false;
    m_markerPlaces.clear();
    if (m_following)
        fit();
    if (m_model) {
        const std::size_t metric = storedIndex(m_metric);
        for (const RunCurves& run : m_model->runs()) {
            if (m_clientsOf != run.title.id)
                continue;
            QColor faint = m_theme.armColour(run.title.armIndex);
            faint.setAlpha(m_theme.dark ? 95 : 80);
            for (const Curve& client : run.metrics[metric].clients)
                drawCurve(client, QPen(faint, 1));
        }
        for (const RunCurves& run : m_model->runs()) {
            const Curve& mean = run.metrics[metric].mean;
            const QColor colour = m_theme.armColour(run.title.armIndex);
            drawCurve(mean, QPen(colour, mean.rounds.size() <= kFewPoints ? 2 : 1));
            drawNewest(run, mean, colour);
        }
    }
    for (std::size_t unused = m_graphsUsed; unused < m_graphs.size(); ++unused)
        m_graphs[unused]->setVisible(false);
    drawMarkers();
    placeCursor();
    m_plot->replot(QCustomPlot::rpQueuedRefresh); // painted now, so the timer's budget counts it;
                                                  // shown with the next event
}

void CurvePlot::fit()
{
    applyRange(extent());
}

CurvePlot::Extent CurvePlot::extent() const
{
    Extent all;
    if (!m_model)
        return all;
    const auto widen = [&](const Curve& curve) {
        const double low = m_logarithmic ? curve.lowestPositive : curve.lowest;
        if (!std::isfinite(low) || !std::isfinite(curve.highest))
            return;
        const double one = shown(low);
        const double other = shown(curve.highest);
        all.lowest = std::min({all.lowest, one, other});
        all.highest = std::max({all.highest, one, other});
    };
    const std::size_t metric = storedIndex(m_metric);
    for (const RunCurves& run : m_model->runs()) {
        widen(run.metrics[metric].mean);
        if (m_clientsOf == run.title.id)
            for (const Curve& client : run.metrics[metric].clients)
                widen(client);
    }
    return all;
}

void CurvePlot::applyRange(const Extent& extent)
{
    m_plot->xAxis->setRange(
        0, m_model ? shownRounds(m_model->newestRound(), m_model->roundsPlanned()) : 10);
    if (const auto range = paddedRange(extent.lowest, extent.highest, m_logarithmic))
        m_plot->yAxis->setRange(range->first, range->second);
    else if (m_logarithmic)
        m_plot->yAxis->setRange(0.1, 10);
}

QCPGraph* CurvePlot::nextGraph()
{
    if (m_graphsUsed == m_graphs.size()) {
        QCPGraph* graph = m_plot->addGraph();
        graph->setAdaptiveSampling(false); // the curves are decimated already
        graph->setSelectable(QCP::stNone);
        m_graphs.push_back(graph);
    }
    QCPGraph* graph = m_graphs[m_graphsUsed++];
    graph->setVisible(true);
    return graph;
}

void CurvePlot::drawCurve(const Curve& curve, const QPen& pen)
{
    if (curve.empty())
        return;
    m_hasData = true;
    m_nonFinite += curve.nonFinite;
    const QCPRange view = m_plot->xAxis->range();
    const std::vector<ScreenPoint> points =
        decimate(curve.rounds, curve.values, view.lower, view.upper, columns());
    QVector<QCPGraphData> samples;
    samples.reserve(static_cast<qsizetype>(points.size()));
    for (const ScreenPoint& point : points) {
        const double y = shown(point.y);
        // QCustomPlot would draw nonsense below nought on a logarithmic axis: a gap, counted in the
        // note.
        const bool impossible = m_logarithmic && y <= 0;
        m_notPositive += impossible ? 1 : 0;
        samples.append({point.x, impossible ? std::numeric_limits<double>::quiet_NaN() : y});
    }
    QCPGraph* graph = nextGraph();
    graph->setPen(pen);
    graph->setLineStyle(QCPGraph::lsLine);
    graph->setScatterStyle(QCPScatterStyle::ssNone);
    graph->data()->set(samples, true);
    if (curve.nonFinite > 0) {
        const auto places =
            nonFinitePlaces(curve.rounds, curve.values, view.lower, view.upper, columns());
        m_markerPlaces.insert(m_markerPlaces.end(), places.begin(), places.end());
    }
}

/// A small shape at the newest finite value: it says which arm without colour, and a single point
/// is seen at all.
void CurvePlot::drawNewest(const RunCurves& run, const Curve& curve, const QColor& colour)
{
    for (std::size_t index = curve.values.size(); index-- > 0;) {
        const double y = shown(curve.values[index]);
        if (!std::isfinite(y) || (m_logarithmic && y <= 0))
            continue;
        QCPGraph* graph = nextGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        const auto shape = kShapes[run.title.armIndex % kShapes.size()];
        graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour, 1), QBrush(colour), 7));
        graph->data()->set({QCPGraphData(curve.rounds[index], y)}, true);
        return;
    }
}

void CurvePlot::drawMarkers()
{
    QVector<QCPGraphData> samples;
    for (const double place : m_markerPlaces)
        samples.append({place, 0.965});
    m_markers->data()->set(samples);
}

void CurvePlot::placeCursor()
{
    m_cursorLine->setVisible(m_cursor.has_value());
    if (!m_cursor)
        return;
    m_cursorLine->point1->setCoords(*m_cursor, 0);
    m_cursorLine->point2->setCoords(*m_cursor, 1);
    m_cursorLine->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_cursorLine->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
}

std::array<double, 4> CurvePlot::visiblePart() const
{
    const QCPRange x = m_plot->xAxis->range();
    const QCPRange y = m_plot->yAxis->range();
    return {x.lower, x.upper, y.lower, y.upper};
}

void CurvePlot::showPart(double left, double right, double bottom, double top)
{
    m_plot->xAxis->setRange(left, right);
    m_plot->yAxis->setRange(bottom, top);
    userMoved();
}

void CurvePlot::userMoved()
{
    if (m_following) {
        m_following = false;
        emit followingEnded();
    }
    emit redrawWanted();
}

double CurvePlot::shown(double value) const
{
    return m_metric == Metric::TestAccuracy ? 100 - value : value;
}

std::size_t CurvePlot::columns() const
{
    const int width = std::max(50, m_plot->axisRect()->width());
    return static_cast<std::size_t>(std::lround(width * devicePixelRatioF()));
}

void CurvePlot::retheme()
{
    m_theme = PlotTheme::of(*this);
    m_theme.apply(*m_plot);
    m_markers->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCross, QPen(m_theme.warning, 1.6), {}, 7));
    m_cursorLine->setPen(QPen(m_theme.crosshair, 1, Qt::DashLine));
}

void CurvePlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    retheme();
    redraw();
}

bool CurvePlot::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->buttons() & Qt::LeftButton)
            userMoved();
        else if (m_plot->axisRect()->rect().contains(mouse->pos()))
            emit roundPointed(
                static_cast<int>(std::lround(m_plot->xAxis->pixelToCoord(mouse->position().x()))));
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace coterie::ui
