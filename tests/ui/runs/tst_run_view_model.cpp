#include "core/experiment/live_change.h"
#include "core/metrics/metrics.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/runs/run_view_model.h"
#include "ui/views/plot_legend.h"
#include "ui/watch/curve_lines.h"
#include "ui/watch/log_panel.h"
#include "ui/watch/run_list.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

namespace tst_run_view_model {

using namespace coterie;
using namespace coterie::ui;

class RunViewModelTest final : public QObject
{
    Q_OBJECT

private slots:
    void liveAndStoredRunsGiveTheSameCurves();
    void aRunThatGoesOnHasItsEarlierRoundsToo();
    void roundsThatAStopDidNotKeepGo();
    void meansAreCoresMetrics();
    void absentIsNotStoredAndNotFiniteIs();
    void valueAtARoundIsTheNewestBeforeIt();
    void aClientIsInItsGroupSinceItJoined();
    void titleNamesTheSweep();
    void runsOfOneNameAreCalledByWhatDiffers();
    void changesOfGroupsAreToldInWords_data();
    void changesOfGroupsAreToldInWords();
    void whatToLookForIsSaidWhereAllRunsAgree();
    void listFollowsTheRuns();
    void listShowsThePastRound();
    void listSaysOfWhichRoundANumberIs();

private:
    static void feed(RunViewModel& runs, const RunHeader& header);
};

void RunViewModelTest::feed(RunViewModel& runs, const RunHeader& header)
{
    runs.beginRun(titleOf(header));
    MetricTracker tracker(header.facts);
    for (int round = 0; round <= header.plan.rounds; ++round) {
        RoundReport report = made_up::report(round, header.facts.trainSamples.size(), 0.1);
        report.metrics = tracker.add(report);
        runs.append(header.id, measure(report));
    }
    runs.endRun(header.id, RunStatus::Finished, {});
}

void RunViewModelTest::liveAndStoredRunsGiveTheSameCurves()
{
    const RunHeader header = made_up::header(7, "FedAvg", 1, 4, 12);
    RunRow row;
    row.id = 7;
    row.experimentName = header.experimentName;
    row.arm = "FedAvg";
    row.armIndex = 1;
    row.look = 1;
    row.seed = 1;
    row.rounds = 12;
    RunViewModel live;
    feed(live, header);
    RunViewModel stored;
    stored.beginRun(titleOf(row));
    MetricTracker tracker(header.facts);
    for (int round = 0; round <= 12; ++round) {
        RoundReport report = made_up::report(round, 4, 0.1);
        report.metrics = tracker.add(report);
        stored.append(7, measure(report));
    }
    const RunCurves& one = live.runs().front();
    const RunCurves& other = stored.runs().front();
    QCOMPARE(one.title.label(), other.title.label());
    QCOMPARE(one.title.look, other.title.look);
    for (std::size_t metric = 0; metric < kStoredMetrics; ++metric) {
        QCOMPARE(one.metrics[metric].mean.values, other.metrics[metric].mean.values);
        QCOMPARE(one.metrics[metric].clients.size(), other.metrics[metric].clients.size());
    }
    QCOMPARE(one.metrics[0].mean.values.size(), 13U);
    QCOMPARE(one.metrics[0].clients.size(), 4U);
}

void RunViewModelTest::aRunThatGoesOnHasItsEarlierRoundsToo()
{
    const RunHeader header = made_up::header(7, "FedAvg", 1, 4, 12);
    MetricTracker tracker(header.facts);
    std::vector<RoundMeasurements> rounds;
    for (int round = 0; round <= 12; ++round) {
        RoundReport report = made_up::report(round, 4, 0.1);
        report.metrics = tracker.add(report);
        rounds.push_back(measure(report));
        rounds.back().seconds = 2;
    }
    RunCurves whole;
    whole.title = titleOf(header);
    RunCurves stored = whole;
    for (int round = 0; round <= 12; ++round) {
        whole.append(rounds[std::size_t(round)]);
        if (round <= 8) // stored while the question was on its way; the eighth is reported later
            stored.append(rounds[std::size_t(round)]);
    }
    const auto goOn = [&](RunViewModel& runs, bool answered) {
        runs.beginRun(titleOf(header), header.facts, nullptr, true);
        QCOMPARE(runs.waitingForHistory(), std::vector<std::int64_t>{7});
        for (int round = 5; round <= 12; ++round) {
            if (round == 8)
                answered ? runs.putBefore({stored}) : runs.goWithoutHistory();
            runs.append(7, rounds[std::size_t(round)]);
        }
        QVERIFY(runs.waitingForHistory().empty());
        runs.endRun(7, RunStatus::Finished, {});
    };
    RunViewModel runs;
    goOn(runs, true);
    const RunCurves& run = runs.runs().front();
    QCOMPARE(run.status, RunStatus::Finished);
    QCOMPARE(run.facts, header.facts);
    QCOMPARE(run.metrics[0].mean.rounds, whole.metrics[0].mean.rounds);
    QCOMPARE(run.metrics[0].mean.values, whole.metrics[0].mean.values);
    QCOMPARE(run.progress.seconds, whole.progress.seconds);
    QCOMPARE(run.participants.size(), std::size_t(12)); // round 0 draws nobody
    RunViewModel without;
    goOn(without, false);
    QCOMPARE(without.runs().front().metrics[0].mean.rounds.front(), 5.0);
    QCOMPARE(without.runs().front().metrics[0].mean.rounds.size(), std::size_t(8));
}

/// Rounds after the last safe point were reported, but are computed again by a resume.
void RunViewModelTest::roundsThatAStopDidNotKeepGo()
{
    const RunHeader header = made_up::header(7, "HCCT", 0, 4, 12);
    RunViewModel runs;
    RunViewModel expected;
    MetricTracker tracker(header.facts);
    runs.beginRun(titleOf(header));
    expected.beginRun(titleOf(header));
    for (int round = 0; round <= 12; ++round) {
        RoundReport report = made_up::report(round, 4, 0.1);
        report.metrics = tracker.add(report);
        report.grouping.emplace().groups = {{0, 1}, {2, 3}};
        report.events = {{.what = ClientJoined{}, .client = 1, .sentence = "Client 1 joins."}};
        runs.append(7, measure(report));
        if (round <= 8)
            expected.append(7, measure(report));
    }
    runs.endRun(7, RunStatus::Stopped, QStringLiteral("Stopped after round 8."), 8);
    const RunCurves& run = runs.runs().front();
    const RunCurves& kept = expected.runs().front();
    QCOMPARE(run.status, RunStatus::Stopped);
    QCOMPARE(runs.newestRound(), 8);
    QCOMPARE(run.metrics[0].mean.values, kept.metrics[0].mean.values);
    QCOMPARE(run.metrics[0].clients[3].rounds, kept.metrics[0].clients[3].rounds);
    QCOMPARE(run.named.at("meanTestError").mean.values, kept.named.at("meanTestError").mean.values);
    QCOMPARE(run.progress.rounds, kept.progress.rounds);
    QCOMPARE(run.progress.seconds, kept.progress.seconds);
    QCOMPARE(run.groups.size(), kept.groups.size());
    QCOMPARE(run.participants.size(), kept.participants.size());
    QCOMPARE(run.events.size(), kept.events.size());

    runs.beginRun(titleOf(header), header.facts, nullptr, true); // stopped before its history came
    runs.append(7, measure(made_up::report(9, 4, 0.1)));
    runs.append(7, measure(made_up::report(10, 4, 0.1)));
    runs.endRun(7, RunStatus::Stopped, {}, 9);
    runs.goWithoutHistory();
    QCOMPARE(runs.runs().back().round, 9);
}

void RunViewModelTest::meansAreCoresMetrics()
{
    RoundReport report;
    report.round = 3;
    report.participants = {0, 1};
    for (int client = 0; client < 2; ++client) {
        ClientReport& of = report.clients.emplace_back();
        of.client = client;
        of.trainLoss = 1.0 + client;
        of.personalTest = Score{.loss = 0.5, .accuracy = client == 0 ? 0.9 : 0.7, .samples = 10};
    }
    report.metrics = MetricTracker(made_up::facts(2)).add(report);
    const RoundMeasurements measured = measure(report);
    QVERIFY(std::abs(*measured.mean[0] - 20.0) < 1e-9); // (10 % + 30 %) / 2
    QVERIFY(std::abs(*measured.mean[2] - 1.5) < 1e-12);
    QVERIFY(!measured.mean[3]);
    QVERIFY(std::abs(*measured.clients[1].values[0] - 30.0) < 1e-9);
}

void RunViewModelTest::absentIsNotStoredAndNotFiniteIs()
{
    RunViewModel runs;
    runs.beginRun(titleOf(made_up::header(1, "A", 0, 1, 4)));
    runs.append(1, made_up::measurements(0, 9.0));
    runs.append(1, made_up::measurements(1, std::nullopt));
    runs.append(1, made_up::measurements(2, made_up::kNaN));
    runs.append(1, made_up::measurements(3, 4.0));
    const Curve& mean = runs.runs().front().metrics[0].mean;
    QCOMPARE(mean.rounds, (std::vector<double>{0, 2, 3}));
    QCOMPARE(mean.values.size(), 3U);
    QVERIFY(std::isnan(mean.values[1]));
}

void RunViewModelTest::valueAtARoundIsTheNewestBeforeIt()
{
    Curve curve;
    curve.append(2, 20);
    curve.append(4, 40);
    QVERIFY(!curve.at(1));
    QCOMPARE(curve.at(2)->value, 20.0);
    QCOMPARE(curve.at(3)->value, 20.0);
    QCOMPARE(curve.at(3)->round, 2.0);
    QCOMPARE(curve.at(9)->value, 40.0);
}

void RunViewModelTest::aClientIsInItsGroupSinceItJoined()
{
    using Rounds = std::vector<std::vector<int>>;
    RunViewModel runs;
    runs.beginRun(titleOf(made_up::header(1, "HCCT", 0, 4, 9)));
    const auto add = [&](int round, std::vector<std::vector<int>> groups) {
        RoundMeasurements measured = made_up::measurements(round, 9);
        measured.groups = std::move(groups);
        runs.append(1, measured);
        return runs.runs().front().groups.back().joined;
    };
    QCOMPARE(add(1, {{0}, {1}, {2}, {3}}), Rounds({{1}, {1}, {1}, {1}}));
    QCOMPARE(add(2, {{0, 1}, {2}, {3}}), Rounds({{2, 2}, {1}, {1}}));
    runs.append(1, made_up::measurements(3, 9)); // nothing is formed anew
    QCOMPARE(add(4, {{0, 1}, {2, 3}}), Rounds({{2, 2}, {4, 4}}));
    // Client 0 is where it was; who is left alone counts from then on.
    QCOMPARE(add(5, {{0, 2}, {1}, {3}}), Rounds({{2, 5}, {5}, {5}}));
    QCOMPARE(add(6, {{0, 2}, {1, 3}}), Rounds({{2, 5}, {6, 6}}));
    const RoundGroups& newest = runs.runs().front().groups.back();
    QCOMPARE(newest.joinedOfClients(5), std::vector<int>({2, 6, 5, 6, -1}));
}

/// As in Compare: by the settings in which the runs on screen differ, and by changes by hand.
void RunViewModelTest::runsOfOneNameAreCalledByWhatDiffers()
{
    RunViewModel runs;
    const auto begin = [&runs](std::int64_t id, int batch) {
        RunHeader header = made_up::header(id, "HCCT", 0, 4, 12);
        header.plan.seed = std::uint64_t(id);
        header.plan.partitionSeed = header.plan.seed;
        header.plan.algorithm.name = "hcct";
        header.plan.algorithm.parameters.set("alpha", 5.0);
        header.plan.sweep = {{.pointer = "/arms/0/algorithm/alpha", .value = 5.0}};
        header.plan.local.batch = batch;
        runs.beginRun(titleOf(header), header.facts, std::make_shared<const RunPlan>(header.plan));
        RoundReport report = made_up::report(0, 4, 0.1);
        report.metrics = {{"meanTestError", 90}};
        runs.append(id, measure(report));
        return header.plan;
    };
    const auto names = [&runs] {
        QStringList all;
        for (const RunCurves& run : runs.runs())
            all << run.title.fullLabel();
        return all;
    };
    const RunPlan plan = begin(1, 16);
    begin(2, 16);
    QCOMPARE(names(),
             (QStringList{QStringLiteral("HCCT · α = 5, seed 1"),
                          QStringLiteral("HCCT · α = 5, seed 2")}));

    const LiveChange change{.place = "/algorithm/alpha", .value = 400};
    RunPlan changed = plan;
    makeChange(change, changed);
    const QStringList after{QStringLiteral("HCCT · α = 5 → 400 (round 1), seed 1"),
                            QStringLiteral("HCCT · α = 5, seed 2")};
    runs.setPlan(1, std::make_shared<const RunPlan>(changed), {{.round = 1, .change = change}});
    QCOMPARE(names(), after);
    RoundReport report = made_up::report(1, 4, 0.1);
    report.events = {{.what = SettingChanged{.place = change.place, .from = 5, .to = 400},
                      .client = std::nullopt,
                      .sentence = "Changed by hand."}};
    runs.append(1, measure(report));
    QCOMPARE(names(), after);

    QSignalSpy renamed(&runs, &RunViewModel::runChanged);
    begin(3, 64);
    QVERIFY(renamed.count() >= 2); // the others are drawn anew
    QCOMPARE(names(),
             (QStringList{QStringLiteral("HCCT · α = 5 → 400 (round 1), batch size = 16, seed 1"),
                          QStringLiteral("HCCT · α = 5, batch size = 16, seed 2"),
                          QStringLiteral("HCCT · α = 5, batch size = 64, seed 3")}));
    CurveChoice choice;
    choice.seeds = true;
    QCOMPARE(legendEntries(curvePicture(runs, choice).lines).size(), std::size_t{3});

    RunViewModel stored; // as they are replayed
    QAbstractItemModelTester tester(new RunListModel(&stored));
    stored.addRuns(runs.runs());
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(stored.runs()[i].title.fullLabel(), names()[qsizetype(i)]);
}

void RunViewModelTest::changesOfGroupsAreToldInWords_data()
{
    using Groups = std::vector<std::vector<int>>;
    QTest::addColumn<Groups>("before");
    QTest::addColumn<Groups>("now");
    QTest::addColumn<QString>("told");
    const auto add =
        [](const char* name, const Groups& before, const Groups& now, const char* told) {
            QTest::newRow(name) << before << now << QString::fromUtf8(told);
        };
    add("nothing", {{0, 1}, {2}}, {{0, 1}, {2}}, "");
    add("everybody alone at first", {}, {{0}, {1}, {2}}, "");
    add("the first groups", {}, {{0, 1}, {2}}, "clients 0 and 1 formed group 1");
    add("a pair forms", {{0}, {1}, {2}}, {{0, 1}, {2}}, "clients 0 and 1 formed group 1");
    add("one joins", {{0, 1}, {2}}, {{0, 1, 2}}, "client 2 joined group 1");
    add("a smaller group joins",
        {{0, 1, 2}, {3, 4}},
        {{0, 1, 2, 3, 4}},
        "clients 3 and 4 joined group 1");
    add("one leaves", {{0, 1, 2}}, {{0, 1}, {2}}, "client 2 left group 1");
    add("all leave", {{0, 1, 2}}, {{0}, {1}, {2}}, "clients 0, 1 and 2 left group 1");
    add("a split", {{0, 1, 2, 3, 4}}, {{0, 1, 2}, {3, 4}}, "clients 3 and 4 formed group 2");
    add("one changes", {{0, 1, 2}, {3, 4}}, {{0, 1}, {2, 3, 4}}, "client 2 joined group 2");
    add("many join at once",
        {{0, 1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}},
        {{0, 1, 2, 3, 4, 5, 6, 7, 8}},
        "7 clients joined group 1");
    add("many changes",
        {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}},
        {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}},
        "10 clients changed groups; there are now 5 groups");
}

