#include "ui/views/line_plot_axes.h"

#include "ui/numbers.h"
#include "ui/views/axis_ticks.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coterie::ui {

namespace {

/// The share of the axis that a number takes, which others must leave to it; 0: any may stand.
class NumberRoom
{
public:
    void setShare(double share) { m_share = share; }

protected:
    /// The step, or a smaller one if only one number would stand and there is room for more.
    [[nodiscard]] double stepWithin(const QCPRange& range, double step) const
    {
        const auto numbers = [&range](double each) {
            constexpr double kSame = 1e-9;
            return std::floor(range.upper / each + kSame) - std::ceil(range.lower / each - kSame)
                   + 1;
        };
        double least = step;
        while (m_share > 0 && numbers(least) < 2 && stepBelow(least) >= m_share * range.size())
            least = stepBelow(least);
        return numbers(least) < 2 ? step : least;
    }

    /// Without the numbers that would stand on others.
    [[nodiscard]] QVector<QString>
    thinned(const QVector<double>& ticks, QVector<QString> texts, bool logarithmic) const
    {
        const auto place = [&](double tick) {
            const auto flat = [&](double value) { return logarithmic ? std::log(value) : value; };
            return (flat(tick) - flat(m_range.lower)) / (flat(m_range.upper) - flat(m_range.lower));
        };
        constexpr double kSlack = 1e-6;
        double last = -std::numeric_limits<double>::infinity();
        for (qsizetype i = 0; i < ticks.size() && m_share > 0; ++i)
            if (place(ticks[i]) - last < m_share - kSlack)
                texts[i].clear();
            else
                last = place(ticks[i]);
        return texts;
    }

    QCPRange m_range; ///< of the numbers that are being made

private:
    /// 1, 2, 2.5 or 5 times a power of ten, as QCustomPlot's steps are.
    static double stepBelow(double step)
    {
        const double power = std::pow(10, std::floor(std::log10(step) + 1e-6));
        for (const double factor : {5.0, 2.5, 2.0, 1.0})
            if (factor * power < step * (1 - 1e-6))
                return factor * power;
        return power / 2;
    }

    double m_share = 0;
};

/// Numbers below 0 have a true minus.
class LogarithmicTicker final : public QCPAxisTickerLog, public NumberRoom
{
protected:
    double getTickStep(const QCPRange& range) override
    {
        m_range = range;
        return stepWithin(range, QCPAxisTickerLog::getTickStep(range));
    }
    QVector<QString> createLabelVector(const QVector<double>& ticks,
                                       const QLocale& locale,
                                       QChar format,
                                       int precision) override
    {
        return thinned(
            ticks, QCPAxisTickerLog::createLabelVector(ticks, locale, format, precision), true);
    }
    QString getTickLabel(double tick, const QLocale&, QChar format, int precision) override
    {
        const QString plain = QCPAxisTickerLog::getTickLabel(tick, QLocale::c(), format, precision);
        return localNumber(withTrueMinus(plain));
    }
};

/// Neighbours have different labels, however narrow the range.
class LinearTicker : public QCPAxisTicker, public NumberRoom
{
protected:
    double getTickStep(const QCPRange& range) override
    {
        m_range = range;
        return stepWithin(range, QCPAxisTicker::getTickStep(range));
    }
    QVector<QString>
    createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override
    {
        const auto size = std::size_t(ticks.size());
        return thinned(ticks, tickTexts(std::span(ticks.constData(), size)), false);
    }
};

/// Rounds are whole: no tick at 2.5.
class WholeTicker final : public LinearTicker
{
protected:
    double getTickStep(const QCPRange& range) override
    {
        return std::max(1.0, std::floor(LinearTicker::getTickStep(range)));
    }
    int getSubTickCount(double) override { return 0; }
};

constexpr QMargins kMargins(64, 10, 14, 4); ///< on screen, at least

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

ScreenPoint between(const ScreenPoint& from, const ScreenPoint& to, double share)
{
    return {.x = from.x + share * (to.x - from.x), .y = from.y + share * (to.y - from.y)};
}

/// The shares of the way at which a line from `from` to `to` is within [low, high]; empty if first
/// is above second.
void narrow(double from, double to, double low, double high, std::pair<double, double>& shares)
{
    const double way = to - from;
    if (way == 0) {
        if (from < low || from > high)
            shares = {1, 0};
        return;
    }
    const auto [enter, leave] = std::minmax({(low - from) / way, (high - from) / way});
    shares = {std::max(shares.first, enter), std::min(shares.second, leave)};
}

} // namespace

