#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/layout_check.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/verify_dialog.h"
#include "ui/watch/fork_dialog.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_run_branches {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr int kPatience = 60'000; // ms

ForkDialog* openedFork(MainWindow& window)
{
    const auto opened = [&window] { return window.findChild<ForkDialog*>(); };
    const bool isThere = QTest::qWaitFor(
        [&] { return opened() && opened()->findChild<QSpinBox*>()->isEnabled(); }, kPatience);
    return isThere ? opened() : nullptr;
}

void type(const ForkDialog& dialog, const char* place, const QString& text)
{
    dialog.findChild<QLineEdit*>(QStringLiteral("fork:") + QLatin1String(place))->setText(text);
}

/// What Tab reaches from the round on, the fields of the settings as one.
QStringList tabOrder(const ForkDialog& dialog)
{
    const QWidget* const round = dialog.findChild<QSpinBox*>(QStringLiteral("forkRound"));
    const QWidget* const cancel =
        dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel);
    QStringList order;
    const QWidget* widget = round;
    do {
        QString name = widget->objectName();
        if (name.startsWith(QStringLiteral("fork:")))
            name = QStringLiteral("fields");
        else if (widget == cancel)
            name = QStringLiteral("Cancel");
        const bool isPart = round->isAncestorOf(widget);
        if ((widget->focusPolicy() & Qt::TabFocus) && !isPart && !order.endsWith(name))
            order << name;
        widget = widget->nextInFocusChain();
    } while (widget != round);
    return order;
}

/// Texts that are cut, and fields that are lower than they need.
QString squeezedParts(const ForkDialog& dialog)
{
    QStringList found;
    for (const QLabel* label : dialog.findChildren<QLabel*>())
        if (label->isVisible() && !squeezed(*label).isEmpty())
            found << squeezed(*label);
    for (const QLineEdit* field : dialog.findChildren<QLineEdit*>())
        if (field->objectName().startsWith(QStringLiteral("fork:"))
            && field->height() < field->minimumSizeHint().height())
            found << field->objectName();
    return found.join(QLatin1Char('\n'));
}

} // namespace

/// A stored run as the beginning of something else.
class RunBranchesTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void aRunOpensAsADesignAndUndoBringsTheDraftBack();
    void aForkIsMadeWatchedAndLeadsToItsParent();
    void whatAForkCannotDoIsSaidAtItsField();
    void inCompareAForkCanBeginUnchanged();
    void verifyTakesTheRunsOfThePageOnScreen();
    void aFigureOfTheRunOnScreenIsOneClickAway();

private:
    /// Runs both arms, of three rounds; FedAvg's, run 2, is selected in Watch.
    void runBoth(MainWindow& window)
    {
        QVERIFY(opens(window, write(kMine, 3)));
        QSignalSpy ended(&window.controller(), &RunController::queueEnded);
        window.actions().action(ActionId::RunExperiment)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, kPatience);
        auto* list = window.findChild<QTableView*>(QStringLiteral("runList"));
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 2, kPatience);
        list->selectRow(1);
    }
    [[nodiscard]] RunRow stored(std::int64_t run) const
    {
        return *(*RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly))->run(run);
    }
};

void RunBranchesTest::aRunOpensAsADesignAndUndoBringsTheDraftBack()
{
    MainWindow window(context());
    runBoth(window);
    ExperimentDocument& document = window.document();
    const QString path = document.path();
    const QString draft = document.text();
    window.actions().action(ActionId::WatchedAsDesign)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(document.text() != draft && document.isRunnable(), kPatience);
    const Experiment& design = *document.checked().experiment;
    QCOMPARE(design.name, std::string("Small (from run 2)"));
    QCOMPARE(design.arms.size(), std::size_t(1));
    QCOMPARE(design.arms.front().name, std::string("FedAvg"));
    QCOMPARE(design.rounds, 3);
    QVERIFY(document.isNew());
    QVERIFY(window.actions().action(ActionId::ShowDesign)->isChecked());
    const QString text = document.text();

    document.undoStack().undo();
    QCOMPARE(document.path(), path);
    QCOMPARE(document.text(), draft);
    QVERIFY(!document.isModified());
    QTRY_VERIFY_WITH_TIMEOUT(document.isRunnable(), kPatience);
    QCOMPARE(document.checked().experiment->arms.size(), std::size_t(2));
    document.undoStack().redo();
    QCOMPARE(document.text(), text);
    QVERIFY(document.path().isEmpty());
    QVERIFY(window.close());
}

