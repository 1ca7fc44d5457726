#include "core/algorithms/registry.h"
#include "core/experiment/layer_settings.h"
#include "core/experiment/module_settings.h"
#include "tests/app/cli_fixture.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <span>

namespace tst_cli {

using namespace coterie::test;
using coterie::NamedPart;
using coterie::Registry;

/// What the program says of itself, of what it knows, and of words it does not know.
class TestCli final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void versionNamesWhatResultsDependOn();
    void versionNamesWhatTheEnvironmentChanges();
    void everyCommandExplainsItself();
    void misspeltWordsGetTheNearestOne_data();
    void misspeltWordsGetTheNearestOne();
    void wrongArgumentsGetASentence_data();
    void wrongArgumentsGetASentence();
    void aCommandThatFindsNoMemorySaysSo();
    void validateCountsTheRuns();
    void validateSaysWhichModelsAreKept();
    void validateSaysAllThatIsWrong();
    void validateFindsWhatARunWouldRefuse();
    void validateTakesTheDeviceOfAnotherMachine();
    void boundsSayWhichStepSizesTheyNeed();
    void describeListsEverythingThatHasAName();
    void describeShowsAParameterTable();
    void describeKnowsTheSettingsOfEveryExperiment();
    void modelsHaveLayersAndSizes();
    void aPrintedModelIsTheSameNetworkInAnExperiment();
    void dataSetsSayWhereTheyAreOrHowToGetThem();
    void oneDataSetIsShownWithAllThereIsToSay();
};

void TestCli::versionNamesWhatResultsDependOn()
{
    const Outcome outcome = call({"--version"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("coterie "));
    for (const char* library :
         {"LibTorch", "SQLite", "zlib", "BLAS core", "instructions", "device"}) {
        const QRegularExpression line(QString("^ +%1 +\\S+").arg(library),
                                      QRegularExpression::MultilineOption);
        QVERIFY2(line.match(outcome.out).hasMatch(), library);
    }
}

void TestCli::versionNamesWhatTheEnvironmentChanges()
{
    const Outcome outcome = shell("MKL_CBWR=COMPATIBLE ATEN_CPU_CAPABILITY=default "
                                  "\"$COTERIE_CLI\" --version");
    QVERIFY2(outcome.out.contains(", MKL_CBWR=COMPATIBLE"), qPrintable(outcome.out));
    if (outcome.out.contains("avx512") || outcome.out.contains("avx2"))
        QVERIFY2(outcome.out.contains(", LibTorch default,"), qPrintable(outcome.out));
}

void TestCli::everyCommandExplainsItself()
{
    const Outcome overview = call({"--help"});
    QCOMPARE(overview.code, 0);
    QCOMPARE(call({"help"}).out, overview.out);
    QCOMPARE(call({}).out, overview.out);
    for (const char* name :
         {"run",    "validate", "list",   "show",     "tag",    "resume",     "export",
          "report", "diff",     "verify", "import",   "submit", "status",     "cancel",
          "whatif", "describe", "models", "datasets", "bench",  "sufficient", "selfcheck"}) {
        QVERIFY2(overview.out.contains(QString("\n  %1 ").arg(name)), name);
        const Outcome help = call({name, "--help"});
        QCOMPARE(help.code, 0);
        QVERIFY2(help.out.startsWith(QString("Usage: coterie-cli %1").arg(name)), name);
        QCOMPARE(call({"help", name}).out, help.out);
    }
}

void TestCli::misspeltWordsGetTheNearestOne_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("command") << QStringList{"validte", "x.json"} << "validate";
    QTest::newRow("help of a command") << QStringList{"help", "exprot"} << "export";
    QTest::newRow("option") << QStringList{"run", "small.json", "--thread", "2"} << "--threads";
    QTest::newRow("device") << QStringList{"run", "small.json", "--device", "cdua"} << "cuda";
    QTest::newRow("arm") << QStringList{"run", "small.json", "--arm", "FedAvgs"} << "FedAvg";
    QTest::newRow("name") << QStringList{"describe", "fedagv"} << "fedavg";
    QTest::newRow("table") << QStringList{"export", "1", "--what", "round", "--out", "-"}
                           << "rounds";
    QTest::newRow("metric")
        << QStringList{"report", "small.json", "--target", "0.5", "--metric", "globalAcuracy"}
        << "globalAccuracy";
    QTest::newRow("baseline") << QStringList{"report", "small.json", "--baseline", "FedAvgs"}
                              << "FedAvg";
    QTest::newRow("place in the file")
        << QStringList{"run", "small.json", "--set", "/rouns=2"} << "rounds";
}

