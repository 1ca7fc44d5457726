#include "core/store/plan_settings.h"
#include "tests/core/store/store_fixture.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_run_settings {

using namespace coterie;

namespace {

RunRow run(std::int64_t id, std::string planJson)
{
    RunRow row;
    row.id = id;
    row.planJson = std::move(planJson);
    return row;
}

std::string plan(int seed, const std::string& alpha, const std::string& more = "")
{
    return R"({"experiment":"e","data":{"partition":{"scheme":"dirichlet","alpha":0.5}},"arm":"HCCT",)"
           R"("algorithm":{"name":"hcct","alpha":)"
           + alpha + R"(,"clientAlphas":[1,2]},"rounds":5)" + more + R"(,"seed":)"
           + std::to_string(seed) + "}";
}

RunRow ofMethod(std::int64_t id, const std::string& method, const std::string& more = "")
{
    return run(id, "{\"arm\":\"A\"," + more + "\"algorithm\":{\"name\":\"" + method + "\"}}");
}

/// Its width and the seed of its partition are its own.
RunRow ofWidth(int id, int batch, const std::string& method)
{
    return run(id,
               "{\"algorithm\":{\"name\":\"" + method + "\"},\"local\":{\"batch\":"
                   + std::to_string(batch) + "},\"model\":{\"width\":" + std::to_string(id)
                   + "},\"partitionSeed\":" + std::to_string(id + 50) + "}");
}

} // namespace

class TestRunSettings : public QObject
{
    Q_OBJECT

private:
    static QString pointersOf(const RunSettings& settings, const std::vector<std::int64_t>& runs)
    {
        QStringList pointers;
        for (const std::size_t setting : settings.differing(runs))
            pointers << QString::fromStdString(settings.pointers()[setting]);
        return pointers.join(' ');
    }

private Q_SLOTS:
    void aPlanIsItsSettings()
    {
        const std::vector<std::pair<std::string, std::string>> expected{
            {"/data/partition/scheme", "dirichlet"},
            {"/data/partition/alpha", "0.5"},
            {"/algorithm/name", "hcct"},
            {"/algorithm/alpha", "80"},
            {"/algorithm/clientAlphas", "[1,2]"},
        };
        QVERIFY(planSettings(plan(1, "80")) == expected);
        QVERIFY(planSettings(plan(1, "80", R"(,"modelOfArm":true)")) == expected);
        QVERIFY(planSettings(plan(1, "80", R"(,"retryMinutes":7)")) == expected);
        QVERIFY(planSettings("no JSON").empty() && planSettings("[1]").empty());
    }

    void onlyWhatDiffersIsListed()
    {
        const std::vector<RunRow> rows{
            run(3, plan(1, "80")), run(1, plan(2, "80")), run(2, plan(1, "10"))};
        const RunSettings settings(rows);
        QVERIFY(settings.differing(std::vector<std::int64_t>{1, 3}).empty()); // seeds have a column
        const auto differing = settings.differing(std::vector<std::int64_t>{1, 2, 3});
        QCOMPARE(differing.size(), std::size_t{1});
        QCOMPARE(settings.pointers()[differing[0]], std::string("/algorithm/alpha"));
        QCOMPARE(*settings.value(2, differing[0]), std::string("10"));
        QCOMPARE(*settings.value(3, differing[0]), std::string("80"));
        QVERIFY(settings.value(77, differing[0]) == nullptr);
        QVERIFY(settings.differing({}).empty());
    }

    void aSettingCountsAmongThoseThatHaveIt()
    {
        const std::vector<RunRow> rows{run(1, plan(1, "80")),
                                       run(2, plan(1, "80", R"(,"device":"cpu")")),
                                       run(3, plan(1, "80", R"(,"device":"cuda")"))};
        const RunSettings settings(rows);
        QVERIFY(settings.differing(std::vector<std::int64_t>{1, 2}).empty());
        const auto differing = settings.differing(std::vector<std::int64_t>{1, 2, 3});
        QCOMPARE(differing.size(), std::size_t{1});
        QVERIFY(settings.value(1, differing[0]) == nullptr);
        QCOMPARE(*settings.value(3, differing[0]), std::string("cuda"));
    }

