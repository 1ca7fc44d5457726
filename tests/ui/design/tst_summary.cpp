#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/train/rank_links.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/overview.h"
#include "ui/design/summary_panel.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

namespace tst_summary {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

Experiment quickstart()
{
    const auto experiment = readExperiment(kQuickstart.toStdString(), registry());
    return experiment ? *experiment : Experiment();
}

ArmForecast arm(std::size_t parameters, double bytes, double seconds)
{
    ArmForecast forecast;
    forecast.parameters = parameters;
    forecast.memoryBytes = 2e6;
    forecast.diskBytes = 3e5;
    forecast.bytesPerRound = bytes;
    forecast.workSeconds = seconds;
    forecast.evaluateSeconds = 0;
    return forecast;
}

/// "name: value" for every line.
QStringList told(const std::vector<SummaryLine>& lines)
{
    QStringList all;
    for (const SummaryLine& line : lines)
        all << line.name + QStringLiteral(": ") + line.value;
    return all;
}

} // namespace

class SummaryTest final : public QObject
{
    Q_OBJECT

private slots:
    void countsAreKnownAtOnce();
    void armsThatDifferGiveARange();
    void aTimeUnderASecondIsNotToldAsAbout();
    void moreMemoryThanThereIsIsSaid();
    void severalRanksAreSaid();
    void ranksThatCardsDecideAreCounted();
    void anArmThatCannotBeTriedSaysWhy();
    void whatIsNotKnownIsNoZero();
    void weightsToBeginWithAreTold();
    void theOverviewSaysWhereTestSamplesComeFrom();
    void thePanelTriesTheExperimentAndFollowsItsChanges();
    void clientsAreCountedWhateverElseIsWrong();
    void duringARunItIsCountedAndNotTried();
    void numbersOfAnotherExperimentAreNotShown();
    void armsWithRoundsOfTheirOwnGiveARange();
    void countsOfAnotherFaultyExperimentAreNotShown();
    void theDrawingAndTheSummaryLoadTheDataOnce();
};

void SummaryTest::countsAreKnownAtOnce()
{
    Experiment experiment = quickstart();
    experiment.seeds = {1, 2, 3};
    const auto lines = summaryLines(experiment, expand(experiment, registry()), std::nullopt);
    QCOMPARE(told(lines),
             QStringList({QStringLiteral("Runs: 6"),
                          QStringLiteral("Rounds: 10"),
                          QStringLiteral("Clients: 8")}));
    QVERIFY(lines.front().tip.startsWith(QStringLiteral("Counts 2 arms, 3 seeds")));
}

void SummaryTest::armsThatDifferGiveARange()
{
    const Experiment experiment = quickstart();
    Forecast forecast;
    forecast.clients = 8;
    forecast.trainSamples = 2561;
    forecast.testSamples = 639;
    forecast.smallestClient = 150;
    forecast.largestClient = 539;
    forecast.arms = {arm(7850, 0, 0.0202), arm(21840, 1.4e6, 0.5)};
    forecast.isTried = true;
    const QStringList lines =
        told(summaryLines(experiment, expand(experiment, registry()), forecast));
    for (const char* expected : {"Clients: 8",
                                 "Training samples: 2,561",
                                 "Per client: 150 to 539",
                                 "Test samples: 639",
                                 "Parameters: 7,850 to 21,840",
                                 "Memory: 2.0 MB",
                                 "Run store: 600.0 kB",
                                 "Traffic per round: 0 bytes to 1.4 MB",
                                 "Time per round: 20 ms to 0.50 s",
                                 "Time of all runs: about 5 s"})
        QVERIFY2(lines.contains(QString::fromLatin1(expected)),
                 qPrintable(QString::fromLatin1(expected) + u'\n' + lines.join(u'\n')));
}

void SummaryTest::aTimeUnderASecondIsNotToldAsAbout()
{
    const Experiment experiment = quickstart();
    Forecast forecast;
    forecast.arms = {arm(7850, 0, 0.001), arm(7850, 0, 0.001)};
    forecast.isTried = true;
    const QStringList lines =
        told(summaryLines(experiment, expand(experiment, registry()), forecast));
    QVERIFY2(lines.contains(QStringLiteral("Time of all runs: less than 1 s")),
             qPrintable(lines.join(u'\n')));
}

