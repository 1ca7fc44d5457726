#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/store/run_store.h"
#include "tests/coterie_test_main.h"
#include "ui/watch/live_change_bar.h"
#include "ui/watch/time_line.h"
#include "ui/watch/watch_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace coterie;
using namespace coterie::ui;

namespace {

QByteArray experiment()
{
    return R"({ "schema": 1, "name": "Small", "data": {
        "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
        "partition": { "scheme": "iid", "clients": 3 }, "test": { "share": 0.2 } },
      "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
      "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
      "rounds": 5000, "seeds": [1] })";
}

const ParameterDescriptor& rate()
{
    return *findParameter(findPart(registry().optimizers, "sgd")->parameters, "learningRate");
}

RunEvent happened(int round, const char* kind, Severity severity)
{
    return {.round = round,
            .event = {.severity = severity, .kind = kind, .client = {}, .sentence = "Said."}};
}

} // namespace

/// Settings that may be changed while a run goes on: asked for in the window, told by the run.
class LiveChangeTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsTypedIsANumberInItsRangeOrASentence_data();
    void whatIsTypedIsANumberInItsRangeOrASentence();
    void marksSayWhatKindOfThingHappened();
    void thousandsOfEventsAreDrawnAsFewSigns();
    void theTimeLineKeepsUpWithAGrowingRun();
    void aChangeInTheWindowIsAnEventOfTheRunAndHeldFromTheNextRoundOn();
    void withoutARunningRunNothingCanBeAsked();
};

void LiveChangeTest::whatIsTypedIsANumberInItsRangeOrASentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value"); // NaN: refused
    QTest::addColumn<QString>("problem");
    const double none = std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("number") << QStringLiteral(" 0.05 ") << 0.05 << QString();
    QTest::newRow("power") << QStringLiteral("1e-3") << 1e-3 << QString();
    QTest::newRow("nothing") << QStringLiteral(" ") << none
                             << QStringLiteral("Type a number; allowed: more than 0.");
    QTest::newRow("zero") << QStringLiteral("0") << none
                          << QStringLiteral("“0” cannot be used; allowed: more than 0.");
    QTest::newRow("less") << QStringLiteral("-1") << none
                          << QStringLiteral("“-1” cannot be used; allowed: more than 0.");
    QTest::newRow("word") << QStringLiteral("fast") << none
                          << QStringLiteral("“fast” cannot be used; allowed: more than 0.");
    QTest::newRow("infinity") << QStringLiteral("inf") << none
                              << QStringLiteral("“inf” cannot be used; allowed: more than 0.");
    QTest::newRow("NaN") << QStringLiteral("nan") << none
                         << QStringLiteral("“nan” cannot be used; allowed: more than 0.");
}

void LiveChangeTest::whatIsTypedIsANumberInItsRangeOrASentence()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    QFETCH(QString, problem);
    const TypedNumber typed = typedNumber(text, rate());
    QCOMPARE(typed.value.has_value(), problem.isEmpty());
    if (typed.value)
        QCOMPARE(*typed.value, value);
    QCOMPARE(typed.problem, problem);
}

void LiveChangeTest::marksSayWhatKindOfThingHappened()
{
    const std::vector<RunEvent> events{happened(2, "arrival", Severity::Information),
                                       happened(3, "liveChange", Severity::Information),
                                       happened(3, "nonFinite", Severity::Warning),
                                       happened(9, "nonFinite", Severity::Failure)};
    const std::vector<TimeMark> marks = timeMarks(events);
    using Kind = TimeMark::Kind;
    const QString third = QStringLiteral("Round 3: Said.");
    QVERIFY((marks
             == std::vector<TimeMark>{{2, Kind::Note, QStringLiteral("Round 2: Said.")},
                                      {3, Kind::Change, third},
                                      {3, Kind::Warning, third},
                                      {9, Kind::Warning, QStringLiteral("Round 9: Said.")}}));
}

void LiveChangeTest::thousandsOfEventsAreDrawnAsFewSigns()
{
    std::vector<TimeMark> marks;
    for (int round = 0; round < 10'000; ++round) {
        marks.push_back({.round = round, .kind = TimeMark::Kind::Warning, .sentence = {}});
        if (round == 5000) // between all the warnings
            marks.push_back({.round = round, .kind = TimeMark::Kind::Change, .sentence = {}});
    }
    const auto signs = timeSigns(marks, [](int round) { return round / 10; });
    QCOMPARE(signs.size(), std::size_t{251});
    QCOMPARE(std::ranges::count(signs, TimeSign{500, TimeMark::Kind::Change}), 1);
}

void LiveChangeTest::theTimeLineKeepsUpWithAGrowingRun()
{
    TimeLine line;
    line.resize(400, line.sizeHint().height());
    line.setRange(0, 100);
    RunCurves run;
    run.title.id = 1;
    line.setEvents(&run);
    QCOMPARE(line.marks().size(), std::size_t{0});
    run.events.push_back(happened(20, "nonFinite", Severity::Warning));
    run.events.push_back(happened(80, "liveChange", Severity::Information));
    line.setEvents(&run);
    QCOMPARE(line.marks().size(), std::size_t{2});
    QVERIFY(line.placeOf(20) < line.placeOf(80));
    QCOMPARE(line.explanation(line.placeOf(80)), QStringLiteral("Round 80: Said."));
    QCOMPARE(line.explanation(line.placeOf(50)), QString());
    QImage with(line.size(), QImage::Format_RGB32);
    line.render(&with);
    RunCurves other;
    other.title.id = 2;
    line.setEvents(&other);
    QCOMPARE(line.marks().size(), std::size_t{0});
    QImage without(line.size(), QImage::Format_RGB32);
    line.render(&without);
    const auto differ = [&](int round, int y) {
        const QPoint point(line.placeOf(round), y);
        return with.pixel(point) != without.pixel(point);
    };
    QVERIFY(differ(20, line.height() - 3)); // a warning stands below the line,
    QVERIFY(differ(80, 3));                 // a change above it
    QVERIFY(!differ(50, line.height() - 3) && !differ(50, 3));
    line.setEvents(nullptr);
    QCOMPARE(line.marks().size(), std::size_t{0});
}

