#include "core/nn/cpu_step.h"
#include "core/nn/gemm.h"
#include "core/nn/initialise.h"
#include "core/nn/module_network.h"
#include "core/nn/script_module.h"
#include "core/run/benchmark.h"
#include "core/run/progress.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>
#include <vector>

namespace tst_speed {

using namespace coterie;

namespace {

/// What two threads that multiply matrices do, over one: below 2 where something else uses the
/// cores or the two are halves of one.
double scalingOfThisMachine()
{
    constexpr std::size_t kSide = 256;
    const auto multiply = [] {
        const std::vector<float> factor(kSide * kSide, 0.5F);
        std::vector<float> product(kSide * kSide);
        const Factor<float> both{factor.data(), kSide, Transposed::No};
        for (int i = 0; i < 20; ++i)
            gemm<float>({kSide, kSide, kSide}, both, both, product.data(), kSide);
    };
    multiply(); // once unmeasured
    std::vector<double> scaling;
    for (int repetition = 0; repetition < 9; ++repetition) {
        QElapsedTimer clock;
        clock.start();
        multiply();
        const auto alone = static_cast<double>(clock.nsecsElapsed());
        clock.start();
        {
            const std::jthread other(multiply);
            multiply();
        }
        scaling.push_back(2 * alone / static_cast<double>(clock.nsecsElapsed()));
    }
    return median(scaling);
}

constexpr SampleShape kDigits{.channels = 1, .height = 28, .width = 28};
constexpr std::size_t kBatch = 32;

/// Local steps of one client.
class Steps
{
public:
    explicit Steps(const Network& network)
        : m_plan(network, kBatch)
        , m_parameters(network.layout().parameterCount)
        , m_buffers(network.layout().bufferCount)
        , m_gradient(network.layout().parameterCount)
    {
        initialise<float>(network, Initialisation::LibTorch, 1, 0, m_parameters, m_buffers);
        for (std::size_t i = 0; i < kBatch; ++i)
            m_labels.push_back(static_cast<std::int32_t>(i % network.outputs()));
    }

    /// The milliseconds of this thread.
    [[nodiscard]] double timeOf(int steps)
    {
        const double before = coterie::tests::threadMilliseconds();
        for (int step = 0; step < steps; ++step) {
            for (std::size_t i = 0; i < kBatch * kDigits.size(); ++i)
                m_plan.input()[i] = static_cast<float>(i % 17) / 17;
            m_plan.train(m_parameters.data(), m_buffers.data(), kBatch, {.seed = 1}, m_step++);
            static_cast<void>(m_plan.loss(std::span<const std::int32_t>(m_labels)));
            m_plan.backward(m_parameters.data(), m_gradient.data());
            for (std::size_t p = 0; p < m_parameters.size(); ++p)
                m_parameters[p] -= 0.01F * m_gradient[p];
        }
        return coterie::tests::threadMilliseconds() - before;
    }

private:
    CpuStep<float> m_plan;
    std::vector<float> m_parameters;
    std::vector<float> m_buffers;
    std::vector<float> m_gradient;
    std::vector<std::int32_t> m_labels;
    std::uint32_t m_step = 0;
};

} // namespace

/// How much of the processor's matrix products training uses, what a second worker adds, and that a
/// module from PyTorch costs no more than the layers that it has.
class TestSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsUseEnoughOfTheProcessor()
    {
        const std::map<std::string, double> least{
            {"dnn_500_200", 0.30}, {"mnist_cnn_20k", 0.15}, {"mnist_cnn_582k", 0.30}};
        const bool wide = coterie::tests::wideMargin();
        std::vector<double> machine{scalingOfThisMachine()}; // before, between and after the models
        const SpeedReport report = measureSpeed(
            2, [&machine](const ModelSpeed&) { machine.push_back(scalingOfThisMachine()); });
        QCOMPARE(report.models.size(), least.size());
        for (std::size_t i = 0; i < report.models.size(); ++i) {
            const ModelSpeed& speed = report.models[i];
            const double possible = std::min(machine[i], machine[i + 1]);
            const double share = report.share(speed);
            qInfo(
                "%s: %.0f %% of sgemm, %.0f %% of two, two workers do %.2f times the work of one, "
                "two sgemms %.2f times",
                speed.model.c_str(),
                100 * share,
                100 * report.allShare(speed),
                speed.scaling,
                possible);
            QVERIFY(least.contains(speed.model));
            QVERIFY(share >= least.at(speed.model) * (wide ? 0.5 : 1));
            if (!wide)
                QVERIFY(speed.scaling >= 1.8);
            QVERIFY(speed.scaling >= 0.65 * possible); // a third is for memory and for noise
        }
    }

    void aModuleThatIsReadAsLayersIsAsFastAsAListOfThem()
    {
        std::ifstream in(COTERIE_SOURCE_DIR "/tests/core/nn/modules/lenet.pt", std::ios::binary);
        std::ostringstream bytes;
        bytes << in.rdbuf();
        const auto module = ScriptModule::load(bytes.str(), {});
        QVERIFY2(module.has_value(), module ? "" : module.error().sentence().c_str());
        const auto read = networkOfModule({.name = "net", .module = *module}, kDigits, 10);
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        QVERIFY(read->module() == nullptr);
        Steps ofModule(*read);
        Steps ofList({"layers",
                      kDigits,
                      {conv2d(1, 6, 5),
                       relu(),
                       maxPool2d(),
                       conv2d(6, 16, 5),
                       relu(),
                       maxPool2d(),
                       flatten(),
                       linear(16 * 4 * 4, 32),
                       relu(),
                       linear(32, 10)},
                      Loss::CrossEntropy});
        constexpr double kLeastMilliseconds = 20;
        const int steps = 1 + static_cast<int>(kLeastMilliseconds / (ofList.timeOf(3) / 3));
        std::vector<double> ratios; // in turn, so that other load affects both
        for (int pair = 0; pair < 21; ++pair) {
            const double list = ofList.timeOf(steps);
            ratios.push_back(list / ofModule.timeOf(steps));
        }
        std::ranges::nth_element(ratios, ratios.begin() + 10);
        qInfo("a module that is read as layers has %.2f times the speed of a list of them",
              ratios[10]);
        QVERIFY(ratios[10] >= (coterie::tests::wideMargin() ? 0.5 : 0.9));
    }
};

COTERIE_SECTION(TestSpeed)

} // namespace tst_speed

#include "tst_speed.moc"
