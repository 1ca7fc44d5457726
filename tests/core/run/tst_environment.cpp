#include "core/report/ranked_device.h"
#include "core/run/environment.h"
#include "core/store/database.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <QRegularExpression>
#include <QTest>

#include <ATen/Version.h>
#include <string>
#include <variant>
#include <vector>

namespace tst_environment {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr CpuFeatures kAvx512{.avx = true, .avx2 = true, .avx512 = true};
constexpr CpuFeatures kAvx2{.avx = true, .avx2 = true};
constexpr CpuFeatures kAvx{.avx = true};

using Variables = std::vector<std::string>;
using EnvironmentPart = std::string Environment::*;

} // namespace

/// What is recorded of the libraries that compute a run.
class TestEnvironment : public QueueFixture
{
    Q_OBJECT

    /// A run that stopped after round 2, computed with this environment.
    Environment storeOfAnotherBlas() const
    {
        Witness witness;
        RunQueue queue(options(), witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 2)
                queue.stop();
        };
        const Experiment experiment = SmallExperiment{.rounds = 300}.read();
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const auto writable = *RunStore::open(file());
        Environment other = writable->run(1)->environment;
        other.blas += ", another";
        (void)writable->setEnvironment(1, other);
        return other;
    }

    /// Resumes the run and stops it before its first round.
    void resumeWithoutARound() const
    {
        Witness witness;
        RunQueue queue(options(), witness);
        queue.pause();
        queue.resume({1});
        QTRY_COMPARE_WITH_TIMEOUT(witness.headers().size(), std::size_t{1}, kPatience);
        queue.stop();
        queue.waitUntilIdle();
        QVERIFY(witness.rounds(1).empty());
    }

    /// What the store tells of changed environments after the run was resumed for one round.
    std::vector<EnvironmentChanged> changesAfterOneMoreRound() const
    {
        {
            Witness witness;
            RunQueue queue(options(), witness);
            witness.afterRound = [&](const RoundReport&) { queue.stop(); };
            queue.resume({1});
            queue.waitUntilIdle();
        }
        std::vector<EnvironmentChanged> changes;
        const std::vector<RoundReport> reports = *(*store())->reports(1);
        for (const RoundReport& report : reports)
            for (const Event& event : report.events)
                if (const auto* changed = std::get_if<EnvironmentChanged>(&event.what))
                    changes.push_back(*changed);
        return changes;
    }

