#include "core/experiment/experiment_json.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "tests/ui/laid_out.h"
#include "ui/design/overview.h"
#include "ui/design/problem_words.h"
#include "ui/design/summary_panel.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/thumbnail_strip.h"
#include "ui/window/file_notices.h"
#include "ui/words.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTextBlock>

namespace tst_design_page {

using namespace coterie;
using namespace coterie::ui;
using coterie::ui::test::layOut;

namespace {

/// With the sentences that the window shows above the page.
struct Bench : test::DesignBench
{
    [[nodiscard]] QStringList problems() const
    {
        QStringList lines;
        const auto* list = find<QListWidget>(QStringLiteral("problems"));
        for (int row = 0; row < list->count(); ++row)
            lines << list->item(row)->text();
        return lines;
    }

    QTemporaryDir drafts;
    FileNotices notices{document, actions, page->notices(), drafts.path()};
};

const QString& kQuickstart = test::kQuickstart;

} // namespace

/// The page around its sections: opening, checking, saving, and the way from a problem to its
/// place.
class DesignPageTest final : public QObject
{
    Q_OBJECT

private slots:
    void opensAnExperiment();
    void badFileGetsASentence();
    void missingFileGetsASentence();
    void checksWhileTyping();
    void choosingAProblemSelectsItsPlace();
    void aProblemOfTheOverviewLeadsToItsField();
    void everySectionHasItsKeys();
    void theDataAreShown();
    void savesWhatWasTyped();
    void onlyTheNewestFileArrives();
    void outlineTellsTheQuickstart();
    void outlineTellsHowManyNewcomersJoin();
    void outlineTellsWhatAnArmHasOfItsOwn();
    void armsAreShownAsTheirCurves();
    void theColumnsBesideThePageGiveWay();
    void theMainSettingsOfASchemeAreOpen();
    void problemsStandInACardOfTheOverview();
};

void DesignPageTest::opensAnExperiment()
{
    Bench bench;
    QSignalSpy checked(&bench.document, &ExperimentDocument::checkedChanged);
    bench.document.open(kQuickstart);
    QVERIFY(checked.wait(kTryMilliseconds));
    QVERIFY(bench.document.isRunnable());
    QCOMPARE(bench.document.checked().plans->size(), 2U);
    QCOMPARE(bench.text("experimentTitle"), QStringLiteral("Quickstart: alone or together?"));
    QVERIFY(bench.problems().isEmpty());
}

void DesignPageTest::badFileGetsASentence()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("bad.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{ \"schema\": 1, \"name\": \"x\", \"rounds\": -2, \"arms\": [ { \"name\": \"A\", "
               "\"algorithm\": { "
               "\"name\": \"fedavgg\" } } ] }");
    file.close();
    Bench bench;
    QSignalSpy checked(&bench.document, &ExperimentDocument::checkedChanged);
    bench.document.open(file.fileName());
    QVERIFY(checked.wait(kTryMilliseconds));
    QVERIFY(!bench.document.isRunnable());
    const QString all = bench.problems().join(QLatin1Char('\n'));
    QVERIFY2(all.contains(QStringLiteral("/rounds")) && all.contains(QStringLiteral("-2")),
             qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("/arms/0/algorithm"))
                 && all.contains(QStringLiteral("fedavg")),
             qPrintable(all));
}

void DesignPageTest::missingFileGetsASentence()
{
    Bench bench;
    QSignalSpy failed(&bench.document, &ExperimentDocument::failed);
    bench.document.open(QStringLiteral("/nowhere/at/all.json"));
    QVERIFY(failed.wait(kTryMilliseconds));
    QVERIFY(bench.text("notice").contains(QStringLiteral("/nowhere/at/all.json")));
    QVERIFY(bench.document.isEmpty());
}

void DesignPageTest::checksWhileTyping()
{
    Bench bench;
    QSignalSpy checked(&bench.document, &ExperimentDocument::checkedChanged);
    bench.document.open(kQuickstart);
    QVERIFY(checked.wait(kTryMilliseconds));
    auto* editor = bench.page->findChild<QPlainTextEdit*>(QStringLiteral("jsonEditor"));
    const QString right = editor->toPlainText();
    QString wrong = right;
    wrong.replace(QStringLiteral("\"rounds\""), QStringLiteral("\"roundz\""));
    editor->setPlainText(wrong);
    QVERIFY(bench.document.isModified());
    QVERIFY(!bench.document.isRunnable()); // not yet checked
    QTRY_VERIFY(bench.problems().join(QString()).contains(QStringLiteral("rounds")));
    QVERIFY(!bench.document.isRunnable());
    editor->setPlainText(right);
    QTRY_VERIFY(bench.document.isRunnable());
    QVERIFY(bench.problems().isEmpty());
    QVERIFY(!bench.document.isModified());
}

