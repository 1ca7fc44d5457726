#include "core/algorithms/registry.h"
#include "tests/sections.h"
#include "ui/design/experiment_document.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_experiment_document {

using namespace coterie;
using namespace coterie::ui;

namespace {

const QString kQuickstart = QStringLiteral(COTERIE_SOURCE_DIR "/experiments/quickstart.json");

std::vector<JsonChange> rounds(int number)
{
    return {{.pointer = "/rounds", .value = JsonNode::fromWhole(number)}};
}

/// The quickstart, opened and checked.
struct Opened
{
    Opened()
    {
        QSignalSpy checked(&document, &ExperimentDocument::checkedChanged);
        document.open(kQuickstart);
        checked.wait(kTryMilliseconds);
        original = document.text();
    }

    ExperimentDocument document{registry()};
    QString original;
};

} // namespace

class ExperimentDocumentTest final : public QObject
{
    Q_OBJECT

private slots:
    void aChangeIsOneStepAndIsChecked();
    void undoRestoresTheTextBitForBit();
    void stepsOfADragAreOne();
    void aDragBackToWhereItBeganLeavesNoStep();
    void typingIsOneStepUntilItRests();
    void undoIsCheckedAtOnce();
    void changesToBrokenTextAreRefused();
    void openingAnotherFileForgetsTheSteps();
    void aFileIsOfTheExperimentThatWasSaved();
};

void ExperimentDocumentTest::aChangeIsOneStepAndIsChecked()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    QSignalSpy edited(&document, &ExperimentDocument::edited);
    QVERIFY(document.apply(QStringLiteral("Change rounds"), rounds(12)));
    QCOMPARE(edited.count(), 1);
    QCOMPARE(document.undoStack().count(), 1);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("Change rounds"));
    QVERIFY(document.isModified());
    QVERIFY(!document.isRunnable()); // not yet checked
    QVERIFY(document.json());
    QCOMPARE(valueAt(*document.json(), "/rounds")->whole, 12);
    QTRY_VERIFY(document.isRunnable());
    QCOMPARE(document.checked().experiment->rounds, 12);
    QVERIFY(document.apply(QStringLiteral("Change rounds"), rounds(12)));
    QCOMPARE(document.undoStack().count(), 1); // nothing new, so no step
}

void ExperimentDocumentTest::undoRestoresTheTextBitForBit()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    QStringList texts{document.text()};
    const std::vector<std::vector<JsonChange>> steps{
        rounds(12),
        {{.pointer = "/clients/overrides/0/samples", .value = JsonNode::fromWhole(40)}},
        {{.pointer = "/clients/overrides",
          .value = JsonNode::list({JsonNode::fromWhole(1), JsonNode::fromText("ü😀")})},
         {.pointer = "/lookFor", .value = {}}},
        {{.pointer = "/arms/0", .value = {}}}};
    for (const auto& step : steps) {
        const bool fits = document.apply(QStringLiteral("Step"), step);
        QCOMPARE(fits, document.text() != texts.back());
        texts << document.text();
    }
    document.setText(document.text() + QStringLiteral(" \n"));
    texts << document.text();
    texts.removeDuplicates();
    QCOMPARE(document.undoStack().count(), texts.size() - 1);
    for (qsizetype at = texts.size() - 1; at > 0; --at) {
        QCOMPARE(document.text(), texts[at]);
        document.undoStack().undo();
    }
    QCOMPARE(document.text(), opened.original);
    QVERIFY(!document.isModified());
    for (qsizetype at = 1; at < texts.size(); ++at) {
        document.undoStack().redo();
        QCOMPARE(document.text(), texts[at]);
    }
}

void ExperimentDocumentTest::stepsOfADragAreOne()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    const int drag = document.newMergeId();
    for (int number = 11; number < 40; ++number)
        QVERIFY(document.apply(QStringLiteral("Drag"), rounds(number), drag));
    QCOMPARE(document.undoStack().count(), 1);
    const int other = document.newMergeId();
    QVERIFY(other != drag);
    QVERIFY(document.apply(QStringLiteral("Drag"), rounds(40), other));
    QCOMPARE(document.undoStack().count(), 2);
    document.undoStack().undo();
    QCOMPARE(valueAt(*document.json(), "/rounds")->whole, 39);
    document.undoStack().undo();
    QCOMPARE(document.text(), opened.original);
}

