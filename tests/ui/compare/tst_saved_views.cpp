#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/folder_tree.h"
#include "ui/compare/name_dialog.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/saved_views.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTest>
#include <QToolButton>

#include <array>
#include <vector>

namespace tst_saved_views {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Views of the Compare page that the store keeps under a name.
class SavedViewsTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void cleanup() { QSettings().remove(QStringLiteral("compare/folders")); }
    void aViewIsWrittenAndReadBack();
    void strangeTextsAreTheFirstView_data();
    void strangeTextsAreTheFirstView();
    void aViewIsOpenedAsItWasSaved();
    void aViewSurvivesARestart();
    void aViewIsUpdatedRenamedAndDeletedWithUndo();
    void namesThatCannotBeAreSaidAtTheField();
    void aViewOfAFolderThatIsGoneSaysSo();

private:
    static ViewState odd()
    {
        ViewState state;
        state.filter = QStringLiteral("arm:fed \"two words\"");
        state.folder = "paper";
        state.grouping = RunGrouping::Arm;
        state.sortedBy =
            MetricMoment{.metric = "meanTestLoss", .when = MetricMoment::When::AtRound, .round = 2};
        state.order = Qt::AscendingOrder;
        state.metrics = {
            {.metric = "meanTestLoss", .when = MetricMoment::When::AtRound, .round = 2},
            {.metric = "meanTestError", .when = MetricMoment::When::Best, .round = 0}};
        state.allSettings = true;
        state.metric = QStringLiteral("meanTestLoss");
        state.curves = {.overlay = {.axis = OverlayAxis::Megabytes,
                                    .band = false,
                                    .seeds = true,
                                    .smoothing = Smoothing::SavitzkyGolay},
                        .logarithmicX = true,
                        .logarithmicY = true};
        state.pane = ComparePanes::Pane::Tests;
        return state;
    }
    static QMenu& menu(const Page& page)
    {
        QMenu& found = *page.page->findChild<QToolButton*>(QStringLiteral("savedViews"))->menu();
        emit found.aboutToShow();
        return found;
    }
    static QStringList entries(const Page& page)
    {
        QStringList texts;
        for (const QAction* action : menu(page).actions())
            if (!action->isSeparator())
                texts << action->text();
        return texts;
    }
    static QAction* entry(const Page& page, const QString& text)
    {
        for (QAction* action : menu(page).actions())
            if (action->text() == text)
                return action;
        return nullptr;
    }
    static QString message(const Page& page)
    {
        return page.page->findChild<QLabel*>(QStringLiteral("compareMessage"))->text();
    }
    static void undo(const Page& page) { page.actions.action(ActionId::UndoRunEdit)->trigger(); }
};

void SavedViewsTest::aViewIsWrittenAndReadBack()
{
    QCOMPARE(readViewState(writeViewState(odd())), odd());
    ViewState other = odd();
    other.folder = "";
    other.sortedBy = ColumnIdentity(std::string("/algorithm/alpha"));
    QCOMPARE(readViewState(writeViewState(other)), other);
    other.folder.reset();
    other.sortedBy = ColumnIdentity(int(RunTableModel::LastError));
    QCOMPARE(readViewState(writeViewState(other)), other);
    // By its name, not its number: columns come and go.
    QVERIFY(writeViewState(other).find("\"column\":\"error\"") != std::string::npos);
    QCOMPARE(readViewState(writeViewState({})), ViewState());
}

void SavedViewsTest::strangeTextsAreTheFirstView_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << "";
    QTest::newRow("no JSON") << "{\"filter\": ";
    QTest::newRow("a list") << "[1, 2]";
    QTest::newRow("other kinds") << R"({"filter": 3, "folder": 4, "grouping": [], "sortedBy": 1,
        "metrics": {"a": 1}, "allSettings": "yes", "metric": null, "tab": 7, "descending": "no",
        "curves": [1]})";
    QTest::newRow("of curves") << R"({"curves": {"over": 3, "band": "no", "eachRun": "yes"}})";
    QTest::newRow("from before curves were kept") << R"({"filter": "", "grouping": "none"})";
    QTest::newRow("unknown words") << R"({"grouping": "by weight", "sortedBy": {"column": "weight"},
        "metrics": [{"metric": "weight", "when": "last"}, 3], "tab": "none"})";
}

void SavedViewsTest::strangeTextsAreTheFirstView()
{
    QFETCH(QString, text);
    QCOMPARE(readViewState(text.toStdString()), ViewState());
}

