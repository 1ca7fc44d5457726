#include "ui/views/line_plot.h"

#include "ui/frame/small_widgets.h"
#include "ui/views/curve_decimation.h"
#include "ui/views/figure_settings.h"
#include "ui/views/line_plot_axes.h"
#include "ui/views/plot_crosshair.h"
#include "ui/words.h"

#include <QEvent>
#include <QMouseEvent>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coterie::ui {

namespace {

/// QCustomPlot would draw everything at each step of a resize; this one waits for redraw().
class PatientPlot final : public QCustomPlot
{
public:
    using QCustomPlot::QCustomPlot;

protected:
    void resizeEvent(QResizeEvent*) override { setViewport(rect()); }
};

/// A wide pen costs more than twenty times a narrow one, which lines of so few points can afford.
constexpr std::size_t kFewPoints = 300;

constexpr std::array kShapes{QCPScatterStyle::ssCircle, // a disc has no brush of its own
                             QCPScatterStyle::ssSquare,
                             QCPScatterStyle::ssTriangle,
                             QCPScatterStyle::ssDiamond};

} // namespace

LinePlot::LinePlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new PatientPlot(this))
    , m_crosshair(new PlotCrosshair(m_plot))
{
    columnIn(this)->addWidget(m_plot);
    // QCustomPlot's own legend moves all entries for each that is removed: with a thousand curves
    // the window took seconds to close.
    m_plot->setAutoAddPlottableToLegend(false);
    m_plot->setPlottingHint(QCP::phFastPolylines, true);
    m_plot->setNotAntialiasedElements(QCP::aeGrid | QCP::aeAxes);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setMinimumSize(160, 100);
    m_plot->xAxis->setRange(0, 10);
    m_plot->yAxis->setRange(0, 1);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setNumberFormat(QStringLiteral("g"));
        axis->setNumberPrecision(4);
    }
    // Markers have an axis of their own, so that they stay at the top edge at any zoom.
    m_plot->yAxis2->setRange(0, 1);
    m_markers = m_plot->addGraph(m_plot->xAxis, m_plot->yAxis2);
    m_markers->setLineStyle(QCPGraph::lsNone);
    m_plot->addLayer(QStringLiteral("cursor"), nullptr, QCustomPlot::limAbove);
    m_plot->layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);
    m_cursorLine = new QCPItemStraightLine(m_plot);
    m_cursorLine->setLayer(QStringLiteral("cursor"));
    m_cursorLine->setVisible(false);
    m_valueName = std::make_unique<ValueName>(*m_plot);
    m_plot->installEventFilter(this);
    connect(m_plot, &QCustomPlot::mouseWheel, this, &LinePlot::userMoved);
    setTickers();
    retheme();
}

LinePlot::~LinePlot() = default;

void LinePlot::setPicture(PlotPicture picture)
{
    const bool otherTicks = picture.xIsWhole != m_picture.xIsWhole;
    m_picture = std::move(picture);
    m_plot->xAxis->setLabel(m_picture.xLabel);
    m_plot->setAccessibleName(tr("%1 against %2").arg(m_picture.yLabel, m_picture.xLabel));
    if (otherTicks)
        setTickers();
    if (m_showsAll && !m_picture.lines.empty())
        fit();
    redraw();
}

void LinePlot::setTickers()
{
    setPlotTicker(*m_plot->xAxis, m_logarithmicX, m_picture.xIsWhole);
    setPlotTicker(*m_plot->yAxis, m_logarithmic, false);
}

void LinePlot::setScale(bool& isLogarithmic, bool logarithmic)
{
    if (std::exchange(isLogarithmic, logarithmic) == logarithmic)
        return;
    setTickers();
    fit(); // the old range may reach below 0
}

void LinePlot::setHidden(const QSet<QString>& keys)
{
    m_hidden = keys;
    redraw();
}

