#include "core/algorithms/registry.h"
#include "tests/sections.h"
#include "tests/ui/design/changed_tree.h"
#include "ui/design/places.h"
#include "ui/design/slider_scale.h"
#include "ui/words.h"

namespace tst_form_rows {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

PartPlace dataset()
{
    return {.pointer = "/data/dataset",
            .known = registry().datasets,
            .fallbackName = "glyphDigits",
            .bareName = true};
}

} // namespace

/// What a field holds and what a change of it writes, without a window.
class FormRowsTest final : public QObject
{
    Q_OBJECT

private slots:
    void typedTextBecomesAValue_data();
    void typedTextBecomesAValue();
    void anotherPartKeepsWhatBothKnow();
    void aParameterOfAnUnnamedPartNamesIt();
    void anEmptyOverrideIsTakenAway();
    void rowsSayWhatHoldsWhereNothingIsSaid();
    void stepsTakeThePlaceOfEpochs();
    void slidersCoverTheRange_data();
    void slidersCoverTheRange();
};

void FormRowsTest::typedTextBecomesAValue_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<ParameterType>("type");
    QTest::addColumn<bool>("mayBeSwept");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* text, ParameterType type, bool swept, const char* expected) {
        QTest::addRow("%s %d %d", text, static_cast<int>(type), swept)
            << QString::fromUtf8(text) << type << swept << QString::fromUtf8(expected);
    };
    using enum ParameterType;
    row("", Real, true, "nothing");
    row("0.1", Real, true, "0.1");
    row(" 1e-3 ", Real, false, "0.001");
    row("12", Integer, false, "12");
    row("9223372036854775807", Integer, false, "9223372036854775807");
    row("2.5", Integer, false, "2.5");
    row("abc", Real, true, "\"abc\"");
    row("nan", Real, false, "\"nan\"");
    row("1, 10,100", Real, true, "{\"sweep\":[1,10,100]}");
    row("1,", Real, true, "1");
    row("1, 10", Real, false, "\"1, 10\"");
    row("0.1, 0.5", RealList, false, "[0.1,0.5]");
    row("1, 2; 3", RealList, true, "{\"sweep\":[[1,2],[3]]}");
    row("python3, who.py, 3", TextList, false, "[\"python3\",\"who.py\",\"3\"]");
    row("sh, a; sh, b", TextList, true, "{\"sweep\":[[\"sh\",\"a\"],[\"sh\",\"b\"]]}");
    row("[\"sh\", \"-c\", \"a, b\"]", TextList, false, "[\"sh\",\"-c\",\"a, b\"]");
    row("3", Text, true, "\"3\"");
    row("a, b", Text, true, "\"a, b\"");
    row("{\"x\": 1}", Real, true, "{\"x\":1}");
}

void FormRowsTest::typedTextBecomesAValue()
{
    QFETCH(QString, text);
    QFETCH(ParameterType, type);
    QFETCH(bool, mayBeSwept);
    QFETCH(QString, expected);
    const auto value = valueOf(text, type, mayBeSwept);
    QCOMPARE(value ? toQString(writeCompact(*value)) : QStringLiteral("nothing"), expected);
    if (!value)
        return;
    // What the field then shows says the same again.
    const auto again = valueOf(textOf(*value), type, mayBeSwept);
    QVERIFY(again && sameJson(*again, *value));
}

void FormRowsTest::anotherPartKeepsWhatBothKnow()
{
    const char* json = R"({"local":{"optimizer":{"name":"sgd","learningRate":0.2,"momentum":0.9,)"
                       R"("schedule":{"name":"step"}}}})";
    const auto changes = choosePart(tree(json), optimizerPlace(registry()), "adam");
    QCOMPARE(after(json, changes),
             std::string(R"({"local":{"optimizer":{"name":"adam","learningRate":0.2,)"
                         R"("schedule":{"name":"step"}}}})"));
}

void FormRowsTest::aParameterOfAnUnnamedPartNamesIt()
{
    const JsonNode five = JsonNode::fromWhole(5);
    const char* bare = R"({"data":{"dataset":"shapes10"}})";
    QCOMPARE(after(bare, setParameter(tree(bare), dataset(), "samples", five)),
             std::string(R"({"data":{"dataset":{"name":"shapes10","samples":5}}})"));
    QCOMPARE(after("{}", setParameter(tree("{}"), dataset(), "samples", five)),
             std::string(R"({"data":{"dataset":{"name":"glyphDigits","samples":5}}})"));
    QCOMPARE(after("{}", setParameter(tree("{}"), schedulePlace(registry()), "factor", five)),
             std::string(R"({"local":{"optimizer":{"name":"sgd",)"
                         R"("schedule":{"name":"constant","factor":5}}}})"));
}

