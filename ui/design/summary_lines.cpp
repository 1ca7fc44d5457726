#include "ui/design/summary_lines.h"

#include "ui/say.h"
#include "ui/words.h"

#include <QLocale>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace coterie::ui {

namespace {

QString sizeText(double bytes)
{
    return QLocale(QLocale::English)
        .formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

/// "0.20", "1.9", "12": two digits that count, so that numbers beside each other look alike.
QString twoDigits(double value)
{
    const int exponent = QString::number(value, 'e', 1).section(u'e', 1).toInt();
    return QString::number(value, 'f', std::max(0, 1 - exponent));
}

/// As durationText(), but with milliseconds: a round may take only a few of them.
QString shortDurationText(double seconds)
{
    if (seconds < 0.001)
        return say("under 1 ms");
    if (seconds < 0.0995)
        return say("%1 ms").arg(twoDigits(1000 * seconds));
    return seconds < 9.95 ? say("%1 s").arg(twoDigits(seconds)) : durationText(seconds);
}

/// "5 ms", or "5 ms to 1.2 s" where the arms differ; a dash where nothing is known.
QString rangeText(const std::vector<double>& values,
                  const std::function<QString(double)>& textOfValue)
{
    if (values.empty())
        return QStringLiteral("–");
    const auto [least, most] = std::ranges::minmax(values);
    QString low = textOfValue(least);
    const QString high = textOfValue(most);
    if (low == high)
        return high;
    if (const QString unit = high.section(u' ', 1); low.section(u' ', 1) == unit)
        low = low.section(u' ', 0, 0); // said once
    return say("%1 to %2").arg(low, high);
}

std::vector<double> perArm(const Forecast& forecast,
                           const std::function<std::optional<double>(const ArmForecast&)>& valueOf)
{
    std::vector<double> values;
    for (const ArmForecast& arm : forecast.arms)
        if (const auto value = valueOf(arm))
            values.push_back(*value);
    return values;
}

std::vector<double> secondsPerRound(const Forecast& forecast, const std::vector<RunPlan>& plans)
{
    std::map<std::size_t, double> seconds;
    for (const RunPlan& plan : plans)
        if (plan.armIndex < forecast.arms.size())
            if (const auto round = roundSeconds(forecast.arms[plan.armIndex], plan))
                seconds.emplace(plan.armIndex, *round);
    std::vector<double> values;
    for (const auto& [arm, value] : seconds)
        values.push_back(value);
    return values;
}

QString refusals(const Forecast& forecast, const Experiment& experiment)
{
    QStringList sentences;
    for (std::size_t arm = 0; arm < forecast.arms.size(); ++arm)
        if (!forecast.arms[arm].refusal.empty())
            sentences << QStringLiteral("%1: %2").arg(toQString(experiment.arms[arm].name),
                                                      toQString(forecast.arms[arm].refusal));
    return sentences.join(u'\n');
}

/// As many as the file asks for, where it says so and nothing is changed by hand.
std::optional<std::int64_t> clientsSaid(const Experiment& experiment)
{
    const Parameter* clients = experiment.data.partition.parameters.find("clients");
    if (!clients || clients->values.size() != 1 || !experiment.clients.overrides.empty())
        return std::nullopt;
    const auto* count = std::get_if<std::int64_t>(&clients->values.front());
    return count ? std::optional(*count) : std::nullopt;
}

void addForecast(std::vector<SummaryLine>& lines,
                 const Experiment& experiment,
                 const std::vector<RunPlan>& plans,
                 const Forecast& forecast)
{
    const auto add = [&](const QString& name, const QString& value, const QString& tip) {
        lines.push_back({.name = name, .value = value, .tip = tip, .isForecast = true});
    };
    std::ranges::move(clientLines(forecast), std::back_inserter(lines));
    add(say("Parameters"),
        rangeText(perArm(forecast,
                         [](const ArmForecast& arm) {
                             return std::optional(static_cast<double>(arm.parameters));
                         }),
                  [](double count) { return countText(static_cast<std::int64_t>(count)); }),
        say("Numbers in one model"));
    add(say("Memory"),
        rangeText(
            perArm(forecast, [](const ArmForecast& arm) { return std::optional(arm.memoryBytes); }),
            sizeText),
        say("About: the data set, and three models for each client"));
    if (!forecast.isTried)
        return;
    const QString trouble = refusals(forecast, experiment);
    add(say("Sent in a round"),
        rangeText(perArm(forecast, [](const ArmForecast& arm) { return arm.bytesPerRound; }),
                  sizeText),
        trouble.isEmpty() ? say("Over all links, counted in a trial round") : trouble);
    add(say("A round takes"),
        rangeText(secondsPerRound(forecast, plans), shortDurationText),
        trouble.isEmpty() ? say("Measured in a trial of a few steps on this machine") : trouble);
    const auto seconds = foreseenSeconds(forecast, plans);
    add(say("All runs take"),
        seconds ? say("about %1").arg(durationText(*seconds)) : QStringLiteral("–"),
        trouble.isEmpty() ? say("One run after another, if nothing else keeps this machine busy")
                          : trouble);
}

} // namespace

std::vector<SummaryLine> clientLines(const Forecast& forecast)
{
    std::vector<SummaryLine> lines;
    const auto add = [&](const QString& name, const QString& value, const QString& tip) {
        lines.push_back({.name = name, .value = value, .tip = tip, .isForecast = true});
    };
    add(say("Clients"),
        countText(static_cast<std::int64_t>(forecast.clients)),
        say("As the partition of the first seed gives them"));
    add(say("Training samples"), countText(forecast.trainSamples), say("Of all clients together"));
    add(say("Per client"),
        forecast.smallestClient == forecast.largestClient
            ? countText(forecast.smallestClient)
            : say("%1 to %2")
                  .arg(countText(forecast.smallestClient), countText(forecast.largestClient)),
        say("Training samples of the smallest and of the largest client"));
    add(say("Test samples"),
        countText(forecast.testSamples),
        say("Of all clients together, besides those that the data set itself has for testing"));
    return lines;
}

std::vector<SummaryLine> summaryLines(const Experiment& experiment,
                                      const std::vector<RunPlan>& plans,
                                      const std::optional<Forecast>& forecast)
{
    const auto arms = static_cast<qsizetype>(experiment.arms.size());
    const auto seeds = static_cast<qsizetype>(experiment.seeds.size());
    std::vector<double> rounds; // an arm may have its own number
    for (const RunPlan& plan : plans)
        rounds.push_back(plan.rounds);
    std::vector<SummaryLine> lines{
        {.name = say("Runs"),
         .value = countText(static_cast<std::int64_t>(plans.size())),
         .tip = say("%1 and %2, and every combination of swept values is a run of its own")
                    .arg(counted(arms, say("1 arm"), say("%1 arms")),
                         counted(seeds, say("1 seed"), say("%1 seeds")))},
        {.name = say("Rounds"),
         .value = rangeText(
             rounds, [](double count) { return countText(static_cast<std::int64_t>(count)); }),
         .tip = say("Of every run")}};
    if (forecast)
        addForecast(lines, experiment, plans, *forecast);
    else if (const auto clients = clientsSaid(experiment))
        lines.push_back(
            {.name = say("Clients"), .value = countText(*clients), .tip = say("As the file says")});
    return lines;
}

} // namespace coterie::ui