void TestCli::misspeltWordsGetTheNearestOne()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, nearest);
    const Outcome outcome = call(arguments);
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.out, QString());
    QVERIFY2(outcome.err.contains("did you mean \"" + nearest + "\"?"), qPrintable(outcome.err));
    QCOMPARE(outcome.err.count('\n'), 1);
}

void TestCli::wrongArgumentsGetASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no file") << QStringList{"run"} << "run needs FILE: an experiment file";
    QTest::newRow("two files") << QStringList{"run", "a", "b"}
                               << "run takes one FILE, \"b\" is one too many";
    QTest::newRow("missing file") << QStringList{"run", "none.json"}
                                  << "none.json: there is no such file";
    QTest::newRow("folder") << QStringList{"validate", "."}
                            << "must be a file (is a folder or device)";
    QTest::newRow("threads") << QStringList{"run", "small.json", "--threads", "0"}
                             << "--threads: must be a whole number from 1 to 1024 (is \"0\")";
    QTest::newRow("missing value")
        << QStringList{"run", "small.json", "--db"} << "--db: its value FILE is missing";
    QTest::newRow("twice") << QStringList{"run", "small.json", "--db=a", "--db=b"}
                           << "--db: can be given only once";
    QTest::newRow("flag with a value")
        << QStringList{"list", "--json=1"} << "--json: it takes no value";
    QTest::newRow("operand for none") << QStringList{"list", "3"} << "list takes no \"3\"";
    QTest::newRow("sufficient at no precision")
        << QStringList{"sufficient", "--precision", "1,-2"}
        << "--precision: must be numbers above 0, separated by commas (is \"1,-2\")";
    QTest::newRow("sufficient with steps that are too large")
        << QStringList{"sufficient", "--rate", "1.5"}
        << "--rate: must be above 0 and at most 1, which is 1/μ (is 1.5)";
    QTest::newRow("sufficient with steps that do not decrease")
        << QStringList{"sufficient", "--decrease", "1"} << "--decrease: must be above 1 (is 1)";
    QTest::newRow("sufficient with no clients")
        << QStringList{"sufficient", "--clients", "0"}
        << "--clients: must be a whole number from 1 to 100000 (is \"0\")";
    QTest::newRow("sufficient with more than the memory holds")
        << QStringList{"sufficient", "--clients", "100000", "--dimension", "100000"}
        << "--dimension: must be at most 100 for 100000 clients (is 100000)";
    QTest::newRow("sufficient with two noises")
        << QStringList{"sufficient", "--noise", "1,2"}
        << "--noise: must be one number above 0 (is \"1,2\")";
    QTest::newRow("set without value")
        << QStringList{"run", "small.json", "--set", "/rounds"} << "must be /POINTER=VALUE";
    QTest::newRow("set out of range")
        << QStringList{"run", "small.json", "--set", "/rounds=-1"}
        << "/rounds: must be a whole number from 1 to 1000000000 (is -1)";
    QTest::newRow("seed")
        << QStringList{"run", "small.json", "--seed", "one"}
        << "--seed: must be a whole number from 0 to 9223372036854775807 (is \"one\")";
    QTest::newRow("seed out of range")
        << QStringList{"run", "small.json", "--seed", "9223372036854775808"}
        << "--seed: must be a whole number from 0 to 9223372036854775807 (is "
           "\"9223372036854775808\")";
    QTest::newRow("no place for a store")
        << QStringList{"run", "small.json", "--db", ""} << "the run store: no file is given";
    QTest::newRow("data") << QStringList{"run", "small.json", "--data", "nowhere"}
                          << "--data: \"nowhere\" is not a folder";
    QTest::newRow("database") << QStringList{"run", "small.json", "--db", "small.json"}
                              << "small.json";
    QTest::newRow("no store") << QStringList{"list"} << "there is no run store yet";
    QTest::newRow("no table") << QStringList{"export", "1", "--out", "-"} << "export needs --what";
    QTest::newRow("no runs") << QStringList{"export", "--what", "rounds", "--out", "-"}
                             << "export needs runs, an experiment or --all";
    QTest::newRow("no name of a file")
        << QStringList{"export", "1", "--what", "rounds", "--out", ""}
        << "the name after --out is empty";
    QTest::newRow("nothing to resume")
        << QStringList{"resume"} << "resume needs either runs or --all";
    const QStringList report{"report", "small.json"};
    QTest::newRow("target") << report + QStringList{"--target", "90%"}
                            << "--target: must be a number such as 0.9 (is \"90%\")";
    QTest::newRow("target no share")
        << report + QStringList{"--target", "90"}
        << "--target: must be a number from 0 to 1 because globalAccuracy is a share (is \"90\")";
    QTest::newRow("metric without target") << report + QStringList{"--metric", "globalAccuracy"}
                                           << "--metric needs --target or --baseline";
    QTest::newRow("metric without direction")
        << report + QStringList{"--target", "3", "--metric", "groupCount"}
        << "groupCount has no target";
    QTest::newRow("nothing to report")
        << QStringList{"report", "small.json"} << "there is no run store yet";
}

