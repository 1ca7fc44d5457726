#include "core/experiment/experiment_json.h"
#include "core/experiment/set_in_experiment.h"
#include "tests/core/experiment/random_experiment.h"
#include "tests/core/experiment/sample_registry.h"
#include "tests/sections.h"

#include <QtTest>

#include <limits>
#include <set>

namespace tst_experiment_json {

using namespace coterie;

namespace {

/// The example of the manual, shortened in its texts only.
constexpr std::string_view kExample = R"({ "schema": 1, "name": "HCCT on five visual domains",
  "description": "…", "lookFor": "three sentences for a newcomer", "profile": "paper",
  "data": { "dataset": "glyphDigits",
            "partition": { "scheme": "domains", "clientsPerDomain": 2, "samples": 185 },
            "test": { "share": 0.2 }, "validation": { "share": 0.0 },
            "preprocess": [ { "step": "scale" } ] },
  "clients": { "overrides": [ { "client": 3, "samples": 40 } ], "edges": [], "arrivals": [] },
  "model": { "name": "digitCnn" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1,
                            "schedule": { "name": "exponential", "factor": 0.995 } },
             "batch": 64, "localEpochs": 5, "objective": { "name": "plain" } },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": 80 }, "sampler": { "name": "all" } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } },
            { "name": "HCCT, α swept", "algorithm": { "name": "hcct", "alpha": { "sweep": [1, 10, 100] } } } ],
  "rounds": 20, "seeds": [1, 2, 3], "partitionSeed": null, "evaluateEvery": 1, "device": "auto",
  "reference": { "source": "HCCT, Table 4, Digit", "metric": "bestPerClientTestError", "unit": "%",
                 "values": { "HCCT": [20.06, 0.66], "FedAvg": [29.55, 1.37] } } })";

QString reasons(const Result<Experiment, Problems>& result)
{
    return result ? QString() : QString::fromStdString(sentences(result.error()));
}

Experiment parsed(std::string_view json)
{
    const Result<Experiment, Problems> result = parseExperiment(json, sample::kRegistry);
    if (!result)
        qFatal("%s", qPrintable(reasons(result)));
    return *result;
}

/// The smallest file, with room for one more setting.
std::string withSetting(std::string_view setting)
{
    return R"({"schema": 1, "name": "x", "arms": [{"name": "A", "algorithm": {"name": "hcct"}}])"
           + std::string(setting) + "}";
}

} // namespace

class tst_ExperimentJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheExampleOfTheManual();
    void writesTheExampleSoThatItReadsBack();
    void whatIsWrittenReadsBackEqual();
    void canonicalFormReadsBackToTheSameForm();
    void aReferenceIsOneBlockOrAList();
    void aReferenceThatIsNoneIsRefused();
    void brieflyWrittenFilesLeaveDefaultsOut();
    void canonicalFormIgnoresHowThingsAreWritten();
    void canonicalFormSeesEveryDifference();
    void canonicalFormFollowsTheProfile();
    void hashIsOfWhatTheExperimentComputes();
    void armsInheritWhatTheyDoNotOverride();
    void anotherOptimizerStartsFromItsOwnDefaults();
    void nullReturnsAnOverrideToItsDefault();
    void stepsTakeThePlaceOfEpochs();
    void byteOrderMarkIsPassedOver();
    void wholeNumbersMayBeWrittenWithAPoint();
    void setReplacesAddsAndQuotes_data();
    void setReplacesAddsAndQuotes();
    void aRenamedPartLosesWhatOnlyTheFormerHad();
    void setRefusesPlacesThatAreNotThere_data();
    void setRefusesPlacesThatAreNotThere();
    void quickstartIsValid();
};

