#include "core/algorithms/registry.h"
#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/experiment/layer_settings.h"
#include "tests/sections.h"
#include "ui/design/layer_edits.h"
#include "ui/layer_texts.h"

#include <QObject>
#include <QTest>

namespace tst_layer_edits {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// "a [b c] d": layers by their words, and blocks in brackets.
JsonNode listOf(const QString& text)
{
    std::vector<JsonNode> lists{JsonNode::list()};
    for (const QString& word :
         QString(text).replace(u'[', " [ ").replace(u']', " ] ").split(u' ', Qt::SkipEmptyParts)) {
        if (word == u"[") {
            lists.push_back(JsonNode::list());
        } else if (word == u"]") {
            JsonNode block = jsonObject({{"layer", kBlockWord}});
            block.add("layers", lists.back());
            lists.pop_back();
            lists.back().items.push_back(block);
        } else {
            lists.back().items.push_back(jsonObject({{"layer", word.toStdString()}}));
        }
    }
    return lists.front();
}

QString textOf(std::span<const JsonNode> layers)
{
    QStringList words;
    for (const JsonNode& layer : layers)
        words << (isBlock(layer) ? QStringLiteral("[%1]").arg(textOf(innerLayers(layer)))
                                 : QString::fromStdString(layerWord(layer)));
    return words.join(u' ');
}

QString textOf(const std::optional<EditedLayers>& edited)
{
    if (!edited)
        return QStringLiteral("nothing");
    return QStringLiteral("%1 | %2+%3")
        .arg(textOf(edited->list.items), QString::fromStdString(layerNumber(edited->chosen.first)))
        .arg(edited->chosen.count);
}

constexpr int kWrap = 2;
constexpr int kTakeOut = 3;
constexpr int kCopy = 4;
constexpr int kRemove = 5;

} // namespace

/// What the actions of the Model page make of a list.
class LayerEditsTest final : public QObject
{
    Q_OBJECT

private slots:
    void placesArePointers();
    void editsKeepWhatTheyDoNotTouch_data();
    void editsKeepWhatTheyDoNotTouch();
    void layersAreDroppedAnywhereButInThemselves_data();
    void layersAreDroppedAnywhereButInThemselves();
    void aNewLayerHasWhatItsWordRequires();
    void changesLeadFromOneListToTheOther_data();
    void changesLeadFromOneListToTheOther();
    void anArmInheritsTheListOrHasItsOwn_data();
    void anArmInheritsTheListOrHasItsOwn();
    void whatIsNoListIsReplaced_data();
    void whatIsNoListIsReplaced();
    void settingsAreSaidWhereTheyMatter();
};

void LayerEditsTest::placesArePointers()
{
    const std::string list = "/model/layers";
    QCOMPARE(layerPointer(list, {4}), std::string("/model/layers/4"));
    QCOMPARE(layerPointer(list, {4, 0}), std::string("/model/layers/4/layers/0"));
    QVERIFY(layerPathOf("/model/layers/4/layers/0/kernel", list) == LayerPath({4, 0}));
    QVERIFY(layerPathOf("/model/layers/4/layers", list) == LayerPath({4}));
    QVERIFY(layerPathOf("/model/layers/4/repeat", list) == LayerPath({4}));
    QVERIFY(!layerPathOf("/model/layers", list));
    QVERIFY(!layerPathOf("/model/name", list));
    QCOMPARE(layerNumber({4, 0}), std::string("5.1"));
}

