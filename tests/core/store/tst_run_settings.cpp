#include "core/store/plan_settings.h"
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

} // namespace

class TestRunSettings : public QObject
{
    Q_OBJECT

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