void LinePlot::redraw()
{
    m_graphsUsed = 0;
    m_nonFinite = 0;
    m_notPositive = 0;
    m_markerPlaces.clear();
    m_crosshair->clear();
    if (m_following)
        fit();
    QSet<QString> banded; // several bands of one key lie in each other
    for (const PlotBand& band : m_picture.bands)
        if (isShown(band.hidingKey()))
            banded << band.hidingKey();
    for (const PlotBand& band : m_picture.bands)
        if (isShown(band.hidingKey()))
            drawBand(band, bandLook(std::size_t(banded.size()), m_theme.dark));
    std::size_t thinPoints = 0;
    std::size_t thinLines = 0;
    std::size_t longest = 0;
    for (const PlotLine& line : m_picture.lines) {
        longest = std::max(longest, line.x.size());
        thinPoints += line.isThin() ? line.x.size() : 0;
        thinLines += line.isThin() ? 1 : 0;
    }
    constexpr std::size_t kManyPoints = 20'000;
    constexpr std::size_t kManyLines = 24; // overlap, so that pale ones add up
    m_manyThin = thinPoints > kManyPoints;
    // Beside wide main lines, thin ones may be strong.
    const bool areStrong = thinLines <= kManyLines && longest <= kFewPoints;
    m_thinStrength = m_theme.dark ? 130 : areStrong ? 140 : 85;
    m_fewThin = areStrong || (m_theme.dark && thinLines <= kManyLines);
    // Thin lines first, below the others.
    for (const bool thin : {true, false})
        for (const PlotLine& line : m_picture.lines)
            if (isShown(line.hidingKey()) && line.isThin() == thin)
                drawLine(line);
    for (std::size_t unused = m_graphsUsed; unused < m_graphs.size(); ++unused)
        m_graphs[unused]->setVisible(false);
    QVector<QCPGraphData> markers;
    for (const double place : m_markerPlaces)
        markers.append({place, 0.965});
    m_markers->data()->set(markers);
    placeCursor();
    if (!m_paperLine)
        m_valueName->place(m_picture.yLabel, m_theme);
    // Painted now, so that the timer's budget counts it; shown with the next event.
    m_plot->replot(QCustomPlot::rpQueuedRefresh);
}

void LinePlot::fit()
{
    setRanges(whole());
}

PlotPart LinePlot::whole() const
{
    return wholePart(m_picture, m_hidden, m_logarithmicX, m_logarithmic, visiblePart());
}

void LinePlot::setRanges(const PlotPart& part)
{
    m_plot->xAxis->setRange(part[0], part[1]);
    m_plot->yAxis->setRange(part[2], part[3]);
}

PlotGraph* LinePlot::nextGraph()
{
    if (m_graphsUsed == m_graphs.size()) {
        auto* graph = new PlotGraph(m_plot->xAxis, m_plot->yAxis); // the plot owns it
        graph->setAdaptiveSampling(false); // the curves are decimated already
        graph->setSelectable(QCP::stNone);
        m_graphs.push_back(graph);
    }
    PlotGraph* graph = m_graphs[m_graphsUsed++];
    graph->setVisible(true);
    graph->setClipped(!m_paperLine); // SVG files have no clip
    graph->setChannelFillGraph(nullptr);
    graph->setBrush(Qt::NoBrush);
    graph->setLineStyle(QCPGraph::lsLine);
    graph->setScatterStyle(QCPScatterStyle::ssNone);
    return graph;
}

