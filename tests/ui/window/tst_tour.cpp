#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/layout_check.h"
#include "tests/ui/window_fixture.h"
#include "ui/frame/font_size.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/watch_docks.h"
#include "ui/window/quickstart_tour.h"

#include <QAction>
#include <QDockWidget>
#include <QPointer>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTreeView>

#include <array>
#include <utility>

namespace tst_tour {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr int kPatience = 60'000;

enum Step : std::size_t
{
    Welcome,
    Open,
    Clients,
    Run,
    Errors,
    Matrix,
    LookBack,
    Comparing,
    End
};

/// A window with the tour begun as from the Help menu.
struct Led
{
    explicit Led(const WindowContext& context, const QSize& size = {1280, 800})
        : window(shownWindow(context))
    {
        window->resize(size);
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get(), kTryMilliseconds))
            qFatal("the window does not become active");
        window->actions().action(ActionId::Tour)->trigger();
        tour = window->findChild<Tour*>();
        if (!tour)
            qFatal("there is no tour");
    }

    template <typename Widget = QPushButton>
    [[nodiscard]] Widget& at(const char* name) const
    {
        return *tour->findChild<Widget*>(QLatin1String(name));
    }
    [[nodiscard]] QString state() const { return at<QLabel>("tourState").text(); }
    void go(std::size_t step) const
    {
        while (tour->step() < step)
            at("tourNext").click();
    }
    /// The second step opens the quickstart.
    [[nodiscard]] bool opens() const
    {
        go(Open);
        return QTest::qWaitFor([this] { return window->document().isRunnable(); }, kPatience);
    }
    /// And runs it as the fourth does.
    [[nodiscard]] bool runs(const char* ending) const
    {
        if (!opens())
            return false;
        go(Run);
        at("tourAct").click();
        return QTest::qWaitFor([&] { return state().contains(QLatin1String(ending)); }, kPatience);
    }
    /// What of the target is not scrolled out of sight.
    [[nodiscard]] bool outlines(const QWidget& target) const
    {
        return QTest::qWaitFor(
            [&] {
                const QRect whole(target.mapTo(window.get(), QPoint()), target.size());
                const QRect& part = tour->outlined();
                return whole.contains(part) && part.width() * 2 > whole.width()
                       && part.height() * 4 > whole.height();
            },
            kPatience);
    }

    std::unique_ptr<MainWindow> window;
    QPointer<Tour> tour;
};

} // namespace

class TourTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void cleanup() { setFontPoints(0); }
    void theCalloutLiesBesideItsTargetAndInTheWindow();
    void theTourOpensRunsWatchesAndCompares();
    void anOpenExperimentStaysUntilTheQuickstartIsWanted();
    void keysAfterRunDoNotRunItTwice();
    void aRunThatIsStoppedIsSaid();
    void aRunThatFailsIsSaid();
    void withoutARunItSaysSoAndGoesOn();
    void aClosedPanelCanBeShownAgain();
    void itFollowsPagesSizesAndThemes();
    void escapeClosesItAndGivesTheFocusBack();
    void itIsOfferedOnce();
    void theOfferGoesWhenARunStarts();
    void whoHasRunsIsNotAsked();
};

void TourTest::theCalloutLiesBesideItsTargetAndInTheWindow()
{
    const QRect room(0, 0, 900, 600);
    const QSize callout(340, 220);
    for (const QRect& target : {QRect(0, 0, 70, 570),
                                QRect(0, 0, 900, 22),
                                QRect(820, 560, 80, 40),
                                QRect(400, 300, 60, 30),
                                QRect(0, 575, 900, 25)}) {
        const QRect place = calloutPlace(callout, target, room);
        QVERIFY(room.contains(place));
        QVERIFY(!place.intersects(target));
    }
    const QRect all(70, 22, 830, 550); // no room beside it: in a corner of it
    QVERIFY(all.contains(calloutPlace(callout, all, room)));
    QVERIFY(room.contains(calloutPlace(callout, {}, room)));
    QCOMPARE(calloutPlace({2000, 2000}, {}, room).topLeft(), QPoint(10, 10)); // its head is seen
}