void FormRowsTest::anEmptyOverrideIsTakenAway()
{
    const PartPlace place = optimizerPlace(registry(), "/arms/0");
    const char* common = R"({"arms":[{"name":"A"}]})";
    const std::string set =
        after(common, setParameter(tree(common), place, "momentum", JsonNode::fromReal(0.5)));
    QCOMPARE(set, std::string(R"({"arms":[{"name":"A","local":{"optimizer":{"momentum":0.5}}}]})"));
    QCOMPARE(after(set, setParameter(tree(set), place, "momentum", std::nullopt)),
             std::string(common));
    QCOMPARE(after(set, choosePart(tree(set), place, {})), std::string(common));
}

void FormRowsTest::rowsSayWhatHoldsWhereNothingIsSaid()
{
    const JsonNode root = tree(
        R"({"local":{"optimizer":{"name":"sgd","learningRate":0.2}},
            "arms":[{"name":"A","local":{"optimizer":{"momentum":0.5}},
                     "algorithm":{"name":"hcct"}},
                    {"name":"B","local":{"optimizer":{"name":"adam"}}}]})");
    const auto rows = parameterRows(root, optimizerPlace(registry(), "/arms/0"), {}, false);
    QCOMPARE(rows.size(), 3U);
    QVERIFY(!rows[0].value);
    QCOMPARE(rows[0].fallback, QStringLiteral("0.2"));
    QCOMPARE(rows[0].origin, QStringLiteral("Common setting"));
    QCOMPARE(textOf(*rows[1].value), QStringLiteral("0.5"));
    QCOMPARE(rows[2].origin, QStringLiteral("Default"));
    // Another optimizer starts from its own defaults, not from SGD's settings.
    for (const FormRow& row : parameterRows(root, optimizerPlace(registry(), "/arms/1"), {}, false))
        QCOMPARE(row.origin, QStringLiteral("Default"));
    const PartPlace algorithm{.pointer = "/arms/0/algorithm", .known = registry().algorithms};
    const auto bootstrap = [&](bool code) {
        for (const FormRow& row : parameterRows(root, algorithm, {}, code))
            if (row.descriptor->name == "bootstrap")
                return row.fallback;
        return QString();
    };
    QCOMPARE(bootstrap(false), QStringLiteral("independent"));
    QCOMPARE(bootstrap(true), QStringLiteral("global"));
}

void FormRowsTest::stepsTakeThePlaceOfEpochs()
{
    const char* json = R"({"local":{"localEpochs":2}})";
    const auto settings = localSettings();
    const auto steps = std::ranges::find(settings, "/local/localSteps", &Setting::pointer);
    QCOMPARE(after(json, setSetting(tree(json), *steps, JsonNode::fromWhole(7))),
             std::string(R"({"local":{"localSteps":7}})"));
    const auto rows = settingRows(tree(R"({"local":{"localSteps":7}})"), settings, {});
    QCOMPARE(rows[1].pointer, std::string("/local/localEpochs"));
    QVERIFY(rows[1].fallback.isEmpty()); // its default does not hold
    // An arm that says epochs takes the place of common steps.
    const auto own = localSettings("/arms/0");
    const auto armRows = settingRows(tree(R"({"local":{"localSteps":7},"arms":[{}]})"), own, {});
    QVERIFY(armRows[1].fallback.isEmpty());
    QCOMPARE(armRows[2].fallback, QStringLiteral("7"));
}

void FormRowsTest::slidersCoverTheRange_data()
{
    QTest::addColumn<QString>("scheme");
    for (const NamedPart& part : registry().partitions)
        QTest::addRow("%s", std::string(part.name).c_str()) << toQString(part.name);
}

void FormRowsTest::slidersCoverTheRange()
{
    QFETCH(QString, scheme);
    const NamedPart* part = findPart(registry().partitions, scheme.toStdString());
    for (const ParameterDescriptor& parameter : part->parameters) {
        const auto scale = SliderScale::of(parameter);
        if (!scale)
            continue;
        double last = -1;
        for (int step = 0; step <= SliderScale::kSteps; ++step) {
            const double value = scale->valueAt(step);
            QVERIFY(value >= parameter.range.minimum && value <= parameter.range.maximum);
            QVERIFY(!parameter.range.minimumExcluded || value > parameter.range.minimum);
            QVERIFY2(value >= last, std::string(parameter.name).c_str());
            QVERIFY(!scale->whole || value == std::round(value));
            QVERIFY(shortestText(value).size() <= 8); // reads well in the field
            last = value;
        }
        for (const int step : {0, 57, 200}) // a value's place shows that value again
            QCOMPARE(scale->valueAt(scale->stepOf(scale->valueAt(step))), scale->valueAt(step));
    }
}

COTERIE_WIDGET_SECTION(FormRowsTest)

} // namespace tst_form_rows

#include "tst_form_rows.moc"