private Q_SLOTS:
    void whatLibTorchUsesIsRecordedWhereItDiffers_data()
    {
        QTest::addColumn<CpuFeatures>("cpu");
        QTest::addColumn<std::string>("used");
        QTest::addColumn<std::string>("recorded");
        const auto row = [](const CpuFeatures& cpu, const char* used, const char* recorded) {
            QTest::addRow("%s: %s", instructionsName(cpu).c_str(), used)
                << cpu << std::string(used) << std::string(recorded);
        };
        row(kAvx512, "AVX512", "avx512");
        row(kAvx512, "AVX2", "avx512, LibTorch avx2");
        row(kAvx512, "NO AVX", "avx512, LibTorch default"); // of LibTorch 1.13
        row(kAvx512, "DEFAULT", "avx512, LibTorch default");
        row(kAvx2, "AVX2", "avx2");
        row(kAvx2, "NO AVX", "avx2, LibTorch default");
        row(kAvx, "NO AVX", "avx"); // LibTorch has nothing between
        row({}, "NO AVX", "baseline");
    }

    void whatLibTorchUsesIsRecordedWhereItDiffers()
    {
        QFETCH(CpuFeatures, cpu);
        QFETCH(std::string, used);
        QFETCH(std::string, recorded);
        const std::string config = "PyTorch built with:\n  - CPU capability usage: " + used
                                   + "\n  - Build settings: AVX2\n";
        QCOMPARE(instructionsInUse(cpu, config, {}, false), recorded);
    }

    void variablesThatChooseKernelsAreRecorded()
    {
        const std::string config = "  - CPU capability usage: AVX512\n";
        const Variables variables{"ONEDNN_MAX_CPU_ISA=AVX2",
                                  "PATH=/bin",
                                  "MKL_CBWR=COMPATIBLE",
                                  "MKL_NUM_THREADS=1",
                                  "ONEDNN_VERBOSE=1",
                                  "OPENBLAS_CORETYPE=Haswell",
                                  "ATEN_CPU_CAPABILITY=avx512",
                                  "CUBLAS_WORKSPACE_CONFIG=:16:8",
                                  "NVIDIA_TF32_OVERRIDE=0",
                                  "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA",
                                  "MKL_DEBUG_CPU_TYPE"};
        QCOMPARE(instructionsInUse(kAvx512, config, variables, false),
                 std::string("avx512, GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA, "
                             "MKL_CBWR=COMPATIBLE, MKL_DEBUG_CPU_TYPE, ONEDNN_MAX_CPU_ISA=AVX2"));
        QVERIFY(instructionsInUse(kAvx512, config, variables, true)
                    .starts_with("avx512, CUBLAS_WORKSPACE_CONFIG=:16:8, GLIBC_"));
        const Variables ofMemory{"GLIBC_TUNABLES=glibc.malloc.arena_max=1"};
        QCOMPARE(instructionsInUse(kAvx512, config, ofMemory, false), std::string("avx512"));
        const Variables ours{"CUBLAS_WORKSPACE_CONFIG=:4096:8"};
        QCOMPARE(instructionsInUse(kAvx512, config, ours, true), std::string("avx512"));
    }

    void aChangeOfEitherIsADifference()
    {
        const Environment before = currentEnvironment("cpu");
        QVERIFY(differences(before, before).empty());
        Environment now = before;
        now.instructions = before.instructions + ", LibTorch default";
        const std::vector<EnvironmentChanged> found = differences(before, now);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].what, std::string("instructions"));
        QCOMPARE(found[0].before, before.instructions);
        QCOMPARE(found[0].now, now.instructions);
    }

    void ranksOnCardsBelongToTheDevice()
    {
        const RunPlan plan = plans(SmallExperiment{}.read()).front();
        const Environment one = environmentOf(plan, "cuda", 1);
        const Environment two = environmentOf(plan, "cuda", 2);
        QCOMPARE(one.device, currentEnvironment("cuda").device);
        QCOMPARE(two.device, one.device + ", 2 ranks");
        const std::vector<EnvironmentChanged> found = differences(one, two);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].what, std::string("device"));
        const EnvironmentChanged told = inWords(found[0]);
        QCOMPARE(told.what, std::string(kRanksPart));
        QCOMPARE(told.before, std::string("1 rank"));
        QCOMPARE(told.now, std::string("2 ranks on cards"));
        Environment another = two;
        another.device = "cuda (another), 2 ranks";
        QVERIFY(inWords(differences(one, another).front()) == differences(one, another).front());
    }

    void whatIsNoNumberOfRanksBelongsToTheNameOfTheDevice()
    {
        for (const char* text : {"",
                                 "cpu",
                                 " ranks",
                                 "cuda (A, 2 ranks)",
                                 "cuda, many ranks",
                                 "cuda, 2nd ranks",
                                 "cuda, 1 ranks",
                                 "cuda, 99999999999 ranks"})
            QVERIFY2((RankedDevice::in(text) == RankedDevice{.device = text, .ranks = 1}), text);
        const RankedDevice several{.device = "cuda (A, with a comma)", .ranks = 12};
        QVERIFY(RankedDevice::in(several.text()) == several);
    }

    void aResumeWithAnotherNumberOfRanksOnCardsSaysSo()
    {
        playUntil(2, SmallExperiment{.rounds = 300}.read(), options());
        {
            const auto writable = *RunStore::open(file());
            Environment other = writable->run(1)->environment;
            other.device += ", 2 ranks";
            QVERIFY(writable->setEnvironment(1, other));
        }
        std::vector<std::string> told;
        Witness witness;
        RunQueue queue(options(), witness);
        witness.afterRound = [&](const RoundReport& report) {
            for (const Event& event : report.events)
                told.push_back(event.sentence);
            queue.stop();
        };
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(told,
                 (std::vector<std::string>{"Resumed with 1 rank instead of 2 ranks on cards; the "
                                           "last digits may differ."}));
        const RunRow row = *(*store())->run(1);
        QCOMPARE(row.environment.device, std::string("cpu"));
        QVERIFY(row.isMixed);
    }

    /// Programs of other sources may compute other results, whatever their version.
    void theProgramIsNamedWithItsEngine()
    {
        const QString program = QString::fromStdString(currentEnvironment("cpu").program);
        const QRegularExpression form("^coterie [0-9.]+, engine [0-9a-f]{8}$");
        QVERIFY2(form.match(program).hasMatch(), qPrintable(program));
    }

    void aResumeWithOthersSaysSo_data()
    {
        QTest::addColumn<EnvironmentPart>("part");
        QTest::addColumn<std::string>("what");
        QTest::addColumn<std::string>("before");
        const Environment now = currentEnvironment("cpu");
        // As if the first rounds had been computed with ATEN_CPU_CAPABILITY=default.
        QTest::newRow("instructions")
            << EnvironmentPart(&Environment::instructions) << std::string("instructions")
            << now.instructions + ", LibTorch default";
        QTest::newRow("another engine")
            << EnvironmentPart(&Environment::program) << std::string("program")
            << now.program.substr(0, now.program.size() - 8) + "01234567";
        QTest::newRow("before engines were recorded")
            << EnvironmentPart(&Environment::program) << std::string("program")
            << now.program.substr(0, now.program.find(','));
    }

    void aResumeWithOthersSaysSo()
    {
        QFETCH(EnvironmentPart, part);
        QFETCH(std::string, what);
        QFETCH(std::string, before);
        const Experiment experiment = SmallExperiment{.rounds = 300}.read();
        {
            Witness witness;
            RunQueue queue(options(), witness);
            witness.afterRound = [&](const RoundReport& report) {
                if (report.round == 2)
                    queue.stop();
            };
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        const std::string now = currentEnvironment("cpu").*part;
        {
            const auto writable = *RunStore::open(file());
            const RunRow row = writable->runs()->front();
            QCOMPARE(row.environment.*part, now);
            Environment other = row.environment;
            other.*part = before;
            QVERIFY(writable->setEnvironment(row.id, other));
        }
        Witness witness;
        RunQueue queue(options(), witness);
        int seen = 0;
        witness.afterRound = [&](const RoundReport& report) {
            for (const Event& event : report.events) {
                QCOMPARE(event.sentence,
                         "Resumed with " + what + ' ' + now + " instead of " + before
                             + "; the last digits may differ.");
                ++seen;
            }
            queue.stop();
        };
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(seen, 1);
        const RunRow row = (*store())->runs()->front();
        QCOMPARE(row.environment.*part, now);
        QVERIFY(row.isMixed);
    }

    void aResumeWithOthersThatDidNoRoundIsForgotten()
    {
        const Environment before = storeOfAnotherBlas();
        resumeWithoutARound();
        QCOMPARE((*store())->run(1)->environment.blas, before.blas);
        QVERIFY(!(*store())->run(1)->isMixed);
        QCOMPARE(changesAfterOneMoreRound().size(), std::size_t{1});
        QCOMPARE((*store())->run(1)->environment.blas, currentEnvironment("cpu").blas);
        QVERIFY((*store())->run(1)->isMixed);
        QCOMPARE(changesAfterOneMoreRound().size(), std::size_t{1}); // nothing new since
    }

    void whatADamagedStateTakesBackIsToldAgain()
    {
        const Environment before = storeOfAnotherBlas();
        const std::vector<EnvironmentChanged> changes = changesAfterOneMoreRound();
        QCOMPARE(changes.size(), std::size_t{1});
        QCOMPARE(changes.front().before, before.blas);
        Database(file(), Database::Access::ReadWrite)
            .execute("UPDATE checkpoint SET digest = digest + 1");
        // It goes on from the state before, whose rounds the other library computed.
        QVERIFY(changesAfterOneMoreRound() == changes);
        QCOMPARE((*store())->reports(1)->size(), std::size_t{4});
    }

    void aRunThatBeginsAgainKeepsTheEnvironmentOfItsRoundsUntilTheyAreReplaced()
    {
        const Environment before = storeOfAnotherBlas();
        Database(file(), Database::Access::ReadWrite)
            .execute("UPDATE checkpoint SET digest = digest + 1,"
                     " before_digest = before_digest + 1");
        resumeWithoutARound();
        QCOMPARE((*store())->reports(1)->size(), std::size_t{3});
        QCOMPARE((*store())->run(1)->environment.blas, before.blas);
        QVERIFY(changesAfterOneMoreRound().empty());
        QCOMPARE((*store())->reports(1)->size(), std::size_t{1});
        QCOMPARE((*store())->run(1)->environment.blas, currentEnvironment("cpu").blas);
        QVERIFY(!(*store())->run(1)->isMixed);
    }

    void theLibraryStillDescribesItself()
    {
        QVERIFY(at::show_config().find("CPU capability usage: ") != std::string::npos);
    }
};

COTERIE_SECTION(TestEnvironment)

} // namespace tst_environment

#include "tst_environment.moc"
