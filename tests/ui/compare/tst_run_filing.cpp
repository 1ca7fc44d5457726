#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/compare/run_rows.h"
#include "tests/ui/looks.h"
#include "ui/compare/dragged_runs.h"
#include "ui/compare/folder_tree.h"
#include "ui/compare/name_dialog.h"
#include "ui/compare/tag_dialog.h"

#include <QAction>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTest>

#include <array>
#include <memory>
#include <vector>

namespace tst_run_filing {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

using Words = std::vector<std::string>;

/// Tags and folders of several runs of the table at once.
class RunFilingTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void whatWasUndoneIsRedone();
    void cleanup() { QSettings().remove(QStringLiteral("compare/folders")); }
    void aTagIsOfAllOfSomeOrOfNone();
    void tagsOfAllSelectedRunsChangeAtOnce();
    void aTagThatCannotBeIsSaidAtTheField();
    void aTagTypedIntoTheTableIsCheckedToo();
    void runsAreNamedBesideTheirArms();
    void differentNamesDoNotBecomeOneByEnter();
    void foldersAreNested();
    void pathsOfStrangersAreNotNestedForEver();
    void aFolderListsItsRuns();
    void theQueryKnowsFolders();
    void runsAreMovedByTheDialog();
    void runsAreDroppedOnAFolder();
    void aFolderIsRenamedAndRemoved();
    void aHiddenListOfFoldersHidesNoRun();
    void foldersFitIntoASmallWindow();

private:
    /// Runs 1 to 3 are in "paper/tables", run 4 is in "paper".
    void file() const
    {
        QVERIFY(store()
                    ->moveRuns(std::array{RunFolder{.run = 1, .folder = "paper/tables"},
                                          RunFolder{.run = 2, .folder = "paper/tables"},
                                          RunFolder{.run = 3, .folder = "paper/tables"},
                                          RunFolder{.run = 4, .folder = "paper"}})
                    .has_value());
    }
    static FolderTree* folders(const Page& page)
    {
        return page.page->findChild<FolderTree*>(QStringLiteral("runFolders"));
    }
    static QString message(const Page& page)
    {
        return page.page->findChild<QLabel*>(QStringLiteral("compareMessage"))->text();
    }
    /// The names and counts, those within others indented.
    static QStringList shown(const QTreeWidget& tree)
    {
        QStringList lines;
        for (QTreeWidgetItemIterator place(const_cast<QTreeWidget*>(&tree)); *place; ++place)
            lines << QString((*place)->parent() ? 1 : 0, u'>') + (*place)->text(0) + u' '
                         + (*place)->text(1);
        return lines;
    }
    static std::vector<std::int64_t> listed(const Page& page)
    {
        std::vector<std::int64_t> runs;
        const QAbstractItemModel& lines = *page.table()->model();
        for (int row = 0; row < lines.rowCount(); ++row)
            runs.push_back(lines.index(row, 0).data(RunTableModel::RunRole).toLongLong());
        std::ranges::sort(runs);
        return runs;
    }
};

void RunFilingTest::aTagIsOfAllOfSomeOrOfNone()
{
    std::vector<RunRow> runs = rows(4);
    runs[0].tags = {"all", "some"};
    runs[1].tags = {"all"};
    runs[3].tags = {"other"};
    QCOMPARE(tagUses(runs, std::array{std::int64_t{1}, std::int64_t{2}}),
             (std::vector<TagUse>{{.tag = "all", .chosen = TagUse::Of::All},
                                  {.tag = "other", .chosen = TagUse::Of::None},
                                  {.tag = "some", .chosen = TagUse::Of::Some}}));
}