void tst_ExperimentJson::readsTheExampleOfTheManual()
{
    const Result<Experiment, Problems> result = parseExperiment(kExample, sample::kRegistry);
    QVERIFY2(result, qPrintable(reasons(result)));
    const Experiment& experiment = *result;
    QCOMPARE(experiment.name, std::string("HCCT on five visual domains"));
    QCOMPARE(experiment.data.partition.name, std::string("domains"));
    QCOMPARE(experiment.data.partition.parameters.integer("samples"), std::int64_t{185});
    QCOMPARE(experiment.data.preprocess.size(), std::size_t{1});
    QCOMPARE(*experiment.clients.overrides.at(0).samples, 40);
    QCOMPARE(experiment.local.schedule.parameters.real("factor"), 0.995);
    QCOMPARE(*experiment.local.localEpochs, 5);
    QCOMPARE(experiment.arms.size(), std::size_t{3});
    QCOMPARE(experiment.arms[0].algorithm.parameters.real("alpha"), 80.0);
    QCOMPARE(experiment.arms[2].name, std::string("HCCT, α swept"));
    const Parameter& swept = *experiment.arms[2].algorithm.parameters.find("alpha");
    QVERIFY(swept.swept);
    QCOMPARE(swept.values, (std::vector<ParameterValue>{1.0, 10.0, 100.0}));
    QCOMPARE(experiment.seeds, (std::vector<std::uint64_t>{1, 2, 3}));
    QVERIFY(!experiment.partitionSeed);
    QCOMPARE(experiment.references.size(), std::size_t{1});
    QCOMPARE(experiment.references[0].values.at("FedAvg").mean, 29.55);
    QCOMPARE(*experiment.references[0].values.at("HCCT").deviation, 0.66);
    QVERIFY(!experiment.references[0].target);
}

void tst_ExperimentJson::writesTheExampleSoThatItReadsBack()
{
    const Experiment experiment = parsed(kExample);
    const std::string written = writeExperiment(experiment);
    QVERIFY(parsed(written) == experiment);
    QCOMPARE(writeExperiment(parsed(written)), written);
}

void tst_ExperimentJson::whatIsWrittenReadsBackEqual()
{
    RandomStream stream({.seed = 2024, .purpose = Purpose::Synthesise});
    for (int turn = 0; turn < 400; ++turn) {
        const Experiment experiment = randomExperiment(stream);
        const std::string written = writeExperiment(experiment);
        const Result<Experiment, Problems> back = parseExperiment(written, sample::kRegistry);
        QVERIFY2(back, qPrintable(reasons(back) + "\n" + QString::fromStdString(written)));
        QVERIFY2(*back == experiment, written.c_str());
        QCOMPARE(canonicalForm(*back, sample::kRegistry),
                 canonicalForm(experiment, sample::kRegistry));
    }
}

void tst_ExperimentJson::canonicalFormReadsBackToTheSameForm()
{
    RandomStream stream({.seed = 2025, .purpose = Purpose::Synthesise});
    for (int turn = 0; turn < 200; ++turn) {
        const std::string form = canonicalForm(randomExperiment(stream), sample::kRegistry);
        const Result<Experiment, Problems> back = parseExperiment(form, sample::kRegistry);
        QVERIFY2(back, qPrintable(reasons(back)));
        QCOMPARE(canonicalForm(*back, sample::kRegistry), form);
    }
}

void tst_ExperimentJson::aReferenceIsOneBlockOrAList()
{
    const std::string first = R"({"source":"T","metric":"m","unit":"%","values":{"A":[1,2]}})";
    const std::string second =
        R"({"source":"U","metric":"n","unit":"rounds","target":0.75,"values":{"A":60}})";
    const auto with = [](const std::string& reference) {
        return parsed(withSetting(R"(, "reference": )" + reference));
    };
    const Experiment both = with('[' + first + ", " + second + ']');
    QCOMPARE(both.references.size(), std::size_t{2});
    QCOMPARE(both.references[0].source, std::string("T"));
    QVERIFY(!both.references[0].target);
    QCOMPARE(*both.references[1].target, 0.75);
    QCOMPARE(both.references[1].values.at("A").mean, 60.0);
    QVERIFY(parsed(writeExperiment(both)) == both);
    const Experiment overClients = with(
        R"({"source": "T", "metric": "m", "deviationOver": "clients", "values": {"A": [1, 2]}})");
    QVERIFY(overClients.references[0].deviationOver == Reference::Over::Clients);
    QVERIFY(parsed(writeExperiment(overClients)) == overClients);
    // A list of one is that one: how a file wraps its only block makes no other experiment.
    const Experiment one = with(first);
    QVERIFY(with('[' + first + ']') == one);
    const std::string form = canonicalForm(one, sample::kRegistry);
    QVERIFY(form.find(R"("reference":{"metric":"m","source":"T","unit":"%","values":{"A":[1,2]}})")
            != std::string::npos);
    QVERIFY(canonicalForm(both, sample::kRegistry) != form);
}

