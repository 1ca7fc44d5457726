#include "core/algorithms/registry.h"
#include "core/run/self_check.h"
#include "core/spec/experiment_json.h"
#include "small_experiment.h"
#include "tests/coterie_test_main.h"

#include <QFile>

#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>

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
    void whatNeedsMoreMemoryThanThereIsFailsAloneWithASentence()
    {
#ifdef COTERIE_SANITIZED
        QSKIP("the address sanitizer needs an address space without limits");
#endif
        RunPlan huge = onlyPlan({.rounds = 2});
        huge.armName = "Huge";
        Part pad{.name = "pad", .parameters = {}};
        pad.parameters.set("margin", std::int64_t{4096}); // 400 pictures of 8220² bytes: 27 GB
        huge.data.preprocess.push_back(pad);
        const RunPlan good = onlyPlan({.rounds = 2});

        std::vector<Check> told;
        const MemoryLimit limit(4 * kGibibyte);
        QVERIFY(limit.isSet());
        const std::vector<Check> checks =
            selfCheck({.device = "cpu", .threads = 1, .plans = {huge, good}},
                      [&](const Check& check) { told.push_back(check); });
        QCOMPARE(told.size(), checks.size());
        QCOMPARE(checks.size(), std::size_t{12}); // two for each of three models, three for a plan
        for (const Check& check : checks) {
            const bool isHuge = check.name.find("Huge") != std::string::npos;
            QVERIFY2(check.passed != isHuge, (check.name + ": " + check.detail).c_str());
            if (isHuge)
                QCOMPARE(check.detail, std::string("This check needs more memory than there is."));
        }
        QCOMPARE(std::ranges::count_if(checks, [](const Check& check) { return !check.passed; }),
                 std::ptrdiff_t{3});
    }
};

COTERIE_TEST_MAIN(TestSelfCheck)
#include "tst_self_check.moc"
