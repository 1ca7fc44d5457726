#include "core/store/other_stores.h"

#include "core/base/try.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace coterie {

namespace {

/// As it is shown beside the runs of one's own store.
void bringIn(RunRow& row, const OtherStore& store)
{
    const std::int64_t first = store.place * kNumbersPerStore;
    row.id += first;
    row.experiment += first;
    if (row.branch && row.branch->parent)
        *row.branch->parent += first;
    row.store = store.name;
    if (row.isLeft && row.isBegun())
        row.reason = "Its process ended early.";
    row.isLeft = false; // which is for whoever can resume it
}

} // namespace

OtherStores::OtherStores(const std::vector<OtherStore>& stores)
{
    for (const OtherStore& store : stores)
        m_stores.push_back({.store = store});
}

Result<RunStore*> OtherStores::opened(Opened& other)
{
    if (!other.open) {
        COTERIE_TRY(other.open, RunStore::open(other.store.file, RunStore::Mode::AsItIs));
    }
    return other.open.get();
}

Result<RunStore*> OtherStores::holderOf(std::int64_t number)
{
    const auto other = std::ranges::find(
        m_stores, storePlaceOf(number), [](const Opened& each) { return each.store.place; });
    if (other == m_stores.end())
        return fail("run " + std::to_string(numberInItsStore(number)),
                    "the store that it is in has been closed");
    return opened(*other);
}

Result<RunRow> OtherStores::run(std::int64_t number)
{
    COTERIE_TRY(RunRow row,
                ask(number, [](RunStore& store, std::int64_t run) { return store.run(run); }));
    const auto other = std::ranges::find(
        m_stores, storePlaceOf(number), [](const Opened& each) { return each.store.place; });
    bringIn(row, other->store);
    return row;
}

Result<std::vector<RunRow>> OtherStores::runsOf(Opened& other)
{
    COTERIE_TRY(RunStore * store, opened(other));
    COTERIE_TRY(std::vector<RunRow> rows, store->runs());
    for (RunRow& row : rows) {
        if (row.id >= kNumbersPerStore || row.experiment >= kNumbersPerStore)
            return fail(other.store.file.string(),
                        "its runs have numbers beyond those that a run store gives");
        bringIn(row, other.store);
    }
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
        const Result<RunStore*> store = opened(other);
        if (!store)
            continue; // runs() says why
        if (const auto values = (*store)->metricOfRuns(moment))
            for (RunMetric value : *values) {
                value.run += other.store.place * kNumbersPerStore;
                all.push_back(value);
            }
    }
    return all;
}

} // namespace coterie
