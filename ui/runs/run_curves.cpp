#include "ui/runs/run_curves.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/live_change.h"
#include "core/experiment/sweep_text.h"
#include "core/math/linkage.h"
#include "ui/numbers.h"
#include "ui/runs/run_view_model.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// The round in which each client joined its group. A client that is left alone joined in the round
/// in which the others left, even if the group keeps its number.
std::vector<std::vector<int>> joinedRounds(const RoundGroups* before, const RoundGroups& formed)
{
    struct Place
    {
        int colour = 0;
        bool isAlone = false;
        int joined = 0;
    };
    std::map<int, Place> places;
    for (std::size_t group = 0; before && group < before->groups.size(); ++group) {
        const std::vector<int>& members = before->groups[group];
        for (std::size_t i = 0; i < members.size(); ++i)
            places[members[i]] = {.colour = before->colours[group],
                                  .isAlone = members.size() == 1,
                                  .joined = before->joined[group][i]};
    }
    std::vector<std::vector<int>> joined;
    for (std::size_t group = 0; group < formed.groups.size(); ++group) {
        const std::vector<int>& members = formed.groups[group];
        joined.emplace_back();
        for (const int client : members) {
            const auto was = places.find(client);
            const bool stayed = was != places.end() && was->second.colour == formed.colours[group]
                                && was->second.isAlone == (members.size() == 1);
            joined.back().push_back(stayed ? was->second.joined : formed.round);
        }
    }
    return joined;
}

/// Adds the groups or clusters of the next round, if there are any.
void addGroups(std::vector<RoundGroups>& rounds,
               GroupColours& colours,
               const std::vector<std::vector<int>>& groups,
               const RoundMeasurements& measured)
{
    if (groups.empty())
        return;
    const RoundGroups* before = rounds.empty() ? nullptr : &rounds.back();
    RoundGroups formed{.round = measured.round, .groups = groups, .colours = colours.add(groups)};
    if (before && before->groups == groups) {
        formed.joined = before->joined;
        formed.order = before->order;
    } else {
        formed.joined = joinedRounds(before, formed);
        const std::span<const int> earlier =
            before ? std::span<const int>(*before->order) : std::span<const int>();
        std::size_t clients = 0; // counted, as numbers in a damaged report may be anything
        for (const std::vector<int>& group : groups)
            clients += group.size();
        clients = std::max({clients, measured.clients.size(), earlier.size()});
        Grouping together;
        together.groups = groups;
        formed.order =
            std::make_shared<const std::vector<int>>(leafOrder(together, clients, earlier));
    }
    rounds.push_back(std::move(formed));
}

/// The last change up to the round says what held in it, else the first one after it.
std::optional<double>
valueAt(const std::vector<RunEvent>& events, const std::string& place, int round)
{
    std::optional<double> value;
    for (const RunEvent& event : events) {
        const SettingChanged* change = event.change();
        if (!change || change->place != place)
            continue;
        if (event.round > round)
            return value ? value : change->from;
        value = change->to;
    }
    return value;
}

} // namespace

std::vector<int> RoundGroups::ofClients(const std::vector<int>& values, std::size_t clients) const
{
    std::vector<int> all(clients, -1);
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (const int client : groups[group])
            if (client >= 0 && static_cast<std::size_t>(client) < clients)
                all[static_cast<std::size_t>(client)] = values[group];
    return all;
}

std::vector<int> RoundGroups::joinedOfClients(std::size_t clients) const
{
    std::vector<int> all(clients, -1);
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (std::size_t i = 0; i < groups[group].size(); ++i)
            if (const int client = groups[group][i];
                client >= 0 && static_cast<std::size_t>(client) < clients)
                all[static_cast<std::size_t>(client)] = joined[group][i];
    return all;
}

void Curve::append(double round, double value)
{
    rounds.push_back(round);
    values.push_back(value);
}

void Curve::cutAfter(double last)
{
    const auto end = std::upper_bound(rounds.begin(), rounds.end(), last);
    values.resize(std::size_t(end - rounds.begin()));
    rounds.erase(end, rounds.end());
}