void LayerEditsTest::editsKeepWhatTheyDoNotTouch_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("inner"); // −1: none
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("edit");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name,
                        const char* before,
                        std::array<int, 3> chosen,
                        int edit,
                        const char* after) {
        QTest::newRow(name) << before << chosen[0] << chosen[1] << chosen[2] << edit << after;
    };
    row("up", "a b c", {1, -1, 1}, -1, "b a c | 1+1");
    row("down", "a b c", {1, -1, 1}, 1, "a c b | 3+1");
    row("two down", "a b c d", {0, -1, 2}, 1, "c a b d | 2+2");
    row("no further up", "a b c", {0, -1, 1}, -1, "nothing");
    row("no further down", "a b c", {2, -1, 1}, 1, "nothing");
    row("down into a block", "a [b c] d", {0, -1, 1}, 1, "[a b c] d | 1.1+1");
    row("up into a block", "a [b c] d", {2, -1, 1}, -1, "a [b c d] | 2.3+1");
    row("within a block", "a [b c] d", {1, 0, 1}, 1, "a [c b] d | 2.2+1");
    row("down out of a block", "a [b c] d", {1, 1, 1}, 1, "a [b] c d | 3+1");
    row("up out of a block", "a [b c] d", {1, 0, 1}, -1, "a b [c] d | 2+1");
    row("the last one takes the block along", "a [b] d", {1, 0, 1}, 1, "a b d | 2+1");
    row("all of a block", "a [b c] d", {1, 0, 2}, -1, "a b c d | 2+2");
    row("a block moves whole", "a [b c] d", {1, -1, 1}, 1, "a d [b c] | 3+1");
    row("wrap", "a b c d", {1, -1, 2}, kWrap, "a [b c] d | 2+1");
    row("wrap a block", "a [b] c", {1, -1, 1}, kWrap, "a [[b]] c | 2+1");
    row("dissolve", "a [b c] d", {1, -1, 1}, kTakeOut, "a b c d | 2+2");
    row("take out the first", "a [b c] d", {1, 0, 1}, kTakeOut, "a b [c] d | 2+1");
    row("take out the last", "a [b c] d", {1, 1, 1}, kTakeOut, "a [b] c d | 3+1");
    row("take out the only one", "a [b] d", {1, 0, 1}, kTakeOut, "a b d | 2+1");
    row("not in a block", "a b c", {1, -1, 1}, kTakeOut, "nothing");
    row("copy", "a b c", {0, -1, 2}, kCopy, "a b a b c | 3+2");
    row("copy in a block", "a [b c]", {1, 0, 1}, kCopy, "a [b b c] | 2.2+1");
    row("delete", "a b c", {1, -1, 1}, kRemove, "a c | 2+1");
    row("delete the last", "a b c", {1, -1, 2}, kRemove, "a | 1+1");
    row("delete all of a block", "a [b c]", {1, 0, 2}, kRemove, "a [] | 2+1");
}

void LayerEditsTest::editsKeepWhatTheyDoNotTouch()
{
    QFETCH(const QString, before);
    QFETCH(const int, first);
    QFETCH(const int, inner);
    QFETCH(const int, count);
    QFETCH(const int, edit);
    const JsonNode list = listOf(before);
    LayerRange range{.first = {std::size_t(first)}, .count = std::size_t(count)};
    if (inner >= 0)
        range.first.push_back(std::size_t(inner));
    const auto edited = [&]() -> std::optional<EditedLayers> {
        switch (edit) {
        case kWrap:
            return withBlockAround(list, range);
        case kTakeOut:
            return outOfBlock(list, range);
        case kCopy:
            return withCopies(list, range);
        case kRemove:
            return withoutLayers(list, range);
        default:
            return movedBy(list, range, edit);
        }
    }();
    QTEST(textOf(edited), "after");
}

void LayerEditsTest::layersAreDroppedAnywhereButInThemselves_data()
{
    QTest::addColumn<QVector<int>>("from");
    QTest::addColumn<QVector<int>>("target");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name,
                        const QVector<int>& from,
                        const QVector<int>& target,
                        const char* after) { QTest::newRow(name) << from << target << after; };
    row("to the end", {0}, {4}, "[b c] d [e [f]] a | 4+1");
    row("to the front", {2}, {0}, "d a [b c] [e [f]] | 1+1");
    row("into a block behind it", {0}, {1, 1}, "[b a c] d [e [f]] | 1.2+1");
    row("into an inner block", {0}, {3, 1, 1}, "[b c] d [e [f a]] | 3.2.2+1");
    row("from block to block", {1, 0}, {3, 0}, "a [c] d [b e [f]] | 4.1+1");
    row("the only one of an inner block", {3, 1, 0}, {3, 0}, "a [b c] d [f e] | 4.1+1");
    row("a block into another", {1}, {3, 1}, "a d [e [b c] [f]] | 3.2+1");
    row("all that an inner block has", {3, 1, 0}, {0}, "f a [b c] d [e] | 1+1");
    row("where it is", {2}, {2}, "nothing");
    row("right behind itself", {2}, {3}, "nothing");
    row("into itself", {3}, {3, 1, 0}, "nothing");
}

void LayerEditsTest::layersAreDroppedAnywhereButInThemselves()
{
    QFETCH(const QVector<int>, from);
    QFETCH(const QVector<int>, target);
    QTEST(textOf(movedTo(listOf("a [b c] d [e [f]]"),
                         {.first = LayerPath(from.begin(), from.end())},
                         LayerPath(target.begin(), target.end()))),
          "after");
}

