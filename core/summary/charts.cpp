#include "core/summary/charts.h"

#include "core/report/client_names.h"
#include "core/store/run_looks.h"
#include "core/summary/svg_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

namespace coterie {

namespace {

// Those of the window's light theme.
constexpr std::array<std::uint32_t, kLineColours> kColours{
    0x0072b2, 0xe36c14, 0x0a8e65, 0xba5899, 0x856500, 0x089ed0, 0xa43c3a, 0x4b4e87,
    0x9600ff, 0x9678ff, 0x4b0078, 0x1e3c00, 0x4b2d2d, 0xff1e69, 0x0000b4, 0xc300a5,
    0x5a0f4b, 0x962dd2, 0xff00ff, 0xa58796, 0xd2784b, 0xf01e2d, 0x0f5a69, 0xb40069};
constexpr std::string_view kGrey = R"(fill="#555555")";
constexpr std::string_view kFaintLine = R"(stroke="#dddddd")";
constexpr double kWidth = 680;

std::string hexText(std::uint32_t colour)
{
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "#%06x", colour);
    return text.data();
}

/// 1, 2 or 5 times a power of ten, so that a range has at most `most` steps.
double niceStep(double range, int most)
{
    const double least = range / most;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least)
            return factor * power;
    return 10 * power;
}

/// A range of values on an axis of the page.
struct Axis
{
    double least = 0;
    double most = 1;
    double from = 0; ///< pixels
    double to = 1;
    bool isLogarithmic = false; ///< the values are logarithms to the base ten

