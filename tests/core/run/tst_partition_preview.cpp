#include "core/algorithms/registry.h"
#include "core/data/partition.h"
#include "core/experiment/experiment_json.h"
#include "core/run/partition_preview.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <functional>
#include <numeric>

namespace tst_partition_preview {

using namespace coterie;

namespace {

constexpr std::size_t kClasses = 10;

RunPlan planOf(const std::string& data, const std::string& clients = "{}")
{
    const std::string json = R"({"schema": 1, "name": "preview", "data": )" + data
                             + R"(, "clients": )" + clients
                             + R"(, "model": {"name": "mlr"}, "local": {"optimizer": {"name": "sgd",
        "learningRate": 0.1}, "batch": 8, "localEpochs": 1},
        "arms": [{"name": "FedAvg", "algorithm": {"name": "fedavg"}}], "rounds": 9, "seeds": [3]})";
    const auto experiment = parseExperiment(json, registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    return expand(*experiment, registry()).front();
}

std::string digits(const std::string& partition, const std::string& more = {})
{
    return R"({"dataset": {"name": "glyphDigits", "samples": 1200}, "partition": )" + partition
           + R"(, "test": {"share": 0.2}, "validation": {"share": 0.1})" + more + "}";
}

std::int64_t sum(const std::vector<std::int64_t>& counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

QString sentenceOf(const Result<PartitionPreview>& preview)
{
    return preview ? QString() : QString::fromStdString(preview.error().sentence());
}

} // namespace

