#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/nn/initialise.h"
#include "core/nn/models.h"
#include "core/nn/pytorch_module.h"
#include "core/nn/stacked_forward.h"
#include "tests/core/nn/stack.h"
#include "tests/sections.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#include <fstream>
#include <sstream>

namespace tst_pytorch_module {

using namespace coterie;

namespace {

// Reads the format as its specification says, so that safetensors' own package is not needed.
constexpr const char* kCheck = R"(
import importlib.util, json, pathlib, struct, sys
import torch

def load(file):
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    types = {"F32": torch.float32, "F64": torch.float64, "I64": torch.int64}
    tensors = {}
    for name, entry in json.loads(data[8:8 + length]).items():
        if name != "__metadata__":
            begin, end = (8 + length + offset for offset in entry["data_offsets"])
            tensors[name] = torch.frombuffer(bytearray(data[begin:end]), dtype=types[entry["dtype"]]).reshape(entry["shape"])
    return tensors

for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    spec = importlib.util.spec_from_file_location("model", folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    model = module.Model()
    model.load_state_dict(load(folder / "global.safetensors"))
    model.eval()
    case = load(folder / "case.safetensors")
    with torch.no_grad():
        outputs = model(case["inputs"]).reshape(case["outputs"].shape)
    scale = max(1.0, case["outputs"].abs().max().item())
    print(folder.name, ((outputs - case["outputs"]).abs().max() / scale).item())
)";

void write(const QString& file, const std::string& bytes)
{
    std::ofstream(file.toStdString(), std::ios::binary) << bytes;
}

std::string packed(const std::vector<NamedTensor>& tensors)
{
    std::ostringstream out;
    writeSafetensors(tensors, out);
    return out.str();
}

template <typename Number>
NamedTensor tensorOf(const char* name, const at::Tensor& values)
{
    const at::Tensor here = values.contiguous();
    return {.name = name,
            .shape = {here.sizes().begin(), here.sizes().end()},
            .values = std::vector<Number>(here.data_ptr<Number>(),
                                          here.data_ptr<Number>() + here.numel())};
}

/// A folder with the module, a state, some inputs and what we make of them.
template <typename Number>
void writeCase(const QString& folder, const Network& network)
{
    const at::ScalarType type = c10::CppTypeToScalarType<Number>::value;
    const ParamLayout& layout = network.layout();
    at::manual_seed(7);
    const at::Tensor parameters = 0.1 * at::randn({1, signedSize(layout.parameterCount)}, type);
    const at::Tensor buffers = 0.5 + at::rand({1, signedSize(layout.bufferCount)}, type);
    const SampleShape& input = network.input();
    std::vector<std::int64_t> shape{2, signedSize(input.channels)};
    if (input.depth > 1)
        shape.push_back(signedSize(input.depth));
    if (input.plane() > 1)
        shape.insert(shape.end(), {signedSize(input.height), signedSize(input.width)});
    const at::Tensor inputs = at::randn(shape, type);
    const Pass pass = stackedForward(network,
                                     parameters,
                                     buffers,
                                     inputs.reshape({1, 2, signedSize(input.size())}),
                                     {.training = false});
    const at::Tensor numbers = at::cat({parameters, buffers}, 1).contiguous();
    const std::span<const Number> row(numbers.data_ptr<Number>(),
                                      static_cast<std::size_t>(numbers.numel()));
    QVERIFY(QDir().mkpath(folder));
    write(folder + "/model.py", pytorchModule(network, type == at::kDouble));
    write(folder + "/global.safetensors", packed(pytorchState<Number>(layout, row)));
    write(folder + "/case.safetensors",
          packed({tensorOf<Number>("inputs", inputs),
                  tensorOf<Number>("outputs", pass.outputs.detach().reshape({2, -1}))}));
}

/// A network of one's own, as an experiment writes it.
Result<Network> ownNetwork()
{
    const auto experiment = parseExperiment(
        R"({"schema": 1, "name": "x", "data": {"dataset": "glyphDigits",
            "partition": {"scheme": "iid", "clients": 4}, "test": {"share": 0.25}},
            "model": {"name": "layers", "layers": [
                {"layer": "convolution", "channels": 3, "kernel": 5}, {"layer": "batchNorm"},
                {"layer": "relu"}, {"layer": "maxPool"}, {"layer": "flatten"},
                {"layer": "linear", "units": 7}, {"layer": "relu"},
                {"layer": "linear", "units": "classes"}]},
            "local": {"optimizer": {"name": "sgd", "learningRate": 0.1}, "batch": 10,
                      "localEpochs": 1},
            "arms": [{"name": "a", "algorithm": {"name": "fedavg"}}], "rounds": 1, "seeds": [1]})",
        registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    return networkFor(experiment->model, {.channels = 1, .height = 28, .width = 28}, 10);
}

} // namespace