void RunBranchesTest::aForkIsMadeWatchedAndLeadsToItsParent()
{
    MainWindow window(context());
    runBoth(window);
    QAction* parent = window.actions().action(ActionId::ShowParent);
    QVERIFY(!parent->isEnabled());
    window.actions().action(ActionId::PreviousRound)->trigger();
    window.actions().action(ActionId::ForkWatched)->trigger();
    ForkDialog* dialog = openedFork(window);
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QSpinBox*>()->value(), 2);
    type(*dialog, "/rounds", QStringLiteral("5"));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    dialog->findChild<QPushButton*>(QStringLiteral("beginFork"))->click();
    dialog->reject(); // too late: it is being written
    QVERIFY(dialog->isVisible());
    QVERIFY(!dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Cancel)->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, kPatience);
    QCOMPARE(stored(3).status, RunStatus::Finished);
    QCOMPARE(stored(3).roundsDone, 5);
    QCOMPARE(stored(3).branch->parent, std::optional<std::int64_t>(2));
    QCOMPARE(stored(3).branch->round, 2);

    const auto* watch = window.findChild<WatchPage*>();
    QTRY_VERIFY_WITH_TIMEOUT(parent->isEnabled(), kPatience);
    QCOMPARE(watch->chosenRun()->title.id, 3);
    const auto* line = window.findChild<TimeLine*>();
    QVERIFY(line->branch());
    QCOMPARE(line->branch()->round, 2);
    QVERIFY(line->explanation(line->placeOf(2)).contains(QStringLiteral("run 2 after round 2")));
    QVERIFY(window.findChild<QWidget*>(QStringLiteral("showParent"))->isVisible());
    parent->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(watch->chosenRun() && watch->chosenRun()->title.id == 2, kPatience);
    QVERIFY(!line->branch());
    QVERIFY(window.close());
}

void RunBranchesTest::whatAForkCannotDoIsSaidAtItsField()
{
    MainWindow window(context());
    runBoth(window);
    window.actions().action(ActionId::ForkWatched)->trigger(); // after the last round
    ForkDialog* dialog = openedFork(window);
    QVERIFY(dialog);
    auto* round = dialog->findChild<QSpinBox*>();
    QCOMPARE(round->value(), 2); // with nothing to repeat after the last
    round->setValue(3);
    QCOMPARE(tabOrder(*dialog).join(u' '), QStringLiteral("fields beginFork Cancel"));
    QTRY_COMPARE_WITH_TIMEOUT(squeezedParts(*dialog), QString(), kPatience);
    const int lowest = dialog->height();
    auto* begin = dialog->findChild<QPushButton*>(QStringLiteral("beginFork"));
    const auto* rounds = dialog->findChild<QLabel*>(QStringLiteral("forkProblem:/rounds"));
    begin->click();
    QTRY_VERIFY_WITH_TIMEOUT(rounds->isVisible(), kPatience);
    QCOMPARE(rounds->text(), QStringLiteral("Must be at least 4 to go on after round 3 (is 3)."));
    QTRY_VERIFY_WITH_TIMEOUT(dialog->height() > lowest, kPatience);
    round->setValue(2); // it was about the other round
    QVERIFY(!rounds->isVisible());
    round->setValue(3);
    type(*dialog, "/rounds", QStringLiteral("2"));
    QVERIFY(!rounds->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(dialog->height(), lowest, kPatience); // without a gap in its place
    begin->click();
    QVERIFY(rounds->isVisible());
    type(*dialog, "/local/optimizer/learningRate", QStringLiteral("fast"));
    begin->click();
    QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("forkProblem:/local/optimizer/learningRate"))
                ->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(squeezedParts(*dialog), QString(), kPatience);
    dialog->resize(dialog->width(), dialog->height() + 60); // the user's choice stays
    const int chosen = dialog->height();
    type(*dialog, "/local/optimizer/learningRate", QStringLiteral("0.1"));
    layOut();
    QCOMPARE(dialog->height(), chosen);
    dialog->reject();
    QCOMPARE((*RunStore::open(context().queue.storeFile))->runs()->size(), std::size_t(2));
    QVERIFY(window.close());
}

