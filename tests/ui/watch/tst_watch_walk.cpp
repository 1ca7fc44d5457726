#include "core/algorithms/registry.h"
#include "core/base/random_stream.h"
#include "core/data/catalog.h"
#include "core/store/run_store.h"
#include "tests/sections.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/run_actions.h"
#include "ui/views/view_frame.h"
#include "ui/watch/live_change_panel.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMouseEvent>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace tst_watch_walk {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// Both arms take a second or two, so that a walk meets runs that begin, go on and end.
QByteArray experiment()
{
    return R"({ "schema": 1, "name": "Walk", "data": {
        "dataset": { "name": "glyphDigits", "samples": 300, "seed": 1 },
        "partition": { "scheme": "clusters", "clients": 6, "clusters": 2 }, "test": { "share": 0.2 } },
      "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
      "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": 20 } },
                { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
      "rounds": 120, "seeds": [1] })";
}

const std::array kSizes{QSize(1, 1), QSize(800, 600), QSize(1440, 900), QSize(2880, 1800)};

const QStringList kTyped{QStringLiteral("0.05"),
                         QStringLiteral("-1"),
                         QStringLiteral("hcct"),
                         QStringLiteral("arm:fed rounds>3"),
                         QStringLiteral("rounds>x \""),
                         QString(),
                         QStringLiteral("😀"),
                         QStringLiteral("1e300")};

/// Every leaf of a menu and of its submenus.
void addLeaves(const QMenu& menu, QList<QAction*>& leaves)
{
    for (QAction* action : menu.actions()) {
        if (action->menu())
            addLeaves(*action->menu(), leaves);
        else if (!action->isSeparator() && action->isEnabled())
            leaves << action;
    }
}

/// Does one thing after another that a user could do on the Watch and Compare pages: every action
/// of the window but the one that ends it, and whatever can be clicked, dragged, chosen and typed.
class Walker final : public QObject
{
public:
    Walker(MainWindow& window, const QString& folder, std::uint64_t seed)
        : m_window(window)
        , m_watch(*window.findChild<WatchPage*>())
        , m_compare(*window.findChild<ComparePage*>())
        , m_folder(folder)
        , m_random({.seed = seed, .purpose = Purpose::Algorithm})
    {
        for (QAction* action : window.actions().all())
            if (action != window.actions().action(ActionId::Quit))
                m_deck << action;
        // Questions, file dialogs and menus are looked at and dismissed, the modal ones too.
        connect(&m_dismisser, &QTimer::timeout, this, &Walker::dismiss);
        m_dismisser.start(10);
    }

    /// Those of these pages that have not been possible so far.
    [[nodiscard]] QStringList neverDone() const
    {
        static const QStringList kTheirs{QStringLiteral("run."),
                                         QStringLiteral("view."),
                                         QStringLiteral("watch."),
                                         QStringLiteral("compare.")};
        QStringList names;
        for (const QAction* action : m_deck)
            if (!m_done.contains(action) && std::ranges::any_of(kTheirs, [&](const QString& begin) {
                    return action->objectName().startsWith(begin);
                }))
                names << action->objectName();
        return names;
    }
    [[nodiscard]] int dismissed() const { return m_dismissed; }
    /// From now on, changes of an experiment that the walk has made are let go.
    void dropEdits() { m_dropsEdits = true; }

    void step()
    {
        switch (pick(20)) {
        case 0:
        case 1:
        case 2:
        case 3:
            playCard();
            break;
        case 4:
            show(pick(2) == 0 ? ActionId::ShowWatch : ActionId::ShowCompare);
            break;
        case 5:
        case 6:
            chooseRow();
            break;
        case 7:
            if (auto* choice = any<QComboBox>(); choice && choice->count() > 0)
                choice->setCurrentIndex(int(pick(choice->count())));
            break;
        case 8:
            drag();
            break;
        case 9:
            click();
            break;
        case 10:
        case 11:
            pointSomewhere();
            break;
        case 12:
            typeSomewhere();
            break;
        case 13:
            chooseFromMenu();
            break;
        case 14:
            if (pick(4) == 0)
                m_window.resize(kSizes[std::size_t(pick(std::ssize(kSizes)))]);
            break;
        case 15:
            exportSomething();
            break;
        case 16:
            handleDock();
            break;
        case 17:
            play();
            break;
        case 18:
            if (auto* box = any<QSpinBox>())
                box->setValue(int(pick(9)) - 1);
            break;
        default: // let the run go on for a while
            QTest::qWait(int(pick(60)));
        }
        QCoreApplication::processEvents();
    }

private:
    [[nodiscard]] qsizetype pick(qsizetype count)
    {
        return qsizetype(m_random.below(std::uint64_t(count)));
    }