class TestPartitionPreview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lookingAndRunningShareTheLoadedSamples()
    {
        const auto plan = [](const char* clients,
                             const char* steps = R"([{"step": "standardisePerDomain"}])") {
            return planOf(R"({"dataset": {"name": "glyphDomains"}, "preprocess": )"
                          + std::string(steps) + R"(,
                "partition": {"scheme": "domains", "samples": 60, "clientsPerDomain": )"
                          + clients + R"(},
                "test": {"share": 0.2}})");
        };
        const RunPlan few = plan("1");
        const RunPlan many = plan("2");
        RunData data({});
        QVERIFY(previewPartition(data, few).has_value());
        const auto dealt = data.samplesToDeal(few);
        QCOMPARE(*data.samplesToDeal(many), *dealt); // another split of the same samples
        const auto ready = data.dataset(few);
        QVERIFY2(ready.has_value(), ready ? "" : ready.error().sentence().c_str());
        QVERIFY(*ready != *dealt); // with its own split's numbers
        QVERIFY(previewPartition(data, many).has_value());
        QCOMPARE(*data.dataset(few), *ready); // looking at another split did not drop it
        QCOMPARE(*data.samplesToDeal(many), *ready);
        const RunPlan plain = plan("1", "[]");
        QVERIFY(*data.dataset(plain) != *ready);
        QCOMPARE(*data.dataset(plain), *data.samplesToDeal(plain));
    }

    void showsTheSplitOfTheRun()
    {
        const RunPlan plan =
            planOf(digits(R"({"scheme": "dirichlet", "clients": 6, "alpha": 0.4})"));
        RunData data({});
        const auto preview = previewPartition(data, plan);
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        const auto dataset = data.dataset(plan);
        QVERIFY(dataset.has_value());
        const auto shards = data.shards(plan, **dataset);
        QVERIFY(shards.has_value());
        QVERIFY(preview->statistics == partitionStatistics(**dataset, *shards, HoldingKind::Class));
        for (std::size_t client = 0; client < 6; ++client) {
            const ClientHolding& holding = preview->statistics.clients[client];
            QCOMPARE(sum(preview->held[client]),
                     holding.trainSize + holding.testSize + holding.validationSize);
        }
    }

    void whatIsHeldAndWhatIsNotMakeUpTheDataSet()
    {
        RunData data({});
        const auto preview = previewPartition(
            data, planOf(digits(R"({"scheme": "iid", "clients": 7, "samples": 100})")));
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        std::int64_t all = sum(preview->unheld);
        for (const std::vector<std::int64_t>& held : preview->held) {
            QCOMPARE(sum(held), std::int64_t{100});
            all += sum(held);
        }
        QCOMPARE(all, std::int64_t{1200});
    }

    void tellsOverridesFromTheScheme()
    {
        RunData data({});
        const auto preview =
            previewPartition(data,
                             planOf(digits(R"({"scheme": "iid", "clients": 4, "samples": 100})"),
                                    R"({"overrides": [{"client": 1, "samples": 30},
                       {"client": 2, "classCounts": [5, 0, 0, 0, 0, 0, 0, 0, 0, 60]}],
                       "edges": {"count": 2}})"));
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        QVERIFY((preview->sizesByScheme == std::vector<std::int64_t>{100, 100, 100, 100}));
        QCOMPARE(sum(preview->held[1]), std::int64_t{30});
        QVERIFY((preview->held[2] == std::vector<std::int64_t>{5, 0, 0, 0, 0, 0, 0, 0, 0, 60}));
        QCOMPARE(preview->edges.size(), std::size_t{2});
        QVERIFY((preview->edges[1].clients == std::vector<int>{2, 3}));
    }

    void countsDomainsWhereThereAreSome()
    {
        RunData data({});
        const RunPlan plan = planOf(
            R"({"dataset": {"name": "glyphDomains"}, "partition": {"scheme": "domains",
                "clientsPerDomain": 2, "samples": 50}, "test": {"share": 0.2}})");
        const auto domains = previewPartition(data, plan);
        QVERIFY2(domains.has_value(), qPrintable(sentenceOf(domains)));
        QCOMPARE(domains->statistics.kind, HoldingKind::Domain);
        QVERIFY(domains->hasClasses && domains->hasDomains);
        for (const std::vector<std::int64_t>& held : domains->held)
            QCOMPARE(std::ranges::count(held, std::int64_t{0}), std::ptrdiff_t(held.size()) - 1);
        const auto classes = previewPartition(data, plan, HoldingKind::Class);
        QVERIFY(classes.has_value());
        QCOMPARE(classes->statistics.kind, HoldingKind::Class);
        QCOMPARE(sum(classes->held.front()), sum(domains->held.front()));
    }

    void aStepThatNeedsTheSplitDoesNotReloadTheData()
    {
        // Such steps take numbers from the split; the data set at hand must serve all splits.
        RunData data({});
        const auto plan = [](int samples, const std::string& steps) {
            return planOf(
                R"({"dataset": {"name": "glyphDomains"}, "partition": {"scheme": "domains",
                "samples": )"
                + std::to_string(samples) + R"(}, "preprocess": )" + steps + "}");
        };
        const std::string step = R"([{"step": "standardisePerDomain"}])";
        const auto first = previewPartition(data, plan(40, step));
        QVERIFY2(first.has_value(), qPrintable(sentenceOf(first)));
        const auto loaded = data.dataset(plan(40, "[]"));
        const auto second = previewPartition(data, plan(30, step));
        QVERIFY(second.has_value());
        QCOMPARE(sum(second->held.front()), std::int64_t{30});
        QCOMPARE(data.dataset(plan(30, "[]"))->get(), loaded->get());
    }

    void whatCannotBeDealtGetsASentence()
    {
        RunData data({});
        const auto preview = previewPartition(
            data, planOf(digits(R"({"scheme": "iid", "clients": 4, "samples": 400})")));
        QVERIFY(!preview.has_value());
        QVERIFY(preview.error().place.starts_with("/data/partition"));
    }

    void streamsAreShownAndCannotBeMoved()
    {
        RunData data({});
        const auto preview =
            previewPartition(data, planOf(R"({"dataset": {"name": "syntheticRegression"},
                "partition": {"scheme": "natural"}, "test": {"share": 0.2}})"));
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        QVERIFY(preview->isStreamed);
        QCOMPARE(preview->statistics.kind, HoldingKind::Sample);
        QVERIFY(preview->held.front().front() > 0);
    }

    void anotherSplitOfSixtyThousandSamplesIsThereAtOnce_data()
    {
        QTest::addColumn<QString>("partition");
        QTest::newRow("iid") << R"("scheme": "iid")";
        QTest::newRow("dirichlet") << R"("scheme": "dirichlet", "minimum": 1, "alpha": 0.%1)";
        QTest::newRow("shards") << R"("scheme": "shards")";
        QTest::newRow("half-normal") << R"("scheme": "halfNormal")";
    }

    void anotherSplitOfSixtyThousandSamplesIsThereAtOnce()
    {
        // What the window does while a slider moves: 60,000 samples, 100 clients, ≤ 100 ms.
        QFETCH(QString, partition);
        static RunData data({});
        std::vector<double> milliseconds;
        for (int position = 3; position <= 9; ++position) {
            const QString scheme = "{" + QString(partition).replace("%1", QString::number(position))
                                   + R"(, "clients": 100})";
            const RunPlan plan = planOf(R"({"dataset": {"name": "csv", "path": ")"
                                        + table().toStdString() + R"("}, "partition": )"
                                        + scheme.toStdString() + R"(, "test": {"share": 0.2}})");
            const double before = tests::threadMilliseconds();
            const auto preview = previewPartition(data, plan);
            if (position > 3) // the first one loads the data set
                milliseconds.push_back(tests::threadMilliseconds() - before);
            QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
            QCOMPARE(preview->held.size(), std::size_t{100});
        }
        std::ranges::sort(milliseconds);
        qInfo("median %.1f ms, longest %.1f ms", milliseconds[3], milliseconds.back());
        if (!tests::underSanitizer())
            QVERIFY(milliseconds[3] <= tests::allowed(100));
    }

private:
    /// 60,000 samples of one number and a class.
    QString table()
    {
        const QString path = m_folder.filePath("labels.csv");
        if (!QFile::exists(path)) {
            QFile file(path);
            (void)file.open(QIODevice::WriteOnly);
            QByteArray lines;
            for (int i = 0; i < 60000; ++i)
                lines +=
                    QByteArray::number(i % 97) + ',' + QByteArray::number(i % int(kClasses)) + '\n';
            file.write(lines);
        }
        return path;
    }

    QTemporaryDir m_folder;
};

COTERIE_SECTION(TestPartitionPreview)

} // namespace tst_partition_preview

#include "tst_partition_preview.moc"
