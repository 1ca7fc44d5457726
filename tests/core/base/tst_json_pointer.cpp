#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "tests/sections.h"

namespace tst_json_pointer {

using namespace coterie;

class JsonPointerTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPointerIsItsSteps();
    void whatIsNoPointerIsRefused();
    void onlyPlainDigitsAreAnIndex();
    void aValueInsideADocumentFitsItsSurroundings();
};

void JsonPointerTest::aPointerIsItsSteps()
{
    QCOMPARE(pointerSteps("").value(), std::vector<std::string>());
    QCOMPARE(pointerSteps("/").value(), std::vector<std::string>({""}));
    QCOMPARE(pointerSteps("/a/0/b~1c~0d").value(), std::vector<std::string>({"a", "0", "b/c~d"}));
    QCOMPARE(pointerStep("b/c~d"), std::string("/b~1c~0d"));
}

void JsonPointerTest::whatIsNoPointerIsRefused()
{
    for (const char* text : {"a", "a/b", "/a~", "/a~2"})
        QVERIFY2(!pointerSteps(text), text);
}

void JsonPointerTest::onlyPlainDigitsAreAnIndex()
{
    QCOMPARE(indexOfStep("0").value(), std::size_t{0});
    QCOMPARE(indexOfStep("12").value(), std::size_t{12});
    for (const char* step : {"", "-", "01", "-1", "1a", "99999999999999999999999"})
        QVERIFY2(!indexOfStep(step), step);
}

void JsonPointerTest::aValueInsideADocumentFitsItsSurroundings()
{
    const auto small = parseJson(R"({"a":[1,2]})");
    QCOMPARE(writePrettyInside(small->root, 4, 10), std::string(R"({ "a": [1, 2] })"));
    // Too long for the rest of its line, so it is spread out from the line's indentation.
    QCOMPARE(writePrettyInside(small->root, 4, 95), std::string("{\n      \"a\": [1, 2]\n    }"));
    QCOMPARE(writePretty(small->root), std::string("{\n  \"a\": [1, 2]\n}\n"));
}

COTERIE_SECTION(JsonPointerTest)

} // namespace tst_json_pointer

#include "tst_json_pointer.moc"
