#include "core/base/random_stream.h"
#include "tests/sections.h"
#include "tests/ui/design/changed_tree.h"
#include "ui/words.h"

#include <QFile>
#include <QTest>

namespace tst_json_change {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

std::vector<JsonChange> set(std::string pointer, std::string_view value)
{
    return {{.pointer = std::move(pointer), .value = tree(value)}};
}

std::vector<JsonChange> removal(std::string pointer)
{
    return {{.pointer = std::move(pointer), .value = {}}};
}

/// The changed text; "refused" if it was not to be had.
QString spliced(const QString& json, const std::vector<JsonChange>& changes)
{
    const auto text = spliceJson(json, changes);
    return text ? *text : QStringLiteral("refused");
}

QString quickstart()
{
    QFile file(QStringLiteral(COTERIE_SOURCE_DIR "/experiments/quickstart.json"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Every pointer of a document.
void collect(const JsonNode& node, const std::string& pointer, std::vector<std::string>& into)
{
    into.push_back(pointer);
    for (std::size_t i = 0; i < node.items.size(); ++i)
        collect(node.items[i],
                pointer + '/'
                    + (node.kind == JsonNode::Kind::Object ? node.names[i] : std::to_string(i)),
                into);
}

} // namespace

class JsonChangeTest final : public QObject
{
    Q_OBJECT

private slots:
    void textKeepsItsFormatting_data();
    void textKeepsItsFormatting();
    void changesApplyToATree_data();
    void changesApplyToATree();
    void nothingChangesWhereAPointerDoesNotFit();
    void refusesTextThatIsNotJson();
    void textAndTreeAgreeOnRandomChanges();
    void spliceBetweenTextsGoesBothWays();
    void typingKeepsTheLineEndsOfTheFile();
};

void JsonChangeTest::textKeepsItsFormatting_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<std::vector<JsonChange>>("changes");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name,
                        const char* json,
                        const std::vector<JsonChange>& changes,
                        const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(json) << changes << QString::fromUtf8(expected);
    };
    row("a number", "{\"a\":1 ,\n\t\"b\": 2.50}", set("/a", "7"), "{\"a\":7 ,\n\t\"b\": 2.50}");
    row("equal values stay as written",
        "{ \"a\": [1,2 ] }",
        set("/a", "[1, 2]"),
        "{ \"a\": [1,2 ] }");
    row("a member on the line", "{ \"a\": 1 }", set("/b", "2"), "{ \"a\": 1, \"b\": 2 }");
    row("a member on its own line",
        "{\n    \"a\": 1\n}\n",
        set("/b", "\"ü\""),
        "{\n    \"a\": 1,\n    \"b\": \"ü\"\n}\n");
    row("objects on the way",
        "{\n  \"a\": 1\n}",
        set("/local/optimizer/momentum", "0.9"),
        "{\n  \"a\": 1,\n  \"local\": { \"optimizer\": { \"momentum\": 0.9 } }\n}");
    row("into an empty object", "{ \"a\": {} }", set("/a/b", "1"), "{ \"a\": { \"b\": 1 } }");
    row("behind a list's end", "{ \"a\": [1, 2] }", set("/a/-", "3"), "{ \"a\": [1, 2, 3] }");
    row("into an empty list",
        "{ \"a\": [] }",
        set("/a/0", "{\"b\":1}"),
        "{ \"a\": [{ \"b\": 1 }] }");
    row("the first is removed", "{ \"a\": 1, \"b\": 2 }", removal("/a"), "{ \"b\": 2 }");
    row("the last is removed", "{ \"a\": 1, \"b\": 2 }", removal("/b"), "{ \"a\": 1 }");
    row("the only one is removed", "{ \"a\": { \"b\": 2 } }", removal("/a/b"), "{ \"a\": {} }");
    row("an item is removed", "[1,  2,\n3]", removal("/1"), "[1,  3]");
    row("nothing to remove", "{ \"a\": 1 }", removal("/b/c"), "{ \"a\": 1 }");
    row("a slash in a key", "{ \"a/b\": 1 }", set("/a~1b", "2"), "{ \"a/b\": 2 }");
    row("an escaped key", "{ \"\\u00e4\": 1 }", set("/ä", "2"), "{ \"\\u00e4\": 2 }");
    row("behind a letter of two units",
        "{ \"😀\": \"😀\", \"b\": 1 }",
        set("/b", "2"),
        "{ \"😀\": \"😀\", \"b\": 2 }");
}

void JsonChangeTest::textKeepsItsFormatting()
{
    QFETCH(QString, json);
    QFETCH(std::vector<JsonChange>, changes);
    QFETCH(QString, expected);
    QCOMPARE(spliced(json, changes), expected);
}

void JsonChangeTest::changesApplyToATree_data()
{
    QTest::addColumn<std::vector<JsonChange>>("changes");
    QTest::addColumn<QString>("expected");
    QTest::newRow("replaces") << set("/a/1", "true") << QStringLiteral("{\"a\":[1,true]}");
    QTest::newRow("appends") << set("/a/-", "3") << QStringLiteral("{\"a\":[1,2,3]}");
    QTest::newRow("makes objects")
        << set("/b/c", "3") << QStringLiteral("{\"a\":[1,2],\"b\":{\"c\":3}}");
    QTest::newRow("removes an item") << removal("/a/0") << QStringLiteral("{\"a\":[2]}");
    QTest::newRow("removes what is not there")
        << removal("/b/c") << QStringLiteral("{\"a\":[1,2]}");
    auto both = set("/b", "{}");
    both.push_back({.pointer = "/b/x", .value = JsonNode::fromWhole(1)});
    both.push_back({.pointer = "/a", .value = {}});
    QTest::newRow("one after another") << both << QStringLiteral("{\"b\":{\"x\":1}}");
}

void JsonChangeTest::changesApplyToATree()
{
    QFETCH(std::vector<JsonChange>, changes);
    QFETCH(QString, expected);
    JsonNode root = tree(R"({"a": [1, 2]})");
    QVERIFY(applyChanges(root, changes));
    QCOMPARE(toQString(writeCompact(root)), expected);
}

void JsonChangeTest::nothingChangesWhereAPointerDoesNotFit()
{
    const QString json = QStringLiteral("{ \"a\": [1, 2], \"b\": \"x\" }");
    for (const char* pointer : {"a", "/a/3", "/a/x", "/b/c", "/a/01"}) {
        std::vector<JsonChange> changes = set("/b", "1");
        changes.front().pointer = "/c";
        changes.push_back({.pointer = pointer, .value = JsonNode::fromWhole(1)});
        JsonNode root = tree(json.toStdString());
        const auto onTree = applyChanges(root, changes);
        const auto onText = spliceJson(json, changes);
        QVERIFY2(!onTree && !onText, pointer);
        QCOMPARE(onText.error().place, std::string(pointer));
        QVERIFY(sameJson(root, tree(json.toStdString())));
    }
}

void JsonChangeTest::refusesTextThatIsNotJson()
{
    QVERIFY(!spliceJson(QStringLiteral("{ \"a\": "), set("/a", "1")));
}

void JsonChangeTest::textAndTreeAgreeOnRandomChanges()
{
    QString text = quickstart();
    JsonNode root = tree(text.toStdString());
    RandomStream random({.seed = 5, .purpose = Purpose::Algorithm});
    const std::vector<std::string> values{
        "1", "\"w\"", "[]", "{}", "[1, [2]]", R"({"name": "x", "deep": {"y": [1, 2, {"z": 3}]}})"};
    for (int step = 0; step < 400; ++step) {
        std::vector<std::string> pointers;
        collect(root, {}, pointers);
        std::string pointer = pointers[random.below(pointers.size())];
        const JsonNode* there = valueAt(root, pointer);
        QVERIFY(there);
        if (there->kind == JsonNode::Kind::List && random.below(2) == 0)
            pointer += "/-";
        else if (there->kind == JsonNode::Kind::Object && random.below(2) == 0)
            pointer += "/new" + std::to_string(step) + (random.below(2) == 0 ? "/inner" : "");
        const bool removes = random.below(3) == 0 && !pointer.empty();
        const auto change = removes           ? removal(pointer)
                            : pointer.empty() ? set("/lookFor", "\"…\"")
                                              : set(pointer, values[random.below(values.size())]);
        const QString next = spliced(text, change);
        QVERIFY2(applyChanges(root, change), pointer.c_str());
        QVERIFY2(sameJson(tree(next.toStdString()), root), pointer.c_str());
        text = next;
    }
}

void JsonChangeTest::spliceBetweenTextsGoesBothWays()
{
    const QStringList texts{QString(),
                            QStringLiteral("aaa"),
                            QStringLiteral("aaaa"),
                            QStringLiteral("abca"),
                            QStringLiteral("😀b"),
                            QStringLiteral("😁b")};
    for (const QString& before : texts)
        for (const QString& after : texts) {
            const TextSplice splice = TextSplice::between(before, after);
            QCOMPARE(splice.applied(before), after);
            QCOMPARE(splice.reverted(after), before);
            QCOMPARE(splice.isNothing(), before == after);
        }
    const TextSplice small =
        TextSplice::between(QStringLiteral("alpha = 80, x"), QStringLiteral("alpha = 81, x"));
    QCOMPARE(small.removed, QStringLiteral("0"));
    QCOMPARE(small.position, 9);
}

void JsonChangeTest::typingKeepsTheLineEndsOfTheFile()
{
    const QString file = QStringLiteral("{\r\n  \"a\": 1,\r\n  \"b\": 2\n}\r\n");
    const QString shown = withPlainLineEnds(file);
    QCOMPARE(typedInto(file, shown), file);
    QString typed = shown;
    typed.replace(QStringLiteral("1,\n"), QStringLiteral("1,\n  \"c\": 3,\n"));
    QCOMPARE(typedInto(file, typed),
             QStringLiteral("{\r\n  \"a\": 1,\r\n  \"c\": 3,\r\n  \"b\": 2\n}\r\n"));
    typed = shown;
    typed.remove(QStringLiteral("\n  \"b\""));
    QCOMPARE(typedInto(file, typed), QStringLiteral("{\r\n  \"a\": 1,: 2\n}\r\n"));
}

COTERIE_WIDGET_SECTION(JsonChangeTest)

} // namespace tst_json_change

#include "tst_json_change.moc"
