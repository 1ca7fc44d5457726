#include "core/nn/initialise.h"
#include "core/nn/module_network.h"
#include "core/nn/script_module.h"
#include "tests/core/fixtures/script_files.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

namespace tst_module_network {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr SampleShape kDigits{.channels = 1, .height = 28, .width = 28};

NamedModule loadedModule(const std::string& bytes, const std::string& output = {})
{
    const auto module = ScriptModule::load(bytes, output);
    if (!module)
        qFatal("%s", module.error().sentence().c_str());
    return {.name = "net", .module = *module, .output = output};
}

std::vector<std::string> namesOf(const std::vector<Slice>& slices)
{
    std::vector<std::string> names;
    for (const Slice& slice : slices)
        names.push_back(slice.name);
    return names;
}

/// Why a module is no list; "a list": it is one.
std::string why(const std::string& bytes,
                const std::string& output = {},
                const SampleShape& input = kDigits,
                std::size_t classes = 10)
{
    const auto network = networkOfModule(loadedModule(bytes, output), input, classes);
    if (!network)
        return network.error().message;
    return network->module() == nullptr ? "a list" : network->whyNoLayers();
}

} // namespace

/// Whether a module from PyTorch becomes a list of layers.
class TestModuleNetwork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layersBeginWithTheirModulesValues()
    {
        const NamedModule named = loadedModule(scriptCnn());
        const auto network = networkOfModule(named, kDigits, 10);
        QVERIFY2(network.has_value(), network ? "" : network.error().sentence().c_str());
        QVERIFY(network->module() == nullptr);
        QVERIFY(std::ranges::find(network->layers(), dropout(0.25)) != network->layers().end());
        QCOMPARE(namesOf(network->layout().buffers),
                 (std::vector<std::string>{"norm.running_mean", "norm.running_var"}));
        std::vector<float> parameters(network->layout().parameterCount);
        std::vector<float> buffers(network->layout().bufferCount);
        initialise<float>(*network, Initialisation::LibTorch, 1, 0, parameters, buffers);
        const ParamLayout& own = named.module->layout();
        std::vector<float> ownParameters(own.parameterCount);
        std::vector<float> ownBuffers(own.bufferCount);
        named.module->copyStart<float>(ownParameters, ownBuffers);
        QCOMPARE(buffers, ownBuffers);
        for (const Slice& slice : network->layout().parameters) {
            const auto same = std::ranges::find(own.parameters, slice.name, &Slice::name);
            QVERIFY2(same != own.parameters.end() && same->shape == slice.shape,
                     slice.name.c_str());
            QVERIFY2(std::equal(parameters.data() + slice.offset,
                                parameters.data() + slice.offset + slice.count,
                                ownParameters.data() + same->offset),
                     slice.name.c_str());
        }
    }

    void whatIsNoListSaysWhy()
    {
        const std::string lstm = why(scriptFile("lstm.pt"), {}, {.channels = 20}, 32);
        QVERIFY2(lstm.starts_with("aten::to ") && lstm.ends_with(" is no layer of a list"),
                 lstm.c_str());
        const std::string tied = why(scriptTied());
        QVERIFY2(!tied.empty() && tied != "a list", tied.c_str());
        QCOMPARE(why(scriptFile("lenet.pt")), std::string("a list"));
        QCOMPARE(why(scriptCnn({.outputs = 7})),
                 std::string("gives numbers of the shape [batch, 7] and the data set needs [batch, "
                             "10], a score for each class"));
    }

    void anOutputLayerThatIsNotTheLastKeepsTheModule()
    {
        QCOMPARE(why(scriptCnn(), "fc"), std::string("a list"));
        QCOMPARE(why(scriptCnn(), "conv"),
                 std::string("the output layer of a list is the last linear one, which has "
                             "\"fc.weight\", and not \"conv\""));
    }

    void theSentenceTellsWhich()
    {
        const auto sentence = [](const std::string& bytes, const std::string& output) {
            return moduleSentence(*networkOfModule(loadedModule(bytes, output), kDigits, 10));
        };
        QCOMPARE(sentence(scriptCnn(), {}),
                 std::string("The module from PyTorch was read as a list of layers and is trained "
                             "as one."));
        QCOMPARE(sentence(scriptCnn(), "conv"),
                 std::string("The module from PyTorch is trained by LibTorch's autograd on the "
                             "processor, and not as a list of layers: the output layer of a list "
                             "is the last linear one, which has \"fc.weight\", and not \"conv\"."));
        QCOMPARE(moduleSentence({"plain", {.channels = 3}, {linear(3, 1)}, Loss::SquaredError}),
                 std::string());
    }
};

COTERIE_SECTION(TestModuleNetwork)

} // namespace tst_module_network

#include "tst_module_network.moc"
