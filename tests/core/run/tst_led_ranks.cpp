#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/dealt_rows.h"
#include "core/run/led_ranks.h"
#include "core/train/run_stopped.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#include <csignal>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace tst_led_ranks {

using namespace coterie;
using namespace std::chrono_literals;

namespace {

using Work = std::function<void(RankGroup&)>;

/// Ranks as threads of this process: what the first of them does, and each of the others.
void play(const std::vector<Work>& works, std::chrono::seconds patience = 60s)
{
    const QTemporaryDir folder;
    std::vector<std::jthread> threads;
    for (std::size_t rank = works.size(); rank-- > 0;) {
        const RankPlace place{.rank = static_cast<int>(rank),
                              .count = static_cast<int>(works.size()),
                              .file = folder.filePath("meeting").toStdString(),
                              .patience = patience};
        const auto work = [place, &works, rank] {
            const auto group = RankGroup::join(place);
            if (!group)
                qFatal("%s", group.error().sentence().c_str());
            try {
                works[rank](**group);
            } catch (const RankLost&) { // rank 0 says what became of it
            }
        };
        if (rank > 0)
            threads.emplace_back(work);
        else
            work();
    }
}

/// Why the work stopped the run; "it went on" if it did not.
std::string causeOf(const std::function<void()>& work)
{
    try {
        work();
    } catch (const RunStopped& stopped) {
        return stopped.cause;
    }
    return "it went on";
}

void obeyUntilTheEnd(RankGroup& group)
{
    if (group.nextRun().word == RankWord::Begin)
        while (group.nextOrder().word != RankWord::End) {
        }
}

} // namespace

/// What rank 0 says of a run that it leads when another rank does not do its part.
class TestLedRanks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const Result<void> available = checkRanksAvailable(); !available)
            QSKIP(available.error().sentence().c_str());
        std::signal(SIGPIPE, SIG_IGN); // as in the programs: a rank may have left
    }

    /// The connections to all ranks break when one has been waited for in vain.
    void aRankThatHangsWhileRowsAreHandedOutIsNamed()
    {
        const RunPlan plan = expand(test::SmallExperiment().read(), registry()).front();
        CheckpointDelta checkpoint{.round = 3, .changed = {}, .removed = {}};
        for (int client = 0; client < 4; ++client)
            checkpoint.changed.push_back(
                {.part = "models",
                 .client = client,
                 .bytes = SharedBytes(std::vector<std::byte>(kLargestChunk))});
        std::promise<void> over;
        const std::shared_future<void> isOver = over.get_future().share();
        std::vector<std::string> causes;
        play({[&](RankGroup& group) {
                  {
                      LedRun led(&group, plan, "cpu", true, {});
                      const std::vector<std::string> dealt{"models"};
                      led.restore(checkpoint, dealt);
                      causes.push_back(causeOf([&] { led.advance(); }));
                      causes.push_back(causeOf(
                          [&] { static_cast<void>(group.exchanged(RankWord::Train, {})); }));
                      causes.push_back(
                          causeOf([&] { static_cast<void>(group.ask(RankWord::Digest)); }));
                  }
                  over.set_value();
              },
              &obeyUntilTheEnd,
              [isOver](RankGroup&) { isOver.wait(); }},
             10s);
        for (const std::string& cause : causes)
            QCOMPARE(cause, std::string("Rank 2 has made no progress for 10 s (--rank-timeout)."));
        QCOMPARE(causes.size(), std::size_t{3});
    }

    /// A rank that has left a run at the user's wish answers nothing more in it, and is not to
    /// blame.
    void nobodyWaitsForARankThatHasLeft()
    {
        std::vector<std::string> causes;
        play(
            {[&](RankGroup& group) {
                 group.tell(RankWord::Begin);
                 const ModelDeal deal{.clients = 2, .ranks = 2};
                 const auto rows = rowsOfRanks(group, deal, "models", at::zeros({1, 4}));
                 causes.push_back(
                     causeOf([&] { static_cast<void>(group.exchanged(RankWord::Train, "rows")); }));
                 causes.push_back(causeOf([&] { static_cast<void>(rows->row(1)); }));
                 causes.push_back(causeOf([&] { static_cast<void>(rows->hashes()); }));
                 group.endRun(group.run());
                 group.tell(RankWord::Begin); // the next run has all ranks
                 causes.push_back(causeOf([&] { static_cast<void>(group.ask(RankWord::Digest)); }));
                 group.endRun(group.run());
             },
             [](RankGroup& group) {
                 static_cast<void>(group.nextRun());
                 group.leave({});
                 static_cast<void>(group.nextRun());
                 static_cast<void>(group.nextOrder());
                 group.answer(RankWord::Digest, "models");
                 static_cast<void>(group.nextOrder());
             }});
        QCOMPARE(causes, (std::vector<std::string>{"", "", "", "it went on"}));
    }

    void aRankWithOtherModelsIsNamed()
    {
        std::vector<std::string> causes;
        const auto asksFor = [&](const std::function<void(const DealtRows&)>& what) {
            return [&causes, what](RankGroup& group) {
                group.tell(RankWord::Begin);
                const ModelDeal deal{.clients = 3, .ranks = 3};
                const auto rows = rowsOfRanks(group, deal, "models", at::zeros({1, 4}));
                causes.push_back(causeOf([&] { what(*rows); }));
                group.endRun(group.run());
            };
        };
        const auto answers = [](RankWord word, const std::string& with) {
            return [word, with](RankGroup& group) {
                static_cast<void>(group.nextRun());
                static_cast<void>(group.nextOrder());
                group.answer(word, with);
                static_cast<void>(group.nextOrder());
            };
        };
        play({asksFor([](const DealtRows& rows) { static_cast<void>(rows.row(2)); }),
              answers(RankWord::Rows, ""),
              answers(RankWord::Rows, "too short")});
        play({asksFor([](const DealtRows& rows) { static_cast<void>(rows.hashes()); }),
              answers(RankWord::Hashes, "a number"),
              answers(RankWord::Hashes, "no number")});
        QCOMPARE(causes,
                 (std::vector<std::string>(2, "Rank 2 has other models than rank 0 asks for.")));
    }
};

COTERIE_SECTION(TestLedRanks)

} // namespace tst_led_ranks

#include "tst_led_ranks.moc"
