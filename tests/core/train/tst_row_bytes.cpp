#include "core/train/federation.h"
#include "core/train/row_bytes.h"
#include "tests/core/fixtures/stack_under_test.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>

namespace tst_row_bytes {

using namespace coterie;

namespace {

/// Where rows are in memory: on the CPU, or on the device that COTERIE_TEST_DEVICE names.
at::Device rowDevice()
{
    const std::string named = small::stackDevice();
    return at::Device(named == kStackedOnCpu ? "cpu" : named);
}

} // namespace

/// Rows on their way from a device through the messages of ranks.
class TestRowBytes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsArriveWhateverTheirMemory_data()
    {
        QTest::addColumn<bool>("isColumn"); // whose numbers are not one behind another
        QTest::addColumn<bool>("isDouble");
        for (const bool isColumn : {false, true})
            for (const bool isDouble : {false, true})
                QTest::addRow(
                    "%s of %s", isColumn ? "column" : "row", isDouble ? "double" : "float")
                    << isColumn << isDouble;
    }

    void rowsArriveWhateverTheirMemory()
    {
        QFETCH(bool, isColumn);
        QFETCH(bool, isDouble);
        const auto options =
            at::TensorOptions(isDouble ? at::kDouble : at::kFloat).device(rowDevice());
        const std::int64_t side = isColumn ? 1 : 0;
        const at::Tensor from = at::arange(9, options).view({3, 3});
        const at::Tensor to = at::full({3, 3}, -1, options);
        PackedBytes packed;
        putRow(packed, from.select(side, 2));
        putRow(packed, from.select(side, 0));
        const std::string bytes = packed.take();
        QCOMPARE(bytes.size(), 2 * sizeOfRow(from.select(side, 0)));
        UnpackedBytes unpacked(bytes);
        getRow(unpacked, to.select(side, 1));
        getRow(unpacked, to.select(side, 2));
        QVERIFY(unpacked.atEnd());
        QVERIFY(at::equal(to.select(side, 1), from.select(side, 2)));
        QVERIFY(at::equal(to.select(side, 2), from.select(side, 0)));
        QVERIFY(at::equal(to.select(side, 0), at::full({3}, -1, options)));
    }

    void aRowThatIsTooShortIsRefused()
    {
        PackedBytes packed;
        putRow(packed, at::zeros({3}, at::TensorOptions(at::kFloat).device(rowDevice())));
        const std::string bytes = packed.take();
        UnpackedBytes unpacked(bytes);
        const at::Tensor longer = at::zeros({4}, at::TensorOptions(at::kFloat).device(rowDevice()));
        QVERIFY_EXCEPTION_THROWN(getRow(unpacked, longer), std::runtime_error);
    }
};

COTERIE_SECTION(TestRowBytes)

} // namespace tst_row_bytes

#include "tst_row_bytes.moc"
