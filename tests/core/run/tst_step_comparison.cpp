#include "core/run/step_comparison.h"
#include "tests/sections.h"

#include <QTest>

#include <string>

namespace tst_step_comparison {

using namespace coterie;

/// The planned step of a model against LibTorch's autograd, as `bench --model` measures it.
class TestStepComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothWaysAreTheSameStep_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<int>("batch");
        QTest::newRow("linear") << QByteArray("mlr") << 7;
        QTest::newRow("dropout") << QByteArray("mlp_fmnist") << 5;
        QTest::newRow("a target") << QByteArray("synth_linear") << 8;
        QTest::newRow("batch-norm") << QByteArray("digit_cnn_small") << 6;
        QTest::newRow("shortcuts") << QByteArray("resnet20_bn") << 3;
    }

    void bothWaysAreTheSameStep()
    {
        QFETCH(QByteArray, model);
        QFETCH(int, batch);
        const auto found = compareSteps(model.toStdString(), static_cast<std::size_t>(batch), 1);
        QVERIFY2(found.has_value(), found ? "" : found.error().sentence().c_str());
        QCOMPARE(found->batch, static_cast<std::size_t>(batch));
        QVERIFY(found->parameters > 0);
        QVERIFY(found->plannedSeconds > 0 && found->autogradSeconds > 0);
        QCOMPARE(found->ratio, found->autogradSeconds / found->plannedSeconds);
        // A step of 0.01 times a gradient.
        QVERIFY2(found->difference < 1e-5, qPrintable(QString::number(found->difference)));
    }

    void whatCannotBeComparedIsSaid()
    {
        const auto unknown = compareSteps("resnet20_bm", 4, 1);
        QVERIFY(!unknown.has_value());
        QVERIFY2(unknown.error().sentence().find("resnet20_bn") != std::string::npos,
                 unknown.error().sentence().c_str());
        const auto volumes = compareSteps("unet3d_ixi", 1, 1);
        QVERIFY(!volumes.has_value());
        QVERIFY2(volumes.error().sentence().find("network of volumes") != std::string::npos,
                 volumes.error().sentence().c_str());
    }
};

COTERIE_SECTION(TestStepComparison)

} // namespace tst_step_comparison

#include "tst_step_comparison.moc"
