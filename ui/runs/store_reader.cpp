#include "ui/runs/store_reader.h"

#include "ui/words.h"

namespace coterie::ui {

namespace {

template <typename T>
struct Answer
{
    T value;
    QString failure;
};

/// Opens the store for one question. A file that does not exist yet is a store without runs, not a
/// failure.
template <typename T, typename Ask>
Answer<T> ask(const std::filesystem::path& file, Ask question)
{
    Answer<T> answer;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
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

Result<std::vector<StoredRun>> rounds(RunStore& store, const std::vector<std::int64_t>& runs)
{
    std::vector<StoredRun> all;
    for (const std::int64_t run : runs) {
        const auto row = store.run(run);
        if (!row)
            return Unexpected<Error>{row.error()};
        const auto reports = store.reports(run, 0, -1, false);
        if (!reports)
            return Unexpected<Error>{reports.error()};
        const auto facts = store.facts(run);
        if (!facts)
            return Unexpected<Error>{facts.error()};
        MetricTracker tracker(*facts);
        StoredRun stored{.row = *row, .facts = *facts, .rounds = {}};
        stored.rounds.reserve(reports->size());
        for (const RoundReport& report : *reports)
            stored.rounds.push_back(measure(report, tracker.add(report)));
        all.push_back(std::move(stored));
    }
    return all;
}

} // namespace

StoreReader::StoreReader(std::filesystem::path file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{}

void StoreReader::readRuns()
{
    using Rows = std::vector<RunRow>;
    m_runs.run(
        [file = m_file] { return ask<Rows>(file, [](RunStore& store) { return store.runs(); }); },
        [this](const Answer<Rows>& answer) {
            if (!answer.failure.isEmpty())
                emit failed(answer.failure);
            else
                emit runsRead(answer.value);
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
    using All = std::vector<StoredRun>;
    m_rounds.run(
        [file = m_file, runs] {
            return ask<All>(file, [&](RunStore& store) { return rounds(store, runs); });
        },
        [this](const Answer<All>& answer) {
            if (!answer.failure.isEmpty())
                emit failed(answer.failure);
            else
                emit roundsRead(answer.value);
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
                emit failed(answer.failure);
            else
                emit reportRead(run, round, answer.value);
        });
}

} // namespace coterie::ui