    /// What every run has is the default where a plan leaves it out; a method's parameter is not.
    void aSharedSettingThatIsLeftOutIsTheDefault()
    {
        const std::vector<RunRow> rows{ofMethod(1, "fedavg"),
                                       ofMethod(2, "fedavg", R"("excludeLastClient":true,)"),
                                       ofMethod(3, "fedavg", R"("trainEvaluationBatches":5,)"),
                                       run(4, plan(1, "5")),
                                       ofMethod(5, "fedavg", R"("local":{"localSteps":10},)"),
                                       ofMethod(6, "fedavg", R"("local":{"localEpochs":2},)"),
                                       run(7, "not to be read")};
        const RunSettings settings(rows);
        QCOMPARE(pointersOf(settings, {1, 2}), QStringLiteral("/excludeLastClient"));
        QCOMPARE(*settings.value(1, *settings.find("/excludeLastClient")), std::string("false"));
        QCOMPARE(pointersOf(settings, {1, 3}), QStringLiteral("/trainEvaluationBatches"));
        QCOMPARE(*settings.value(2, *settings.find("/trainEvaluationBatches")), std::string("0"));
        QCOMPARE(pointersOf(settings, {1, 4}), QStringLiteral("/algorithm/name"));
        QCOMPARE(pointersOf(settings, {5, 6}),
                 QStringLiteral("/local/localSteps /local/localEpochs"));
        QCOMPARE(pointersOf(settings, {2, 7}), QString());
    }

    void titlesAreShortUnlessTwoWouldBeAlike()
    {
        const std::vector<RunRow> rows{run(1, plan(1, "80"))};
        const RunSettings settings(rows);
        QStringList titles;
        for (std::size_t i = 0; i < settings.pointers().size(); ++i)
            titles << QString::fromStdString(settings.title(i));
        QCOMPARE(titles.join(QLatin1Char(' ')),
                 QStringLiteral("scheme partition/alpha name algorithm/alpha clientAlphas"));
    }

    void theMethodsSettingsComeFirst()
    {
        const auto row = [](std::int64_t id, const char* text) { return run(id, text); };
        const std::vector<RunRow> rows{
            row(1,
                R"({"data":{"dataset":{"samples":100},"partition":{"alpha":1}},"local":{"batch":16},)"
                R"("algorithm":{"name":"hcct","alpha":5}})"),
            row(2,
                R"({"data":{"dataset":{"samples":200},"partition":{"alpha":2}},"local":{"batch":16},)"
                R"("algorithm":{"name":"hcct","alpha":40}})"),
            row(3,
                R"({"data":{"dataset":{"samples":200},"partition":{"alpha":2}},"local":{"batch":32},)"
                R"("algorithm":{"name":"fedavg"}})"),
            row(4,
                R"({"data":{"dataset":{"samples":200},"partition":{"alpha":2}},"local":{"batch":64},)"
                R"("algorithm":{"name":"fedavg"}})")};
        const RunSettings settings(rows);
        // What the data differ in only goes with α, so it stands last.
        QCOMPARE(pointersOf(settings, {1, 2, 3, 4}),
                 QStringLiteral("/algorithm/name /algorithm/alpha /local/batch "
                                "/data/partition/alpha /data/dataset/samples"));
    }

    void longListsThatOnlyGoWithOthersAreLeftOut()
    {
        const auto withList = [](std::int64_t id, const char* alpha, const char* list) {
            return run(id,
                       std::string(R"({"clients":{"overrides":[{"client":)") + list
                           + R"(,"samples":100},{"client":5,"samples":100}]},"algorithm":{"alpha":)"
                           + alpha + "}}");
        };
        const std::vector<RunRow> rows{
            withList(1, "5", "1"), withList(2, "40", "2"), withList(3, "40", "3")};
        const RunSettings settings(rows);
        QCOMPARE(pointersOf(settings, {1, 2}), QStringLiteral("/algorithm/alpha"));
        // Where it tells runs apart, it stays, last.
        QCOMPARE(pointersOf(settings, {1, 2, 3}),
                 QStringLiteral("/algorithm/alpha /clients/overrides"));
    }

    void runsOfOneNameAreToldApart()
    {
        const auto named = [](std::int64_t id, const char* experiment, std::string planJson) {
            RunRow row = run(id, std::move(planJson));
            row.experimentName = experiment;
            row.arm = "HCCT";
            row.seed = static_cast<std::uint64_t>(id);
            return row;
        };
        std::vector<RunRow> rows{named(1, "one", plan(1, "80", R"(,"partitionSeed":1)")),
                                 named(2, "one", plan(2, "80", R"(,"partitionSeed":2)")),
                                 named(3, "two", plan(3, "10"))};
        QVERIFY(RunSettings(rows).distinctions(1).empty()); // they differ in their seeds
        rows[2].experimentName = "one";
        const RunSettings settings(rows);
        for (const std::int64_t id : {1, 2, 3}) {
            QCOMPARE(settings.distinctions(id).size(), std::size_t{1});
            QCOMPARE(settings.pointers()[settings.distinctions(id)[0]],
                     std::string("/algorithm/alpha"));
        }
        QVERIFY(!settings.hasDistinctionsOf(RunSettings()));
        QVERIFY(settings.hasDistinctionsOf(RunSettings(rows)));
        rows[2].planJson = plan(3, "20");
        QVERIFY(!settings.hasDistinctionsOf(RunSettings(rows)));
    }

