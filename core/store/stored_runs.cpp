#include "core/store/change_rows.h"
#include "core/store/database.h"
#include "core/store/guarded.h"
#include "core/store/other_stores.h"
#include "core/store/report_reader.h"
#include "core/store/run_rows.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

namespace coterie {

bool RunStore::asksOther(std::int64_t number) const
{
    return m_others && isOfOtherStore(number);
}

Result<std::vector<RunRow>> RunStore::runs()
{
    Result<std::vector<RunRow>> all = reading(database(), [&] {
        std::vector<RunRow> rows = readRuns(database(), std::nullopt);
        readChanges(database(), rows);
        return rows;
    });
    if (all && m_others)
        std::ranges::move(m_others->runs(), std::back_inserter(*all));
    return all;
}

std::vector<UnreadStore> RunStore::unread() const
{
    return m_others ? m_others->unread() : std::vector<UnreadStore>();
}

Result<RunRow> RunStore::run(std::int64_t id)
{
    if (asksOther(id))
        return m_others->run(id);
    return readingRun(database(), id, [&] {
        std::vector<RunRow> rows = readRuns(database(), id);
        readChanges(database(), rows);
        return rows.front();
    });
}

Result<std::string> RunStore::experimentJson(std::int64_t experiment)
{
    if (asksOther(experiment))
        return m_others->ask(experiment, [](RunStore& store, std::int64_t number) {
            return store.experimentJson(number);
        });
    return guarded(file(), [&] {
        requireExperiment(database(), experiment);
        auto query = database().statement("SELECT json FROM experiment WHERE id = ?", experiment);
        return query.next() ? query.text(0) : std::string();
    });
}

Result<FederationFacts> RunStore::facts(std::int64_t run)
{
    if (asksOther(run))
        return m_others->ask(
            run, [](RunStore& store, std::int64_t number) { return store.facts(number); });
    return readingRun(database(), run, [&] { return readFacts(database(), run); });
}

Result<std::vector<RoundReport>>
RunStore::reports(std::int64_t run, int firstRound, int lastRound, bool withMatrices)
{
    if (asksOther(run))
        return m_others->ask(run, [&](RunStore& store, std::int64_t number) {
            return store.reports(number, firstRound, lastRound, withMatrices);
        });
    const int last = lastRound < 0 ? std::numeric_limits<int>::max() : lastRound;
    return readingRun(database(), run, [&] {
        return readReports(database(), run, firstRound, last, withMatrices);
    });
}

Result<std::vector<MetricPoint>> RunStore::metrics(std::int64_t run)
{
    if (asksOther(run))
        return m_others->ask(
            run, [](RunStore& store, std::int64_t number) { return store.metrics(number); });
    return readingRun(database(), run, [&] { return readMetrics(database(), run); });
}

Result<std::vector<std::pair<int, double>>> RunStore::roundSeconds(std::int64_t run)
{
    if (asksOther(run))
        return m_others->ask(
            run, [](RunStore& store, std::int64_t number) { return store.roundSeconds(number); });
    return readingRun(database(), run, [&] { return readRoundSeconds(database(), run); });
}

Result<std::vector<MetricPoint>> RunStore::lastMetrics(std::int64_t run)
{
    if (asksOther(run))
        return m_others->ask(
            run, [](RunStore& store, std::int64_t number) { return store.lastMetrics(number); });
    return readingRun(database(), run, [&] { return readLastMetrics(database(), run); });
}

Result<std::vector<RunMetric>> RunStore::metricOfRuns(const MetricMoment& moment)
{
    Result<std::vector<RunMetric>> values =
        reading(database(), [&] { return readMetricOfRuns(database(), moment); });
    if (values && m_others)
        std::ranges::move(m_others->metricOfRuns(moment), std::back_inserter(*values));
    return values;
}

} // namespace coterie
