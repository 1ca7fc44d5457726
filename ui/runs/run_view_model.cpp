#include "ui/runs/run_view_model.h"

#include "ui/runs/run_names.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

namespace coterie::ui {

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
    m_runs.back().begun = plan;
    m_runs.back().plan = std::move(plan);
    m_runs.back().toCome = std::move(toCome);
    if (!isResumed) // the stored part has its own
        m_runs.back().lookFor = m_lookFor[title.experiment];
    if (isResumed)
        m_keptBack[title.id].clear();
    nameAlike(m_runs.size() - 1);
    lookTogether(m_runs.size() - 1);
    emit runBegun(static_cast<int>(m_runs.size()) - 1);
}

void RunViewModel::append(std::int64_t run, const RoundMeasurements& measurements)
{
    const int index = indexOf(run);
    if (index < 0)
        return;
    if (const auto waiting = m_keptBack.find(run); waiting != m_keptBack.end())
        return waiting->second.push_back(measurements);
    RunCurves& curves = m_runs[static_cast<std::size_t>(index)];
    if (measurements.round <= curves.round)
        return; // in the history that was read: the store can be ahead of the reports
    curves.append(measurements);
    if (std::ranges::any_of(measurements.events, [](const Event& event) {
            return std::holds_alternative<SettingChanged>(event.what);
        }))
        nameAlike(static_cast<std::size_t>(index));
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
    nameAlike(static_cast<std::size_t>(index));
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
        whole.alone = run.alone;
        whole.facts = run.facts;
        whole.plan = run.plan;
        if (!whole.begun)
            whole.begun = run.begun;
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
    nameAlike(static_cast<std::size_t>(index));
    emit runChanged(index);
}

void RunViewModel::addRuns(std::vector<RunCurves> runs)
{
    const std::size_t first = m_runs.size();
    std::set<std::tuple<QString, QString, QString>> named; // those looked at: once is enough
    for (RunCurves& run : runs)
        m_runs.push_back(std::move(run));
    for (std::size_t index = first; index < m_runs.size(); ++index) {
        const RunTitle& title = m_runs[index].title;
        if (named.emplace(title.experiment, title.arm, title.sweep).second)
            nameAlike(index, first);
    }
    lookTogether(first);
    for (std::size_t index = first; index < m_runs.size(); ++index)
        emit runBegun(static_cast<int>(index));
}

void RunViewModel::nameAlike(std::size_t index, std::size_t announced)
{
    const RunTitle& title = m_runs[index].title;
    std::vector<std::size_t> alike;
    for (std::size_t place = 0; place < m_runs.size(); ++place) {
        const RunTitle& other = m_runs[place].title;
        if (other.arm == title.arm && other.sweep == title.sweep
            && other.experiment == title.experiment)
            alike.push_back(place);
    }
    for (const std::size_t place : tellApart(m_runs, alike))
        if (place != index && place < announced)
            emit runChanged(static_cast<int>(place));
}

void RunViewModel::lookTogether(std::size_t announced)
{
    // Seeds of one design are one line, even if another experiment has added some of them.
    using Line = std::tuple<QString, QString, QString, std::string, std::string>;
    std::map<Line, std::string> keyOfLine;
    std::vector<const RunCurves*> byNumber; // as Compare lists them
    for (RunCurves& run : m_runs) {
        if (!run.alone)
            run.alone = ArmLook{.look = run.title.look, .variant = run.title.sweepPlace};
        byNumber.push_back(&run);
    }
    std::ranges::stable_sort(byNumber, {}, [](const RunCurves* run) { return run->title.id; });
    std::vector<LookedAt> shown;
    for (const RunCurves* run : byNumber) {
        const RunTitle& title = run->title;
        std::string key = title.designKey;
        if (!run->design.empty()) {
            const std::string changes = key.substr(std::min(key.find('\n'), key.size()));
            key = keyOfLine
                      .try_emplace({title.experiment, title.arm, title.sweep, run->design, changes},
                                   key)
                      .first->second;
        }
        shown.push_back({.run = title.id, .design = std::move(key), .alone = *run->alone});
    }
    const RunLooks looks = looksTogether(shown);
    for (std::size_t index = 0; index < m_runs.size(); ++index) {
        RunTitle& title = m_runs[index].title;
        const ArmLook& look = looks.at(title.id);
        if (look == ArmLook{.look = title.look, .variant = title.sweepPlace})
            continue;
        title.look = look.look;
        title.sweepPlace = look.variant;
        if (index < announced)
            emit runChanged(static_cast<int>(index));
    }
}

void RunViewModel::endRun(std::int64_t run,
                          RunStatus status,
                          const QString& reason,
                          std::optional<int> lastKept)
{
    const int index = indexOf(run);
    if (index < 0)
        return;
    RunCurves& curves = m_runs[static_cast<std::size_t>(index)];
    curves.status = status;
    curves.reason = reason;
    if (lastKept) {
        curves.cutAfter(*lastKept);
        if (const auto waiting = m_keptBack.find(run); waiting != m_keptBack.end())
            std::erase_if(waiting->second, [&](const RoundMeasurements& measurements) {
                return measurements.round > *lastKept;
            });
    }
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
