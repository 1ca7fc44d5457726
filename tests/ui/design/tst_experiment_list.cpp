#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/experiment_list.h"

#include <QListWidget>

namespace tst_experiment_list {

using namespace coterie;
using namespace coterie::ui;

/// The lists of files to start from: their order, headings and names, and what a click on one
/// opens.
class ExperimentListTest final : public QObject
{
    Q_OBJECT

private slots:
    void listsTheQuickstartFirst();
    void foldersAreHeadedByTheirPapersNames();
    void anEntryOfTheListOpensOnce();
    void onlyTheSectionLooksSelected();
    void namesGoWithoutThePaperThatHeadsThem();
    void filesOfOneNameAreToldApart();
    void bothListsFollowTheFont();
};

void ExperimentListTest::listsTheQuickstartFirst()
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

void ExperimentListTest::foldersAreHeadedByTheirPapersNames()
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

void ExperimentListTest::anEntryOfTheListOpensOnce()
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
void ExperimentListTest::onlyTheSectionLooksSelected()
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

void ExperimentListTest::namesGoWithoutThePaperThatHeadsThem()
{
    const QString hcct = QStringLiteral("papers/hcct");
    QCOMPARE(titleInFolder(QStringLiteral("HCCT, Figure 3, newcomers"), hcct),
             QStringLiteral("Figure 3, newcomers"));
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

void ExperimentListTest::filesOfOneNameAreToldApart()
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

void ExperimentListTest::bothListsFollowTheFont()
{
    ExperimentList list(registry(), QStringLiteral(COTERIE_SOURCE_DIR "/experiments"), {});
    auto* templates = list.findChild<QListWidget*>(QStringLiteral("templates"));
    auto* recent = list.findChild<QListWidget*>(QStringLiteral("recentFiles"));
    QVERIFY(templates && recent);
    QTRY_VERIFY(templates->count() > 0);
    list.setRecent({QStringLiteral("/a/one.json"), QStringLiteral("/a/two.json")});
    const auto heading = [templates] {
        const QListWidgetItem* found = nullptr;
        for (int row = 0; row < templates->count() && !found; ++row)
            if (templates->item(row)->flags() == Qt::NoItemFlags)
                found = templates->item(row);
        return found;
    };
    QVERIFY(heading());
    const double before = QFontInfo(heading()->font()).pointSizeF();
    QFont large = list.font();
    large.setPointSizeF(2 * QFontInfo(large).pointSizeF());
    list.setFont(large);
    QTRY_VERIFY2(QFontInfo(heading()->font()).pointSizeF() > 1.6 * before,
                 qPrintable(QString::number(QFontInfo(heading()->font()).pointSizeF())));
    QCOMPARE(recent->minimumHeight(), 2 * recent->sizeHintForRow(0)); // two rows, both whole
}

COTERIE_WIDGET_SECTION(ExperimentListTest)

} // namespace tst_experiment_list

#include "tst_experiment_list.moc"
