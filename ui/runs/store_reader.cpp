#include "ui/runs/store_reader.h"

#include "core/algorithms/registry.h"
#include "core/base/json_parse.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "ui/core_sentences.h"
#include "ui/words.h"

#include <QThreadPool>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace coterie::ui {

namespace {

/// A long run is read in pieces, so that its reports are not in memory all at once.
constexpr int kRoundsAtATime = 128;

/// Opens the stores for one question. A file that does not exist, or that a queue is just creating,
/// is a store without runs, not a failure.
template <typename T, typename Question>
Result<T> answerOf(const StoreFiles& files, const Question& question)
{
    std::error_code ignored;
    if (files.others().empty()
        && (!std::filesystem::exists(files.own(), ignored) || RunStore::isUnmade(files.own())))
        return T();
    COTERIE_TRY(const auto store, RunStore::openAll(files));
    return question(*store);
}

Result<std::vector<RunNumbers>> numbers(RunStore& store, const std::vector<std::int64_t>& runs)
{
    std::vector<RunNumbers> all;
    for (const std::int64_t run : runs) {
        COTERIE_TRY(const auto points, store.lastMetrics(run));
        Metrics metrics;
        for (const MetricPoint& point : points)
            metrics.emplace(point.name, point.value);
        all.push_back({.run = run, .numbers = headlineOf(metrics)});
    }
    return all;
}

std::shared_ptr<const RunPlan> planOf(const RunRow& row)
{
    Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    return plan ? std::make_shared<const RunPlan>(std::move(*plan)) : nullptr;
}

/// Empty if the experiment has no such text.
QString lookForOf(RunStore& store, const RunRow& row)
{
    const Result<std::string> text = store.experimentJson(row.experiment);
    const Result<ParsedJson> parsed = parseJson(text ? *text : std::string());
    const JsonNode* found = parsed ? parsed->root.find("lookFor") : nullptr;
    return found ? toQString(found->text) : QString();
}

Result<std::vector<RunCurves>> rounds(RunStore& store, const std::vector<std::int64_t>& runs)
{
    std::vector<RunCurves> all;
    for (const std::int64_t run : runs) {
        COTERIE_TRY(const RunRow row, store.run(run));
        COTERIE_TRY(const FederationFacts facts, store.facts(run));
        RunCurves stored;
        stored.title = titleOf(row);
        stored.facts = facts;
        stored.plan = planOf(row);
        stored.begun = stored.plan;
        stored.design = designOf(stored.plan.get());
        stored.status = row.status;
        stored.reason = reasonFromCore(row.reason);
        stored.lookFor = lookForOf(store, row);
        stored.branch = row.branch;
        for (int first = 0; first <= row.roundsDone; first += kRoundsAtATime) {
            COTERIE_TRY(const auto reports,
                        store.reports(run, first, first + kRoundsAtATime - 1, false));
            for (const RoundReport& report : reports)
                stored.append(measure(report));
        }
        all.push_back(std::move(stored));
    }
    return all;
}

/// Of runs without their plans.
StoppedRuns stoppedAmong(const std::vector<RunRow>& rows)
{
    StoppedRuns found;
    for (const RunRow& row : rows) {
        if (isOfOtherStore(row.id))
            continue;
        ++found.stored;
        if (row.hasRounds)
            found.newest = std::max(found.newest, row.id);
        if (row.status == RunStatus::Stopped)
            found.rows.push_back(row);
    }
    return found;
}

void dropPlans(std::vector<RunRow>& rows)
{
    for (RunRow& row : rows)
        std::string().swap(row.planJson);
}

Result<StoppedRuns> stoppedOf(RunStore& store)
{
    COTERIE_TRY(std::vector<RunRow> rows, store.runs());
    dropPlans(rows);
    return stoppedAmong(rows);
}

/// The list of runs and what all of them were set to.
struct StoredRuns
{
    SharedRuns rows = std::make_shared<const std::vector<RunRow>>();
    std::shared_ptr<const RunSettings> settings = std::make_shared<const RunSettings>();
    StoppedRuns stopped;
    std::vector<SavedView> views;
    std::vector<UnreadStore> unread;
};

Result<StoredRuns> listOf(RunStore& store)
{
    COTERIE_TRY(std::vector<RunRow> rows, store.runs());
    COTERIE_TRY(std::vector<SavedView> views, store.savedViews());
    StoredRuns list{.rows = {},
                    .settings = {},
                    .stopped = {},
                    .views = std::move(views),
                    .unread = store.unread()};
    list.settings = std::make_shared<const RunSettings>(rows);
    dropPlans(rows);
    list.stopped = stoppedAmong(rows);
    std::ranges::sort(rows, {}, &RunRow::id);
    list.rows = std::make_shared<const std::vector<RunRow>>(std::move(rows));
    return list;
}

/// Null if the store does not hold the round.
Result<ReportPointer> reportOf(RunStore& store, std::int64_t run, int round)
{
    COTERIE_TRY(auto reports, store.reports(run, round, round));
    return reports.empty() ? ReportPointer()
                           : std::make_shared<const RoundReport>(std::move(reports.front()));
}

} // namespace