    void widen(double value)
    {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    [[nodiscard]] double place(double value) const
    {
        return from + (value - least) / (most - least) * (to - from);
    }
    [[nodiscard]] std::vector<double> ticks(int mostSteps) const;
};

/// The multiples of the step in the range, at most one more than `mostSteps`.
std::vector<double> multiples(double least, double most, double step, int mostSteps)
{
    std::vector<double> found;
    const double first = std::ceil(least / step - 1e-9);
    for (int i = 0; i <= mostSteps; ++i)
        if (const double tick = (first + i) * step; tick <= most + 1e-9 * step)
            found.push_back(std::abs(tick) < 1e-9 * step ? 0 : tick);
    return found;
}

/// The logarithms of 1, 2 and 5 times powers of ten in the range.
std::vector<double> oneTwoFive(double least, double most)
{
    std::vector<double> found;
    for (double power = std::floor(least); power <= most; ++power)
        for (const double factor : {1.0, 2.0, 5.0})
            if (const double tick = power + std::log10(factor);
                tick >= least - 1e-9 && tick <= most + 1e-9)
                found.push_back(tick);
    return found;
}

/// At least two: whole powers over many decades, parts of them over few, and even steps between
/// two of these.
std::vector<double> logarithmicTicks(double least, double most, int mostSteps)
{
    const auto room = static_cast<double>(mostSteps);
    if (most - least <= room) {
        std::vector<double> parts = oneTwoFive(least, most);
        if (parts.size() >= 2 && static_cast<double>(parts.size()) <= room + 1)
            return parts;
        const double from = std::pow(10.0, least);
        const double to = std::pow(10.0, most);
        if (parts.size() < 2 && std::isfinite(to) && to > from) {
            std::vector<double> even =
                multiples(from, to, niceStep(to - from, mostSteps), mostSteps);
            for (double& tick : even)
                tick = std::log10(tick);
            return even;
        }
    }
    const double step = std::max(1.0, std::round(niceStep(most - least, mostSteps)));
    return multiples(least, most, step, mostSteps);
}

std::vector<double> Axis::ticks(int mostSteps) const
{
    return isLogarithmic ? logarithmicTicks(least, most, mostSteps)
                         : multiples(least, most, niceStep(most - least, mostSteps), mostSteps);
}

std::string tickText(const Axis& axis, double value)
{
    return shortText(axis.isLogarithmic ? std::pow(10.0, value) : value, 6);
}

/// The points as they lie on a logarithmic axis: with infinite coordinates where they do not.
void makeLogarithmic(std::vector<ChartLine>& lines, const ChartAxes& axes)
{
    for (ChartLine& line : lines) {
        if (axes.logarithmicY)
            for (std::size_t i = 0; i < line.y.size(); ++i) {
                if (i < line.deviation.size()) {
                    const double share = line.deviation[i] / line.y[i];
                    line.deviation[i] = std::log10(1 + share);
                    line.below.push_back(-std::log10(1 - share)); // infinite: to the axis
                }
                line.y[i] = std::log10(line.y[i]);
            }
        if (axes.logarithmicX)
            for (double& x : line.x)
                x = std::log10(x);
    }
}

bool isShown(const ChartLine& line, std::size_t i)
{
    return std::isfinite(line.x[i]) && std::isfinite(line.y[i]);
}

double deviationAt(const ChartLine& line, std::size_t i)
{
    return i < line.deviation.size() && std::isfinite(line.deviation[i]) ? line.deviation[i] : 0;
}

/// The lower end of the band; nothing where it lies below any axis.
std::optional<double> lowerAt(const ChartLine& line, std::size_t i)
{
    if (line.below.empty())
        return line.y[i] - deviationAt(line, i);
    return std::isfinite(line.below[i]) ? std::optional(line.y[i] - line.below[i]) : std::nullopt;
}

std::string point(const Axis& x, const Axis& y, double atX, double atY)
{
    return svgNumber(x.place(atX)) + ',' + svgNumber(y.place(atY)) + ' ';
}

/// How a line is drawn: its colour and, if not solid, its dashes.
struct Stroke
{
    std::string colour;
    std::string_view dashes = {};
    [[nodiscard]] std::string attributes() const
    {
        return "stroke=\"" + colour + "\" stroke-width=\"1.8\""
               + (dashes.empty() ? "" : " stroke-dasharray=\"" + std::string(dashes) + '"');
    }
};

/// As the window draws them on a light ground: the first variant of a colour in it, the
/// others darker and dashed.
std::vector<Stroke> strokesOf(const std::vector<ChartLine>& lines)
{
    constexpr std::array<std::string_view, 4> kDashes{"", "7 4", "7 3 2 3", "7 3 2 3 2 3"};
    constexpr double kText = 26; // of each channel of the text's colour
    std::vector<Stroke> strokes;
    std::map<std::size_t, std::set<std::size_t>> taken; // variants, by colour
    for (const ChartLine& line : lines) {
        std::size_t variant = line.variant;
        while (!taken[line.look % kColours.size()].insert(variant).second)
            ++variant;
        const double shade = std::min(0.6, 0.3 * double(variant));
        std::uint32_t colour = 0;
        for (const unsigned shift : {16U, 8U, 0U}) {
            const double channel = (kColours[line.look % kColours.size()] >> shift) & 0xffU;
            colour |= static_cast<std::uint32_t>(std::lround(shade * kText + (1 - shade) * channel))
                      << shift;
        }
        strokes.push_back({.colour = hexText(colour), .dashes = kDashes[variant % kDashes.size()]});
    }
    return strokes;
}

void drawLine(SvgPage& page, const ChartLine& line, const Stroke& stroke, Axis x, Axis y)
{
    std::string middle;
    std::string upper;
    std::vector<std::string> lower;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
        if (!isShown(line, i))
            continue;
        const double deviation = deviationAt(line, i);
        middle += point(x, y, line.x[i], line.y[i]);
        upper += point(x, y, line.x[i], line.y[i] + deviation);
        lower.push_back(point(x, y, line.x[i], lowerAt(line, i).value_or(y.least)));
    }
    if (!line.deviation.empty()) {
        for (auto back = lower.rbegin(); back != lower.rend(); ++back)
            upper += *back;
        page.out() << "<polygon points=\"" << upper << "\" fill=\"" << stroke.colour
                   << "\" fill-opacity=\"0.16\"/>\n";
    }
    if (line.marks != ChartLine::Marks::Line)
        for (std::size_t i = 0; i < line.x.size(); ++i)
            if (isShown(line, i))
                page.out() << "<circle cx=\"" << svgNumber(x.place(line.x[i])) << "\" cy=\""
                           << svgNumber(y.place(line.y[i])) << "\" r=\"3\" fill=\"" << stroke.colour
                           << "\"/>\n";
    if (line.marks != ChartLine::Marks::Points)
        page.out() << "<polyline points=\"" << middle << "\" fill=\"none\" " << stroke.attributes()
                   << "><title>" << markupText(line.name) << "</title></polyline>\n";
}

