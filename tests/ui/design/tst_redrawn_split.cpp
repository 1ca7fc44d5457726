#include "core/base/json_values.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/canvas/redrawn_split.h"
#include "ui/design/run_check.h"

#include <QPushButton>

namespace tst_redrawn_split {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

KindCounts heldOf(const std::vector<KindCounts>& clients)
{
    KindCounts all(clients.front().size(), 0);
    for (const KindCounts& counts : clients)
        addCounts(all, counts);
    return all;
}

JsonNode json(const char* text)
{
    return *treeOf(text);
}

} // namespace

/// A split drawn by hand, after another data set was chosen.
class RedrawnSplitTest final : public QObject
{
    Q_OBJECT

private slots:
    void theSameKindsKeepWhatTheyHave();
    void fewerSamplesKeepTheProportions();
    void aScarceKindIsShared();
    void otherKindsAreDividedOrJoined();
    void noClientIsLeftEmpty();
    void moreClientsThanSamplesAreImpossible();
    void anotherDataSetIsNoDeadEnd_data();
    void anotherDataSetIsNoDeadEnd();
    void aClosedOfferStaysClosed();

private:
    [[nodiscard]] static QPushButton* offered(const DesignBench& bench, const QString& text)
    {
        const auto* label = bench.find<QLabel>(QStringLiteral("splitOffer"));
        for (auto* button : label->parentWidget()->findChildren<QPushButton*>())
            if (button->text() == text)
                return button;
        return nullptr;
    }
    [[nodiscard]] static bool isOffered(const DesignBench& bench)
    {
        return !bench.find<QLabel>(QStringLiteral("splitOffer"))->parentWidget()->isHidden();
    }
};

void RedrawnSplitTest::theSameKindsKeepWhatTheyHave()
{
    const std::vector<KindCounts> drawn{{10, 0, 5}, {0, 20, 5}};
    QCOMPARE(carriedOver(drawn, {100, 100, 100}), drawn);
}

void RedrawnSplitTest::fewerSamplesKeepTheProportions()
{
    const std::vector<KindCounts> drawn{{100, 0}, {0, 300}};
    QCOMPARE(carriedOver(drawn, {20, 20}), (std::vector<KindCounts>{{10, 0}, {0, 20}}));
}

void RedrawnSplitTest::aScarceKindIsShared()
{
    const std::vector<KindCounts> drawn{{30, 30}, {10, 30}};
    const auto held = carriedOver(drawn, {20, 1000});
    QCOMPARE(held, (std::vector<KindCounts>{{15, 30}, {5, 30}}));
}

void RedrawnSplitTest::otherKindsAreDividedOrJoined()
{
    QCOMPARE(carriedOver(std::vector<KindCounts>{{10, 0}, {0, 8}}, {50, 50, 50, 50}),
             (std::vector<KindCounts>{{5, 5, 0, 0}, {0, 0, 4, 4}}));
    QCOMPARE(carriedOver(std::vector<KindCounts>{{5, 5, 0, 0}, {0, 0, 4, 4}}, {50, 50}),
             (std::vector<KindCounts>{{10, 0}, {0, 8}}));
}

void RedrawnSplitTest::noClientIsLeftEmpty()
{
    const std::vector<KindCounts> drawn{{1000, 0}, {1, 0}, {1, 0}};
    const auto held = carriedOver(drawn, {4, 0});
    QCOMPARE(sumOf(heldOf(held)), 4);
    for (const KindCounts& counts : held)
        QVERIFY(sumOf(counts) >= 1);
}

void RedrawnSplitTest::moreClientsThanSamplesAreImpossible()
{
    QVERIFY(carriedOver(std::vector<KindCounts>{{1}, {1}, {1}}, {2}).empty());
}

