#include "core/nn/layer_figures.h"
#include "core/nn/models.h"
#include "core/nn/shipped_models.h"
#include "tests/sections.h"

#include <QObject>
#include <QTest>

namespace tst_layer_figures {

using namespace coterie;

namespace {

using List = std::vector<LayerSettings>;

constexpr SampleShape kPicture{.channels = 1, .height = 28, .width = 28};
constexpr std::string_view kPlace = "/model/layers";

LayerSettings word(std::string_view name,
                   std::vector<std::pair<std::string, ParameterValue>> settings = {})
{
    LayerSettings layer{.part = {.name = std::string(name), .parameters = {}}, .layers = {}};
    for (auto& [setting, value] : settings)
        layer.part.parameters.set(setting, std::move(value));
    return layer;
}

LayerSettings convolution(std::int64_t channels, std::int64_t padding = 1)
{
    return word("convolution", {{"channels", channels}, {"padding", padding}});
}

const LayerSettings kFlatten = word("flatten");
const LayerSettings kAnswers = word("linear", {{"units", std::string("classes")}});

} // namespace

class TestLayerFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyLayerHasItsShapeParametersAndOperations()
    {
        const ListFigures figures =
            figuresOf({convolution(4), word("relu"), kFlatten, kAnswers}, kPicture, 10, kPlace);
        QVERIFY(!figures.misfit);
        QCOMPARE(figures.layers.size(), std::size_t{4});
        const LayerFigures& first = figures.layers.at("/0");
        QVERIFY((first.output == SampleShape{.channels = 4, .height = 28, .width = 28}));
        QCOMPARE(first.parameters, std::size_t{4 * 9 + 4});
        QCOMPARE(first.multiplyAdds, 28.0 * 28 * 4 * 1 * 9);
        QCOMPARE(figures.layers.at("/1").parameters, std::size_t{0});
        QCOMPARE(figures.layers.at("/1").multiplyAdds, 0.0);
        QCOMPARE(figures.layers.at("/3").output.channels, std::size_t{10});
        QCOMPARE(figures.layers.at("/3").multiplyAdds, 28.0 * 28 * 4 * 10);
        QCOMPARE(figures.parameters, std::size_t{40 + 28 * 28 * 4 * 10 + 10});
        QCOMPARE(figures.multiplyAdds, 28.0 * 28 * 4 * 9 + 28.0 * 28 * 4 * 10);
    }

    void aBlockHasTheSumOfAllItsRepetitions()
    {
        LayerSettings block = word("block", {{"repeat", std::int64_t{3}}});
        block.layers = {convolution(1), word("batchNorm")};
        const ListFigures figures = figuresOf({block, kFlatten, kAnswers}, kPicture, 10, kPlace);
        QVERIFY(!figures.misfit);
        QCOMPARE(figures.layers.at("/0").parameters, std::size_t{3 * (9 + 1 + 2)});
        QCOMPARE(figures.layers.at("/0/layers/0").parameters, std::size_t{3 * 10});
        QCOMPARE(figures.layers.at("/0/layers/1").parameters, std::size_t{3 * 2});
        QCOMPARE(figures.layers.at("/0").multiplyAdds, 3.0 * 28 * 28 * 9);
        QCOMPARE(figures.buffers, std::size_t{3 * 2});
    }

    void aShortcutCountsAtItsBlock()
    {
        LayerSettings block = word("block", {{"shortcut", std::string("concatenate")}});
        block.layers = {convolution(5)};
        const ListFigures figures = figuresOf({block, kFlatten, kAnswers}, kPicture, 10, kPlace);
        QVERIFY(!figures.misfit);
        QCOMPARE(figures.layers.at("/0/layers/0").output.channels, std::size_t{5});
        QCOMPARE(figures.layers.at("/0").output.channels, std::size_t{6});
    }

    void layersBeforeAMisfitHaveFiguresAndThoseBehindNone()
    {
        const ListFigures figures = figuresOf(
            {convolution(4), word("maxPool", {{"kernel", std::int64_t{99}}}), kFlatten, kAnswers},
            kPicture,
            10,
            kPlace);
        QVERIFY(figures.misfit);
        QCOMPARE(figures.misfit->place, std::string("/model/layers/1/kernel"));
        QCOMPARE(figures.layers.size(), std::size_t{1});
        QVERIFY(figures.layers.contains("/0"));
        // The whole fits its data, and does not answer its question.
        const ListFigures silent = figuresOf({kFlatten}, kPicture, 10, kPlace);
        QVERIFY(silent.misfit);
        QCOMPARE(silent.layers.size(), std::size_t{1});
        QCOMPARE(figuresOf({}, kPicture, 10, kPlace).layers.size(), std::size_t{0});
    }

    void everyShippedModelHasTheFiguresOfItsNetwork()
    {
        for (const ModelEntry& entry : shippedModels()) {
            const std::string name(entry.part.name);
            const Result<Network> network = usualNetwork(name);
            QVERIFY2(network.has_value(), name.c_str());
            const ListFigures figures = figuresOf(*layersOfModel({.name = name, .parameters = {}}),
                                                  network->input(),
                                                  entry.usualClasses(),
                                                  kPlace);
            QVERIFY2(!figures.misfit, name.c_str());
            QCOMPARE(figures.parameters, network->layout().parameterCount);
            QCOMPARE(figures.buffers, network->layout().bufferCount);
            QCOMPARE(2 * figures.multiplyAdds, network->forwardFlops());
        }
    }
};

COTERIE_SECTION(TestLayerFigures)

} // namespace tst_layer_figures

#include "tst_layer_figures.moc"
