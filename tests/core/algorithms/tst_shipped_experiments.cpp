#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/metric_infos.h"
#include "tests/sections.h"

#include <QTest>

#include <filesystem>

namespace tst_shipped_experiments {

using namespace coterie;

/// Every experiment file that ships, against the program's own registry.
class TestShippedExperiments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFileIsValid_data()
    {
        QTest::addColumn<QString>("file");
        const std::filesystem::path folder(COTERIE_SOURCE_DIR "/experiments");
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            if (entry.path().extension() == ".json")
                QTest::newRow(entry.path().lexically_relative(folder).string().c_str())
                    << QString::fromStdString(entry.path().string());
    }

    void everyFileIsValid()
    {
        QFETCH(QString, file);
        const Result<Experiment, Problems> experiment =
            readExperiment(file.toStdString(), registry());
        QVERIFY2(experiment, experiment ? "" : experiment.error().front().sentence().c_str());
        QVERIFY(!experiment->description.empty());
        QVERIFY(!experiment->lookFor.empty());
        // Whether λ = 30 is stable depends on the scale of the inputs (ALGORITHMS §4).
        if (file.contains("sFedHP"))
            QVERIFY(!experiment->data.preprocess.empty());
        for (const Reference& reference : experiment->references) {
            const MetricInfo* info = findMetric(reference.metric);
            QVERIFY2(info != nullptr, reference.metric.c_str()); // ours would have no such number
            QVERIFY(!reference.target || info->better != Better::Neither);
        }
        QVERIFY(expand(*experiment, registry()).size()
                >= experiment->arms.size() * experiment->seeds.size());
    }
};

COTERIE_SECTION(TestShippedExperiments)

} // namespace tst_shipped_experiments

#include "tst_shipped_experiments.moc"
