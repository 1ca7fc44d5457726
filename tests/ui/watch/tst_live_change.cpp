#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment.h"
#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/looks.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/watch/live_change_panel.h"
#include "ui/watch/transport_bar.h"
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

#include <algorithm>

namespace tst_live_change {

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
      "rounds": 5000, "seeds": [1] })";
}

RunPlan planOf(const std::string& algorithm)
{
    RunPlan plan;
    plan.algorithm.name = algorithm;
    plan.rounds = 40;
    complete(plan, registry());
    return plan;
}

/// A run that is going on, as the window knows it.
RunCurves running(const RunPlan& plan, std::int64_t id = 7)
{
    RunCurves run;
    run.title.id = id;
    run.title.arm = QStringLiteral("HCCT");
    run.title.roundsPlanned = plan.rounds;
    run.plan = std::make_shared<const RunPlan>(plan);
    run.round = 4;
    run.learningRate = 0.1;
    return run;
}

QLineEdit* fieldOf(QWidget& panel, const char* place)
{
    return panel.findChild<QLineEdit*>(QStringLiteral("live:") + QLatin1String(place));
}

QString problemOf(QWidget& panel, const char* place)
{
    const auto* problem =
        panel.findChild<QLabel*>(QStringLiteral("problem:") + QLatin1String(place));
    return problem->isHidden() ? QString() : problem->text();
}

QString answerOf(QWidget& panel)
{
    return panel.findChild<QLabel*>(QStringLiteral("liveChangeAnswer"))->text();
}

bool transportSays(const QWidget& window, const QString& end)
{
    const auto labels = window.findChild<TransportBar*>()->findChildren<QLabel*>();
    return std::ranges::any_of(labels,
                               [&](const QLabel* label) { return label->text().endsWith(end); });
}

constexpr auto kRate = "/local/optimizer/learningRate";
constexpr auto kAlpha = "/algorithm/alpha";
constexpr auto kRounds = "/rounds";

RunEvent happened(int round, EventValue what, Severity severity)
{
    return {.round = round,
            .event = {.severity = severity, .what = std::move(what), .sentence = "Said."}};
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
    void everyLiveSettingOfThePlanHasAField();
    void allThatDiffersIsAskedForOrNothingIfSomethingIsWrong();
    void thePanelFollowsTheRun();
    void whatWaitsIsShownAsBeforeTheStop();
    void whatIsTakenBackToTheRoundUnderWayNeedsNoAnswer();
    void whatWaitsGoesWithTheRunOnScreen();
    void aRefusalStandsUnderItsField();
    void whatIsWrongCannotBeUsedUntilItIsMended();
    void whatWasTypedAndLeftIsForgottenOnOpening();
    void manyFieldsStandInOneLineOfANarrowWindow_data();
    void manyFieldsStandInOneLineOfANarrowWindow();
    void thePlanOfARoundIsWhatHeldInIt();
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
                             << QStringLiteral("is missing; must be more than 0");
    QTest::newRow("zero") << QStringLiteral("0") << none
                          << QStringLiteral("must be more than 0 (is 0)");
    QTest::newRow("less") << QStringLiteral("-1") << none
                          << QStringLiteral("must be more than 0 (is -1)");
    QTest::newRow("word") << QStringLiteral("fast") << none
                          << QStringLiteral("must be a number, more than 0 (is \"fast\")");
    QTest::newRow("infinity") << QStringLiteral("inf") << none
                              << QStringLiteral("must be a number, more than 0 (is \"inf\")");
    QTest::newRow("NaN") << QStringLiteral("nan") << none
                         << QStringLiteral("must be a number, more than 0 (is \"nan\")");
}

void LiveChangeTest::whatIsTypedIsANumberInItsRangeOrASentence()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    QFETCH(QString, problem);
    const std::vector<LiveSetting> settings = liveSettings(planOf("fedavg"), registry());
    const Result<LiveChange> typed = typedChange(text, settings.front(), 1);
    if (typed) {
        QVERIFY((*typed == LiveChange{.place = kRate, .value = value}));
        QVERIFY(problem.isEmpty());
    } else {
        QCOMPARE(QString::fromStdString(typed.error().sentence()),
                 QLatin1String(kRate) + QStringLiteral(": ") + problem);
    }
}