void RedrawnSplitTest::anotherDataSetIsNoDeadEnd_data()
{
    QTest::addColumn<bool>("byHand");
    QTest::addColumn<QString>("choice");
    for (const bool byHand : {true, false})
        for (const char* choice : {"Draw them again", "Drop the drawing"})
            QTest::newRow(qPrintable(QStringLiteral("%1, %2").arg(
                QLatin1String(byHand ? "counts by hand" : "an edited client"),
                QLatin1String(choice))))
                << byHand << choice;
}

void RedrawnSplitTest::anotherDataSetIsNoDeadEnd()
{
    QFETCH(bool, byHand);
    QFETCH(QString, choice);
    DesignBench bench;
    QVERIFY(bench.open());
    const JsonChange drawn =
        byHand ? JsonChange{"/data/partition", json(R"({"scheme": "byHand", "clients": 2, "counts":
                                     [80, 0, 0, 0, 0, 0, 0, 0, 0, 20, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]})")}
               : JsonChange{
                   "/clients/overrides",
                   json(R"([{"client": 0, "classCounts": [0, 0, 50, 50, 0, 0, 0, 0, 0, 0]}])")};
    QVERIFY(bench.document.apply(QStringLiteral("Draw"), {drawn}));
    QTRY_VERIFY(bench.document.isRunnable() && !bench.page->runCheck().isPending());
    QTRY_VERIFY(!isOffered(bench));
    // A hundred classes instead of ten.
    QVERIFY(
        bench.document.apply(QStringLiteral("Choose another data set"),
                             {{"/data/dataset", json(R"({"name": "shapes100", "samples": 1000})")},
                              {"/model", json(R"({"name": "mlr"})")}}));
    QTRY_VERIFY(isOffered(bench));
    QVERIFY(!bench.document.isRunnable());
    const int steps = bench.document.undoStack().index();
    const QString before = bench.document.text();
    offered(bench, choice)->click();
    QTRY_COMPARE(bench.document.undoStack().index(), steps + 1);
    QTRY_VERIFY(bench.document.isRunnable() && !bench.page->runCheck().isPending());
    QTRY_VERIFY(!isOffered(bench));
    bench.document.undoStack().undo(); // one step
    QCOMPARE(bench.document.text(), before);
}

void RedrawnSplitTest::aClosedOfferStaysClosed()
{
    DesignBench bench;
    QVERIFY(bench.open());
    const auto isAnswered = [&bench] {
        return !bench.document.isChecking() && !bench.page->runCheck().isPending();
    };
    QVERIFY(bench.document.apply(
        QStringLiteral("Draw"),
        {{"/clients/overrides",
          json(R"([{"client": 0, "classCounts": [0, 0, 50, 50, 0, 0, 0, 0, 0, 0]}])")}}));
    QVERIFY(
        bench.document.apply(QStringLiteral("Choose another data set"),
                             {{"/data/dataset", json(R"({"name": "shapes100", "samples": 1000})")},
                              {"/model", json(R"({"name": "mlr"})")}}));
    QTRY_VERIFY(isOffered(bench));
    bench.find<QLabel>(QStringLiteral("splitOffer"))
        ->parentWidget()
        ->findChild<QToolButton*>()
        ->click();
    QVERIFY(!isOffered(bench));
    QVERIFY(bench.document.apply(QStringLiteral("Change the rounds"), {{"/rounds", json("7")}}));
    QTRY_VERIFY(isAnswered());
    QVERIFY(!isOffered(bench));
    QVERIFY(bench.document.apply(QStringLiteral("A slip"), {{"/rounds", json("-7")}}));
    QTRY_VERIFY(isAnswered());
    bench.document.undoStack().undo();
    QTRY_VERIFY(isAnswered());
    QVERIFY(!isOffered(bench));
    for (int step = 0; step < 2; ++step)
        bench.document.undoStack().undo(); // it fits again
    QTRY_VERIFY(bench.document.isRunnable() && isAnswered());
    bench.document.undoStack().redo(); // and no longer
    QTRY_VERIFY(isOffered(bench));
}

COTERIE_WIDGET_SECTION(RedrawnSplitTest)

} // namespace tst_redrawn_split

#include "tst_redrawn_split.moc"
