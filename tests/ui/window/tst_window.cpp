#include "core/base/json_values.h"
#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/saved_views.h"
#include "ui/data/data_page.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/design_page.h"
#include "ui/frame/focus_help.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"
#include "ui/window/manual.h"
#include "ui/window/window_actions.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>
#include <QTableView>
#include <QTest>

namespace tst_window {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The window itself: help, palette, undo, and what leads from one page to another.
class WindowTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void helpSpeaksOfWhatHasTheFocus();
    void helpStandsBesideWhatItTellsOf();
    void theManualOpensFromTheHelpMenu();
    void thePaletteKnowsTheClientsActionsWhereTheyApply();
    void thePaletteFindsExperimentsAndRunsAndSaysWhenItFindsNothing();
    void aSavedViewOpensFromThePalette();
    void enterPressesTheButtonThatHasTheFocus();
    void undoAndRedoSayWhatTheyTakeBack();
    void undoKeysInAFieldAreTheWindowsUndo();
    void whatIsNotOnScreenIsNotUndone();
    void dataChosenOnTheDataPageComeIntoTheDesign();
    void dataOfClientsKeepThemInTheDesign();
    void everyControlSaysWhatItDoes();
};

void WindowTest::helpSpeaksOfWhatHasTheFocus()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    window.openFile(path);
    QTRY_VERIFY(window.document().isRunnable());
    auto* page = window.findChild<DesignPage*>();
    page->showSection(DesignSection::Local);
    auto* batch =
        window.findChild<QWidget*>(QStringLiteral("/local/batch"))->findChild<QLineEdit*>();
    batch->setFocus();
    QTest::keyClick(batch, Qt::Key_F1);
    const auto help = [] {
        for (QWidget* each : QApplication::topLevelWidgets())
            if (each->inherits("QWhatsThat") && each->isVisible())
                return each;
        return static_cast<QWidget*>(nullptr);
    };
    QTRY_VERIFY(help());
    const QRect told(batch->mapToGlobal(QPoint()), batch->size());
    QVERIFY(!help()->geometry().intersects(told));
    const QString said = helpOn(*batch);
    QVERIFY2(said.contains(QStringLiteral("/local/batch")), qPrintable(said));
    QTest::mouseClick(help(), Qt::LeftButton);
    QTRY_VERIFY(!help());
    // The drawing tells its keys, and everything on the page says something.
    page->showSection(DesignSection::Clients);
    const auto* canvas = window.findChild<PartitionCanvas*>();
    QVERIFY(helpOn(*canvas).contains(QStringLiteral("Ctrl+T")));
    // And what they do.
    QVERIFY(helpOn(*canvas).contains(
        QStringLiteral("Give the selected clients the samples that the partition scheme")));
    int asked = 0;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
            continue;
        ++asked;
        QVERIFY2(!helpOn(*widget).isEmpty(),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className())
                            + widget->objectName()));
    }
    QVERIFY(asked > 5);
}

void WindowTest::helpStandsBesideWhatItTellsOf()
{
    const QRect room(0, 0, 1400, 900);
    const QSize size(500, 400);
    // A field, a drawing as tall as the room, one as wide, and one that leaves no side free.
    const QRect field(600, 100, 200, 30);
    QCOMPARE(helpPlace(size, field, room).topLeft(), QPoint(600, field.bottom() + 8));
    const QRect tall(300, 0, 500, 900);
    QCOMPARE(helpPlace(size, tall, room).topLeft(), QPoint(tall.right() + 8, 0));
    const QRect low(0, 500, 1400, 400);
    QCOMPARE(helpPlace(size, low, room).bottomLeft(), QPoint(0, low.top() - 9));
    const QRect rightmost(700, 0, 700, 900);
    QCOMPARE(helpPlace(size, rightmost, room).right(), rightmost.left() - 9);
    const QRect nearlyAll(300, 100, 800, 700);
    const QRect place = helpPlace(size, nearlyAll, room);
    QVERIFY(room.contains(place));
    const QRect covered = place & nearlyAll;
    QVERIFY(covered.width() * covered.height() <= 200 * 400);
    // A window smaller than the words shows their beginning.
    QCOMPARE(helpPlace(size, {10, 10, 20, 20}, {0, 0, 100, 100}).topLeft(), QPoint(0, 0));
}