void DesignPageTest::choosingAProblemSelectsItsPlace()
{
    Bench bench;
    auto* editor = bench.page->findChild<QPlainTextEdit*>(QStringLiteral("jsonEditor"));
    editor->setPlainText(QStringLiteral("{ \"schema\": 1, \"name\": \"x\", \"rounds\": -2 }"));
    auto* list = bench.find<QListWidget>(QStringLiteral("problems"));
    const auto rounds = [&] {
        return list->findItems(QStringLiteral("/rounds"), Qt::MatchContains);
    };
    QTRY_VERIFY(!rounds().isEmpty());
    emit list->itemActivated(rounds().front());
    QCOMPARE(editor->textCursor().selectedText(), QStringLiteral("-2"));
}

void DesignPageTest::aProblemOfTheOverviewLeadsToItsField()
{
    Bench bench;
    QVERIFY(bench.open());
    auto* list = bench.page->findChild<ProblemList*>(QStringLiteral("overviewProblems"));
    QVERIFY(list->isHidden());
    QVERIFY(bench.document.apply(QStringLiteral("Wrong"),
                                 {{.pointer = "/rounds", .value = JsonNode::fromWhole(-2)}}));
    QTRY_COMPARE(list->count(), 1);
    QVERIFY(!list->isHidden());
    QCOMPARE(list->item(0)->text(),
             QStringLiteral(
                 "Rounds and seeds › Rounds: must be a whole number from 1 to 1000000000 (is -2)"));
    // Beside the text it is a place there, which is marked.
    const QString inText = bench.find<QListWidget>(QStringLiteral("problems"))->item(0)->text();
    QVERIFY2(inText.startsWith(QStringLiteral("Line ")), qPrintable(inText));
    QVERIFY2(inText.contains(QStringLiteral(". /rounds: must be a whole number")),
             qPrintable(inText));
    const auto* editor = bench.find<QPlainTextEdit>(QStringLiteral("jsonEditor"));
    const QList<QTextEdit::ExtraSelection> marks = editor->extraSelections();
    QCOMPARE(marks.size(), 1);
    QCOMPARE(marks.front().cursor.selectedText(), QStringLiteral("-2"));
    QCOMPARE(editor->document()->findBlock(marks.front().cursor.position()).blockNumber() + 1,
             inText.section(QLatin1Char('.'), 0, 0).section(QLatin1Char(' '), 1).toInt());
    emit list->itemClicked(list->item(0));
    const auto* outline = bench.page->findChild<SectionList*>();
    QCOMPARE(outline->currentIndex().row(), static_cast<int>(DesignSection::Rounds));
    QVERIFY(bench.editor<QLineEdit>("/rounds"));
}

void DesignPageTest::everySectionHasItsKeys()
{
    Bench bench;
    const auto action = [&](int place) {
        return bench.actions.action(sectionAction(static_cast<DesignSection>(place)));
    };
    QVERIFY(!action(0)->isEnabled()); // no experiment is open
    QVERIFY(bench.open());
    const auto* outline = bench.page->findChild<SectionList*>();
    for (int place = kDesignSections - 1; place >= 0; --place) {
        action(place)->trigger();
        QCOMPARE(outline->currentIndex().row(), place);
        QCOMPARE(action(place)->shortcut(), QKeySequence(QStringLiteral("Alt+%1").arg(place + 1)));
    }
}

void DesignPageTest::theDataAreShown()
{
    Bench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Data);
    const auto* samples = bench.find<ThumbnailStrip>(QStringLiteral("dataSamples"));
    const auto change = [&bench](const char* place, JsonNode value) {
        return bench.document.apply(QStringLiteral("Change"),
                                    {{.pointer = place, .value = std::move(value)}});
    };
    QTRY_COMPARE(samples->images().size(), std::size_t{10});
    QVERIFY2(bench.text("dataFacts").endsWith(QStringLiteral("28×28 grey · 10 classes")),
             qPrintable(bench.text("dataFacts")));
    QVERIFY(change("/data/dataset/samples", JsonNode::fromWhole(1234)));
    QTRY_VERIFY(bench.text("dataFacts").startsWith(QStringLiteral("1,234 samples")));
    JsonNode few = JsonNode::object();
    few.add("name", JsonNode::fromText("shapes10"));
    few.add("samples", JsonNode::fromWhole(300));
    few.add("testSamples", JsonNode::fromWhole(100));
    QVERIFY(change("/data/dataset", few));
    QTRY_VERIFY(bench.text("dataFacts").contains(QStringLiteral("32×32 in colour")));
    QVERIFY(change("/data/dataset", JsonNode::fromText("svhn"))); // its files are not here
    QTRY_VERIFY(samples->images().empty());
    QTRY_VERIFY2(bench.text("dataFacts").contains(QStringLiteral("on this machine")),
                 qPrintable(bench.text("dataFacts")));
}