void TestCli::wrongArgumentsGetASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, sentence);
    const Outcome outcome = call(arguments);
    QVERIFY2(outcome.err.contains(sentence) || outcome.out.contains(sentence),
             qPrintable(outcome.err));
    QCOMPARE(outcome.code, 2);
}

void TestCli::aCommandThatFindsNoMemorySaysSo()
{
    if (coterie::tests::underSanitizer())
        QSKIP("the address sanitizer needs an address space without limits");
    // 400 pictures of 8220² bytes: 27 GB, which the limit of data sets allows here, of the 6 that
    // this shell allows.
    const QString file =
        write("huge.json",
              QByteArray(kSmall).replace(
                  R"("partition")",
                  R"("preprocess": [ { "step": "pad", "margin": 4096 } ], "partition")"));
    const Outcome outcome =
        shell("ulimit -v 6000000; COTERIE_DATA_GB=28 \"$COTERIE_CLI\" partition " + file);
    QCOMPARE(outcome.err, QString("coterie-cli: partition needs more memory than is available.\n"));
    QCOMPARE(outcome.out, QString());
    QCOMPARE(outcome.code, 3);
}

void TestCli::validateCountsTheRuns()
{
    const Outcome outcome = call({"validate", m_file});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.startsWith(m_file + ": valid, 2 arms × 2 seeds = 4 runs\n"),
             qPrintable(outcome.out));
    const Outcome swept = call(
        {"validate", m_file, "--set", R"(/local/optimizer/learningRate={"sweep":[0.1,0.2,0.3]})"});
    QVERIFY2(swept.out.startsWith(m_file + ": valid, 2 arms × 2 seeds, with sweeps = 12 runs\n"),
             qPrintable(swept.out));
}

void TestCli::validateSaysWhichModelsAreKept()
{
    const auto said = [this](const QStringList& settings) {
        QStringList words{"validate", m_file};
        for (const QString& setting : settings)
            words += QStringList{"--set", setting};
        return call(words).out.section('\n', 1, 1);
    };
    const QString sizes = "one takes 0.1 MB, a global one and one for each client %1 MB.";
    QCOMPARE(said({}), "Each run keeps the models it ends with: " + sizes.arg("0.2"));
    QCOMPARE(said({"/data/partition/clients=99", "/keepModelsMegabytes=3"}),
             "Each run keeps the models it ends with if they take at most 3 MB "
             "(keepModelsMegabytes); "
                 + sizes.arg("3.2"));
    QCOMPARE(
        said({"/model/name=dnn_500_200", "/model/precision=float64", "/keepModelsMegabytes=1"}),
        QString("Runs keep no models: one takes 4.0 MB, and a run may keep 1 MB "
                "(keepModelsMegabytes)."));
    QCOMPARE(said({"/keepModels=best"}),
             "Each run keeps the models of its best round: " + sizes.arg("0.2"));
    QCOMPARE(said({"/keepModels=none"}), QString("Runs keep no models."));
}

void TestCli::validateSaysAllThatIsWrong()
{
    QByteArray text = kSmall;
    text.replace("\"rounds\": 3", "\"rounds\": 0");
    text.replace("\"name\": \"fedavg\"", "\"name\": \"fedagv\"");
    text.replace("\"description\"", "\"decsription\"");
    const Outcome outcome = call({"validate", write("bad.json", text)});
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.out.count('\n'), 3);
    QVERIFY(outcome.out.contains("/rounds: must be a whole number from 1 to 1000000000 (is 0)"));
    QVERIFY(outcome.out.contains("did you mean \"fedavg\"?"));
    QVERIFY(outcome.out.contains("did you mean \"description\"?"));
    QCOMPARE(call({"run", path("bad.json")}).code, 2);
    QVERIFY2(!QFile::exists(path("share/coterie/runs.sqlite")), "nothing is half-saved");
}

