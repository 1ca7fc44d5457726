#include "app/cli/retries.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_retries {

using coterie::cli::Retries;
using namespace std::chrono_literals;

class TestRetries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRefusalIsRetriedEveryTenSecondsAndOnceMoreAtTheEnd()
    {
        Retries retries(0.4); // 24 s
        QCOMPARE(retries.step(at(0s), 1), Retries::Step::Begin);
        QCOMPARE(retries.step(at(9s), 1), Retries::Step::Wait);
        QCOMPARE(retries.step(at(10s), 1), Retries::Step::Retry);
        QCOMPARE(retries.step(at(16s), 1), Retries::Step::Wait); // an attempt took 5 s
        QCOMPARE(retries.step(at(20s), 1), Retries::Step::Retry);
        QCOMPARE(retries.step(at(23s), 1), Retries::Step::Wait);
        QCOMPARE(retries.step(at(24s), 1), Retries::Step::Retry);
        QCOMPARE(retries.step(at(25s), 1), Retries::Step::GiveUp);
    }

    void aRefusalThatPassedDoesNotCountForTheNext()
    {
        Retries retries(0.2);
        QCOMPARE(retries.step(at(0s), 1), Retries::Step::Begin);
        QCOMPARE(retries.step(at(10s), 1), Retries::Step::Retry);
        QCOMPARE(retries.step(at(3600s), 2), Retries::Step::Begin);
        QCOMPARE(retries.step(at(3610s), 2), Retries::Step::Retry);
        QCOMPARE(retries.step(at(3612s), 2), Retries::Step::Retry);
        QCOMPARE(retries.step(at(3613s), 2), Retries::Step::GiveUp);
    }

    void withoutTimeNothingIsRetried()
    {
        QCOMPARE(Retries(0).step(at(5s), 3), Retries::Step::GiveUp);
    }

private:
    static Retries::Clock::time_point at(std::chrono::seconds time)
    {
        return Retries::Clock::time_point() + time;
    }
};

COTERIE_SECTION(TestRetries)

} // namespace tst_retries

#include "tst_retries.moc"