void DesignPageTest::savesWhatWasTyped()
{
    const QTemporaryDir folder;
    Bench bench;
    QSignalSpy saved(&bench.document, &ExperimentDocument::saved);
    bench.document.setText(QStringLiteral("{ \"name\": \"ü\" }"));
    const QString path = folder.filePath(QStringLiteral("new.json"));
    bench.document.save(path);
    QVERIFY(saved.wait(kTryMilliseconds));
    QVERIFY(!bench.document.isModified());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), QStringLiteral("{ \"name\": \"ü\" }"));
    QSignalSpy failed(&bench.document, &ExperimentDocument::failed);
    bench.document.save(QStringLiteral("/nowhere/at/all.json"));
    QVERIFY(failed.wait(kTryMilliseconds));
}

void DesignPageTest::onlyTheNewestFileArrives()
{
    const QTemporaryDir folder;
    QFile other(folder.filePath(QStringLiteral("other.json")));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("{}");
    other.close();
    Bench bench;
    QSignalSpy opened(&bench.document, &ExperimentDocument::opened);
    bench.document.open(other.fileName());
    bench.document.open(kQuickstart);
    QVERIFY(opened.wait(kTryMilliseconds));
    QTest::qWait(100);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(bench.document.path(), kQuickstart);
}

void DesignPageTest::outlineTellsTheQuickstart()
{
    const auto experiment = readExperiment(kQuickstart.toStdString(), registry());
    QVERIFY(experiment.has_value());
    const auto sections = overviewOf(*experiment, expand(*experiment, registry()), registry());
    QStringList told;
    for (const OverviewTopic& section : sections) {
        QVERIFY(!section.title.isEmpty() && !section.summary.isEmpty());
        told << section.title + QStringLiteral(": ") + section.summary;
        for (const OverviewTopic::Line& line : section.lines) {
            QVERIFY2(!line.name.isEmpty() && !line.value.isEmpty(), qPrintable(section.title));
            told << line.name + QStringLiteral(": ") + line.value;
        }
    }
    const QString all = told.join(QLatin1Char('\n'));
    for (const char* expected : {"8 clients",
                                 "2 ",
                                 "Rounds: 10",
                                 "samples 3,200, seed 1",
                                 "Independent",
                                 "FedAvg",
                                 "learning rate 0.05"})
        QVERIFY2(all.contains(QString::fromLatin1(expected)), qPrintable(all));
    QCOMPARE(spacedName("learningRate"), QStringLiteral("learning rate"));
}

void DesignPageTest::outlineTellsHowManyNewcomersJoin()
{
    const auto experiment =
        readExperiment(COTERIE_SOURCE_DIR "/experiments/papers/hcct/figure3.json", registry());
    QVERIFY(experiment.has_value());
    const std::vector<RunPlan> plans = expand(*experiment, registry());
    QCOMPARE(plans.size(), std::size_t(3 * 5 * 3)); // arms, seeds, numbers of newcomers
    for (std::size_t point = 0; point < 3; ++point)
        QCOMPARE(plans[point].data.partition.parameters.integer("clients"),
                 std::int64_t(10 + 4 * point));
    QStringList told;
    for (const OverviewTopic& topic : overviewOf(*experiment, plans, registry()))
        for (const OverviewTopic::Line& line : topic.lines)
            if (line.name == QStringLiteral("Newcomers"))
                told << line.value;
    QCOMPARE(told,
             QStringList{
                 QStringLiteral("swept over 0, 1, 2; rounds in which they join: 10, 20, 30, 40")});
}

void DesignPageTest::outlineTellsWhatAnArmHasOfItsOwn()
{
    auto experiment = readExperiment(kQuickstart.toStdString(), registry());
    QVERIFY(experiment.has_value());
    experiment->arms[0].rounds = 3;
    experiment->arms[0].model = experiment->model;
    QString told;
    for (const OverviewTopic& topic :
         overviewOf(*experiment, expand(*experiment, registry()), registry()))
        for (const OverviewTopic::Line& line : topic.lines)
            if (line.name == QStringLiteral("Independent"))
                told = line.value;
    QVERIFY2(told.endsWith(QStringLiteral("nothing is exchanged; 3 rounds; own model settings")),
             qPrintable(told));
}

