#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/run_queue.h"
#include "core/store/run_store.h"
#include "core/train/federation.h"
#include "core/train/rank_links.h"
#include "tests/app/cli_fixture.h"
#include "tests/build_folder.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
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
std::vector<std::shared_ptr<const RoundReport>>
computed(const std::filesystem::path& store,
         int (*countCards)(),
         int threads = 1,
         const std::function<void(const RoundReport&)>& afterRound = {})
{
    Witness witness;
    witness.afterRound = afterRound;
    const Experiment experiment = SmallExperiment{.rounds = 3}.read();
    RunQueue queue({.storeFile = store,
                    .dataFolders = {},
                    .threads = threads,
                    .device = std::string(kStackedOnCpu),
                    .rankStart = {.count = 0,
                                  .program = tests::builtFile("app/coterie-cli").toStdString(),
                                  .threads = threads,
                                  .countCards = countCards}},
                   witness);
    queue.add(experiment, expand(experiment, registry()));
    queue.waitUntilIdle();
    return witness.reports(1);
}

/// Of the stored run.
std::string deviceIn(const QString& store)
{
    const auto opened = RunStore::open(store.toStdString(), RunStore::Mode::ReadOnly);
    return opened ? (*opened)->run(1)->environment.device : opened.error().sentence();
}

/// With how many threads the ranks train that any thread of this process has started.
QList<QByteArray> threadsOfOthers()
{
    QList<QByteArray> found;
    const QDir tasks(QStringLiteral("/proc/self/task"));
    for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile children(tasks.filePath(task + QStringLiteral("/children")));
        if (!children.open(QIODevice::ReadOnly))
            continue; // it has ended
        for (const QByteArray& child : children.readAll().simplified().split(' ')) {
            QFile commandLine(QStringLiteral("/proc/%1/cmdline").arg(QString::fromLatin1(child)));
            if (!commandLine.open(QIODevice::ReadOnly))
                continue;
            const QList<QByteArray> words = commandLine.readAll().split('\0');
            if (words.contains("of-rank-0"))
                found.append(words.value(words.indexOf("--threads") + 1));
        }
    }
    return found;
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
    void theRanksOfCardsShareTheThreads();
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
    // Of which the last digits can depend on the number of ranks.
    QCOMPARE(deviceIn(path("one.sqlite")), std::string("cpu"));
    QCOMPARE(deviceIn(path("two.sqlite")), std::string("cpu, 2 ranks"));
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

void TestCliCards::theRanksOfCardsShareTheThreads()
{
    QList<QByteArray> threads;
    const auto rounds = computed(path("runs.sqlite").toStdString(),
                                 &cardsSaid<2>,
                                 6,
                                 [&threads](const RoundReport&) { threads = threadsOfOthers(); });
    QCOMPARE(rounds.size(), std::size_t{4});
    QCOMPARE(threads, QList<QByteArray>(1, QByteArray("3")));
}

COTERIE_SECTION(TestCliCards)

} // namespace tst_cli_cards

#include "tst_cli_cards.moc"
