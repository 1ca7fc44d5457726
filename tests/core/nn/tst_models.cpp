#include "core/nn/cpu_step.h"
#include "core/nn/initialise.h"
#include "core/nn/models.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace tst_models {

using namespace coterie;

namespace {

/// A model with its parameters at the descriptors' defaults, as a completed plan has it.
Part withDefaults(const char* name)
{
    Part part{.name = name, .parameters = {}};
    const NamedPart* known = findPart(modelParts(), name);
    if (known != nullptr)
        for (const ParameterDescriptor& parameter : known->parameters)
            part.parameters.set(parameter.name, parameter.defaultValue());
    return part;
}

constexpr SampleShape kMnist{.channels = 1, .height = 28, .width = 28};
constexpr SampleShape kDigits{.channels = 3, .height = 28, .width = 28};
constexpr SampleShape kCifar{.channels = 3, .height = 32, .width = 32};

struct Counts
{
    const char* model;
    SampleShape shape;
    std::size_t classes;
    std::size_t parameters;
    std::size_t buffers; ///< the papers count one num_batches_tracked per batch-norm among them
};

/// The papers' tables and released code; Table S1 of All-for-one for lenet_cifar and heart_linear.
constexpr std::array kCounts{
    Counts{"cnn4_cifar", kCifar, 10, 1126950, 0},
    Counts{"digit_cnn", kDigits, 10, 14219210, 5637},
    Counts{"digit_cnn_small", kDigits, 10, 54890, 179},
    Counts{"mlp_fmnist", kMnist, 10, 50890, 0},
    Counts{"mlp_fmnist_official", kMnist, 10, 50890, 0},
    Counts{"mlr", kMnist, 10, 7850, 0},
    Counts{"dnn_500_200", kMnist, 10, 494710, 0},
    Counts{"dnn_100", kMnist, 10, 79510, 0},
    Counts{"vgg_s", kCifar, 10, 246314, 0},
    Counts{"vgg_s_bn", kCifar, 10, 247050, 741},
    Counts{"vgg_s_3fc", kCifar, 10, 279338, 0},
    Counts{"vgg_s_3fc_bn", kCifar, 10, 280074, 741},
    Counts{"mnist_cnn_20k", kMnist, 10, 21840, 0},
    Counts{"mnist_cnn_420k", kMnist, 10, 421642, 0},
    Counts{"mnist_cnn_582k", kMnist, 10, 582026, 0},
    Counts{"lenet_cifar", kCifar, 10, 62006, 0},
    Counts{"heart_linear", {.channels = 13}, 2, 14, 0},
    Counts{"synth_linear", {.channels = 2}, 0, 2, 0},
    Counts{"fmnist_cnn5", kMnist, 10, 31724, 130},
    Counts{"fmnist_cnn5_plain", kMnist, 10, 31594, 0},
    Counts{"fmnist_cnn3", kMnist, 10, 229709, 259},
    Counts{"cifar_cnn_hics", kCifar, 10, 122570, 0},
    Counts{"cifar100_cnn_hics", kCifar, 100, 128420, 0},
    Counts{"pfedgp_cnn", kCifar, 10, 127472 + 850, 0}, // with an output layer behind its features
    Counts{"femnist_cnn", kMnist, 62, 6603710, 0},
    Counts{"resnet20_bn", kCifar, 10, 272474, 1568 + 21}, // shortcuts of option B
    Counts{"resnet20_gn", kCifar, 10, 272474, 0},
    Counts{"separable_cnn", kCifar, 10, 136778, 2944 + 11},
    Counts{"unet3d_ixi", {.channels = 1, .height = 60, .width = 48, .depth = 48}, 0, 246156, 521},
};

QString sentenceFor(const Part& part, const SampleShape& shape, std::size_t classes)
{
    const Result<Network> network = makeNetwork(part, shape, classes);
    return network ? QString() : QString::fromStdString(network.error().sentence());
}

} // namespace

class TestModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasThePapersCounts_data();
    void hasThePapersCounts();
    void everyListedModelMakesANetwork_data();
    void everyListedModelMakesANetwork();
    void optionsChangeTheCounts();
    void outputsFollowTheClasses();
    void lossFollowsTheTask();
    void everyPartSaysWhatItIs();
    void flatModelsTakePicturesAndRows();
    void channelsOfDigitModelsFollowTheData();
    void refusesInASentence_data();
    void refusesInASentence();
    void namesTheNearestModel();
};

