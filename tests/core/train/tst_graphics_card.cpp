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