/// A shape for every arm, also for who cannot tell the colours apart.
void DesignPageTest::armsAreShownAsTheirCurves()
{
    test::DesignBench bench;
    QVERIFY(bench.open());
    std::vector<QImage> shapes;
    for (const QLabel* swatch : bench.page->findChildren<QLabel*>(QStringLiteral("armSwatch"))) {
        const QImage drawn = swatch->pixmap(Qt::ReturnByValue).toImage();
        QVERIFY(!drawn.isNull());
        shapes.push_back(drawn.convertToFormat(QImage::Format_Alpha8)); // without the colour
        QImage expected(drawn.size(), QImage::Format_ARGB32_Premultiplied);
        expected.setDevicePixelRatio(drawn.devicePixelRatio());
        expected.fill(Qt::transparent);
        QPainter painter(&expected);
        const std::size_t arm = shapes.size() - 1;
        drawArmSwatch(painter, QPointF(12, 6), arm, lookOf(PlotTheme::of(*bench.page), arm, 0));
        painter.end();
        QCOMPARE(drawn.convertToFormat(QImage::Format_ARGB32_Premultiplied), expected);
    }
    QCOMPARE(shapes.size(), std::size_t{2});
    QVERIFY(shapes[0] != shapes[1]);
    for (const QLabel* label : bench.page->findChildren<QLabel*>())
        QVERIFY(!label->text().contains(u'●'));
}

void DesignPageTest::theColumnsBesideThePageGiveWay()
{
    test::DesignBench bench;
    QVERIFY(bench.open());
    bench.page->show();
    auto* outline = bench.page->findChild<SectionList*>();
    const auto* overview = bench.page->findChild<Overview*>();
    QTRY_VERIFY(outline->width() > 240);
    bench.page->resize(830, 560); // a window of 900
    QTRY_VERIFY(overview->width() >= 400);
    layOut();
    QVERIFY(outline->width() >= outline->sizeHintForColumn(0));
    QVERIFY(bench.page->summary().width() >= bench.page->summary().minimumSizeHint().width());
    bench.page->resize(1300, 860);
    QTRY_VERIFY(outline->width() > 240);
}

/// What a scheme is called after is set without looking for it.
void DesignPageTest::theMainSettingsOfASchemeAreOpen()
{
    test::DesignBench bench;
    bench.page->show();
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Clients);
    JsonNode labels = JsonNode::object();
    labels.add("scheme", JsonNode::fromText("labels"));
    labels.add("clients", JsonNode::fromWhole(4));
    QVERIFY(bench.document.apply(QStringLiteral("Few labels"),
                                 {{.pointer = "/data/partition", .value = labels}}));
    const auto isSeen = [&](const char* name) {
        const auto* field = bench.find<QWidget>(QString::fromLatin1(name));
        return field && field->isVisible();
    };
    QTRY_VERIFY(isSeen("/data/partition/labelsPerClient"));
    QVERIFY(isSeen("/data/partition/clients"));
    QVERIFY(!isSeen("/data/partition/pool")); // it has room elsewhere
}

void DesignPageTest::problemsStandInACardOfTheOverview()
{
    test::DesignBench bench;
    bench.page->show();
    QVERIFY(bench.open());
    const auto* problems = bench.find<QListWidget>(QStringLiteral("overviewProblems"));
    const auto* overview = bench.page->findChild<Overview*>();
    QVERIFY(!problems->isVisible());
    layOut();
    const int top = overview->mapTo(&*bench.page, QPoint()).y();
    QVERIFY(bench.document.apply(QStringLiteral("Wrong"),
                                 {{.pointer = "/rounds", .value = JsonNode::fromWhole(-1)}}));
    QTRY_VERIFY(problems->isVisible());
    QTRY_VERIFY(problems->mapTo(&*bench.page, QPoint()).y() > top + 20); // beneath its heading
    QVERIFY(problems->mapTo(overview->parentWidget(), QPoint()).x() >= 16);
    // The text as a whole is not well, and the count stands where the problem is solved.
    QTRY_COMPARE(bench.problemsOf(DesignSection::Rounds), 1);
    const auto* list = bench.page->findChild<SectionList*>();
    const QModelIndex json = list->model()->index(static_cast<int>(DesignSection::Json), 0);
    QVERIFY(!json.data(SectionList::ProblemsRole).isValid());
    bench.document.undoStack().undo();
    QTRY_VERIFY(!problems->isVisible());
    QVERIFY(json.data(SectionList::ProblemsRole).isValid());
}

COTERIE_WIDGET_SECTION(DesignPageTest)

} // namespace tst_design_page

#include "tst_design_page.moc"
