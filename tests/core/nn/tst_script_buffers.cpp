#include "core/nn/cpu_step.h"
#include "core/nn/script_module.h"
#include "tests/core/fixtures/script_files.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <exception>
#include <numeric>
#include <span>
#include <string>
#include <sys/mman.h>
#include <vector>

namespace tst_script_buffers {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr SampleShape kDigits{.channels = 1, .height = 28, .width = 28};

std::string whyNot(const std::string& bytes)
{
    const auto module = ScriptModule::load(bytes, {});
    if (!module)
        return module.error().message;
    const Result<ScriptFit> fit = (*module)->fit(kDigits, 10);
    return fit ? std::string() : fit.error().message;
}

} // namespace

/// What modules do with their buffers through calls and objects, in files that PyTorch wrote.
class TestScriptBuffers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBufferIsFollowedIntoCallsAndObjects_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("handed to a module behind an interface") << "handing.pt";
        QTest::newRow("handed to modules of a list") << "choosing.pt";
        QTest::newRow("given by a module behind an interface") << "borrowing.pt";
        QTest::newRow("put into an object") << "totalling.pt";
        QTest::newRow("put into an object of a with statement") << "entering.pt";
    }

    void aBufferIsFollowedIntoCallsAndObjects()
    {
        QFETCH(const QString, file);
        QCOMPARE(
            whyNot(scriptFile(file.toStdString())),
            std::string("may change its buffer \"mean\" in evaluation, and only training may do "
                        "so; put that behind \"if self.training\""));
    }

    void whatChangesNoneOfThemIsTrained_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("read behind an interface") << "reading.pt";
        QTest::newRow("a copy in an object") << "copying.pt";
    }

    void whatChangesNoneOfThemIsTrained()
    {
        QFETCH(const QString, file);
        QCOMPARE(whyNot(scriptFile(file.toStdString())), std::string());
    }

    /// Its operator writes what it read back in evaluation, too, which changes nothing.
    void statisticsOfInstancesMoveInTrainingAlone()
    {
        const auto module = ScriptModule::load(scriptFile("instance.pt"), {});
        QVERIFY(module.has_value());
        const Result<ScriptFit> fit = (*module)->fit(kDigits, 10);
        QVERIFY2(fit.has_value(), fit ? "" : fit.error().message.c_str());
        const Network network("torchScript", kDigits, *module, *fit);
        std::vector<float> parameters(network.layout().parameterCount);
        std::vector<float> buffers(network.layout().bufferCount);
        (*module)->copyStart<float>(parameters, buffers);
        QCOMPARE(buffers, std::vector<float>({0, 0, 0, 0, 1, 1, 1, 1})); // means and variances
        CpuStep<float> plan(network, 1);
        std::iota(plan.input(), plan.input() + kDigits.size(), 0.0F);
        const std::vector<float> start = buffers;
        plan.evaluate(parameters.data(), buffers.data(), 1);
        QCOMPARE(buffers, start);
        plan.train(parameters.data(), buffers.data(), 1, {}, 0);
        const std::vector<float> moved = buffers;
        for (std::size_t i = 0; i < moved.size(); ++i)
            QVERIFY(moved[i] != start[i]);
        plan.evaluate(parameters.data(), buffers.data(), 1);
        QCOMPARE(buffers, moved);
    }

    /// Not even what is there: other threads read the row meanwhile.
    void evaluationWritesNothingToTheRow()
    {
        const auto module = ScriptModule::load(scriptFile("instance.pt"), {});
        QVERIFY(module.has_value());
        const Result<ScriptFit> fit = (*module)->fit(kDigits, 10);
        QVERIFY(fit.has_value());
        const Network network("torchScript", kDigits, *module, *fit);
        std::vector<float> parameters(network.layout().parameterCount);
        const std::size_t size = network.layout().bufferCount * sizeof(float);
        void* page =
            ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        QVERIFY(page != MAP_FAILED);
        const std::span row(static_cast<float*>(page), network.layout().bufferCount);
        (*module)->copyStart<float>(parameters, row);
        CpuStep<float> plan(network, 3);
        std::iota(plan.input(), plan.input() + 3 * kDigits.size(), 0.0F);
        plan.train(parameters.data(), row.data(), 3, {}, 0);
        QCOMPARE(::mprotect(page, size, PROT_READ), 0); // who writes ends the program
        plan.evaluate(parameters.data(), row.data(), 3);
        QCOMPARE(::munmap(page, size), 0);
    }

    /// What this operator gives may be its argument, of which LibTorch says nothing.
    void aPassThatChangesOneAllTheSameFails()
    {
        const std::string bytes =
            scriptCnn({.dropout = "x",
                       .before = "    if bool(torch.sum(x) < 0):\n"
                                 "        c = torch.einsum(\"i->i\", [self.norm.running_var])\n"
                                 "        c.add_(1.0)\n"
                                 "        x = x + 0.0 * torch.sum(c)\n"});
        const auto module = ScriptModule::load(bytes, {});
        QVERIFY(module.has_value());
        const Result<ScriptFit> fit = (*module)->fit(kDigits, 10);
        QVERIFY(fit.has_value());
        const Network network("torchScript", kDigits, *module, *fit);
        std::vector<float> parameters(network.layout().parameterCount);
        std::vector<float> buffers(network.layout().bufferCount);
        (*module)->copyStart<float>(parameters, buffers);
        CpuStep<float> plan(network, 1);
        std::fill_n(plan.input(), kDigits.size(), 1.0F);
        plan.evaluate(parameters.data(), buffers.data(), 1);
        std::fill_n(plan.input(), kDigits.size(), -1.0F);
        plan.train(parameters.data(), buffers.data(), 1, {}, 0);
        try {
            plan.evaluate(parameters.data(), buffers.data(), 1);
            QFAIL("did not fail");
        } catch (const std::exception& problem) {
            QCOMPARE(std::string(problem.what()),
                     std::string("the module changes its buffer \"running_var\" in evaluation, and "
                                 "only training may do so"));
        }
    }
};

COTERIE_SECTION(TestScriptBuffers)

} // namespace tst_script_buffers

#include "tst_script_buffers.moc"