void LiveChangeTest::aChangeInTheWindowIsAnEventOfTheRunAndHeldFromTheNextRoundOn()
{
    const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationName(QStringLiteral("live-change"));
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
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const auto act = [&](ActionId id) { return window.actions().action(id); };
    QVERIFY(!act(ActionId::ChangeLearningRate)->isEnabled());
    window.openFile(path);
    QTRY_VERIFY(act(ActionId::RunExperiment)->isEnabled());
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    act(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, 30'000);
    act(ActionId::PauseRun)->trigger();
    QCOMPARE(window.controller().state(), RunController::State::Paused);
    QTest::qWait(200); // the round under way ends
    const int before = rounds.back().at(1).value<RoundMeasurements>().round;

    QTRY_VERIFY(act(ActionId::ChangeLearningRate)->isEnabled());
    act(ActionId::ChangeLearningRate)->trigger();
    auto* bar = window.findChild<LiveChangeBar*>();
    auto* field = bar->findChild<QLineEdit*>(QStringLiteral("liveLearningRate"));
    const auto* answer = bar->findChild<QLabel*>(QStringLiteral("liveChangeAnswer"));
    QVERIFY(bar->isVisible());
    QCOMPARE(window.focusWidget(), field);
    QCOMPARE(field->text(), QStringLiteral("0.1"));
    QSignalSpy asked(bar, &LiveChangeBar::learningRateChosen);
    // The page's own keys, such as the full stop for one round, are letters here.
    QTest::keyClicks(field, QStringLiteral("0.0"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(asked.count(), 0);
    QVERIFY2(answer->text().contains(QStringLiteral("more than 0")), qPrintable(answer->text()));
    QTest::keyClicks(field, QStringLiteral("25"));
    QCOMPARE(field->text(), QStringLiteral("0.025"));
    QTest::mouseClick(bar->findChild<QToolButton*>(QStringLiteral("useLearningRate")),
                      Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(window.controller().state(), RunController::State::Paused);
    QCOMPARE(answer->text(), QStringLiteral("0.025 holds from the next round on"));
    QCOMPARE(rounds.back().at(1).value<RoundMeasurements>().round, before);

    act(ActionId::StepRun)->trigger();
    QTRY_COMPARE(rounds.back().at(1).value<RoundMeasurements>().round, before + 1);
    const QString sentence =
        QStringLiteral("Round %1: The learning rate was set to 0.025 by hand.").arg(before + 1);
    auto* line = window.findChild<TimeLine*>(QStringLiteral("timeLine"));
    QTRY_COMPARE(line->marks().size(), std::size_t{1});
    QCOMPARE(line->marks().front().sentence, sentence);
    QCOMPARE(line->marks().front().kind, TimeMark::Kind::Change);
    QTRY_COMPARE(answer->text(), QStringLiteral("Round %1 trained with 0.025").arg(before + 1));
    auto* log = window.findChild<WatchPage*>()->findChild<QListWidget*>(QStringLiteral("log"));
    act(ActionId::ShowLogDock)->trigger();
    act(ActionId::ShowLogDock)->trigger();
    QTRY_COMPARE(log->count(), 1);
    QCOMPARE(log->item(0)->text(), sentence);

    act(ActionId::StopRun)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, 30'000);
    QTRY_VERIFY(!bar->isVisible()); // nothing is left to be changed
    QVERIFY(!act(ActionId::ChangeLearningRate)->isEnabled());
    // The record tells it and the rounds after it used it.
    const auto stored = RunStore::open(store, RunStore::Mode::ReadOnly);
    QVERIFY(stored.has_value());
    const auto reports = (*stored)->reports((*stored)->runs()->front().id, before, before + 1);
    QVERIFY(reports.has_value());
    QCOMPARE(reports->front().learningRate, 0.1);
    QCOMPARE(reports->back().learningRate, 0.025);
    QCOMPARE(reports->back().events.front().kind, std::string("liveChange"));
}

void LiveChangeTest::withoutARunningRunNothingCanBeAsked()
{
    LiveChangeBar bar;
    RunCurves run;
    bar.setRun(&run); // whose plan cannot be read
    QVERIFY(!bar.hasRun());
    RunPlan plan;
    plan.local.optimizer.parameters.set("learningRate", 0.1);
    run.plan = std::make_shared<const RunPlan>(plan);
    bar.setRun(&run);
    QVERIFY(bar.hasRun());
    bar.setRun(nullptr);
    QVERIFY(!bar.hasRun());
    QSignalSpy asked(&bar, &LiveChangeBar::learningRateChosen);
    bar.findChild<QToolButton*>(QStringLiteral("useLearningRate"))->click();
    QCOMPARE(asked.count(), 0);
}

COTERIE_WIDGET_TEST_MAIN(LiveChangeTest)
#include "tst_live_change.moc"
