#include "core/store/database.h"
#include "core/store/equal_runs.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

namespace tst_equal_runs {

using namespace coterie;
using namespace coterie::test;

/// Runs that are in a store already.
class TestEqualRuns final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyRunsAreEachComparedOnce();
};

void TestEqualRuns::manyRunsAreEachComparedOnce()
{
    constexpr int kRuns = 60;
    constexpr int kRepeats = 3;
    StoreFixture fixture;
    std::vector<std::int64_t> all;
    for (int copy = 0; copy < 2; ++copy)
        for (int seed = 0; seed < kRuns; ++seed)
            for (int repeat = 0; repeat < kRepeats; ++repeat) {
                all.push_back(fixture.addRun("FedAvg", std::uint64_t(seed)));
                QVERIFY(fixture.store->commit(all.back(), {shared(plainReport(0))}, nullptr)
                            .has_value());
                QVERIFY(fixture.store->setStatus(all.back(), RunStatus::Finished, "").has_value());
            }
    const std::size_t half = all.size() / 2;
    Database database(fixture.file(), Database::Access::ReadOnly);
    EqualRuns stored(database, all[half]);
    for (std::size_t i = 0; i < half; ++i)
        QCOMPARE(stored.take(all[half + i]), std::optional(all[i]));
    QCOMPARE(stored.comparisons(), half);
    QCOMPARE(stored.take(all[half]), std::nullopt); // each is found once
}

COTERIE_SECTION(TestEqualRuns)

} // namespace tst_equal_runs

#include "tst_equal_runs.moc"