void RunBranchesTest::inCompareAForkCanBeginUnchanged()
{
    MainWindow window(context());
    runBoth(window);
    window.actions().action(ActionId::ShowCompare)->trigger();
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, kPatience);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QVERIFY(window.actions().action(ActionId::ForkWatched)->isEnabled());
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    QTRY_VERIFY(table->hasFocus());
    QTRY_VERIFY_WITH_TIMEOUT(window.actions().action(ActionId::ForkRun)->isEnabled(), kPatience);
    for (const std::int64_t run : {1, 2})
        QVERIFY((*RunStore::open(context().queue.storeFile))
                    ->nameRuns(std::vector{RunName{.run = run, .name = "baseline"}})
                    .has_value());
    QTest::keyClick(table, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    ForkDialog* dialog = openedFork(window);
    QVERIFY(dialog);
    QCOMPARE(window.findChildren<ForkDialog*>().size(), qsizetype(1)); // not of what Watch shows
    QCOMPARE(dialog->findChild<QSpinBox*>()->value(), 2);
    const QString head = dialog->findChild<QLabel*>(QStringLiteral("forkHead"))->text();
    QVERIFY2(head.contains(QStringLiteral(" “baseline”: ")), qPrintable(head));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    dialog->findChild<QPushButton*>(QStringLiteral("beginFork"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, kPatience);
    QCOMPARE(stored(3).status, RunStatus::Finished);

    window.actions().action(ActionId::ShowWatch)->trigger();
    auto* page = window.findChild<WatchPage*>();
    QTRY_VERIFY_WITH_TIMEOUT(page->isVisible()
                                 && window.actions().action(ActionId::ForkWatched)->isEnabled(),
                             kPatience);
    auto* list = window.findChild<QTableView*>(QStringLiteral("runList"));
    window.activateWindow(); // the dialog was
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    list->setFocus();
    QTRY_VERIFY(list->hasFocus());
    QTest::keyClick(list, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(openedFork(window));
    openedFork(window)->reject();
    QVERIFY(window.close());
}

void RunBranchesTest::verifyTakesTheRunsOfThePageOnScreen()
{
    MainWindow window(context());
    QAction* verify = window.actions().action(ActionId::VerifyRuns);
    QVERIFY(!verify->isEnabled());
    runBoth(window);
    const auto verified = [&window, verify] {
        verify->trigger();
        if (!QTest::qWaitFor([&window] { return window.findChild<VerifyDialog*>() != nullptr; },
                             kPatience))
            return QString();
        const QPointer<VerifyDialog> dialog = window.findChild<VerifyDialog*>();
        const QAbstractItemModel* runs =
            dialog->findChild<QTableView*>(QStringLiteral("verifyTable"))->model();
        QStringList names;
        for (int row = 0; row < runs->rowCount(); ++row)
            names << runs->index(row, 0).data().toString().left(5); // without its arm
        const bool isPlayed =
            QTest::qWaitFor([&dialog] { return dialog && !dialog->isBusy(); }, kPatience);
        if (dialog)
            dialog->close();
        const bool isGone = QTest::qWaitFor([&dialog] { return !dialog; }, kPatience);
        return isPlayed && isGone ? names.join(u' ') : QString();
    };
    QTRY_VERIFY(verify->isEnabled()); // whatever is selected in Compare
    QCOMPARE(verified(), QStringLiteral("Run 2"));

    window.actions().action(ActionId::ShowCompare)->trigger();
    const auto* compare = window.findChild<ComparePage*>();
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, kPatience);
    const std::vector<std::int64_t> other{1};
    for (int row = 0; row < 2 && compare->chosenRuns() != other; ++row)
        table->setCurrentIndex(table->model()->index(row, 0));
    QCOMPARE(compare->chosenRuns(), other);
    QTRY_VERIFY(verify->isEnabled());
    table->clearSelection();
    QTRY_VERIFY(!verify->isEnabled());
    for (int row = 0; row < 2 && compare->chosenRuns() != other; ++row)
        table->setCurrentIndex(table->model()->index(row, 0));
    QTRY_VERIFY(verify->isEnabled());
    window.actions().action(ActionId::ShowWatch)->trigger();
    QCOMPARE(verified(), QStringLiteral("Run 2"));
    window.actions().action(ActionId::ShowCompare)->trigger();
    QCOMPARE(verified(), QStringLiteral("Run 1"));
    QVERIFY(window.close());
}

/// Also right after the start, when Compare has not read the runs yet.
void RunBranchesTest::aFigureOfTheRunOnScreenIsOneClickAway()
{
    QByteArray text = experiment(2);
    text.insert(text.lastIndexOf('}'),
                R"(, "figures": [
        { "title": "Errors & rounds", "kind": "curves", "y": "meanTestError" },
        { "title": "Classes", "kind": "heatMap" } ])");
    {
        MainWindow window(context());
        QVERIFY(opens(window, write(kMine, text)));
        QSignalSpy ended(&window.controller(), &RunController::queueEnded);
        auto* figures = window.findChild<QToolButton*>(QStringLiteral("watchFigures"));
        QVERIFY(figures->isHidden());
        window.actions().action(ActionId::RunExperiment)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(figures->isVisible(), kPatience); // of the running run
        QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, kPatience);
        QCOMPARE(figures->menu()->actions().size(), qsizetype{2});
        QCOMPARE(figures->menu()->actions().front()->text(), QStringLiteral("Errors && rounds"));
        QVERIFY(window.close());
    }
    MainWindow window(context());
    window.show();
    auto* figures = window.findChild<QToolButton*>(QStringLiteral("watchFigures"));
    auto* newest =
        window.findChild<QWidget*>(QStringLiteral("storedRuns"))->findChild<QPushButton*>();
    QTRY_VERIFY_WITH_TIMEOUT(newest->isVisible(), kPatience);
    newest->click();
    QTRY_VERIFY_WITH_TIMEOUT(figures->isVisible(), kPatience);
    figures->menu()->actions().back()->trigger();
    auto& compare = *window.findChild<ComparePage*>();
    QVERIFY(compare.isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(compare.panes().figure(), kPatience);
    QCOMPARE(compare.panes().figure()->design.title, std::string("Classes"));
    QCOMPARE(compare.chosenRuns(), (std::vector<std::int64_t>{1, 2}));
    QTRY_VERIFY_WITH_TIMEOUT(compare.panes().pane() == ComparePanes::Pane::Clients, kPatience);
    QVERIFY(window.close());
}

COTERIE_WIDGET_SECTION(RunBranchesTest)

} // namespace tst_run_branches

#include "tst_run_branches.moc"