void WindowTest::theManualOpensFromTheHelpMenu()
{
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    const auto manual = [] {
        for (QWidget* each : QApplication::topLevelWidgets())
            if (auto* found = qobject_cast<Manual*>(each))
                return found;
        return static_cast<Manual*>(nullptr);
    };
    QVERIFY(!manual());
    QTest::keyClick(&window, Qt::Key_F1, Qt::ShiftModifier);
    QVERIFY(manual() && manual()->isVisible());
    QVERIFY(manual()->file().endsWith(QStringLiteral("docs/guide.md")));
    manual()->close();
    window.actions().action(ActionId::Manual)->trigger(); // the same one again
    QVERIFY(manual()->isVisible());
    window.close();
    QVERIFY(!manual());
}

void WindowTest::thePaletteKnowsTheClientsActionsWhereTheyApply()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    QVERIFY(opens(window, path));
    const auto listed = [&](const QString& typed) {
        window.actions().action(ActionId::CommandPalette)->trigger();
        auto* palette = window.findChild<CommandPalette*>();
        palette->findChild<QLineEdit*>()->setText(typed);
        QStringList lines;
        const QAbstractItemModel* model = palette->findChild<QListView*>()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            lines << model->index(row, 0).data().toString();
        palette->close();
        return lines;
    };
    const QStringList merge{QStringLiteral("Clients: Merge")};
    QVERIFY(listed(QStringLiteral("clients merge")).isEmpty()); // they are not on screen
    QCOMPARE(listed(QStringLiteral("design arms")), QStringList{QStringLiteral("Design: Arms")});
    QCOMPARE(listed(QStringLiteral("import folder")),
             QStringList{QStringLiteral("File: Import a data folder…")});
    window.findChild<DesignPage*>()->showSection(DesignSection::Clients);
    auto* canvas = window.findChild<PartitionCanvas*>();
    QTRY_COMPARE(canvas->sketch().clients(), std::size_t(3));
    canvas->setSelected({1});
    QVERIFY(listed(QStringLiteral("clients merge")).isEmpty()); // one alone cannot be merged
    canvas->setSelected({1, 2});
    QCOMPARE(listed(QStringLiteral("clients merge")), merge);
    QCOMPARE(listed(QStringLiteral("clients picture")).size(), 2); // saved or copied
    window.actions().action(ActionId::MergeClients)->trigger();
    QCOMPARE(canvas->sketch().clients(), std::size_t(2));
    window.actions().action(ActionId::ShowWatch)->trigger();
    QVERIFY(!window.actions().action(ActionId::DeleteClients)->isEnabled());
}

void WindowTest::thePaletteFindsExperimentsAndRunsAndSaysWhenItFindsNothing()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY(ended.count() > 0);
    window.actions().action(ActionId::CommandPalette)->trigger();
    auto* palette = window.findChild<CommandPalette*>();
    auto* edit = palette->findChild<QLineEdit*>();
    const QAbstractItemModel& model = *palette->findChild<QListView*>()->model();
    const auto found = [&model] {
        QStringList lines;
        for (int row = 0; row < model.rowCount(); ++row)
            lines << model.index(row, 0).data().toString();
        return lines;
    };
    edit->setText(QStringLiteral("small open"));
    QTRY_COMPARE(found(), QStringList{QStringLiteral("Open Small")});

    auto* nothing = palette->findChild<QLabel*>(QStringLiteral("nothingFound"));
    QVERIFY(!nothing->isVisible());
    edit->setText(QStringLiteral("no such thing"));
    QVERIFY(nothing->isVisible());
    QVERIFY2(nothing->text().contains(QStringLiteral("“no such thing”")),
             qPrintable(nothing->text()));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(palette->isVisible()); // the word can be mended

    edit->setText(QStringLiteral("fedavg run"));
    QTRY_COMPARE(found(), QStringList{QStringLiteral("Show run 2: Small, FedAvg, seed 1")});
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    const auto* watch = window.findChild<WatchPage*>();
    QTRY_VERIFY(watch->isReplay());
    QCOMPARE(watch->runs()->runs().front().title.id, std::int64_t{2});
}

