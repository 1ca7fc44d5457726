#include "ui/runs/store_reader.h"

#include "core/base/json_parse.h"
#include "core/experiment/experiment_json.h"
#include "ui/words.h"

namespace coterie::ui {

namespace {

/// A long run is read without all its reports being in memory at once.
constexpr int kRoundsAtATime = 128;

template <typename T>
struct Answer
{
    T value;
    QString failure;
};

/// Opens the store for one question. A file that does not exist yet, or that a queue is making into
/// a store just now, is a store without runs, not a failure.
template <typename T, typename Ask>
Answer<T> ask(const std::filesystem::path& file, Ask question)
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
        std::vector<NamedMetric> metrics;
        for (const MetricPoint& point : *points)
            metrics.push_back({.name = point.name, .value = point.value});
        all.push_back({.run = run, .numbers = headlineOf(metrics)});
    }
    return all;
}

std::shared_ptr<const RunPlan> planOf(const RunRow& row, const Registry& registry)
{
    Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry);
    return plan ? std::make_shared<const RunPlan>(std::move(*plan)) : nullptr;
}

/// Empty where the experiment's file says nothing of it.
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
        MetricTracker tracker(*facts);
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
                stored.append(measure(report, tracker.add(report)));
        }
        all.push_back(std::move(stored));
    }
    return all;
}

} // namespace

StoreReader::StoreReader(std::filesystem::path file, const Registry& registry, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_registry(registry)
{}

void StoreReader::readRuns()
{
    struct List
    {
        std::vector<RunRow> rows;
        std::shared_ptr<const RunSettings> settings = std::make_shared<const RunSettings>();
    };
    m_runs.run(
        [file = m_file] {
            return ask<List>(file, [](RunStore& store) -> Result<List> {
                Result<std::vector<RunRow>> rows = store.runs();
                if (!rows)
                    return Unexpected<Error>{rows.error()};
                List list{.rows = std::move(*rows), .settings = {}};
                list.settings = std::make_shared<const RunSettings>(list.rows);
                for (RunRow& row : list.rows)
                    std::string().swap(row.planJson);
                return list;
            });
        },
        [this](const Answer<List>& answer) {
            if (!answer.failure.isEmpty())
                return emit failed(answer.failure);
            emit runsRead(answer.value.rows);
            emit settingsRead(answer.value.settings);
        });
}

void StoreReader::readNumbers(const std::vector<std::int64_t>& runs)
{
    using All = std::vector<RunNumbers>;
    m_numbers.run(
        [file = m_file, runs] {
            return ask<All>(file, [&](RunStore& store) { return numbers(store, runs); });
        },
        [this](const Answer<All>& answer) {
            if (!answer.failure.isEmpty())
                emit failed(answer.failure);
            else
                emit numbersRead(answer.value);
        });
}

void StoreReader::readRounds(const std::vector<std::int64_t>& runs)
{
    using All = std::vector<RunCurves>;
    m_rounds.run(
        [file = m_file, runs, &registry = m_registry] {
            return ask<All>(file, [&](RunStore& store) { return rounds(store, runs, registry); });
        },
        [this](const Answer<All>& answer) {
            if (!answer.failure.isEmpty())
                emit failed(answer.failure);
            else
                emit roundsRead(answer.value);
        });
}

void StoreReader::readHistories(const std::vector<std::int64_t>& runs)
{
    using All = std::vector<RunCurves>;
    m_histories.run(
        [file = m_file, runs, &registry = m_registry] {
            return ask<All>(file, [&](RunStore& store) { return rounds(store, runs, registry); });
        },
        [this](const Answer<All>& answer) {
            if (!answer.failure.isEmpty())
                emit historiesFailed(answer.failure);
            else
                emit historiesRead(answer.value);
        });
}

void StoreReader::readReport(std::int64_t run, int round)
{
    m_report.run(
        [file = m_file, run, round] {
            return ask<ReportPointer>(file, [&](RunStore& store) -> Result<ReportPointer> {
                auto reports = store.reports(run, round, round);
                if (!reports)
                    return Unexpected<Error>{reports.error()};
                if (reports->empty())
                    return ReportPointer();
                return std::make_shared<const RoundReport>(std::move(reports->front()));
            });
        },
        [this, run, round](const Answer<ReportPointer>& answer) {
            if (!answer.failure.isEmpty())
                emit reportFailed(answer.failure);
            else
                emit reportRead(run, round, answer.value);
        });
}

} // namespace coterie::ui