void LinePlot::drawBand(const PlotBand& band, const BandLook& look)
{
    auto [lower, upper] = bandEdges(band, *m_plot->xAxis, *m_plot->yAxis);
    if (m_paperLine) {
        lower = withinAxes(lower, *m_plot->xAxis, *m_plot->yAxis, &clampedLine);
        upper = withinAxes(upper, *m_plot->xAxis, *m_plot->yAxis, &clampedLine);
    }
    if (lower.size() < 2)
        return;
    QColor colour = lookOf(m_theme, band.colour, band.variant).colour;
    colour.setAlpha(look.fill);
    QCPGraph* below = nextGraph();
    below->setPen(Qt::NoPen);
    below->data()->set(lower, true);
    QCPGraph* above = nextGraph();
    above->setPen(Qt::NoPen);
    above->data()->set(upper, true);
    above->setBrush(colour);
    above->setChannelFillGraph(below);
    if (look.edge == 0)
        return;
    colour.setAlpha(look.edge);
    for (QVector<QCPGraphData> line : bandLines(band, *m_plot->xAxis, *m_plot->yAxis)) {
        if (m_paperLine)
            line = withinAxes(line, *m_plot->xAxis, *m_plot->yAxis, &clippedLine);
        QCPGraph* edge = nextGraph();
        edge->setPen(QPen(colour, m_paperLine ? 0.4 * *m_paperLine : 1));
        edge->data()->set(line, true);
    }
}

void LinePlot::drawLine(const PlotLine& line)
{
    if (line.x.empty())
        return;
    const bool counts = line.weight != PlotLine::Weight::Shadow;
    const auto nonFinite =
        std::size_t(std::ranges::count_if(line.y, [](double y) { return !std::isfinite(y); }));
    m_nonFinite += counts ? nonFinite : 0;
    const bool isDrawn = line.weight != PlotLine::Weight::Hover;
    if (!isDrawn && nonFinite == 0)
        return;
    const LineOnAxis seen = lineOnAxis(line, *m_plot->xAxis, columns());
    if (counts)
        m_markerPlaces.insert(m_markerPlaces.end(), seen.gaps.begin(), seen.gaps.end());
    if (!isDrawn)
        return; // what is not finite is marked, though
    QVector<QCPGraphData> samples;
    samples.reserve(std::ssize(seen.points));
    for (const ScreenPoint& point : seen.points) {
        // QCustomPlot would draw nonsense below 0 on a logarithmic axis.
        const bool impossible = m_logarithmic && point.y <= 0;
        m_notPositive += impossible && counts ? 1 : 0;
        samples.append({point.x, impossible ? std::numeric_limits<double>::quiet_NaN() : point.y});
    }
    if (m_paperLine)
        samples = withinAxes(samples, *m_plot->xAxis, *m_plot->yAxis, &clippedLine);
    const LineLook look = lookOf(m_theme, line.colour, line.variant, line.dashed);
    QColor colour = look.colour;
    const bool thin = line.isThin();
    const bool isSeen = m_fewThin && line.weight == PlotLine::Weight::Thin;
    const int strength =
        isSeen ? seenAlpha(m_theme.background, colour, m_thinStrength) : m_thinStrength;
    // With a hundred thousand points translucent lines cost three times as much as opaque ones.
    if (thin && m_manyThin)
        colour = blend(colour, m_theme.background, strength / 255.0);
    else if (thin)
        colour.setAlpha(strength);
    if (line.joined == PlotLine::Joined::Line) {
        QCPGraph* graph = nextGraph();
        graph->setPen(thin ? QPen(colour, widthOf(line)) : linePen(look, widthOf(line)));
        graph->setAntialiased(!(thin && m_manyThin));
        graph->data()->set(samples, true);
    }
    if (!thin && line.colour != kNoArm) // else it would look like one more point
        drawMarkers(line, look.colour);
}

double LinePlot::widthOf(const PlotLine& line) const
{
    const bool isMain = line.weight == PlotLine::Weight::Main;
    if (!m_paperLine)
        return isMain && line.x.size() <= kFewPoints ? 2 : 1;
    return *m_paperLine * (isMain ? 1 : line.isThin() ? 0.4 : 0.7);
}