void RunViewModelTest::changesOfGroupsAreToldInWords()
{
    using Groups = std::vector<std::vector<int>>;
    QFETCH(Groups, before);
    QFETCH(Groups, now);
    QFETCH(QString, told);
    GroupColours colours;
    const RoundGroups earlier{.round = 1, .groups = before, .colours = colours.add(before)};
    const RoundGroups later{.round = 2, .groups = now, .colours = colours.add(now)};
    GroupChanges changes;
    static_cast<void>(changes.tell(earlier));
    QCOMPARE(changes.tell(later), told);
    QCOMPARE(changes.tell(later), QString());
    // Where only those are grouped who take part, the others are where they were.
    const RoundGroups few{
        .round = 3, .groups = {{now.front()}}, .colours = {later.colours.front()}};
    QCOMPARE(changes.tell(few), QString());
    QCOMPARE(changes.tell(later), QString());
}

void RunViewModelTest::titleNamesTheSweep()
{
    RunHeader header = made_up::header(1, "HCCT", 0, 1, 4);
    header.plan.sweep = {{.pointer = "/arms/2/algorithm/alpha", .value = std::int64_t{10}}};
    QCOMPARE(titleOf(header).label(), QStringLiteral("HCCT · α = 10"));
    QCOMPARE(titleOf(header).fullLabel(), QStringLiteral("HCCT · α = 10, seed 1"));
}

