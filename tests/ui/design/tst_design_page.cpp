#include "core/base/json_parse.h"
#include "core/experiment/experiment_json.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/data_presence.h"
#include "ui/design/experiment_list.h"
#include "ui/design/overview.h"
#include "ui/design/problem_words.h"
#include "ui/design/summary_panel.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/thumbnail_strip.h"
#include "ui/window/file_notices.h"
#include "ui/words.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTextBlock>

namespace tst_design_page {

using namespace coterie;
using namespace coterie::ui;

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
    void armsAreShownAsTheirCurves();
    void theColumnsBesideThePageGiveWay();
    void listsTheQuickstartFirst();
    void foldersAreHeadedByTheirPapersNames();
    void anEntryOfTheListOpensOnce();
    void onlyTheSectionLooksSelected();
    void namesGoWithoutThePaperThatHeadsThem();
    void filesOfOneNameAreToldApart();
    void theMainSettingsOfASchemeAreOpen();
    void missingDataAreSaidOnce_data();
    void missingDataAreSaidOnce();
    void brokenFilesAreNotMissing();
    void dataThatArriveAreShown();
    void theViewsShowDataThatArrive();
    void dataThatArriveBesideAProblemAreShownAfterIt();
    void problemsStandInACardOfTheOverview();
};

void DesignPageTest::opensAnExperiment()
{
    Bench bench;
    QSignalSpy checked(&bench.document, &ExperimentDocument::checkedChanged);
    bench.document.open(kQuickstart);
    QVERIFY(checked.wait());
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
    QVERIFY(checked.wait());
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
    QVERIFY(failed.wait());
    QVERIFY(bench.text("notice").contains(QStringLiteral("/nowhere/at/all.json")));
    QVERIFY(bench.document.isEmpty());
}

void DesignPageTest::checksWhileTyping()
{
    Bench bench;
    QSignalSpy checked(&bench.document, &ExperimentDocument::checkedChanged);
    bench.document.open(kQuickstart);
    QVERIFY(checked.wait());
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
    QVERIFY(saved.wait());
    QVERIFY(!bench.document.isModified());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), QStringLiteral("{ \"name\": \"ü\" }"));
    QSignalSpy failed(&bench.document, &ExperimentDocument::failed);
    bench.document.save(QStringLiteral("/nowhere/at/all.json"));
    QVERIFY(failed.wait());
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
    QVERIFY(opened.wait());
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
    QVERIFY(outline->width() >= outline->sizeHintForColumn(0));
    QVERIFY(bench.page->summary().width() >= bench.page->summary().minimumSizeHint().width());
    bench.page->resize(1300, 860);
    QTRY_VERIFY(outline->width() > 240);
}

void DesignPageTest::listsTheQuickstartFirst()
{
    const auto files =
        experimentFilesIn(QStringLiteral(COTERIE_SOURCE_DIR "/experiments"), registry(), {});
    QVERIFY(!files.empty());
    QVERIFY(files.front().path.endsWith(QStringLiteral("quickstart.json")));
    QCOMPARE(files.front().runs, 2);
    QVERIFY(files.front().problem.isEmpty());
    // What has to be downloaded first says so.
    QVERIFY(files.front().missing.isEmpty());
    QVERIFY(std::ranges::find(files, QStringLiteral("CIFAR-10"), &ExperimentFile::missing)
            != files.end());
    QStringList groups;
    for (const ExperimentFile& file : files) {
        QVERIFY2(file.problem.isEmpty(), qPrintable(file.path + file.problem));
        if (!groups.contains(file.group))
            groups << file.group;
    }
    // Each folder's files stand together, those at the top first.
    QCOMPARE(groups.front(), QString());
    QVERIFY(groups.contains(QStringLiteral("demos")));
    QVERIFY(groups.contains(QStringLiteral("papers/hcct")));
    QVERIFY(std::ranges::is_sorted(files, {}, &ExperimentFile::group));
}