void ExperimentDocumentTest::aDragBackToWhereItBeganLeavesNoStep()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    const int drag = document.newMergeId();
    for (const int number : {11, 12, 11, 10})
        QVERIFY(document.apply(QStringLiteral("Drag"), rounds(number), drag));
    QCOMPARE(document.undoStack().count(), 0);
    QVERIFY(!document.isModified());
}

void ExperimentDocumentTest::typingIsOneStepUntilItRests()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    for (const char* typed : {" ", "  ", "   "})
        document.setText(opened.original + QString::fromLatin1(typed));
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(!document.json()); // read off the GUI thread
    QTRY_VERIFY(document.json());
    QVERIFY(document.apply(QStringLiteral("Change rounds"), rounds(12)));
    document.setText(document.text() + QLatin1Char(' '));
    QCOMPARE(document.undoStack().count(), 3);
    document.undoStack().undo();
    document.undoStack().undo();
    document.undoStack().undo();
    QCOMPARE(document.text(), opened.original);
}

void ExperimentDocumentTest::undoIsCheckedAtOnce()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    QVERIFY(document.apply(QStringLiteral("Change rounds"), rounds(-3)));
    QTRY_VERIFY(!document.isChecking());
    QCOMPARE(document.checked().problems.size(), 1U);
    QCOMPARE(document.checked().problems.front().place, std::string("/rounds"));
    document.undoStack().undo();
    QTRY_VERIFY(document.isRunnable());
    QVERIFY(document.checked().problems.empty());
}

void ExperimentDocumentTest::changesToBrokenTextAreRefused()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    document.setText(opened.original.chopped(5));
    const QString broken = document.text();
    QVERIFY(!document.apply(QStringLiteral("Change rounds"), rounds(12)));
    QCOMPARE(document.text(), broken);
    QTRY_VERIFY(!document.isChecking());
    QVERIFY(!document.json());
    QCOMPARE(document.checked().problems.size(), 1U);
}

void ExperimentDocumentTest::openingAnotherFileForgetsTheSteps()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    QVERIFY(document.apply(QStringLiteral("Change rounds"), rounds(12)));
    QSignalSpy reopened(&document, &ExperimentDocument::opened);
    document.open(kQuickstart);
    QVERIFY(reopened.wait(kTryMilliseconds));
    QCOMPARE(document.undoStack().count(), 0);
    QCOMPARE(document.text(), opened.original);
}

void ExperimentDocumentTest::aFileIsOfTheExperimentThatWasSaved()
{
    Opened opened;
    ExperimentDocument& document = opened.document;
    const QTemporaryDir folder;
    const QString other = opened.original + QStringLiteral(" \n");
    document.replace(QStringLiteral("Open run 1 as a design"), other);
    QTRY_COMPARE(document.text(), other);
    document.undoStack().undo();
    QSignalSpy saved(&document, &ExperimentDocument::saved);

    document.save(folder.filePath(QStringLiteral("a.json")));
    document.undoStack().redo(); // before the answer
    QVERIFY(document.isWriting());
    QTRY_VERIFY(!document.isWriting());
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("a.json"))));
    QCOMPARE(saved.count(), 0);
    QVERIFY(document.isNew());
    QCOMPARE(document.savedText(), other);
    document.undoStack().undo();
    QCOMPARE(document.path(), kQuickstart);

    // Back at the same experiment, the answer is about it.
    document.save(folder.filePath(QStringLiteral("b.json")));
    document.undoStack().redo();
    document.undoStack().undo();
    QTRY_VERIFY(!document.isWriting());
    QCOMPARE(saved.count(), 1);
    QCOMPARE(document.path(), folder.filePath(QStringLiteral("b.json")));
}

COTERIE_WIDGET_SECTION(ExperimentDocumentTest)

} // namespace tst_experiment_document

#include "tst_experiment_document.moc"