void RunViewModelTest::whatToLookForIsSaidWhereAllRunsAgree()
{
    RunViewModel runs;
    QVERIFY(runs.lookFor().isEmpty());
    RunTitle title = titleOf(made_up::header(1, "FedAvg", 0, 1, 4));
    const QString gap = QStringLiteral("The gap");
    runs.setLookFor(title.experiment, gap);
    QCOMPARE(runs.lookFor(), gap); // before the first run begins
    runs.beginRun(title);
    QCOMPARE(runs.lookFor(), gap);
    // A run that goes on brings it along with its earlier rounds.
    title.id = 2;
    runs.beginRun(title, {}, {}, true);
    RunCurves history;
    history.title = title;
    history.lookFor = gap;
    const QSignalSpy changed(&runs, &RunViewModel::runChanged);
    runs.putBefore({history});
    QCOMPARE(changed.count(), 1);
    QCOMPARE(runs.lookFor(), gap);
    // One of another experiment would have its own.
    title.id = 3;
    title.experiment = QStringLiteral("Other");
    runs.beginRun(title);
    QVERIFY(runs.lookFor().isEmpty());
    runs.clear();
    runs.beginRun(titleOf(made_up::header(1, "FedAvg", 0, 1, 4)));
    QVERIFY(runs.lookFor().isEmpty());
}