void TourTest::theTourOpensRunsWatchesAndCompares()
{
    write(kQuickstart, experiment(3));
    const Led led(context());
    QCOMPARE(led.tour->step(), std::size_t{Welcome});
    QVERIFY(led.at("tourNext").hasFocus());
    QCOMPARE(led.tour->accessibleName(),
             QStringLiteral("Tour, step 1 of 9: Two minutes with Coterie"));
    QVERIFY(!led.at("tourBack").isEnabled());
    QVERIFY(led.opens());
    QTRY_COMPARE(led.state(), QStringLiteral("The quickstart is open."));
    QTRY_VERIFY(led.tour->accessibleDescription().endsWith(led.state()));
    QVERIFY(led.outlines(*led.window->findChild<QWidget*>(QStringLiteral("outline"))));
    QVERIFY(led.at("tourAct").hasFocus() || led.tour->isAncestorOf(QApplication::focusWidget()));
    led.go(Clients);
    QVERIFY(led.outlines(*led.window->findChild<QWidget*>(QStringLiteral("partitionEditor"))));
    led.go(Run);
    QVERIFY(led.outlines(*led.window->findChild<QWidget*>(QStringLiteral("runButton"))));
    led.at("tourAct").click();
    QTRY_COMPARE_WITH_TIMEOUT(led.state(), QStringLiteral("The run has finished."), kPatience);
    QVERIFY(led.window->actions().action(ActionId::ShowWatch)->isChecked());
    led.go(Errors);
    QCOMPARE(led.state(), QString());
    QVERIFY(led.outlines(*led.window->findChild<QDockWidget*>(QStringLiteral("curves"))));
    led.go(Matrix);
    QVERIFY(led.outlines(*led.window->findChild<QDockWidget*>(QStringLiteral("matrix"))));
    led.go(Comparing);
    auto* table = led.window->findChild<QTreeView*>(QStringLiteral("runTable"));
    QVERIFY(led.outlines(*table));
    QVERIFY(led.tour->isAncestorOf(QApplication::focusWidget())); // Enter goes on
    QTRY_COMPARE(table->model()->rowCount(), 2);
    led.at("tourBack").click();
    QVERIFY(led.window->actions().action(ActionId::ShowWatch)->isChecked());
    led.go(End);
    QCOMPARE(led.at("tourNext").text(), QStringLiteral("Done"));
    led.at("tourNext").click();
    QTRY_VERIFY(!led.tour);
    // The button that had the focus before went with the welcome.
    const auto* pages = led.window->findChild<QStackedWidget*>(QStringLiteral("pages"));
    QVERIFY(pages->currentWidget() == QApplication::focusWidget()
            || pages->currentWidget()->isAncestorOf(QApplication::focusWidget()));
    QTRY_VERIFY(!led.window->findChild<QWidget*>(QStringLiteral("tourOutline")));
}

void TourTest::anOpenExperimentStaysUntilTheQuickstartIsWanted()
{
    write(kQuickstart, experiment(3));
    const Led led(context());
    QVERIFY(opens(*led.window, write(kMine, 3)));
    led.go(Open);
    QTRY_VERIFY2(led.state().startsWith(QStringLiteral("Another experiment is open")),
                 qPrintable(led.state()));
    QVERIFY(led.outlines(*led.window->findChild<QWidget*>(QStringLiteral("outline"))));
    led.at("tourAct").click();
    QTRY_COMPARE(led.state(), QStringLiteral("The quickstart is open."));
    QTRY_VERIFY(!led.at("tourAct").isEnabled());
}

void TourTest::keysAfterRunDoNotRunItTwice()
{
    write(kQuickstart, experiment(kEndless));
    const WindowContext over = context();
    const Led led(over);
    QVERIFY(led.opens());
    led.go(Run);
    led.at("tourAct").setFocus();
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Return, Qt::Key_Space}) {
        QTest::keyClick(QApplication::focusWidget(), key);
        led.tour->go(Run);
        led.at("tourAct").setFocus(); // in vain while a run is going
    }
    QTRY_VERIFY_WITH_TIMEOUT(led.state().contains(QStringLiteral("It runs")), kPatience);
    QVERIFY(!led.at("tourAct").isEnabled());
    led.at("tourNext").setFocus();
    led.window->actions().action(ActionId::PauseRun)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(led.at("tourAct").isEnabled(), kPatience);
    QCOMPARE(led.at("tourAct").text(), QStringLiteral("Resume"));
    led.at("tourAct").setFocus();
    QTest::keyClick(&led.at("tourAct"), Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(
        led.window->controller().state(), RunController::State::Running, kPatience);
    led.window->actions().action(ActionId::StopRun)->trigger();
    QCOMPARE(led.window->controller().state(), RunController::State::Stopping);
    QTRY_COMPARE_WITH_TIMEOUT(
        led.window->controller().state(), RunController::State::Idle, kPatience);
    const auto store = RunStore::open(over.queue.storeFile, RunStore::Mode::ReadOnly);
    QVERIFY(store);
    const auto runs = (*store)->runs();
    QVERIFY(runs);
    QCOMPARE(runs->size(), std::size_t{2}); // of its two arms
}

