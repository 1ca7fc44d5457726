#include "core/store/state_file.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

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

    /// Compared with a look at one gap after another.
    void ofManyGapsTheFirstThatIsLargeEnoughIsUsed()
    {
        std::minstd_rand random(1);
        std::vector<Extent> used;
        std::vector<Extent> gaps;
        std::uint64_t end = 0;
        for (int gap = 0; gap < 300; ++gap) {
            gaps.push_back({.offset = end, .length = (1 + random() % 7) * kFileBlock});
            end += gaps.back().length;
            used.push_back({.offset = end, .length = kFileBlock});
            end += kFileBlock;
        }
        FreeSpace space(used);
        for (int piece = 0; piece < 2000; ++piece) {
            const std::uint64_t length = (1 + random() % 8) * kFileBlock; // at times more than any
            const auto gap = std::ranges::find_if(
                gaps, [length](const Extent& extent) { return extent.length >= length; });
            std::uint64_t& place = gap == gaps.end() ? end : gap->offset;
            QVERIFY(space.take(length) == (Extent{.offset = place, .length = length}));
            place += length;
            if (gap != gaps.end())
                gap->length -= length;
        }
    }

    /// In no time: one that moved all later gaps with each piece would copy 80 GB.
    void manyGapsAreFilledInTheirOrder()
    {
        constexpr std::uint64_t kGaps = 100'000;
        std::vector<Extent> used;
        used.reserve(kGaps);
        for (std::uint64_t gap = 0; gap < kGaps; ++gap)
            used.push_back({.offset = (2 * gap + 1) * kFileBlock, .length = kFileBlock});
        FreeSpace space(std::move(used));
        std::uint64_t wrong = 0;
        for (std::uint64_t gap = 0; gap < kGaps; ++gap)
            wrong += space.take(kFileBlock).offset == 2 * gap * kFileBlock ? 0 : 1;
        QCOMPARE(wrong, std::uint64_t{0});
        QCOMPARE(space.take(1).offset, 2 * kGaps * kFileBlock);
    }
};

COTERIE_SECTION(TestFreeSpace)

} // namespace tst_free_space

#include "tst_free_space.moc"
