#include "tests/sections.h"
#include "tests/ui/design/changed_tree.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/arm_edits.h"
#include "ui/design/arms_section.h"
#include "ui/frame/delegates.h"
#include "ui/words.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QToolButton>

namespace tst_arms {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr std::string_view kTwo =
    R"({"arms":[{"name":"A","algorithm":{"name":"hcct"}},{"name":"B"}],)"
    R"("reference":{"values":{"A":[1,2],"B":3}}})";

/// A page that shows the quickstart's arms.
struct ArmsBench : DesignBench
{
    [[nodiscard]] bool openArms()
    {
        if (!open())
            return false;
        page->showSection(DesignSection::Arms);
        list = find<QListView>(QStringLiteral("armList"));
        return list != nullptr;
    }
    void press(const char* button) const
    {
        find<QToolButton>(QString::fromLatin1(button))->click();
    }
    [[nodiscard]] QStringList names() const
    {
        QStringList all;
        for (const JsonNode& arm : armsIn(*document.json()))
            all << toQString(armName(arm));
        return all;
    }

    QListView* list = nullptr;
};

} // namespace

class ArmsTest final : public QObject
{
    Q_OBJECT

private slots:
    void armsAreAddedCopiedAndRemoved();
    void aRenamedArmTakesThePapersNumberAlong();
    void theListIsSound();
    void buttonsDoWhatTheySay();
    void anArmIsAddedFromAnywhere();
    void anArmIsRenamedInItsField();
    void anArmIsCalledAfterItsAlgorithmUntilItHasAName();
    void anOverrideIsShownAndTakenBack();
    void aProblemLeadsToItsArm();
    void whoComesToTheArmsSeesTheOneThatIsWrong();
};

void ArmsTest::armsAreAddedCopiedAndRemoved()
{
    QCOMPARE(after("{}", addArm(tree("{}"))),
             std::string(R"({"arms":[{"name":"FedAvg","algorithm":{"name":"fedavg"}}]})"));
    const JsonNode two = tree(kTwo);
    JsonNode three = two;
    QVERIFY(applyChanges(three, copyArm(two, 0)));
    QCOMPARE(writeCompact(armsIn(three)[2]),
             std::string(R"({"name":"A 2","algorithm":{"name":"hcct"}})"));
    QCOMPARE(after(kTwo, removeArm(two, 0)),
             std::string(R"({"arms":[{"name":"B"}],"reference":{"values":{"B":3}}})"));
    QVERIFY(copyArm(two, 2).empty());
    QVERIFY(removeArm(two, 2).empty());
    QVERIFY(swapped(two, "/arms", 0, 2).empty());
}

void ArmsTest::aRenamedArmTakesThePapersNumberAlong()
{
    JsonNode root = tree(kTwo);
    QVERIFY(applyChanges(root, renameArm(root, 0, "α/β")));
    QCOMPARE(armName(armsIn(root)[0]), std::string("α/β"));
    QCOMPARE(writeCompact(*valueAt(root, "/reference/values")),
             std::string(R"({"B":3,"α/β":[1,2]})"));
    // Where the paper has numbers of several metrics, in each of their blocks.
    constexpr std::string_view kBlocks =
        R"({"arms":[{"name":"A"},{"name":"B"}],)"
        R"("reference":[{"values":{"A":1}},{"values":{"A":2,"B":3}}]})";
    JsonNode blocks = tree(kBlocks);
    QVERIFY(applyChanges(blocks, renameArm(blocks, 0, "C")));
    QCOMPARE(writeCompact(*valueAt(blocks, "/reference")),
             std::string(R"([{"values":{"C":1}},{"values":{"B":3,"C":2}}])"));
    QCOMPARE(after(kBlocks, removeArm(tree(kBlocks), 0)),
             std::string(R"({"arms":[{"name":"B"}],)"
                         R"("reference":[{"values":{}},{"values":{"B":3}}]})"));
    // And so it is in figures; one of this arm alone goes with it.
    constexpr std::string_view kFigures =
        R"({"arms":[{"name":"A"},{"name":"B"}],)"
        R"("figures":[{"arms":["A"]},{"arms":["B","A"]},{"title":"all"},{"arms":["A"]}]})";
    JsonNode figures = tree(kFigures);
    QVERIFY(applyChanges(figures, renameArm(figures, 0, "C")));
    QCOMPARE(writeCompact(*valueAt(figures, "/figures")),
             std::string(R"([{"arms":["C"]},{"arms":["B","C"]},{"title":"all"},{"arms":["C"]}])"));
    QCOMPARE(after(kFigures, removeArm(tree(kFigures), 0)),
             std::string(R"({"arms":[{"name":"B"}],"figures":[{"arms":["B"]},{"title":"all"}]})"));
}

void ArmsTest::theListIsSound()
{
    QListWidget list;
    QAbstractItemModel& model = *list.model();
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    showArms(list,
             {{.name = QStringLiteral("A"), .method = {}, .problems = 2},
              {.name = {}, .method = {}, .runs = 3, .look = 5}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("A · 2 problems"));
    QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("unnamed · 3 runs"));
    QCOMPARE(model.index(1, 0).data(kLookRole).toInt(), 5);
    showArms(list, {{.name = QStringLiteral("B"), .method = {}}});
    QCOMPARE(model.rowCount(), 1);
    showArms(list, {});
    QCOMPARE(model.rowCount(), 0);
}

