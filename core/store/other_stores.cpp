#include "core/store/other_stores.h"

#include "core/base/try.h"
#include "core/store/database.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

namespace coterie {

namespace {

/// As it is shown beside the runs of one's own store. The file may be a stranger's: numbers that no
/// store gives would be taken for another store's.
Result<void> bringIn(RunRow& row, const OtherStore& store)
{
    const std::int64_t first = store.place * kNumbersPerStore;
    std::vector<std::int64_t*> numbers{&row.id, &row.experiment};
    if (row.branch && row.branch->parent)
        numbers.push_back(&*row.branch->parent);
    for (std::int64_t* number : numbers) {
        if (*number <= 0 || *number >= kNumbersPerStore)
            return fail(store.file.string(),
                        "the run store is damaged: a run or an experiment has the number "
                            + std::to_string(*number) + ", which no run store gives");
        *number += first;
    }
    row.store = store.name;
    if (row.isLeft && row.isBegun())
        row.reason = "Its process ended early.";
    row.isLeft = false; // which is for whoever can resume it
    return {};
}

} // namespace

OtherStores::OtherStores(const std::vector<OtherStore>& stores)
{
    for (const OtherStore& store : stores)
        m_stores.push_back({.store = store});
}

OtherStores::Stand OtherStores::standOf(const std::filesystem::path& file)
{
    std::error_code ignored; // of a file that is gone
    return {.hasLog = Database::hasLog(file),
            .written = std::filesystem::last_write_time(file, ignored),
            .size = std::filesystem::file_size(file, ignored)};
}

bool OtherStores::wasWritten(Opened& other)
{
    if (other.stand.hasLog || standOf(other.store.file) == other.stand)
        return false;
    other.open.reset();
    return true;
}

Result<RunStore*> OtherStores::opened(Opened& other)
{
    if (!other.open) {
        other.stand = standOf(other.store.file);
        COTERIE_TRY(other.open, RunStore::open(other.store.file, RunStore::Mode::AsItIs));
        // Its owner may have closed it in between: then it was opened as if nobody wrote it.
        other.stand.hasLog = other.stand.hasLog && Database::hasLog(other.store.file);
    }
    return other.open.get();
}

Result<OtherStores::Opened*> OtherStores::holderOf(std::int64_t number)
{
    const auto other = std::ranges::find(
        m_stores, storePlaceOf(number), [](const Opened& each) { return each.store.place; });
    if (other == m_stores.end())
        return fail("run " + std::to_string(numberInItsStore(number)),
                    "the store that it is in has been closed");
    return &*other;
}

Result<RunRow> OtherStores::run(std::int64_t number)
{
    COTERIE_TRY(const Opened* other, holderOf(number));
    COTERIE_TRY(RunRow row,
                ask(number, [](RunStore& store, std::int64_t run) { return store.run(run); }));
    COTERIE_CHECK(bringIn(row, other->store));
    return row;
}

Result<std::vector<RunRow>> OtherStores::runsOf(Opened& other)
{
    COTERIE_TRY(std::vector<RunRow> rows,
                answerOf(other, [](RunStore& store) { return store.runs(); }));
    for (RunRow& row : rows)
        COTERIE_CHECK(bringIn(row, other.store));
    return rows;
}

std::vector<RunRow> OtherStores::runs()
{
    m_unread.clear();
    std::vector<RunRow> all;
    for (Opened& other : m_stores) {
        Result<std::vector<RunRow>> rows = runsOf(other);
        if (!rows) {
            m_unread.push_back({.store = other.store, .why = rows.error()});
            continue;
        }
        std::ranges::move(*rows, std::back_inserter(all));
    }
    return all;
}

std::vector<RunMetric> OtherStores::metricOfRuns(const MetricMoment& moment)
{
    std::vector<RunMetric> all;
    for (Opened& other : m_stores) {
        const auto values =
            answerOf(other, [&](RunStore& store) { return store.metricOfRuns(moment); });
        if (values) // otherwise runs() says why
            for (RunMetric value : *values) {
                value.run += other.store.place * kNumbersPerStore;
                all.push_back(value);
            }
    }
    return all;
}

} // namespace coterie
