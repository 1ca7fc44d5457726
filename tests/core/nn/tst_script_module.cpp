#include "core/nn/cpu_step.h"
#include "core/nn/script_module.h"
#include "tests/core/fixtures/script_files.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <numeric>

namespace tst_script_module {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr SampleShape kDigits{.channels = 1, .height = 28, .width = 28};
constexpr std::size_t kBatch = 6;

std::shared_ptr<const ScriptModule> moduleOf(const std::string& bytes,
                                             const std::string& output = {})
{
    const auto module = ScriptModule::load(bytes, output);
    if (!module)
        qFatal("%s", module.error().sentence().c_str());
    return *module;
}

Network networkOf(const std::string& bytes)
{
    const std::shared_ptr<const ScriptModule> module = moduleOf(bytes);
    const Result<ScriptFit> fit = module->fit(kDigits, 10);
    if (!fit)
        qFatal("%s", fit.error().sentence().c_str());
    return {"torchScript", kDigits, module, *fit};
}

/// The same layers as those of scriptCnn() without dropout.
Network listed()
{
    return {
        "layers",
        kDigits,
        {conv2d(1, 4, 3, 1), batchNorm(4), relu(), maxPool2d(), flatten(), linear(4 * 14 * 14, 10)},
        Loss::CrossEntropy};
}

std::string whyNot(const std::string& bytes, const std::string& output = {})
{
    const auto module = ScriptModule::load(bytes, output);
    return module ? std::string() : module.error().message;
}

std::string withoutDropout()
{
    return scriptCnn({.dropout = "x"});
}

/// A network with its weights, one batch and what a pass gave.
template <typename Scalar>
struct Played
{
    std::vector<Scalar> parameters;
    std::vector<Scalar> buffers;
    std::vector<Scalar> outputs;
    std::vector<Scalar> gradient;
    double loss = 0;

    enum class Pass
    {
        Training,
        Frozen
    };
    Played(const Network& network, Pass pass, std::uint32_t step = 0)
        : parameters(network.layout().parameterCount)
        , buffers(network.layout().bufferCount)
        , gradient(network.layout().parameterCount)
    {
        moduleOf(withoutDropout())->copyStart<Scalar>(parameters, buffers); // of all alike
        CpuStep<Scalar> plan(network, kBatch);
        for (std::size_t i = 0; i < kBatch * kDigits.size(); ++i)
            plan.input()[i] = static_cast<Scalar>(std::sin(0.37 * static_cast<double>(i)));
        if (pass == Pass::Training)
            plan.train(parameters.data(), buffers.data(), kBatch, {.seed = 5, .client = 2}, step);
        else
            plan.evaluate(parameters.data(), buffers.data(), kBatch);
        std::vector<std::int32_t> labels(kBatch);
        std::iota(labels.begin(), labels.end(), 0);
        loss = plan.loss(std::span<const std::int32_t>(labels));
        outputs.assign(plan.outputs().begin(), plan.outputs().end());
        plan.backward(parameters.data(), gradient.data());
    }
};

/// The largest difference, relative to the largest number where that is above 1: as `difference` of
/// tensors, for sums of many terms lose digits in proportion to their size.
template <typename Scalar>
double farthest(const std::vector<Scalar>& found, const std::vector<Scalar>& expected)
{
    if (found.size() != expected.size() || found.empty())
        return INFINITY;
    double largest = 0;
    double scale = 1;
    for (std::size_t i = 0; i < found.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(found[i] - expected[i])));
        scale = std::max(scale, std::abs(static_cast<double>(expected[i])));
    }
    return largest / scale;
}

} // namespace

/// Networks from PyTorch as TorchScript files.
class TestScriptModule : public QObject
{
    Q_OBJECT