void SummaryTest::moreMemoryThanThereIsIsSaid()
{
    const Experiment experiment = quickstart();
    const std::vector<RunPlan> plans = expand(experiment, registry());
    Forecast forecast;
    forecast.arms = {arm(7850, 0, 0.02), arm(7850, 0, 0.02)};
    forecast.arms[1].memoryBytes = 9e9;
    forecast.memoryAvailable = 9e9;
    QVERIFY(told(summaryLines(experiment, plans, forecast))
                .contains(QStringLiteral("Memory: 2.0 MB to 9.0 GB")));
    forecast.memoryAvailable = 4e9;
    QVERIFY(told(summaryLines(experiment, plans, forecast))
                .contains(QStringLiteral("Memory: 2.0 MB to 9.0 GB, available 4.0 GB")));
}

void SummaryTest::severalRanksAreSaid()
{
    const Experiment experiment = quickstart();
    Forecast forecast;
    forecast.arms = {arm(7850, 0, 0.02), arm(7850, 0, 0.02)};
    forecast.isTried = true;
    forecast.ranks = 4;
    const auto lines = summaryLines(experiment, expand(experiment, registry()), forecast);
    const auto tipOf = [&lines](const QString& name) {
        return std::ranges::find(lines, name, &SummaryLine::name)->tip;
    };
    QVERIFY(tipOf(QStringLiteral("Memory")).contains(QStringLiteral("the 4 ranks of a run")));
    QVERIFY(tipOf(QStringLiteral("Time per round"))
                .contains(QStringLiteral("the threads of all 4 ranks")));
}

/// Of an experiment for cards, whether there are some here or not.
void SummaryTest::ranksThatCardsDecideAreCounted()
{
    if (const Result<void> available = checkRanksAvailable(); !available)
        QSKIP(available.error().sentence().c_str());
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("cards.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({ "schema": 1, "name": "Cards", "device": "cuda", "data": {
        "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
        "partition": { "scheme": "iid", "clients": 3 }, "test": { "share": 0.2 } },
      "model": { "name": "mlr" }, "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 },
        "batch": 16, "localEpochs": 1 },
      "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ], "rounds": 2 })");
    file.close();
    DesignBench bench;
    SummaryPanel& panel = bench.page->summary();
    panel.setRanks({.count = 0, .countCards = [] { return 2; }});
    bench.page->resize(1500, 860);
    bench.page->show();
    QVERIFY(bench.open(file.fileName()));
    bench.page->showSection(DesignSection::Clients);
    const auto tipOfMemory = [&panel] {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->text() == QStringLiteral("Memory"))
                return label->toolTip();
        return QString();
    };
    QTRY_VERIFY2(tipOfMemory().contains(QStringLiteral("the 2 ranks of a run")),
                 qPrintable(tipOfMemory()));
}

void SummaryTest::anArmThatCannotBeTriedSaysWhy()
{
    const Experiment experiment = quickstart();
    Forecast forecast;
    forecast.arms = {arm(7850, 0, 0.02), {}};
    forecast.isTried = true;
    forecast.arms[1].refusal = "Too large for a trial.";
    const auto lines = summaryLines(experiment, expand(experiment, registry()), forecast);
    QVERIFY(told(lines).contains(QStringLiteral("Time of all runs: –")));
    QVERIFY(lines.back().tip.contains(QStringLiteral("FedAvg: Too large")));

    forecast.arms[1].parameters = 7850;
    forecast.arms[1].startsCommand = true; // worded by the panel, in its language
    const auto ofCommand = summaryLines(experiment, expand(experiment, registry()), forecast);
    QVERIFY(ofCommand.back().tip.contains(QStringLiteral("FedAvg: Not tried, because it starts")));
}

