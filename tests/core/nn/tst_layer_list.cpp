#include "core/nn/cpu_step.h"
#include "core/nn/initialise.h"
#include "core/nn/layer_list.h"
#include "tests/core/nn/listed_layers.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace tst_layer_list {

using namespace coterie;
using namespace coterie::listed;

class TestLayerList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizesFollowFromTheData()
    {
        const Result<Network> network = networkOf(
            {convolution(16, 3, 1), kRelu, word("maxPool"), kFlatten, answers()}, kPicture, 10);
        QVERIFY(network.has_value());
        const std::vector<Layer> expected{
            conv2d(1, 16, 3, 1), relu(), maxPool2d(2), flatten(), linear(16 * 14 * 14, 10)};
        QVERIFY(network->layers() == expected);
        QCOMPARE(network->name(), std::string("layers"));
        QCOMPARE(network->multiplyAdds(0), 9.0 * 16 * 28 * 28);
        QCOMPARE(network->multiplyAdds(1), 0.0);
        QCOMPARE(network->forwardFlops(), 2 * (9.0 * 16 * 28 * 28 + 16.0 * 14 * 14 * 10));
        // The same list fits colours, scans and other classes.
        const SampleShape colour{.channels = 3, .height = 32, .width = 32};
        const List list{convolution(4, 3), kFlatten, answers()};
        QVERIFY(networkOf(list, colour, 7)->layers()[0] == conv2d(3, 4, 3));
        QCOMPARE(networkOf(list, colour, 7)->outputs(), std::size_t{7});
        QVERIFY(networkOf(list, kScan, 0)->layers()[0] == conv3d(1, 4, 3));
        QCOMPARE(networkOf(list, kScan, 0)->outputs(), std::size_t{1});
        QVERIFY(networkOf({answers()}, kTable, 3)->layers()[0] == linear(13, 3));
    }

    void everyWordBecomesALayer()
    {
        for (const LayerWord& known : layerWords()) {
            QVERIFY2(!known.part.title.empty() && known.part.meaning.ends_with('.'),
                     known.part.name.data());
            QVERIFY2((known.lowered == nullptr) == (known.part.name == kBlockWord),
                     known.part.name.data());
            for (const ParameterDescriptor& setting : known.part.parameters)
                QVERIFY2(!setting.meaning.empty(), setting.name.data());
        }
        QCOMPARE(layerParts().size(), layerWords().size());
    }

    void blocksRepeatWithWeightsOfTheirOwn()
    {
        const Result<Network> network = networkOf(
            {kFlatten, block({units(8), kRelu}, {{"repeat", std::int64_t{3}}}), answers()},
            kPicture,
            10);
        QVERIFY(network.has_value());
        const std::vector<Layer> expected{flatten(),
                                          linear(784, 8),
                                          relu(),
                                          linear(8, 8),
                                          relu(),
                                          linear(8, 8),
                                          relu(),
                                          linear(8, 10)};
        QVERIFY(network->layers() == expected);
    }

    void shortcutsPutWhatArrivesFirst()
    {
        const Said join{"shortcut", std::string("concatenate")};
        const Result<Network> network =
            networkOf({block({convolution(4, 3, 1), block({convolution(2, 1)}, {join})}, {join}),
                       kFlatten,
                       answers()},
                      kPicture,
                      10);
        QVERIFY(network.has_value());
        const std::vector<Layer> expected{remember(0),
                                          conv2d(1, 4, 3, 1),
                                          remember(1),
                                          conv2d(4, 2, 1),
                                          concatenate(1),
                                          concatenate(0),
                                          flatten(),
                                          linear(7 * 784, 10)};
        QVERIFY(network->layers() == expected);
        // Each repetition is passed by a shortcut of its own.
        const Result<Network> twice = networkOf(
            {block({units(5)}, {join, {"repeat", std::int64_t{2}}}), answers()}, kTable, 2);
        QVERIFY(twice.has_value());
        QVERIFY(twice->layers().back() == linear(13 + 5 + 5, 2));
    }

    /// Orders that no shipped network has, on the planned step and on LibTorch's operators.
    void unusualListsComputeFiniteNumbers()
    {
        const Said join{"shortcut", std::string("concatenate")};
        for (const List& list :
             {List{kRelu, kFlatten, answers()},
              List{word("batchNorm"), word("prelu"), kFlatten, answers(), word("dropout")},
              List{word("softmax"), word("sigmoid"), kFlatten, kRelu, units(3), kRelu, answers()},
              List{word("averagePool", {{"kernel", std::int64_t{5}}}),
                   convolution(3, 2, 2),
                   word("maxPool", {{"kernel", std::int64_t{3}}}),
                   kFlatten,
                   word("batchNorm"),
                   answers(),
                   word("softmax")},
              List{block({convolution(2, 3, 1), kRelu}, {join}), kFlatten, answers()}}) {
            const Result<Network> network = networkOf(list, kPicture, 10);
            QVERIFY(network.has_value());
            const std::size_t batch = 3;
            std::vector<float> parameters(network->layout().parameterCount);
            std::vector<float> buffers(network->layout().bufferCount);
            initialise<float>(*network, Initialisation::LibTorch, 1, 0, parameters, buffers);
            CpuStep<float> step(*network, batch, CpuStep<float>::Use::Training);
            for (std::size_t i = 0; i < batch * network->input().size(); ++i)
                step.input()[i] = static_cast<float>(i % 7) / 7 - 0.3F;
            step.train(parameters.data(), buffers.data(), batch, {}, 0);
            const std::vector<std::int32_t> labels{0, 4, 9};
            QVERIFY(std::isfinite(step.loss(labels)));
            std::vector<float> gradient(parameters.size(), std::numeric_limits<float>::quiet_NaN());
            step.backward(parameters.data(), gradient.data());
            QVERIFY(
                std::ranges::all_of(gradient, [](float slope) { return std::isfinite(slope); }));
            QVERIFY(std::ranges::any_of(gradient, [](float slope) { return slope != 0; }));
        }
    }

    void misfitsAreSaidAtTheirPlace_data()
    {
        QTest::addColumn<List>("layers");
        QTest::addColumn<SampleShape>("shape");
        QTest::addColumn<QString>("sentence");
        const Said join{"shortcut", std::string("concatenate")};
        QTest::newRow("convolution of numbers")
            << List{kFlatten, units(128), convolution(8, 3), answers()} << kPicture
            << "/model/layers/2/layer: a convolution needs a picture, and 128 numbers arrive here";
        QTest::newRow("convolution of a table")
            << List{convolution(8, 3), kFlatten, answers()} << kTable
            << "/model/layers/0/layer: a convolution needs a picture, and 13 numbers arrive here";
        QTest::newRow("linear layer of a picture") << List{convolution(8, 3), answers()} << kPicture
                                                   << "/model/layers/1/layer: a linear layer needs "
                                                      "numbers in a row, and a picture of 8×26×26"
                                                      " arrives here; put \"flatten\" before it";
        QTest::newRow("linear layer of one pixel")
            << List{convolution(8, 28), answers()} << kPicture
            << "/model/layers/1/layer: a linear layer needs numbers in a row, and a picture of "
               "8×1×1 arrives here; put \"flatten\" before it";
        QTest::newRow("kernel") << List{word("maxPool", {{"kernel", std::int64_t{9}}}),
                                        convolution(8, 5),
                                        kFlatten,
                                        answers()}
                                << kPicture
                                << "/model/layers/1/kernel: a kernel of 5 is larger than what "
                                   "arrives here, a picture of 1×3×3";
        QTest::newRow("kernel with padding")
            << List{convolution(8, 31, 1), kFlatten, answers()} << kPicture
            << "/model/layers/0/kernel: a kernel of 31 with a padding of 1 is larger than what "
               "arrives here, a picture of 1×28×28";
        QTest::newRow("pool of one number")
            << List{kFlatten, units(1), word("maxPool"), answers()} << kPicture
            << "/model/layers/2/layer: a max-pool needs a picture, and 1 number arrives here";
        QTest::newRow("average-pool of a volume")
            << List{word("averagePool"), kFlatten, answers()} << kScan
            << "/model/layers/0/layer: an average-pool needs a picture, and a volume of 1×8×8×8 "
               "arrives here";
        QTest::newRow("upsample of a picture")
            << List{word("upsample"), kFlatten, answers()} << kPicture
            << "/model/layers/0/layer: an upsample needs a volume, and a picture of 1×28×28 "
               "arrives "
               "here";
        QTest::newRow("shortcut")
            << List{block({convolution(8, 3)}, {join}), kFlatten, answers()} << kPicture
            << "/model/layers/0/shortcut: the block turns a picture of 1×28×28 into a picture of "
               "8×26×26; to join the two, only the number of channels can differ";
        QTest::newRow("inside a block, the second time")
            << List{block({convolution(4, 3), word("maxPool", {{"kernel", std::int64_t{8}}})},
                          {{"repeat", std::int64_t{2}}}),
                    kFlatten,
                    answers()}
            << kPicture
            << "/model/layers/0/layers/1/kernel: a kernel of 8 is larger than what arrives here, a "
               "picture of 4×1×1";
        QTest::newRow("end in a picture")
            << List{convolution(10, 3)} << kPicture
            << "/model/layers: the answers come from a linear layer, and this network ends in a "
               "picture of 10×26×26; put \"flatten\" and a linear layer with \"units\": "
               "\"classes\" "
               "at its end";
        QTest::newRow("no weights") << List{kFlatten, kRelu} << kPicture
                                    << "/model/layers: must have a linear layer or a convolution";
        QTest::newRow("answers")
            << List{kFlatten, units(64), kRelu} << kPicture
            << "/model/layers/1/units: the data set has 10 classes, so the last linear layer must "
               "give 10 numbers (gives 64); \"classes\" fits every data set";
        QTest::newRow("sigmoid of ten")
            << List{kFlatten, answers(), word("sigmoid")} << kPicture
            << "/model/layers/2/layer: a network that ends in a sigmoid gives the probability of "
               "the second of two classes: one number, and a data set of 2 classes (it gives 10 "
               "numbers, the data set has 10 classes)";
        QTest::newRow("joined answers")
            << List{block({units(10)}, {join})} << SampleShape{.channels = 5}
            << "/model/layers: the answers must come from the last linear layer alone; a shortcut "
               "joins others to them";
    }

    void misfitsAreSaidAtTheirPlace()
    {
        QFETCH(List, layers);
        QFETCH(SampleShape, shape);
        QFETCH(QString, sentence);
        QCOMPARE(refusal(layers, shape, 10), sentence);
    }

    void lossFollowsTheDataAndTheEnd()
    {
        const List plain{kFlatten, answers()};
        QVERIFY(networkOf(plain, kPicture, 10)->loss() == Loss::CrossEntropy);
        QVERIFY(networkOf(plain, kPicture, 0)->loss() == Loss::SquaredError);
        const List twice{kFlatten, answers(), word("softmax")};
        QVERIFY(networkOf(twice, kPicture, 10)->loss() == Loss::CrossEntropy);
        QCOMPARE(refusal(twice, kPicture, 0),
                 QString("/model/layers/2/layer: a softmax over 1 number is always 1"));
        const List logistic{kFlatten, units(1), word("sigmoid")};
        QVERIFY(networkOf(logistic, kTable, 2)->loss() == Loss::Logistic);
        QVERIFY(networkOf(logistic, kTable, 0)->loss() == Loss::SquaredError);
        const List masks{convolution(2, 3, 1), word("softmax")};
        QVERIFY(networkOf(masks, kScan, 0)->loss() == Loss::Dice);
        QCOMPARE(refusal({convolution(2, 3), word("softmax")}, kScan, 0),
                 QString("/model/layers: a network that gives masks must end in a softmax over a "
                         "volume of 2×8×8×8; this one ends in a volume of 2×6×6×6"));
    }

    void boundsAreAboveTheShippedNetworks()
    {
        const SampleShape scan{.channels = 1, .height = 256, .width = 256, .depth = 256};
        QVERIFY(makeNetwork({.name = "unet3d_ixi", .parameters = {}}, scan, 0).has_value());
    }

    /// Sizes whose products do not fit a computer's numbers get a sentence too.
    void sizesAreBounded_data()
    {
        QTest::addColumn<List>("layers");
        QTest::addColumn<SampleShape>("shape");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("parameters")
            << List{kFlatten, units(1'000'000), units(1'000'000), answers()} << kPicture
            << "/model/layers/2/units: the network has more than 1000000000 parameters with this "
               "layer; 1000000 numbers arrive here";
        QTest::newRow("numbers")
            << List{convolution(65'536, 1024, 1024), kFlatten, answers()} << kPicture
            << "/model/layers/0/channels: the network has more than 1000000000 parameters with "
               "this layer; a picture of 1×28×28 arrives here";
        QTest::newRow("activations")
            << List{convolution(65'536, 1, 1024), kFlatten, answers()} << kPicture
            << "/model/layers/0/channels: the network makes more than 10000000000 numbers of one "
               "sample with this layer";
        QTest::newRow("spread out")
            << List{convolution(1, 600, 400), kFlatten, answers()} << kPicture
            << "/model/layers/0/channels: the network makes more than 10000000000 numbers of one "
               "sample with this layer";
        const LayerSettings up = word("upsample", {{"factor", std::int64_t{64}}});
        QTest::newRow("upsampled")
            << List{up, up, up, up, kFlatten, answers()} << kScan
            << "/model/layers/1/factor: the network makes more than 10000000000 numbers of one "
               "sample with this layer";
        const Said often{"repeat", std::int64_t{1000}};
        QTest::newRow("repeated")
            << List{kFlatten,
                    block({block({block({kRelu}, {often})}, {often})}, {often}),
                    answers()}
            << kPicture
            << "/model/layers/1/layers/0/layers/0/layers/0: the network is longer than 10000 "
               "layers here, with every repeated one";
    }

    void sizesAreBounded()
    {
        QFETCH(List, layers);
        QFETCH(SampleShape, shape);
        QFETCH(QString, sentence);
        QCOMPARE(refusal(layers, shape, 10), sentence);
    }
};

COTERIE_SECTION(TestLayerList)

} // namespace tst_layer_list

#include "tst_layer_list.moc"