void TourTest::aRunThatIsStoppedIsSaid()
{
    write(kQuickstart, experiment(kEndless));
    const Led led(context());
    QVERIFY(led.runs("It runs"));
    led.window->actions().action(ActionId::PauseRun)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(led.state().contains(QStringLiteral("paused")), kPatience);
    led.window->actions().action(ActionId::StopRun)->trigger();
    (void)QTest::qWaitFor([&] { return led.state().contains(QStringLiteral("was stopped")); },
                          kPatience);
    QVERIFY2(led.state().contains(QStringLiteral("was stopped")), qPrintable(led.state()));
    led.go(Errors);
    QTRY_VERIFY2(led.state().contains(QStringLiteral("was stopped")), qPrintable(led.state()));
}

void TourTest::aRunThatFailsIsSaid()
{
    write(kQuickstart,
          experiment(50).replace("\"mlr\"", "\"mnist_cnn_20k\"").replace("0.1 }", "1e20 }"));
    const Led led(context());
    QVERIFY(led.runs("The run failed: "));
    QVERIFY2(led.state().contains(QStringLiteral("loss of client")), qPrintable(led.state()));
    led.go(Errors);
    QTRY_VERIFY2(led.state().startsWith(QStringLiteral("The run failed: ")),
                 qPrintable(led.state()));
}

void TourTest::withoutARunItSaysSoAndGoesOn()
{
    write(kQuickstart, experiment(3));
    const Led led(context());
    led.tour->go(Clients); // without the step that opens it
    QTRY_VERIFY2(led.state().contains(QStringLiteral("No experiment is open")),
                 qPrintable(led.state()));
    QVERIFY(led.tour->outlined().isEmpty());
    QVERIFY(!led.at("tourShow").isVisible()); // it could not show it
    led.go(Run);
    QTRY_VERIFY(led.state().contains(QStringLiteral("is not open")));
    for (const std::size_t step : {Errors, Matrix, LookBack}) {
        led.go(step);
        QTRY_VERIFY2(led.state().startsWith(QStringLiteral("No run is on screen yet")),
                     qPrintable(led.state()));
        QVERIFY(!led.at("tourShow").isVisible());
    }
    led.go(End);
    QVERIFY(led.at("tourNext").isVisible());
}

void TourTest::aClosedPanelCanBeShownAgain()
{
    write(kQuickstart, experiment(3));
    const Led led(context());
    QVERIFY(led.runs("finished"));
    led.go(Matrix);
    auto* dock = led.window->findChild<QDockWidget*>(QStringLiteral("matrix"));
    QVERIFY(led.outlines(*dock));
    dock->close();
    QTRY_VERIFY(led.at("tourShow").isVisible());
    QVERIFY(led.tour->outlined().isEmpty());
    QVERIFY(led.state().contains(QStringLiteral("not on screen")));
    led.at("tourShow").click();
    QVERIFY(led.outlines(*dock));
    QTRY_VERIFY(!led.at("tourShow").isVisible());
    led.window->findChild<WatchDocks*>()->bring("river"); // another tab in front of it
    QTRY_VERIFY(led.at("tourShow").isVisible());
    led.window->actions().action(ActionId::ResetLayout)->trigger();
    led.at("tourShow").click();
    QVERIFY(led.outlines(*dock));
    dock->setFloating(true); // in a window of its own
    QTRY_VERIFY(led.tour->outlined().isEmpty());
    QVERIFY(led.tour->isVisible());
}

