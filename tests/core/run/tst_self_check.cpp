#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/method_checks.h"
#include "core/run/self_check.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QFile>
#include <QScopeGuard>

#include <algorithm>
#include <cstddef>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace tst_self_check {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr rlim_t kGibibyte = rlim_t{1} << 30;

/// What this process may ask for beyond what it has; lifted again at the end.
class MemoryLimit
{
public:
    explicit MemoryLimit(rlim_t more)
    {
        ::getrlimit(RLIMIT_AS, &m_before);
        rlimit low = m_before;
        low.rlim_cur = inUse() + more;
        m_set = ::setrlimit(RLIMIT_AS, &low) == 0;
    }
    ~MemoryLimit() { ::setrlimit(RLIMIT_AS, &m_before); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

    [[nodiscard]] bool isSet() const { return m_set; }

private:
    static rlim_t inUse()
    {
        QFile pages("/proc/self/statm");
        if (!pages.open(QIODevice::ReadOnly))
            qFatal("the size of this process is not known");
        return pages.readAll().split(' ').front().toULongLong()
               * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
    }

    rlimit m_before{};
    bool m_set = false;
};

RunPlan onlyPlan(const SmallExperiment& small)
{
    return expand(small.read(), registry()).front();
}

} // namespace

class TestSelfCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// On the CPU, but through all that a GPU would compute.
    void everyPartThatDiffersOnADeviceIsCheckedAndAgrees()
    {
        std::vector<std::string> names;
        std::size_t told = 0;
        const std::vector<Check> checks =
            selfCheck({.device = "cpu", .threads = 2, .plans = {onlyPlan({.rounds = 2})}},
                      [&](const Check&) { ++told; });
        QCOMPARE(told, checks.size());
        for (const Check& check : checks) {
            QVERIFY2(check.passed, (check.name + ": " + check.detail).c_str());
            QVERIFY(check.detail.find("largest relative difference") == 0
                    || check.detail.find("identical to the bit") == 0);
            names.push_back(check.name);
        }
        for (const char* model : {"dnn_500_200", "mnist_cnn_20k", "mnist_cnn_582k"})
            for (const char* what : {"gradient",
                                     "stacked gradient",
                                     "stacked gradient in float64",
                                     "stacked against single"})
                QCOMPARE(std::ranges::count(names, std::string(what) + ", " + model),
                         std::ptrdiff_t{1});
        for (const char* part : {"average-pool",
                                 "batch-norm, PReLU, dropout",
                                 "batch-norm that stays with its client",
                                 "moved pictures",
                                 "Adam with kept moments",
                                 "contrast of features (MOON)",
                                 "squared error, streams",
                                 "logistic loss",
                                 "Dice, 3-D U-Net",
                                 "foreign gradients (All-for-one)",
                                 "features and a head (pFedGP)"}) {
            QCOMPARE(std::ranges::count(names, std::string(part)), std::ptrdiff_t{1});
            QCOMPARE(std::ranges::count(names, std::string(part) + ", restored"),
                     std::ptrdiff_t{1});
        }
    }

    void aGpuThatIsNotThereIsTheOnlyFailure()
    {
        if (automaticDevice() == "cuda")
            QSKIP("LibTorch finds a GPU here");
        const std::vector<Check> checks =
            selfCheck({.device = "cuda", .threads = 1, .plans = {}}, [](const Check&) {});
        QCOMPARE(checks.size(), std::size_t{1});
        QVERIFY(!checks.front().passed);
        QCOMPARE(checks.front().detail, checkDevice("cuda", "--device").error().sentence());
    }

    void whatNeedsMoreMemoryThanThereIsFailsAloneWithASentence()
    {
        if (tests::underSanitizer())
            QSKIP("the address sanitizer needs an address space without limits");
        RunPlan huge = onlyPlan({.rounds = 2});
        huge.armName = "Huge";
        Part pad{.name = "pad", .parameters = {}};
        pad.parameters.set("margin", std::int64_t{4096}); // 400 pictures of 8220² bytes: 27 GB
        huge.data.preprocess.push_back(pad);
        const RunPlan good = onlyPlan({.rounds = 2});

        std::vector<Check> checks;
        const auto tell = [&](Check check) { checks.push_back(std::move(check)); };
        // So that the data set's own limit does not answer first.
        qputenv("COTERIE_DATA_GB", "28");
        const auto restore = qScopeGuard([] { qunsetenv("COTERIE_DATA_GB"); });
        const MemoryLimit limit(4 * kGibibyte);
        QVERIFY(limit.isSet());
        RunData data({});
        checkPlan(huge, data, {.device = "cpu", .threads = 1}, tell);
        checkPlan(good, data, {.device = "cpu", .threads = 1}, tell);
        QCOMPARE(checks.size(), std::size_t{6});
        for (const Check& check : checks) {
            const bool isHuge = check.name.find("Huge") != std::string::npos;
            QVERIFY2(check.passed != isHuge, (check.name + ": " + check.detail).c_str());
            if (isHuge)
                QCOMPARE(check.detail,
                         std::string("This check needs more memory than is available."));
        }
        QCOMPARE(std::ranges::count_if(checks, [](const Check& check) { return !check.passed; }),
                 std::ptrdiff_t{3});
    }
};

COTERIE_SECTION(TestSelfCheck)

} // namespace tst_self_check

#include "tst_self_check.moc"