void TestModels::hasThePapersCounts_data()
{
    QTest::addColumn<SampleShape>("shape");
    QTest::addColumn<std::size_t>("classes");
    QTest::addColumn<std::size_t>("parameters");
    QTest::addColumn<std::size_t>("buffers");

    for (const Counts& row : kCounts)
        QTest::newRow(row.model) << row.shape << row.classes << row.parameters << row.buffers;
}

void TestModels::hasThePapersCounts()
{
    QFETCH(SampleShape, shape);
    QFETCH(std::size_t, classes);
    QFETCH(std::size_t, parameters);
    QFETCH(std::size_t, buffers);

    const Result<Network> network =
        makeNetwork(withDefaults(QTest::currentDataTag()), shape, classes);
    QVERIFY(network.has_value());
    const ParamLayout& layout = network->layout();
    QCOMPARE(layout.parameterCount, parameters);
    QCOMPARE(layout.bufferCount + layout.batchNormLayers, buffers);
}

/// What a new entry of core/nn/shipped_models.cpp must hold, without a line here.
void TestModels::everyListedModelMakesANetwork_data()
{
    QTest::addColumn<QString>("model");
    for (const NamedPart& part : modelParts())
        QTest::newRow(part.name.data()) << QString::fromUtf8(part.name.data());
}

void TestModels::everyListedModelMakesANetwork()
{
    QFETCH(QString, model);
    const std::string name = model.toStdString();
    const Result<Network> network = usualNetwork(name);
    QVERIFY2(network.has_value(), name.c_str());
    QCOMPARE(network->name(), name);
    QVERIFY(network->features() > 0);
    std::size_t end = 0;
    for (const Slice& slice : network->layout().parameters) {
        QCOMPARE(slice.offset, end);
        end += slice.count;
    }
    QCOMPARE(end, network->layout().parameterCount);

    // The forward pass that the layers describe ends in finite outputs, on the planned CPU step.
    std::vector<float> parameters(end);
    std::vector<float> buffers(network->layout().bufferCount);
    initialise<float>(*network, Initialisation::LibTorch, 1, 0, parameters, buffers);
    const std::size_t batch = network->needsGraph() ? 1 : 3;
    CpuStep<float> step(*network, batch, CpuStep<float>::Use::Evaluation);
    std::fill_n(step.input(), batch * network->input().size(), 0.5F);
    step.evaluate(parameters.data(), buffers.data(), batch);
    QCOMPARE(step.outputs().size(), batch * network->outputs());
    QVERIFY(
        std::ranges::all_of(step.outputs(), [](float output) { return std::isfinite(output); }));
}

void TestModels::optionsChangeTheCounts()
{
    Part wide = withDefaults("cifar100_cnn_hics");
    wide.parameters.set("head", std::int64_t{256});
    QCOMPARE(makeNetwork(wide, kCifar, 100)->layout().parameterCount, std::size_t{344420});

    Part synth = withDefaults("synth_linear");
    QCOMPARE(makeNetwork(synth, {.channels = 10}, 0)->layout().parameterCount, std::size_t{10});
    synth.parameters.set("bias", true);
    QCOMPARE(makeNetwork(synth, {.channels = 10}, 0)->layout().parameterCount, std::size_t{11});
    QCOMPARE(makeNetwork(synth, {.channels = 2}, 0)->layout().parameterCount, std::size_t{3});
}

void TestModels::outputsFollowTheClasses()
{
    QCOMPARE(makeNetwork(withDefaults("mnist_cnn_20k"), kMnist, 62)->outputs(), std::size_t{62});
    QCOMPARE(makeNetwork(withDefaults("dnn_100"), {.channels = 5}, 0)->outputs(), std::size_t{1});
    QCOMPARE(makeNetwork(withDefaults("heart_linear"), {.channels = 13}, 2)->outputs(),
             std::size_t{1});
    QCOMPARE(makeNetwork(withDefaults("pfedgp_cnn"), kCifar, 10)->features(), std::size_t{84});
}

void TestModels::lossFollowsTheTask()
{
    QVERIFY(makeNetwork(withDefaults("mlr"), kMnist, 10)->loss() == Loss::CrossEntropy);
    QVERIFY(makeNetwork(withDefaults("mlr"), kMnist, 0)->loss() == Loss::SquaredError);
    QVERIFY(makeNetwork(withDefaults("heart_linear"), {.channels = 13}, 2)->loss()
            == Loss::Logistic);
    QVERIFY(makeNetwork(withDefaults("synth_linear"), {.channels = 2}, 0)->loss()
            == Loss::SquaredError);
}

