#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/watch/watch_walker.h"
#include "ui/watch/live_change_panel.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include <random>

namespace tst_watch_walk {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

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
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
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
    QVERIFY(QTest::qWaitForWindowExposed(&window, kTryMilliseconds));
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
    QTRY_VERIFY(!window.controller().isBusy());
    checkStore(stored);
    window.resize(1440, 900);
    window.actions().action(ActionId::ResetLayout)->trigger();
    walker.dropEdits();
    window.openFile(path);
    QTRY_COMPARE(window.document().path(), path);
    QTRY_VERIFY(window.document().isRunnable());
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY(ended.count() > 0);
    window.actions().action(ActionId::Follow)->setChecked(true);
    const auto* line = window.findChild<QSlider*>(QStringLiteral("timeLine"));
    QTRY_COMPARE(line->maximum(), 120);
    QCOMPARE(line->value(), 120);
    checkStore(stored);
}

COTERIE_WIDGET_SECTION(WatchWalkTest)

} // namespace tst_watch_walk

#include "tst_watch_walk.moc"
