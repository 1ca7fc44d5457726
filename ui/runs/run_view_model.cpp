#include "ui/runs/run_view_model.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/live_change.h"
#include "core/experiment/sweep_text.h"
#include "core/math/linkage.h"
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

QString RunTitle::label() const
{
    return sweep.isEmpty() ? arm : arm + QStringLiteral(" · ") + sweep;
}

QString RunTitle::fullLabel() const
{
    const QString usual = RunViewModel::tr("%1, seed %2").arg(label()).arg(seed);
    return name.isEmpty() ? usual : RunViewModel::tr("%1 (%2)").arg(name, usual);
}

QString RunEvent::sentence() const
{
    return RunViewModel::tr("Round %1: %2").arg(round).arg(toQString(event.sentence));
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
    addGroups(groups, colours, measurements.groups, measurements);
    addGroups(samplingClusters, clusterColours, measurements.samplingClusters, measurements);
    if (!measurements.participants.empty())
        participants.push_back({.round = measurements.round, .clients = measurements.participants});
    for (const Event& event : measurements.events)
        events.push_back({.round = measurements.round, .event = event});
    round = std::max(round, measurements.round);
    learningRate = measurements.learningRate;
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
            .roundsPlanned = header.plan.rounds};
}

RunTitle titleOf(const RunRow& row)
{
    return {.id = row.id,
            .experiment = toQString(row.experimentName),
            .arm = toQString(row.arm),
            .look = row.look,
            .seed = row.seed,
            .sweep = sweepWords(row.sweep),
            .sweepPlace = row.sweepPlace,
            .roundsPlanned = row.rounds,
            .name = toQString(row.name)};
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

void RunViewModel::clear()
{
    m_runs.clear();
    m_lookFor.clear();
    m_keptBack.clear();
    emit cleared();
}

void RunViewModel::setLookFor(const QString& experiment, const QString& lookFor)
{
    m_lookFor[experiment] = lookFor;
}

void RunViewModel::beginRun(const RunTitle& title,
                            const FederationFacts& facts,
                            std::shared_ptr<const RunPlan> plan,
                            bool isResumed,
                            std::vector<RecordedChange> toCome)
{
    m_runs.push_back({});
    m_runs.back().title = title;
    m_runs.back().facts = facts;
    m_runs.back().design = designOf(plan.get());
    m_runs.back().plan = std::move(plan);
    m_runs.back().toCome = std::move(toCome);
    if (!isResumed) // the stored part has its own
        m_runs.back().lookFor = m_lookFor[title.experiment];
    if (isResumed)
        m_keptBack[title.id].clear();
    emit runBegun(static_cast<int>(m_runs.size()) - 1);
}

void RunViewModel::append(std::int64_t run, const RoundMeasurements& measurements)
{
    const int index = indexOf(run);
    if (index < 0)
        return;
    if (const auto waiting = m_keptBack.find(run); waiting != m_keptBack.end())
        return waiting->second.push_back(measurements);
    m_runs[static_cast<std::size_t>(index)].append(measurements);
    emit runChanged(index);
}

void RunViewModel::setPlan(std::int64_t run,
                           std::shared_ptr<const RunPlan> plan,
                           std::vector<RecordedChange> toCome)
{
    const int index = indexOf(run);
    if (index < 0)
        return;
    RunCurves& curves = m_runs[static_cast<std::size_t>(index)];
    curves.title.roundsPlanned = plan->rounds;
    curves.plan = std::move(plan);
    curves.toCome = std::move(toCome);
    emit runChanged(index);
}

std::vector<std::int64_t> RunViewModel::waitingForHistory() const
{
    std::vector<std::int64_t> runs;
    for (const auto& [run, measurements] : m_keptBack)
        runs.push_back(run);
    return runs;
}

void RunViewModel::putBefore(const std::vector<RunCurves>& histories)
{
    for (const RunCurves& history : histories) {
        if (!m_keptBack.contains(history.title.id))
            continue;
        RunCurves& run = m_runs[static_cast<std::size_t>(indexOf(history.title.id))];
        RunCurves whole = history;
        whole.title = run.title;
        whole.facts = run.facts;
        whole.plan = run.plan;
        whole.design = run.design;
        whole.toCome = run.toCome;
        whole.status = run.status;
        whole.reason = run.reason;
        run = std::move(whole);
        release(history.title.id);
    }
}

void RunViewModel::goWithoutHistory()
{
    for (const std::int64_t run : waitingForHistory())
        release(run);
}

void RunViewModel::release(std::int64_t run)
{
    const int index = indexOf(run);
    RunCurves& curves = m_runs[static_cast<std::size_t>(index)];
    const std::vector<RoundMeasurements> kept = std::exchange(m_keptBack[run], {});
    m_keptBack.erase(run);
    for (const RoundMeasurements& measurements : kept)
        if (measurements.round > curves.round) // the store may hold the first of them already
            curves.append(measurements);
    emit runChanged(index);
}

void RunViewModel::addRun(RunCurves run)
{
    m_runs.push_back(std::move(run));
    emit runBegun(static_cast<int>(m_runs.size()) - 1);
}

void RunViewModel::endRun(std::int64_t run, RunStatus status, const QString& reason)
{
    const int index = indexOf(run);
    if (index < 0)
        return;
    RunCurves& curves = m_runs[static_cast<std::size_t>(index)];
    curves.status = status;
    curves.reason = reason;
    emit runChanged(index);
}

const RunCurves* RunViewModel::find(std::int64_t run) const
{
    const int index = indexOf(run);
    return index < 0 ? nullptr : &m_runs[static_cast<std::size_t>(index)];
}

QStringList RunViewModel::experiments() const
{
    QStringList names;
    for (const RunCurves& run : m_runs)
        if (!names.contains(run.title.experiment))
            names << run.title.experiment;
    return names;
}

QString RunViewModel::lookFor() const
{
    if (m_runs.empty())
        return m_lookFor.size() == 1 ? m_lookFor.begin()->second : QString();
    const QString& first = m_runs.front().lookFor;
    const bool alike =
        std::ranges::all_of(m_runs, [&](const RunCurves& run) { return run.lookFor == first; });
    return alike ? first : QString();
}

int RunViewModel::newestRound() const
{
    int newest = 0;
    for (const RunCurves& run : m_runs)
        newest = std::max(newest, run.round);
    return newest;
}

int RunViewModel::roundsPlanned() const
{
    int planned = 0;
    for (const RunCurves& run : m_runs)
        planned = std::max(planned, run.title.roundsPlanned);
    return planned;
}

int RunViewModel::indexOf(std::int64_t run) const
{
    // A resumed run may be here twice; the newer one grows.
    for (std::size_t index = m_runs.size(); index-- > 0;)
        if (m_runs[index].title.id == run)
            return static_cast<int>(index);
    return -1;
}

} // namespace coterie::ui
