#include "core/experiment/experiment_json.h"
#include "core/store/exports.h"
#include "tests/core/metrics/measured.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>

namespace tst_figure_tables {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr auto kPlace = "/arms/1/algorithm/alpha";

RunPlan planOf(const std::string& arm, std::uint64_t seed, std::size_t armIndex)
{
    RunPlan plan;
    plan.experimentName = "digits";
    plan.armName = arm;
    plan.armIndex = armIndex;
    plan.algorithm.name = "hcct";
    plan.seed = seed;
    plan.partitionSeed = seed;
    plan.rounds = 20;
    return plan;
}

Part withAlpha(double alpha)
{
    Part part{.name = "hcct", .parameters = {}};
    part.parameters.set("alpha", alpha);
    return part;
}

RunPlan sweptPlan(double alpha, std::uint64_t seed)
{
    RunPlan plan = planOf("HCCT", seed, 1);
    plan.algorithm = withAlpha(alpha);
    plan.sweep = {{.pointer = kPlace, .value = alpha}};
    return plan;
}

RoundReport withMetrics(int round, Metrics metrics)
{
    RoundReport report;
    report.round = round;
    report.metrics = std::move(metrics);
    return report;
}

ClientReport tested(int client, double accuracy)
{
    ClientReport report;
    report.client = client;
    report.personalTest = Score{.loss = 1, .accuracy = accuracy, .samples = 4};
    return report;
}

} // namespace

class TestFigureTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunHasOneRowPerMetricWithItsSweptSettings();
    void roundsSpreadOverSeedsAndClients();
    void deviationsOfWeightedMeansWeighByTrainingSamples();
    void curvesAreSmoothedBeforeTheyAreAveraged();
    void clientsSpreadOverSeedsWithTheirBestSoFar();
    void otherSettingsAreNotMixed();
    void aSettingThatOnlyOnePlanSaysTellsThemApart();
    void valuesOfAClientStandBesideEachOther();

private:
    static std::int64_t
    add(StoreFixture& fixture, const RunPlan& plan, const Reports& reports, bool isFinished = true)
    {
        const auto experiment =
            valueOf(fixture.store->addExperiment("digits", "{\"name\": \"digits\"}", "abc"));
        const std::int64_t run =
            valueOf(fixture.store->addRun(experiment, plan, writePlan(plan), hostNamed("here")));
        if (!fixture.store->commit(run, reports, nullptr)
            || !fixture.store->setStatus(
                run, isFinished ? RunStatus::Finished : RunStatus::Failed, ""))
            qFatal("the run was not stored");
        return run;
    }

    static QStringList table(const StoreFixture& fixture, std::string_view kind)
    {
        std::ostringstream out;
        const auto done = exportCsv(*fixture.store, kind, {}, out);
        return QString::fromStdString(done ? out.str() : done.error().sentence())
            .split('\n', Qt::SkipEmptyParts);
    }

    /// The columns by name of the first row that begins so.
    static QMap<QString, QString> row(const QStringList& lines, const QString& begin)
    {
        const QStringList names = lines.value(0).split(',');
        for (const QString& line : lines) {
            if (!line.startsWith(begin))
                continue;
            QMap<QString, QString> fields;
            for (qsizetype i = 0; i < names.size(); ++i)
                fields[names[i]] = line.split(',').value(i);
            return fields;
        }
        qFatal("no row begins with %s in\n%s", qPrintable(begin), qPrintable(lines.join('\n')));
    }

    static bool isClose(const QString& field, double value)
    {
        bool isNumber = false;
        return std::abs(field.toDouble(&isNumber) - value) < 1e-9 && isNumber;
    }
};

void TestFigureTables::aRunHasOneRowPerMetricWithItsSweptSettings()
{
    StoreFixture fixture;
    const auto run = add(fixture,
                         sweptPlan(0.5, 1),
                         {shared(withMetrics(0, {{"meanTestError", 90}, {"groupCount", 4}})),
                          shared(withMetrics(1, {{"meanTestError", 20}, {"groupCount", 3}})),
                          shared(withMetrics(2, {{"meanTestError", 25}, {"groupCount", 2}}))});
    QVERIFY(fixture.store->setFacts(run, trainedOn({10, 20, 30})).has_value());
    RunPlan fixed = planOf("Fixed", 1, 2);
    fixed.algorithm = withAlpha(7);
    add(fixture, fixed, {shared(withMetrics(0, {{"meanTestError", 50}}))}, false);
    add(fixture, planOf("Alone", 1, 0), {shared(withMetrics(0, {{"meanTestError", 60}}))});

    QCOMPARE(table(fixture, "runs"),
             QStringList({"experiment,arm,seed,sweep,repeat,algorithm/alpha,status,rounds_count,"
                          "clients_count,groups_count,metric,unit,last,lastRound,best,bestRound",
                          "digits,Alone,1,,1,,finished,0,0,,meanTestError,percent,60,0,60,0",
                          "digits,HCCT,1,alpha = 0.5,1,0.5,finished,2,3,2,meanTestError,percent,"
                          "25,2,20,1",
                          "digits,HCCT,1,alpha = 0.5,1,0.5,finished,2,3,2,groupCount,count,2,2,,",
                          "digits,Fixed,1,,1,7,failed,0,0,,meanTestError,percent,50,0,50,0"}));
}

