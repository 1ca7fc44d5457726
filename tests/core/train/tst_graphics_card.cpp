#include "core/train/device.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/Context.h>

namespace tst_graphics_card {

using namespace coterie;

class TestGraphicsCard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyACardHasANameBesideItsKind()
    {
        QCOMPARE(deviceTitle("cpu"), std::string("cpu"));
        QCOMPARE(deviceTitle(""), std::string());
        const std::string name = cardName().value_or("");
        const std::string title = name.empty() ? "cuda" : "cuda (" + name + ')';
        QCOMPARE(deviceTitle("cuda"), title);
        QCOMPARE(deviceTitle("cuda:0"), title);
    }

    void eachRankOfAMachineTakesACardOfItsOwn()
    {
        QCOMPARE(cardOfRank(0, 4), 0);
        QCOMPARE(cardOfRank(3, 4), 3);
        QCOMPARE(cardOfRank(4, 4), 0); // more ranks than cards
        QCOMPARE(cardOfRank(5, 2), 1);
        QCOMPARE(cardOfRank(3, 1), 0); // the launcher hides the others
        QCOMPARE(cardOfRank(3, 0), 0);
    }

    void cardsAreThoseOfLibTorch() { QCOMPARE(cardCount() > 0, at::hasCUDA()); }

    void aCardThatIsNotThereHasNoName()
    {
        QVERIFY(!cardName(1000));
        QCOMPARE(deviceTitle("cuda:100"), std::string("cuda"));
        QCOMPARE(cardPlace(100), std::string("100"));
    }

    void whatLibTorchUsesHasAName() { QVERIFY(!at::hasCUDA() || cardName()); }

    void withoutADriverThereIsNoMemoryToTell()
    {
        if (cardName())
            QSKIP("there is a driver");
        QVERIFY(!cardMemory());
    }
};

COTERIE_SECTION(TestGraphicsCard)

} // namespace tst_graphics_card

#include "tst_graphics_card.moc"
