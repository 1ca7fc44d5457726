#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/client_numbers.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/store/plan_settings.h"
#include "tests/sections.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tst_paper_figures {

using namespace coterie;

namespace {

const QString kPapers = QStringLiteral(COTERIE_SOURCE_DIR "/experiments/papers/");

/// What a run of each arm recorded, by the arm's name.
struct Recorded
{
    std::set<std::string, std::less<>> metrics;
    std::set<std::string, std::less<>> clientNumbers;
    bool hasClasses = false;
};
using RecordedArms = std::map<std::string, Recorded>;

Experiment readFile(const QString& file)
{
    auto experiment = readExperiment((kPapers + file).toStdString(), registry());
    if (!experiment)
        qFatal("%s: %s", qPrintable(file), sentences(experiment.error()).c_str());
    return *std::move(experiment);
}

/// Pictures of ten classes in IDX format, with a test set of their own.
void writePictures(const std::filesystem::path& folder, const std::string& name, int count)
{
    constexpr int kSide = 28;
    const auto number = [](std::ofstream& file, int value) {
        for (const int shift : {24, 16, 8, 0})
            file.put(static_cast<char>((value >> shift) & 0xff));
    };
    std::ofstream pictures(folder / (name + "-pictures"), std::ios::binary);
    std::ofstream labels(folder / (name + "-labels"), std::ios::binary);
    for (const int value : {0x803, count, kSide, kSide})
        number(pictures, value);
    for (const int value : {0x801, count})
        number(labels, value);
    for (int picture = 0; picture < count; ++picture) {
        labels.put(static_cast<char>(picture % 10));
        for (int pixel = 0; pixel < kSide * kSide; ++pixel)
            pictures.put(static_cast<char>((pixel * (picture % 10 + 1) + picture) % 251));
    }
}

/// The file's methods in few rounds on small built-in data: which metrics are recorded does not
/// depend on the data or on the number of rounds.
Experiment shrunk(Experiment experiment, const std::filesystem::path& data)
{
    const auto path = [&](const char* name) { return (data / name).string(); };
    const std::string dataset = experiment.data.dataset.name;
    Part& made = experiment.data.dataset;
    if (dataset == "digitDomains" || dataset == "glyphDomains") {
        made = {.name = "glyphDomains", .parameters = {}};
        made.parameters.set("samples", std::int64_t{100});
        made.parameters.set("testSamples", std::int64_t{20});
        experiment.data.partition.parameters.set("samplesPerDomain", std::int64_t{60});
    } else if (dataset == "heartDisease") {
        made = {.name = "tabularClinics", .parameters = {}};
    } else if (dataset == "ixiTiny") {
        made = {.name = "volumes", .parameters = {}};
        for (const char* side : {"depth", "height", "width"})
            made.parameters.set(side, std::int64_t{8});
        made.parameters.set("samples", std::int64_t{12});
        experiment.data.testShare = 0.3;
        experiment.local.batch = 2;
        experiment.trainEvaluationBatches = 1;
    } else if (dataset != "syntheticRegression") {
        made = {.name = "idx", .parameters = {}};
        made.parameters.set("path", path("train-pictures"));
        made.parameters.set("labels", path("train-labels"));
        made.parameters.set("testPath", path("test-pictures"));
        made.parameters.set("testLabels", path("test-labels"));
    }
    if (dataset != "heartDisease" && dataset != "ixiTiny" && dataset != "syntheticRegression") {
        experiment.data.preprocess.clear();
        experiment.model.model = {.name = "mlr", .parameters = {}};
    }
    ParameterSet& partition = experiment.data.partition.parameters;
    for (const auto& [name, value] : {std::pair("trainPerClass", 8), std::pair("testPerClass", 4)})
        if (partition.find(name))
            partition.set(name, std::int64_t{value});
    if (partition.find("alphas")) { // so few pictures cannot be split more unevenly
        partition.set("alphas", std::vector<double>(5, 1.0));
        partition.set("minimumShare", 0.0);
    }
    const auto alone = [](Part& part) {
        for (const Parameter& parameter :
             std::vector(part.parameters.all().begin(), part.parameters.all().end()))
            if (parameter.swept)
                part.parameters.set(parameter.name, parameter.values.front());
        for (const char* work : {"innerIterations", "edgeRounds", "localRounds", "innerSteps"})
            if (part.parameters.find(work))
                part.parameters.set(work, std::int64_t{1});
        if (part.parameters.find("probeSamples"))
            part.parameters.set("probeSamples", std::int64_t{2});
    };
    alone(experiment.data.partition);
    for (Arm& arm : experiment.arms) {
        alone(arm.algorithm);
        alone(arm.sampler);
    }
    experiment.clients.generatedArrivals.reset();
    if (experiment.local.localSteps)
        experiment.local.localSteps = 1;
    else
        experiment.local.localEpochs = 1;
    experiment.seeds.resize(1);
    experiment.rounds = 2;
    experiment.evaluateEvery = 1;
    return experiment;
}

RecordedArms play(const Experiment& experiment, const QString& file)
{
    RecordedArms arms;
    RunData data(DataFolders{});
    for (const RunPlan& plan : expand(experiment, registry())) {
        const Result<std::unique_ptr<Run>> run = prepareRun(plan, data, 2, "cpu");
        if (!run)
            qFatal("%s: %s", qPrintable(file), run.error().sentence().c_str());
        Recorded& recorded = arms[plan.armName];
        for (int round = 0; round <= plan.rounds; ++round) {
            const RoundReport report = (*run)->advance({});
            for (const auto& [name, value] : report.metrics)
                recorded.metrics.insert(name);
            for (const std::string_view name : clientNumberNames())
                if (std::ranges::any_of(clientNumbers(report, name),
                                        [](const auto& value) { return value.has_value(); }))
                    recorded.clientNumbers.emplace(name);
        }
        recorded.hasClasses = !(*run)->facts().classCounts.empty();
    }
    return arms;
}

/// Whether the runs of the experiment have several values there.
bool differs(const Experiment& experiment, const std::string& pointer)
{
    std::set<std::string> values;
    for (const RunPlan& plan : expand(experiment, registry()))
        for (const auto& [place, value] : planSettings(writePlan(plan)))
            if (place == pointer)
                values.insert(value);
    return values.size() > 1;
}

} // namespace