std::optional<Curve::Point> Curve::at(double round) const
{
    const auto after = std::upper_bound(rounds.begin(), rounds.end(), round);
    if (after == rounds.begin())
        return std::nullopt;
    const auto place = static_cast<std::size_t>(after - rounds.begin()) - 1;
    return Point{.round = rounds[place], .value = values[place]};
}

void RunProgress::append(const RoundMeasurements& round)
{
    const auto add = [](std::vector<double>& sums, double value) {
        sums.push_back((sums.empty() ? 0 : sums.back()) + value);
    };
    rounds.push_back(round.round);
    add(seconds, round.seconds);
    add(steps, static_cast<double>(round.steps));
    add(bits, round.bits);
}

void RunProgress::cutAfter(int last)
{
    const auto kept = std::size_t(std::ranges::upper_bound(rounds, double(last)) - rounds.begin());
    for (std::vector<double>* numbers : {&rounds, &seconds, &steps, &bits})
        numbers->resize(kept);
}

QString RunTitle::label() const
{
    const QString& point = design.isEmpty() ? sweep : design;
    return point.isEmpty() ? arm : arm + QStringLiteral(" · ") + point;
}

QString RunTitle::fullLabel() const
{
    const QString usual = RunViewModel::tr("%1, seed %2").arg(label()).arg(seed);
    return name.isEmpty() ? usual : RunViewModel::tr("%1 (%2)").arg(name, usual);
}

RunTitle RunTitle::inFiles() const
{
    const PlainNumbers inThem;
    RunTitle plain = *this;
    if (!storedSweep.empty())
        plain.sweep = sweepWords(storedSweep);
    if (!plainDesign.isEmpty())
        plain.design = plainDesign;
    return plain;
}

QString RunEvent::sentence() const
{
    return RunViewModel::tr("Round %1: %2").arg(round).arg(toQString(event.sentence));
}

QString RunCurves::stateWords() const
{
    if (reason.isEmpty())
        return statusText(status);
    const QString first = RunViewModel::tr("Round %1").arg(QString());
    return status == RunStatus::Failed && reason.startsWith(first)
               ? reason
               : RunViewModel::tr("%1. %2").arg(statusText(status), reason);
}

void RunCurves::append(const RoundMeasurements& measurements)
{
    const double place = measurements.round;
    progress.append(measurements);
    for (std::size_t metric = 0; metric < kStoredMetrics; ++metric)
        if (measurements.mean[metric])
            metrics[metric].mean.append(place, *measurements.mean[metric]);
    for (const auto& [name, value] : measurements.metrics)
        named[name].mean.append(place, value);
    for (const RoundMeasurements::Client& client : measurements.clients) {
        if (client.client < 0)
            continue;
        const auto number = static_cast<std::size_t>(client.client);
        for (std::size_t metric = 0; metric < kStoredMetrics; ++metric) {
            if (!client.values[metric])
                continue;
            std::vector<Curve>& lines = metrics[metric].clients;
            if (lines.size() <= number)
                lines.resize(number + 1);
            lines[number].append(place, *client.values[metric]);
        }
    }
    for (const NamedValues& numbers : measurements.clientNumbers)
        appendNumbers(numbers, measurements);
    addGroups(groups, colours, measurements.groups, measurements);
    addGroups(samplingClusters, clusterColours, measurements.samplingClusters, measurements);
    if (!measurements.participants.empty())
        participants.push_back({.round = measurements.round, .clients = measurements.participants});
    for (const Event& event : measurements.events)
        events.push_back({.round = measurements.round, .event = event});
    round = std::max(round, measurements.round);
    learningRate = measurements.learningRate;
}

/// A metric of that name is the mean.
void RunCurves::appendNumbers(const NamedValues& numbers, const RoundMeasurements& measurements)
{
    MetricCurves& curves = named[numbers.name];
    double sum = 0;
    int count = 0;
    curves.clients.resize(std::max(curves.clients.size(), numbers.values.size()));
    for (std::size_t client = 0; client < numbers.values.size(); ++client)
        if (const std::optional<double>& value = numbers.values[client]) {
            curves.clients[client].append(measurements.round, *value);
            sum += *value;
            ++count;
        }
    if (count > 0 && !measurements.metrics.contains(numbers.name))
        curves.mean.append(measurements.round, sum / count);
}