void setPlotTicker(QCPAxis& axis, bool logarithmic, bool whole)
{
    axis.setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic)
        axis.setTicker(QSharedPointer<LogarithmicTicker>::create());
    else if (whole)
        axis.setTicker(QSharedPointer<WholeTicker>::create());
    else
        axis.setTicker(QSharedPointer<LinearTicker>::create());
    axis.grid()->setSubGridVisible(logarithmic);
}

QString placeOnAxis(const QCPAxis& axis, double place)
{
    if (axis.scaleType() == QCPAxis::stLogarithmic)
        return numberText(place); // its labels have no unit
    const QVector<double> ticks = axis.tickVector();
    return valueOnAxis(place, std::span(ticks.constData(), std::size_t(ticks.size())));
}

ValueName::ValueName(QCustomPlot& plot)
    : m_plot(plot)
    , m_above(new QCPItemText(&plot))
{
    m_above->setClipToAxisRect(false);
    m_above->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    m_above->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_above->position->setCoords(0, 0);
    m_above->setVisible(false);
    plot.axisRect()->setMinimumMargins(kMargins);
}

void ValueName::place(const QString& name, const PlotTheme& theme)
{
    const QFontMetrics metrics(theme.font);
    const int below = 2 * metrics.height() + 20; // numbers and name of the other axis
    const int room = m_plot.viewport().height() - kMargins.top() - below;
    const bool fits = metrics.horizontalAdvance(name) <= room;
    m_plot.yAxis->setLabel(fits ? name : QString());
    m_above->setText(name);
    m_above->setFont(theme.font);
    m_above->setColor(theme.faintText);
    m_above->setVisible(!fits);
    constexpr int kMostTicks = 5; // as many numbers as do not touch
    m_plot.yAxis->ticker()->setTickCount(std::clamp(room / (2 * metrics.height()), 2, kMostTicks));
    QMargins margins = kMargins;
    if (!fits)
        margins.setTop(metrics.height() + 4);
    const int axis = m_plot.viewport().height() - margins.top() - (2 * metrics.height() + 12);
    if (auto* numbers = dynamic_cast<NumberRoom*>(m_plot.yAxis->ticker().data()))
        numbers->setShare(double(metrics.height()) / std::max(1, axis));
    m_plot.axisRect()->setMinimumMargins(margins);
}

void PlotGraph::drawScatterPlot(QCPPainter* painter,
                                const QVector<QPointF>& scatters,
                                const QCPScatterStyle& style) const
{
    if (m_isClipped)
        return QCPGraph::drawScatterPlot(painter, scatters, style);
    constexpr double kRounding = 0.5; // pixels
    const QRectF area = QRectF(keyAxis()->axisRect()->rect())
                            .adjusted(-kRounding, -kRounding, kRounding, kRounding);
    QVector<QPointF> within;
    for (const QPointF& place : scatters)
        if (area.contains(place))
            within.append(place);
    QCPGraph::drawScatterPlot(painter, within, style);
}

BandLook bandLook(std::size_t bands, bool dark)
{
    constexpr std::size_t kFew = 4;
    constexpr int kPalest = 6;
    const int fill = dark ? 52 : 40;
    if (bands <= kFew)
        return {.fill = fill, .edge = 0};
    // All together have no more ink than a few.
    return {.fill = std::max(kPalest, fill * int(kFew) / int(2 * bands)), .edge = dark ? 130 : 110};
}

