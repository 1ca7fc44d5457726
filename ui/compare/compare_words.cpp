#include "ui/compare/compare_words.h"

#include "core/metrics/metric_infos.h"
#include "core/metrics/shown_metric.h"
#include "core/store/run_store.h"
#include "core/store/statistics.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

/// The digits of a number above 0 before its decimal point: 2 for 20.14, -2 for 0.004.
int digitsBefore(double value)
{
    return static_cast<int>(std::floor(std::log10(value))) + 1;
}

/// Whether these decimals show at least two digits.
bool showsDigits(double value, int decimals)
{
    return decimals > 0 && (value == 0 || std::abs(value) >= std::pow(10, 1 - decimals));
}

} // namespace

QString columnText(double value, int decimals)
{
    const bool isFixed = showsDigits(value, decimals) || (decimals > 0 && !std::isfinite(value));
    return isFixed ? cellText(value, decimals) : numberText(value);
}

QString metricUnit(std::string_view metric)
{
    return unitText(shownMetric(metric).unit);
}

QVariant runCell(const RunRow& run)
{
    return run.store.empty() ? QVariant(qlonglong(run.id)) : QVariant(toQString(run.numberText()));
}

QVariant runCell(const std::vector<RunRow>& runs, std::int64_t run)
{
    const auto row = std::ranges::find(runs, run, &RunRow::id);
    return row == runs.end() ? QVariant(qlonglong(run)) : runCell(*row);
}

QString metricText(std::string_view metric)
{
    return nameWithUnit(metricName(metric), metricUnit(metric));
}

QString metricInFiles(std::string_view metric)
{
    const QString unit = shownMetric(metric).factor == 1 ? QString() : metricUnit(metric);
    return unit.isEmpty() ? toQString(metric)
                          : QStringLiteral("%1 (%2)").arg(toQString(metric), unit);
}

int decimalsOf(std::string_view metric)
{
    if (!findMetric(metric))
        return 0;
    const std::string_view unit = shownMetric(metric).unit;
    if (unit == "percent")
        return 2;
    if (unit == "share")
        return 4;
    return unit.empty() ? 3 : 0; // losses and indices; bits, rounds, counts
}

QString meanText(double mean, double deviation)
{
    constexpr int kDigits = 4;
    const double size = std::max(std::abs(mean), deviation);
    const bool hasDigits = std::isfinite(size) && size > 0;
    return meanText(mean, deviation, hasDigits ? std::max(0, kDigits - digitsBefore(size)) : 0);
}

QString meanText(double mean, double deviation, int decimals)
{
    constexpr int kMost = 6; // more would be mostly zeros
    const auto together = [](const QString& one, const QString& other) {
        return one + QStringLiteral(" ± ") + other;
    };
    if (std::isfinite(mean) && std::isfinite(deviation)) {
        if (deviation > 0)
            decimals = std::max(decimals, 1 - digitsBefore(deviation));
        if (decimals <= kMost)
            return together(cellText(mean, decimals), cellText(deviation, decimals));
    }
    return together(numberText(mean), numberText(deviation));
}

QString spreadText(const Spread& spread, int decimals)
{
    if (spread.runs == 1)
        return columnText(spread.mean, decimals);
    return showsDigits(spread.mean, decimals) ? meanText(spread.mean, spread.deviation, decimals)
                                              : meanText(spread.mean, spread.deviation);
}

} // namespace coterie::ui
