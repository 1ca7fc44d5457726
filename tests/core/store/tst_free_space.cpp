#include "core/store/state_file.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_free_space {

using namespace coterie;

class TestFreeSpace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyFileIsFilledFromItsBeginningInWholeBlocks()
    {
        FreeSpace space({});
        QVERIFY(space.take(1) == (Extent{.offset = 0, .length = 1}));
        QVERIFY(space.take(kFileBlock) == (Extent{.offset = kFileBlock, .length = kFileBlock}));
        QVERIFY(space.take(kFileBlock + 1)
                == (Extent{.offset = 2 * kFileBlock, .length = kFileBlock + 1}));
        QVERIFY(space.take(5) == (Extent{.offset = 4 * kFileBlock, .length = 5}));
    }

    void theFirstGapThatIsLargeEnoughIsUsed()
    {
        // In use: blocks 1, 4 and 5, and 9, told in no order. Free: 0, 2–3, 6–8, 10 and on.
        FreeSpace space({{.offset = 9 * kFileBlock, .length = 10},
                         {.offset = 1 * kFileBlock, .length = kFileBlock},
                         {.offset = 4 * kFileBlock, .length = kFileBlock + 1}});
        QCOMPARE(space.take(3 * kFileBlock).offset, 6 * kFileBlock);
        QCOMPARE(space.take(kFileBlock + 1).offset, 2 * kFileBlock);
        QCOMPARE(space.take(2 * kFileBlock).offset, 10 * kFileBlock);
        QCOMPARE(space.take(7).offset, std::uint64_t{0});
        QCOMPARE(space.take(7).offset, 12 * kFileBlock);
    }
};

COTERIE_SECTION(TestFreeSpace)

} // namespace tst_free_space

#include "tst_free_space.moc"