std::array<QVector<QCPGraphData>, 2>
bandEdges(const PlotBand& band, const QCPAxis& x, const QCPAxis& y)
{
    const bool isLogX = x.scaleType() == QCPAxis::stLogarithmic;
    const bool isLogY = y.scaleType() == QCPAxis::stLogarithmic;
    std::array<QVector<QCPGraphData>, 2> edges;
    for (std::size_t i = 0; i < band.x.size(); ++i) {
        if (!std::isfinite(band.lower[i]) || !std::isfinite(band.upper[i])
            || (isLogX && band.x[i] <= 0) || (isLogY && band.upper[i] <= 0))
            continue;
        const double low = isLogY ? std::max(band.lower[i], y.range().lower) : band.lower[i];
        edges[0].append({band.x[i], low});
        edges[1].append({band.x[i], band.upper[i]});
    }
    return edges;
}

std::array<QVector<QCPGraphData>, 2>
bandLines(const PlotBand& band, const QCPAxis& x, const QCPAxis& y)
{
    const bool isLogX = x.scaleType() == QCPAxis::stLogarithmic;
    const bool isLogY = y.scaleType() == QCPAxis::stLogarithmic;
    std::array<QVector<QCPGraphData>, 2> lines;
    for (std::size_t i = 0; i < band.x.size(); ++i) {
        if (isLogX && band.x[i] <= 0)
            continue;
        const bool hasValue = std::isfinite(band.lower[i]) && std::isfinite(band.upper[i]);
        const auto shown = [&](double value) {
            return hasValue && (!isLogY || value > 0) ? value : kNaN;
        };
        lines[0].append({band.x[i], shown(band.lower[i])});
        lines[1].append({band.x[i], shown(band.upper[i])});
    }
    return lines;
}

LineOnAxis lineOnAxis(const PlotLine& line, const QCPAxis& x, std::size_t columns)
{
    const bool isLog = x.scaleType() == QCPAxis::stLogarithmic;
    QCPRange view = x.range();
    std::vector<double> logarithms; // in which columns of pixels are even
    if (isLog) {
        logarithms.reserve(line.x.size());
        for (const double place : line.x)
            logarithms.push_back(place > 0 ? std::log10(place)
                                           : -std::numeric_limits<double>::infinity());
        view = {std::log10(view.lower), std::log10(view.upper)};
    }
    const std::vector<double>& places = isLog ? logarithms : line.x;
    const auto placeOf = [isLog](double place) { return isLog ? std::pow(10.0, place) : place; };
    LineOnAxis seen;
    for (const ScreenPoint& point : decimate(places, line.y, view.lower, view.upper, columns))
        if (std::isfinite(point.x))
            seen.points.push_back({.x = placeOf(point.x), .y = point.y});
    for (const double gap : nonFinitePlaces(places, line.y, view.lower, view.upper, columns))
        seen.gaps.push_back(placeOf(gap));
    return seen;
}

QPainterPath pathOf(const PlotLine& line, const QCPAxis& x, const QCPAxis& y, std::size_t columns)
{
    const bool isLog = y.scaleType() == QCPAxis::stLogarithmic;
    QPainterPath path;
    bool isDrawing = false;
    for (const ScreenPoint& point : lineOnAxis(line, x, columns).points) {
        const bool isPossible = std::isfinite(point.y) && (!isLog || point.y > 0);
        if (isPossible) {
            const QPointF place(x.coordToPixel(point.x), y.coordToPixel(point.y));
            isDrawing ? path.lineTo(place) : path.moveTo(place);
        }
        isDrawing = isPossible;
    }
    return path;
}

bool isSamePart(const PlotPart& one, const PlotPart& other)
{
    constexpr double kRounding = 1e-9;
    const auto isSame = [&](std::size_t low) {
        const double size = std::abs(one[low + 1] - one[low]);
        return std::abs(one[low] - other[low]) <= kRounding * size
               && std::abs(one[low + 1] - other[low + 1]) <= kRounding * size;
    };
    return isSame(0) && isSame(2);
}

