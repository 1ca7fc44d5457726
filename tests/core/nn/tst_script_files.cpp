#include "core/nn/script_layers.h"
#include "tests/core/nn/listed_layers.h"
#include "tests/core/nn/script_comparison.h"
#include "tests/sections.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <torch/csrc/jit/serialization/import.h>

#include <ATen/ATen.h>
#include <fstream>

namespace tst_script_files {

using namespace coterie;

namespace {

constexpr SampleShape kColour{.channels = 3, .height = 8, .width = 8};
constexpr SampleShape kNumbers{.channels = 8};
constexpr SampleShape kVolume{.channels = 2, .height = 5, .width = 4, .depth = 6};

constexpr const char* kScript = R"(
import sys
import torch
from torch import nn
import torch.nn.functional as F

class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(256, 20)
        self.fc2 = nn.Linear(20, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), (2, 2))
        x = x.view(-1, 256)
        x = F.dropout(F.relu(self.fc1(x)), training=self.training)
        return self.fc2(x)

class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.relu = nn.ReLU(inplace=True)
        self.down = None
        if stride != 1 or inputs != outputs:
            self.down = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        identity = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        if self.down is not None:
            identity = self.down(x)
        out += identity
        return self.relu(out)

def resnet():
    return nn.Sequential(nn.Conv2d(3, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4), nn.ReLU(inplace=True),
                         Block(4, 4, 1), Block(4, 6, 2), nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(6, 5))

def layers():
    return nn.Sequential(nn.Conv2d(3, 6, 3, stride=2, padding=1, groups=3), nn.GroupNorm(2, 6), nn.GELU(),
                         nn.AvgPool2d(2), nn.Conv2d(6, 8, 3, padding="same", bias=False), nn.PReLU(),
                         nn.LayerNorm([8, 2, 2]), nn.Flatten(), nn.Dropout(0.3), nn.Linear(32, 8), nn.BatchNorm1d(8),
                         nn.Tanh(), nn.LayerNorm(8), nn.Linear(8, 5))

class Volumes(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv3d(2, 4, 3, padding=1)
        self.norm = nn.BatchNorm3d(4)
        self.pool = nn.MaxPool3d(2)
        self.last = nn.Conv3d(4, 5, 1)
        self.fc = nn.Linear(5, 5)

    def forward(self, x):
        x = self.last(self.pool(F.relu(self.norm(self.conv(x)))))
        return self.fc(F.adaptive_avg_pool3d(x, 1).flatten(1))

class Embedded(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(10, 4)

    def forward(self, x):
        return self.embedding(x)

torch.manual_seed(5)
for name, module in [("lenet", LeNet()), ("resnet", resnet()), ("layers", layers()), ("volumes", Volumes()),
                     ("embedded", Embedded())]:
    torch.jit.script(module.double()).save(sys.argv[1] + "/" + name + ".pt")
)";

} // namespace

/// Files that Python wrote of PyTorch's own modules, read as lists of layers.
class TestScriptFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// What Python compiles of PyTorch's own modules, read from their files.
    void pyTorchsModulesAreRead()
    {
        QTemporaryDir folder;
        QProcess python;
        python.start("/usr/bin/python3", {"-c", "import torch"});
        if (!python.waitForFinished(120'000) || python.exitCode() != 0)
            QSKIP("python3-torch is not installed");
        python.setProcessChannelMode(QProcess::MergedChannels);
        // PyTorch reads the text of a class where it stands.
        std::ofstream(folder.filePath("nets.py").toStdString()) << kScript;
        python.start("/usr/bin/python3", {folder.filePath("nets.py"), folder.path()});
        QVERIFY(python.waitForFinished(240'000));
        QVERIFY2(python.exitCode() == 0, python.readAll().constData());
        const auto read = [&](const char* name) {
            return torch::jit::load(folder.filePath(name).toStdString());
        };
        scripted::compareWithModule(read("lenet.pt"), listed::kPicture, 10, true, {});
        scripted::compareWithModule(read("resnet.pt"), kColour, 5, false, {});
        scripted::compareWithModule(read("layers.pt"), kColour, 5, true, {});
        scripted::compareWithModule(read("volumes.pt"), kVolume, 5, false, {});
        const Result<ScriptLayers> refused = layersOfScript(read("embedded.pt"), kNumbers);
        QVERIFY(!refused.has_value());
        const QString sentence = QString::fromStdString(refused.error().sentence());
        QVERIFY2(sentence.startsWith("aten::embedding in \"embedding\" at line ")
                     && sentence.endsWith(" of nets.py is no layer of a list"),
                 qPrintable(sentence));
    }
};

COTERIE_SECTION(TestScriptFiles)

} // namespace tst_script_files

#include "tst_script_files.moc"
