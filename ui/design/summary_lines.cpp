#include "ui/design/summary_lines.h"

#include "core/experiment/experiment_fields.h"
#include "core/report/client_names.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace coterie::ui {

namespace {

/// "0.20", "1.9", "12": two significant digits, so that numbers look alike.
QString twoDigits(double value)
{
    const int exponent = QString::number(value, 'e', 1).section(u'e', 1).toInt();
    return fixedText(value, std::max(0, 1 - exponent));
}

/// Like durationText(), with milliseconds for short rounds.
QString shortDurationText(double seconds)
{
    if (seconds < 0.001)
        return say("under 1 ms");
    if (seconds < 0.0995)
        return say("%1 ms").arg(twoDigits(1000 * seconds));
    return seconds < 9.95 ? say("%1 s").arg(twoDigits(seconds)) : durationText(seconds);
}

/// "about 5 s"; "less than 1 s" is rough already; a dash if unknown.
QString roughDurationText(const std::optional<double>& seconds)
{
    if (!seconds)
        return QStringLiteral("–");
    const QString text = durationText(*seconds);
    return *seconds < 0.5 ? text : say("about %1").arg(text);
}

/// "5 ms", or "5 ms to 1.2 s" if the arms differ; a dash if unknown.
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
        low = low.section(u' ', 0, 0); // the unit once
    return say("%1 to %2").arg(low, high);
}

/// Of the arms that have it.
std::vector<double> perArm(const Forecast& forecast,
                           const std::function<std::optional<double>(const ArmForecast&)>& valueOf)
{
    std::vector<double> values;
    for (const ArmForecast& arm : forecast.arms)
        if (const auto value = valueOf(arm))
            values.push_back(*value);
    return values;
}

QString wholeText(double count)
{
    return countText(std::int64_t(count));
}

SummaryLine forecastLine(const QString& name, const QString& value, const QString& tip)
{
    return {.name = name, .value = value, .tip = tip, .isForecast = true};
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
    for (std::size_t arm = 0; arm < forecast.arms.size(); ++arm) {
        const ArmForecast& tried = forecast.arms[arm];
        if (!tried.refusal.empty())
            sentences << QStringLiteral("%1: %2").arg(
                toQString(experiment.arms[arm].name),
                !tried.startsCommand ? toQString(tried.refusal)
                : tried.parameters   ? say("Not tried, because it starts a program.")
                                     : say("Not tried, because its module can run code. The first "
                                           "run loads it once you allow it."));
    }
    return sentences.join(u'\n');
}

/// The number of clients in the file, if it is single and no client is edited by hand.
std::optional<std::int64_t> clientsSaid(const Experiment& experiment)
{
    const Parameter* clients = experiment.data.partition.parameters.find("clients");
    if (!clients || clients->values.size() != 1 || !experiment.clients.overrides.empty())
        return std::nullopt;
    const auto* count = std::get_if<std::int64_t>(&clients->values.front());
    return count && *count > 0 ? std::optional(*count) : std::nullopt; // 0: all
}

/// Says what there is where it is too little for an arm.
SummaryLine memoryLine(const Forecast& forecast)
{
    const std::vector<double> needed = perArm(forecast, &ArmForecast::memoryBytes);
    const QString text = rangeText(needed, dataSizeText);
    const QString tip =
        forecast.ranks > 1
            ? say("Estimates what the %1 ranks of a run take at once on this machine, each with "
                  "the data set and all models")
                  .arg(forecast.ranks)
            : say("Estimates what a run and its data set take at once");
    const std::optional<double> there = forecast.memoryAvailable;
    if (!there || std::ranges::none_of(needed, [&](double bytes) { return bytes > *there; }))
        return forecastLine(say("Memory"), text, tip);
    return forecastLine(say("Memory"),
                        say("%1, available %2").arg(text, dataSizeText(*there)),
                        say("Runs that need more memory than is available are refused when they "
                            "begin"));
}

QString storeText(const Forecast& forecast, const std::vector<RunPlan>& plans)
{
    const std::optional<double> bytes = foreseenDisk(forecast, plans);
    return bytes ? dataSizeText(*bytes) : QStringLiteral("–");
}

/// The name of a file, short enough for the panel.
QString fileText(const std::string& path)
{
    constexpr std::size_t kMost = 28;
    const QString name = QFileInfo(toQString(path)).fileName();
    return toQString(cutInTheMiddle(name.toStdString(), kMost));
}