    template <typename Scalar>
    static void comparesWithLayers(double tolerance)
    {
        using Pass = typename Played<Scalar>::Pass;
        const Network module = networkOf(withoutDropout());
        for (const Pass pass : {Pass::Training, Pass::Frozen}) {
            const Played<Scalar> expected(listed(), pass);
            const Played<Scalar> found(module, pass);
            QVERIFY(std::abs(found.loss - expected.loss) < tolerance);
            QVERIFY(farthest(found.outputs, expected.outputs) < tolerance);
            const double slopes = farthest(found.gradient, expected.gradient);
            QVERIFY2(slopes < tolerance, qPrintable(QString::number(slopes)));
            QVERIFY(farthest(found.buffers, expected.buffers) < tolerance);
            QVERIFY(std::ranges::any_of(found.gradient, [](Scalar slope) { return slope != 0; }));
        }
    }

private Q_SLOTS:
    void itsTensorsHaveItsOwnNamesInTheOrderOfTheirRegistration()
    {
        const auto module = moduleOf(scriptCnn());
        const ParamLayout& layout = module->layout();
        std::vector<std::string> names;
        for (const auto* slices : {&layout.parameters, &layout.buffers})
            for (const Slice& slice : *slices)
                names.push_back(slice.name);
        const std::vector<std::string> expected{"conv.weight",
                                                "conv.bias",
                                                "norm.weight",
                                                "norm.bias",
                                                "fc.weight",
                                                "fc.bias",
                                                "norm.running_mean",
                                                "norm.running_var"};
        QCOMPARE(names, expected);
        QCOMPARE(layout.parameterCount, listed().layout().parameterCount);
        QCOMPARE(layout.batchNormLayers, std::size_t{1});
        QCOMPARE(layout.parameter(layout.outputLayer, SliceRole::Weight)->name,
                 std::string("fc.weight"));
        const auto named = moduleOf(scriptCnn({.outputs = 10}), "fc");
        QCOMPARE(named->layout().outputLayer, layout.outputLayer);
    }

    void itComputesWhatTheSameLayersDo_data()
    {
        QTest::addColumn<bool>("isDouble");
        QTest::newRow("float64") << true;
        QTest::newRow("float32") << false;
    }

    void itComputesWhatTheSameLayersDo()
    {
        QFETCH(bool, isDouble);
        if (isDouble)
            comparesWithLayers<double>(1e-9);
        else
            comparesWithLayers<float>(1e-5);
    }

    void itsSizeIsThatOfTheSameLayers()
    {
        const Network module = networkOf(withoutDropout());
        QCOMPARE(module.outputs(), std::size_t{10});
        QCOMPARE(module.forwardFlops(), listed().forwardFlops());
        QVERIFY(module.activations() >= kDigits.size());
        QVERIFY(module.activations() < 3 * listed().activations());
        QVERIFY(module.needsGraph());
    }

    void dropoutFollowsItsKeyAndStep()
    {
        using Pass = Played<float>::Pass;
        const Network module = networkOf(scriptCnn());
        const Played<float> first(module, Pass::Training, 3);
        const Played<float> again(module, Pass::Training, 3);
        const Played<float> other(module, Pass::Training, 4);
        QCOMPARE(first.outputs, again.outputs);
        QCOMPARE(first.gradient, again.gradient);
        QVERIFY(first.outputs != other.outputs);
        const Played<float> frozen(module, Pass::Frozen);
        const Played<float> plain(networkOf(withoutDropout()), Pass::Frozen);
        QCOMPARE(frozen.outputs, plain.outputs);
    }

    void aPassThatFailsSaysTheModulesReason()
    {
        const Network module =
            networkOf(scriptCnn({.before = "    if bool(torch.gt(torch.max(x), 9.0)):\n"
                                           "        x = torch.reshape(x, [3, 5])\n"}));
        std::vector<float> parameters(module.layout().parameterCount);
        std::vector<float> buffers(module.layout().bufferCount);
        CpuStep<float> plan(module, 1);
        std::fill_n(plan.input(), kDigits.size(), 10.0F);
        try {
            plan.evaluate(parameters.data(), buffers.data(), 1);
            QFAIL("did not fail");
        } catch (const std::exception& problem) {
            QCOMPARE(
                std::string(problem.what()),
                std::string("the module says: shape '[3, 5]' is invalid for input of size 784"));
        }
    }