void tst_ExperimentJson::aReferenceThatIsNoneIsRefused()
{
    const auto problem = [](const std::string& reference) {
        const auto result =
            parseExperiment(withSetting(R"(, "reference": )" + reference), sample::kRegistry);
        return result ? std::string() : result.error().front().sentence();
    };
    QVERIFY(problem("[]").starts_with("/reference: "));
    QVERIFY(problem("7").starts_with("/reference: "));
    QVERIFY(problem(R"([{"source": "T", "metric": "m"}, {"source": "T"}])")
                .starts_with("/reference/1"));
    QVERIFY(problem(R"({"metric": "m", "target": "high"})").starts_with("/reference/target: "));
    QCOMPARE(problem(R"({"metric": "m", "deviationOver": "runs"})"),
             std::string("/reference/deviationOver: must be one of: seeds, clients (is \"runs\")"));
}

void tst_ExperimentJson::brieflyWrittenFilesLeaveDefaultsOut()
{
    const QString written = QString::fromStdString(writeExperiment(parsed(withSetting(""))));
    for (const char* key :
         {"description", "clients", "device", "reference", "schedule", "sampler", "null"})
        QVERIFY2(!written.contains(key), qPrintable(written));
    for (const QString& line : written.split('\n'))
        QVERIFY2(line.size() <= 100, qPrintable(line));
}

void tst_ExperimentJson::canonicalFormIgnoresHowThingsAreWritten()
{
    const auto form = [](std::string_view setting) {
        return canonicalForm(parsed(withSetting(setting)), sample::kRegistry);
    };
    const std::string plain = form("");
    QVERIFY(plain.find_first_of("\n\t ") == std::string::npos);
    QCOMPARE(form(R"(, "rounds": 10)"), plain);
    QCOMPARE(form(R"(, "rounds": 1e1)"), plain);
    QCOMPARE(form(R"(, "seeds": [1.0])"), plain);
    QCOMPARE(form(R"(, "data": {"dataset": {"name": "glyphDigits", "samples": 10000}})"), plain);
    QCOMPARE(form(R"(, "data": {"validation": {"share": -0.0}})"), plain);
    QCOMPARE(
        form(R"(, "local": {"optimizer": {"name": "sgd", "momentum": -0, "learningRate": 0.10}})"),
        plain);

    const std::string_view arm =
        R"({"schema": 1, "arms": [{"algorithm": {"name": "hcct"}, "name": "A",
        "local": {"batch": 32}, "model": {}, "rounds": 10}], "name": "x"})";
    QCOMPARE(canonicalForm(parsed(arm), sample::kRegistry), plain);

    Experiment wholeForReal = parsed(withSetting(""));
    wholeForReal.arms[0].algorithm.parameters.set("alpha", std::int64_t{80});
    QCOMPARE(canonicalForm(wholeForReal, sample::kRegistry), plain);
}

void tst_ExperimentJson::canonicalFormSeesEveryDifference()
{
    std::set<std::string> forms;
    const std::vector<std::string_view> settings{"",
                                                 R"(, "rounds": 11)",
                                                 R"(, "seeds": [2])",
                                                 R"(, "seeds": [1, 2])",
                                                 R"(, "seeds": [2, 1])",
                                                 R"(, "partitionSeed": 1)",
                                                 R"(, "profile": "code")",
                                                 R"(, "device": "cpu")",
                                                 R"(, "lookFor": "x")",
                                                 R"(, "model": {"name": "mlp"})",
                                                 R"(, "model": {"name": "mlp", "hidden": [5]})",
                                                 R"(, "local": {"batch": 33})",
                                                 R"(, "local": {"localSteps": 1})"};
    for (const std::string_view setting : settings)
        forms.insert(canonicalForm(parsed(withSetting(setting)), sample::kRegistry));
    QCOMPARE(forms.size(), settings.size());
}

