#include "core/experiment/design_of_run.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/client_numbers.h"
#include "tests/core/experiment/sample_registry.h"
#include "tests/sections.h"

#include <QtTest>

namespace tst_figures {

using namespace coterie;

namespace {

std::string withFigures(const std::string& figures)
{
    return R"({"schema": 1, "name": "x", "arms": [{"name": "A", "algorithm": {"name": "hcct"}},)"
           R"( {"name": "B", "algorithm": {"name": "fedavg"}}], "figures": )"
           + figures + "}";
}

Experiment parsed(const std::string& json)
{
    auto experiment = parseExperiment(json, sample::kRegistry);
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    return *std::move(experiment);
}

const std::string kAll =
    R"([{"title": "Figure 1", "kind": "curves", "y": "meanTestError", "x": "bytes",
         "smoothing": "savitzkyGolay", "band": "clients", "logarithmicY": true, "arms": ["B"]},
        {"title": "Figure 2", "kind": "points", "x": "/algorithm/alpha", "y": "meanTestLoss",
         "logarithmicX": true, "xTitle": "α"},
        {"title": "Figure 3", "kind": "scatter", "x": "trueEntropy", "y": "estimatedEntropy",
         "rounds": "all"},
        {"title": "Figure 4", "kind": "heatMap"}])";

} // namespace

/// The section of a file that says how its results are drawn.
class TestFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void figuresAreReadAndWrittenUnchanged();
    void aFigureMayNeedNoRuns();
    void figuresComputeNothing();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void aMenuOfFiguresHasAnEnd();
    void numbersOfClientsThatNobodyHasAreLeftOut();
    void aRunsDesignKeepsTheFiguresOfItsArm();
};

void TestFigures::figuresAreReadAndWrittenUnchanged()
{
    const Experiment read = parsed(withFigures(kAll));
    QCOMPARE(read.figures.size(), std::size_t{4});
    const CurveFigure curves = curveFigure(read.figures[0]);
    QVERIFY(curves.x == FigureAxis::Bytes && curves.smoothing == FigureSmoothing::SavitzkyGolay);
    QVERIFY(curves.band == FigureBand::Clients && !curves.eachRun);
    QVERIFY(curves.axes.logarithmicY && !curves.axes.logarithmicX);
    QCOMPARE(curves.y, std::string("meanTestError"));
    QCOMPARE(read.figures[0].arms, std::vector<std::string>{"B"});
    const PointFigure points = pointFigure(read.figures[1]);
    QCOMPARE(points.x, std::string("/algorithm/alpha"));
    QVERIFY(points.axes.logarithmicX);
    QCOMPARE(points.axes.xTitle, std::string("α"));
    QVERIFY(scatterFigure(read.figures[2]).allRounds);
    QCOMPARE(read.figures[3].drawing.name, std::string("heatMap"));
    QVERIFY(parsed(writeExperiment(read)) == read);
    QVERIFY(writeExperiment(read).find("\"rounds\": \"all\"") != std::string::npos);
    QCOMPARE(writeExperiment(parsed(withFigures("[]"))).find("figures"), std::string::npos);
}

void TestFigures::aFigureMayNeedNoRuns()
{
    const Experiment read = parsed(withFigures(
        R"([{"title": "F", "kind": "sufficientClusters"}, {"title": "G", "kind": "heatMap"},
            {"title": "H", "kind": "sufficientClusters", "clients": 5, "spreads": [2],
             "logarithmicX": false}])"));
    QVERIFY(!needsRuns(read.figures[0]) && needsRuns(read.figures[1]));
    const SufficientFigure ofPaper = sufficientFigure(read.figures[0]);
    QCOMPARE(ofPaper.clients, 20);
    QCOMPARE(ofPaper.spreads, (std::vector<double>{0.001, 0.01, 0.1, 1}));
    QVERIFY(ofPaper.axes.logarithmicX);
    const SufficientFigure own = sufficientFigure(read.figures[2]);
    QCOMPARE(own.clients, 5);
    QCOMPARE(own.dimension, 10);
    QCOMPARE(own.spreads, std::vector<double>{2});
    QCOMPARE(own.precisions, (std::vector<double>{1e-5, 10}));
    QVERIFY(!own.axes.logarithmicX);
    QVERIFY(parsed(writeExperiment(read)) == read);
}

void TestFigures::figuresComputeNothing()
{
    const Experiment with = parsed(withFigures(kAll));
    const Experiment without = parsed(withFigures("[]"));
    QCOMPARE(canonicalHash(with, sample::kRegistry), canonicalHash(without, sample::kRegistry));
    const RunPlan plan = expand(with, sample::kRegistry).front();
    QCOMPARE(writePlan(plan), writePlan(expand(without, sample::kRegistry).front()));
}