void RunFilingTest::tagsOfAllSelectedRunsChangeAtOnce()
{
    QVERIFY(store()->addTag(1, "old").has_value());
    QVERIFY(store()->addTag(1, "some").has_value());
    for (std::int64_t run = 1; run <= 6; ++run)
        QVERIFY(store()->addTag(run, "every").has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QVERIFY(!page.actions.action(ActionId::TagRuns)->isEnabled());
    page.table()->selectAll();
    QVERIFY(page.table()->actions().contains(page.actions.action(ActionId::TagRuns)));
    page.actions.action(ActionId::TagRuns)->trigger();
    auto* dialog = page.page->findChild<TagDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Tags of 6 runs"));
    auto* tags = dialog->findChild<QListWidget*>(QStringLiteral("tags"));
    QCOMPARE(tags->count(), 3);
    QCOMPARE(tags->item(0)->checkState(), Qt::Checked);          // every
    QCOMPARE(tags->item(1)->checkState(), Qt::PartiallyChecked); // old
    tags->item(0)->setCheckState(Qt::Unchecked);
    tags->item(1)->setCheckState(Qt::Checked);
    dialog->findChild<QLineEdit*>(QStringLiteral("newTags"))
        ->setText(QStringLiteral(" new , two  words,new"));
    dialog->accept();
    QTRY_COMPARE(store()->run(6)->tags, (Words{"new", "old", "two words"}));
    QCOMPARE(store()->run(1)->tags, (Words{"new", "old", "some", "two words"}));
    QTRY_COMPARE(message(page), QStringLiteral("The tags of 6 runs were changed"));
    page.actions.action(ActionId::UndoRunEdit)->trigger(); // once for all of them
    QTRY_COMPARE(store()->run(6)->tags, (Words{"every"}));
    QCOMPARE(store()->run(1)->tags, (Words{"every", "old", "some"}));
    QTRY_VERIFY(!page.actions.action(ActionId::UndoRunEdit)->isEnabled());
}

void RunFilingTest::aTagThatCannotBeIsSaidAtTheField()
{
    TagDialog dialog({}, 2, nullptr);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    auto* typed = dialog.findChild<QLineEdit*>(QStringLiteral("newTags"));
    typed->setText(QStringLiteral("good, ") + QString(61, u'x'));
    QCOMPARE(dialog.findChild<QLabel*>(QStringLiteral("tagProblem"))->text(),
             QStringLiteral("A tag must have at most 60 characters (this one has 61)."));
    bool decided = false;
    connect(&dialog, &TagDialog::decided, &dialog, [&] { decided = true; });
    dialog.accept();
    QVERIFY(!decided);
    typed->setText(QStringLiteral("good,, "));
    QCOMPARE(dialog.findChild<QLabel*>(QStringLiteral("tagProblem"))->text(), QString());
    dialog.accept();
    QVERIFY(decided);
}

void RunFilingTest::aTagTypedIntoTheTableIsCheckedToo()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QAbstractItemModel& lines = *page.table()->model();
    QVERIFY(lines.setData(lines.index(0, RunTableModel::Tags), QString(61, u'x')));
    QTRY_COMPARE(message(page),
                 QStringLiteral("A tag must have at most 60 characters (this one has 61)."));
    QVERIFY(store()->run(6)->tags.empty());
}

void RunFilingTest::runsAreNamedBesideTheirArms()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QVERIFY(page.table()->isColumnHidden(RunTableModel::Name));        // no run has one
    page.table()->setCurrentIndex(page.table()->model()->index(0, 0)); // run 6
    page.actions.action(ActionId::NameRuns)->trigger();
    auto* dialog = page.page->findChild<NameDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Display name of 1 run"));
    auto* typed = dialog->findChild<QLineEdit*>(QStringLiteral("name"));
    typed->setText(QString(61, u'x'));
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("nameProblem"))->text(),
             QStringLiteral("A run's name must have at most 60 characters (this one has 61)."));
    typed->setText(QStringLiteral(" the  best "));
    dialog->accept();
    QTRY_COMPARE(store()->run(6)->name, std::string("the best"));
    QAbstractItemModel& lines = *page.table()->model();
    QTRY_COMPARE(lines.index(0, RunTableModel::Name).data().toString(), QStringLiteral("the best"));
    QVERIFY(!page.table()->isColumnHidden(RunTableModel::Name));
    QCOMPARE(lines.index(0, RunTableModel::Arm).data().toString(), QStringLiteral("FedAvg"));
    QCOMPARE(titleOf(*store()->run(6)).fullLabel(), QStringLiteral("the best (FedAvg, seed 3)"));
    page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"))
        ->setText(QStringLiteral("displayName:best"));
    QTRY_COMPARE(listed(page), std::vector<std::int64_t>{6});
    QTRY_COMPARE(message(page), QStringLiteral("The display name of 1 run was changed"));
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_COMPARE(store()->run(6)->name, std::string());
    // On a note the same key edits the note.
    page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"))->clear();
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->setCurrentIndex(lines.index(0, RunTableModel::Note));
    QTest::keyClick(page.table(), Qt::Key_F2);
    QTRY_VERIFY(page.table()->findChild<QLineEdit*>());
    // The menu's entry names the run wherever one is.
    page.table()->setCurrentIndex(lines.index(1, RunTableModel::Note));
    page.actions.action(ActionId::NameRuns)->trigger();
    QTRY_VERIFY(page.page->findChild<NameDialog*>());
}

