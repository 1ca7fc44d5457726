#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/nn/layer_words.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_word_defaults {

using namespace coterie;

namespace {

/// "convolution: channels must be given, kernel 3, …", word by word.
QString publishedText()
{
    std::string text;
    for (const LayerWord& word : layerWords()) {
        text += word.part.name;
        const char* separator = ": ";
        for (const ParameterDescriptor& setting : word.part.parameters) {
            text += separator + std::string(setting.name) + " "
                    + (setting.required ? "must be given" : toText(setting.defaultValue()));
            separator = ", ";
        }
        text += '\n';
    }
    return QString::fromStdString(text);
}

Experiment experimentWith(const std::string& layers)
{
    const std::string file = R"({"schema": 1, "name": "x", "data": {"dataset":
            {"name": "glyphDigits", "samples": 400}, "partition": {"scheme": "iid"}}, "rounds": 1,
            "model": {"name": "layers", "layers": )"
                             + layers
                             + R"(}, "arms": [{"name": "A", "algorithm": {"name": "fedavg"}}]})";
    const Result<Experiment, Problems> experiment = parseExperiment(file, registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    return *experiment;
}

QString identityOf(const std::string& layers)
{
    return QString::fromStdString(runIdentity(expand(experimentWith(layers), registry()).front()));
}

} // namespace

/// Stored runs are identified without the settings at their defaults, so what is published here
/// cannot change: a new setting comes with a default that does what the word did before.
class TestWordDefaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void publishedDefaultsStay()
    {
        QCOMPARE(publishedText(),
                 QString("linear: units must be given, bias true\n"
                         "convolution: channels must be given, kernel 3, padding 0, bias true, "
                         "stride 1, dilation 1, groups 1\n"
                         "batchNorm\n"
                         "groupNorm: groups must be given\n"
                         "layerNorm\n"
                         "relu\n"
                         "prelu\n"
                         "gelu\n"
                         "tanh\n"
                         "sigmoid\n"
                         "softmax\n"
                         "maxPool: kernel 2\n"
                         "averagePool: kernel 2\n"
                         "globalAveragePool\n"
                         "dropout: rate 0.5\n"
                         "flatten\n"
                         "upsample: factor 2\n"
                         "block: repeat 1, shortcut none, norm none, groups 1\n"));
    }

    /// Both numbers are those from before convolutions had strides, gaps and groups, and blocks
    /// projections.
    void identitiesOfRunsStay()
    {
        const char* layers = R"([{"layer": "convolution", "channels": 8},
            {"layer": "relu"}, {"layer": "maxPool"},
            {"layer": "block", "repeat": 2, "shortcut": "concatenate",
             "layers": [{"layer": "convolution", "channels": 4, "padding": 1}]},
            {"layer": "dropout"}, {"layer": "flatten"}, {"layer": "linear", "units": "classes"}])";
        QCOMPARE(QString::fromStdString(canonicalHash(experimentWith(layers), registry())),
                 QString("f3c5e6a96dbd74b9c30eb4817b5419b2c2039a81966b5de27dae31407cf242eb"));
        QCOMPARE(identityOf(layers),
                 QString("02480b7595511aef7bd58743b774db519ab31645bd0a6891dec72ff76611ed18"));
    }

    void settingsAtTheirDefaultAreNoOtherRun()
    {
        const QString usual = identityOf(R"([{"layer": "convolution", "channels": 8},
            {"layer": "block", "layers": [{"layer": "flatten"}]},
            {"layer": "linear", "units": "classes"}])");
        QCOMPARE(identityOf(R"([{"layer": "convolution", "channels": 8, "stride": 1, "dilation": 1,
                                 "groups": 1, "bias": true, "padding": 0},
            {"layer": "block", "layers": [{"layer": "flatten"}], "norm": "none", "groups": 1},
            {"layer": "linear", "units": "classes"}])"),
                 usual);
        for (const char* other : {R"("stride": 2)", R"("dilation": 2)", R"("groups": 8)"})
            QVERIFY(identityOf((R"([{"layer": "convolution", "channels": 8, )" + std::string(other)
                                + R"(}, {"layer": "block", "layers": [{"layer": "flatten"}]},
                    {"layer": "linear", "units": "classes"}])"))
                    != usual);
    }
};

COTERIE_SECTION(TestWordDefaults)

} // namespace tst_word_defaults

#include "tst_word_defaults.moc"