/// A marker at the newest finite value, or at all: it names the line without colour and makes a
/// single point visible.
void LinePlot::drawMarkers(const PlotLine& line, const QColor& colour)
{
    QVector<QCPGraphData> places;
    for (std::size_t index = line.y.size(); index-- > 0;) {
        const double y = line.y[index];
        if (!std::isfinite(y) || (m_logarithmic && y <= 0)
            || (m_logarithmicX && line.x[index] <= 0))
            continue;
        places.append({line.x[index], y});
        if (!line.markers)
            break;
    }
    if (places.isEmpty())
        return;
    PlotGraph* graph = nextGraph();
    graph->setClipped(false);
    graph->setLineStyle(QCPGraph::lsNone);
    const Marker marker = markerOf(line.shape, line.variant);
    const double size = line.weight == PlotLine::Weight::Main ? 7 : 5;
    const QPen edge(colour, marker.isHollow ? 1.5 : 1);
    const QBrush fill(marker.isHollow ? m_theme.background : colour);
    graph->setScatterStyle(QCPScatterStyle(kShapes[marker.shape], edge, fill, size));
    graph->data()->set(places); // sorts them
}

void LinePlot::setCursor(std::optional<double> x)
{
    if (x == m_cursor)
        return;
    m_cursor = x;
    placeCursor();
    m_cursorLine->layer()->replot();
}

void LinePlot::placeCursor()
{
    m_cursorLine->setVisible(m_cursor.has_value());
    if (!m_cursor)
        return;
    m_cursorLine->point1->setCoords(*m_cursor, 0);
    m_cursorLine->point2->setCoords(*m_cursor, 1);
    m_cursorLine->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_cursorLine->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
}

PlotPart LinePlot::visiblePart() const
{
    const QCPRange x = m_plot->xAxis->range();
    const QCPRange y = m_plot->yAxis->range();
    return {x.lower, x.upper, y.lower, y.upper};
}

void LinePlot::showPart(double left, double right, double bottom, double top)
{
    setRanges({left, right, bottom, top});
    userMoved();
}

void LinePlot::userMoved()
{
    m_showsAll = false;
    if (m_following) {
        m_following = false;
        emit followingEnded();
    }
    emit redrawWanted();
}

const PlotLine*
LinePlot::lineNear(const QPoint& place, double reach, bool (*counts)(const PlotLine&)) const
{
    const auto distance = [&](double y) {
        return std::abs(m_plot->yAxis->coordToPixel(y) - place.y());
    };
    const double x = m_plot->xAxis->pixelToCoord(place.x());
    return nearestLine(m_picture, m_hidden, x, reach, distance, counts);
}

void LinePlot::pointAt(const QPoint& place)
{
    const QRect area = m_plot->axisRect()->rect();
    const double x = m_plot->xAxis->pixelToCoord(place.x());
    const auto reading =
        area.contains(place) ? readPlot(m_picture, m_hidden, x) : std::optional<PlotReading>();
    if (!reading)
        return m_crosshair->clear();
    constexpr double kReach = 40; // pixels: the line is not on screen yet
    std::optional<SingleLine> single;
    if (const PlotLine* line = lineNear(place, kReach, [](const PlotLine& each) {
            return each.weight == PlotLine::Weight::Hover;
        }))
        single = SingleLine{.name = line->label,
                            .colour = lookOf(m_theme, line->colour, line->variant).colour,
                            .y = valueOn(*line, reading->x),
                            .path = pathOf(*line, *m_plot->xAxis, *m_plot->yAxis, columns())};
    m_crosshair->point(*reading,
                       tr("%1 %2").arg(m_picture.xLabel, placeOnAxis(*m_plot->xAxis, reading->x)),
                       m_plot->xAxis->coordToPixel(reading->x),
                       area,
                       std::move(single));
}

void LinePlot::clickAt(const QPoint& place, bool adds)
{
    constexpr double kReach = 8; // pixels
    if (const PlotLine* line =
            lineNear(place, kReach, [](const PlotLine& each) { return each.key >= 0; }))
        emit lineClicked(line->key, adds);
}

