#include "core/algorithms/registry.h"
#include "core/experiment/experiment.h"
#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/looks.h"
#include "tests/ui/watch/live_change_bench.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/runs/run_view_model.h"
#include "ui/watch/live_change_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace tst_live_change {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

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

} // namespace

/// Settings that may be changed while a run goes on: typed, checked, asked for and answered.
class LiveChangeTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsTypedIsANumberInItsRangeOrASentence_data();
    void whatIsTypedIsANumberInItsRangeOrASentence();
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
        layOut();
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