/// The module that an export writes for PyTorch.
class TestPytorchModule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theStateHasPyTorchsNames()
    {
        const Network network("small",
                              {.channels = 1, .height = 4, .width = 4},
                              {conv2d(1, 2, 3, 1, false),
                               batchNorm(2),
                               prelu(),
                               maxPool2d(),
                               flatten(),
                               linear(8, 3)},
                              Loss::CrossEntropy);
        std::vector<float> numbers;
        for (int i = 0; i < 18 + 2 + 2 + 1 + 24 + 3 + 4; ++i)
            numbers.push_back(float(i));
        const auto state = pytorchState<float>(network.layout(), numbers);
        std::string names;
        for (const NamedTensor& tensor : state)
            names += tensor.name + ' ';
        QCOMPARE(names,
                 std::string("0.weight 1.weight 1.bias 2.weight 5.weight 5.bias 1.running_mean "
                             "1.running_var 1.num_batches_tracked "));
        QCOMPARE(state[0].shape, (std::vector<std::size_t>{2, 1, 3, 3}));
        QCOMPARE(std::get<0>(state[6].values), (std::vector<float>{50, 51}));
        QCOMPARE(std::get<0>(state[7].values), (std::vector<float>{52, 53}));
        QVERIFY(state[8].shape.empty());
        QCOMPARE(std::get<2>(state[8].values), std::vector<std::int64_t>{0});
        QCOMPARE(pytorchModule(network, false),
                 std::string(R"("""The network "small", written by Coterie for PyTorch.

    from safetensors.torch import load_file
    from model import Model

    model = Model()
    model.load_state_dict(load_file("global.safetensors"))
    model.eval()

Samples are [batch, 1, 4, 4], prepared as the experiment prepares them. Each gives a score for each class, before the softmax.
Coterie does not count batches: num_batches_tracked is 0, which PyTorch does not use here.
"""
from torch import nn


class Model(nn.Sequential):
    def __init__(self):
        super().__init__(
            nn.Conv2d(1, 2, 3, padding=1, bias=False),  # 0
            nn.BatchNorm2d(2),  # 1
            nn.PReLU(),  # 2
            nn.MaxPool2d(2),  # 3
            nn.Flatten(),  # 4
            nn.Linear(8, 3, bias=True),  # 5
        )
)"));
    }

    /// All models, which have layers of every kind among them.
    void pyTorchComputesTheSame()
    {
        QProcess python;
        python.start("/usr/bin/python3", {"-c", "import torch"});
        if (!python.waitForFinished(120'000) || python.exitCode() != 0)
            QSKIP("python3-torch is not installed");
        QTemporaryDir folder;
        int cases = 0;
        for (const NamedPart& model : modelParts()) {
            const QString name = QString::fromUtf8(model.name.data(), qsizetype(model.name.size()));
            auto network = usualNetwork(name.toStdString());
            QVERIFY(network.has_value());
            if (network->input().depth > 1) // a small volume is enough
                network = makeNetwork({.name = name.toStdString(), .parameters = {}},
                                      {.channels = 1, .height = 8, .width = 4, .depth = 12},
                                      0);
            writeCase<float>(folder.filePath("cases/" + name), *network);
            ++cases;
        }
        const Network every("every",
                            {.channels = 2, .height = 6, .width = 6},
                            {conv2d(2, 4, 3, 1),
                             averagePool2d(),
                             dropout(0.5),
                             flatten(),
                             linear(36, 8),
                             batchNorm(8),
                             relu(),
                             linear(8, 1),
                             sigmoid()},
                            Loss::Logistic);
        writeCase<double>(folder.filePath("cases/every, double"), every);
        ++cases;
        const Network shortcuts("shortcuts",
                                {.channels = 2, .height = 9, .width = 7},
                                {spreadConvolution(conv2d(2, 4, 3, 2), 1, 2, 2),
                                 gelu(),
                                 layerNorm(3),
                                 remember(0),
                                 spreadConvolution(conv2d(4, 6, 3, 1), 2),
                                 groupNorm(6, 3),
                                 remember(1),
                                 recall(0),
                                 spreadConvolution(conv2d(4, 6, 1, 0, false), 2),
                                 batchNorm(6),
                                 addition(1),
                                 tanhLayer(),
                                 globalAveragePool(),
                                 layerNorm(1),
                                 remember(2),
                                 linear(6, 6),
                                 concatenate(2),
                                 linear(12, 3)},
                                Loss::CrossEntropy);
        writeCase<double>(folder.filePath("cases/shortcuts"), shortcuts);
        ++cases;
        const Result<Network> own = ownNetwork();
        QVERIFY2(own.has_value(), own ? "" : own.error().sentence().c_str());
        writeCase<float>(folder.filePath("cases/layers of one's own"), *own);
        ++cases;
        write(folder.filePath("check.py"), kCheck);
        python.start("/usr/bin/python3", {folder.filePath("check.py"), folder.filePath("cases")});
        QVERIFY(python.waitForFinished(600'000));
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
        const QList<QByteArray> lines = python.readAllStandardOutput().trimmed().split('\n');
        QCOMPARE(lines.size(), cases);
        for (const QByteArray& line : lines) {
            const double distance = line.mid(line.lastIndexOf(' ') + 1).toDouble();
            QVERIFY2(distance < 1e-5, line.constData());
        }
    }
};

COTERIE_SECTION(TestPytorchModule)

} // namespace tst_pytorch_module

#include "tst_pytorch_module.moc"