std::size_t LinePlot::columns() const
{
    constexpr int kOnPaper = 4; // to each pixel of the screen
    if (m_paperLine)
        return std::size_t(kOnPaper * std::max(50, m_plot->viewport().width()));
    const int width = std::max(50, m_plot->axisRect()->width());
    return std::size_t(std::lround(width * devicePixelRatioF()));
}

PictureSource LinePlot::asPicture(const QString& name) const
{
    return {.name = name, .take = [this, name] {
                FigurePlot plot{.picture = m_picture,
                                .hidden = m_hidden,
                                .logarithmicX = m_logarithmicX,
                                .logarithmicY = m_logarithmic,
                                .whole = whole()};
                if (const PlotPart seen = visiblePart(); !isSamePart(seen, plot.whole))
                    plot.zoomed = seen;
                const QString title = m_picture.title;
                return Figure{.name = name, .plot = std::move(plot), .title = title};
            }};
}

QRectF LinePlot::drawOnPaper(QCPPainter& painter,
                             const QSize& size,
                             const FigurePlot& plot,
                             const FigureSettings& settings,
                             double lineWidth)
{
    m_paperLine = lineWidth;
    m_following = false;
    m_hidden = plot.hidden;
    m_logarithmicX = plot.logarithmicX;
    m_logarithmic = plot.logarithmicY;
    m_picture = plot.picture;
    setTickers();
    const auto label = [](QCPAxis* axis, const QString& own, const QString& name) {
        axis->setLabel(name.isEmpty() ? own : name);
    };
    label(m_plot->xAxis, m_picture.xLabel, settings.xName);
    label(m_plot->yAxis, m_picture.yLabel, settings.yName);
    PlotPart part = plot.whole;
    for (std::size_t end = 0; end < part.size(); ++end)
        part[end] = settings.limits[end].value_or(part[end]);
    setRanges(part);
    // The numbers at the ends of the axes are not drawn without room.
    const QFontMetrics metrics(m_theme.font);
    const int right = metrics.horizontalAdvance(numberText(part[1])) / 2 + 4;
    m_plot->axisRect()->setMinimumMargins({6, metrics.height() / 2 + 3, std::max(right, 12), 4});
    m_plot->setNotAntialiasedElements(QCP::aeNone); // at any scale all lines are alike
    m_plot->setAntialiasedElements(QCP::aeGrid | QCP::aeAxes);
    m_plot->setViewport(QRect(QPoint(), size));
    redraw();
    m_plot->toPainter(&painter, size.width(), size.height());
    return m_plot->axisRect()->rect();
}

void LinePlot::retheme()
{
    m_theme = PlotTheme::of(*this);
    m_theme.apply(*m_plot);
    m_markers->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCross, QPen(m_theme.warning, 1.6), {}, 7));
    m_cursorLine->setPen(QPen(m_theme.crosshair, 1, Qt::DashLine));
}

void LinePlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    retheme();
    redraw();
}

void LinePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_crosshair->resize(size());
    m_crosshair->clear();
    emit redrawWanted(); // the plot itself does not redraw
}

bool LinePlot::eventFilter(QObject* watched, QEvent* event)
{
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    const auto isClick = [&] { return (mouse->pos() - m_pressed).manhattanLength() < 4; };
    if (event->type() == QEvent::MouseMove) {
        if (!(mouse->buttons() & Qt::LeftButton))
            pointAt(mouse->pos());
        else if (!isClick()) // else it is a shaky one
            userMoved();
    } else if (event->type() == QEvent::MouseButtonPress) {
        m_pressed = mouse->pos();
    } else if (event->type() == QEvent::MouseButtonRelease) {
        if (mouse->button() == Qt::LeftButton && isClick())
            clickAt(mouse->pos(), mouse->modifiers() & Qt::ControlModifier);
    } else if (event->type() == QEvent::Leave) {
        m_crosshair->clear();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace coterie::ui