std::vector<ScreenPoint> clippedLine(std::span<const ScreenPoint> points, const PlotPart& part)
{
    std::vector<ScreenPoint> clipped;
    const auto isIn = [&](const ScreenPoint& point) {
        return point.x >= part[0] && point.x <= part[1] && point.y >= part[2] && point.y <= part[3];
    };
    const auto endPart = [&clipped](double x) {
        if (!clipped.empty() && !std::isnan(clipped.back().y))
            clipped.push_back({.x = x, .y = kNaN});
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!std::isfinite(points[i].y)) {
            endPart(points[i].x);
            continue;
        }
        if (i == 0 || !std::isfinite(points[i - 1].y)) { // a part begins
            if (isIn(points[i]))
                clipped.push_back(points[i]);
            continue;
        }
        const ScreenPoint& from = points[i - 1];
        std::pair<double, double> shares(0, 1);
        narrow(from.x, points[i].x, part[0], part[1], shares);
        narrow(from.y, points[i].y, part[2], part[3], shares);
        if (shares.first > shares.second)
            continue;
        if (shares.first > 0) { // comes in
            const ScreenPoint place = between(from, points[i], shares.first);
            endPart(place.x);
            clipped.push_back(place);
        }
        clipped.push_back(shares.second < 1 ? between(from, points[i], shares.second) : points[i]);
        if (shares.second < 1)
            endPart(clipped.back().x);
    }
    return clipped;
}

std::vector<ScreenPoint> clampedLine(std::span<const ScreenPoint> points, const PlotPart& part)
{
    std::vector<ScreenPoint> line;
    const auto add = [&](const ScreenPoint& point) {
        line.push_back({.x = point.x, .y = std::clamp(point.y, part[2], part[3])});
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i == 0) {
            if (points[i].x >= part[0] && points[i].x <= part[1])
                add(points[i]);
            continue;
        }
        const ScreenPoint& from = points[i - 1];
        std::pair<double, double> shares(0, 1);
        narrow(from.x, points[i].x, part[0], part[1], shares);
        if (shares.first > shares.second)
            continue;
        std::vector<double> stops{shares.second};
        if (shares.first > 0)
            stops.push_back(shares.first);
        for (const double edge : {part[2], part[3]}) { // with its corners
            const double share = (edge - from.y) / (points[i].y - from.y);
            if (share > shares.first && share < shares.second)
                stops.push_back(share);
        }
        std::ranges::sort(stops);
        for (const double share : stops)
            add(between(from, points[i], share));
    }
    return line;
}

QVector<QCPGraphData> withinAxes(const QVector<QCPGraphData>& samples,
                                 const QCPAxis& x,
                                 const QCPAxis& y,
                                 std::vector<ScreenPoint> (*change)(std::span<const ScreenPoint>,
                                                                    const PlotPart&))
{
    const bool logX = x.scaleType() == QCPAxis::stLogarithmic;
    const bool logY = y.scaleType() == QCPAxis::stLogarithmic;
    const auto flat = [](double value, bool isLog) { return isLog ? std::log10(value) : value; };
    const auto back = [](double value, bool isLog) { return isLog ? std::pow(10, value) : value; };
    std::vector<ScreenPoint> points;
    points.reserve(std::size_t(samples.size()));
    for (const QCPGraphData& sample : samples)
        points.push_back({.x = flat(sample.key, logX), .y = flat(sample.value, logY)});
    const PlotPart part{flat(x.range().lower, logX),
                        flat(x.range().upper, logX),
                        flat(y.range().lower, logY),
                        flat(y.range().upper, logY)};
    QVector<QCPGraphData> changed;
    for (const ScreenPoint& point : change(points, part))
        changed.append({back(point.x, logX), back(point.y, logY)});
    return changed;
}

} // namespace coterie::ui