void WindowTest::aSavedViewOpensFromThePalette()
{
    const WindowContext where = context();
    ViewState state;
    state.filter = QStringLiteral("arm:fedavg");
    state.pane = ComparePanes::Pane::Best;
    QVERIFY((*RunStore::open(where.queue.storeFile))
                ->addView({.name = "best of FedAvg", .state = writeViewState(state)})
                .has_value());
    MainWindow window(where);
    window.show();
    window.actions().action(ActionId::CommandPalette)->trigger();
    auto* palette = window.findChild<CommandPalette*>();
    auto* edit = palette->findChild<QLineEdit*>();
    const QAbstractItemModel& model = *palette->findChild<QListView*>()->model();
    edit->setText(QStringLiteral("view best of"));
    QTRY_COMPARE(model.rowCount(), 1);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Open the view best of FedAvg"));
    QTest::keyClick(edit, Qt::Key_Return);
    QTRY_VERIFY(window.actions().action(ActionId::ShowCompare)->isChecked());
    auto* compare = window.findChild<ComparePage*>();
    QCOMPARE(compare->panes().pane(), ComparePanes::Pane::Best);
    QCOMPARE(compare->views().state().filter, state.filter);
}

void WindowTest::enterPressesTheButtonThatHasTheFocus()
{
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    window.actions().action(ActionId::ShowData)->trigger();
    QAction* design = window.actions().action(ActionId::ShowDesign);
    auto* button = new QPushButton(window.centralWidget());
    button->show();
    connect(button, &QPushButton::clicked, design, &QAction::trigger);
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Return);
    QTRY_VERIFY(design->isChecked());
}

void WindowTest::undoAndRedoSayWhatTheyTakeBack()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.openFile(m_folder->filePath(kQuickstart));
    QTRY_VERIFY(window.document().isRunnable());
    const QString original = window.document().text();
    QAction* undo = window.actions().action(ActionId::Undo);
    QAction* redo = window.actions().action(ActionId::Redo);
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    QVERIFY(window.document().apply(QStringLiteral("Change rounds"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    QCOMPARE(undo->text(), QStringLiteral("&Undo: change rounds"));
    QVERIFY(window.actions().action(ActionId::SaveFile)->isEnabled());
    undo->trigger();
    QCOMPARE(window.document().text(), original);
    QVERIFY(!undo->isEnabled());
    QCOMPARE(redo->text(), QStringLiteral("&Redo: change rounds"));
    QVERIFY(!window.actions().action(ActionId::SaveFile)->isEnabled());
}

void WindowTest::undoKeysInAFieldAreTheWindowsUndo()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    window.openFile(m_folder->filePath(kQuickstart));
    QTRY_VERIFY(window.document().isRunnable());
    const QString original = window.document().text();
    window.findChild<DesignPage*>()->showSection(DesignSection::Local);
    auto* batch =
        window.findChild<QWidget*>(QStringLiteral("/local/batch"))->findChild<QLineEdit*>();
    batch->setFocus();
    QTest::keyClicks(batch, QStringLiteral("32"));
    QVERIFY(window.document().text() != original);
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window.document().text(), original);
    QCOMPARE(batch->text(), QStringLiteral("16"));
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window.document().text() != original);
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window.document().text(), original);
    QTest::keyClick(batch, Qt::Key_Y, Qt::ControlModifier); // the habit of other programs
    QVERIFY(window.document().text() != original);
}