void RunFilingTest::differentNamesDoNotBecomeOneByEnter()
{
    const std::array names{RunName{.run = 5, .name = "five"}, RunName{.run = 6, .name = "six"}};
    QVERIFY(store()->nameRuns(names).has_value());
    file();
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    for (const ActionId id : {ActionId::NameRuns, ActionId::MoveRuns}) {
        page.actions.action(id)->trigger();
        QPointer<NameDialog> dialog = page.page->findChild<NameDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<QLineEdit*>(QStringLiteral("name"))->text().isEmpty());
        dialog->accept();
        QTRY_VERIFY(!dialog);
    }
    page.actions.action(ActionId::PinRuns)->trigger(); // the store takes changes in order
    QTRY_VERIFY(store()->run(1)->pinned);
    QCOMPARE(store()->run(5)->name, std::string("five"));
    QCOMPARE(store()->run(6)->name, std::string("six"));
    QCOMPARE(store()->run(1)->folder, std::string("paper/tables"));
}

void RunFilingTest::foldersAreNested()
{
    std::vector<RunRow> runs = rows(4);
    runs[0].folder = "a/b";
    runs[1].folder = "a/b";
    runs[2].folder = "a b";
    runs[3].folder = "a";
    QCOMPARE(foldersOf(runs),
             (std::vector<FolderNode>{{.path = "a", .runs = 3},
                                      {.path = "a/b", .runs = 2},
                                      {.path = "a b", .runs = 1}}));
}

void RunFilingTest::pathsOfStrangersAreNotNestedForEver()
{
    std::vector<RunRow> runs = rows(2);
    for (int step = 0; step < 100'000; ++step)
        runs[0].folder += "a/";
    runs[1].folder = "/";
    FolderTree tree;
    tree.setRuns(runs);
    QVERIFY(foldersOf(runs).size() <= 3);
    tree.choose(runs[0].folder);
    QCOMPARE(tree.chosen(), std::optional(runs[0].folder));
}

void RunFilingTest::aFolderListsItsRuns()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QVERIFY(page.table()->isColumnHidden(RunTableModel::Folder)); // no run has one
    file();
    page.page->refreshSoon();
    QTRY_COMPARE(shown(*folders(page)),
                 (QStringList{QStringLiteral("All runs 6"),
                              QStringLiteral("In no folder 2"),
                              QStringLiteral("paper 4"),
                              QStringLiteral(">tables 3")}));
    QVERIFY(!page.table()->isColumnHidden(RunTableModel::Folder));
    QVERIFY(!folders(page)->isVisible());
    page.actions.action(ActionId::ShowFolders)->setChecked(true);
    QVERIFY(folders(page)->isVisible());
    page.table()->selectAll();
    folders(page)->choose("paper/tables");
    QCOMPARE(listed(page), (std::vector<std::int64_t>{1, 2, 3}));
    QCOMPARE(page.page->chosenRuns().size(), std::size_t{3}); // those listed
    folders(page)->choose("paper");
    QCOMPARE(listed(page), (std::vector<std::int64_t>{1, 2, 3, 4}));
    folders(page)->choose("");
    QCOMPARE(listed(page), (std::vector<std::int64_t>{5, 6}));
    // Both hold.
    auto* filter = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    filter->setText(QStringLiteral("seed=3"));
    QTRY_COMPARE(listed(page), std::vector<std::int64_t>{6});
    folders(page)->choose({});
    QCOMPARE(listed(page), (std::vector<std::int64_t>{3, 6}));
}

void RunFilingTest::theQueryKnowsFolders()
{
    file();
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    auto* filter = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    for (const auto& [query, runs] :
         {std::pair(QStringLiteral("folder:tab"), std::vector<std::int64_t>{1, 2, 3}),
          std::pair(QStringLiteral("folder=paper"), std::vector<std::int64_t>{1, 2, 3, 4}),
          std::pair(QStringLiteral("folder=paper/tables"), std::vector<std::int64_t>{1, 2, 3}),
          std::pair(QStringLiteral("folder=\"\""), std::vector<std::int64_t>{5, 6}),
          std::pair(QStringLiteral("folder=tables"), std::vector<std::int64_t>{})}) {
        filter->setText(query);
        QTRY_COMPARE(listed(page), runs);
    }
}