void LiveChangeTest::marksSayWhatKindOfThingHappened()
{
    const std::vector<RunEvent> events{happened(2, ClientJoined{}, Severity::Information),
                                       happened(3, SettingChanged{}, Severity::Information),
                                       happened(3, LossNotFinite{}, Severity::Warning),
                                       happened(9, LossNotFinite{}, Severity::Failure)};
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
    run.events.push_back(happened(20, LossNotFinite{}, Severity::Warning));
    run.events.push_back(happened(80, SettingChanged{}, Severity::Information));
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

void LiveChangeTest::everyLiveSettingOfThePlanHasAField()
{
    LiveChangePanel panel;
    const RunCurves hcct = running(planOf("hcct"));
    panel.setRun(&hcct);
    QVERIFY(panel.hasRun());
    const auto expect = [&](const QString& expected) {
        QStringList all;
        for (const QLineEdit* field : panel.findChildren<QLineEdit*>()) {
            QVERIFY2(!field->accessibleName().isEmpty(), qPrintable(field->objectName()));
            QVERIFY2(field->toolTip().contains(QStringLiteral("Allowed: ")),
                     qPrintable(field->toolTip()));
            all << field->objectName().mid(5) + QStringLiteral(" = ") + field->text();
        }
        all.sort();
        QCOMPARE(all.join(QStringLiteral(", ")), expected);
    };
    expect(QStringLiteral("/algorithm/alpha = 1, /evaluateEvery = 1, "
                          "/local/optimizer/learningRate = 0.1, /rounds = 40"));
    const RunCurves sparse = running(planOf("sfedhp"), 8);
    panel.setRun(&sparse);
    expect(QStringLiteral("/algorithm/lambda1 = 20, /algorithm/lambda2 = 20, /evaluateEvery = 1, "
                          "/local/optimizer/learningRate = 0.1, /rounds = 40"));
}

void LiveChangeTest::allThatDiffersIsAskedForOrNothingIfSomethingIsWrong()
{
    LiveChangePanel panel;
    const RunCurves run = running(planOf("hcct"));
    panel.setRun(&run);
    QSignalSpy asked(&panel, &LiveChangePanel::changeChosen);
    auto* use = panel.findChild<QToolButton*>(QStringLiteral("useLiveChange"));
    use->click();
    QCOMPARE(asked.count(), 0); // nothing differs
    fieldOf(panel, kRate)->setText(QStringLiteral("0.05"));
    fieldOf(panel, kRounds)->setText(QStringLiteral("3"));
    fieldOf(panel, kAlpha)->setText(QStringLiteral("much"));
    use->click();
    QCOMPARE(asked.count(), 0);
    QCOMPARE(problemOf(panel, kRounds),
             QStringLiteral("Must be at least 5, the next round (is 3)."));
    QCOMPARE(problemOf(panel, kAlpha),
             QStringLiteral("Must be a number, at least 0 (is \"much\")."));
    QCOMPARE(problemOf(panel, kRate), QString());
    fieldOf(panel, kRounds)->setText(QStringLiteral("60"));
    fieldOf(panel, kAlpha)->setText(QStringLiteral(" 1.0 ")); // as it is
    use->click();
    QCOMPARE(asked.count(), 2);
    QVERIFY((asked[0][0].value<LiveChange>() == LiveChange{.place = kRate, .value = 0.05}));
    QVERIFY((asked[1][0].value<LiveChange>() == LiveChange{.place = kRounds, .value = 60}));
    QCOMPARE(problemOf(panel, kRounds), QString());
    QCOMPARE(answerOf(panel),
             QStringLiteral("Learning rate η = 0.05, Rounds = 60: from the next round on"));
    use->click(); // it was asked for already
    QCOMPARE(asked.count(), 2);
    fieldOf(panel, kRate)->setText(QStringLiteral("0.1")); // back before it holds
    use->click();
    QCOMPARE(asked.count(), 3);
    QCOMPARE(answerOf(panel), QStringLiteral("Rounds = 60: from the next round on"));
}

void LiveChangeTest::thePanelFollowsTheRun()
{
    LiveChangePanel panel;
    RunPlan plan = planOf("hcct");
    RunCurves run = running(plan);
    panel.setRun(&run);
    QCOMPARE(answerOf(panel), QStringLiteral("Round 4 trained with a learning rate of 0.1"));
    fieldOf(panel, kRounds)->setText(QStringLiteral("60"));
    panel.findChild<QToolButton*>(QStringLiteral("useLiveChange"))->click();
    QCOMPARE(answerOf(panel), QStringLiteral("Rounds = 60: from the next round on"));
    plan.rounds = 60;
    makeChange({.place = kAlpha, .value = 12}, plan);
    run.plan = std::make_shared<const RunPlan>(plan);
    run.events.push_back(happened(5, SettingChanged{}, Severity::Information));
    panel.setRun(&run);
    QCOMPARE(answerOf(panel), QStringLiteral("Round 5: Said."));
    QCOMPARE(fieldOf(panel, kRounds)->text(), QStringLiteral("60"));
    QCOMPARE(fieldOf(panel, kAlpha)->text(), QStringLiteral("12"));
    // What was typed for one run is not meant for the next.
    fieldOf(panel, kAlpha)->setText(QStringLiteral("50"));
    const RunCurves next = running(planOf("hcct"), 8);
    panel.setRun(&next);
    QCOMPARE(fieldOf(panel, kAlpha)->text(), QStringLiteral("1"));
}

/// A resumed run that has computed up to round 4 again of what was stopped in round 8.
void LiveChangeTest::whatWaitsIsShownAsBeforeTheStop()
{
    LiveChangePanel panel;
    RunPlan plan = planOf("hcct");
    RunCurves run = running(plan);
    run.toCome = {{.round = 9, .change = {.place = kRate, .value = 0.05}},
                  {.round = 5, .change = {.place = kRounds, .value = 60}}};
    panel.setRun(&run);
    QCOMPARE(
        answerOf(panel),
        QStringLiteral("Rounds = 60: from round 5 on; Learning rate η = 0.05: from round 9 on"));
    QCOMPARE(fieldOf(panel, kRate)->text(), QStringLiteral("0.05"));
    QCOMPARE(fieldOf(panel, kRounds)->text(), QStringLiteral("60"));
    run.round = 5;
    panel.setRun(&run);
    QCOMPARE(answerOf(panel), QStringLiteral("Learning rate η = 0.05: from round 9 on"));
    QSignalSpy asked(&panel, &LiveChangePanel::changeChosen);
    auto* use = panel.findChild<QToolButton*>(QStringLiteral("useLiveChange"));
    fieldOf(panel, kRounds)->setText(QStringLiteral("40")); // round 5 has not told its plan
    use->click();
    QCOMPARE(asked.count(), 0);
    fieldOf(panel, kRate)->setText(QStringLiteral("0.1")); // what holds now: takes it back
    use->click();
    QCOMPARE(asked.count(), 1);
    QVERIFY((asked[0][0].value<LiveChange>() == LiveChange{.place = kRate, .value = 0.1}));
    QCOMPARE(answerOf(panel), QStringLiteral("Learning rate η = 0.1: from the next round on"));
    run.toCome.clear(); // the run has it
    run.plan = std::make_shared<const RunPlan>(plan);
    panel.setRun(&run);
    QCOMPARE(answerOf(panel), QStringLiteral("Round 5 trained with a learning rate of 0.1"));
    QCOMPARE(fieldOf(panel, kRate)->text(), QStringLiteral("0.1"));
}

/// The plan has what the round under way trains with; the record will have it when it is done.
void LiveChangeTest::whatIsTakenBackToTheRoundUnderWayNeedsNoAnswer()
{
    LiveChangePanel panel;
    RunPlan plan = planOf("hcct");
    makeChange({.place = kRate, .value = 0.05}, plan);
    RunCurves run = running(plan);
    run.toCome = {{.round = 5, .change = {.place = kRate, .value = 0.05}}};
    panel.setRun(&run);
    const QString before = answerOf(panel);
    auto* use = panel.findChild<QToolButton*>(QStringLiteral("useLiveChange"));
    fieldOf(panel, kRate)->setText(QStringLiteral("0.2"));
    use->click();
    QCOMPARE(answerOf(panel), QStringLiteral("Learning rate η = 0.2: from the next round on"));
    fieldOf(panel, kRate)->setText(QStringLiteral("0.05"));
    use->click();
    QCOMPARE(answerOf(panel), before); // the run has nothing to tell of it
}

void LiveChangeTest::whatWaitsGoesWithTheRunOnScreen()
{
    const std::vector<RecordedChange> waits{
        {.round = 9, .change = {.place = kRate, .value = 0.05}}};
    const auto plan = std::make_shared<const RunPlan>(planOf("fedavg"));
    RunViewModel runs;
    RunTitle title;
    title.id = 7;
    runs.beginRun(title, {}, plan, true, waits);
    QVERIFY(runs.find(7)->toCome == waits);
    RunCurves history;
    history.title = title;
    history.round = 4;
    runs.putBefore({history});
    QVERIFY(runs.find(7)->toCome == waits);
    QCOMPARE(runs.find(7)->round, 4);
    runs.setPlan(7, plan, {});
    QVERIFY(runs.find(7)->toCome.empty());
}

void LiveChangeTest::aRefusalStandsUnderItsField()
{
    LiveChangePanel panel;
    const RunCurves run = running(planOf("fedavg"));
    panel.setRun(&run);
    connect(&panel, &LiveChangePanel::changeChosen, &panel, [&](const LiveChange& change) {
        panel.refuse(
            fail(change.place, "the run has ended; its settings can no longer change").error);
    });
    fieldOf(panel, kRate)->setText(QStringLiteral("0.2"));
    QTest::keyClick(fieldOf(panel, kRate), Qt::Key_Return);
    QCOMPARE(problemOf(panel, kRate),
             QStringLiteral("The run has ended; its settings can no longer change."));
    QCOMPARE(answerOf(panel), QStringLiteral("Round 4 trained with a learning rate of 0.1"));
}

void LiveChangeTest::whatIsWrongCannotBeUsedUntilItIsMended()
{
    LiveChangePanel panel;
    const RunCurves run = running(planOf("hcct"));
    panel.setRun(&run);
    panel.show();
    const auto* use = panel.findChild<QToolButton*>(QStringLiteral("useLiveChange"));
    fieldOf(panel, kRate)->setText(QStringLiteral("fast"));
    fieldOf(panel, kAlpha)->setText(QStringLiteral("much"));
    QVERIFY(use->isEnabled());
    const auto hasRedEdge = [&](const char* place) {
        const QImage field = fieldOf(panel, place)->grab().toImage();
        return field.pixelColor(field.width() / 2, 0) == problemColour(panel.palette());
    };
    QVERIFY(!hasRedEdge(kRate) && !hasRedEdge(kAlpha));
    QTest::keyClick(fieldOf(panel, kAlpha), Qt::Key_Return);
    QVERIFY(!use->isEnabled());
    QVERIFY(hasRedEdge(kRate) && hasRedEdge(kAlpha) && !hasRedEdge(kRounds));
    fieldOf(panel, kRate)->setText(QStringLiteral("0.05"));
    QCOMPARE(problemOf(panel, kRate), QString());
    QVERIFY(!hasRedEdge(kRate) && hasRedEdge(kAlpha));
    QVERIFY(!use->isEnabled()); // the other one still is
    fieldOf(panel, kAlpha)->setText(QStringLiteral("2"));
    QVERIFY(use->isEnabled());
    fieldOf(panel, kAlpha)->setText(QStringLiteral("much"));
    QTest::keyClick(fieldOf(panel, kAlpha), Qt::Key_Return);
    QVERIFY(!use->isEnabled());
    fieldOf(panel, kAlpha)->clear();
    QTest::keyClick(fieldOf(panel, kAlpha), Qt::Key_Return);
    QCOMPARE(problemOf(panel, kAlpha), QStringLiteral("Must be at least 0; the field is empty."));
    panel.beginTyping(); // forgets it
    QVERIFY(use->isEnabled());
    QVERIFY(!hasRedEdge(kAlpha));
}

void LiveChangeTest::whatWasTypedAndLeftIsForgottenOnOpening()
{
    LiveChangePanel panel;
    const RunCurves run = running(planOf("hcct"));
    panel.setRun(&run);
    auto* use = panel.findChild<QToolButton*>(QStringLiteral("useLiveChange"));
    fieldOf(panel, kRounds)->setText(QStringLiteral("60"));
    use->click(); // asked for: this one stays
    fieldOf(panel, kRate)->setText(QStringLiteral("fast"));
    fieldOf(panel, kAlpha)->setText(QStringLiteral("50"));
    use->click();
    QVERIFY(!problemOf(panel, kRate).isEmpty());
    panel.beginTyping();
    QCOMPARE(problemOf(panel, kRate), QString());
    QCOMPARE(fieldOf(panel, kRate)->text(), QStringLiteral("0.1"));
    QCOMPARE(fieldOf(panel, kAlpha)->text(), QStringLiteral("1"));
    QCOMPARE(fieldOf(panel, kRounds)->text(), QStringLiteral("60"));
    QSignalSpy asked(&panel, &LiveChangePanel::changeChosen);
    use->click();
    QCOMPARE(asked.count(), 0);
}

void LiveChangeTest::manyFieldsStandInOneLineOfANarrowWindow_data()
{
    addLooks(kFewLooks);
}

void LiveChangeTest::manyFieldsStandInOneLineOfANarrowWindow()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    LiveChangePanel panel;
    panel.setPalette(dark ? darkPalette() : lightPalette());
    RunPlan plan = planOf("sfedhp");
    plan.local.objective.name = std::string("proximal");
    complete(plan, registry());
    RunCurves run = running(plan);
    run.toCome = {{.round = 9, .change = {.place = kRate, .value = 0.05}}};
    panel.setRun(&run);
    constexpr int kNarrow = 830; // what a window of 900 leaves beside its rail
    QVERIFY2(panel.minimumSizeHint().width() <= kNarrow,
             qPrintable(QString::number(panel.minimumSizeHint().width())));
    fieldOf(panel, "/algorithm/lambda2")->setText(QStringLiteral("0"));
    panel.show();
    QTest::keyClick(fieldOf(panel, "/algorithm/lambda2"), Qt::Key_Return);
    QVERIFY(!problemOf(panel, "/algorithm/lambda2").isEmpty());
    for (const int width : {kNarrow, 1370}) {
        panel.resize(width, panel.heightForWidth(width));
        QTRY_COMPARE(panel.width(), width);
        QVERIFY(panel.findChild<QLabel*>(QStringLiteral("liveChangeAnswer"))->width() > 150);
        std::vector<QRect> places;
        for (const QLineEdit* field : panel.findChildren<QLineEdit*>())
            places.push_back({field->mapTo(&panel, QPoint()), field->size()});
        QCOMPARE(places.size(), std::size_t{6});
        std::ranges::sort(places, {}, &QRect::left);
        for (std::size_t i = 1; i < places.size(); ++i) {
            QCOMPARE(places[i].top(), places[0].top());
            QVERIFY(places[i].left() > places[i - 1].right());
        }
        QVERIFY(kept(drawn(panel, scale),
                     QStringLiteral("live-changes-%1-%2")
                         .arg(width)
                         .arg(QString::fromLatin1(QTest::currentDataTag()))));
    }
}