    void show(ActionId id) { m_window.actions().action(id)->trigger(); }

    [[nodiscard]] QWidget& page()
    {
        return m_compare.isVisible() ? static_cast<QWidget&>(m_compare) : m_watch;
    }

    /// One that the user could reach now.
    template <typename Widget>
    [[nodiscard]] Widget* any()
    {
        QList<Widget*> reachable;
        for (Widget* widget : page().findChildren<Widget*>())
            if (widget->isVisible() && widget->isEnabled() && !widget->size().isEmpty())
                reachable << widget;
        return reachable.isEmpty() ? nullptr : reachable[pick(reachable.size())];
    }

    /// The actions one after another in an order of its own each time round, so that none is left
    /// out for long.
    void playCard()
    {
        if (m_next >= m_deck.size()) {
            for (qsizetype i = m_deck.size() - 1; i > 0; --i)
                m_deck.swapItemsAt(i, pick(i + 1));
            m_next = 0;
        }
        QAction* action = m_deck[m_next++];
        if (!action->isEnabled())
            return;
        m_done.insert(action);
        action->trigger();
        if (!m_watch.isVisible() && !m_compare.isVisible()) // Design and Data have their own tests
            show(pick(2) == 0 ? ActionId::ShowWatch : ActionId::ShowCompare);
    }

