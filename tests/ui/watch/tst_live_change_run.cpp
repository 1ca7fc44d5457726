#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/watch/live_change_bench.h"
#include "ui/watch/live_change_panel.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_docks.h"
#include "ui/watch/watch_page.h"
#include "ui/window/main_window.h"

#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_live_change_run {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

QByteArray experiment()
{
    return R"({ "schema": 1, "name": "Small", "data": {
        "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
        "partition": { "scheme": "iid", "clients": 3 }, "test": { "share": 0.2 } },
      "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
      "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
      "rounds": 100000, "seeds": [1] })";
}

bool transportSays(const QWidget& window, const QString& end)
{
    const auto labels = window.findChild<TransportBar*>()->findChildren<QLabel*>();
    return std::ranges::any_of(labels,
                               [&](const QLabel* label) { return label->text().endsWith(end); });
}

} // namespace

/// A setting of a real run is changed in the window while the run goes on.
class LiveChangeRunTest final : public QObject
{
    Q_OBJECT

private slots:
    void aChangeInTheWindowIsAnEventOfTheRunAndHeldFromTheNextRoundOn();
};

void LiveChangeRunTest::aChangeInTheWindowIsAnEventOfTheRunAndHeldFromTheNextRoundOn()
{
    const QTemporaryDir folder;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    const QString path = folder.filePath(QStringLiteral("small.json"));
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(experiment());
    }
    const std::filesystem::path store =
        folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    MainWindow window({.registry = registry(),
                       .catalog = dataCatalog(),
                       .dataFolders = {},
                       .queue = {.storeFile = store, .dataFolders = {}, .threads = 1, .device = {}},
                       .experimentsFolder = folder.path()});
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    const auto act = [&](ActionId id) { return window.actions().action(id); };
    QVERIFY(!act(ActionId::ChangeSettings)->isEnabled());
    window.openFile(path);
    QTRY_VERIFY(act(ActionId::RunExperiment)->isEnabled());
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    act(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY(rounds.count() > 2);
    act(ActionId::PauseRun)->trigger();
    QCOMPARE(window.controller().state(), RunController::State::Paused);
    const auto storedRun = [&] {
        const auto opened = RunStore::open(store, RunStore::Mode::ReadOnly);
        return opened ? (*opened)->runs()->front() : RunRow{};
    };
    QTRY_COMPARE(storedRun().status, RunStatus::Paused); // the round under way has ended
    const int before = storedRun().roundsDone;
    QTRY_COMPARE(rounds.back().at(1).value<RoundMeasurements>().round, before);

    QTRY_VERIFY(act(ActionId::ChangeSettings)->isEnabled());
    act(ActionId::ChangeSettings)->trigger();
    auto* panel = window.findChild<LiveChangePanel*>();
    auto* field = fieldOf(*panel, kRate);
    QVERIFY(panel->isVisible());
    QCOMPARE(window.focusWidget(), field);
    QCOMPARE(field->text(), QStringLiteral("0.1"));
    QSignalSpy asked(panel, &LiveChangePanel::changeChosen);
    // The page's own keys, such as the full stop for one round, are letters here.
    QTest::keyClicks(field, QStringLiteral("0.0"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(asked.count(), 0);
    QCOMPARE(problemOf(*panel, kRate), QStringLiteral("Must be more than 0 (is 0)."));
    QTest::keyClicks(field, QStringLiteral("25"));
    QCOMPARE(field->text(), QStringLiteral("0.025"));
    QTest::mouseClick(panel->findChild<QToolButton*>(QStringLiteral("useLiveChange")),
                      Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(window.controller().state(), RunController::State::Paused);
    QCOMPARE(answerOf(*panel), QStringLiteral("Learning rate η = 0.025: from the next round on"));
    QCOMPARE(rounds.back().at(1).value<RoundMeasurements>().round, before);

    act(ActionId::StepRun)->trigger();
    QTRY_COMPARE(rounds.back().at(1).value<RoundMeasurements>().round, before + 1);
    const QString sentence =
        QStringLiteral("Round %1: Changed by hand: Learning rate η, from 0.1 to 0.025.")
            .arg(before + 1);
    auto* line = window.findChild<TimeLine*>(QStringLiteral("timeLine"));
    QTRY_COMPARE(line->marks().size(), std::size_t{1});
    QCOMPARE(line->marks().front().sentence, sentence);
    QCOMPARE(line->marks().front().kind, TimeMark::Kind::Change);
    QTRY_COMPARE(answerOf(*panel), sentence);
    auto* log = window.findChild<WatchPage*>()->findChild<QListWidget*>(QStringLiteral("log"));
    const auto* docks = window.findChild<WatchDocks*>();
    const auto* logDock = window.findChild<QDockWidget*>(QStringLiteral("log"));
    QVERIFY(docks && logDock);
    QTRY_VERIFY(docks->isBehind(*logDock));
    window.actions().action(QStringLiteral("view.dock.log"))->trigger();
    QTRY_COMPARE(log->count(), 1);
    QCOMPARE(log->item(0)->text(), sentence);

    auto* plannedRounds = fieldOf(*panel, kRounds);
    QCOMPARE(plannedRounds->text(), QStringLiteral("100000"));
    plannedRounds->setText(QString::number(before));
    QTest::keyClick(plannedRounds, Qt::Key_Return);
    QCOMPARE(
        problemOf(*panel, kRounds),
        QStringLiteral("Must be at least %1, the next round (is %2).").arg(before + 2).arg(before));
    plannedRounds->setText(QString::number(before + 3));
    QTest::keyClick(plannedRounds, Qt::Key_Return);
    QCOMPARE(asked.count(), 2);
    act(ActionId::StepRun)->trigger();
    QTRY_VERIFY(transportSays(window, QStringLiteral("%1 planned").arg(before + 3)));
    QTRY_COMPARE(log->count(), 2);
    act(ActionId::PauseRun)->trigger(); // it goes on, and ends by itself
    QTRY_VERIFY(ended.count() > 0);
    QTRY_VERIFY(!panel->isVisible()); // nothing is left to be changed
    QVERIFY(!act(ActionId::ChangeSettings)->isEnabled());
    // The record tells it and the rounds after it used it.
    const auto stored = RunStore::open(store, RunStore::Mode::ReadOnly);
    QVERIFY(stored.has_value());
    const RunRow row = (*stored)->runs()->front();
    QCOMPARE(row.status, RunStatus::Finished);
    QCOMPARE(row.rounds, before + 3);
    QCOMPARE(row.roundsDone, before + 3);
    const auto reports = (*stored)->reports(row.id, before, before + 1);
    QVERIFY(reports.has_value());
    QCOMPARE(reports->front().learningRate, 0.1);
    QCOMPARE(reports->back().learningRate, 0.025);
    QVERIFY(std::holds_alternative<SettingChanged>(reports->back().events.front().what));
}

COTERIE_WIDGET_SECTION(LiveChangeRunTest)

} // namespace tst_live_change_run

#include "tst_live_change_run.moc"
