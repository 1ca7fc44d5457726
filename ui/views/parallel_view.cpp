#include "ui/views/parallel_view.h"

#include "ui/frame/plot_theme.h"
#include "ui/views/axis_ticks.h"
#include "ui/views/colour_scale.h"
#include "ui/words.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace coterie::ui {

namespace {

/// The share of an axis, below its values, for lines without a value.
constexpr double kAbsentShare = 0.18;
constexpr double kBesideAxis = 7; ///< pixels from an axis to the words of its ticks

/// An axis from bottom to top, with its ticks.
struct Scale
{
    double low = 0;
    double high = 0;
    bool logarithmic = false;
    std::vector<double> ticks;

    [[nodiscard]] double share(double value) const
    {
        const double at = logarithmic ? std::log(value / low) : value - low;
        const double all = logarithmic ? std::log(high / low) : high - low;
        return all > 0 ? at / all : 0.5;
    }
};

/// The axis ends at ticks, so that all values can be read off.
Scale scaleOf(const ParallelAxis& axis)
{
    Scale scale;
    if (!axis.words.isEmpty()) {
        for (qsizetype word = 0; word < axis.words.size(); ++word)
            scale.ticks.push_back(double(word));
    } else {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const std::optional<double>& value : axis.values)
            if (value && std::isfinite(*value)) {
                low = std::min(low, *value);
                high = std::max(high, *value);
            }
        constexpr int kMostSteps = 6;
        constexpr double kWide = 50; // a linear axis from 1 to 50 squeezes the small values
        scale.logarithmic = low > 0 && high / low >= kWide;
        scale.ticks = scale.logarithmic ? logarithmicOuterTicks(low, high)
                                        : outerTicks(low, high, kMostSteps);
    }
    if (!scale.ticks.empty()) {
        scale.low = scale.ticks.front();
        scale.high = scale.ticks.back();
    }
    return scale;
}

QPainterPath pathOf(const std::vector<std::optional<QPointF>>& places)
{
    QPainterPath path;
    bool joined = false; // a missing value leaves a gap
    for (const std::optional<QPointF>& place : places) {
        if (place && joined)
            path.lineTo(*place);
        else if (place)
            path.moveTo(*place);
        joined = place.has_value();
    }
    return path;
}

} // namespace

ParallelLayout layOutParallel(const std::vector<ParallelAxis>& axes, const QRectF& area)
{
    ParallelLayout layout;
    std::size_t lines = 0;
    for (const ParallelAxis& axis : axes)
        lines = std::max(lines, axis.values.size());
    layout.lines.assign(lines, std::vector<std::optional<QPointF>>(axes.size()));
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const double x = axes.size() == 1
                             ? area.center().x()
                             : area.left() + area.width() * double(i) / double(axes.size() - 1);
        layout.x.push_back(x);
        const Scale scale = scaleOf(axes[i]);
        layout.logarithmic.push_back(scale.logarithmic);
        const bool hasAbsent =
            !axes[i].absent.isEmpty()
            && !std::ranges::all_of(axes[i].values, &std::optional<double>::has_value);
        const double height = area.height() * (hasAbsent ? 1 - kAbsentShare : 1);
        const auto yOf = [&](double value) {
            return area.top() + (1 - scale.share(value)) * height;
        };
        std::vector<ParallelTick> ticks;
        if (hasAbsent)
            ticks.push_back({.y = area.bottom(), .text = axes[i].absent});
        const QStringList texts = tickTexts(scale.ticks);
        for (std::size_t tick = 0; tick < scale.ticks.size(); ++tick) {
            const double value = scale.ticks[tick];
            ticks.push_back({.y = yOf(value),
                             .text = axes[i].words.isEmpty() ? texts[qsizetype(tick)]
                                                             : axes[i].words[qsizetype(value)]});
        }
        layout.ticks.push_back(std::move(ticks));
        for (std::size_t line = 0; line < axes[i].values.size(); ++line)
            if (const auto& value = axes[i].values[line]; !value && hasAbsent)
                layout.lines[line][i] = QPointF(x, area.bottom());
            else if (value && std::isfinite(*value)) // else a gap
                layout.lines[line][i] = QPointF(x, yOf(*value));
    }
    return layout;
}

ParallelView::ParallelView(QWidget* parent)
    : PaintedView(
        parent, "parallel", tr("Parallel coordinates: one axis per setting, one line per run"))
{
    setWhatsThis(tr("Press Up and Down to go from run to run in the order of their results and "
                    "read their settings. Press Enter or click to keep a run's line in front and "
                    "to find the run in the table; repeat it to undo this."));
}

void ParallelView::setAxes(std::vector<ParallelAxis> axes, QStringList names)
{
    if (names != m_names) { // other runs
        m_chosen = -1;
        setPlace({});
    }
    m_axes = std::move(axes);
    m_names = std::move(names);
    m_pointed = -1;
    layOut();
}