void TestFigures::mistakesAreNamed_data()
{
    QTest::addColumn<QString>("figure");
    QTest::addColumn<QString>("problem");
    const auto add = [](const char* name, const char* figure, const char* problem) {
        QTest::newRow(name) << QString::fromUtf8(figure) << QString::fromUtf8(problem);
    };
    add("no object", "7", "/figures/0: must be an object with a title and a kind (is 7)");
    add("no title",
        R"({"kind": "heatMap"})",
        "/figures/0/title: is missing; must be a name on one line");
    add("metric",
        R"({"title": "F", "kind": "curves", "y": "meanTestEror"})",
        "/figures/0/y: must be the name of a metric, such as meanTestError (is \"meanTestEror\"; "
        "did you mean \"meanTestError\"?)");
    add("no metric",
        R"({"title": "F", "kind": "points", "x": "/algorithm/alpha"})",
        "/figures/0/y: is missing; must be text");
    add("place",
        R"({"title": "F", "kind": "points", "x": "/algorithm/alhpa", "y": "meanTestLoss"})",
        "/figures/0/x: must be the place of a setting in a run that is a number, such as "
        "/algorithm/alpha, or the name of a metric (is \"/algorithm/alhpa\"; did you mean "
        "\"/algorithm/alpha\"?)");
    add("number of a client",
        R"({"title": "F", "kind": "scatter", "x": "trueEntropy", "y": "entropy"})",
        "/figures/0/y: must be the name of a number of each client, such as trueEntropy (is "
        "\"entropy\")");
    add("arm",
        R"({"title": "F", "kind": "heatMap", "arms": ["C"]})",
        "/figures/0/arms/0: must be one of: A, B (is \"C\")");
    add("setting of another kind",
        R"({"title": "F", "kind": "heatMap", "y": "meanTestLoss"})",
        "/figures/0/y: unknown key; must be one of: kind, title, arms");
    add("kind",
        R"({"title": "F", "kind": "pie"})",
        "/figures/0/kind: must be one of: curves, points, scatter, heatMap, sufficientClusters "
        "(is \"pie\")");
    add("spread",
        R"({"title": "F", "kind": "sufficientClusters", "spreads": [1, 0]})",
        "/figures/0/spreads/1: must be more than 0 (is 0)");
    add("axis name that a file cannot hold",
        R"({"title": "F", "kind": "curves", "y": "meanTestLoss", "xTitle": "a\u0001"})",
        "/figures/0/xTitle: must be a text on one line of at most 200 bytes (is \"a\\u0001\")");
    add("title that changes the direction of text",
        R"({"title": "F\u202e", "kind": "heatMap"})",
        "/figures/0/title: must be a text on one line of at most 200 bytes (is \"F\u202e\")");
}

void TestFigures::mistakesAreNamed()
{
    QFETCH(const QString, figure);
    QFETCH(const QString, problem);
    const auto result =
        parseExperiment(withFigures('[' + figure.toStdString() + ']'), sample::kRegistry);
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().front().sentence()), problem);
}

void TestFigures::aMenuOfFiguresHasAnEnd()
{
    std::string list = "[";
    for (int i = 0; i <= 100; ++i)
        list += std::string(i == 0 ? "" : ",") + R"({"title": "F", "kind": "heatMap"})";
    const auto result = parseExperiment(withFigures(list + ']'), sample::kRegistry);
    QVERIFY(!result);
    QVERIFY(result.error().front().sentence().starts_with(
        "/figures: must be a list of at most 100 figures"));
}

void TestFigures::numbersOfClientsThatNobodyHasAreLeftOut()
{
    RoundReport report;
    for (const int id : {-1, 2147483647, 1}) {
        ClientReport client;
        client.client = id;
        client.trainLoss = 0.5;
        report.clients.push_back(client);
    }
    const NamedList losses = clientNumbers(report, "trainLoss");
    QCOMPARE(losses.size(), std::size_t{2});
    QVERIFY(!losses[0]);
    QCOMPARE(losses[1], std::optional(0.5));
}

void TestFigures::aRunsDesignKeepsTheFiguresOfItsArm()
{
    const auto design = designOfRun(
        withFigures(kAll), {.number = 3, .arm = 0, .seed = 1, .sweep = {}}, sample::kRegistry);
    QVERIFY(design.has_value());
    const Experiment ofRun = parsed(*design);
    QCOMPARE(ofRun.figures.size(), std::size_t{3}); // the first is of the other arm
    QCOMPARE(ofRun.figures.front().title, std::string("Figure 2"));
}

COTERIE_SECTION(TestFigures)

} // namespace tst_figures

#include "tst_figures.moc"