void TestModels::everyPartSaysWhatItIs()
{
    for (const NamedPart& part : modelParts()) {
        QVERIFY2(!part.title.empty(), part.name.data());
        QVERIFY2(part.meaning.ends_with('.'), part.name.data());
        QVERIFY2(!part.paper.empty(), part.name.data());
        for (const ParameterDescriptor& parameter : part.parameters)
            QVERIFY2(!parameter.meaning.empty(), parameter.name.data());
    }
}

void TestModels::flatModelsTakePicturesAndRows()
{
    for (const char* name : {"mlr", "dnn_100", "dnn_500_200", "mlp_fmnist"}) {
        const Result<Network> picture = makeNetwork(withDefaults(name), kMnist, 10);
        const Result<Network> row = makeNetwork(withDefaults(name), {.channels = 784}, 10);
        QVERIFY(picture.has_value() && row.has_value());
        QVERIFY(picture->layout().parameters == row->layout().parameters);
    }
    QCOMPARE(makeNetwork(withDefaults("mlr"), {.channels = 3}, 2)->layout().parameterCount,
             std::size_t{8});
}

void TestModels::channelsOfDigitModelsFollowTheData()
{
    // One input channel instead of three: two 5×5 windows less for each of the 64 output channels.
    QCOMPARE(makeNetwork(withDefaults("digit_cnn"), kMnist, 10)->layout().parameterCount,
             std::size_t{14219210 - 2 * 25 * 64});
    QCOMPARE(makeNetwork(withDefaults("mnist_cnn_20k"), kDigits, 10)->layout().parameterCount,
             std::size_t{21840 + 2 * 25 * 10});
}

void TestModels::refusesInASentence_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<SampleShape>("shape");
    QTest::addColumn<std::size_t>("classes");
    QTest::addColumn<QString>("sentence");

    const SampleShape small{.channels = 1, .height = 8, .width = 8};
    QTest::newRow("picture")
        << "digit_cnn" << small << std::size_t{10}
        << "CNN with batch-norm for digits: needs 28×28 input, the data set has 8×8";
    QTest::newRow("a table") << "digit_cnn" << SampleShape{.channels = 13} << std::size_t{10}
                             << "CNN with batch-norm for digits: needs 28×28 input, the data set "
                                "has a table with 13 features";
    QTest::newRow("a short table") << "lenet_cifar" << SampleShape{.channels = 1} << std::size_t{10}
                                   << "LeNet for CIFAR-10: needs 3×32×32 input, the data set has a "
                                      "table with 1 feature";
    QTest::newRow("volumes") << "unet3d_ixi" << SampleShape{.channels = 13} << std::size_t{0}
                             << "3-D U-Net: needs volumes, the data set has a table with 13 "
                                "features";
    QTest::newRow("channels")
        << "lenet_cifar" << kMnist << std::size_t{10}
        << "LeNet for CIFAR-10: needs 3×32×32 input, the data set has 1×28×28";
    QTest::newRow("inputs")
        << "mlp_fmnist" << small << std::size_t{10}
        << "Perceptron for Fashion-MNIST: needs 784 inputs, the data set has 64";
    QTest::newRow("two classes") << "heart_linear" << small << std::size_t{10}
                                 << "Logistic regression: needs 2 classes, the data set has 10";
    QTest::newRow("two classes of none")
        << "heart_linear" << small << std::size_t{0}
        << "Logistic regression: needs 2 classes, the data set has none";
    QTest::newRow("targets") << "synth_linear" << small << std::size_t{10}
                             << "Linear regression: needs targets, the data set has 10 classes";
    QTest::newRow("classes")
        << "mlp_fmnist_official" << kMnist << std::size_t{0}
        << "Perceptron for Fashion-MNIST, released code: needs classes, the data set has targets";
}

void TestModels::refusesInASentence()
{
    QFETCH(QString, model);
    QFETCH(SampleShape, shape);
    QFETCH(std::size_t, classes);
    QFETCH(QString, sentence);
    QCOMPARE(sentenceFor(withDefaults(model.toUtf8().constData()), shape, classes),
             "/model/name: " + sentence);
}

void TestModels::namesTheNearestModel()
{
    const Result<Network> network =
        makeNetwork({.name = "mnist_cnn_20", .parameters = {}}, kMnist, 10);
    QVERIFY(!network.has_value());
    QCOMPARE(QString::fromStdString(network.error().nearest), QString("mnist_cnn_20k"));
}

COTERIE_SECTION(TestModels)

} // namespace tst_models

#include "tst_models.moc"