    void chooseRow()
    {
        auto* view = any<QAbstractItemView>();
        if (!view || !view->selectionModel() || view->model()->rowCount() == 0)
            return;
        const auto row = int(pick(view->model()->rowCount()));
        const QModelIndex index = view->model()->index(row, 0);
        view->scrollTo(index);
        const QPoint place = view->visualRect(index).center();
        const Qt::KeyboardModifiers held = pick(2) == 0 ? Qt::ControlModifier : Qt::NoModifier;
        QTest::mouseClick(view->viewport(), Qt::LeftButton, held, place);
        if (pick(6) == 0)
            view->selectAll();
        if (auto* table = qobject_cast<QTableView*>(view); table && pick(4) == 0)
            table->sortByColumn(int(pick(table->model()->columnCount())),
                                pick(2) == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
    }

    void drag()
    {
        auto* slider = any<QSlider>();
        if (!slider)
            return;
        slider->setSliderDown(true);
        for (int move = 0; move < 3; ++move) {
            slider->setSliderPosition(
                slider->minimum()
                + int(pick(qsizetype(slider->maximum()) - slider->minimum() + 1)));
            QCoreApplication::processEvents();
        }
        slider->setSliderDown(false);
    }

    void click()
    {
        auto* button = any<QAbstractButton>();
        auto* tool = qobject_cast<QToolButton*>(button);
        if (button && !(tool && tool->menu()))
            button->click();
    }

    void chooseFromMenu()
    {
        auto* tool = any<QToolButton>();
        if (!tool || !tool->menu())
            return;
        emit tool->menu()->aboutToShow(); // some are filled only now
        QList<QAction*> leaves;
        addLeaves(*tool->menu(), leaves);
        if (!leaves.isEmpty())
            leaves[pick(leaves.size())]->trigger();
    }

    /// Presses, drags, wheels or points at any place of anything drawn.
    void pointSomewhere()
    {
        auto* view = any<QWidget>();
        if (!view || qobject_cast<QAbstractButton*>(view) || qobject_cast<QComboBox*>(view))
            return; // what opens a menu of its own waits for the user
        const QPoint place{int(pick(view->width())), int(pick(view->height()))};
        const QPoint other{int(pick(view->width())), int(pick(view->height()))};
        const Qt::KeyboardModifiers held = pick(3) == 0 ? Qt::ControlModifier : Qt::NoModifier;
        switch (pick(5)) {
        case 0: {
            QMouseEvent moved(QEvent::MouseMove,
                              place,
                              view->mapToGlobal(place),
                              Qt::NoButton,
                              Qt::NoButton,
                              held);
            QApplication::sendEvent(view, &moved);
            QHelpEvent help(QEvent::ToolTip, place, view->mapToGlobal(place));
            QApplication::sendEvent(view, &help);
            break;
        }
        case 1: {
            QWheelEvent wheel(place,
                              view->mapToGlobal(place),
                              {},
                              {0, pick(2) == 0 ? 120 : -120},
                              Qt::NoButton,
                              held,
                              Qt::NoScrollPhase,
                              false);
            QApplication::sendEvent(view, &wheel);
            break;
        }
        case 2: {
            QTest::mousePress(view, Qt::LeftButton, held, place);
            QMouseEvent moved(QEvent::MouseMove,
                              other,
                              view->mapToGlobal(other),
                              Qt::NoButton,
                              Qt::LeftButton,
                              held);
            QApplication::sendEvent(view, &moved);
            QTest::mouseRelease(view, Qt::LeftButton, held, other);
            break;
        }
        case 3:
            QTest::mouseDClick(view, Qt::LeftButton, held, place);
            break;
        default:
            QTest::mouseClick(view, Qt::LeftButton, held, place);
        }
    }

    void typeSomewhere()
    {
        auto* field = any<QLineEdit>();
        if (!field)
            return;
        field->selectAll();
        const QString& typed = kTyped[pick(kTyped.size())];
        typed.isEmpty() ? field->del() : field->insert(typed);
        emit field->textEdited(field->text());
        if (pick(2) == 0)
            QTest::keyClick(field, Qt::Key_Return);
    }

    void exportSomething()
    {
        if (pick(2) == 0) {
            auto* frame = any<ViewFrame>();
            if (!frame)
                return;
            static const QStringList kPictures{
                QStringLiteral("view.png"), QStringLiteral("view.svg"), QStringLiteral("view.pdf")};
            static const QStringList kTables{
                QStringLiteral("view.csv"), QStringLiteral("view.tex"), QStringLiteral("view.md")};
            const QString& name = kTables[pick(kTables.size())];
            if (!frame->saveTable(m_folder + QLatin1Char('/') + name))
                qFatal("%s could not be written", qPrintable(name));
            const bool isPicture =
                std::ranges::any_of(frame->menu()->actions(), [](QAction* entry) {
                    return entry->objectName() == QStringLiteral("showAsTable");
                });
            if (isPicture
                && !frame->savePicture(m_folder + QLatin1Char('/')
                                       + kPictures[pick(kPictures.size())]))
                qFatal("a picture could not be written");
            return;
        }
        static const QStringList kKinds{QStringLiteral("metrics"), QStringLiteral("clients")};
        if (pick(3) == 0)
            m_compare.exports().exportBundleTo(m_folder
                                               + QStringLiteral("/bundle%1").arg(m_bundles++));
        else
            m_compare.exports().exportTo(kKinds[pick(kKinds.size())],
                                         m_folder + QStringLiteral("/runs.csv"));
    }

    void handleDock()
    {
        auto* dock = any<QDockWidget>();
        if (!dock)
            return;
        if (pick(3) == 0)
            dock->setFloating(!dock->isFloating());
        else
            dock->raise();
    }

    void play()
    {
        auto* bar = m_watch.findChild<TransportBar*>();
        bar->setSpeed(double(1 + pick(500)));
        bar->play(pick(3) != 0);
    }

    void dismiss()
    {
        if (auto* palette = m_window.findChild<CommandPalette*>(); palette && palette->isVisible())
            palette->hide();
        QWidget* const popup = QApplication::activePopupWidget();
        QWidget* const modal = QApplication::activeModalWidget();
        if (popup)
            popup->close();
        const auto* question = qobject_cast<QMessageBox*>(modal);
        QAbstractButton* drop =
            question && m_dropsEdits ? question->button(QMessageBox::Discard) : nullptr;
        if (drop)
            drop->click();
        else if (auto* dialog = qobject_cast<QDialog*>(modal))
            dialog->reject();
        m_dismissed += popup || modal ? 1 : 0;
    }

    MainWindow& m_window;
    WatchPage& m_watch;
    ComparePage& m_compare;
    QString m_folder;
    RandomStream m_random;
    QList<QAction*> m_deck;
    qsizetype m_next = std::numeric_limits<qsizetype>::max();
    std::set<const QAction*> m_done;
    QTimer m_dismisser;
    int m_dismissed = 0;
    bool m_dropsEdits = false;
    int m_bundles = 0;
};

} // namespace

/// A user who does anything at all on the Watch and Compare pages, in any order and while runs go
/// on, breaks nothing: the window stays in step with its queue, and what is stored is whole.
/// COTERIE_WALK_SECONDS sets how long the walk is, COTERIE_WALK_SEED which one.
class WatchWalkTest final : public QObject
{
    Q_OBJECT

private slots:
    void anyWalkLeavesTheWindowAndTheStoreWhole();

private:
    void checkStep(MainWindow& window);
    void checkStore(const std::filesystem::path& file);
};

