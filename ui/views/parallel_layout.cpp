#include "ui/views/parallel_layout.h"

#include "ui/views/axis_ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coterie::ui {

namespace {

/// Of an axis' height, below its values, for lines without one.
constexpr double kAbsentShare = 0.18;

/// From the bottom of an axis to its top, and what stands beside it.
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

/// An axis ends where a tick says what it is, or the values beyond the last could not be read off.
Scale scaleOf(const ParallelAxis& axis)
{
    Scale scale;
    if (!axis.words.isEmpty()) {
        for (qsizetype word = 0; word < axis.words.size(); ++word)
            scale.ticks.push_back(static_cast<double>(word));
    } else {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const std::optional<double>& value : axis.values)
            if (value && std::isfinite(*value)) {
                low = std::min(low, *value);
                high = std::max(high, *value);
            }
        constexpr int kMostSteps = 6;
        constexpr double kWide = 50; // from 1 to 50 an even axis squeezes the small ones
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
                             .text = axes[i].words.isEmpty()
                                         ? texts[static_cast<qsizetype>(tick)]
                                         : axes[i].words[static_cast<qsizetype>(value)]});
        }
        layout.ticks.push_back(std::move(ticks));
        for (std::size_t line = 0; line < axes[i].values.size(); ++line)
            if (const auto& value = axes[i].values[line]; !value && hasAbsent)
                layout.lines[line][i] = QPointF(x, area.bottom());
            else if (value && std::isfinite(*value)) // what is no number parts the line
                layout.lines[line][i] = QPointF(x, yOf(*value));
    }
    return layout;
}

} // namespace coterie::ui
