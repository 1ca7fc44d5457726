#include "ui/views/parallel_layout.h"

#include "ui/views/axis_ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coterie::ui {

namespace {

struct Range
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    bool logarithmic = false;

    [[nodiscard]] double share(double value) const
    {
        const double at = logarithmic ? std::log(value / low) : value - low;
        const double all = logarithmic ? std::log(high / low) : high - low;
        return all > 0 ? at / all : 0.5;
    }
};

Range rangeOf(const ParallelAxis& axis)
{
    Range range;
    if (!axis.words.isEmpty()) {
        range.low = 0;
        range.high = static_cast<double>(axis.words.size()) - 1;
        return range;
    }
    for (const std::optional<double>& value : axis.values)
        if (value && std::isfinite(*value)) {
            range.low = std::min(range.low, *value);
            range.high = std::max(range.high, *value);
        }
    constexpr double kDecades = 50; // from 1 to 50 an even axis squeezes the small ones
    range.logarithmic = range.low > 0 && range.high / range.low >= kDecades;
    return range;
}

std::vector<double> tickValues(const ParallelAxis& axis, const Range& range)
{
    std::vector<double> values;
    if (!axis.words.isEmpty()) {
        for (qsizetype word = 0; word < axis.words.size(); ++word)
            values.push_back(static_cast<double>(word));
        return values;
    }
    if (!(range.low <= range.high))
        return values;
    if (range.low == range.high)
        return {range.low};
    if (!range.logarithmic)
        return axisTicks(range.low, range.high, 6);
    for (double decade = std::pow(10.0, std::ceil(std::log10(range.low) - 1e-9));
         decade <= range.high * (1 + 1e-9);
         decade *= 10)
        values.push_back(decade);
    return values;
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
        const Range range = rangeOf(axes[i]);
        layout.logarithmic.push_back(range.logarithmic);
        const auto yOf = [&](double value) {
            return area.bottom() - range.share(value) * area.height();
        };
        std::vector<ParallelTick> ticks;
        for (const double value : tickValues(axes[i], range)) {
            const double y = yOf(value);
            if (y < area.top() - 0.5 || y > area.bottom() + 0.5)
                continue; // round numbers reach beyond the values
            ticks.push_back({.y = y,
                             .text = axes[i].words.isEmpty()
                                         ? QString::number(value, 'g', 4)
                                         : axes[i].words[static_cast<qsizetype>(value)]});
        }
        layout.ticks.push_back(std::move(ticks));
        for (std::size_t line = 0; line < axes[i].values.size(); ++line)
            if (const auto value = axes[i].values[line]; value && std::isfinite(*value))
                layout.lines[line][i] = QPointF(x, yOf(*value));
    }
    return layout;
}

} // namespace coterie::ui