void RunFilingTest::runsAreMovedByTheDialog()
{
    file();
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QVERIFY(!page.actions.action(ActionId::MoveRuns)->isEnabled());
    page.table()->selectAll();
    page.actions.action(ActionId::MoveRuns)->trigger();
    auto* dialog = page.page->findChild<NameDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Move 6 runs to a folder"));
    auto* box = dialog->findChild<QComboBox*>();
    QCOMPARE(box->count(), 2);
    QTRY_VERIFY(box->width() > dialog->width() / 2); // the label has only what it needs
    const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("nameProblem"));
    box->setEditText(QStringLiteral("new//one"));
    QCOMPARE(problem->text(),
             QStringLiteral("A folder's name must have a word before and after each \"/\", as in "
                            "paper/figures."));
    dialog->accept(); // does nothing
    QVERIFY(dialog->isVisible());
    box->setEditText(QStringLiteral(" new / one "));
    QCOMPARE(problem->text(), QString());
    dialog->accept();
    QTRY_COMPARE(store()->run(6)->folder, std::string("new/one"));
    QCOMPARE(store()->run(1)->folder, std::string("new/one"));
    QVERIFY(folders(page)->isVisible()); // to see where they are
    QTRY_VERIFY(shown(*folders(page)).contains(QStringLiteral(">one 6")));
    QVERIFY(!shown(*folders(page)).contains(QStringLiteral("paper 4"))); // empty
    QTRY_COMPARE(message(page), QStringLiteral("6 runs were moved to “new/one”"));
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_COMPARE(store()->run(1)->folder, std::string("paper/tables"));
    QCOMPARE(store()->run(6)->folder, std::string());
}

void RunFilingTest::runsAreDroppedOnAFolder()
{
    file();
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.actions.action(ActionId::ShowFolders)->setChecked(true);
    page.table()->selectAll();
    const std::unique_ptr<QMimeData> dragged(
        page.table()->model()->mimeData(page.table()->selectionModel()->selectedIndexes()));
    QVERIFY(dragged);
    QVERIFY(page.table()->dragEnabled());
    FolderTree& tree = *folders(page);
    const auto drop = [&](int row) {
        QTreeWidgetItem* item = tree.topLevelItem(row);
        const QPoint place = tree.visualItemRect(item).center();
        QDragEnterEvent enter(place, Qt::CopyAction, dragged.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(tree.viewport(), &enter);
        QDropEvent event(
            QPointF(place), Qt::CopyAction, dragged.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(tree.viewport(), &event);
        return event.isAccepted();
    };
    QVERIFY(!drop(0)); // all runs are no folder
    QVERIFY(drop(2));
    QTRY_COMPARE(store()->run(6)->folder, std::string("paper"));
    QTRY_COMPARE(message(page), QStringLiteral("6 runs were moved to “paper”"));
    // What another window moves since stays there.
    QVERIFY(store()->moveRuns(std::array{RunFolder{.run = 5, .folder = "other"}}).has_value());
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_COMPARE(message(page),
                 QStringLiteral("Undone: 6 runs were moved to “paper”. 1 run was moved since and "
                                "stays there."));
    QCOMPARE(store()->run(5)->folder, std::string("other"));
    QCOMPARE(store()->run(1)->folder, std::string("paper/tables"));
    QVERIFY(drop(1));
    QTRY_COMPARE(store()->run(6)->folder, std::string());
    // The runs of a group go with its row.
    page.page->setGrouping(RunGrouping::Arm);
    QAbstractItemModel& lines = *page.table()->model();
    const std::unique_ptr<QMimeData> group(lines.mimeData({lines.index(0, 0)}));
    QCOMPARE(runsIn(*group).size(), std::size_t{3});
}

void RunFilingTest::aFolderIsRenamedAndRemoved()
{
    file();
    QVERIFY(store()->moveRuns(std::array{RunFolder{.run = 6, .folder = "other"}}).has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    FolderTree& tree = *folders(page);
    const auto action = [&](const char* name) {
        return tree.findChild<QAction*>(QLatin1String(name));
    };
    QVERIFY(!action("renameFolder")->isEnabled());
    tree.choose("paper");
    action("renameFolder")->trigger();
    auto* dialog = page.page->findChild<NameDialog*>();
    QVERIFY(dialog);
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("name"));
    QCOMPARE(name->text(), QStringLiteral("paper"));
    name->setText(QStringLiteral("other"));
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("nameProblem"))->text(),
             QStringLiteral("There is a folder “other” already. Choose another name."));
    name->setText(QStringLiteral("article"));
    dialog->accept();
    QTRY_COMPARE(store()->run(1)->folder, std::string("article/tables"));
    QTRY_VERIFY(shown(tree).contains(QStringLiteral("article 4")));
    QTRY_COMPARE(tree.chosen(), std::optional<std::string>("article")); // it stays chosen
    QTRY_COMPARE(listed(page).size(), std::size_t{4});
    action("removeFolder")->trigger();
    QTRY_COMPARE(store()->run(1)->folder, std::string());
    QCOMPARE(store()->runs()->size(), std::size_t{6});
    QTRY_VERIFY(!tree.chosen()); // it is gone
    QTRY_COMPARE(listed(page).size(), std::size_t{6});
    QTRY_COMPARE(message(page),
                 QStringLiteral("The folder “article” was removed; its runs are kept"));
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_COMPARE(store()->run(1)->folder, std::string("paper/tables"));
}