void TourTest::itFollowsPagesSizesAndThemes()
{
    write(kQuickstart, experiment(3));
    const Led led(context(), {900, 600});
    QVERIFY(led.runs("finished"));
    QStringList faults;
    constexpr std::array kLooks{std::pair(ThemeChoice::Light, 0),
                                std::pair(ThemeChoice::Dark, 0),
                                std::pair(ThemeChoice::Dark, kLargestFont)};
    for (const auto& [theme, points] : kLooks) {
        led.window->theme().choose(theme);
        setFontPoints(points);
        const bool isLarge = points > 0;
        led.tour->go(0);
        for (std::size_t step = Welcome; step <= End; ++step) {
            led.go(step);
            for (const QSize& size : {QSize(900, 600), QSize(1600, 1000)}) {
                led.window->resize(size);
                QStringList found;
                (void)QTest::qWaitFor(
                    [&] {
                        found = layoutFaults(*led.window).filter(QStringLiteral("in Tour"));
                        if (isLarge) // of thick letters on a gradient the ground cannot be told
                            found.removeIf([](const QString& fault) {
                                return fault.contains(QStringLiteral("a contrast of"));
                            });
                        if (!led.window->rect().contains(led.tour->geometry()))
                            found << QStringLiteral("the callout leaves the window");
                        return found.isEmpty();
                    },
                    faults.isEmpty() ? kPatience : 1'000); // it fails anyway
                for (const QString& fault : found)
                    faults
                        << QStringLiteral("step %1, %2: %3").arg(step).arg(size.width()).arg(fault);
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    led.tour->go(Errors);
    QVERIFY(!led.tour->outlined().isEmpty());
    led.window->actions().action(ActionId::ShowData)->trigger();
    QTRY_VERIFY(led.tour->outlined().isEmpty());
    led.window->actions().action(ActionId::ShowWatch)->trigger();
    QTRY_VERIFY(!led.tour->outlined().isEmpty());
}

void TourTest::escapeClosesItAndGivesTheFocusBack()
{
    write(kQuickstart, experiment(3));
    const auto window = shownWindow(context());
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get(), kTryMilliseconds));
    auto* before = window->findChild<QWidget*>(QStringLiteral("welcome"))
                       ->findChild<QPushButton*>(QStringLiteral("emptyStateButton"));
    before->setFocus();
    QVERIFY(before->hasFocus());
    window->actions().action(ActionId::Tour)->trigger();
    const QPointer<Tour> tour = window->findChild<Tour*>();
    QVERIFY(tour->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab); // all of its buttons by keys
    QVERIFY(tour->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QTRY_VERIFY(!tour);
    QVERIFY(before->hasFocus());
    window->actions().action(ActionId::Tour)->trigger(); // again
    window->actions().action(ActionId::Tour)->trigger();
    QTRY_COMPARE(window->findChildren<Tour*>().size(), 1);
}

void TourTest::itIsOfferedOnce()
{
    write(kQuickstart, experiment(3));
    {
        const auto window = shownWindow(context());
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get(), kTryMilliseconds));
        auto* before = window->findChild<QWidget*>(QStringLiteral("welcome"))
                           ->findChild<QPushButton*>(QStringLiteral("emptyStateButton"));
        before->setFocus();
        window->tour().offer();
        QPointer<Tour> offer;
        QTRY_VERIFY((offer = window->findChild<Tour*>()) && offer->isVisible());
        QCOMPARE(QApplication::focusWidget(), before); // not in the way
        QCOMPARE(offer->findChild<QPushButton*>(QStringLiteral("tourNext"))->text(),
                 QStringLiteral("No, thanks"));
        offer->findChild<QPushButton*>(QStringLiteral("tourNext"))->setFocus();
        offer->findChild<QPushButton*>(QStringLiteral("tourNext"))->click();
        QTRY_VERIFY(!offer);
        QCOMPARE(QApplication::focusWidget(), before);
        window->tour().offer();
        QVERIFY(!window->findChild<Tour*>());
    }
    QSettings().clear();
    const auto window = shownWindow(context());
    window->tour().offer();
    QPointer<Tour> offer;
    QTRY_VERIFY(offer = window->findChild<Tour*>());
    offer->findChild<QPushButton*>(QStringLiteral("tourAct"))->click();
    QTRY_VERIFY(!offer);
    const auto* tour = window->findChild<Tour*>();
    QVERIFY(tour && tour->accessibleName().startsWith(QStringLiteral("Tour, step 1 of 9")));
    QVERIFY(QSettings().value(QStringLiteral("tour/offered")).toBool());
}

void TourTest::theOfferGoesWhenARunStarts()
{
    write(kQuickstart, experiment(3));
    const auto window = shownWindow(context());
    window->tour().offer();
    QPointer<Tour> offer;
    QTRY_VERIFY(offer = window->findChild<Tour*>());
    QSignalSpy ended(&window->controller(), &RunController::queueEnded);
    window->actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY(!offer);
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
}

void TourTest::whoHasRunsIsNotAsked()
{
    write(kQuickstart, experiment(3));
    {
        const auto read = parseExperiment(experiment(3).toStdString(), registry());
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadWrite);
        const auto stored = (*store)->addExperiment(
            read->name, writeExperiment(*read), canonicalHash(*read, registry()));
        QVERIFY((*store)->addRuns(*stored, expand(*read, registry()), currentEnvironment({})));
    }
    const auto window = shownWindow(context());
    QSignalSpy answered(&window->reader(), &StoreReader::stoppedRead);
    window->tour().offer();
    QTRY_VERIFY(answered.count() > 0);
    QVERIFY(!window->findChild<Tour*>());
    QVERIFY(!QSettings().contains(QStringLiteral("tour/offered"))); // with another store it may be
}

COTERIE_WIDGET_SECTION(TourTest)

} // namespace tst_tour

#include "tst_tour.moc"
