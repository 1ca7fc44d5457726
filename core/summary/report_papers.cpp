#include "core/summary/report_papers.h"

#include "core/metrics/shown_metric.h"
#include "core/summary/finding_words.h"
#include "core/summary/html_page.h"
#include "core/summary/reported_experiment.h"
#include "core/summary/setting_titles.h"
#include "core/summary/svg_page.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coterie {

std::string numberWord(double value)
{
    constexpr int kDigits = 4;
    if (!std::isfinite(value))
        return std::isnan(value) ? "NaN" : value > 0 ? "∞" : "−∞";
    const std::string text = shortText(value, kDigits);
    std::string shown; // with true minuses
    for (const char letter : text)
        shown += letter == '-' ? std::string("−") : std::string(1, letter);
    return shown;
}

std::string alignedNumber(double value, std::optional<int> places)
{
    if (!places || !std::isfinite(value))
        return numberWord(value);
    const std::string text = decimals(std::abs(value), *places);
    const bool isZero = text.find_first_of("123456789") == std::string::npos; // as written
    return (value < 0 && !isZero ? "−" : "") + text;
}

std::optional<int> measuredPlaces(const std::vector<double>& values)
{
    constexpr double kWidestRange = 100;
    double largest = 0;
    double smallest = std::numeric_limits<double>::infinity();
    for (const double value : values)
        if (const double size = std::abs(value); size > 0 && std::isfinite(size)) {
            largest = std::max(largest, size);
            smallest = std::min(smallest, size);
        }
    if (largest == 0 || largest / smallest > kWidestRange)
        return std::nullopt;
    return std::max(0, 3 - static_cast<int>(std::floor(std::log10(largest))));
}

std::string metricWord(const MetricInfo& info)
{
    std::string word(metricTitle(info.name));
    if (word.empty())
        word = spelledOut(info.name);
    const std::string_view unit = shownMetric(info.name).unit;
    constexpr std::string_view kBits = " bits"; // said in MB
    if (unit == "bits" && word.ends_with(kBits))
        word.resize(word.size() - kBits.size());
    return word + (unit == "percent" ? " (%)" : unit == "bits" ? ", in MB" : "");
}

namespace {

/// The most decimals with which one of them is written; absent where one needs an exponent.
std::optional<int> writtenPlaces(const std::vector<double>& values)
{
    std::size_t most = 0;
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        const std::string text = numberWord(value);
        if (text.find('e') != std::string::npos)
            return std::nullopt;
        if (const std::size_t point = text.find('.'); point != std::string::npos)
            most = std::max(most, text.size() - point - 1);
    }
    return static_cast<int>(most);
}

/// The decimals of a table's columns.
struct PaperPlaces
{
    std::optional<int> here;
    std::optional<int> paper;
    std::optional<int> deviation; ///< the paper's
};

PaperPlaces paperPlaces(const Comparison& paper)
{
    std::vector<double> here;
    std::vector<double> given;
    std::vector<double> deviations;
    for (const ComparisonRow& row : paper.rows) {
        if (row.ours)
            here.push_back(row.ours->mean);
        else if (row.rounds && row.rounds->raw.median)
            here.push_back(*row.rounds->raw.median);
        if (row.paper)
            given.push_back(row.paper->mean);
        if (row.paper && row.paper->deviation)
            deviations.push_back(*row.paper->deviation);
    }
    const bool isPercent = paper.unit == "%" || paper.unit == "percent";
    return {.here = paper.target ? writtenPlaces(here)
                    : isPercent  ? std::optional(2)
                                 : measuredPlaces(here),
            .paper = writtenPlaces(given),
            .deviation = writtenPlaces(deviations)};
}

std::string hereWord(const ComparisonRow& row, std::optional<int> places)
{
    if (row.ours)
        return alignedNumber(row.ours->mean, places)
               + (row.ours->runs > 1 ? " ± " + alignedNumber(row.ours->deviation, places)
                                     : std::string());
    const std::optional<double> rounds = row.rounds ? row.rounds->raw.median : std::nullopt;
    return rounds ? alignedNumber(*rounds, places) : "–";
}

std::string paperWord(const ComparisonRow& row, const PaperPlaces& places)
{
    if (!row.paper)
        return "–";
    return alignedNumber(row.paper->mean, places.paper)
           + (row.paper->deviation ? " ± " + alignedNumber(*row.paper->deviation, places.deviation)
                                   : std::string());
}

} // namespace

std::string paperTables(const std::vector<Comparison>& papers)
{
    std::string text;
    for (const Comparison& paper : papers) {
        const PaperPlaces places = paperPlaces(paper);
        HtmlTable table{.header = {"Arm", "Here", "Paper", "Difference"}, .rows = {}};
        for (const ComparisonRow& row : paper.rows)
            table.rows.push_back(
                {armWord(row.arm, row.sweep),
                 hereWord(row, places.here),
                 paperWord(row, places),
                 row.difference ? alignedNumber(*row.difference, places.here) : "–"});
        const MetricInfo* metric = findMetric(paper.metric);
        const std::string title = metric ? metricWord(*metric) : spelledOut(paper.metric);
        const std::string unit =
            paper.unit.empty() || title.ends_with("(%)") ? "" : ", " + paper.unit;
        text += paragraph(paper.source + ": " + title + unit) + html(table);
    }
    return text;
}

} // namespace coterie