void TestFigureTables::roundsSpreadOverSeedsAndClients()
{
    StoreFixture fixture;
    const auto reports = [](double mean, double deviation) {
        return Reports{
            shared(withMetrics(0, {{"meanTestError", 90}})),
            shared(withMetrics(1, {{"meanTestError", mean}, {"stdTestError", deviation}}))};
    };
    add(fixture, sweptPlan(20, 1), reports(1000, 1000)); // computed again below
    add(fixture, sweptPlan(20, 1), reports(20, 3));
    add(fixture, sweptPlan(20, 2), reports(30, 4));
    add(fixture, sweptPlan(20, 3), reports(1000, 1000), false);
    add(fixture, sweptPlan(80, 2), reports(40, 6));

    const QStringList lines = table(fixture, "roundsOverSeeds");
    QCOMPARE(lines.value(0),
             QString("experiment,arm,sweep,repeat,algorithm/alpha,round,metric,unit,seeds_count,"
                     "mean,deviation,deviationOfClientsAndSeeds,smoothedMean,smoothedDeviation"));
    QCOMPARE(lines.size(), 7);
    const QString twenty = "digits,HCCT,alpha = 20,1,20,";
    QVERIFY(lines.contains(twenty + "0,meanTestError,percent,2,90,0,,,")); // only later ones smooth
    const auto both = row(lines, twenty + "1,meanTestError,percent,2,25,5,");
    QVERIFY(isClose(both["deviationOfClientsAndSeeds"], std::sqrt((9 + 16) / 2.0 + 25)));
    QCOMPARE(both["smoothedMean"], QString("25"));
    QCOMPARE(both["smoothedDeviation"], QString("5"));
    // One seed has no deviation over seeds, but one over clients.
    QVERIFY(lines.contains("digits,HCCT,alpha = 80,1,80,1,meanTestError,percent,1,40,,6,40,"));
}

void TestFigureTables::deviationsOfWeightedMeansWeighByTrainingSamples()
{
    StoreFixture fixture;
    RoundReport report;
    report.round = 1;
    report.clients = {tested(0, 0.5), tested(1, 0.9)};
    report.clientValues = {{.name = "trainSetAccuracy", .values = {0.9, 0.7}}};
    const FederationFacts facts = trainedOn({1, 3});
    const auto run = add(fixture, planOf("HCCT", 1, 0), measured({shared(report)}, facts));
    QVERIFY(fixture.store->setFacts(run, facts).has_value());

    const QStringList lines = table(fixture, "roundsOverSeeds");
    const auto find = [&](const QString& metric) {
        return row(lines, "digits,HCCT,,1,1," + metric + ',');
    };
    const auto weighted = find("weightedTestError");
    QVERIFY(isClose(weighted["mean"], 20)); // (50·1 + 10·3) / 4
    QVERIFY(isClose(weighted["deviationOfClientsAndSeeds"], std::sqrt((900 + 3 * 100) / 4.0)));
    const auto share = find("weightedTestAccuracy");
    QVERIFY(isClose(share["deviationOfClientsAndSeeds"], std::sqrt((900 + 3 * 100) / 4.0) / 100));
    QVERIFY(isClose(find("weightedTrainSetError")["deviationOfClientsAndSeeds"],
                    std::sqrt((15.0 * 15 + 3 * 5 * 5) / 4))); // 10 and 30 around 25
    QCOMPARE(find("weightedTestLoss")["deviationOfClientsAndSeeds"], QString("0")); // equal ones
    QVERIFY(isClose(find("meanTestAccuracy")["deviationOfClientsAndSeeds"], 0.2));
    QVERIFY(isClose(find("meanTestError")["deviationOfClientsAndSeeds"], 20));
    QCOMPARE(find("minTestError")["deviationOfClientsAndSeeds"], QString());
}

/// One lucky round of many is worth 25/143 once smoothed.
void TestFigureTables::curvesAreSmoothedBeforeTheyAreAveraged()
{
    StoreFixture fixture;
    for (const std::uint64_t seed : {1U, 2U}) {
        Reports reports;
        for (int round = 0; round <= 20; ++round)
            reports.push_back(shared(
                withMetrics(round, {{"officialAccuracy", seed == 1 && round == 10 ? 1.0 : 0.0}})));
        add(fixture, planOf("FedAvg", seed, 0), reports);
    }
    const auto tenth =
        row(table(fixture, "roundsOverSeeds"), "digits,FedAvg,,1,10,officialAccuracy,share,2,0.5,");
    QCOMPARE(tenth["deviation"], QString("0.5"));
    QVERIFY(isClose(tenth["smoothedMean"], 25.0 / 143 / 2));
    QVERIFY(isClose(tenth["smoothedDeviation"], 25.0 / 143 / 2));
}