void tst_ExperimentJson::canonicalFormFollowsTheProfile()
{
    const std::string form =
        canonicalForm(parsed(withSetting(R"(, "profile": "code")")), sample::kRegistry);
    QVERIFY(form.find(R"("every":5)") != std::string::npos);
    QVERIFY(form.find(R"("similarity":"sign")") != std::string::npos);
}

void tst_ExperimentJson::hashIsOfWhatTheExperimentComputes()
{
    const Experiment experiment = parsed(kExample);
    const std::string hash = canonicalHash(experiment, sample::kRegistry);
    QCOMPARE(hash.size(), std::size_t{64});
    const auto hashOf = [](std::string_view setting) {
        return canonicalHash(parsed(withSetting(setting)), sample::kRegistry);
    };
    Experiment renamed = parsed(withSetting(""));
    renamed.name = "Another name";
    for (const std::string_view setting :
         {R"(, "description": "x")",
          R"(, "lookFor": "x")",
          R"(, "device": "cpu")",
          R"(, "checkpointSeconds": 3)",
          R"(, "retryMinutes": 3)",
          R"(, "keepModels": "none")",
          R"(, "keepModelsMegabytes": 3)",
          R"(, "keepMatricesEvery": 3)",
          R"(, "keepMatricesMegabytes": 3)",
          R"(, "keepStates": 3)",
          R"(, "keepStatesMegabytes": 3)",
          R"(, "reference": {"source": "T", "metric": "m", "unit": "%", "values": {"A": 1}})"}) {
        QCOMPARE(hashOf(setting), canonicalHash(renamed, sample::kRegistry));
        QCOMPARE(designHash(parsed(withSetting(setting))), designHash(renamed));
    }
    QVERIFY(hashOf(R"(, "rounds": 11)") != hashOf(""));
    QVERIFY(hashOf(R"(, "excludeLastClient": true)") != hashOf(""));
}

void tst_ExperimentJson::armsInheritWhatTheyDoNotOverride()
{
    const Experiment experiment = parsed(R"({"schema": 1, "name": "x",
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}, "rounds": 7,
                  "local": {"optimizer": {"learningRate": 0.5, "schedule": {"every": 3}}},
                  "model": {"precision": "float64"}}],
        "model": {"name": "mlp", "dropout": 0.25},
        "local": {"optimizer": {"name": "sgd", "learningRate": 0.1, "momentum": 0.9,
                                "schedule": {"name": "step", "factor": 0.1}}, "batch": 8}})");
    const Arm& arm = experiment.arms[0];
    QCOMPARE(arm.local->optimizer.parameters.real("learningRate"), 0.5);
    QCOMPARE(arm.local->optimizer.parameters.real("momentum"), 0.9);
    QCOMPARE(arm.local->schedule.parameters.integer("every"), std::int64_t{3});
    QCOMPARE(arm.local->schedule.parameters.real("factor"), 0.1);
    QCOMPARE(arm.local->batch, 8);
    QCOMPARE(arm.model->model, experiment.model.model);
    QCOMPARE(arm.model->precision, std::string("float64"));
    QCOMPARE(*arm.rounds, 7);
}

void tst_ExperimentJson::anotherOptimizerStartsFromItsOwnDefaults()
{
    const Experiment experiment = parsed(R"({"schema": 1, "name": "x",
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}, "local": {"optimizer": {"name": "adam"}}}],
        "local": {"optimizer": {"name": "sgd", "learningRate": 0.1, "momentum": 0.9,
                                "schedule": {"name": "step"}}}})");
    QCOMPARE(experiment.arms[0].local->optimizer, (Part{.name = "adam", .parameters = {}}));
    QCOMPARE(experiment.arms[0].local->schedule.name, std::string("step"));
}