/// One under the other, at the right of the axes.
void drawLegend(SvgPage& page,
                const std::vector<ChartLine>& lines,
                const std::vector<Stroke>& strokes,
                double left,
                double top)
{
    constexpr double kLine = 18;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double y = top + kLine * double(i);
        page.line(left, y - 4, left + 16, y - 4, strokes[i].attributes());
        page.text(left + 20, y, lines[i].name);
    }
}

} // namespace

std::string chartColour(std::size_t number)
{
    return hexText(kColours[number % kColours.size()]);
}

std::string lineChart(std::vector<ChartLine> lines, const ChartAxes& axes)
{
    makeLogarithmic(lines, axes);
    constexpr double kHeight = 320;
    constexpr double kLegend = 190;
    std::optional<Axis> x;
    std::optional<Axis> y;
    for (const ChartLine& line : lines)
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            if (!isShown(line, i))
                continue;
            if (!x) {
                x = Axis{.least = line.x[i], .most = line.x[i]};
                y = Axis{.least = line.y[i], .most = line.y[i]};
            }
            x->widen(line.x[i]);
            y->widen(lowerAt(line, i).value_or(line.y[i]));
            y->widen(line.y[i] + deviationAt(line, i));
        }
    if (!x)
        return {};
    for (Axis* axis : {&*x, &*y}) {
        // Values that are nearly equal leave no room for steps between them.
        const double largest = std::max(std::abs(axis->least), std::abs(axis->most));
        if (axis->most - axis->least <= 1e-9 * largest || axis->most <= axis->least) {
            const double room = std::max(0.5, 1e-6 * largest);
            axis->least -= room;
            axis->most += room;
        }
    }
    x->isLogarithmic = axes.logarithmicX;
    y->isLogarithmic = axes.logarithmicY;
    x->from = 64;
    x->to = kWidth - kLegend;
    y->from = kHeight - 46;
    y->to = 14;

    std::ostringstream out;
    SvgPage page(out);
    const double legendHeight = 30 + 18 * double(lines.size());
    page.begin(kWidth, std::max(kHeight, legendHeight));
    for (const double tick : y->ticks(6)) {
        const double place = y->place(tick);
        page.line(x->from, place, x->to, place, kFaintLine);
        page.text(
            x->from - 8, place + 4, tickText(*y, tick), R"(text-anchor="end" fill="#555555")");
    }
    for (const double tick : x->ticks(8)) {
        const double place = x->place(tick);
        page.line(place, y->from, place, y->from + 4, R"(stroke="#888888")");
        page.text(
            place, y->from + 18, tickText(*x, tick), R"(text-anchor="middle" fill="#555555")");
    }
    page.line(x->from, y->from, x->to, y->from, R"(stroke="#888888")");
    page.text((x->from + x->to) / 2, y->from + 38, axes.x, R"(text-anchor="middle")");
    const double middle = (y->from + y->to) / 2;
    page.text(16,
              middle,
              axes.y,
              "text-anchor=\"middle\" transform=\"rotate(-90 16 " + svgNumber(middle) + ")\"");
    const std::vector<Stroke> strokes = strokesOf(lines);
    for (std::size_t i = 0; i < lines.size(); ++i)
        drawLine(page, lines[i], strokes[i], *x, *y);
    drawLegend(page, lines, strokes, kWidth - kLegend + 16, 24);
    page.end();
    return out.str();
}

std::string heatMap(const Matrix& weights)
{
    constexpr double kMost = 260; // pixels
    const std::size_t most = std::max(weights.rows, weights.columns);
    if (most == 0)
        return {};
    const double cell = std::clamp(kMost / double(most), 1.0, 26.0);
    double largest = 0;
    for (const double value : weights.values)
        if (std::isfinite(value))
            largest = std::max(largest, value);
    constexpr double kLeft = 34;
    constexpr double kTop = 8;
    const double bottom = kTop + cell * double(weights.rows);
    std::ostringstream out;
    SvgPage page(out);
    constexpr double kWordsWidth = 160; // of the line below, in most fonts
    page.begin(kLeft + std::max(cell * double(weights.columns) + 12, kWordsWidth), bottom + 40);
    for (std::size_t i = 0; i < weights.rows; ++i)
        for (std::size_t j = 0; j < weights.columns; ++j) {
            const double value = weights.at(i, j);
            const double share =
                std::isfinite(value) && largest > 0 ? std::max(0.0, value) / largest : 0;
            const auto channel = [share](int full) {
                return std::uint32_t(std::lround(255 + share * (full - 255)));
            };
            page.box(kLeft + cell * double(j),
                     kTop + cell * double(i),
                     cell,
                     cell,
                     hexText(channel(0x08) << 16 | channel(0x45) << 8 | channel(0x94)));
        }
    page.out() << "<rect x=\"" << svgNumber(kLeft) << "\" y=\"" << svgNumber(kTop) << "\" width=\""
               << svgNumber(cell * double(weights.columns)) << "\" height=\""
               << svgNumber(bottom - kTop) << "\" fill=\"none\" stroke=\"#888888\"/>\n";
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(18 / cell)));
    for (std::size_t i = 0; i < most; i += every) {
        const double centre = cell * (double(i) + 0.5);
        if (i < weights.rows)
            page.text(kLeft - 6,
                      kTop + centre + 4,
                      std::to_string(i),
                      R"(text-anchor="end" fill="#555555")");
        if (i < weights.columns)
            page.text(kLeft + centre,
                      bottom + 15,
                      std::to_string(i),
                      R"(text-anchor="middle" fill="#555555")");
    }
    page.text(kLeft, bottom + 33, "row i: what client i takes", kGrey);
    page.end();
    return out.str();
}

std::string federationChart(const FederationFacts& facts)
{
    if (facts.trainSamples.empty())
        return {};
    const auto most = double(std::max<std::int64_t>(1, std::ranges::max(facts.trainSamples)));
    constexpr std::size_t kShownLetters = 20; // of a name
    const double left = facts.clientNames.empty() ? 44 : 200;
    constexpr double kTop = 10;
    const double row = std::clamp(420 / double(facts.trainSamples.size()), 3.0, 20.0);
    const double bar = row > 6 ? row - 3 : row - 0.5;
    const double perSample = (kWidth - left - 70) / most;
    const double bottom = kTop + row * double(facts.trainSamples.size());
    std::ostringstream out;
    SvgPage page(out);
    page.begin(kWidth, bottom + 26);
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(14 / row)));
    for (std::size_t client = 0; client < facts.trainSamples.size(); ++client) {
        const double top = kTop + row * double(client);
        const std::string_view name = clientNameOf(facts, static_cast<int>(client));
        if (!name.empty()) // the whole name, where the pointer rests
            page.out() << "<g><title>client " << client << ": " << markupText(name) << "</title>\n";
        if (client % every == 0)
            page.text(left - 8,
                      top + bar / 2 + 4,
                      (name.empty() ? "" : cutInTheMiddle(name, kShownLetters) + "  ")
                          + std::to_string(client),
                      R"(text-anchor="end" fill="#555555")");
        double x = left;
        const bool hasClasses = client < facts.classCounts.size();
        if (!hasClasses)
            page.box(x, top, double(facts.trainSamples[client]) * perSample, bar, chartColour(0));
        for (std::size_t kind = 0; hasClasses && kind < facts.classCounts[client].size(); ++kind) {
            const double width = double(facts.classCounts[client][kind]) * perSample;
            if (width > 0)
                page.box(x, top, width, bar, chartColour(kind));
            x += width;
        }
        if (client % every == 0)
            page.text(left + double(facts.trainSamples[client]) * perSample + 6,
                      top + bar / 2 + 4,
                      std::to_string(facts.trainSamples[client]),
                      kGrey);
        if (!name.empty())
            page.out() << "</g>\n";
    }
    page.text(left, bottom + 18, "training samples of each client, coloured by class", kGrey);
    page.end();
    return out.str();
}

} // namespace coterie