StoreReader::StoreReader(StoreFiles files, QObject* parent)
    : QObject(parent)
    , m_files(std::move(files))
{}

template <typename Question, typename Done>
void StoreReader::ask(LatestJob& job,
                      Question question,
                      Done done,
                      void (StoreReader::*failure)(const QString&))
{
    using T = std::decay_t<decltype(*question(std::declval<RunStore&>()))>;
    job.run([files = m_files, question] { return answerOf<T>(files, question); },
            [this, done, failure](const Result<T>& answer) {
                if (!answer)
                    emit(this->*failure)(toQString(answer.error().sentence()));
                else if constexpr (std::is_member_function_pointer_v<Done>)
                    emit(this->*done)(*answer);
                else
                    done(*answer);
            });
}

void StoreReader::readRuns()
{
    ask(m_runs, &listOf, [this](const StoredRuns& list) {
        // The views release the list before when they take this one.
        SharedRuns before = std::exchange(m_list, list.rows);
        emit runsRead(list.rows);
        QThreadPool::globalInstance()->start([gone = std::move(before)] {});
        emit stoppedRead(list.stopped);
        emit viewsRead(list.views);
        emit settingsRead(list.settings);
        emit storesUnread(list.unread);
    });
}

void StoreReader::readStopped()
{
    ask(m_stopped, &stoppedOf, &StoreReader::stoppedRead);
}

void StoreReader::readNumbers(const std::vector<std::int64_t>& runs)
{
    ask(
        m_numbers,
        [runs](RunStore& store) { return numbers(store, runs); },
        &StoreReader::numbersRead);
}

void StoreReader::readRounds(const std::vector<std::int64_t>& runs)
{
    ask(
        m_rounds,
        [runs](RunStore& store) { return rounds(store, runs); },
        &StoreReader::roundsRead);
}

void StoreReader::readHistories(const std::vector<std::int64_t>& runs)
{
    ask(
        m_histories,
        [runs](RunStore& store) { return rounds(store, runs); },
        &StoreReader::historiesRead,
        &StoreReader::historiesFailed);
}

void StoreReader::readReport(std::int64_t run, int round)
{
    ask(
        m_report,
        [run, round](RunStore& store) { return reportOf(store, run, round); },
        [this, run, round](const ReportPointer& report) { emit reportRead(run, round, report); },
        &StoreReader::reportFailed);
}

void StoreReader::readFindings(std::int64_t run)
{
    using Findings = std::vector<Finding>;
    const auto question = [run](RunStore& store) -> Result<Findings> {
        COTERIE_TRY(const RunRow row, store.run(run));
        return findingsOf(store, row);
    };
    m_findings.run([files = m_files, question] { return answerOf<Findings>(files, question); },
                   [this, run](Result<Findings> answer) {
                       StoredFindings findings;
                       if (answer)
                           findings.found = *std::move(answer);
                       else
                           findings.trouble = toQString(answer.error().sentence());
                       emit findingsRead(run, findings);
                   });
}

} // namespace coterie::ui