void RunFilingTest::aHiddenListOfFoldersHidesNoRun()
{
    file();
    {
        Page page(m_file);
        QTRY_COMPARE(page.table()->model()->rowCount(), 6);
        page.actions.action(ActionId::ShowFolders)->setChecked(true);
        folders(page)->choose("paper");
        QCOMPARE(listed(page).size(), std::size_t{4});
        page.actions.action(ActionId::ShowFolders)->setChecked(false);
        QCOMPARE(listed(page).size(), std::size_t{6});
        page.actions.action(ActionId::ShowFolders)->setChecked(true);
    }
    const Page page(m_file); // the list stays
    QTRY_VERIFY(folders(page)->isVisible());
}

void RunFilingTest::foldersFitIntoASmallWindow()
{
    file();
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.actions.action(ActionId::ShowFolders)->setChecked(true);
    page.table()->selectAll();
    constexpr int kSmall = 820; // beside the mode bar of a window of 900
    QVERIFY2(page.page->minimumSizeHint().width() <= kSmall,
             qPrintable(QString::number(page.page->minimumSizeHint().width())));
    page.page->resize(kSmall, 520);
    folders(page)->choose("paper");
    QVERIFY(kept(drawn(*page.page, 1), QStringLiteral("compare-folders")));
    const QFontMetrics letters = folders(page)->fontMetrics();
    QVERIFY(folders(page)->columnWidth(0)
            > letters.horizontalAdvance(QStringLiteral("In no folder"))
                  + folders(page)->indentation());
}

void RunFilingTest::whatWasUndoneIsRedone()
{
    Page page(m_file);
    QAbstractItemModel& lines = *page.table()->model();
    QTRY_COMPARE(lines.rowCount(), 6);
    QAction* undo = page.actions.action(ActionId::UndoRunEdit);
    QAction* redo = page.actions.action(ActionId::RedoRunEdit);
    page.table()->setCurrentIndex(lines.index(5, 0)); // run 1: the newest stands first
    page.actions.action(ActionId::PinRuns)->trigger();
    QTRY_COMPARE(lines.index(0, 0).data().toString(), QStringLiteral("★ 1"));
    QVERIFY(lines.setData(lines.index(0, RunTableModel::Tags), QStringLiteral("b, a")));
    QTRY_VERIFY((store()->run(1)->tags == std::vector<std::string>{"a", "b"}));
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_COMPARE(message->text(), QStringLiteral("The tags of run 1 were changed"));
    for (QAction* step : {undo, undo, redo, redo}) // faster than the store
        step->trigger();
    QTRY_COMPARE(message->text(), QStringLiteral("Redone: The tags of run 1 were changed"));
    QVERIFY(store()->run(1)->pinned);
    QVERIFY((store()->run(1)->tags == std::vector<std::string>{"a", "b"}));
    QVERIFY(!redo->isEnabled());
    undo->trigger();
    QVERIFY(redo->isEnabled());
    QTRY_VERIFY(store()->run(1)->tags.empty());
    QTRY_COMPARE(lines.index(0, 0).data().toString(), QStringLiteral("★ 1"));
    page.table()->setCurrentIndex(lines.index(0, 0));
    page.actions.action(ActionId::PinRuns)->trigger(); // another change: what was undone is gone
    QVERIFY(!redo->isEnabled());
    QTRY_VERIFY(!store()->run(1)->pinned);
    QVERIFY(store()->run(1)->tags.empty());
}

COTERIE_WIDGET_SECTION(RunFilingTest)

} // namespace tst_run_filing

#include "tst_run_filing.moc"