/// The shipped files of the papers' figures say how these are drawn.
class TestPaperFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyFigureIsDescribed_data();
    void everyFigureIsDescribed();

private:
    QTemporaryDir m_data;
    std::map<std::string, RecordedArms> m_played; ///< by what was computed
};

void TestPaperFigures::initTestCase()
{
    const std::filesystem::path folder = m_data.path().toStdString();
    writePictures(folder, "train", 1500);
    writePictures(folder, "test", 100);
}

void TestPaperFigures::everyFigureIsDescribed_data()
{
    QTest::addColumn<QString>("file");
    QDirIterator files(kPapers, {"*.json"}, QDir::Files, QDirIterator::Subdirectories);
    int figures = 0;
    while (files.hasNext()) {
        const QString file = QDir(kPapers).relativeFilePath(files.next());
        // All-for-one's Figures 3 and S1 are drawn of the runs of its Table 2.
        static const QRegularExpression kFigure(QStringLiteral("/figure|allForOne/table2"));
        if (!file.contains(kFigure))
            continue;
        QTest::newRow(qPrintable(file)) << file;
        ++figures;
    }
    QVERIFY(figures >= 60);
}

void TestPaperFigures::everyFigureIsDescribed()
{
    QFETCH(const QString, file);
    const Experiment experiment = readFile(file);
    QVERIFY2(!experiment.figures.empty(), "it describes no figure");
    const Experiment small = shrunk(experiment, m_data.path().toStdString());
    const std::string hash = canonicalHash(small, registry());
    if (!m_played.contains(hash))
        m_played[hash] = play(small, file);
    const RecordedArms& arms = m_played[hash];
    QCOMPARE(arms.size(), experiment.arms.size());
    for (const FigureDesign& figure : experiment.figures) {
        const std::string& kind = figure.drawing.name;
        for (const auto& [arm, recorded] : arms) {
            if (!figure.arms.empty() && !std::ranges::count(figure.arms, arm))
                continue;
            const std::string where = figure.title + ", " + arm;
            if (kind == "curves")
                QVERIFY2(recorded.metrics.contains(curveFigure(figure).y), where.c_str());
            if (kind == "points")
                QVERIFY2(recorded.metrics.contains(pointFigure(figure).y), where.c_str());
            if (kind == "scatter")
                QVERIFY2(recorded.clientNumbers.contains(scatterFigure(figure).x)
                             && recorded.clientNumbers.contains(scatterFigure(figure).y),
                         where.c_str());
            if (kind == "heatMap")
                QVERIFY2(recorded.hasClasses, where.c_str());
        }
        if (kind == "points")
            QVERIFY2(differs(experiment, pointFigure(figure).x), figure.title.c_str());
    }
}

COTERIE_SECTION(TestPaperFigures)

} // namespace tst_paper_figures

#include "tst_paper_figures.moc"
