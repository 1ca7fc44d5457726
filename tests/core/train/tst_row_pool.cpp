#include "core/train/model_rows.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <set>

namespace tst_row_pool {

using namespace coterie;

namespace {

ModelRows like(std::int64_t parameters, at::ScalarType type = at::kFloat)
{
    return {.parameters = at::empty({1, parameters}, type), .buffers = at::empty({1, 2}, type)};
}

const void* placeOf(const ModelRows& rows)
{
    return rows.parameters.data_ptr();
}

} // namespace

class TestRowPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreShapedAsAsked()
    {
        RowPool pool;
        const ModelRows rows = pool.take(3, like(7, at::kDouble));
        QVERIFY(rows.parameters.sizes() == at::IntArrayRef({3, 7}));
        QVERIFY(rows.buffers.sizes() == at::IntArrayRef({3, 2}));
        QVERIFY(rows.parameters.scalar_type() == at::kDouble);
    }

    void rowsThatSomebodyHoldsAreLeftAlone_data()
    {
        QTest::addColumn<int>("holder");
        QTest::newRow("the rows themselves") << 0;
        QTest::newRow("a second handle of the tensor") << 1;
        QTest::newRow("a view of one row") << 2;
        QTest::newRow("the buffers only") << 3;
    }
    void rowsThatSomebodyHoldsAreLeftAlone()
    {
        QFETCH(int, holder);
        RowPool pool;
        ModelRows rows = pool.take(3, like(7));
        const void* place = placeOf(rows);
        at::Tensor held;
        if (holder == 1)
            held = rows.parameters;
        else if (holder == 2)
            held = rows.parameters.select(0, 1);
        else if (holder == 3)
            held = rows.buffers;
        if (holder != 0)
            rows = {};
        QVERIFY(placeOf(pool.take(3, like(7))) != place);
        rows = {};
        held.reset();
        const ModelRows first = pool.take(3, like(7));
        const ModelRows second = pool.take(3, like(7));
        QVERIFY(placeOf(first) == place || placeOf(second) == place);
    }

    void twoSetsOfRowsServeARunThatKeepsItsModels()
    {
        RowPool pool;
        std::set<const void*> places;
        ModelRows models = pool.take(3, like(7));
        for (int round = 0; round < 10; ++round) {
            const ModelRows ends = pool.take(3, like(7));
            places.insert(placeOf(ends));
            models = ends;
        }
        QCOMPARE(places.size(), std::size_t{2});
    }

    void rowsOfAnotherShapeAreNotTaken()
    {
        RowPool pool;
        static_cast<void>(pool.take(3, like(7)));
        QVERIFY(pool.take(4, like(7)).parameters.size(0) == 4);
        QVERIFY(pool.take(4, like(8)).parameters.size(1) == 8);
        QVERIFY(pool.take(4, like(8, at::kDouble)).parameters.scalar_type() == at::kDouble);
        QVERIFY(pool.take(4, like(8)).parameters.scalar_type() == at::kFloat);
    }
};

COTERIE_SECTION(TestRowPool)

} // namespace tst_row_pool

#include "tst_row_pool.moc"
