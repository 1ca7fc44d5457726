#include "core/nn/network.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_network {

using namespace coterie;

namespace {

Network smallCnn()
{
    return Network("small",
                   {.channels = 3, .height = 11, .width = 8},
                   {conv2d(3, 4, 3, 1),        // 0: 4 × 11 × 8
                    batchNorm(4),              // 1
                    prelu(),                   // 2
                    maxPool2d(),               // 3: 4 × 5 × 4, the odd row is left out
                    conv2d(4, 6, 3, 0, false), // 4: 6 × 3 × 2
                    averagePool2d(),           // 5: 6 × 1 × 1
                    flatten(),                 // 6
                    linear(6, 5),              // 7
                    relu(),                    // 8
                    dropout(0.5),              // 9
                    linear(5, 2, false),       // 10
                    softmax()},                // 11
                   Loss::CrossEntropy);
}

QString text(const SampleShape& shape)
{
    return QString("%1×%2×%3").arg(shape.channels).arg(shape.height).arg(shape.width);
}

/// One line per slice: "name offset count [shape]".
QString text(const std::vector<Slice>& row)
{
    QStringList lines;
    for (const Slice& slice : row) {
        QStringList shape;
        for (const std::size_t size : slice.shape)
            shape << QString::number(size);
        lines << QString("%1 %2 %3 [%4]")
                     .arg(QString::fromStdString(slice.name))
                     .arg(slice.offset)
                     .arg(slice.count)
                     .arg(shape.join(","));
    }
    return lines.join("\n");
}

} // namespace

class TestNetwork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shapesFollowTheLayers();
    void parametersLieInRegistrationOrder();
    void buffersAreASecondRow();
    void slicesAreFoundByLayerAndRole();
    void outputLayerIsTheLastLinearOne();
    void countsMultiplyAdds();
};

void TestNetwork::shapesFollowTheLayers()
{
    const Network network = smallCnn();
    const QStringList expected{"4×11×8",
                               "4×11×8",
                               "4×11×8",
                               "4×5×4",
                               "6×3×2",
                               "6×1×1",
                               "6×1×1",
                               "5×1×1",
                               "5×1×1",
                               "5×1×1",
                               "2×1×1",
                               "2×1×1"};
    for (qsizetype i = 0; i < expected.size(); ++i)
        QCOMPARE(text(network.shapeAfter(static_cast<std::size_t>(i))), expected[i]);
    QCOMPARE(text(network.shapeBefore(0)), QString("3×11×8"));
    QCOMPARE(text(network.shapeBefore(4)), QString("4×5×4"));
    QCOMPARE(network.outputs(), std::size_t{2});
}

void TestNetwork::parametersLieInRegistrationOrder()
{
    const Network network = smallCnn();
    QCOMPARE(text(network.layout().parameters),
             QString("0.weight 0 108 [4,3,3,3]\n"
                     "0.bias 108 4 [4]\n"
                     "1.weight 112 4 [4]\n"
                     "1.bias 116 4 [4]\n"
                     "2.weight 120 1 [1]\n"
                     "4.weight 121 216 [6,4,3,3]\n"
                     "7.weight 337 30 [5,6]\n"
                     "7.bias 367 5 [5]\n"
                     "10.weight 372 10 [2,5]"));
    QCOMPARE(network.layout().parameterCount, std::size_t{382});
}

void TestNetwork::buffersAreASecondRow()
{
    const Network network = smallCnn();
    QCOMPARE(text(network.layout().buffers),
             QString("1.running_mean 0 4 [4]\n"
                     "1.running_var 4 4 [4]"));
    QCOMPARE(network.layout().bufferCount, std::size_t{8});
    QCOMPARE(network.layout().batchNormLayers, std::size_t{1});
}

void TestNetwork::slicesAreFoundByLayerAndRole()
{
    const Network network = smallCnn();
    const ParamLayout& layout = network.layout();
    QCOMPARE(layout.parameter(1, SliceRole::Shift)->offset, std::size_t{116});
    QCOMPARE(layout.parameter(2, SliceRole::Slope)->offset, std::size_t{120});
    QCOMPARE(layout.buffer(1, SliceRole::RunningVariance)->offset, std::size_t{4});
    QVERIFY(layout.parameter(4, SliceRole::Bias) == nullptr);
    QVERIFY(layout.buffer(1, SliceRole::Scale) == nullptr);
}

void TestNetwork::outputLayerIsTheLastLinearOne()
{
    const Network network = smallCnn();
    QCOMPARE(network.layout().outputLayer, std::size_t{10});
    QCOMPARE(network.features(), std::size_t{5});
}

void TestNetwork::countsMultiplyAdds()
{
    // 108 weights at 11·8 places, 216 at 3·2, 30 and 10 at one; two operations each.
    QCOMPARE(smallCnn().forwardFlops(), 2.0 * (108 * 88 + 216 * 6 + 30 + 10));
}

COTERIE_SECTION(TestNetwork)

} // namespace tst_network

#include "tst_network.moc"
