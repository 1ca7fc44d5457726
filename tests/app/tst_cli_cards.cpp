#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/run_queue.h"
#include "core/train/federation.h"
#include "core/train/rank_links.h"
#include "tests/app/cli_fixture.h"
#include "tests/build_folder.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace tst_cli_cards {

using namespace coterie;
using coterie::test::CliFixture;
using coterie::test::SmallExperiment;
using coterie::test::Witness;

namespace {

/// How many cards a machine is said to have.
template <int count>
int cardsSaid()
{
    return count;
}

/// Of an experiment with one run that a queue computes as cards would, with as many ranks as suit.
std::vector<std::shared_ptr<const RoundReport>> computed(const std::filesystem::path& store,
                                                         int (*countCards)())
{
    Witness witness;
    const Experiment experiment = SmallExperiment{.rounds = 3}.read();
    RunQueue queue({.storeFile = store,
                    .dataFolders = {},
                    .threads = 1,
                    .device = std::string(kStackedOnCpu),
                    .rankStart = {.count = 0,
                                  .program = tests::builtFile("app/coterie-cli").toStdString(),
                                  .threads = 1,
                                  .countCards = countCards}},
                   witness);
    queue.add(experiment, expand(experiment, registry()));
    queue.waitUntilIdle();
    return witness.reports(1);
}

bool says(const RoundReport& report, const std::string& sentence)
{
    return std::ranges::find(report.events, sentence, &Event::sentence) != report.events.end();
}

} // namespace

/// Runs whose ranks have a card each; the processor computes what cards would.
class TestCliCards final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyKindOfWorkGivesTheNumbersOfOneProcess();
    void aQueueStartsARankForEachCard();
};

void TestCliCards::initTestCase()
{
    if (const Result<void> available = checkRanksAvailable(); !available)
        QSKIP(available.error().sentence().c_str());
}

void TestCliCards::everyKindOfWorkGivesTheNumbersOfOneProcess()
{
    const coterie::test::Outcome outcome =
        shell(QStringLiteral("\"$COTERIE_CLI\" selfcheck --device cpu --ranks 2"));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
    QVERIFY2(outcome.out.count(", 2 ranks: ") > 10, qPrintable(outcome.out));
    QVERIFY2(!outcome.out.contains("FAILED"), qPrintable(outcome.out));
}

void TestCliCards::aQueueStartsARankForEachCard()
{
    const auto one = computed(path("one.sqlite").toStdString(), &cardsSaid<1>);
    const auto two = computed(path("two.sqlite").toStdString(), &cardsSaid<2>);
    QCOMPARE(one.size(), std::size_t{4});
    QCOMPARE(two.size(), one.size());
    const std::string sentence = "2 ranks compute this run, one on each graphics card.";
    QVERIFY(!says(*one.front(), sentence));
    QVERIFY(says(*two.front(), sentence));
    constexpr double kAllowed = 1e-4; // float32, in stacks of other sizes
    for (std::size_t round = 0; round < one.size(); ++round)
        for (std::size_t client = 0; client < one[round]->clients.size(); ++client) {
            const auto& alone = one[round]->clients[client].trainLoss;
            const auto& together = two[round]->clients[client].trainLoss;
            QCOMPARE(together.has_value(), alone.has_value());
            if (alone)
                QVERIFY(std::abs(*together - *alone) <= kAllowed * std::abs(*alone));
        }
}

COTERIE_SECTION(TestCliCards)

} // namespace tst_cli_cards

#include "tst_cli_cards.moc"