void WindowTest::whatIsNotOnScreenIsNotUndone()
{
    write(kMine, 3);
    MainWindow window(context());
    QVERIFY(opens(window, m_folder->filePath(kMine)));
    QVERIFY(window.document().apply(QStringLiteral("Change rounds"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    QAction* undo = window.actions().action(ActionId::Undo);
    QVERIFY(undo->isEnabled());
    window.actions().action(ActionId::ShowCompare)->trigger();
    QVERIFY(!undo->isEnabled());
    QAction* ofRuns = window.actions().action(ActionId::UndoRunEdit);
    const QSignalSpy taken(ofRuns, &QAction::triggered);
    const QString text = window.document().text();
    ofRuns->setEnabled(true);
    QVERIFY(undo->isEnabled());
    QCOMPARE(undo->text(), ofRuns->text());
    undo->trigger();
    QCOMPARE(taken.count(), 1);
    QAction* redo = window.actions().action(ActionId::Redo);
    QAction* again = window.actions().action(ActionId::RedoRunEdit);
    QVERIFY(!redo->isEnabled());
    again->setEnabled(true);
    QVERIFY(redo->isEnabled());
    const QSignalSpy repeated(again, &QAction::triggered);
    redo->trigger();
    QCOMPARE(repeated.count(), 1);
    QCOMPARE(window.document().text(), text);
    window.actions().action(ActionId::ShowDesign)->trigger();
    QVERIFY(undo->isEnabled());
    QCOMPARE(undo->text(), QStringLiteral("&Undo: change rounds"));
}

void WindowTest::dataChosenOnTheDataPageComeIntoTheDesign()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    window.actions().action(ActionId::ShowData)->trigger();
    const auto use = [&](const char* title) {
        auto* list = window.findChild<QListView*>(QStringLiteral("datasetList"));
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data().toString() == QLatin1String(title))
                list->setCurrentIndex(list->model()->index(row, 0));
        window.findChild<QPushButton*>(QStringLiteral("useDataset"))->click();
    };
    auto* editor = window.findChild<QPlainTextEdit*>(QStringLiteral("jsonEditor"));
    use("Shapes"); // no experiment is open: the quickstart's is taken
    QTRY_VERIFY2(editor->toPlainText().contains(QStringLiteral("\"dataset\": \"shapes10\"")),
                 qPrintable(editor->toPlainText()));
    QVERIFY(editor->toPlainText().contains(QStringLiteral("\"name\": \"Small\"")));
    QVERIFY(window.isWindowModified());
    window.actions().action(ActionId::ShowData)->trigger();
    use("Glyph digits");
    QVERIFY(editor->toPlainText().contains(QStringLiteral("\"dataset\": \"glyphDigits\"")));
    window.actions().action(ActionId::Undo)->trigger();
    window.actions().action(ActionId::Undo)->trigger();
    QVERIFY(!window.isWindowModified());
}

/// With the partition of the experiment before, the hospitals of a table would be mixed.
void WindowTest::dataOfClientsKeepThemInTheDesign()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    const auto use = [&](bool hasClients) {
        emit window.findChild<DataPage*>()->useRequested(
            jsonObject({{"name", "csv"}, {"path", "/nowhere/patients.csv"}}), hasClients);
    };
    const auto text = [&] { return window.document().text(); };
    use(true); // no experiment is open: the quickstart's is taken
    QTRY_VERIFY2(text().contains(QStringLiteral("patients.csv")), qPrintable(text()));
    QVERIFY2(text().contains(QStringLiteral("\"natural\"")), qPrintable(text()));
    window.actions().action(ActionId::Undo)->trigger(); // one step
    QVERIFY(!window.isWindowModified());
    use(false);
    QVERIFY2(text().contains(QStringLiteral("patients.csv")), qPrintable(text()));
    QVERIFY2(!text().contains(QStringLiteral("\"natural\"")), qPrintable(text()));
}

void WindowTest::everyControlSaysWhatItDoes()
{
    const MainWindow window(context());
    int controls = 0;
    const auto check = [&](const QWidget* control) {
        // The scroll bars, corners and clear buttons that Qt makes for itself.
        const QString inside =
            QString::fromLatin1(control->parentWidget()->metaObject()->className());
        if (control->objectName().startsWith(QStringLiteral("qt_"))
            || qobject_cast<const QLineEdit*>(control->parentWidget())
            || qobject_cast<const QAbstractItemView*>(control->parentWidget())
            || inside == QStringLiteral("QTabBar") || inside == QStringLiteral("QDockWidget")
            || inside == QStringLiteral("QComboBoxPrivateContainer"))
            return;
        ++controls;
        QVERIFY2(!control->toolTip().isEmpty() || !control->whatsThis().isEmpty(),
                 qPrintable(QStringLiteral("%1 \"%2\" in %3")
                                .arg(QString::fromLatin1(control->metaObject()->className()),
                                     control->objectName(),
                                     inside)));
    };
    for (const auto* control : window.findChildren<QAbstractButton*>())
        check(control);
    for (const auto* control : window.findChildren<QAbstractItemView*>())
        if (!qobject_cast<const QHeaderView*>(control))
            check(control);
    for (const auto* control : window.findChildren<QLineEdit*>())
        check(control);
    for (const auto* control : window.findChildren<QComboBox*>())
        check(control);
    for (const auto* control : window.findChildren<QSlider*>())
        check(control);
    QVERIFY(controls > 20);
}

COTERIE_WIDGET_SECTION(WindowTest)

} // namespace tst_window

#include "tst_window.moc"