/// The words of the first and the last axis stand beside the drawing and get the room for them that
/// there is.
QRectF ParallelView::area() const
{
    constexpr double kLeast = 70;
    const QFontMetrics metrics(font());
    const auto beside = [&](const ParallelAxis& axis) {
        double widest = 0;
        for (const QString& word : axis.words)
            widest = std::max<double>(widest, metrics.horizontalAdvance(word));
        return std::clamp(widest + kBesideAxis + 2, kLeast, std::max(kLeast, width() / 5.0));
    };
    return QRectF(rect()).adjusted(m_axes.empty() ? kLeast : beside(m_axes.front()),
                                   metrics.height() + 18,
                                   m_axes.empty() ? -kLeast : -beside(m_axes.back()),
                                   -14);
}

void ParallelView::layOut()
{
    m_layout = layOutParallel(m_axes, area());
    update();
}

std::unique_ptr<PaintedView> ParallelView::copied() const
{
    auto copy = std::make_unique<ParallelView>();
    copy->m_axes = m_axes;
    copy->m_names = m_names;
    copy->m_chosen = m_chosen;
    return copy;
}

QString ParallelView::emptyText() const
{
    return m_axes.size() < 2 ? tr(
               "The selected runs have the same settings. Select runs of a sweep or of several "
               "arms to see which settings go with good results.")
                             : QString();
}

void ParallelView::paint(QPainter& painter, const PlotTheme& theme)
{
    const std::vector<QColor> colours = lineColours(theme);
    paintLines(painter, colours);
    paintAxes(painter, theme);
    paintKey(painter, colours);
}

int ParallelView::lineInFront() const
{
    return m_pointed >= 0 ? m_pointed : isRingShown() ? place().index : m_chosen;
}

/// By the place of each line on the last axis.
std::vector<QColor> ParallelView::lineColours(const PlotTheme& theme) const
{
    std::vector<double> results;
    for (const std::optional<double>& value : m_axes.back().values)
        results.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
    const ColourScale scale(ColourScale::Kind::Sequential, results, theme.dark);
    std::vector<QColor> colours;
    for (std::size_t line = 0; line < m_layout.lines.size(); ++line) {
        const bool known = line < results.size() && std::isfinite(results[line]);
        QColor colour = known ? QColor(scale.colour(results[line])) : theme.faintText;
        constexpr double kLeastContrast = 2.5; // the scale's dark end on a dark background
        if (contrast(colour, theme.background) < kLeastContrast)
            colour = blend(theme.text, colour, 0.45);
        colours.push_back(colour);
    }
    return colours;
}

/// Colours the last axis like the lines that end there.
void ParallelView::paintKey(QPainter& painter, const std::vector<QColor>& colours) const
{
    constexpr double kWidth = 5;
    const QRectF inner = area();
    QLinearGradient key(inner.topLeft(), inner.bottomLeft());
    std::map<double, QColor> stops; // results may be equal
    for (std::size_t line = 0; line < colours.size(); ++line)
        if (const auto& end = m_layout.lines[line].back(); end && m_axes.back().values[line])
            stops[std::clamp((end->y() - inner.top()) / inner.height(), 0.0, 1.0)] = colours[line];
    if (stops.size() < 2)
        return;
    for (const auto& [place, colour] : stops)
        key.setColorAt(place, colour);
    const double top = inner.top() + stops.begin()->first * inner.height();
    const double bottom = inner.top() + stops.rbegin()->first * inner.height();
    painter.fillRect(QRectF(m_layout.x.back() - kWidth / 2, top, kWidth, bottom - top), key);
}

void ParallelView::paintLines(QPainter& painter, const std::vector<QColor>& colours) const
{
    const int front = lineInFront();
    painter.setBrush(Qt::NoBrush);
    for (std::size_t line = 0; line < m_layout.lines.size(); ++line) {
        QColor colour = colours[line];
        const bool isInFront = int(line) == front;
        if (front >= 0 && !isInFront)
            colour.setAlpha(70);
        painter.setPen(QPen(colour, lineWidth(isInFront ? 2.6 : kMainLine)));
        painter.drawPath(pathOf(m_layout.lines[line]));
    }
}

