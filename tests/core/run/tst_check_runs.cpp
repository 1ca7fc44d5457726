#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/check_runs.h"
#include "core/run/environment.h"
#include "core/run/run.h"
#include "tests/sections.h"

namespace tst_check_runs {

using namespace coterie;

namespace {

/// A small experiment with some of its parts replaced.
struct Parts
{
    std::string dataset = R"({"name": "glyphDigits", "samples": 400})";
    std::string partition = R"({"scheme": "iid", "clients": 4})";
    std::string more = {}; ///< members beside these, each followed by a comma
    std::string model = R"({"name": "mlr"})";
    std::string arms = R"([{"name": "FedAvg", "algorithm": {"name": "fedavg"}}])";
    std::string seeds = "[1]";
    std::string preprocess = "[]";
};

std::vector<RunPlan> plansOf(const Parts& parts)
{
    const std::string text = R"({"schema": 1, "name": "Checked", "data": {"dataset": )"
                             + parts.dataset + R"(, "partition": )" + parts.partition
                             + R"(, "preprocess": )" + parts.preprocess
                             + R"(, "test": {"share": 0.2}}, )" + parts.more + R"("model": )"
                             + parts.model + R"(, "local": {"optimizer": {"name": "sgd",
                               "learningRate": 0.1}, "batch": 10, "localEpochs": 1}, "arms": )"
                             + parts.arms + R"(, "rounds": 2, "seeds": )" + parts.seeds + "}";
    const auto experiment = parseExperiment(text, registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    return expand(*experiment, registry());
}

RunsCheck checked(const Parts& parts)
{
    RunData data({});
    return checkRuns(plansOf(parts), data);
}

QStringList placesOf(const Problems& problems)
{
    QStringList places;
    for (const Error& problem : problems)
        places << QString::fromStdString(problem.place);
    return places;
}

} // namespace

class CheckRunsTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatARunRefusesIsFoundBeforeIt_data();
    void whatARunRefusesIsFoundBeforeIt();
    void aGoodExperimentHasNoProblem();
    void allProblemsAreToldAtOnce();
    void aProblemOfSeveralRunsIsToldOnce();
    void everySeedAndEveryValueIsChecked();
    void aPlaceIsOneOfTheFile();
    void missingFilesAreNoProblemOfTheFile();
    void anotherDeviceReplacesThePlans();
    void stopsWhenAsked();
};

void CheckRunsTest::whatARunRefusesIsFoundBeforeIt_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<Parts>("parts");
    QTest::newRow("a network for other inputs")
        << "/model/name" << Parts{.model = R"({"name": "synth_linear"})"};
    QTest::newRow("a network for larger pictures")
        << "/model/name" << Parts{.model = R"({"name": "lenet_cifar"})"};
    QTest::newRow("a network of one arm")
        << "/arms/0/model/name" << Parts{.arms = R"([{"name": "A", "algorithm": {"name": "fedavg"},
                              "model": {"name": "synth_linear"}}])"};
    const std::string convolutions =
        R"({"name": "layers", "layers": [{"layer": "convolution", "channels": 4},
            {"layer": "flatten"}, {"layer": "linear", "units": "classes"}]})";
    QTest::newRow("a convolution on a table") << "/model/layers/0/layer"
                                              << Parts{.dataset = R"({"name": "tabularClinics"})",
                                                       .partition = R"({"scheme": "domains"})",
                                                       .model = convolutions};
    QTest::newRow("layers of one arm")
        << "/arms/0/model/layers/0/kernel"
        << Parts{.arms = R"([{"name": "A", "algorithm": {"name": "fedavg"},
                              "model": {"name": "layers", "layers": [{"layer": "maxPool", "kernel": 99},
                              {"layer": "flatten"}, {"layer": "linear", "units": 10}]}}])"};
    QTest::newRow("numbers for masks")
        << "/model/layers" << Parts{.dataset = R"({"name": "volumes"})", .model = convolutions};
    QTest::newRow("more shards than samples")
        << "/data/partition/shards"
        << Parts{.partition = R"({"scheme": "shards", "clients": 4, "shards": 500})"};
    QTest::newRow("more samples than there are")
        << "/clients/overrides/0/samples"
        << Parts{.more = R"("clients": {"overrides": [{"client": 0, "samples": 5000}]},)"};
    QTest::newRow("counts of another data set")
        << "/data/partition/counts"
        << Parts{.partition = R"({"scheme": "byHand", "clients": 2, "counts": [5, 5, 5, 5]})"};
    QTest::newRow("sizes that are not whole")
        << "/data/dataset/sizes"
        << Parts{.dataset = R"({"name": "tabularClinics", "sizes": [9.5]})"};
    QTest::newRow("a step for pictures")
        << "/data/preprocess/0/step"
        << Parts{.dataset = R"({"name": "volumes"})", .preprocess = R"([{"step": "grey"}])"};
    QTest::newRow("more groups of clients than clients")
        << "/arms/0/sampler/clusters"
        << Parts{.arms = R"([{"name": "A", "algorithm": {"name": "fedavg"},
                              "sampler": {"name": "hicsFl", "count": 2, "clusters": 5}}])"};
    QTest::newRow("one client, left out")
        << "/excludeLastClient"
        << Parts{.partition = R"({"scheme": "iid", "clients": 1})",
                 .more = R"("excludeLastClient": true,)"};
}

