#include "core/base/result.h"
#include "core/experiment/parameters.h"
#include "tests/core/experiment/sample_registry.h"
#include "tests/sections.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_parameters {

using namespace coterie;

namespace {

QString text(const ParameterValue& value)
{
    return QString::fromStdString(toText(value));
}

enum class Shape
{
    Round,
    Square
};

constexpr std::array<std::string_view, 2> kShapes{"round", "square"};
constexpr std::array<std::string_view, 2> kSides{"left", "right"};

struct Corner
{
    int steps = 4;
};

struct Bound
{
    double width = 0.5;
    std::size_t count = 7;
    bool filled = true;
    bool right = false;
    Shape shape = Shape::Square;
    std::string label;
    std::vector<double> sizes;
    std::optional<double> limit;
    Corner corner;
    int untold = 3;
};

constexpr std::array kBound{
    bind<&Bound::width>({.name = "width", .range = atLeast(0)}),
    bind<&Bound::count>({.name = "count", .range = atLeast(1)}),
    bind<&Bound::filled>({.name = "filled"}),
    bind<&Bound::right>({.name = "side", .words = kSides}),
    bind<&Bound::shape>({.name = "shape", .words = kShapes}),
    bind<&Bound::label>({.name = "label", .defaultWord = "a"}),
    bind<&Bound::sizes>({.name = "sizes", .defaultWord = "1, 2"}),
    bind<&Bound::limit>({.name = "limit", .defaultNumber = 9}),
    bind<&Bound::corner, &Corner::steps>({.name = "steps"}),
};

ParameterSet boundDefaults()
{
    ParameterSet set;
    for (const ParameterDescriptor& parameter : kBound)
        set.set(parameter.name, parameter.defaultValue());
    return set;
}

} // namespace

class tst_Parameters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsShortAndReadsBack_data();
    void textIsShortAndReadsBack();
    void shortestTextReadsBackForManySizes();
    void settingAgainReplacesInPlace();
    void sweepKeepsAllValues();
    void removedParametersAreGone();
    void gettersReturnTheDeclaredTypes();
    void defaultsFollowTheProfile();
    void listDefaultsAreReadFromTheirText();
    void allowedSaysTheRangeInWords_data();
    void allowedSaysTheRangeInWords();
    void boundParametersTakeTypeAndDefaultFromTheirMember();
    void boundParametersFillTheirMembers();
    void partsAndParametersAreFoundByName();
    void nearestWordFindsTypos_data();
    void nearestWordFindsTypos();
    void nearestWordOfAHugeWordIsQuick();
};

void tst_Parameters::textIsShortAndReadsBack_data()
{
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("tenth") << text(0.1) << "0.1";
    QTest::newRow("one") << text(1.0) << "1";
    QTest::newRow("large") << text(100000.0) << "100000";
    QTest::newRow("tiny") << text(1e-5) << "1e-05";
    QTest::newRow("huge") << text(1e300) << "1e+300";
    QTest::newRow("nan") << text(std::nan("")) << "nan";
    QTest::newRow("minus infinity") << text(-std::numeric_limits<double>::infinity()) << "-inf";
    QTest::newRow("whole") << text(std::int64_t{-42}) << "-42";
    QTest::newRow("boolean") << text(true) << "true";
    QTest::newRow("word") << text(std::string("cosine")) << "cosine";
    QTest::newRow("list") << text(std::vector<double>{1, 2.5}) << "[1, 2.5]";
    QTest::newRow("texts") << text(std::vector<std::string>{"sh", "a b"}) << "[sh, a b]";
    QTest::newRow("no numbers") << text(std::vector<double>{}) << "[]";
}

void tst_Parameters::textIsShortAndReadsBack()
{
    QFETCH(const QString, found);
    QFETCH(const QString, wanted);
    QCOMPARE(found, wanted);
}

void tst_Parameters::shortestTextReadsBackForManySizes()
{
    for (int exponent = -320; exponent <= 308; ++exponent) {
        const double value = 1.2345678901234567 * std::pow(10.0, exponent);
        QCOMPARE(std::strtod(shortestText(value).c_str(), nullptr), value);
        QCOMPARE(std::strtod(shortestText(-value).c_str(), nullptr), -value);
    }
}