void DesignPageTest::foldersAreHeadedByTheirPapersNames()
{
    QCOMPARE(folderTitle(QStringLiteral("demos")), QStringLiteral("Demos"));
    QCOMPARE(folderTitle(QStringLiteral("papers/allForOne")),
             QStringLiteral("Papers · All-for-one"));
    QCOMPARE(folderTitle(QStringLiteral("my/own tries")), QStringLiteral("My · own tries"));
    ExperimentList list(registry(), QStringLiteral(COTERIE_SOURCE_DIR "/experiments"), {});
    auto* templates = list.findChild<QListWidget*>(QStringLiteral("templates"));
    QTRY_VERIFY(templates->count() > 0);
    const auto headings = [&] {
        std::vector<const QListWidgetItem*> items;
        for (int row = 0; row < templates->count(); ++row)
            if (templates->item(row)->flags() == Qt::NoItemFlags)
                items.push_back(templates->item(row));
        return items;
    };
    QStringList titles;
    for (const QListWidgetItem* item : headings())
        titles << item->text();
    QVERIFY(titles.contains(QStringLiteral("Papers · HCCT")));
    QVERIFY(titles.contains(QStringLiteral("Papers · HiCS-FL")));
    // As readable as other quiet words, in whatever colours.
    QPalette other = list.palette();
    other.setColor(QPalette::PlaceholderText, QColor(12, 34, 56));
    list.setPalette(other);
    for (const QListWidgetItem* item : headings())
        QCOMPARE(item->foreground().color(), QColor(12, 34, 56));
}