/// What must hold at any moment.
void WatchWalkTest::checkStep(MainWindow& window)
{
    using State = RunController::State;
    const State state = window.controller().state();
    const auto isPossible = [&](ActionId id) { return window.actions().action(id)->isEnabled(); };
    const bool goesOn = state == State::Running || state == State::Paused;
    QCOMPARE(isPossible(ActionId::StepRun), goesOn);
    QCOMPARE(isPossible(ActionId::StopRun), goesOn);
    QVERIFY(goesOn || state == State::Stopping
            || !window.findChild<LiveChangePanel*>()->isVisible());
    const auto* line = window.findChild<QSlider*>(QStringLiteral("timeLine"));
    QVERIFY(line->value() >= line->minimum() && line->value() <= line->maximum());
}

/// Every run ended in one way or another, and has each of its rounds once.
void WatchWalkTest::checkStore(const std::filesystem::path& file)
{
    const auto store = RunStore::open(file, RunStore::Mode::ReadOnly);
    QVERIFY2(store.has_value(), store ? "" : store.error().sentence().c_str());
    const auto runs = (*store)->runs();
    QVERIFY(runs.has_value());
    for (const RunRow& run : *runs) {
        QVERIFY2(run.status != RunStatus::Running, std::to_string(run.id).c_str());
        const auto reports = (*store)->reports(run.id, 0, run.rounds, false);
        QVERIFY(reports.has_value());
        if (reports->empty()) // stopped before its first report
            QCOMPARE(run.roundsDone, 0);
        else
            QCOMPARE(static_cast<int>(reports->size()), run.roundsDone + 1);
        for (std::size_t i = 0; i < reports->size(); ++i)
            QCOMPARE((*reports)[i].round, static_cast<int>(i));
    }
}

void WatchWalkTest::anyWalkLeavesTheWindowAndTheStoreWhole()
{
    const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationName(QStringLiteral("watch-walk"));
    const QString path = folder.filePath(QStringLiteral("quickstart.json"));
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(experiment());
    }
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("out")));
    const std::filesystem::path stored =
        folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    MainWindow window(
        {.registry = registry(),
         .catalog = dataCatalog(),
         .dataFolders = {},
         .queue = {.storeFile = stored, .dataFolders = {}, .threads = 1, .device = {}},
         .experimentsFolder = folder.path()});
    window.resize(1440, 900);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openFile(path);
    QTRY_VERIFY(window.document().isRunnable());
    window.actions().action(ActionId::RunExperiment)->trigger();

    bool isLong = false;
    const int asked = qEnvironmentVariableIntValue("COTERIE_WALK_SECONDS", &isLong);
    bool isChosen = false;
    const auto chosen = qEnvironmentVariable("COTERIE_WALK_SEED").toULongLong(&isChosen);
    const std::uint64_t seed = isChosen ? chosen : isLong ? std::random_device()() : 1;
    qInfo("COTERIE_WALK_SEED=%llu repeats this walk", static_cast<unsigned long long>(seed));
    Walker walker(window, folder.filePath(QStringLiteral("out")), seed);
    QElapsedTimer clock;
    clock.start();
    int steps = 0;
    // A loaded machine takes longer, but goes as far.
    constexpr int kFewestSteps = 60;
    for (; clock.elapsed() < 1000 * (isLong ? asked : 3) || steps < kFewestSteps; ++steps) {
        walker.step();
        checkStep(window);
        if (QTest::currentTestFailed())
            qFatal("after %d steps", steps + 1);
    }
    const QStringList never = walker.neverDone();
    qInfo("%d steps, %d questions and menus dismissed; never possible: %s",
          steps,
          walker.dismissed(),
          never.isEmpty() ? "nothing" : qPrintable(never.join(QStringLiteral(", "))));
    if (isLong && asked >= 30) // time enough for everything to have had its turn
        QCOMPARE(never, QStringList());

    // The window still does what it is there for.
    if (window.controller().isBusy())
        window.controller().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window.controller().isBusy(), 30'000);
    checkStore(stored);
    window.resize(1440, 900);
    window.actions().action(ActionId::ResetLayout)->trigger();
    walker.dropEdits();
    window.openFile(path);
    QTRY_COMPARE(window.document().path(), path);
    QTRY_VERIFY(window.document().isRunnable());
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, 60'000);
    window.actions().action(ActionId::Follow)->setChecked(true);
    const auto* line = window.findChild<QSlider*>(QStringLiteral("timeLine"));
    QTRY_COMPARE(line->maximum(), 120);
    QCOMPARE(line->value(), 120);
    checkStore(stored);
}

COTERIE_WIDGET_SECTION(WatchWalkTest)

} // namespace tst_watch_walk

#include "tst_watch_walk.moc"