void RunViewModelTest::listFollowsTheRuns()
{
    RunViewModel runs;
    RunListModel list;
    const QAbstractItemModelTester tester(&list);
    list.setRuns(&runs);
    QCOMPARE(list.rowCount(), 0);
    feed(runs, made_up::header(1, "Independent", 0, 3, 5));
    feed(runs, made_up::header(2, "FedAvg", 1, 3, 5));
    QCOMPARE(list.rowCount(), 2);
    QCOMPARE(list.index(1, RunListModel::Arm).data().toString(), QStringLiteral("FedAvg"));
    QCOMPARE(list.index(1, 0).data(RunListModel::RunRole).toLongLong(), 2);
    const QSignalSpy changed(&list, &QAbstractItemModel::dataChanged);
    runs.append(2, made_up::measurements(6, 1.0));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(list.index(1, RunListModel::Error).data().toString(), QStringLiteral("1.00"));
    RunHeader other = made_up::header(3, "FedAvg", 1, 3, 5);
    other.experimentName = "Digits";
    runs.beginRun(titleOf(other));
    QCOMPARE(list.index(2, RunListModel::Arm).data().toString(), QStringLiteral("FedAvg (Digits)"));
    QCOMPARE(list.index(1, RunListModel::Arm).data().toString(),
             QStringLiteral("FedAvg (Quickstart: alone or together?)"));
    runs.clear();
    QCOMPARE(list.rowCount(), 0);
}