void DesignPageTest::anEntryOfTheListOpensOnce()
{
    ExperimentList list(registry(), QStringLiteral(COTERIE_SOURCE_DIR "/experiments"), {});
    list.resize(300, 500);
    list.show();
    auto* templates = list.findChild<QListWidget*>(QStringLiteral("templates"));
    QTRY_VERIFY(templates->count() > 0);
    QSignalSpy chosen(&list, &ExperimentList::fileChosen);
    const QPoint place = templates->visualItemRect(templates->item(0)).center();
    QTest::mouseClick(templates->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(chosen.count(), 1);
    templates->setFocus();
    QTest::keyClick(templates, Qt::Key_Return);
    QCOMPARE(chosen.count(), 2);
    // A desktop that activates what is clicked.
    emit templates->itemActivated(templates->item(0));
    QCOMPARE(chosen.count(), 2);
}

/// One file may stand in both lists; in neither does it look like the part that is shown.
void DesignPageTest::onlyTheSectionLooksSelected()
{
    test::DesignBench bench;
    bench.page->show();
    bench.page->setRecentFiles({test::kQuickstart});
    auto* templates = bench.find<QListWidget>(QStringLiteral("templates"));
    auto* recent = bench.find<QListWidget>(QStringLiteral("recentFiles"));
    QTRY_VERIFY(templates->count() > 1);
    QSignalSpy chosen(&*bench.page, &DesignPage::fileChosen);
    QTest::mouseClick(templates->viewport(),
                      Qt::LeftButton,
                      {},
                      templates->visualItemRect(templates->item(0)).center());
    QCOMPARE(chosen.count(), 1);
    QVERIFY(bench.open());
    for (const QListWidget* list : {templates, recent}) {
        QVERIFY(list->selectedItems().isEmpty());
        for (int row = 0; row < list->count(); ++row) {
            const QListWidgetItem* item = list->item(row);
            const bool isOpen =
                item->data(Qt::AccessibleDescriptionRole).toString() == QStringLiteral("open");
            QCOMPARE(isOpen, row == 0);
            if (item->flags() != Qt::NoItemFlags)
                QCOMPARE(item->font().weight() > QFont::Normal, isOpen);
        }
    }
    QCOMPARE(bench.page->findChild<SectionList*>()->selectionModel()->selectedIndexes().size(), 1);
    // By keyboard they are walked all the same.
    templates->setFocus();
    templates->setCurrentRow(0);
    const int first = templates->currentRow();
    QTest::keyClick(templates, Qt::Key_Down);
    QVERIFY(templates->currentRow() > first);
    QTest::keyClick(templates, Qt::Key_Return);
    QCOMPARE(chosen.count(), 2);
}

void DesignPageTest::namesGoWithoutThePaperThatHeadsThem()
{
    const QString hcct = QStringLiteral("papers/hcct");
    QCOMPARE(titleInFolder(QStringLiteral("HCCT, Figure 3, no newcomers"), hcct),
             QStringLiteral("Figure 3, no newcomers"));
    QCOMPARE(titleInFolder(QStringLiteral("All-for-one: who holds what?"),
                           QStringLiteral("papers/allForOne")),
             QStringLiteral("Who holds what?"));
    // Only where the heading says it, and never all of the name.
    QCOMPARE(titleInFolder(QStringLiteral("HCCT: alike and few"), QStringLiteral("demos")),
             QStringLiteral("HCCT: alike and few"));
    for (const char* whole : {"HCCT", "HCCT, ", "HCCT2, Figure 3"})
        QCOMPARE(titleInFolder(QString::fromLatin1(whole), hcct), QString::fromLatin1(whole));
    QCOMPARE(titleInFolder(QStringLiteral("Mine"), QString()), QStringLiteral("Mine"));

    ExperimentList list(registry(), QStringLiteral(COTERIE_SOURCE_DIR "/experiments"), {});
    const auto* templates = list.findChild<QListWidget*>(QStringLiteral("templates"));
    QTRY_VERIFY(templates->count() > 0);
    const auto found = templates->findItems(QStringLiteral("Table 4, CIFAR-10"), Qt::MatchExactly);
    QCOMPARE(found.size(), 1);
    const QString whole = QStringLiteral("HCCT, Table 4, CIFAR-10");
    QVERIFY(found.front()->toolTip().startsWith(whole));
    QCOMPARE(found.front()->data(Qt::AccessibleTextRole).toString(), whole);
    QCOMPARE(templates->textElideMode(), Qt::ElideRight);
}

void DesignPageTest::filesOfOneNameAreToldApart()
{
    const auto path = [](const char* text) { return QString::fromLatin1(text); };
    const QStringList paths{path("/home/ada/tries/many.json"),
                            path("/home/ada/one.json"),
                            path("/data/a/run/many.json"),
                            path("/data/b/run/many.json")};
    QCOMPARE(titlesOf(paths),
             QStringList({path("many.json in tries"),
                          path("one.json"),
                          path("many.json in a/run"),
                          path("many.json in b/run")}));
    QCOMPARE(titlesOf({path("/many.json"), path("/a/many.json")}),
             QStringList({path("many.json"), path("many.json in a")}));
    test::DesignBench bench;
    bench.page->setRecentFiles(paths);
    const auto* recent = bench.find<QListWidget>(QStringLiteral("recentFiles"));
    QCOMPARE(recent->item(3)->text(), path("many.json in b/run"));
    QCOMPARE(recent->item(3)->toolTip(), paths[3]);
    const int four = recent->height();
    QStringList many = paths;
    for (int copy = 0; copy < 6; ++copy)
        many << QStringLiteral("/more/%1.json").arg(copy);
    bench.page->setRecentFiles(many); // what there is to start from keeps its room
    QCOMPARE(recent->count(), 10);
    QCOMPARE(recent->height(), four);
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
    QTRY_VERIFY_WITH_TIMEOUT(isSeen("/data/partition/labelsPerClient"), 30'000);
    QVERIFY(isSeen("/data/partition/clients"));
    QVERIFY(!isSeen("/data/partition/pool")); // it has room elsewhere
}

void DesignPageTest::missingDataAreSaidOnce_data()
{
    QTest::addColumn<QString>("dataset");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("one set")
        << QStringLiteral("mnist")
        << QStringLiteral("MNIST is not on this machine. Download it on the Data page (Ctrl+4).");
    QTest::newRow("five sets in one")
        << QStringLiteral("digitDomains")
        << QStringLiteral("Digits in five domains is not on this machine. See the Data page "
                          "(Ctrl+4) for how to get it.");
}

void DesignPageTest::missingDataAreSaidOnce()
{
    QFETCH(QString, dataset);
    QFETCH(QString, sentence);
    test::DesignBench bench; // it knows no data folders
    bench.page->show();
    QSignalSpy wanted(&*bench.page, &DesignPage::datasetWanted);
    QVERIFY(bench.open());
    QVERIFY(bench.document.apply(
        QStringLiteral("Data"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText(dataset.toStdString())}}));
    const auto* list = bench.page->findChild<SectionList*>();
    const auto data = [list](int role) {
        return list->model()->index(static_cast<int>(DesignSection::Data), 0).data(role);
    };
    QTRY_COMPARE(data(SectionList::WarningRole).toString(), sentence);
    QCOMPARE(data(SectionList::ProblemsRole).toInt(), 0); // the file is right
    QCOMPARE(data(Qt::AccessibleTextRole).toString(), QStringLiteral("Data: ") + sentence);
    QTRY_VERIFY(bench.text("forecastNote").contains(QStringLiteral("files are on this machine")));
    for (const DesignSection section :
         {DesignSection::Overview, DesignSection::Data, DesignSection::Clients}) {
        bench.page->showSection(section);
        if (section == DesignSection::Data)
            QTRY_VERIFY(bench.text("dataFacts").startsWith(QStringLiteral("Samples appear")));
        QStringList said;
        for (const QLabel* label : bench.page->findChildren<QLabel*>()) {
            QVERIFY2(!label->text().contains(QStringLiteral("--data")), qPrintable(label->text()));
            if (label->isVisible()
                && label->text().contains(QStringLiteral("is not on this machine.")))
                said << label->text();
        }
        QCOMPARE(said, QStringList{sentence});
    }
    for (auto* button : bench.page->findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == QStringLiteral("Open the Data page"))
            button->click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().toString(), dataset);
    // Another data set: nothing is missing any more.
    QVERIFY(bench.document.apply(
        QStringLiteral("Other data"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText("glyphDigits")}}));
    QTRY_COMPARE(data(SectionList::WarningRole).toString(), QString());
}