    void whatTheFewestShareComesFirst()
    {
        std::vector<RunRow> rows;
        for (int id = 1; id <= 4; ++id)
            rows.push_back(ofWidth(id, id < 3 ? 16 : 32, id < 4 ? "fedavg" : "hcct"));
        const RunSettings settings(rows);
        const auto distinctionsOf = [&](std::int64_t id) {
            QStringList pointers;
            for (const std::size_t setting : settings.distinctions(id))
                pointers << QString::fromStdString(settings.pointers()[setting]);
            return pointers.join(u' ');
        };
        QCOMPARE(distinctionsOf(1),
                 QStringLiteral("/model/width /local/batch /algorithm/name /partitionSeed"));
        QCOMPARE(distinctionsOf(4),
                 QStringLiteral("/algorithm/name /model/width /local/batch /partitionSeed"));
    }

    /// Whose text differed would not be one design over its seeds.
    void thePartitionSeedStaysBehindLongLists()
    {
        const std::string list = "[0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17, 0.18]";
        std::vector<RunRow> rows;
        for (std::int64_t id = 1; id <= 4; ++id) {
            RunRow row;
            row.id = id;
            row.seed = id % 2 == 1 ? 1 : 2;
            row.experimentName = "digits";
            row.experimentDesign = id < 3 ? "a" : "b";
            row.arm = "HCCT";
            const std::string seed = id < 3 ? "1" : std::to_string(row.seed);
            row.planJson = R"({"algorithm": {"name": "hcct", "clientAlphas": )"
                           + (id < 3 ? list : "[0.5, " + list.substr(1)) + R"(}, "partitionSeed": )"
                           + seed + "}";
            rows.push_back(std::move(row));
        }
        const RunSettings settings(rows);
        for (const RunRow& row : rows) {
            const std::span<const std::size_t> told = settings.distinctions(row.id);
            QCOMPARE(told.size(), std::size_t{2});
            QCOMPARE(settings.pointers()[told[0]], std::string("/algorithm/clientAlphas"));
            QCOMPARE(settings.pointers()[told[1]], std::string("/partitionSeed"));
        }
    }

    void whatWasChangedByHandIsPartOfTheSettings()
    {
        test::StoreFixture fixture;
        const auto experiment = test::valueOf(fixture.store->addExperiment("digits", "{}", "abc"));
        RunPlan planned;
        planned.armName = "HCCT";
        const auto add = [&](const std::string& planJson) {
            return test::valueOf(fixture.store->addRun(experiment, planned, planJson, {}));
        };
        const std::int64_t changed = add(plan(1, "80"));
        const std::int64_t other = add(plan(1, "80"));
        RoundReport report = test::plainReport(0);
        report.events = {
            {.what = SettingChanged{.place = "/algorithm/alpha", .from = 80.0, .to = 10.0}},
            {.what = SettingChanged{.place = "/rounds", .from = 5.0, .to = 7.0}}};
        QVERIFY(fixture.store->commit(changed, {test::shared(report)}, nullptr).has_value());
        const std::vector<RunRow> rows = test::valueOf(fixture.store->runs());
        QVERIFY((rows[0].changes
                 == std::vector<RecordedChange>{
                     {.round = 0, .change = {.place = "/algorithm/alpha", .value = 10}},
                     {.round = 0, .change = {.place = "/rounds", .value = 7}}}));
        QVERIFY(rows[1].changes.empty());
        QVERIFY(test::valueOf(fixture.store->run(changed)).changes == rows[0].changes);
        const RunSettings settings(rows);
        const std::size_t alpha = settings.find("/algorithm/alpha").value();
        QCOMPARE(*settings.value(changed, alpha), std::string("80 → 10"));
        QCOMPARE(*settings.value(other, alpha), std::string("80"));
        QCOMPARE(settings.distinctions(other).front(), alpha);
    }

    void tenThousandRunsAreComparedInAMoment()
    {
        std::vector<RunRow> rows;
        std::vector<std::int64_t> ids;
        for (int i = 1; i <= 10'000; ++i) {
            rows.push_back(run(i, plan(i, std::to_string(i % 7))));
            ids.push_back(i);
        }
        const RunSettings settings(rows);
        const double before = coterie::tests::threadMilliseconds();
        QCOMPARE(settings.differing(ids).size(), std::size_t{1});
        const double took = coterie::tests::threadMilliseconds() - before;
        qInfo("compared 10,000 runs in %.1f ms", took);
        QVERIFY2(took < coterie::tests::allowed(50), qPrintable(QString::number(took)));
    }
};

COTERIE_SECTION(TestRunSettings)

} // namespace tst_run_settings

#include "tst_run_settings.moc"