void LayerEditsTest::aNewLayerHasWhatItsWordRequires()
{
    const auto lastOf = [](const EditedLayers& edited) {
        return writeCompact(*layerAt(edited.list, edited.chosen.first));
    };
    const JsonNode list = listOf("relu");
    for (const NamedPart& word : registry().layers) {
        const JsonNode layer =
            *layerAt(withNewLayer(list, LayerRange{.first = {0}}, word).list, {1});
        QCOMPARE(layerWord(layer), std::string(word.name));
        for (const ParameterDescriptor& setting : word.parameters)
            QCOMPARE(layer.find(setting.name) != nullptr, setting.required);
    }
    const NamedPart& convolution = *findPart(registry().layers, "convolution");
    EditedLayers wide = withNewLayer(list, std::nullopt, convolution);
    *wide.list.items.back().find("channels") = JsonNode::fromWhole(48);
    QCOMPARE(lastOf(withNewLayer(wide.list, std::nullopt, convolution)),
             std::string(R"({"layer":"convolution","channels":48})"));
    QCOMPARE(lastOf(withNewLayer(list, std::nullopt, *findPart(registry().layers, "linear"))),
             std::string(R"({"layer":"linear","units":"classes"})"));
    // Into a block that waits for its first layer.
    QCOMPARE(textOf(withNewLayer(listOf("a [] b"), LayerRange{.first = {1}}, convolution)),
             QStringLiteral("a [convolution] b | 2.1+1"));
}

void LayerEditsTest::changesLeadFromOneListToTheOther_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    for (const auto& [before, after] : {std::pair{"a b c", "a c b"},
                                        std::pair{"a b c", "a c"},
                                        std::pair{"a b c", "b"},
                                        std::pair{"a", "a b c d"},
                                        std::pair{"a [b c] d", "a [c] b d"},
                                        std::pair{"a [b [c d]] e", "[a b [d]] e"},
                                        std::pair{"a [b] c", "a [] c"},
                                        std::pair{"a [] c", "a [b] c"},
                                        std::pair{"a b", ""},
                                        std::pair{"", "a [b]"}})
        QTest::addRow("%s to %s", before, after) << before << after;
    const QString many = QStringLiteral("a b ").repeated(60);
    QTest::newRow("many") << many << QStringLiteral("x ") + many;
}

void LayerEditsTest::changesLeadFromOneListToTheOther()
{
    QFETCH(const QString, before);
    QFETCH(const QString, after);
    const JsonNode old = listOf(before);
    JsonNode model = JsonNode::object();
    model.add("name", json(kOwnLayers));
    model.add("layers", old);
    JsonNode root = JsonNode::object();
    root.add("model", model);
    const Result<QString> text = spliceJson(QString::fromStdString(writePretty(root)),
                                            layerChanges("/model/layers", old, listOf(after)));
    QVERIFY(text.has_value());
    const auto parsed = parseJson(text->toStdString());
    QVERIFY(parsed.has_value());
    QCOMPARE(writeCompact(*valueAt(parsed->root, "/model/layers")), writeCompact(listOf(after)));
}

void LayerEditsTest::anArmInheritsTheListOrHasItsOwn_data()
{
    QTest::addColumn<QByteArray>("arm");
    QTest::addColumn<bool>("isOwn");
    QTest::addColumn<QString>("layers");
    const QString common = QStringLiteral("relu flatten");
    QTest::newRow("nothing") << QByteArray("{}") << false << common;
    QTest::newRow("a name alone") << QByteArray(R"({"model": {"name": "layers"}})") << false
                                  << common;
    QTest::newRow("a list alone") << QByteArray(R"({"model": {"layers": [{"layer": "tanh"}]}})")
                                  << true << QStringLiteral("tanh");
    QTest::newRow("both") << QByteArray(
        R"({"model": {"name": "layers", "layers": [{"layer": "tanh"}]}})")
                          << true << QStringLiteral("tanh");
}