void TestFigureTables::clientsSpreadOverSeedsWithTheirBestSoFar()
{
    StoreFixture fixture;
    const std::map<std::uint64_t, std::array<double, 2>> accuracies{{1, {0.5, 0.25}},
                                                                    {2, {0.75, 0.75}}};
    for (const auto& [seed, ofRounds] : accuracies) {
        Reports reports;
        for (const int round : {1, 2}) {
            RoundReport report;
            report.round = round;
            report.clients = {tested(0, ofRounds[static_cast<std::size_t>(round - 1)])};
            report.clientValues = {
                {.name = "utility", .values = {2.0 * static_cast<double>(seed)}}};
            reports.push_back(shared(report));
        }
        add(fixture, planOf("HCCT", seed, 0), reports);
    }
    const QStringList lines = table(fixture, "clientsOverSeeds");
    QCOMPARE(lines.value(0),
             QString("experiment,arm,sweep,repeat,round,client,metric,unit,seeds_count,mean,"
                     "deviation,bestMean,bestDeviation"));
    for (const QString& expected :
         {QString("1,0,personalTestAccuracy,share,2,0.625,0.125,0.625,0.125"),
          QString("2,0,personalTestAccuracy,share,2,0.5,0.25,0.625,0.125"),
          QString("2,0,personalTestError,percent,2,50,25,37.5,12.5"),
          QString("2,0,utility,,2,3,1,,")})
        QVERIFY2(lines.contains("digits,HCCT,,1," + expected), qPrintable(lines.join('\n')));
}

void TestFigureTables::otherSettingsAreNotMixed()
{
    StoreFixture fixture;
    const auto report = [](double error) {
        return Reports{shared(withMetrics(0, {{"meanTestError", error}}))};
    };
    RunPlan other = planOf("FedAvg", 2, 0);
    other.local.batch = 64;
    add(fixture, planOf("FedAvg", 1, 0), report(10));
    add(fixture, other, report(50));
    RunPlan elsewhere = planOf("FedAvg", 3, 0); // the same on another machine
    elsewhere.device = "cuda";
    add(fixture, elsewhere, report(20));
    const QStringList lines = table(fixture, "roundsOverSeeds");
    QCOMPARE(lines.size(), 3);
    const QString usual = QString("batch = %1").arg(planOf("FedAvg", 1, 0).local.batch);
    QVERIFY2(lines[1].startsWith("digits,FedAvg," + usual + ",1,0,meanTestError,percent,2,15,5,"),
             qPrintable(lines[1]));
    QVERIFY2(lines[2].startsWith("digits,FedAvg,batch = 64,1,0,meanTestError,percent,1,50,,"),
             qPrintable(lines[2]));
}

void TestFigureTables::aSettingThatOnlyOnePlanSaysTellsThemApart()
{
    StoreFixture fixture;
    RunPlan without = planOf("FedAvg", 1, 0);
    without.excludeLastClient = true; // a plan that does not leave it out does not say so
    add(fixture, planOf("FedAvg", 1, 0), {shared(withMetrics(0, {{"meanTestError", 10}}))});
    add(fixture, without, {shared(withMetrics(0, {{"meanTestError", 50}}))});
    const QStringList lines = table(fixture, "roundsOverSeeds");
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[1].startsWith("digits,FedAvg,excludeLastClient = false,1,"),
             qPrintable(lines[1]));
    QVERIFY2(lines[2].startsWith("digits,FedAvg,excludeLastClient = true,1,"),
             qPrintable(lines[2]));
}

void TestFigureTables::valuesOfAClientStandBesideEachOther()
{
    StoreFixture fixture;
    RoundReport first;
    first.round = 1;
    first.participants = {1, 1};
    first.clientValues = {{.name = "trueEntropy", .values = {0.5, 1.5}},
                          {.name = "estimatedEntropy", .values = {std::nullopt, 1.25}}};
    RoundReport second;
    second.round = 2;
    second.clientValues = {{.name = "drawChance", .values = {0.25}}};
    const auto run =
        add(fixture, sweptPlan(20, 1), {shared(withMetrics(0, {})), shared(first), shared(second)});
    FederationFacts facts = trainedOn({10, 20});
    facts.trueGroup = {0, 1};
    QVERIFY(fixture.store->setFacts(run, facts).has_value());
    const QString begin = "digits,HCCT,1,alpha = 20,1,20,";
    QCOMPARE(table(fixture, "points"),
             QStringList({"experiment,arm,seed,sweep,repeat,algorithm/alpha,round,client,trueGroup,"
                          "trainSamples_count,draws_count,drawChance,estimatedEntropy,trueEntropy",
                          begin + "1,0,0,10,0,,,0.5",
                          begin + "1,1,1,20,2,,1.25,1.5",
                          begin + "2,0,0,10,0,0.25,,"}));
}

COTERIE_SECTION(TestFigureTables)

} // namespace tst_figure_tables

#include "tst_figure_tables.moc"