void tst_ExperimentJson::nullReturnsAnOverrideToItsDefault()
{
    const Experiment experiment = parsed(R"({"schema": 1, "name": "x",
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}, "local": {"optimizer": {"momentum": null}}}],
        "local": {"optimizer": {"name": "sgd", "momentum": 0.9}}})");
    QVERIFY(experiment.arms[0].local->optimizer.parameters.find("momentum") == nullptr);
    QCOMPARE(experiment.local.optimizer.parameters.real("momentum"), 0.9);
}

void tst_ExperimentJson::stepsTakeThePlaceOfEpochs()
{
    const Experiment experiment = parsed(R"({"schema": 1, "name": "x",
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}, "local": {"localEpochs": 2}}],
        "local": {"localSteps": 5}})");
    QVERIFY(!experiment.local.localEpochs);
    QCOMPARE(*experiment.local.localSteps, 5);
    QVERIFY(!experiment.arms[0].local->localSteps);
    QCOMPARE(*experiment.arms[0].local->localEpochs, 2);
}

void tst_ExperimentJson::byteOrderMarkIsPassedOver()
{
    QVERIFY(parsed("\xEF\xBB\xBF" + std::string(kExample)) == parsed(kExample));
}

void tst_ExperimentJson::wholeNumbersMayBeWrittenWithAPoint()
{
    QCOMPARE(parsed(withSetting(R"(, "rounds": 12.0)")).rounds, 12);
    QCOMPARE(parsed(withSetting(R"(, "rounds": 2e3)")).rounds, 2000);
    QCOMPARE(parsed(withSetting(R"(, "seeds": [9223372036854775807])")).seeds[0],
             std::uint64_t{9223372036854775807U});
}

void tst_ExperimentJson::setReplacesAddsAndQuotes_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("changed");
    QTest::newRow("number") << "/a"
                            << "2.50"
                            << R"({"a":2.50,"b":[1,{"c":"d"}],"e/~":0})";
    QTest::newRow("bare word") << "/a"
                               << "cpu"
                               << R"({"a":"cpu","b":[1,{"c":"d"}],"e/~":0})";
    QTest::newRow("quoted word") << "/a"
                                 << "\"1\""
                                 << R"({"a":"1","b":[1,{"c":"d"}],"e/~":0})";
    QTest::newRow("nothing") << "/a"
                             << ""
                             << R"({"a":"","b":[1,{"c":"d"}],"e/~":0})";
    QTest::newRow("null") << "/a"
                          << "null"
                          << R"({"a":null,"b":[1,{"c":"d"}],"e/~":0})";
    QTest::newRow("list item") << "/b/1/c"
                               << "[1, 2]"
                               << R"({"a":1,"b":[1,{"c":[1,2]}],"e/~":0})";
    QTest::newRow("new member") << "/b/1/x"
                                << "true"
                                << R"({"a":1,"b":[1,{"c":"d","x":true}],"e/~":0})";
    QTest::newRow("new objects") << "/long/way"
                                 << "{\"k\": 1}"
                                 << R"({"a":1,"b":[1,{"c":"d"}],"e/~":0,"long":{"way":{"k":1}}})";
    QTest::newRow("escaped key") << "/e~1~0"
                                 << "7"
                                 << R"({"a":1,"b":[1,{"c":"d"}],"e/~":7})";
    QTest::newRow("everything") << ""
                                << "{}"
                                << "{}";
}

void tst_ExperimentJson::setReplacesAddsAndQuotes()
{
    QFETCH(const QString, pointer);
    QFETCH(const QString, value);
    QFETCH(const QString, changed);
    const Result<std::string> result = setInJson(
        R"({"a": 1, "b": [1, {"c": "d"}], "e/~": 0})", pointer.toStdString(), value.toStdString());
    QVERIFY2(result, qPrintable(result ? "" : QString::fromStdString(result.error().sentence())));
    QCOMPARE(QString::fromStdString(*result).simplified().remove(' '), changed);
}

