#include "core/nn/script_inside.h"
#include "core/nn/script_layers.h"
#include "tests/core/nn/scripted_modules.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <stdexcept>
#include <string>

Q_DECLARE_METATYPE(coterie::scripted::Module)

namespace tst_script_refusals {

using namespace coterie;
using scripted::inOrder;
using scripted::made;

namespace {

constexpr SampleShape kColour{.channels = 3, .height = 8, .width = 8};
constexpr SampleShape kNumbers{.channels = 8};

scripted::Module forward(const char* body, const scripted::Modules& modules = {})
{
    return made({},
                std::string("def forward(self, x: Tensor) -> Tensor:\n") + body,
                modules.empty() ? scripted::Modules{{"fc", scripted::linear(8, 8)}} : modules);
}

/// A network for pictures of 3×8×8 whose answers come from this layer.
scripted::Module endingIn(const scripted::Module& module, std::int64_t numbers)
{
    return inOrder(
        {module, scripted::function("torch.flatten(input, 1)"), scripted::linear(numbers, 3)});
}

} // namespace

/// Scripted PyTorch modules that no list of layers can say.
class TestScriptRefusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theReasonIsTheFirstLineWithWords()
    {
        const auto wordsOf = [](const char* what) { return scriptWords(std::runtime_error(what)); };
        QCOMPARE(wordsOf("\nexpected ] here:\n  x = y["), std::string("expected ] here:"));
        QCOMPARE(wordsOf("Traceback\nRuntimeError: too small\n"), std::string("too small"));
        QCOMPARE(wordsOf("\n"), std::string("LibTorch does not say why"));
    }

