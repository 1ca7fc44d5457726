#include "core/base/json_values.h"
#include "core/experiment/external_command.h"
#include "core/run/load_module.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/run_check.h"
#include "ui/design/section_list.h"
#include "ui/design/summary_panel.h"

namespace tst_run_check {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

JsonChange change(const char* pointer, JsonNode value)
{
    return {.pointer = pointer, .value = std::move(value)};
}

} // namespace

/// A tick in the outline means that the runs can begin.
class RunCheckTest final : public QObject
{
    Q_OBJECT

private slots:
    void ticksComeWithTheAnswer();
    void whatARunRefusesIsToldAtItsField_data();
    void whatARunRefusesIsToldAtItsField();
    void aModuleThatDoesNotFitIsAProblemOnceItMayBeLoaded();
    void oneStepBackMendsIt();
    void anotherNameAsksNoData();
    void theEstimateNamesNoPointer();

private:
    [[nodiscard]] static bool isKnown(const DesignBench& bench)
    {
        return bench.page->findChild<SectionList*>()
            ->model()
            ->index(int(DesignSection::Model), 0)
            .data(SectionList::KnownRole)
            .toBool();
    }
};

void RunCheckTest::ticksComeWithTheAnswer()
{
    DesignBench bench;
    QVERIFY(bench.open());
    QVERIFY(bench.page->runCheck().isPending());
    QVERIFY(!isKnown(bench));
    QTRY_VERIFY(!bench.page->runCheck().isPending());
    QVERIFY(isKnown(bench));
    QVERIFY(bench.document.isRunnable());
    // With a problem in the text no run is known to begin.
    QVERIFY(bench.document.apply(QStringLiteral("Spoil it"),
                                 {change("/rounds", JsonNode::fromWhole(-1))}));
    QTRY_VERIFY(!bench.document.isChecking() && !isKnown(bench));
    QCOMPARE(bench.problemsOf(DesignSection::Rounds), 1);
}

void RunCheckTest::whatARunRefusesIsToldAtItsField_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("section");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("words");
    QTest::newRow("network") << "/model"
                             << R"({"name": "lenet_cifar"})" << int(DesignSection::Model)
                             << "problem:/model"
                             << "32";
    QTest::newRow("network without classes")
        << "/model"
        << R"({"name": "synth_linear"})" << int(DesignSection::Model) << "problem:/model"
        << "";
    QTest::newRow("split") << "/data/partition"
                           << R"({"scheme": "shards", "clients": 8, "shards": 5000})"
                           << int(DesignSection::Clients) << "problem:/data/partition/shards"
                           << "must be at most 3200";
    QTest::newRow("method") << "/arms/0/algorithm"
                            << R"({"name": "scaffold"})" << int(DesignSection::Arms)
                            << "problem:/arms/0/algorithm"
                            << "needs SGD without momentum";
}

void RunCheckTest::whatARunRefusesIsToldAtItsField()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(int, section);
    QFETCH(QString, label);
    QFETCH(QString, words);
    DesignBench bench;
    QVERIFY(bench.open());
    QTRY_VERIFY(!bench.page->runCheck().isPending());
    const auto where = static_cast<DesignSection>(section);
    bench.page->showSection(where);
    QVERIFY(bench.document.apply(QStringLiteral("Change"),
                                 {change(pointer.toUtf8(), *treeOf(value.toStdString()))}));
    QTRY_COMPARE(bench.problemsOf(where), 1);
    QVERIFY(!bench.document.isRunnable());
    const QString told = bench.find<QLabel>(label)->text();
    QVERIFY2(!told.isEmpty() && told.contains(words), qPrintable(told));
    QVERIFY2(!told.contains(QLatin1Char('/')), qPrintable(told)); // no JSON pointer
}

void RunCheckTest::aModuleThatDoesNotFitIsAProblemOnceItMayBeLoaded()
{
    DesignBench bench;
    QVERIFY(bench.open());
    RunCheck& check = bench.page->runCheck();
    const std::string file = COTERIE_SOURCE_DIR "/tests/core/nn/modules/lstm.pt"; // of characters
    QVERIFY(bench.document.apply(
        QStringLiteral("Choose"),
        {change("/model", jsonObject({{"name", "torchScript"}, {"path", file}}))}));
    QTRY_VERIFY(!bench.document.isChecking() && !check.isPending());
    bench.page->showSection(DesignSection::Model);
    QCOMPARE(bench.problemsOf(DesignSection::Model), 0); // nobody has allowed to load it
    QVERIFY(bench.document.isRunnable());
    const std::vector<std::string> load =
        moduleLoadOf(bench.document.checked().plans->front().model);
    CommandConsent consent{.given = true, .folder = {}};
    consent.agreed.emplace(1, "other bytes");
    check.allowModules(consent);
    QTRY_VERIFY(!check.isPending());
    QCOMPARE(bench.problemsOf(DesignSection::Model), 0);
    consent.agreed = {commandFiles(load, moduleFolder(load, {})).digest};
    check.allowModules(consent);
    QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 1);
    QVERIFY(!bench.document.isRunnable());
    const QString told = bench.text("problem:/model/path");
    QVERIFY2(told.contains(QStringLiteral("lstm.pt: ")), qPrintable(told));
    // Of one that fits, more is known than of its file.
    QVERIFY(bench.document.apply(
        QStringLiteral("Choose"),
        {change("/model/path",
                JsonNode::fromText(COTERIE_SOURCE_DIR "/tests/core/nn/modules/lenet.pt"))}));
    QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 0);
}

void RunCheckTest::oneStepBackMendsIt()
{
    DesignBench bench;
    QVERIFY(bench.open());
    QVERIFY(bench.document.apply(QStringLiteral("Change"),
                                 {change("/model/name", JsonNode::fromText("lenet_cifar"))}));
    QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 1);
    bench.document.undoStack().undo();
    QTRY_VERIFY(bench.document.isRunnable() && !bench.page->runCheck().isPending());
    QCOMPARE(bench.problemsOf(DesignSection::Model), 0);
}

/// What does not change the runs is not checked again, and no answer gets lost.
void RunCheckTest::anotherNameAsksNoData()
{
    DesignBench bench;
    QVERIFY(bench.open());
    QVERIFY(bench.document.apply(QStringLiteral("Change"),
                                 {change("/model/name", JsonNode::fromText("lenet_cifar"))}));
    QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 1);
    QVERIFY(bench.document.apply(QStringLiteral("Change"),
                                 {change("/name", JsonNode::fromText("Another name"))}));
    QTRY_VERIFY(!bench.document.isChecking() && !bench.page->runCheck().isPending());
    QCOMPARE(bench.problemsOf(DesignSection::Model), 1);
}

void RunCheckTest::theEstimateNamesNoPointer()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->show();
    QVERIFY(bench.document.apply(QStringLiteral("Change"),
                                 {change("/model/name", JsonNode::fromText("lenet_cifar"))}));
    QTRY_VERIFY(bench.text("forecastNote").contains("Model"));
    QVERIFY2(!bench.text("forecastNote").contains("/model"),
             qPrintable(bench.text("forecastNote")));
}

COTERIE_WIDGET_SECTION(RunCheckTest)

} // namespace tst_run_check

#include "tst_run_check.moc"