void SummaryTest::whatIsNotKnownIsNoZero()
{
    const Experiment experiment = quickstart();
    Forecast forecast;
    forecast.arms = {{}, {}}; // of modules that are not loaded yet
    for (ArmForecast& each : forecast.arms) {
        each.startsCommand = true;
        each.refusal = "Not tried.";
    }
    forecast.isTried = true;
    const auto lines = summaryLines(experiment, expand(experiment, registry()), forecast);
    for (const char* line : {"Parameters: –", "Memory: –", "Run store: –", "Time of all runs: –"})
        QVERIFY2(told(lines).contains(QString::fromUtf8(line)), line);
    QVERIFY2(lines.back().tip.contains(QStringLiteral("its module can run code")),
             qPrintable(lines.back().tip));
}

void SummaryTest::weightsToBeginWithAreTold()
{
    Experiment experiment = quickstart();
    const auto lineOf = [&] {
        const auto lines = summaryLines(experiment, expand(experiment, registry()), std::nullopt);
        return lines.back();
    };
    QVERIFY(lineOf().name != QStringLiteral("Initial weights"));
    experiment.model.initial = InitialWeights{.path = "weights/start.safetensors", .sha256 = {}};
    QCOMPARE(lineOf().name, QStringLiteral("Initial weights"));
    QCOMPARE(lineOf().value, QStringLiteral("start.safetensors"));
    QVERIFY(lineOf().tip.startsWith(QStringLiteral("weights/start.safetensors: ")));
    experiment.arms[0].model = experiment.model;
    experiment.arms[0].model->initial.reset();
    QCOMPARE(lineOf().value, QStringLiteral("start.safetensors (1 of 2 arms)"));
    const QString drawn = QString::fromStdString(experiment.arms[0].name);
    QVERIFY(lineOf().tip.endsWith(QStringLiteral("Drawn: ") + drawn));
    experiment.model.initial->path = "weights/%2.safetensors"; // no place for a number
    QCOMPARE(lineOf().value, QStringLiteral("%2.safetensors (1 of 2 arms)"));
    experiment.model.initial->path = "weights/start.safetensors";
    experiment.arms[0].model->initial =
        InitialWeights{.path = std::string(60, 'n') + ".safetensors", .sha256 = {}};
    QCOMPARE(lineOf().value, QStringLiteral("2 files"));
    experiment.arms[1].model = experiment.arms[0].model;
    QVERIFY(lineOf().value.size() <= 28); // a long name would widen the panel
    for (const OverviewTopic& topic :
         overviewOf(experiment, expand(experiment, registry()), registry()))
        for (const OverviewTopic::Line& line : topic.lines)
            if (line.name == QStringLiteral("Initial weights"))
                QCOMPARE(line.value, QStringLiteral("weights of start.safetensors"));
}

void SummaryTest::theOverviewSaysWhereTestSamplesComeFrom()
{
    Experiment experiment = quickstart();
    experiment.data.testShare = 0.2;
    const auto test = [&experiment] {
        for (const OverviewTopic& topic : overviewOf(experiment, {}, registry()))
            for (const OverviewTopic::Line& line : topic.lines)
                if (line.name == QStringLiteral("Test"))
                    return line.value;
        return QString();
    };
    Part& partition = experiment.data.partition;
    partition = Part{.name = "dirichlet", .parameters = {}};
    QCOMPARE(test(), QStringLiteral("20 % of every client's samples"));
    partition.parameters.set("test", std::string("official"));
    QCOMPARE(test(), QStringLiteral("the official test set"));
    partition = Part{.name = "labels", .parameters = {}};
    partition.parameters.set("testPerClass", std::int64_t{800});
    QCOMPARE(test(), QStringLiteral("800 of each of its classes"));
    partition.parameters.set("testPerClass", std::int64_t{0});
    partition.parameters.set("testShare", 0.25);
    QCOMPARE(test(), QStringLiteral("25 % of every client's samples"));
    partition = Part{.name = "domains", .parameters = {}};
    QCOMPARE(test(),
             QStringLiteral("the official test set where there is one, else 20 % of every client's "
                            "samples"));
}