void LiveChangeTest::thePlanOfARoundIsWhatHeldInIt()
{
    const RunPlan first = planOf("hcct");
    RunPlan newest = first;
    RunCurves stored = running(first); // a stored run has the plan it began with,
    for (const auto& [round, alpha] : {std::pair(3, 20.0), std::pair(5, 0.3)}) {
        const double before = newest.algorithm.parameters.real("alpha");
        stored.events.push_back(
            {.round = round,
             .event = {.what = SettingChanged{.place = kAlpha, .from = before, .to = alpha}}});
        makeChange({.place = kAlpha, .value = alpha}, newest);
    }
    RunCurves live = stored; // one that goes on the plan as it is now
    live.plan = std::make_shared<const RunPlan>(newest);
    for (const RunCurves& run : {stored, live}) {
        const auto alphaAt = [&](int round) {
            return run.planAt(round)->algorithm.parameters.real("alpha");
        };
        QCOMPARE(alphaAt(2), 1.0);
        QCOMPARE(alphaAt(3), 20.0);
        QCOMPARE(alphaAt(4), 20.0);
        QCOMPARE(alphaAt(5), 0.3);
        QCOMPARE(run.planAt(9)->rounds, 40);
    }
    stored.events.clear();
    QCOMPARE(stored.planAt(4), stored.plan);
    stored.plan.reset();
    QVERIFY(!stored.planAt(4));
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
    QVERIFY(!act(ActionId::ChangeSettings)->isEnabled());
    window.openFile(path);
    QTRY_VERIFY(act(ActionId::RunExperiment)->isEnabled());
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    act(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, 30'000);
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
    for (int times = 0; times < 2; ++times)
        window.actions().action(QStringLiteral("view.dock.log"))->trigger();
    QTRY_COMPARE(log->count(), 1);
    QCOMPARE(log->item(0)->text(), sentence);

    auto* plannedRounds = fieldOf(*panel, kRounds);
    QCOMPARE(plannedRounds->text(), QStringLiteral("5000"));
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
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, 30'000);
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

void LiveChangeTest::withoutARunningRunNothingCanBeAsked()
{
    LiveChangePanel panel;
    RunCurves run;
    panel.setRun(&run); // whose plan cannot be read
    QVERIFY(!panel.hasRun());
    run.plan = std::make_shared<const RunPlan>(planOf("fedavg"));
    panel.setRun(&run);
    QVERIFY(panel.hasRun());
    fieldOf(panel, kRate)->setText(QStringLiteral("0.2"));
    panel.setRun(nullptr);
    QVERIFY(!panel.hasRun());
    QSignalSpy asked(&panel, &LiveChangePanel::changeChosen);
    panel.findChild<QToolButton*>(QStringLiteral("useLiveChange"))->click();
    QCOMPARE(asked.count(), 0);
}

COTERIE_WIDGET_SECTION(LiveChangeTest)

} // namespace tst_live_change

#include "tst_live_change.moc"