void CheckRunsTest::whatARunRefusesIsFoundBeforeIt()
{
    QFETCH(QString, place);
    QFETCH(Parts, parts);
    const std::vector<RunPlan> plans = plansOf(parts);
    RunData data({});
    const auto run = prepareRun(plans.front(), data, 1, "cpu");
    QVERIFY(!run);
    const RunsCheck check = checkRuns(plans, data);
    QCOMPARE(placesOf(check.problems), QStringList{place});
    QCOMPARE(check.problems.front(), run.error()); // in the same words
    QVERIFY(!check.mayRun());
}

void CheckRunsTest::aGoodExperimentHasNoProblem()
{
    const RunsCheck check = checked({});
    QCOMPARE(QString::fromStdString(sentences(check.problems)), QString());
    QVERIFY(check.mayRun());
}

void CheckRunsTest::allProblemsAreToldAtOnce()
{
    const RunsCheck check =
        checked({.partition = R"({"scheme": "shards", "clients": 4, "shards": 500})",
                 .model = R"({"name": "synth_linear"})",
                 .arms = R"([{"name": "A", "algorithm": {"name": "fedavg"}},
                             {"name": "B", "algorithm": {"name": "fedavg"},
                              "model": {"name": "lenet_cifar"}}])"});
    QCOMPARE(placesOf(check.problems),
             (QStringList{"/data/partition/shards", "/model/name", "/arms/1/model/name"}));
}

void CheckRunsTest::aProblemOfSeveralRunsIsToldOnce()
{
    const RunsCheck check = checked({.model = R"({"name": "synth_linear"})",
                                     .arms = R"([{"name": "A", "algorithm": {"name": "fedavg"}},
                                                 {"name": "B", "algorithm": {"name": "independent"}}])",
                                     .seeds = "[1, 2, 3]"});
    QCOMPARE(placesOf(check.problems), QStringList{"/model/name"});
}

void CheckRunsTest::everySeedAndEveryValueIsChecked()
{
    // Of these numbers only the last is too many; of these data sets only the second is too small.
    const RunsCheck shards = checked(
        {.partition = R"({"scheme": "shards", "clients": 4, "shards": {"sweep": [8, 16, 500]}})"});
    QCOMPARE(placesOf(shards.problems), QStringList{"/data/partition/shards"});
    QCOMPARE(shards.problems.front().found, std::string("500"));
    const RunsCheck samples =
        checked({.dataset = R"({"name": "glyphDigits", "samples": {"sweep": [400, 40]}})",
                 .partition = R"({"scheme": "shards", "clients": 4, "shards": 100})"});
    QCOMPARE(placesOf(samples.problems), QStringList{"/data/partition/shards"});
}

/// A file's name is not a place of the experiment, and the window could not show it.
void CheckRunsTest::aPlaceIsOneOfTheFile()
{
    const RunsCheck check = checked({.dataset = R"({"name": "csv", "path": "/nowhere/none.csv"})"});
    QCOMPARE(placesOf(check.problems), QStringList{"/data/dataset/path"});
}

void CheckRunsTest::missingFilesAreNoProblemOfTheFile()
{
    const RunsCheck check = checked({.dataset = R"({"name": "mnist"})"});
    QVERIFY2(check.problems.empty(), sentences(check.problems).c_str());
    QVERIFY(check.missing.has_value());
    QVERIFY(!check.mayRun());
    // What needs no data is checked all the same.
    const RunsCheck wrong =
        checked({.dataset = R"({"name": "mnist"})",
                 .partition = R"({"scheme": "shards", "clients": 4, "shards": 3})"});
    QCOMPARE(placesOf(wrong.problems), QStringList{"/data/partition/shards"});
}

void CheckRunsTest::anotherDeviceReplacesThePlans()
{
    if (automaticDevice() == "cuda")
        QSKIP("LibTorch finds a GPU here");
    const std::vector<RunPlan> plans = plansOf({.more = R"("device": "cuda",)"});
    RunData data({});
    QCOMPARE(placesOf(checkRuns(plans, data).problems), QStringList{"/device"});
    QVERIFY(checkRuns(plans, data, "cpu").mayRun());
}

void CheckRunsTest::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    RunData data({});
    const auto plans = plansOf({.model = R"({"name": "synth_linear"})"});
    QVERIFY(checkRuns(plans, data, {}, stop.get_token()).problems.empty());
}

COTERIE_SECTION(CheckRunsTest)

} // namespace tst_check_runs

#include "tst_check_runs.moc"