void SummaryTest::thePanelTriesTheExperimentAndFollowsItsChanges()
{
    DesignBench bench;
    SummaryPanel& panel = bench.page->summary();
    bench.page->show();
    QSignalSpy shown(&panel, &SummaryPanel::forecastShown);
    QVERIFY(bench.open());
    QTRY_VERIFY(shown.count() > 0); // maybe with the answer that it opens
    const auto says = [&](const char* text) {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->text() == QString::fromLatin1(text))
                return true;
        return false;
    };
    QVERIFY(says("21,840"));
    QVERIFY(says("8"));
    QVERIFY(bench.document.apply(
        QStringLiteral("Fewer"),
        {{.pointer = "/data/partition/clients", .value = JsonNode::fromWhole(5)}}));
    QTRY_VERIFY(says("5"));
    QVERIFY(bench.document.apply(
        QStringLiteral("Missing data"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText("cifar10")}}));
    QTRY_VERIFY(bench.text("forecastNote").contains(QStringLiteral("on this machine")));
}

void SummaryTest::clientsAreCountedWhateverElseIsWrong()
{
    DesignBench bench;
    SummaryPanel& panel = bench.page->summary();
    bench.page->show();
    const auto says = [&panel](const char* text) {
        return std::ranges::any_of(panel.findChildren<QLabel*>(), [text](const QLabel* label) {
            return label->text() == QString::fromLatin1(text);
        });
    };
    QVERIFY(bench.open());
    QVERIFY(bench.document.apply(
        QStringLiteral("Spoil the model"),
        {{.pointer = "/model/name", .value = JsonNode::fromText("no such model")}}));
    QTRY_VERIFY(says("2,561"));
    QVERIFY(!bench.document.checked().experiment);
    QVERIFY(!says("Parameters") && !says("Runs"));
    QCOMPARE(bench.text("forecastNote"), QStringLiteral("Fix the problems to see the rest."));
    QVERIFY(bench.document.apply(
        QStringLiteral("Others hold them"),
        {{.pointer = "/data/partition/clients", .value = JsonNode::fromWhole(5)}}));
    QTRY_VERIFY(says("5"));
    QVERIFY(bench.document.apply(
        QStringLiteral("Spoil the data"),
        {{.pointer = "/data/partition/clients", .value = JsonNode::fromWhole(-5)}}));
    QTRY_VERIFY(!says("Training samples"));
    QCOMPARE(bench.text("forecastNote"), QStringLiteral("Fix the problems to see the estimate."));
}

void SummaryTest::duringARunItIsCountedAndNotTried()
{
    DesignBench bench;
    SummaryPanel& panel = bench.page->summary();
    panel.setBusy(true);
    bench.page->show();
    QSignalSpy shown(&panel, &SummaryPanel::forecastShown);
    QVERIFY(bench.open());
    QTRY_VERIFY(shown.count() > 0); // maybe with the answer that it opens
    const auto says = [&panel](const char* text) {
        return std::ranges::any_of(panel.findChildren<QLabel*>(), [text](const QLabel* label) {
            return label->text() == QString::fromLatin1(text);
        });
    };
    QVERIFY(says("2,561"));
    QVERIFY(says("21,840"));
    QVERIFY(!says("Time per round"));
    QCOMPARE(bench.text("forecastNote"),
             QStringLiteral("Times are measured when no run is in progress."));
    panel.setBusy(false);
    QTRY_VERIFY(says("Time per round"));
    QCOMPARE(bench.text("forecastNote"), QString());
    panel.setBusy(true); // what was measured stays
    QVERIFY(says("Time per round"));
}