void tst_ExperimentJson::aRenamedPartLosesWhatOnlyTheFormerHad()
{
    const std::string before =
        R"({"local": {"optimizer": {"name": "sgd", "learningRate": 0.5, "momentum": 0.9,
            "schedule": {"name": "step", "every": 3}}},
            "arms": [{"name": "sgd", "momentum": 1}]})";
    const auto set = [&](const char* pointer, const char* value) {
        const Result<std::string> result =
            setInExperiment(before, pointer, value, sample::kRegistry);
        return QString::fromStdString(result ? *result : result.error().sentence())
            .simplified()
            .remove(' ');
    };
    const QString arms = R"("arms":[{"name":"sgd","momentum":1}]})";
    QCOMPARE(set("/local/optimizer/name", "adam"),
             R"({"local":{"optimizer":{"name":"adam","learningRate":0.5,)"
             R"("schedule":{"name":"step","every":3}}},)"
                 + arms);
    QCOMPARE(set("/local/optimizer/schedule/name", "constant"),
             R"({"local":{"optimizer":{"name":"sgd","learningRate":0.5,"momentum":0.9,)"
             R"("schedule":{"name":"constant"}}},)"
                 + arms);
    // A name that no part has is for the reader to refuse, and an arm's name is none of a part.
    for (const auto& [pointer, value] :
         {std::pair("/local/optimizer/name", "adma"), std::pair("/arms/0/name", "adam")})
        QVERIFY(set(pointer, value).contains("\"momentum\":0.9")
                && set(pointer, value).contains("\"momentum\":1"));
    QVERIFY(set("/nowhere/0/name", "x").contains("\"nowhere\""));
}

void tst_ExperimentJson::setRefusesPlacesThatAreNotThere_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no slash")
        << "rounds"
        << "1"
        << "must be a JSON pointer such as /arms/0/algorithm/alpha (is \"rounds\")";
    QTest::newRow("wrong escape")
        << "/a~2"
        << "1"
        << "must be a JSON pointer such as /arms/0/algorithm/alpha (is \"/a~2\")";
    QTest::newRow("beyond the list") << "/arms/2/name"
                                     << "x"
                                     << "/arms/2: must be an index from 0 to 1 (is \"2\")";
    QTest::newRow("word for index") << "/arms/first"
                                    << "x"
                                    << "/arms/first: must be an index from 0 to 1 (is \"first\")";
    QTest::newRow("leading zero") << "/arms/01"
                                  << "x"
                                  << "/arms/01: must be an index from 0 to 1 (is \"01\")";
    QTest::newRow("empty list") << "/seeds/0"
                                << "1"
                                << "/seeds/0: the list is empty; there is nothing to set";
    QTest::newRow("into a number") << "/rounds/x"
                                   << "1"
                                   << "/rounds/x: the value before \"x\" must be an object";
    QTest::newRow("misspelt on the way")
        << "/amrs/0/name"
        << "x"
        << "/amrs: unknown key; must be one of: arms, seeds, rounds (did you mean \"arms\"?)";
    QTest::newRow("broken list")
        << "/seeds"
        << "[1, 2"
        << "/seeds: line 1, column 6: the text ends inside the list that begins at line 1";
}

void tst_ExperimentJson::setRefusesPlacesThatAreNotThere()
{
    QFETCH(const QString, pointer);
    QFETCH(const QString, value);
    QFETCH(const QString, sentence);
    const Result<std::string> result = setInJson(R"({"arms": [{}, {}], "seeds": [], "rounds": 3})",
                                                 pointer.toStdString(),
                                                 value.toStdString());
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().sentence()), sentence);
}

void tst_ExperimentJson::quickstartIsValid()
{
    const std::filesystem::path file(COTERIE_SOURCE_DIR "/experiments/quickstart.json");
    const Result<Experiment, Problems> result = readExperiment(file, sample::kRegistry);
    QVERIFY2(result, qPrintable(reasons(result)));
    QCOMPARE(result->arms.size(), std::size_t{2});
    QCOMPARE(result->seeds.size(), std::size_t{1});
    QCOMPARE(result->data.partition.parameters.integer("clients"), std::int64_t{8});
    QVERIFY(!result->description.empty());
    QCOMPARE(QString::fromStdString(result->lookFor).count(". "), 2); // three sentences
}

COTERIE_SECTION(tst_ExperimentJson)

} // namespace tst_experiment_json

#include "tst_experiment_json.moc"