void ArmsTest::buttonsDoWhatTheySay()
{
    ArmsBench bench;
    QVERIFY(bench.openArms());
    const QString original = bench.document.text();
    bench.press("addArm");
    QCOMPARE(
        bench.names(),
        QStringList(
            {QStringLiteral("Independent"), QStringLiteral("FedAvg"), QStringLiteral("FedAvg 2")}));
    QCOMPARE(bench.list->currentIndex().row(), 2);
    bench.press("armUp");
    QCOMPARE(bench.names()[1], QStringLiteral("FedAvg 2"));
    QCOMPARE(bench.list->currentIndex().row(), 1);
    bench.press("armDown");
    QCOMPARE(bench.names()[2], QStringLiteral("FedAvg 2"));
    bench.list->setCurrentIndex(bench.list->model()->index(0, 0));
    bench.press("copyArm");
    QCOMPARE(bench.names().last(), QStringLiteral("Independent 2"));
    bench.press("removeArm");
    bench.press("removeArm");
    QTRY_VERIFY(bench.document.isRunnable());
    QCOMPARE(bench.names().size(), 2);
    bench.press("removeArm");
    QVERIFY(!bench.find<QToolButton>(QStringLiteral("removeArm"))->isEnabled());
    while (bench.document.undoStack().canUndo())
        bench.document.undoStack().undo();
    QCOMPARE(bench.document.text(), original);
}

/// What is about the chosen arm, only where the choice is seen.
void ArmsTest::anArmIsAddedFromAnywhere()
{
    ArmsBench bench;
    const auto isPossible = [&](ActionId which) {
        return bench.actions.action(which)->isEnabled();
    };
    QVERIFY(!isPossible(ActionId::AddArm)); // to nothing
    QVERIFY(bench.openArms());
    QVERIFY(isPossible(ActionId::RemoveArm));
    bench.page->show();
    bench.page->showSection(DesignSection::Rounds);
    QVERIFY(!isPossible(ActionId::RemoveArm) && !isPossible(ActionId::CopyArm));
    bench.actions.action(ActionId::AddArm)->trigger();
    QCOMPARE(bench.names().size(), 3);
    QVERIFY(bench.list->isVisible());
    QCOMPARE(bench.list->currentIndex().row(), 2);
    QVERIFY(isPossible(ActionId::RemoveArm) && isPossible(ActionId::ArmUp));
    QVERIFY(!isPossible(ActionId::ArmDown)); // it is the last one
    bench.actions.action(ActionId::RemoveArm)->trigger();
    QCOMPARE(bench.names().size(), 2);
    bench.document.setText(QStringLiteral("no JSON"));
    QTRY_VERIFY(!isPossible(ActionId::AddArm));
}

void ArmsTest::anArmIsRenamedInItsField()
{
    ArmsBench bench;
    QVERIFY(bench.openArms());
    auto* name = bench.editor<QLineEdit>("/arms/0/name");
    QVERIFY(name);
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("Alone"));
    QCOMPARE(bench.names()[0], QStringLiteral("Alone"));
    QCOMPARE(bench.document.undoStack().count(), 1);
    QTRY_VERIFY(bench.document.isRunnable());
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("FedAvg"));
    QTRY_VERIFY(bench.text("problem:/arms/0/name").isEmpty());
    QTRY_COMPARE(bench.problemsOf(DesignSection::Arms), 1); // told at the second of the two
    name->clear();
    QTest::keyClick(name, Qt::Key_A);
    QTest::keyClick(name, Qt::Key_Backspace);
    QTRY_VERIFY(!bench.text("problem:/arms/0/name").isEmpty());
}

/// Else Compare would show the results of one method under the name of another.
void ArmsTest::anArmIsCalledAfterItsAlgorithmUntilItHasAName()
{
    ArmsBench bench;
    QVERIFY(bench.openArms());
    const auto choose = [&](const char* algorithm) {
        auto* choice = bench.find<QComboBox>(QStringLiteral("part:/arms/1/algorithm"));
        choice->setCurrentIndex(choice->findData(QString::fromLatin1(algorithm)));
        emit choice->activated(choice->currentIndex());
    };
    bench.page->showPlace(QStringLiteral("/arms/1/algorithm/name"));
    QCOMPARE(bench.names()[1], QStringLiteral("FedAvg"));
    choose("ditto");
    QCOMPARE(bench.names()[1], QStringLiteral("Ditto"));
    bench.document.undoStack().undo(); // one step
    QCOMPARE(bench.names()[1], QStringLiteral("FedAvg"));
    QCOMPARE(bench.said("/arms/1/algorithm"), std::string(R"({"name":"fedavg"})"));
    choose("independent"); // the first arm has that name
    QCOMPARE(bench.names()[1], QStringLiteral("Independent 2"));
    QVERIFY(
        bench.document.apply(QStringLiteral("Rename"),
                             {{.pointer = "/arms/1/name", .value = JsonNode::fromText("Mine")}}));
    choose("ditto");
    QCOMPARE(bench.names()[1], QStringLiteral("Mine"));
}

