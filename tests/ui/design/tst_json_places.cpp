#include "tests/sections.h"
#include "ui/design/json_section.h"

#include <QTest>

namespace tst_json_places {

using namespace coterie::ui;

class JsonPlacesTest final : public QObject
{
    Q_OBJECT

private slots:
    void findsValues_data();
    void findsValues();
    void pointsToWhereTheTextStopsBeingJson_data();
    void pointsToWhereTheTextStopsBeingJson();
    void survivesTextThatIsNotJson_data();
    void survivesTextThatIsNotJson();
};

void JsonPlacesTest::findsValues_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("expected");
    QTest::newRow("number") << QStringLiteral("/rounds") << QStringLiteral("20");
    QTest::newRow("string") << QStringLiteral("/name") << QStringLiteral("\"a \\\"b\\\", c\"");
    QTest::newRow("nested") << QStringLiteral("/arms/1/algorithm/alpha") << QStringLiteral("-2");
    QTest::newRow("slash in key") << QStringLiteral("/x~1y") << QStringLiteral("true");
    QTest::newRow("array") << QStringLiteral("/seeds") << QStringLiteral("[1, 2]");
    QTest::newRow("missing: the parent")
        << QStringLiteral("/arms/0/algorithm/beta") << QStringLiteral("{\"name\": \"x\"}");
}

void JsonPlacesTest::findsValues()
{
    QFETCH(QString, pointer);
    QFETCH(QString, expected);
    const QString json = QStringLiteral("{ \"name\": \"a \\\"b\\\", c\", \"x/y\": true, \"seeds\": "
                                        "[1, 2],\n \"arms\": [ {\"algorithm\": {\"name\": \"x\"}},"
                                        " {\"algorithm\": {\"alpha\": -2}} ], \"rounds\": 20 }");
    const auto place = placeOf(json, pointer);
    QVERIFY(place.has_value());
    QCOMPARE(json.mid(place->start, place->length), expected);
}

void JsonPlacesTest::pointsToWhereTheTextStopsBeingJson_data()
{
    QTest::addColumn<QString>("before"); // of the place
    QTest::addColumn<QString>("from");
    QTest::newRow("no colon") << QStringLiteral("{ \"a\": 1,\n  \"b\" ") << QStringLiteral("2 }");
    QTest::newRow("behind wide letters")
        << QString::fromUtf8("{ \"a\": \"😀é\" ") << QStringLiteral("x }");
    QTest::newRow("the end is missing") << QStringLiteral("{ \"a\": [1, ") << QStringLiteral("2");
    QTest::newRow("a quote is missing at a line's end")
        << QStringLiteral("{ \"a\": \"abc") << QStringLiteral(",\n  \"b\": 2 }");
    QTest::newRow("a brace is missing before the last line's end")
        << QStringLiteral("{ \"a\": [1, 2") << QStringLiteral("]\n\n");
    QTest::newRow("JSON throughout") << QString() << QStringLiteral("{ \"a\": 1 }");
}

void JsonPlacesTest::pointsToWhereTheTextStopsBeingJson()
{
    QFETCH(QString, before);
    QFETCH(QString, from);
    const auto place = placeOf(before + from, {});
    QVERIFY(place.has_value());
    QCOMPARE(place->start, before.size());
    QCOMPARE(place->length, before.isEmpty() ? from.size() : 1);
}

void JsonPlacesTest::survivesTextThatIsNotJson_data()
{
    QTest::addColumn<QString>("json");
    for (const char* text : {"",
                             "{",
                             "[",
                             "{\"a\"",
                             "{\"a\":",
                             "{a: 1}",
                             "]]]",
                             "\"",
                             "{\"a\": \"\\",
                             "[1 2 3",
                             "{,,,"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void JsonPlacesTest::survivesTextThatIsNotJson()
{
    QFETCH(QString, json);
    const auto place = placeOf(json, QStringLiteral("/a/0/b"));
    if (place)
        QVERIFY(place->start >= 0 && place->length > 0
                && place->start + place->length <= json.size());
}

COTERIE_WIDGET_SECTION(JsonPlacesTest)

} // namespace tst_json_places

#include "tst_json_places.moc"