void RunViewModelTest::listShowsThePastRound()
{
    RunViewModel runs;
    RunListModel list;
    const QAbstractItemModelTester tester(&list);
    list.setRuns(&runs);
    runs.beginRun(titleOf(made_up::header(1, "A", 0, 1, 4)));
    runs.append(1, made_up::measurements(0, 90.0));
    runs.append(1, made_up::measurements(1, 30.0));
    list.setRound(0);
    QCOMPARE(list.index(0, RunListModel::Error).data().toString(), QStringLiteral("90.00"));
    list.setRound(std::nullopt);
    QCOMPARE(list.index(0, RunListModel::Error).data().toString(), QStringLiteral("30.00"));
    QCOMPARE(list.index(0, RunListModel::Loss).data().toString(), QStringLiteral("–"));
}

void RunViewModelTest::listSaysOfWhichRoundANumberIs()
{
    RunViewModel runs;
    RunListModel list;
    list.setRuns(&runs);
    runs.beginRun(titleOf(made_up::header(1, "A", 0, 1, 20)));
    runs.append(1, made_up::measurements(0, 90.0));
    for (int round = 1; round < 10; ++round) { // evaluated every tenth round
        RoundMeasurements trained = made_up::measurements(round, std::nullopt);
        trained.mean[std::size_t(Metric::TrainLoss)] = 0.5;
        runs.append(1, trained);
    }
    const auto cell = [&](int column) { return list.index(0, column).data().toString(); };
    QCOMPARE(cell(RunListModel::Round), QStringLiteral("9"));
    QCOMPARE(cell(RunListModel::Error), QStringLiteral("round 0: 90.00"));
    QCOMPARE(cell(RunListModel::Loss), QStringLiteral("0.500"));
    runs.append(1, made_up::measurements(10, 30.0));
    QCOMPARE(cell(RunListModel::Error), QStringLiteral("30.00"));
    QCOMPARE(cell(RunListModel::Loss), QStringLiteral("round 9: 0.500"));
    list.setRound(15); // of another run: this one has not reached it
    QCOMPARE(cell(RunListModel::Round), QStringLiteral("10"));
    QCOMPARE(cell(RunListModel::Error), QStringLiteral("30.00"));
    list.setRound(4);
    QCOMPARE(cell(RunListModel::Error), QStringLiteral("round 0: 90.00"));
}

COTERIE_WIDGET_SECTION(RunViewModelTest)

} // namespace tst_run_view_model

#include "tst_run_view_model.moc"