/// Files that cannot be read are no reason to download them: what is wrong with them is said.
void DesignPageTest::brokenFilesAreNotMissing()
{
    const QTemporaryDir folder;
    for (const char* name : {"zip.train", "zip.test"}) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write("no digits\n") > 0);
    }
    const DataFolders folders{{folder.path().toStdString()}};
    Part usps{.name = "usps", .parameters = {}};
    Part domains{.name = "digitDomains", .parameters = {}};
    domains.parameters.set("missing", std::string("leaveOut"));
    for (const Part& part : {usps, domains}) {
        QVERIFY(!missingData(part, folders));
        const auto loaded = loadDataset(part, folders);
        QVERIFY(!loaded);
        const QString told = troubleText(loaded.error(), QStringLiteral("missing"));
        QVERIFY2(told.contains(QStringLiteral("zip.train")), qPrintable(told));
    }
    domains.parameters.remove("missing");
    QVERIFY(missingData(domains, folders)); // four of the five
}

void DesignPageTest::theViewsShowDataThatArrive()
{
    const QTemporaryDir folder;
    test::DesignBench bench({{folder.path().toStdString()}});
    bench.page->show();
    QVERIFY(bench.open());
    QVERIFY(bench.document.apply(
        QStringLiteral("Other data"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText("heartDisease")},
         {.pointer = "/data/partition",
          .value = parseJson(R"({"scheme":"iid","clients":2})")->root},
         {.pointer = "/model", .value = parseJson(R"({"name":"mlr"})")->root}}));
    const auto notices = [&] {
        QStringList said;
        for (const QLabel* label : bench.page->findChildren<QLabel*>())
            if (label->isVisible()
                && label->text().startsWith(QStringLiteral("Heart Disease is not")))
                said << label->text();
        return said.size();
    };
    bench.page->showSection(DesignSection::Data);
    QTRY_COMPARE_WITH_TIMEOUT(notices(), 1, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(bench.text("dataFacts").startsWith(QStringLiteral("Samples appear")),
                             30'000);
    QTRY_VERIFY_WITH_TIMEOUT(
        bench.text("forecastNote").contains(QStringLiteral("files are on this machine")), 30'000);
    for (const char* place : {"cleveland", "hungarian", "switzerland", "va"}) {
        QFile file(folder.filePath(QStringLiteral("processed.%1.data").arg(QLatin1String(place))));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int patient = 0; patient < 10; ++patient)
            file.write(QByteArray("63,1,1,145,233,1,2,150,0,2.3,3,0,6,")
                       + (patient % 2 == 0 ? "0\n" : "1\n"));
    }
    bench.page->dataPresence().look();
    QTRY_COMPARE_WITH_TIMEOUT(notices(), 0, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(bench.text("dataFacts").contains(QStringLiteral("40")), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(bench.text("forecastNote"), QString(), 30'000);
}

void DesignPageTest::dataThatArriveBesideAProblemAreShownAfterIt()
{
    const QTemporaryDir folder;
    test::DesignBench bench;
    QVERIFY(bench.open());
    DataPresence presence(bench.document, {{folder.path().toStdString()}});
    QSignalSpy arrived(&presence, &DataPresence::arrived);
    QVERIFY(bench.document.apply(
        QStringLiteral("Other data"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText("heartDisease")}}));
    QTRY_VERIFY(presence.missing().has_value());
    // What is wrong elsewhere says nothing about the data.
    QVERIFY(bench.document.apply(QStringLiteral("Wrong"),
                                 {{.pointer = "/rounds", .value = JsonNode::fromWhole(-1)}}));
    QTRY_VERIFY(!bench.document.isChecking() && !bench.document.checked().problems.empty());
    presence.look();
    QVERIFY(presence.missing().has_value());
    QVERIFY(bench.document.apply(
        QStringLiteral("Worse"),
        {{.pointer = "/data/partition/clients", .value = JsonNode::fromWhole(-1)}}));
    QTRY_VERIFY(!presence.missing().has_value()); // nothing is known of them meanwhile
    for (const char* place : {"cleveland", "hungarian", "switzerland", "va"}) {
        QFile file(folder.filePath(QStringLiteral("processed.%1.data").arg(QLatin1String(place))));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    QCOMPARE(arrived.count(), 0);
    bench.document.undoStack().undo();
    QTRY_COMPARE(arrived.count(), 1);
}

void DesignPageTest::dataThatArriveAreShown()
{
    const QTemporaryDir folder;
    test::DesignBench bench;
    QVERIFY(bench.open());
    DataPresence presence(bench.document, {{folder.path().toStdString()}});
    QSignalSpy changed(&presence, &DataPresence::changed);
    QSignalSpy arrived(&presence, &DataPresence::arrived);
    QVERIFY(bench.document.apply(
        QStringLiteral("Other data"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText("heartDisease")}}));
    QVERIFY(changed.wait());
    QCOMPARE(presence.missing()->title, QStringLiteral("Heart Disease"));
    presence.look(); // and finds the same
    for (const char* name : {"processed.cleveland.data",
                             "processed.hungarian.data",
                             "processed.switzerland.data",
                             "processed.va.data"}) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    presence.look();
    QVERIFY(arrived.wait());
    QVERIFY(!presence.missing());
    QCOMPARE(changed.count(), 2);
}

void DesignPageTest::problemsStandInACardOfTheOverview()
{
    test::DesignBench bench;
    bench.page->show();
    QVERIFY(bench.open());
    const auto* problems = bench.find<QListWidget>(QStringLiteral("overviewProblems"));
    const auto* overview = bench.page->findChild<Overview*>();
    QVERIFY(!problems->isVisible());
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