void SummaryTest::numbersOfAnotherExperimentAreNotShown()
{
    DesignBench bench;
    SummaryPanel& panel = bench.page->summary();
    bench.page->show();
    QSignalSpy shown(&panel, &SummaryPanel::forecastShown);
    QVERIFY(bench.open());
    QTRY_VERIFY(shown.count() > 0); // maybe with the answer that it opens
    const auto samples = [&panel] {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->text() == QStringLiteral("Training samples"))
                return true;
        return false;
    };
    QVERIFY(samples());
    panel.setBusy(true); // nothing is tried now
    QVERIFY(bench.document.apply(QStringLiteral("More rounds"),
                                 {{.pointer = "/rounds", .value = JsonNode::fromWhole(12)}}));
    QTRY_VERIFY(bench.document.isRunnable());
    QVERIFY(samples()); // those are the same
    QVERIFY(bench.document.apply(
        QStringLiteral("Fewer"),
        {{.pointer = "/data/partition/clients", .value = JsonNode::fromWhole(5)}}));
    QTRY_VERIFY(bench.document.isRunnable());
    const auto sends = [&panel] {
        return std::ranges::any_of(panel.findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text() == QStringLiteral("Traffic per round");
        });
    };
    QTRY_VERIFY(!sends()); // that was of eight clients
    panel.setBusy(false);
    QTRY_VERIFY(sends());
}

void SummaryTest::armsWithRoundsOfTheirOwnGiveARange()
{
    const Experiment experiment = quickstart();
    std::vector<RunPlan> plans = expand(experiment, registry());
    plans.back().rounds = 25;
    QCOMPARE(told(summaryLines(experiment, plans, std::nullopt))[1],
             QStringLiteral("Rounds: 10 to 25"));
}

void SummaryTest::countsOfAnotherFaultyExperimentAreNotShown()
{
    DesignBench bench;
    bench.page->show();
    QVERIFY(bench.open());
    QVERIFY(bench.document.apply(
        QStringLiteral("Wrong"),
        {{.pointer = "/arms/0/algorithm/name", .value = JsonNode::fromText("fedavgg")}}));
    const auto says = [&](const QString& text) {
        const auto labels = bench.page->summary().findChildren<QLabel*>();
        return std::ranges::any_of(
            labels, [&](const QLabel* label) { return label->text().startsWith(text); });
    };
    QTRY_VERIFY(says(QStringLiteral("Test samples")));
    // What cannot be had is not told by what was had before, and says why.
    QVERIFY(bench.document.apply(
        QStringLiteral("Elsewhere"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText("mnistM")}}));
    QTRY_VERIFY(says(QStringLiteral("More appears when the data set's files")));
    QVERIFY(!says(QStringLiteral("Test samples")));
}

void SummaryTest::theDrawingAndTheSummaryLoadTheDataOnce()
{
    const QTemporaryDir folder;
    const QString table = folder.filePath(QStringLiteral("labels.csv"));
    QFile samples(table);
    QVERIFY(samples.open(QIODevice::WriteOnly));
    for (int i = 0; i < 600; ++i)
        samples.write(QByteArray::number(i % 97) + ',' + QByteArray::number(i % 10) + '\n');
    samples.close();
    QFile file(folder.filePath(QStringLiteral("table.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({ "schema": 1, "name": "Table", "data": {
        "dataset": { "name": "csv", "path": ")"
               + table.toUtf8() + R"(" },
        "partition": { "scheme": "iid", "clients": 3 }, "test": { "share": 0.2 } },
      "model": { "name": "mlr" }, "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 },
        "batch": 16, "localEpochs": 1 },
      "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ], "rounds": 2 })");
    file.close();
    DesignBench bench;
    SummaryPanel& panel = bench.page->summary();
    bench.page->resize(1500, 860); // with room for the estimate beside the clients
    panel.setBusy(true);           // so that the drawing asks first
    bench.page->show();
    QVERIFY(bench.open(file.fileName()));
    bench.page->showSection(DesignSection::Clients);
    const auto* drawing = bench.page->findChild<PartitionCanvas*>();
    QTRY_COMPARE(drawing->sketch().clients(), std::size_t(3));
    QVERIFY(samples.remove()); // a second look at the file would find nothing
    QSignalSpy shown(&panel, &SummaryPanel::forecastShown);
    panel.setBusy(false);
    QTRY_VERIFY(shown.size() > 0);
    QTRY_COMPARE(bench.text("forecastNote"), QString());
}

COTERIE_WIDGET_SECTION(SummaryTest)

} // namespace tst_summary

#include "tst_summary.moc"