void SavedViewsTest::aViewIsOpenedAsItWasSaved()
{
    QVERIFY(store()
                ->moveRuns(std::array{RunFolder{.run = 4, .folder = "paper"},
                                      RunFolder{.run = 5, .folder = "paper"}})
                .has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    SavedViews& views = page.page->views();
    const ViewState first = views.state();
    ViewState wanted = odd();
    wanted.filter = QStringLiteral("arm:fed error<11");
    views.show(wanted);
    QCOMPARE(views.state(), wanted);
    QTRY_COMPARE(page.table()->model()->rowCount(), 1); // a group
    QVERIFY(page.table()->isVisible());
    QTRY_COMPARE(page.table()->header()->sortIndicatorSection(), int(RunTableModel::FixedColumns));
    QCOMPARE(page.table()->header()->sortIndicatorOrder(), Qt::AscendingOrder);
    views.save(QStringLiteral("Mine & yours"));
    QTRY_COMPARE(views.views().size(), std::size_t{1});
    views.show(first);
    QCOMPARE(views.state(), first);
    QCOMPARE(page.table()->model()->rowCount(), 6);
    QAction* saved = entry(page, QStringLiteral("Mine && yours"));
    QVERIFY(saved);
    saved->trigger();
    QCOMPARE(views.state(), wanted);
    QTRY_COMPARE(page.table()->header()->sortIndicatorSection(), int(RunTableModel::FixedColumns));
}

void SavedViewsTest::aViewSurvivesARestart()
{
    {
        Page page(m_file);
        QTRY_COMPARE(page.table()->model()->rowCount(), 6);
        page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"))
            ->setText(QStringLiteral("seed=2"));
        page.page->panes().showPane(ComparePanes::Pane::Best);
        page.page->views().save(QStringLiteral("seed two"));
        QTRY_COMPARE(page.page->views().views().size(), std::size_t{1});
        QCOMPARE(entries(page).mid(0, 2),
                 (QStringList{QStringLiteral("seed two"), QStringLiteral("&Save this view…")}));
    }
    Page page(m_file);
    QTRY_COMPARE(page.page->views().views().size(), std::size_t{1});
    page.page->openView(QStringLiteral("seed two"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 2);
    QCOMPARE(page.page->panes().pane(), ComparePanes::Pane::Best);
}

void SavedViewsTest::aViewIsUpdatedRenamedAndDeletedWithUndo()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    SavedViews& views = page.page->views();
    const ViewState first = views.state();
    const auto stored = [&] { return *store()->savedViews(); };
    views.save(QStringLiteral("one"));
    QTRY_COMPARE(views.views().size(), std::size_t{1});
    QCOMPARE(entries(page),
             (QStringList{QStringLiteral("one"),
                          QStringLiteral("&Save this view…"),
                          QStringLiteral("&Update “one”"),
                          QStringLiteral("&Rename “one”…"),
                          QStringLiteral("&Delete “one”")}));
    QVERIFY(entry(page, QStringLiteral("one"))->isChecked());
    page.page->panes().showPane(ComparePanes::Pane::Target);
    entry(page, QStringLiteral("&Update “one”"))->trigger();
    QTRY_COMPARE(readViewState(stored().front().state).pane, ComparePanes::Pane::Target);
    QTRY_COMPARE(message(page), QStringLiteral("The view “one” was updated"));
    undo(page);
    QTRY_COMPARE(readViewState(stored().front().state), first);
    QTRY_COMPARE(message(page), QStringLiteral("Undone: The view “one” was updated"));
    // What another window keeps in it meanwhile is not lost by an undo here.
    ViewState theirs = first;
    theirs.filter = QStringLiteral("arm:theirs");
    QVERIFY(store()->setView({.name = "one", .state = writeViewState(theirs)}).has_value());
    entry(page, QStringLiteral("&Update “one”"))->trigger();
    QTRY_COMPARE(message(page), QStringLiteral("The view “one” was updated"));
    QCOMPARE(readViewState(stored().front().state).pane, ComparePanes::Pane::Target);
    undo(page);
    QTRY_COMPARE(readViewState(stored().front().state), theirs);

    entry(page, QStringLiteral("&Rename “one”…"))->trigger();
    auto* dialog = page.page->findChild<NameDialog*>();
    QVERIFY(dialog);
    dialog->findChild<QLineEdit*>(QStringLiteral("name"))->setText(QStringLiteral("two"));
    dialog->accept();
    QTRY_COMPARE(stored().front().name, std::string("two"));
    QTRY_VERIFY(entry(page, QStringLiteral("&Delete “two”")));
    entry(page, QStringLiteral("&Delete “two”"))->trigger();
    QTRY_VERIFY(stored().empty());
    QTRY_COMPARE(entries(page), QStringList{QStringLiteral("&Save this view…")});
    QTRY_COMPARE(message(page), QStringLiteral("The view “two” was deleted"));
    undo(page);
    QTRY_COMPARE(stored().size(), std::size_t{1});
    undo(page);
    QTRY_COMPARE(stored().front().name, std::string("one"));
    undo(page);
    QTRY_VERIFY(stored().empty());
}

void SavedViewsTest::namesThatCannotBeAreSaidAtTheField()
{
    QVERIFY(store()->addView({.name = "taken", .state = "{}"}).has_value());
    Page page(m_file);
    QTRY_COMPARE(page.page->views().views().size(), std::size_t{1});
    page.actions.action(ActionId::SaveView)->trigger();
    auto* dialog = page.page->findChild<NameDialog*>();
    QVERIFY(dialog);
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("name"));
    const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("nameProblem"));
    name->setText(QStringLiteral(" taken "));
    QCOMPARE(problem->text(),
             QStringLiteral("There is a view “taken” already. Choose another name."));
    name->setText(QString(61, u'x'));
    QCOMPARE(problem->text(),
             QStringLiteral("A view's name must have at most 60 characters (this one has 61)."));
    dialog->accept();
    QVERIFY(dialog->isVisible());
    name->setText(QStringLiteral("free"));
    QCOMPARE(problem->text(), QString());
    dialog->accept();
    QTRY_COMPARE(store()->savedViews()->size(), std::size_t{2});
}

void SavedViewsTest::aViewOfAFolderThatIsGoneSaysSo()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->views().show(odd());
    QCOMPARE(message(page), QStringLiteral("The folder “paper” of this view has no runs any more"));
    QVERIFY(!page.page->findChild<FolderTree*>()->chosen());
}

COTERIE_WIDGET_SECTION(SavedViewsTest)

} // namespace tst_saved_views

#include "tst_saved_views.moc"