    void anLstmTrains()
    {
        const Network module = networkOf(scriptLstm());
        QVERIFY(!module.module()->draws()); // its dropout is 0
        std::vector<float> parameters(module.layout().parameterCount);
        module.module()->copyStart<float>(parameters, {});
        CpuStep<float> plan(module, kBatch);
        for (std::size_t i = 0; i < kBatch * kDigits.size(); ++i)
            plan.input()[i] = static_cast<float>(std::sin(0.11 * static_cast<double>(i)));
        std::vector<std::int32_t> labels(kBatch);
        std::iota(labels.begin(), labels.end(), 0);
        std::vector<float> gradient(parameters.size());
        double first = 0;
        double last = 0;
        for (std::uint32_t step = 0; step < 30; ++step) {
            plan.train(parameters.data(), nullptr, kBatch, {}, step);
            last = plan.loss(std::span<const std::int32_t>(labels));
            first = step == 0 ? last : first;
            plan.backward(parameters.data(), gradient.data());
            for (const Slice& slice : module.layout().parameters)
                QVERIFY2(std::any_of(gradient.begin() + static_cast<std::ptrdiff_t>(slice.offset),
                                     gradient.begin()
                                         + static_cast<std::ptrdiff_t>(slice.offset + slice.count),
                                     [](float slope) { return slope != 0; }),
                         slice.name.c_str());
            for (std::size_t p = 0; p < parameters.size(); ++p)
                parameters[p] -= 0.5F * gradient[p];
        }
        QVERIFY2(last < 0.9 * first, qPrintable(QString("%1 → %2").arg(first).arg(last)));
    }

    void tiedParametersAreOneAndReplacedBuffersAreKept()
    {
        const Network module = networkOf(scriptTied());
        const ParamLayout& layout = module.layout();
        QCOMPARE(layout.parameters.size(), std::size_t{1});
        QCOMPARE(layout.parameterCount, std::size_t{7840});
        QCOMPARE(layout.bufferCount, std::size_t{10});
        std::vector<double> parameters(layout.parameterCount);
        std::vector<double> buffers(layout.bufferCount);
        module.module()->copyStart<double>(parameters, buffers);
        CpuStep<double> plan(module, 1);
        std::fill_n(plan.input(), kDigits.size(), 1.0);
        plan.train(parameters.data(), buffers.data(), 1, {}, 0);
        const std::vector<double> first = buffers;
        QVERIFY(std::ranges::any_of(first, [](double value) { return value != 0; }));
        plan.train(parameters.data(), buffers.data(), 1, {}, 1);
        for (std::size_t i = 0; i < first.size(); ++i) // y/2 + y
            QVERIFY(std::abs(buffers[i] - 1.5 * first[i]) < 1e-12);
        // The loss's slope at w is twice that at one of the two uses: moved by h, the loss tells.
        const std::vector<std::int32_t> label{3};
        const auto lossAt = [&](const std::vector<double>& weights) {
            plan.evaluate(weights.data(), buffers.data(), 1);
            return plan.loss(std::span<const std::int32_t>(label));
        };
        static_cast<void>(lossAt(parameters));
        std::vector<double> gradient(parameters.size());
        plan.backward(parameters.data(), gradient.data());
        std::vector<double> moved = parameters;
        constexpr double kStep = 1e-5;
        moved[5] += kStep;
        const double above = lossAt(moved);
        moved[5] -= 2 * kStep;
        const double below = lossAt(moved);
        QVERIFY(std::abs(gradient[5] - (above - below) / (2 * kStep)) < 1e-7);
    }

