#include "core/base/json_parse.h"
#include "core/experiment/layers_text.h"
#include "tests/sections.h"

#include <QObject>
#include <QTest>

namespace tst_layers_text {

using namespace coterie;

namespace {

JsonNode nodeOf(const char* json)
{
    return parseJson(json)->root;
}

const char* const kList = R"([{"layer":"convolution","channels":16,"kernel":3},{"layer":"relu"},
    {"layer":"block","repeat":3,"layers":[{"layer":"batchNorm"},{"layer":"relu"}]},
    {"layer":"flatten"},{"layer":"linear","units":"classes"}])";

const char* const kPool = R"({"layer":"maxPool"})";

} // namespace

class TestLayersText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aListIsSaidByItsWords()
    {
        QCOMPARE(layersText(nodeOf(kList)),
                 std::string("10 layers: convolution, 4 relu, 3 batchNorm, flatten, linear"));
        QCOMPARE(layersText(nodeOf(R"([{"layer":"flatten"}])")), std::string("1 layer: flatten"));
        QCOMPARE(layersText(nodeOf("7")), std::string());
        QVERIFY(wordsOfLayers(nodeOf("[]")).empty());
    }

    void aLayerIsSaidWithItsSettings()
    {
        const JsonNode list = nodeOf(kList);
        QCOMPARE(layerText(list.items[0]), std::string("convolution (channels 16, kernel 3)"));
        QCOMPARE(layerText(list.items[1]), std::string("relu"));
        QCOMPARE(layerText(list.items[2]),
                 std::string("block (repeat 3, 2 layers: batchNorm, relu)"));
        QCOMPARE(layerText(list.items[4]), std::string("linear (units classes)"));
        QCOMPARE(layersInWords(kPool), std::string("maxPool"));
        QCOMPARE(layersInWords(R"([{"layer":"relu"}])"), std::string("1 layer: relu"));
        QCOMPARE(layersInWords("mlr"), std::string("mlr"));
        QCOMPARE(layersInWords("[1"), std::string("[1"));
    }

    void onlyLayersThatDifferAreNamed()
    {
        const JsonNode list = nodeOf(kList);
        QVERIFY(differingLayers(list, list).empty());
        JsonNode wider = list;
        *wider.items[0].find("channels") = JsonNode::fromWhole(32);
        *wider.items[2].find("layers") = nodeOf(R"([{"layer":"batchNorm"},{"layer":"prelu"}])");
        const std::vector<DifferingLayer> expected{
            {.place = "/0",
             .one = R"({"layer":"convolution","channels":16,"kernel":3})",
             .other = R"({"layer":"convolution","channels":32,"kernel":3})"},
            {.place = "/2/layers/1",
             .one = R"({"layer":"relu"})",
             .other = R"({"layer":"prelu"})"}};
        QVERIFY(differingLayers(list, wider) == expected);
    }

    void anInsertedLayerIsTheOnlyDifference()
    {
        const JsonNode list = nodeOf(kList);
        JsonNode longer = list;
        longer.items.insert(longer.items.begin() + 1, nodeOf(kPool));
        const std::vector<DifferingLayer> added{{.place = "/1", .one = {}, .other = kPool}};
        QVERIFY(differingLayers(list, longer) == added);
        const std::vector<DifferingLayer> lost{{.place = "/1", .one = kPool, .other = {}}};
        QVERIFY(differingLayers(longer, list) == lost);
        QCOMPARE(differingLayers(nodeOf("[]"), list).size(), std::size_t{5});
    }
};

COTERIE_SECTION(TestLayersText)

} // namespace tst_layers_text

#include "tst_layers_text.moc"