void ArmsTest::anOverrideIsShownAndTakenBack()
{
    ArmsBench bench;
    QVERIFY(bench.openArms());
    const QString original = bench.document.text();
    auto* rate = bench.editor<QLineEdit>("/arms/0/local/optimizer/learningRate");
    QVERIFY(rate);
    QCOMPARE(rate->placeholderText(), QStringLiteral("0.05")); // the common one
    QTest::keyClicks(rate, QStringLiteral("0.2"));
    QCOMPARE(bench.said("/arms/0/local"), std::string(R"({"optimizer":{"learningRate":0.2}})"));
    QTRY_VERIFY(bench.document.isRunnable());
    QVERIFY(bench.document.checked().experiment->arms[0].local.has_value());
    auto* reset =
        bench.find<QToolButton>(QStringLiteral("reset:/arms/0/local/optimizer/learningRate"));
    QVERIFY(!reset->isHidden());
    reset->click();
    QCOMPARE(bench.said("/arms/0/local"), std::string("–"));
    // Another optimizer for this arm alone, and back.
    auto* choice = bench.find<QComboBox>(QStringLiteral("part:/arms/0/local/optimizer"));
    QVERIFY(choice->currentText().contains(QStringLiteral("common setting")));
    emit choice->activated(choice->findData(QStringLiteral("adam")));
    QCOMPARE(bench.said("/arms/0/local"), std::string(R"({"optimizer":{"name":"adam"}})"));
    emit choice->activated(0);
    QCOMPARE(bench.said("/arms/0/local"), std::string("–"));
    QTRY_VERIFY(bench.document.isRunnable());
}

void ArmsTest::aProblemLeadsToItsArm()
{
    ArmsBench bench;
    QVERIFY(bench.openArms());
    bench.page->showSection(DesignSection::Overview);
    bench.page->showPlace(QStringLiteral("/arms/1/algorithm/name"));
    QCOMPARE(bench.list->currentIndex().row(), 1);
    QVERIFY(bench.find<QComboBox>(QStringLiteral("part:/arms/1/algorithm")));
}

void ArmsTest::whoComesToTheArmsSeesTheOneThatIsWrong()
{
    ArmsBench bench;
    bench.page->show();
    QVERIFY(bench.openArms());
    QCOMPARE(bench.list->currentIndex().row(), 0);
    bench.page->showSection(DesignSection::Overview);
    QVERIFY(bench.document.apply(
        QStringLiteral("Spoil it"),
        {{.pointer = "/arms/1/algorithm/name", .value = JsonNode::fromText("fedavgg")}}));
    QTRY_VERIFY(!bench.document.isChecking());
    bench.page->showSection(DesignSection::Arms);
    QCOMPARE(bench.list->currentIndex().row(), 1);
    const auto* problem = bench.find<QLabel>(QStringLiteral("problem:/arms/1/algorithm"));
    QVERIFY(problem && problem->isVisible());
    QCOMPARE(problem->text(), QStringLiteral("\"fedavgg\" is unknown (did you mean \"fedavg\"?)"));
    ArmsBench first; // which never showed its arms
    first.page->show();
    QVERIFY(first.open());
    QVERIFY(first.document.apply(
        QStringLiteral("Spoil it"),
        {{.pointer = "/arms/1/algorithm/name", .value = JsonNode::fromText("fedavgg")}}));
    QTRY_VERIFY(!first.document.isChecking());
    first.page->showSection(DesignSection::Arms);
    QCOMPARE(first.find<QListView>(QStringLiteral("armList"))->currentIndex().row(), 1);
    // Looking at another one is the user's choice.
    bench.list->setCurrentIndex(bench.list->model()->index(0, 0));
    QVERIFY(bench.document.apply(QStringLiteral("More"),
                                 {{.pointer = "/rounds", .value = JsonNode::fromWhole(7)}}));
    QTRY_VERIFY(!bench.document.isChecking());
    QCOMPARE(bench.list->currentIndex().row(), 0);
    bench.page->hide(); // for another mode, and back
    bench.page->show();
    QCOMPARE(bench.list->currentIndex().row(), 0);
    // Mended and wrong again is news, though nobody looked here meanwhile.
    bench.page->showSection(DesignSection::Overview);
    for (const char* name : {"fedavg", "fedavgg"}) {
        QVERIFY(bench.document.apply(
            QStringLiteral("Change it"),
            {{.pointer = "/arms/1/algorithm/name", .value = JsonNode::fromText(name)}}));
        QTRY_VERIFY(!bench.document.isChecking());
    }
    bench.page->showSection(DesignSection::Arms);
    QCOMPARE(bench.list->currentIndex().row(), 1);
}

COTERIE_WIDGET_SECTION(ArmsTest)

} // namespace tst_arms

#include "tst_arms.moc"
