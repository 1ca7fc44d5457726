#include "ui/views/axis_ticks.h"

#include "ui/numbers.h"
#include "ui/views/plain_table.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace coterie::ui {

namespace {

constexpr double kSame = 1e-9; ///< steps: a value nearer to a tick is on it

/// 1, 2 or 5 times a power of ten, with at most `most` steps in the span.
double stepOver(double span, int most)
{
    const double rough = span / most;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough)
            return factor * power;
    return 10 * power;
}

std::vector<double> multiplesOf(double step, double first, double last)
{
    std::vector<double> multiples;
    for (auto number = static_cast<long long>(first); number <= static_cast<long long>(last);
         ++number)
        multiples.push_back(double(number) * step);
    return multiples;
}

/// The next 1, 2 or 5 times a power of ten at or below a value, or at or above it.
double niceBeside(double value, bool above)
{
    const double power = std::pow(10, std::floor(std::log10(value) + kSame));
    double nice = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        const double next = factor * power;
        if (above && next >= value * (1 - kSame))
            return next;
        if (next <= value * (1 + kSame))
            nice = next;
    }
    return nice;
}

} // namespace

std::vector<double> axisTicks(double low, double high, int most, bool whole)
{
    if (!std::isfinite(low) || !std::isfinite(high) || high < low || most < 1)
        return {};
    if (high == low)
        return {low};
    double step = stepOver(high - low, most);
    if (whole)
        step = std::max(1.0, std::ceil(step));
    return multiplesOf(step, std::ceil(low / step - kSame), std::floor(high / step + kSame));
}

namespace {

/// "M" for ticks whose labels would have exponents otherwise.
struct TickUnit
{
    double size = 1;
    QString text = {};
};

TickUnit unitOf(std::span<const double> ticks)
{
    double largest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const double tick : ticks) {
        largest = std::max(largest, std::abs(tick));
        if (tick != 0)
            least = std::min(least, std::abs(tick));
    }
    constexpr double kMost = 1e15; // beyond words that are common
    if (!(largest >= 1e6 && largest < kMost))
        return {};
    const TickUnit unit = largest < 1e9    ? TickUnit{.size = 1e6, .text = QStringLiteral("M")}
                          : largest < 1e12 ? TickUnit{.size = 1e9, .text = QStringLiteral("G")}
                                           : TickUnit{.size = 1e12, .text = QStringLiteral("T")};
    constexpr double kLeast = 0.01; // of the unit; logarithmic axes go far below
    return least < kLeast * unit.size ? TickUnit() : unit;
}

} // namespace

QStringList tickTexts(std::span<const double> ticks)
{
    constexpr int kAlone = 4; // digits of a single value, which need not be round
    constexpr int kUsual = 6; // round numbers need more only far from 0
    constexpr int kExactly = 15;
    constexpr double kOff = 0.01; // of a step: an invisible error
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < ticks.size(); ++i)
        step = std::min(step, std::abs(ticks[i] - ticks[i - 1]));
    const TickUnit unit = unitOf(ticks);
    QStringList texts;
    for (const double each : ticks) {
        const double tick = each / unit.size;
        int digits = ticks.size() > 1 ? kUsual : kAlone;
        QString text = QString::number(tick, 'g', digits);
        while (std::abs(text.toDouble() - tick) > kOff * step / unit.size && digits < kExactly)
            text = QString::number(tick, 'g', ++digits);
        texts << localNumber(withTrueMinus(text));
        if (!unit.text.isEmpty() && each != 0)
            texts.back() += QChar(QChar::Nbsp) + unit.text;
    }
    return texts;
}

QString valueOnAxis(double value, std::span<const double> ticks)
{
    const TickUnit unit = unitOf(ticks);
    if (unit.text.isEmpty() || value == 0 || !std::isfinite(value))
        return numberText(value);
    return numberText(value / unit.size) + QChar(QChar::Nbsp) + unit.text;
}

QStringList alikeTexts(std::span<const double> values)
{
    std::vector<double> finite;
    std::ranges::copy_if(
        values, std::back_inserter(finite), [](double value) { return std::isfinite(value); });
    const TickUnit unit = unitOf(finite);
    PlainTable column{.header = {QString()}, .rows = {}};
    for (const double value : values)
        column.rows.push_back({QVariant(value / unit.size)});
    const std::optional<int> decimals = commonDecimals(column, 0);
    QStringList texts;
    for (const double value : values) {
        texts << (decimals ? cellText(value / unit.size, *decimals)
                           : numberText(value / unit.size));
        if (std::isfinite(value) && value != 0 && !unit.text.isEmpty())
            texts.back() += QChar(QChar::Nbsp) + unit.text;
    }
    return texts;
}

std::size_t niceStep(double least)
{
    return least > 1 ? std::size_t(niceBeside(least, true)) : 1;
}

std::vector<double> outerTicks(double low, double high, int most)
{
    if (!std::isfinite(low) || !std::isfinite(high) || high < low || most < 1)
        return {};
    if (high == low)
        return {low};
    const double step = stepOver(high - low, most);
    return multiplesOf(step, std::floor(low / step + kSame), std::ceil(high / step - kSame));
}

std::vector<double> logarithmicOuterTicks(double low, double high)
{
    constexpr double kMostDecades = 4;
    double first = niceBeside(low, false);
    double last = niceBeside(high, true);
    if (std::log10(last / first) > kMostDecades) {
        first = std::pow(10, std::floor(std::log10(low) + kSame));
        last = std::pow(10, std::ceil(std::log10(high) - kSame));
    }
    std::vector<double> ticks{first};
    for (double exponent = std::floor(std::log10(first) + kSame) + 1;
         std::pow(10, exponent) < last * (1 - kSame);
         ++exponent)
        ticks.push_back(std::pow(10, exponent));
    ticks.push_back(last);
    return ticks;
}

} // namespace coterie::ui