/// Not only mistakes of the file: what does not fit the data too.
void TestCli::validateFindsWhatARunWouldRefuse()
{
    const Outcome network = call({"validate", m_file, "--set", "/model/name=lenet_cifar"});
    QCOMPARE(network.code, 2);
    QVERIFY2(network.out.startsWith("/model/name: LeNet for CIFAR-10: "), qPrintable(network.out));
    const Outcome missing = call({"validate", "papers/hcct/table4_fmnist"});
    QCOMPARE(missing.code, 0);
    QVERIFY2(missing.out.contains("not checked with its data"), qPrintable(missing.out));
}

void TestCli::validateTakesTheDeviceOfAnotherMachine()
{
    if (call({"--version"}).out.contains(QRegularExpression("device +cuda")))
        QSKIP("LibTorch finds a GPU here");
    const QString valid = m_file + ": valid, 2 arms × 2 seeds = 4 runs";
    const QStringList onGpu{"validate", m_file, "--set", "/device=cuda"};
    const Outcome elsewhere = call(onGpu);
    QCOMPARE(elsewhere.code, 0);
    QVERIFY(elsewhere.out.startsWith(valid + "; its device, cuda, is not on this machine\n"));
    const Outcome here = call(onGpu + QStringList{"--device", "cpu"});
    QCOMPARE(here.code, 0);
    QVERIFY(here.out.startsWith(valid + '\n'));
    const Outcome network = call(onGpu + QStringList{"--set", "/model/name=lenet_cifar"});
    QCOMPARE(network.code, 2);
    QVERIFY2(network.out.startsWith("/model/name: LeNet for CIFAR-10: "), qPrintable(network.out));
    const Outcome asked = call({"validate", m_file, "--device", "cuda"});
    QCOMPARE(asked.code, 2);
    QVERIFY2(asked.err.contains("--device: must be \"cpu\" or \"auto\""), qPrintable(asked.err));
}

