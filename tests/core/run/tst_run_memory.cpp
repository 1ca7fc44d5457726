#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/benchmark.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QTemporaryDir>

namespace tst_run_memory {

using namespace coterie;
using namespace coterie::test;

/// tst_memory measures the federation alone; this one a whole run, with its queue, its store and a
/// checkpoint after every round.
class TestRunMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStoredRunOfHundredClientsOfTheLargeCnnFitsIn1229MiB()
    {
        if (peakMemoryMiB() <= 0)
            QSKIP("this system does not tell the peak of a process's memory");
        SmallExperiment small;
        small.model = "mnist_cnn_582k";
        small.clients = 100;
        small.samples = 4000;
        small.rounds = 3;
        small.localEpochs = 1;
        small.checkpointSeconds = 0;
        small.arms = R"([{"name": "FedAvg", "algorithm": {"name": "fedavg"}}])";
        const Experiment experiment = small.read();
        const QTemporaryDir folder;
        Witness witness;
        RunQueue queue({.storeFile = folder.filePath("runs.sqlite").toStdString(),
                        .dataFolders = {},
                        .threads = 2,
                        .device = "cpu"},
                       witness);
        queue.add(experiment, expand(experiment, registry()));
        queue.waitUntilIdle();
        QVERIFY(witness.troubles().empty());
        QCOMPARE(witness.headers().front().facts.parameters, std::int64_t{582026});
        QCOMPARE(witness.outcomes().begin()->second.status, RunStatus::Finished);
        QCOMPARE(witness.rounds(witness.headers().front().id), (std::vector<int>{0, 1, 2, 3}));
        qInfo("peak %.0f MiB", peakMemoryMiB());
        QCOMPARE_LT(peakMemoryMiB(), 1228.8); // 1.2 GiB; the models alone are 222 MiB
    }
};

COTERIE_SECTION(TestRunMemory)

} // namespace tst_run_memory

#include "tst_run_memory.moc"
