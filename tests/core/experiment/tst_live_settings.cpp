#include "core/experiment/live_change.h"
#include "tests/core/experiment/sample_registry.h"
#include "tests/sections.h"

namespace tst_live_settings {

using namespace coterie;

namespace {

RunPlan plan()
{
    RunPlan plan;
    plan.algorithm = {.name = "hcct", .parameters = {}};
    plan.algorithm.parameters.set("alpha", 80.0);
    plan.algorithm.parameters.set("every", std::int64_t{1});
    plan.rounds = 20;
    plan.evaluateEvery = 2;
    return plan;
}

LiveSetting setting(std::string_view place)
{
    std::vector<LiveSetting> settings = liveSettings(plan(), sample::kRegistry);
    return *findSetting(settings, place);
}

} // namespace

class TestLiveSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSettingsOfAPlanAreThoseItsDescriptorsCallLive()
    {
        std::string all;
        for (const LiveSetting& each : liveSettings(plan(), sample::kRegistry))
            all += each.place + " = " + shortestText(each.value) + '\n';
        QCOMPARE(all,
                 std::string("/algorithm/alpha = 80\n"
                             "/rounds = 20\n"
                             "/evaluateEvery = 2\n"));
    }

    void aChangeIsCheckedAsTheFileIs_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("sentence"); // empty: it may be
        QTest::newRow("alpha") << "/algorithm/alpha" << 0.5 << "";
        QTest::newRow("alpha, at its limit") << "/algorithm/alpha" << 0.0 << "";
        QTest::newRow("alpha, too little")
            << "/algorithm/alpha" << -2.0 << "/algorithm/alpha: must be at least 0 (is -2)";
        QTest::newRow("more rounds") << "/rounds" << 30.0 << "";
        QTest::newRow("up to the next") << "/rounds" << 8.0 << "";
        QTest::newRow("fewer rounds than begun")
            << "/rounds" << 7.0 << "/rounds: must be at least 8, the next round (is 7)";
        QTest::newRow("no rounds")
            << "/rounds" << 0.0 << "/rounds: must be a whole number from 1 to 1000000000 (is 0)";
        QTest::newRow("half a round")
            << "/rounds" << 12.5
            << "/rounds: must be a whole number from 1 to 1000000000 (is 12.5)";
        QTest::newRow("never evaluated")
            << "/evaluateEvery" << 0.0
            << "/evaluateEvery: must be a whole number from 1 to 1000000000 (is 0)";
    }
    void aChangeIsCheckedAsTheFileIs()
    {
        QFETCH(const QString, place);
        QFETCH(const double, value);
        QFETCH(const QString, sentence);
        const Result<LiveChange> change =
            liveChange(setting(place.toStdString()), JsonNode::fromReal(value), 8);
        QCOMPARE(QString::fromStdString(change ? "" : change.error().sentence()), sentence);
        if (change)
            QVERIFY((*change == LiveChange{.place = place.toStdString(), .value = value}));
    }

    void whatIsNoNumberIsRefused()
    {
        const Result<LiveChange> change =
            liveChange(setting("/algorithm/alpha"), JsonNode::fromText("much"), 1);
        QVERIFY(!change);
        QCOMPARE(change.error().sentence(),
                 std::string("/algorithm/alpha: must be a number, at least 0 (is \"much\")"));
    }

    void aChangeIsMadeWhereItSays()
    {
        RunPlan changed = plan();
        makeChange({.place = "/algorithm/alpha", .value = 0.1}, changed);
        makeChange({.place = "/rounds", .value = 31}, changed);
        makeChange({.place = "/evaluateEvery", .value = 5}, changed);
        RunPlan expected = plan();
        expected.algorithm.parameters.set("alpha", 0.1);
        expected.rounds = 31;
        expected.evaluateEvery = 5;
        QVERIFY(changed == expected);
    }

    void aSentenceNamesTheOldAndTheNewValue()
    {
        QCOMPARE(sentenceOf(setting("/algorithm/alpha"), 0.5),
                 std::string("Changed by hand: alpha α, from 80 to 0.5."));
        QCOMPARE(sentenceOf(setting("/evaluateEvery"), 5),
                 std::string("Changed by hand: Evaluate every, from 2 to 5 rounds."));
    }
};

COTERIE_SECTION(TestLiveSettings)

} // namespace tst_live_settings

#include "tst_live_settings.moc"