void TestCli::describeListsEverythingThatHasAName()
{
    const Outcome outcome = call({"describe"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("\n  bnMode ")); // settings too
    const Registry& registry = coterie::registry();
    for (const std::span<const NamedPart> parts : {registry.algorithms,
                                                   registry.samplers,
                                                   registry.objectives,
                                                   registry.optimizers,
                                                   registry.schedules,
                                                   registry.datasets,
                                                   registry.partitions,
                                                   registry.models,
                                                   registry.layers,
                                                   registry.preprocessSteps}) {
        QVERIFY(!parts.empty());
        for (const NamedPart& part : parts) {
            const QString name =
                QString::fromUtf8(part.name.data(), static_cast<int>(part.name.size()));
            QVERIFY2(outcome.out.contains("\n  " + name + ' '), qPrintable(name));
            // One of each kind is asked for: every call starts the program.
            if (&part == &parts.back())
                QCOMPARE(call({"describe", name}).code, 0);
        }
    }
}

/// All-for-one, Theorem 2.
void TestCli::boundsSayWhichStepSizesTheyNeed()
{
    const Outcome binary = call({"sufficient"});
    QCOMPARE(binary.code, 0);
    QVERIFY2(binary.out.simplified().contains("certain up to 0.145 (the least that"),
             qPrintable(binary.out));
    QVERIFY(binary.out.simplified().contains(
        "the constant one is 0.25, and decreasing ones begin at 2."));
    const Outcome continuous = call({"sufficient", "--criterion", "continuous"});
    QVERIFY2(continuous.out.simplified().contains("certain up to 0.365 (the least that"),
             qPrintable(continuous.out));
}

void TestCli::describeShowsAParameterTable()
{
    const Outcome outcome = call({"describe", "dirichlet"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("dirichlet: "));
    const NamedPart* part = coterie::findPart(coterie::registry().partitions, "dirichlet");
    QVERIFY(part != nullptr);
    QVERIFY(!part->parameters.empty());
    for (const coterie::ParameterDescriptor& parameter : part->parameters) {
        const QString name =
            QString::fromUtf8(parameter.name.data(), static_cast<int>(parameter.name.size()));
        QVERIFY2(outcome.out.contains("\n  " + name + ' '), qPrintable(name));
    }
    QVERIFY(outcome.out.contains("parameter "));
    QVERIFY(outcome.out.contains("default"));
}

void TestCli::describeKnowsTheSettingsOfEveryExperiment()
{
    const Outcome mode = call({"describe", "bnMode"});
    QCOMPARE(mode.code, 0);
    QVERIFY(mode.out.startsWith("bnMode: a setting of every experiment\n"));
    for (const char* said :
         {"/model/bnMode", "officialHcct", "client 0", "released code", "Default: average"})
        QVERIFY2(mode.out.contains(said), said);
    QVERIFY(call({"describe", "localSteps"}).out.contains("Not set by default"));
    // Two settings may have one name: each in its place.
    const QString shares = call({"describe", "share"}).out;
    QVERIFY(shares.contains("/data/test/share") && shares.contains("/data/validation/share"));
}

void TestCli::modelsHaveLayersAndSizes()
{
    const Outcome outcome = call({"models"});
    QCOMPARE(outcome.code, 0);
    for (const NamedPart& part : coterie::registry().models) {
        if (part.name == coterie::kOwnLayers || part.name == coterie::kTorchScript)
            continue;
        const QString name =
            QString::fromUtf8(part.name.data(), static_cast<int>(part.name.size()));
        const QRegularExpression line(QString("^%1 +[0-9][0-9,]* ").arg(name),
                                      QRegularExpression::MultilineOption);
        QVERIFY2(line.match(outcome.out).hasMatch(), qPrintable(name));
    }
    QVERIFY(outcome.out.contains(QRegularExpression("\nmlr +7,850 ")));
}

void TestCli::aPrintedModelIsTheSameNetworkInAnExperiment()
{
    const Outcome printed = call({"models", "mnist_cnn_20k", "--json"});
    QCOMPARE(printed.code, 0);
    const QJsonObject model = QJsonDocument::fromJson(printed.out.toUtf8()).object();
    QCOMPARE(model["name"].toString(), QString("layers"));
    QCOMPARE(model["layers"].toArray().size(), 10);
    QJsonObject experiment = QJsonDocument::fromJson(contents(m_file)).object();
    experiment["model"] = model;
    const QString file = write("listed.json", QJsonDocument(experiment).toJson());
    QCOMPARE(call({"validate", file}).code, 0);

    QJsonArray layers = model["layers"].toArray();
    layers.removeAt(6); // flatten
    experiment["model"] = QJsonObject{{"name", "layers"}, {"layers", layers}};
    const Outcome refused =
        call({"validate", write("misfit.json", QJsonDocument(experiment).toJson())});
    QCOMPARE(refused.code, 2);
    QVERIFY2(
        refused.out.contains("/model/layers/6/layer: a linear layer needs numbers in a row, "
                             "and a picture of 20×4×4 arrives here; put \"flatten\" before it"),
        qPrintable(refused.out));
}

void TestCli::dataSetsSayWhereTheyAreOrHowToGetThem()
{
    const Outcome outcome = call({"datasets"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains(QRegularExpression("\nglyphDigits +built in +4,000 +10 ")));
    QVERIFY(outcome.out.contains(QRegularExpression("\nmnist +not found ")));
    QVERIFY(outcome.out.contains("`coterie --fetch mnist` downloads it (11.6 MB)"));
    QVERIFY(outcome.out.contains("SynthDigits.zip, linked from")); // by hand
    QVERIFY(outcome.out.contains(QRegularExpression("\ncsv +your file ")));
}

void TestCli::oneDataSetIsShownWithAllThereIsToSay()
{
    const Outcome built = call({"datasets", "show", "glyphDigits"});
    QCOMPARE(built.code, 0);
    for (const char* part : {"glyphDigits: Glyph digits",
                             "Licence: GPL-3.0-or-later",
                             "Samples: 4,000",
                             "Shape: 1×28×28 (channels × height × width), bytes",
                             "noise"})
        QVERIFY2(built.out.contains(QString::fromUtf8(part)), part);
    QVERIFY(built.out.contains(QRegularExpression("\n  9 +400\n")));

    const Outcome missing = call({"datasets", "show", "cifar10"});
    QCOMPARE(missing.code, 0);
    for (const char* part : {"Files not found.",
                             "`coterie --fetch cifar10` downloads it (170.1 MB)",
                             "for DIR/cifar-10/cifar-10-binary.tar.gz, 170,052,171 bytes",
                             "SHA-256 c4a38c50a1bc5f3a1c5537f2155ab9d6"})
        QVERIFY2(missing.out.contains(part), part);

    const Outcome wrong = call({"datasets", "show", "cifar"});
    QCOMPARE(wrong.code, 2);
    QVERIFY(wrong.err.contains("no data set is called \"cifar\""));
    QCOMPARE(call({"datasets", "hide", "cifar10"}).code, 2);
}

COTERIE_SECTION(TestCli)

} // namespace tst_cli

#include "tst_cli.moc"