void LayerEditsTest::anArmInheritsTheListOrHasItsOwn()
{
    QFETCH(const QByteArray, arm);
    QFETCH(const bool, isOwn);
    QFETCH(const QString, layers);
    const QString text = QStringLiteral(R"({"model": {"name": "layers", "layers": [
        {"layer": "relu"}, {"layer": "flatten"}]}, "arms": [%1]})")
                             .arg(QString::fromUtf8(arm));
    const auto root = parseJson(text.toStdString());
    QVERIFY(root.has_value());
    const PartPlace place = modelPlace(registry(), "/arms/0");
    QCOMPARE(saysLayers(root->root, place), isOwn);
    QCOMPARE(textOf(layersInForce(root->root, place, registry())->items), layers);
    QVERIFY(saysLayers(root->root, modelPlace(registry())));
    // Listed, they are the same and the arm's own.
    const auto listed = spliceJson(text, listLayers(root->root, place, registry()));
    QVERIFY(listed.has_value());
    const auto after = parseJson(listed->toStdString());
    QVERIFY(after.has_value());
    QVERIFY(saysLayers(after->root, place));
    QCOMPARE(textOf(itemsAt(after->root, "/arms/0/model/layers")), layers);
}

void LayerEditsTest::whatIsNoListIsReplaced_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::newRow("empty object") << QByteArray("{}");
    QTest::newRow("object") << QByteArray(R"({"layer": "relu", "layers": []})");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("text") << QByteArray("\"relu\"");
    QTest::newRow("number") << QByteArray("7");
}

void LayerEditsTest::whatIsNoListIsReplaced()
{
    QFETCH(const QByteArray, typed);
    const NamedPart& word = *findPart(registry().layers, "relu");
    const JsonNode wrong = parseJson(typed.toStdString())->root;
    QCOMPARE(textOf(withNewLayer(wrong, std::nullopt, word)), QStringLiteral("relu | 1+1"));
    for (const QString& model : {QStringLiteral(R"({"name": "layers", "layers": %1})"),
                                 QStringLiteral(R"({"name": "layers", "layers": [
                                     {"layer": "block", "layers": %1}]})")}) {
        const QString text =
            QStringLiteral(R"({"model": %1})").arg(model.arg(QString::fromUtf8(typed)));
        const auto root = parseJson(text.toStdString());
        const auto list = layersInForce(root->root, modelPlace(registry()), registry());
        QVERIFY(list && list->kind == JsonNode::Kind::List);
        const auto chosen =
            list->items.empty() ? std::nullopt : std::optional(LayerRange{.first = {0}});
        const EditedLayers edited = withNewLayer(*list, chosen, word);
        const auto after = spliceJson(text, layerChanges("/model/layers", *list, edited.list));
        QVERIFY(after.has_value());
        const auto written = parseJson(after->toStdString());
        QVERIFY(written.has_value());
        QCOMPARE(textOf(itemsAt(written->root, "/model/layers")), textOf(edited.list.items));
    }
}

void LayerEditsTest::settingsAreSaidWhereTheyMatter()
{
    const auto said = [](const char* json) {
        const auto parsed = parseJson(json);
        return parsed ? layerSettingsText(parsed->root, registry().layers) : QString("no JSON");
    };
    QCOMPARE(said(R"({"layer": "convolution", "channels": 16, "kernel": 3, "padding": 1})"),
             QStringLiteral("16 channels, kernel 3, padding 1"));
    QCOMPARE(said(R"({"layer": "convolution", "channels": 16, "padding": 0, "bias": false})"),
             QStringLiteral("16 channels, kernel 3, without bias"));
    QCOMPARE(said(R"({"layer": "linear", "units": "classes"})"),
             QStringLiteral("units: one per class"));
    QCOMPARE(said(R"({"layer": "linear", "units": 64})"), QStringLiteral("64 units"));
    QCOMPARE(said(R"({"layer": "block", "repeat": 3, "shortcut": "concatenate"})"),
             QStringLiteral("× 3, shortcut: concatenate the input"));
    QCOMPARE(said(R"({"layer": "relu"})"), QString());
    QCOMPARE(said(R"({"layer": "what", "kernel": 3})"), QString());
    QCOMPARE(said(R"({"layer": "convolution", "kernel": [3]})"), QString());
    QCOMPARE(said(R"(7)"), QString());
    QCOMPARE(layerShapeText({.channels = 16, .height = 28, .width = 28}),
             QStringLiteral("16×28×28"));
    QCOMPARE(layerShapeText({.channels = 128}), QStringLiteral("128"));
    QCOMPARE(layerShapeText({.channels = 1, .height = 4, .width = 5, .depth = 3}),
             QStringLiteral("1×3×4×5"));
}

COTERIE_SECTION(LayerEditsTest)

} // namespace tst_layer_edits

#include "tst_layer_edits.moc"
