#include "tests/core/nn/listed_layers.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_listed_shortcuts {

using namespace coterie;
using namespace coterie::listed;

/// Strides, gaps and groups of listed convolutions, norms, and blocks with a shortcut.
class TestListedShortcuts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void convolutionsTakeStridesGapsAndGroups()
    {
        const Result<Network> network = networkOf(
            {convolution(6, 3, 1),
             word("convolution",
                  {{"channels", std::int64_t{12}},
                   {"padding", std::int64_t{1}},
                   {"stride", std::int64_t{2}},
                   {"groups", std::int64_t{6}}}),
             word("convolution", {{"channels", std::int64_t{4}}, {"dilation", std::int64_t{3}}}),
             word("groupNorm", {{"groups", std::int64_t{2}}}),
             word("gelu"),
             word("layerNorm"),
             word("tanh"),
             word("globalAveragePool"),
             word("layerNorm"),
             answers()},
            kPicture,
            10);
        QVERIFY(network.has_value());
        Layer depthwise = conv2d(6, 12, 3, 1);
        depthwise.stride = 2;
        depthwise.groups = 6;
        Layer dilated = conv2d(12, 4, 3);
        dilated.dilation = 3;
        const std::vector<Layer> expected{conv2d(1, 6, 3, 1),
                                          depthwise,
                                          dilated,
                                          groupNorm(4, 2),
                                          gelu(),
                                          layerNorm(3),
                                          tanhLayer(),
                                          globalAveragePool(),
                                          layerNorm(1),
                                          linear(4, 10)};
        QVERIFY(network->layers() == expected);
        QCOMPARE(network->shapeAfter(1).height, std::size_t{14});
        QCOMPARE(network->shapeAfter(2).height, std::size_t{8});
        const ParamLayout& layout = network->layout();
        QCOMPARE(layout.parameter(1, SliceRole::Weight)->shape,
                 (std::vector<std::size_t>{12, 1, 3, 3}));
        QCOMPARE(layout.parameter(5, SliceRole::Scale)->shape, (std::vector<std::size_t>{4, 8, 8}));
        QCOMPARE(network->multiplyAdds(1), 12.0 * 9 * 14 * 14);
    }

    void shortcutsAddWhatArrives()
    {
        const Said project{"shortcut", std::string("projection")};
        const Said identity{"shortcut", std::string("identity")};
        const LayerSettings narrow = word("convolution",
                                          {{"channels", std::int64_t{8}},
                                           {"padding", std::int64_t{1}},
                                           {"stride", std::int64_t{2}}});
        const Result<Network> network = networkOf(
            {block({narrow}, {project, {"norm", std::string("batchNorm")}}),
             block({convolution(8, 3, 1), kRelu}, {identity, {"repeat", std::int64_t{2}}}),
             block({convolution(8, 1)}, {project}), // nothing to project
             word("globalAveragePool"),
             block({units(5)}, {project}),
             answers()},
            kPicture,
            10);
        QVERIFY(network.has_value());
        Layer first = conv2d(1, 8, 3, 1);
        first.stride = 2;
        Layer projection = conv2d(1, 8, 1, 0, false);
        projection.stride = 2;
        const std::vector<Layer> expected{
            remember(0),        first,        remember(1),         recall(0),
            projection,         batchNorm(8), addition(1),         remember(2),
            conv2d(8, 8, 3, 1), relu(),       addition(2),         remember(3),
            conv2d(8, 8, 3, 1), relu(),       addition(3),         remember(4),
            conv2d(8, 8, 1),    addition(4),  globalAveragePool(), remember(5),
            linear(8, 5),       remember(6),  recall(5),           linear(8, 5, false),
            addition(6),        linear(5, 10)};
        QVERIFY(network->layers() == expected);
        QVERIFY(!network->needsGraph());
        // Of scans the projection is a cube, and only autograd computes it.
        const Result<Network> scan =
            networkOf({block({narrow}, {project}), kFlatten, answers()}, kScan, 2);
        QVERIFY(scan.has_value());
        Layer cube = conv3d(1, 8, 1, 0, false);
        cube.stride = 2;
        QVERIFY(scan->layers()[4] == cube);
        QVERIFY(scan->needsGraph());
    }

    void misfitsAreSaidAtTheirPlace_data()
    {
        QTest::addColumn<List>("layers");
        QTest::addColumn<SampleShape>("shape");
        QTest::addColumn<QString>("sentence");
        const auto spread = [](std::int64_t channels, const char* name, std::int64_t value) {
            return word("convolution", {{"channels", channels}, {name, value}});
        };
        QTest::newRow("groups of what arrives")
            << List{spread(8, "groups", 2), kFlatten, answers()} << kPicture
            << "/model/layers/0/groups: 2 groups need a multiple of 2 channels, and a picture of "
               "1×28×28 arrives here";
        QTest::newRow("groups of what comes out")
            << List{convolution(6, 1), spread(8, "groups", 3), kFlatten, answers()} << kPicture
            << "/model/layers/1/channels: the channels that come out must be a multiple of the 3 "
               "groups (are 8)";
        QTest::newRow("groups of numbers")
            << List{kFlatten, units(9), word("groupNorm", {{"groups", std::int64_t{4}}}), answers()}
            << kPicture
            << "/model/layers/2/groups: 4 groups need a multiple of 4 channels, and 9 numbers "
               "arrive here";
        QTest::newRow("kernel with gaps")
            << List{spread(8, "dilation", 14), kFlatten, answers()} << kPicture
            << "/model/layers/0/kernel: a kernel of 3 with a dilation of 14 is larger than what "
               "arrives here, a picture of 1×28×28";
        QTest::newRow("global pool of numbers")
            << List{kFlatten, word("globalAveragePool"), answers()} << kPicture
            << "/model/layers/1/layer: a global average-pool needs a picture, and 784 numbers "
               "arrive here";
        const Said identity{"shortcut", std::string("identity")};
        const Said project{"shortcut", std::string("projection")};
        QTest::newRow("identity")
            << List{block({convolution(8, 3, 1)}, {identity}), kFlatten, answers()} << kPicture
            << "/model/layers/0/shortcut: the block turns a picture of 1×28×28 into a picture of "
               "8×28×28; to add the two, they must have the same shape; \"projection\" adds those "
               "that differ";
        QTest::newRow("projection")
            << List{block({convolution(8, 3)}, {project}), kFlatten, answers()} << kPicture
            << "/model/layers/0/shortcut: the block turns a picture of 1×28×28 into a picture of "
               "8×26×26; a projection can change the number of channels and divide all edges by "
               "the same number";
        QTest::newRow("projection to numbers")
            << List{block({kFlatten, units(3)}, {project}), answers()} << kPicture
            << "/model/layers/0/shortcut: the block turns a picture of 1×28×28 into 3 numbers; a "
               "projection can change the number of channels and divide all edges by the same "
               "number";
        QTest::newRow("norm without projection")
            << List{block({convolution(1, 1)}, {identity, {"norm", std::string("batchNorm")}}),
                    kFlatten,
                    answers()}
            << kPicture
            << "/model/layers/0/norm: only a block with \"shortcut\": \"projection\" has a norm";
        QTest::newRow("groups without norm")
            << List{block({convolution(4, 1)}, {project, {"groups", std::int64_t{2}}}),
                    kFlatten,
                    answers()}
            << kPicture
            << "/model/layers/0/groups: only a block with \"norm\": \"groupNorm\" has groups";
        QTest::newRow("groups of a projection")
            << List{block(
                        {convolution(5, 1)},
                        {project, {"norm", std::string("groupNorm")}, {"groups", std::int64_t{2}}}),
                    kFlatten,
                    answers()}
            << kPicture
            << "/model/layers/0/groups: 2 groups need a multiple of 2 channels, and the block "
               "makes a picture of 5×28×28";
        QTest::newRow("added answers")
            << List{units(10), block({answers()}, {identity})} << SampleShape{.channels = 5}
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
};

COTERIE_SECTION(TestListedShortcuts)

} // namespace tst_listed_shortcuts

#include "tst_listed_shortcuts.moc"
