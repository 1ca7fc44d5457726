#include "core/base/json_parse.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/data_presence.h"
#include "ui/design/overview.h"

#include <QPushButton>
#include <QTemporaryDir>

namespace tst_design_data {

using namespace coterie;
using namespace coterie::ui;

/// The data of the open experiment: missing, broken, and arriving meanwhile.
class DesignDataTest final : public QObject
{
    Q_OBJECT

private slots:
    void missingDataAreSaidOnce_data();
    void missingDataAreSaidOnce();
    void brokenFilesAreNotMissing();
    void dataThatArriveAreShown();
    void theViewsShowDataThatArrive();
    void dataThatArriveBesideAProblemAreShownAfterIt();
};

void DesignDataTest::missingDataAreSaidOnce_data()
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

void DesignDataTest::missingDataAreSaidOnce()
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
void DesignDataTest::brokenFilesAreNotMissing()
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
    const ExperimentDocument document(registry());
    for (const Part& part : {usps, domains}) {
        QVERIFY(!missingData(part, folders));
        const auto loaded = loadDataset(part, folders);
        QVERIFY(!loaded);
        const QString told = troubleText(loaded.error(), QStringLiteral("missing"), document);
        QVERIFY2(told.contains(QStringLiteral("zip.train")), qPrintable(told));
    }
    domains.parameters.remove("missing");
    QVERIFY(missingData(domains, folders)); // four of the five
}

void DesignDataTest::theViewsShowDataThatArrive()
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
    QTRY_COMPARE(notices(), 1);
    QTRY_VERIFY(bench.text("dataFacts").startsWith(QStringLiteral("Samples appear")));
    QTRY_VERIFY(bench.text("forecastNote").contains(QStringLiteral("files are on this machine")));
    for (const char* place : {"cleveland", "hungarian", "switzerland", "va"}) {
        QFile file(folder.filePath(QStringLiteral("processed.%1.data").arg(QLatin1String(place))));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int patient = 0; patient < 10; ++patient)
            file.write(QByteArray("63,1,1,145,233,1,2,150,0,2.3,3,0,6,")
                       + (patient % 2 == 0 ? "0\n" : "1\n"));
    }
    bench.page->dataPresence().look();
    QTRY_COMPARE(notices(), 0);
    QTRY_VERIFY(bench.text("dataFacts").contains(QStringLiteral("40")));
    QTRY_COMPARE(bench.text("forecastNote"), QString());
}

void DesignDataTest::dataThatArriveBesideAProblemAreShownAfterIt()
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

void DesignDataTest::dataThatArriveAreShown()
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
    QVERIFY(changed.wait(kTryMilliseconds));
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
    QVERIFY(arrived.wait(kTryMilliseconds));
    QVERIFY(!presence.missing());
    QCOMPARE(changed.count(), 2);
}

COTERIE_WIDGET_SECTION(DesignDataTest)

} // namespace tst_design_data

#include "tst_design_data.moc"