    void whatNoListSaysIsNamed_data()
    {
        using scripted::Module;
        QTest::addColumn<Module>("module");
        QTest::addColumn<SampleShape>("shape");
        QTest::addColumn<QString>("sentence");
        const auto numbers = [](const char* name, const Module& module, const char* sentence) {
            QTest::newRow(name) << module << kNumbers << QString(sentence);
        };
        const auto pictures = [](const char* name, const Module& module, const char* sentence) {
            QTest::newRow(name) << module << kColour << QString(sentence);
        };
        numbers("operator",
                forward("  y = self.fc.forward(x)\n  return torch.leaky_relu(y, 0.1)\n"),
                "aten::leaky_relu at line 3 is no layer of a list");
        numbers("inside a module",
                forward("  y = torch.relu(x)\n  return self.inner.forward(y)\n",
                        {{"inner", scripted::function("torch.cumsum(input, 1)")}}),
                "aten::cumsum in \"inner\" at line 2 is no layer of a list");
        numbers(
            "parameter by itself",
            made({{"scale", {8}}},
                 "def forward(self, x: Tensor) -> Tensor:\n  return torch.mul(x, self.scale)\n"),
            "aten::mul at line 2 is no layer of a list");
        numbers("decision by the numbers",
                forward("  if torch.gt(torch.sum(x), 0):\n    x = torch.relu(x)\n"
                        "  return self.fc.forward(x)\n"),
                "aten::sum at line 2 is no layer of a list");
        numbers("decision by one number",
                forward("  if bool(torch.relu(x)):\n    x = torch.relu(x)\n"
                        "  return self.fc.forward(x)\n"),
                "aten::Bool at line 2 makes what follows depend on the numbers of the samples; the "
                "layers of a list are the same for all");
        numbers("decision by the batch",
                forward("  if torch.size(x, 0) > 40:\n    x = torch.relu(x)\n"
                        "  return self.fc.forward(x)\n"),
                "forward has other layers for a batch of 1 than for other batches");
        numbers("decision by one size of the batch",
                forward("  if torch.size(x, 0) == 40:\n    x = torch.relu(x)\n"
                        "  return self.fc.forward(x)\n"),
                "forward has other layers for a batch of 40 than for other batches");
        Module chunked("Chunked");
        chunked.register_attribute("training", c10::BoolType::get(), true);
        chunked.register_attribute("chunk", c10::IntType::get(), std::int64_t{40});
        chunked.register_module("fc", scripted::linear(8, 8));
        chunked.define("def forward(self, x: Tensor) -> Tensor:\n"
                       "  if torch.size(x, 0) == self.chunk:\n    x = torch.relu(x)\n"
                       "  return self.fc.forward(x)\n");
        numbers("decision by a size that the module has",
                chunked,
                "forward has other layers for a batch of 40 than for other batches");
        numbers("another way in training",
                forward("  if self.training:\n    x = torch.relu(x)\n"
                        "  return self.fc.forward(x)\n"),
                "forward has other layers in training than in evaluation");
        numbers("dropout in evaluation",
                forward("  return self.fc.forward(torch.dropout(x, 0.5, True))\n"),
                "aten::dropout at line 2 sets numbers to zero in evaluation as well");
        numbers("module twice",
                forward("  return self.fc.forward(torch.relu(self.fc.forward(x)))\n"),
                "\"fc.weight\" is used more than once; each layer of a list has weights of its "
                "own");
        numbers("unused parameter",
                forward("  return self.fc.forward(x)\n",
                        {{"fc", scripted::linear(8, 3)}, {"other", scripted::linear(8, 3)}}),
                "the parameter \"other.weight\" is not used by a layer of a list");
        Module tied = inOrder({scripted::linear(8, 8), scripted::linear(8, 8)});
        tied.attr("layer1").toModule().setattr("weight",
                                               tied.attr("layer0").toModule().attr("weight"));
        numbers("tied weights",
                tied,
                "\"layer0.weight\" and \"layer1.weight\" are the same tensor; each layer of a list "
                "has weights of its own");
        Module fixed = inOrder({scripted::linear(8, 8)});
        fixed.attr("layer0").toModule().attr("weight").toTensor().requires_grad_(false);
        numbers("fixed weights",
                fixed,
                "the parameter \"layer0.weight\" is not trained; a list trains all of them");
        Module remembers = forward("  return self.fc.forward(x)\n");
        remembers.register_buffer("positions", at::zeros({8}, at::kDouble));
        numbers("other buffer",
                remembers,
                "the buffer \"positions\" is no running statistic of a layer");
        numbers("epsilon",
                inOrder({scripted::batchNorm(8, 2, "0.1, 0.001")}),
                "aten::batch_norm in \"layer0\" at line 11 has an eps of 0.001; that of a list has "
                "1e-05");
        numbers("momentum",
                inOrder({scripted::batchNorm(8, 2, "0.01, 1e-05")}),
                "aten::batch_norm in \"layer0\" at line 11 has a momentum of 0.01; that of a list "
                "has 0.1");
        numbers("shape refused by the module",
                inOrder({scripted::batchNorm(8, 4)}),
                "forward stops with samples of this shape: AssertionError: expected another number "
                "of dimensions");
        numbers("slopes",
                scripted::function({{"weight", {8}}}, "torch.prelu(input, self.weight)"),
                "aten::prelu at line 2 has 8 slopes; that of a list has one");
        numbers("approximate",
                forward("  return torch.gelu(self.fc.forward(x), approximate=\"tanh\")\n"),
                "aten::gelu at line 2 is approximate; that of a list is exact");
        numbers("log-softmax",
                forward("  return torch.log_softmax(self.fc.forward(x), 1)\n"),
                "aten::log_softmax at line 2 is no layer of a list; the loss takes the softmax "
                "itself, so a network can end before it");
        numbers("samples mixed",
                forward("  return self.fc.forward(torch.view(x, [-1, 4]))\n"),
                "aten::view at line 2 mixes samples; a layer of a list takes each sample by "
                "itself");
        numbers(
            "fixed batch",
            forward("  return self.fc.forward(torch.view(x, [4, -1]))\n"),
            "aten::view at line 2 mixes samples; a layer of a list takes each sample by itself");
        numbers("two arguments",
                made({}, "def forward(self, x: Tensor, h: Tensor) -> Tensor:\n  return x\n"),
                "forward needs \"h\" beside the samples");
        numbers(
            "two results",
            made({}, "def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:\n  return (x, x)\n"),
            "forward gives something else than one tensor that depends on the samples");
        numbers(
            "two ways that join late",
            forward("  a = self.a.forward(x)\n  b = self.b.forward(x)\n"
                    "  return torch.add(torch.relu(a), torch.relu(b))\n",
                    {{"a", scripted::linear(8, 4)}, {"b", scripted::linear(8, 4)}}),
            "aten::add at line 4 adds tensors that a list cannot: a block adds what arrives at "
            "it, as it is or through a 1×1 convolution without bias, to what its layers make of "
            "it");
        numbers("joined in the other order",
                forward("  return torch.cat([self.fc.forward(x), x], 1)\n"),
                "aten::cat at line 2 joins tensors that a list cannot: a block puts what arrives "
                "at it before what its layers make of it");
        pictures(
            "pool",
            endingIn(scripted::function("torch.max_pool2d(input, [3, 3], [2, 2], [1, 1])"), 48),
            "aten::max_pool2d in \"layer0\" at line 2 has a kernel of 3 and a stride of 2; the "
            "pools of a "
            "list move by their own size");
        pictures("kernel",
                 endingIn(scripted::function({{"weight", {2, 3, 3, 1}}},
                                             "torch.conv2d(input, self.weight, None)"),
                          96),
                 "aten::conv2d in \"layer0\" at line 2 has a kernel of different edges; that of a "
                 "list has the "
                 "same for every edge");
        pictures(
            "another order in memory",
            endingIn(scripted::function("torch.relu_(torch.contiguous(input, memory_format=2))"),
                     192),
            "aten::contiguous in \"layer0\" at line 2 puts the numbers in another order in "
            "memory; a list keeps one");
        pictures("view of a changed tensor",
                 made({},
                      "def forward(self, x: Tensor) -> Tensor:\n"
                      "  y = torch.tanh(x)\n"
                      "  z = torch.relu_(torch.flatten(y, 1))\n"
                      "  return torch.add(self.fc.forward(z), torch.mean(y, [2, 3]))\n",
                      {{"fc", scripted::linear(192, 3)}}),
                 "aten::mean at line 4 reads a tensor that was changed in place in another shape");
        pictures(
            "projection between equal shapes",
            endingIn(made({},
                          "def forward(self, x: Tensor) -> Tensor:\n"
                          "  return torch.add(self.a.forward(x), self.b.forward(x))\n",
                          {{"a", scripted::convolution(3, 3, {.padding = 1})},
                           {"b", scripted::convolution(3, 3, {.size = 1, .bias = false})}}),
                     192),
            "aten::add in \"layer0\" at line 2 adds tensors that a list cannot: a block adds what "
            "arrives at "
            "it, as it is or through a 1×1 convolution without bias, to what its layers make of "
            "it");
    }

    void whatNoListSaysIsNamed()
    {
        QFETCH(scripted::Module, module);
        QFETCH(SampleShape, shape);
        QFETCH(QString, sentence);
        const Result<ScriptLayers> read = layersOfScript(module, shape);
        QCOMPARE(read ? QString("read") : QString::fromStdString(read.error().sentence()),
                 sentence);
    }
};

COTERIE_SECTION(TestScriptRefusals)

} // namespace tst_script_refusals

#include "tst_script_refusals.moc"
