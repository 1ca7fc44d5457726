#include "core/train/executor.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_executor_parts {

using namespace coterie;

namespace {

struct Asked
{
    LocalSettings settings;
    LocalJob job;
    LocalTask task = {};
};

} // namespace

class TestExecutorParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Clients with 20, 9 and no samples, in batches of 8.
    void stepsAreCountedAsTheyAreTaken_data()
    {
        QTest::addColumn<int>("client");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<int>("steps");
        QTest::newRow("an epoch") << 0 << "" << 3;
        QTest::newRow("a smaller client") << 1 << "" << 2;
        QTest::newRow("without short batches") << 0 << "dropLast" << 2;
        QTest::newRow("epochs of the job") << 1 << "epochs" << 10;
        QTest::newRow("steps of the job") << 1 << "steps" << 50;
        QTest::newRow("steps of the arm") << 0 << "localSteps" << 7;
        QTest::newRow("several steps on a batch") << 0 << "perBatch" << 12;
        QTest::newRow("nobody's samples") << 2 << "steps" << 0;
    }
    void stepsAreCountedAsTheyAreTaken()
    {
        QFETCH(const int, client);
        QFETCH(const QString, asked);
        QFETCH(const int, steps);
        const auto dataset = small::table(60, 6, 3);
        Shards shards = small::shards({20, 9, 1});
        shards[2].train.clear();
        const Network network = small::perceptron();
        const Workload workload{
            .network = network, .dataset = dataset, .shards = shards, .pooled = {}};
        Asked now{.settings = small::sgd(0.1, 8, 1),
                  .job = {.client = static_cast<std::size_t>(client)}};
        if (asked == "dropLast")
            now.settings.dropLast = true;
        else if (asked == "epochs")
            now.job.epochs = 5;
        else if (asked == "steps")
            now.job.steps = 50;
        else if (asked == "localSteps")
            now.settings.localSteps = 7, now.settings.localEpochs.reset();
        else if (asked == "perBatch")
            now.task.stepsPerBatch = 4;
        QCOMPARE(stepCount(workload, now.settings, now.job, now.task),
                 static_cast<std::size_t>(steps));
        const LocalSteps taken(workload, {}, now.settings, now.job, now.task);
        QCOMPARE(taken.count, static_cast<std::size_t>(steps));
    }
};

COTERIE_SECTION(TestExecutorParts)

} // namespace tst_executor_parts

#include "tst_executor_parts.moc"