void tst_Parameters::settingAgainReplacesInPlace()
{
    ParameterSet set;
    set.set("first", 1.0);
    set.set("second", 2.0);
    set.set("first", 3.0);
    QCOMPARE(set.all().size(), std::size_t{2});
    QCOMPARE(set.all().front().name, std::string("first"));
    QCOMPARE(set.real("first"), 3.0);
}

void tst_Parameters::sweepKeepsAllValues()
{
    ParameterSet set;
    set.put({.name = "alpha", .values = {1.0, 10.0}, .swept = true});
    QVERIFY(set.find("alpha")->swept);
    QCOMPARE(set.find("alpha")->values.size(), std::size_t{2});
    set.set("alpha", 5.0);
    QVERIFY(!set.find("alpha")->swept);
    QCOMPARE(set.real("alpha"), 5.0);
}

void tst_Parameters::removedParametersAreGone()
{
    ParameterSet set;
    set.set("alpha", 1.0);
    set.remove("alpha");
    set.remove("never there");
    QVERIFY(set.empty());
    QVERIFY(set.find("alpha") == nullptr);
}

void tst_Parameters::gettersReturnTheDeclaredTypes()
{
    ParameterSet set;
    set.set("real", 0.5);
    set.set("integer", std::int64_t{3});
    set.set("boolean", true);
    set.set("word", std::string("sign"));
    set.set("list", std::vector<double>{1, 2});
    QCOMPARE(set.real("real"), 0.5);
    QCOMPARE(set.integer("integer"), std::int64_t{3});
    QCOMPARE(std::get<bool>(set.value("boolean")), true);
    QCOMPARE(set.word("word"), std::string("sign"));
    QCOMPARE(std::get<std::vector<double>>(set.value("list")), (std::vector<double>{1, 2}));
}

void tst_Parameters::defaultsFollowTheProfile()
{
    const ParameterDescriptor& every = *findParameter(sample::kHcct, "every");
    QCOMPARE(every.defaultValue(), ParameterValue(std::int64_t{1}));
    QCOMPARE(every.defaultValue(true), ParameterValue(std::int64_t{5}));
    const ParameterDescriptor& similarity = *findParameter(sample::kHcct, "similarity");
    QCOMPARE(similarity.defaultValue(), ParameterValue(std::string("cosine")));
    QCOMPARE(similarity.defaultValue(true), ParameterValue(std::string("sign")));
    const ParameterDescriptor& alpha = *findParameter(sample::kHcct, "alpha");
    QCOMPARE(alpha.defaultValue(true), ParameterValue(80.0));
    QCOMPARE(findParameter(sample::kHcct, "warm")->defaultValue(), ParameterValue(true));
}

void tst_Parameters::listDefaultsAreReadFromTheirText()
{
    QCOMPARE(findParameter(sample::kHcct, "levels")->defaultValue(),
             ParameterValue(std::vector<double>{0.1, 0.5}));
    QCOMPARE(findParameter(sample::kMlp, "hidden")->defaultValue(),
             ParameterValue(std::vector<double>{}));
}

void tst_Parameters::allowedSaysTheRangeInWords_data()
{
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("wanted");
    const auto row =
        [](const char* name, const ParameterDescriptor& parameter, const char* wanted) {
            QTest::newRow(name) << QString::fromStdString(parameter.allowed()) << QString(wanted);
        };
    row("any", {.name = "x"}, "a number");
    row("at least", {.name = "x", .range = atLeast(0)}, "at least 0");
    row("more than", {.name = "x", .range = above(0)}, "more than 0");
    row("at most", {.name = "x", .range = NumberRange().atMost(2.5)}, "at most 2.5");
    row("between", {.name = "x", .range = between(0, 1)}, "from 0 to 1");
    row("half open", {.name = "x", .range = above(0).atMost(1)}, "more than 0 and at most 1");
    row("whole",
        {.name = "x", .type = ParameterType::Integer, .range = between(1, 10)},
        "a whole number from 1 to 10");
    row("whole at least",
        {.name = "x", .type = ParameterType::Integer, .range = atLeast(1)},
        "a whole number, at least 1");
    row("boolean", {.name = "x", .type = ParameterType::Boolean}, "true or false");
    row("text", {.name = "x", .type = ParameterType::Text}, "text");
    row("words",
        {.name = "x", .type = ParameterType::Word, .words = sample::kSimilarities},
        "one of: cosine, sign, distance");
    row("list",
        {.name = "x", .type = ParameterType::RealList, .range = atLeast(0)},
        "a list of numbers, each at least 0");
    row("texts", {.name = "x", .type = ParameterType::TextList}, "a list of texts");
    row("listed words",
        {.name = "x", .type = ParameterType::TextList, .words = sample::kSimilarities},
        "a list of words, each one of: cosine, sign, distance");
}