void ParallelView::paintAxes(QPainter& painter, const PlotTheme& theme) const
{
    const QRectF inner = area();
    const QFontMetrics metrics(theme.font);
    const double line = metrics.height();
    const double room = m_axes.size() > 1 ? inner.width() / double(m_axes.size() - 1) - 8 : 200;
    const double between = std::max(room / 2, 40.0); // the lines keep the other half
    QColor veil = theme.background;
    veil.setAlpha(190);
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        const double x = m_layout.x[i];
        painter.setPen(QPen(theme.axisLine, 1));
        painter.drawLine(QPointF(x, inner.top()), QPointF(x, inner.bottom()));
        painter.setPen(theme.text);
        const QString title =
            m_layout.logarithmic[i] ? tr("%1 (log)").arg(m_axes[i].title) : m_axes[i].title;
        const double width =
            std::min<double>(std::max(room, 60.0), metrics.horizontalAdvance(title) + 4);
        const double left = std::clamp(x - width / 2, 2.0, this->width() - width - 2.0);
        painter.drawText(QRectF(left, inner.top() - line - 8, width, line),
                         Qt::AlignHCenter,
                         metrics.elidedText(title, Qt::ElideMiddle, int(width)));
        const bool last = i + 1 == m_axes.size();
        const double textWidth = i == 0 ? x - kBesideAxis - 2
                                 : last ? this->width() - x - kBesideAxis - 2
                                        : between;
        for (const ParallelTick& tick : m_layout.ticks[i]) {
            painter.setPen(QPen(theme.axisLine, 1));
            painter.drawLine(QPointF(x - 3, tick.y), QPointF(x + 3, tick.y));
            const QString text = metrics.elidedText(tick.text, Qt::ElideRight, int(textWidth));
            const double wide = metrics.horizontalAdvance(text);
            const QRectF box(
                last ? x + kBesideAxis : x - kBesideAxis - wide, tick.y - line / 2, wide, line);
            painter.fillRect(box.adjusted(-2, 0, 2, 0), veil);
            painter.setPen(theme.faintText);
            const auto side = last ? Qt::AlignLeft : Qt::AlignRight;
            painter.drawText(box, Qt::AlignVCenter | side | Qt::TextDontClip, text);
        }
    }
}

ViewPart ParallelView::partAt(const QPointF& point) const
{
    constexpr double kReach = 6; // pixels
    ViewPart best;
    double nearest = kReach;
    for (std::size_t line = 0; line < m_layout.lines.size(); ++line)
        for (std::size_t i = 1; i < m_layout.x.size(); ++i) {
            const auto& from = m_layout.lines[line][i - 1];
            const auto& to = m_layout.lines[line][i];
            if (!from || !to || point.x() < from->x() || point.x() > to->x())
                continue;
            const double share = (point.x() - from->x()) / (to->x() - from->x());
            const double distance = std::abs(from->y() + share * (to->y() - from->y()) - point.y());
            if (distance < nearest) {
                nearest = distance;
                best = {0, int(line)};
            }
        }
    return best;
}

QString ParallelView::textOf(const ViewPart& part) const
{
    if (part.index < 0 || part.index >= m_names.size())
        return {};
    QStringList lines{m_names[part.index]};
    for (const ParallelAxis& axis : m_axes) {
        const auto& value = axis.values[std::size_t(part.index)];
        const QString absent = axis.absent.isEmpty() ? QStringLiteral("–") : axis.absent;
        lines << tr("%1: %2").arg(axis.title,
                                  !value                 ? absent
                                  : axis.words.isEmpty() ? numberText(*value)
                                                         : axis.words[qsizetype(*value)]);
    }
    return lines.join(QLatin1Char('\n'));
}

void ParallelView::mouseMoveEvent(QMouseEvent* event)
{
    const int line = partAt(event->position()).index;
    if (line == m_pointed)
        return;
    m_pointed = line;
    update();
}

void ParallelView::leaveEvent(QEvent*)
{
    m_pointed = -1;
    update();
}

void ParallelView::choose(const ViewPart& part, Pick)
{
    m_chosen = part.index == m_chosen ? -1 : part.index;
    update();
    if (m_chosen >= 0)
        emit lineChosen(m_chosen);
}

/// From the top of the last axis down; lines without a result come last.
std::vector<int> ParallelView::linesByResult() const
{
    const auto height = [this](int line) {
        const auto& result = m_layout.lines[std::size_t(line)].back();
        return result ? result->y() : std::numeric_limits<double>::infinity();
    };
    std::vector<int> lines(m_layout.lines.size());
    std::iota(lines.begin(), lines.end(), 0);
    std::erase_if(lines, [this](int line) { return !isDrawn({0, line}); });
    std::ranges::stable_sort(lines, {}, height);
    return lines;
}

bool ParallelView::isDrawn(const ViewPart& part) const
{
    const auto line = std::size_t(part.index);
    return line < m_layout.lines.size()
           && std::ranges::any_of(m_layout.lines[line], &std::optional<QPointF>::has_value);
}

ViewPart ParallelView::stepFrom(const ViewPart& part, KeyStep step) const
{
    if (m_axes.size() < 2 || step == KeyStep::Left || step == KeyStep::Right)
        return {};
    const std::vector<int> lines = linesByResult();
    const auto at = std::ranges::find(lines, part.index) - lines.begin();
    const auto to = walkList(int(at), step, int(lines.size()));
    return to ? ViewPart{0, lines[std::size_t(*to)]} : ViewPart{};
}

/// The end of the line, on the last axis that it reaches.
QRectF ParallelView::areaOf(const ViewPart& part) const
{
    constexpr double kReach = 5;
    const auto& places = m_layout.lines[std::size_t(part.index)];
    for (auto place = places.rbegin(); place != places.rend(); ++place)
        if (*place)
            return {(*place)->x() - kReach, (*place)->y() - kReach, 2 * kReach, 2 * kReach};
    return {};
}

} // namespace coterie::ui
