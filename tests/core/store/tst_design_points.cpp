#include "core/store/design_points.h"
#include "core/store/exports.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <sstream>

namespace tst_design_points {

using namespace coterie;
using namespace coterie::test;

namespace {

std::string csvOf(RunStore& store, std::string_view kind, std::vector<std::int64_t> runs = {})
{
    std::ostringstream out;
    const auto done = exportCsv(store, kind, runs, out);
    return done ? out.str() : done.error().sentence();
}

} // namespace

/// What tells runs of one name apart, and that every exported row has it.
class TestDesignPoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSweepPointIsItsSettings()
    {
        RunRow row;
        row.sweep = "alpha = 5, clientAlphas = [1, 2], odd";
        const RunSettings none;
        QVERIFY((designPoints(row, none)
                 == std::vector<DesignPoint>{{.name = "alpha", .value = "5"},
                                             {.name = "clientAlphas", .value = "[1, 2], odd"}}));
        QCOMPARE(designText(row, none), row.sweep);
        row.sweep.clear();
        QCOMPARE(designText(row, none), std::string());
    }

    void designsOfOneNameAreToldApartInEveryRow()
    {
        StoreFixture fixture;
        const auto experiment = valueOf(fixture.store->addExperiment("digits", "{}", "abc"));
        const auto add = [&](const std::string& batch, int rounds, std::vector<Event> events) {
            RunPlan plan;
            plan.armName = "FedAvg";
            plan.seed = 1;
            plan.rounds = rounds;
            const std::int64_t run = valueOf(fixture.store->addRun(
                experiment,
                plan,
                R"({"local":{"batch":)" + batch + R"(,"optimizer":{"learningRate":0.1}}})",
                {}));
            RoundReport report;
            report.round = 1;
            report.participants = {0};
            report.events = std::move(events);
            if (!fixture.store->commit(run, {shared(report)}, nullptr))
                qFatal("not committed");
        };
        add("16", 20, {});
        add("16", 20, {});
        const auto rows = [&] {
            return csvOf(*fixture.store, "participation")
                .substr(std::string_view("experiment,arm,seed,sweep,repeat,").size());
        };
        QCOMPARE(
            rows(),
            std::string("round,draw,client\ndigits,FedAvg,1,,1,1,1,0\ndigits,FedAvg,1,,2,1,1,0\n"));
        add("32", 20, {});
        add("16",
            20,
            {{.what = SettingChanged{
                  .place = "/local/optimizer/learningRate", .from = 0.1, .to = 0.05}}});
        QCOMPARE(QString::fromStdString(rows()),
                 QString("round,draw,client\n"
                         "digits,FedAvg,1,\"batch = 16, learningRate = 0.1\",1,1,1,0\n"
                         "digits,FedAvg,1,\"batch = 16, learningRate = 0.1\",2,1,1,0\n"
                         "digits,FedAvg,1,\"batch = 16, learningRate = 0.1 → 0.05\",1,1,1,0\n"
                         "digits,FedAvg,1,\"batch = 32, learningRate = 0.1\",1,1,1,0\n"));
        // A run that was changed by hand is marked alone, too.
        QVERIFY(csvOf(*fixture.store, "participation", {4})
                    .ends_with("\ndigits,FedAvg,1,learningRate = 0.1 → 0.05,1,1,1,0\n"));
        add("16", 40, {});
        QVERIFY(csvOf(*fixture.store, "participation", {1, 5}).find("rounds = 40")
                != std::string::npos);
    }
};

COTERIE_SECTION(TestDesignPoints)

} // namespace tst_design_points

#include "tst_design_points.moc"