/// The file of weights that models begin with, and which arms do; nothing if all draw theirs.
std::vector<SummaryLine> weightsLines(const Experiment& experiment)
{
    std::map<std::string, QStringList> armsOf; // by file
    QStringList drawing;
    for (const Arm& arm : experiment.arms) {
        const auto& initial = arm.model ? arm.model->initial : experiment.model.initial;
        (initial ? armsOf[initial->path] : drawing) << toQString(arm.name);
    }
    if (armsOf.empty())
        return {};
    const auto& [file, arms] = *armsOf.begin();
    const QString value = armsOf.size() > 1 ? say("%1 files").arg(countText(qint64(armsOf.size())))
                          : drawing.isEmpty() ? fileText(file)
                                              : say("%1 (%2 of %3 arms)")
                                                    .arg(fileText(file),
                                                         countText(arms.size()),
                                                         countText(qint64(experiment.arms.size())));
    QStringList tip;
    for (const auto& [path, names] : armsOf)
        tip << say("%1: %2").arg(toQString(path), names.join(QStringLiteral(", ")));
    if (!drawing.isEmpty())
        tip << say("Drawn: %1").arg(drawing.join(QStringLiteral(", ")));
    return {{.name = labelOf(fields::kInitialPath), .value = value, .tip = tip.join(u'\n')}};
}

std::vector<SummaryLine>
armLines(const Experiment& experiment, const std::vector<RunPlan>& plans, const Forecast& forecast)
{
    const auto parameters = [](const ArmForecast& arm) {
        return arm.parameters ? std::optional(double(*arm.parameters)) : std::nullopt;
    };
    std::vector<SummaryLine> lines{forecastLine(say("Parameters"),
                                                rangeText(perArm(forecast, parameters), wholeText),
                                                say("Number of parameters in one model")),
                                   memoryLine(forecast),
                                   forecastLine(say("Run store"),
                                                storeText(forecast, plans),
                                                say("Estimates what all runs leave on the disk"))};
    if (!forecast.isTried)
        return lines;
    const QString trouble = refusals(forecast, experiment);
    const auto add = [&](const QString& name, const QString& value, const QString& tip) {
        lines.push_back(forecastLine(name, value, trouble.isEmpty() ? tip : trouble));
    };
    add(say("Traffic per round"),
        rangeText(perArm(forecast, &ArmForecast::bytesPerRound), dataSizeText),
        say("Counted over all links in a trial round"));
    add(say("Time per round"),
        rangeText(secondsPerRound(forecast, plans), shortDurationText),
        forecast.ranks > 1
            ? say("Measured in a trial of a few steps on this machine with the threads of all %1 "
                  "ranks, without the time in which they send each other models")
                  .arg(forecast.ranks)
            : say("Measured in a trial of a few steps on this machine"));
    add(say("Time of all runs"),
        roughDurationText(foreseenSeconds(forecast, plans)),
        say("Assumes one run after another on an otherwise idle machine"));
    return lines;
}

} // namespace

std::vector<SummaryLine> clientLines(const Forecast& forecast)
{
    const QString least = countText(forecast.smallestClient);
    const QString most = countText(forecast.largestClient);
    return {forecastLine(say("Clients"),
                         countText(std::int64_t(forecast.clients)),
                         say("Counted in the partition of the first seed")),
            forecastLine(say("Training samples"),
                         countText(forecast.trainSamples),
                         say("Counted over all clients")),
            forecastLine(say("Per client"),
                         least == most ? least : say("%1 to %2").arg(least, most),
                         say("Shows the training samples of the smallest and the largest client")),
            forecastLine(say("Test samples"),
                         countText(forecast.testSamples),
                         say("Counted over all clients, without the data set's own test samples"))};
}

std::vector<SummaryLine> summaryLines(const Experiment& experiment,
                                      const std::vector<RunPlan>& plans,
                                      const std::optional<Forecast>& forecast)
{
    const auto arms = qsizetype(experiment.arms.size());
    const auto seeds = qsizetype(experiment.seeds.size());
    std::vector<double> rounds; // arms may have their own number
    for (const RunPlan& plan : plans)
        rounds.push_back(plan.rounds);
    std::vector<SummaryLine> lines{
        {.name = say("Runs"),
         .value = countText(std::int64_t(plans.size())),
         .tip = say("Counts %1, %2 and every combination of swept values")
                    .arg(counted(arms, say("1 arm"), say("%1 arms")),
                         counted(seeds, say("1 seed"), say("%1 seeds")))},
        {.name = say("Rounds"),
         .value = rangeText(rounds, wholeText),
         .tip = say("Rounds of each run")}};
    if (forecast) {
        std::ranges::move(clientLines(*forecast), std::back_inserter(lines));
        std::ranges::move(armLines(experiment, plans, *forecast), std::back_inserter(lines));
    } else if (const auto clients = clientsSaid(experiment)) {
        lines.push_back({.name = say("Clients"),
                         .value = countText(*clients),
                         .tip = say("Read from the file")});
    }
    std::ranges::move(weightsLines(experiment), std::back_inserter(lines));
    return lines;
}

} // namespace coterie::ui