    void whatCannotBeTrainedIsRefusedWithAReason_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QByteArray>("said");
        const auto row =
            [](const char* name, const std::string& bytes, const char* output, const char* said) {
                QTest::newRow(name)
                    << QByteArray::fromStdString(bytes) << QByteArray(output) << QByteArray(said);
            };
        const std::string plain = scriptCnn();
        row("text", "hello", "", "is no TorchScript file; ");
        row("cut off", plain.substr(0, plain.size() / 2), "", "cannot be loaded: ");
        row("frozen",
            scriptCnn({.isFrozen = true}),
            "",
            "has no parameters that can be trained: it has none, or it is frozen "
            "(torch.jit.freeze); ");
        row("traced in training",
            scriptCnn({.dropout = "torch.dropout(x, 0.25, True)"}),
            "",
            "has a dropout or batch-norm that does not tell training from evaluation, as "
            "torch.jit.trace leaves it; ");
        row("traced in evaluation",
            scriptCnn({.dropout = "torch.dropout(x, 0.25, False)"}),
            "",
            "has a dropout or batch-norm that does not tell ");
        row("counts",
            scriptCnn({.before = "    self.seen = self.seen + 1\n"}),
            "",
            "changes its attribute \"seen\" as it computes; ");
        row("counts in a tensor that is no buffer",
            scriptCnn({.before = "    torch.select(self.table, 0, 1).add_(1)\n"}),
            "",
            "changes its attribute \"table\" as it computes; ");
        row("keeps a list",
            scriptCnn({.before = "    self.list.append(1)\n"}),
            "",
            "changes its attribute \"list\" as it computes; ");
        row("clips its weights",
            scriptCnn({.before = "    self.fc.weight.detach().clamp_(-1.0, 1.0)\n"}),
            "",
            "changes its attribute \"weight\" as it computes; ");
        // Whatever the samples that a trial has, and whatever it finds.
        row("changes a buffer in evaluation",
            scriptCnn({.before = "    self.norm.running_mean.add_(torch.mean(x))\n"}),
            "",
            "may change its buffer \"running_mean\" in evaluation, ");
        row("changes a buffer where the samples say so",
            scriptCnn({.before = "    if bool(torch.sum(x) < 0):\n"
                                 "        self.norm.running_var.mul_(2.0)\n"}),
            "",
            "may change its buffer \"running_var\" in evaluation, ");
        row("a batch-norm that trains where the samples say so",
            scriptCnn({.before = "    x = torch.batch_norm(torch.reshape(x, [-1, 4]), None, None, "
                                 "self.norm.running_mean, self.norm.running_var, bool(torch.sum(x) "
                                 "< 0), 0.1, 0.00001, False)\n"
                                 "    x = torch.reshape(x, [-1, 1, 28, 28])\n"}),
            "",
            "may change its buffer \"running_mean\" in evaluation, ");
        const auto changed = [&row](const char* name, const char* before) {
            row(name,
                scriptCnn({.before = before}),
                "",
                "may change its buffer \"running_var\" in ");
        };
        changed("a buffer through a loop's variable",
                "    c = self.norm.running_var\n"
                "    for i in range(x.size(0)):\n"
                "        if bool(torch.sum(x[i]) < 0):\n"
                "            c += 1.0\n");
        changed("a buffer that a loop has handed on",
                "    c = torch.zeros([4])\n"
                "    for i in range(x.size(0)):\n"
                "        c = self.norm.running_var\n"
                "    c.add_(1.0)\n");
        changed("a buffer that a condition chooses",
                "    c = torch.zeros([4])\n"
                "    if bool(torch.sum(x) < 0):\n"
                "        c = self.norm.running_var\n"
                "    c.add_(1.0)\n");
        changed("a buffer in a list",
                "    kept = [torch.zeros([4]), self.norm.running_var]\n"
                "    kept[x.size(0) % 2].add_(1.0)\n");
        changed("a buffer that a list is given",
                "    kept = [torch.zeros([4])]\n"
                "    kept.append(self.norm.running_var)\n"
                "    kept[-1].add_(1.0)\n");
        changed("a buffer in a part of a list",
                "    for b in [torch.zeros([4]), self.norm.running_var][1:]:\n"
                "        b.add_(1.0)\n");
        changed("a buffer in two lists joined",
                "    kept = [torch.zeros([4])] + [self.norm.running_var]\n"
                "    kept[-1].add_(1.0)\n");
        changed("a buffer in a tuple",
                "    kept = (1, self.norm.running_var)\n"
                "    kept[1].add_(1.0)\n");
        changed("a buffer in a dictionary",
                "    kept = {\"a\": self.norm.running_var}\n"
                "    kept[\"a\"].add_(1.0)\n");
        changed("a buffer in a list that a list holds",
                "    kept = [[torch.zeros([4])]]\n"
                "    kept[0].append(self.norm.running_var)\n"
                "    kept[0][-1].add_(1.0)\n");
        changed("a buffer in a list that another name has, too",
                "    kept = [torch.zeros([4])]\n"
                "    same = kept\n"
                "    if bool(torch.sum(x) < 0):\n"
                "        same = [torch.ones([4])]\n"
                "    same.append(self.norm.running_var)\n"
                "    kept[-1].add_(1.0)\n");
        changed("a buffer that dropout gives back",
                "    c = torch.dropout(self.norm.running_var, 0.5, self.training)\n"
                "    c.add_(1.0)\n"
                "    x = x + 0.0 * torch.sum(c)\n");
        changed("a buffer that shares its memory",
                "    c = torch.zeros([4])\n"
                "    c.set_(self.norm.running_var)\n"
                "    c.add_(1.0)\n"
                "    x = x + 0.0 * torch.sum(c)\n");
        row("counts samples, made by PyTorch",
            scriptFile("counting.pt"),
            "",
            "may change its buffer \"count\" in evaluation, and only training may do so; put that "
            "behind \"if self.training\"");
        row("output", plain, "head", "has no module \"head\" with a matrix of weights; ");
        row("output without a matrix",
            plain,
            "norm",
            "has no module \"norm\" with a matrix of weights; ");
    }

    void whatCannotBeTrainedIsRefusedWithAReason()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, output);
        QFETCH(QByteArray, said);
        const std::string why = whyNot(bytes.toStdString(), output.toStdString());
        QVERIFY2(why.starts_with(said.toStdString()), why.c_str());
    }

    void aBufferMayChangeWhereEvaluationDoesNotComeTo_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::newRow("in training")
            << QByteArray("    if self.training and bool(torch.sum(x) < 0):\n        "
                          "self.norm.running_mean.add_(1.0)\n");
        QTest::newRow("never, as a number of the module says")
            << QByteArray("    if self.seen > 0:\n        self.norm.running_mean.add_(1.0)\n");
        QTest::newRow("whole numbers, which begin anew with each pass") << QByteArray(
            "    if bool(torch.sum(x) > 0):\n        self.norm.num_batches_tracked.add_(1)\n");
        // Beside a buffer, but never it.
        QTest::newRow("the list that holds it")
            << QByteArray("    kept = [self.norm.running_mean]\n    kept.append(torch.zeros([4]))\n"
                          "    x = x + 0.0 * float(len(kept))\n");
        QTest::newRow("what a tuple has beside it") << QByteArray(
            "    kept, other = (self.norm.running_mean, torch.zeros([4]))\n    other.add_(kept)\n"
            "    x = x + 0.0 * torch.sum(other)\n");
        QTest::newRow("another list")
            << QByteArray("    kept = [self.norm.running_mean]\n    others = [torch.zeros([4])]\n"
                          "    others[0].add_(kept[0])\n    x = x + 0.0 * torch.sum(others[0])\n");
        QTest::newRow("a list that none may be")
            << QByteArray("    kept: Optional[List[Tensor]] = None\n    if kept is None:\n"
                          "        kept = []\n    kept.append(self.norm.running_mean)\n"
                          "    x = x + 0.0 * float(len(kept))\n");
        QTest::newRow("a sum that begins with it")
            << QByteArray("    c = self.norm.running_mean\n    for i in range(x.size(0)):\n"
                          "        c = torch.relu_(c + 1.0)\n");
    }

    void aBufferMayChangeWhereEvaluationDoesNotComeTo()
    {
        QFETCH(const QByteArray, before);
        const std::string bytes = scriptCnn({.before = before.toStdString()});
        QCOMPARE(whyNot(bytes), std::string());
        QVERIFY(moduleOf(bytes)->fit(kDigits, 10).has_value());
    }

    void whatIsBehindAnInterfaceHasItsOwnFlagsAndWholeNumbers()
    {
        const std::string bytes = scriptFile("behind.pt");
        QCOMPARE(whyNot(bytes), std::string());
        QVERIFY(moduleOf(bytes)->fit(kDigits, 10).has_value());
    }

    void itMustFitTheSamples()
    {
        const auto why =
            [](const std::string& bytes, const SampleShape& input, std::size_t classes) {
                const Result<ScriptFit> fit = moduleOf(bytes)->fit(input, classes);
                return fit ? std::string() : fit.error().message;
            };
        QCOMPARE(why(scriptCnn({.outputs = 7}), kDigits, 10),
                 std::string("gives numbers of the shape [batch, 7] and the data set needs [batch, "
                             "10], a score for each class"));
        const std::string three = why(scriptCnn(), {.channels = 3, .height = 28, .width = 28}, 10);
        QVERIFY2(three.starts_with("cannot compute samples of the shape [batch, 3, 28, 28]: "),
                 three.c_str());
        QVERIFY(why(scriptCnn({.outputs = 1}), kDigits, 0).empty());
        QCOMPARE(moduleOf(scriptCnn({.outputs = 1}))->fit(kDigits, 0)->loss, Loss::SquaredError);
    }
};

COTERIE_SECTION(TestScriptModule)

} // namespace tst_script_module

#include "tst_script_module.moc"
