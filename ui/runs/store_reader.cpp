#include "ui/runs/store_reader.h"

#include "core/base/json_parse.h"
#include "core/experiment/experiment_json.h"
#include "ui/words.h"

namespace coterie::ui {

namespace {

/// A long run is read in pieces, so that its reports are not in memory all at once.
constexpr int kRoundsAtATime = 128;

template <typename T>
struct Answer
{
    T value;
    QString failure;
};

/// Opens the store for one question. A file that does not exist, or that a queue is just creating,
/// is a store without runs, not a failure.
template <typename T, typename Question>
Answer<T> answerOf(const std::filesystem::path& file, const Question& question)
{
    Answer<T> answer;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored) || RunStore::isUnmade(file))
        return answer;
    const auto store = RunStore::open(file, RunStore::Mode::ReadOnly);
    if (!store) {
        answer.failure = toQString(store.error().sentence());
        return answer;
    }
    const Result<T> result = question(**store);
    if (result)
        answer.value = *result;
    else
        answer.failure = toQString(result.error().sentence());
    return answer;
}

Result<std::vector<RunNumbers>> numbers(RunStore& store, const std::vector<std::int64_t>& runs)
{
    std::vector<RunNumbers> all;
    for (const std::int64_t run : runs) {
        const auto points = store.lastMetrics(run);
        if (!points)
            return Unexpected<Error>{points.error()};
        Metrics metrics;
        for (const MetricPoint& point : *points)
            metrics.emplace(point.name, point.value);
        all.push_back({.run = run, .numbers = headlineOf(metrics)});
    }
    return all;
}

std::shared_ptr<const RunPlan> planOf(const RunRow& row, const Registry& registry)
{
    Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry);
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

Result<std::vector<RunCurves>>
rounds(RunStore& store, const std::vector<std::int64_t>& runs, const Registry& registry)
{
    std::vector<RunCurves> all;
    for (const std::int64_t run : runs) {
        const auto row = store.run(run);
        if (!row)
            return Unexpected<Error>{row.error()};
        const auto facts = store.facts(run);
        if (!facts)
            return Unexpected<Error>{facts.error()};
        RunCurves stored;
        stored.title = titleOf(*row);
        stored.facts = *facts;
        stored.plan = planOf(*row, registry);
        stored.status = row->status;
        stored.reason = toQString(row->reason);
        stored.lookFor = lookForOf(store, *row);
        for (int first = 0; first <= row->roundsDone; first += kRoundsAtATime) {
            const auto reports = store.reports(run, first, first + kRoundsAtATime - 1, false);
            if (!reports)
                return Unexpected<Error>{reports.error()};
            for (const RoundReport& report : *reports)
                stored.append(measure(report));
        }
        all.push_back(std::move(stored));
    }
    return all;
}

/// The list of runs and what all of them were set to.
struct StoredRuns
{
    std::vector<RunRow> rows;
    std::shared_ptr<const RunSettings> settings = std::make_shared<const RunSettings>();
};

Result<StoredRuns> listOf(RunStore& store)
{
    Result<std::vector<RunRow>> rows = store.runs();
    if (!rows)
        return Unexpected<Error>{rows.error()};
    StoredRuns list{.rows = std::move(*rows), .settings = {}};
    list.settings = std::make_shared<const RunSettings>(list.rows);
    for (RunRow& row : list.rows)
        std::string().swap(row.planJson);
    return list;
}

/// Null if the store does not hold the round.
Result<ReportPointer> reportOf(RunStore& store, std::int64_t run, int round)
{
    auto reports = store.reports(run, round, round);
    if (!reports)
        return Unexpected<Error>{reports.error()};
    return reports->empty() ? ReportPointer()
                            : std::make_shared<const RoundReport>(std::move(reports->front()));
}

} // namespace

StoreReader::StoreReader(std::filesystem::path file, const Registry& registry, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_registry(registry)
{}

template <typename Question, typename Done>
void StoreReader::ask(LatestJob& job,
                      Question question,
                      Done done,
                      void (StoreReader::*failure)(const QString&))
{
    using T = std::decay_t<decltype(*question(std::declval<RunStore&>()))>;
    job.run([file = m_file, question] { return answerOf<T>(file, question); },
            [this, done, failure](const Answer<T>& answer) {
                if (answer.failure.isEmpty())
                    done(answer.value);
                else
                    emit(this->*failure)(answer.failure);
            });
}

void StoreReader::readRuns()
{
    ask(m_runs, &listOf, [this](const StoredRuns& list) {
        emit runsRead(list.rows);
        emit settingsRead(list.settings);
    });
}

void StoreReader::readNumbers(const std::vector<std::int64_t>& runs)
{
    ask(
        m_numbers,
        [runs](RunStore& store) { return numbers(store, runs); },
        [this](const std::vector<RunNumbers>& all) { emit numbersRead(all); });
}

void StoreReader::readRounds(const std::vector<std::int64_t>& runs)
{
    ask(
        m_rounds,
        [runs, &registry = m_registry](RunStore& store) { return rounds(store, runs, registry); },
        [this](const std::vector<RunCurves>& all) { emit roundsRead(all); });
}

void StoreReader::readHistories(const std::vector<std::int64_t>& runs)
{
    ask(
        m_histories,
        [runs, &registry = m_registry](RunStore& store) { return rounds(store, runs, registry); },
        [this](const std::vector<RunCurves>& all) { emit historiesRead(all); },
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

} // namespace coterie::ui