void RunCurves::cutAfter(int last)
{
    if (round <= last)
        return;
    const auto cut = [last](MetricCurves& curves) {
        curves.mean.cutAfter(last);
        for (Curve& client : curves.clients)
            client.cutAfter(last);
    };
    std::ranges::for_each(metrics, cut);
    for (auto& [name, curves] : named)
        cut(curves);
    const auto isLater = [last](const auto& item) { return item.round > last; };
    std::erase_if(groups, isLater);
    std::erase_if(samplingClusters, isLater);
    std::erase_if(participants, isLater);
    std::erase_if(events, isLater);
    progress.cutAfter(last);
    round = last;
}

const RoundGroups* RunCurves::groupsAt(int asOf) const
{
    const auto after = std::ranges::upper_bound(groups, asOf, {}, &RoundGroups::round);
    return after == groups.begin() ? nullptr : &*std::prev(after);
}

const RoundGroups* RunCurves::samplingClustersOf(int ofRound) const
{
    const auto found = std::ranges::lower_bound(samplingClusters, ofRound, {}, &RoundGroups::round);
    return found == samplingClusters.end() || found->round != ofRound ? nullptr : &*found;
}

ClientClusters RunCurves::clustersAt(int asOf) const
{
    if (const RoundGroups* formed = groupsAt(asOf))
        return {.formed = formed, .areForSampling = false};
    const RoundGroups* drawnFrom = samplingClustersOf(asOf);
    return {.formed = drawnFrom, .areForSampling = drawnFrom != nullptr};
}

int RunCurves::colourAt(int client, int asOf) const
{
    const RoundGroups* formed = clustersAt(asOf).formed;
    if (!formed)
        return -1;
    for (std::size_t group = 0; group < formed->groups.size(); ++group)
        if (std::ranges::binary_search(formed->groups[group], client))
            return formed->colours[group];
    return -1;
}

std::shared_ptr<const RunPlan> RunCurves::planAt(int asOf) const
{
    if (!plan || std::ranges::none_of(events, &RunEvent::change))
        return plan;
    auto then = std::make_shared<RunPlan>(*plan);
    for (const LiveSetting& setting : liveSettings(*plan, registry()))
        if (const std::optional<double> value = valueAt(events, setting.place, asOf))
            makeChange({.place = setting.place, .value = *value}, *then);
    return then;
}

RunTitle titleOf(const RunHeader& header)
{
    return {.id = header.id,
            .experiment = toQString(header.experimentName),
            .arm = toQString(header.plan.armName),
            .look = header.look,
            .seed = header.plan.seed,
            .sweep = sweepWords(sweepText(header.plan.sweep)),
            .sweepPlace = header.sweepPlace,
            .roundsPlanned = header.plan.rounds,
            .designKey = header.design,
            .storedSweep = sweepText(header.plan.sweep)};
}

RunTitle titleOf(const RunRow& row)
{
    const QString experiment = toQString(row.experimentName);
    return {.id = row.id,
            .experiment = row.store.empty() // so that runs of two stores are never taken for one
                              ? experiment
                              : RunViewModel::tr("%1 (%2)").arg(experiment, toQString(row.store)),
            .arm = toQString(row.arm),
            .look = row.look,
            .seed = row.seed,
            .sweep = sweepWords(row.sweep),
            .sweepPlace = row.sweepPlace,
            .roundsPlanned = row.rounds,
            .name = toQString(row.name),
            .designKey = designKey(row),
            .storedSweep = row.sweep};
}

RunTitle titleOf(const WaitingRun& run)
{
    return {.id = run.id,
            .experiment = toQString(run.experiment),
            .arm = toQString(run.arm),
            .seed = run.seed,
            .sweep = sweepWords(run.sweep),
            .roundsPlanned = run.rounds};
}

std::string designOf(const RunPlan* plan)
{
    if (!plan)
        return {};
    RunPlan seedless = *plan;
    seedless.partitionSeed = 0;
    seedless.seed = 0;
    return runIdentity(seedless);
}

} // namespace coterie::ui