void tst_Parameters::allowedSaysTheRangeInWords()
{
    QFETCH(const QString, found);
    QFETCH(const QString, wanted);
    QCOMPARE(found, wanted);
}

void tst_Parameters::boundParametersTakeTypeAndDefaultFromTheirMember()
{
    QStringList told;
    for (const ParameterDescriptor& parameter : kBound)
        told << QString::fromUtf8(parameter.name.data(), qsizetype(parameter.name.size()))
                    + QStringLiteral(" ") + text(parameter.defaultValue());
    QCOMPARE(told,
             QStringList({"width 0.5",
                          "count 7",
                          "filled true",
                          "side left",
                          "shape square",
                          "label a",
                          "sizes [1, 2]",
                          "limit 9",
                          "steps 4"}));
    QCOMPARE(kBound[1].type, ParameterType::Integer);
    QCOMPARE(kBound[3].type, ParameterType::Word);
    QCOMPARE(kBound[7].type, ParameterType::Real);
}

void tst_Parameters::boundParametersFillTheirMembers()
{
    ParameterSet set = boundDefaults();
    const Bound initial = readParameters<Bound>(kBound, set);
    QCOMPARE(initial.width, 0.5);
    QCOMPARE(initial.count, std::size_t{7});
    QVERIFY(initial.filled && !initial.right);
    QCOMPARE(initial.shape, Shape::Square);
    QCOMPARE(initial.sizes, (std::vector<double>{1, 2}));
    QCOMPARE(initial.limit, std::optional(9.0));

    set.set("count", std::int64_t{12});
    set.set("side", std::string("right"));
    set.set("shape", std::string("round"));
    set.set("label", std::string("b"));
    set.set("steps", std::int64_t{6});
    const Bound changed = readParameters<Bound>(kBound, set);
    QCOMPARE(changed.count, std::size_t{12});
    QVERIFY(changed.right);
    QCOMPARE(changed.shape, Shape::Round);
    QCOMPARE(changed.label, std::string("b"));
    QCOMPARE(changed.corner.steps, 6);
    QCOMPARE(changed.untold, 3);
}

void tst_Parameters::partsAndParametersAreFoundByName()
{
    QCOMPARE(findPart(sample::kAlgorithms, "hcct")->title, std::string_view("HCCT"));
    QVERIFY(findPart(sample::kAlgorithms, "HCCT") == nullptr);
    QVERIFY(findParameter(sample::kHcct, "alpha") != nullptr);
    QVERIFY(findParameter(sample::kHcct, "beta") == nullptr);
}

void tst_Parameters::nearestWordFindsTypos_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("swapped letters") << "fedvag"
                                     << "fedavg";
    QTest::newRow("left out") << "learnigRate"
                              << "learningRate";
    QTest::newRow("doubled") << "rounnds"
                             << "rounds";
    QTest::newRow("replaced") << "hxct"
                              << "hcct";
    QTest::newRow("wrong case") << "FEDAVG"
                                << "fedavg";
    QTest::newRow("exact") << "all"
                           << "all";
    QTest::newRow("short") << "al"
                           << "all";
    QTest::newRow("swap with a letter between") << "hcrct"
                                                << "hcct";
    QTest::newRow("too far") << "scaffold"
                             << "";
    QTest::newRow("too far for its length") << "hxxt"
                                            << "";
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("other alphabet") << "данные"
                                    << "";
}

void tst_Parameters::nearestWordFindsTypos()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, nearest);
    constexpr std::array<std::string_view, 6> kWords{
        "all", "fedavg", "hcct", "independent", "learningRate", "rounds"};
    QCOMPARE(QString::fromStdString(nearestWord(typed.toStdString(), kWords)), nearest);
}

void tst_Parameters::nearestWordOfAHugeWordIsQuick()
{
    // The table for a word of 16 MB would take hours; it must not even be made.
    constexpr std::array<std::string_view, 1> kWords{"fedavg"};
    QCOMPARE(nearestWord(std::string(std::size_t{16} << 20, 'x'), kWords), std::string());
}

COTERIE_SECTION(tst_Parameters)

} // namespace tst_parameters

#include "tst_parameters.moc"
