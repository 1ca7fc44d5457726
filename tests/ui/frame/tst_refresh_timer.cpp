#include "tests/sections.h"
#include "ui/refresh_timer.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <functional>
#include <vector>

namespace tst_refresh_timer {

using namespace coterie::ui;

namespace {

/// A clock that goes on only where a test lets it.
class TestClock
{
public:
    void useIn(RefreshTimer& timer)
    {
        timer.setClock([this] { return m_now; });
    }
    void goOn(int milliseconds) { m_now += milliseconds; }

private:
    qint64 m_now = 0;
};

class RecordingPanel final : public RefreshPanel
{
public:
    RecordingPanel(std::vector<int>& order, int number, int costMs = 0)
        : m_order(order)
        , m_number(number)
        , m_costMs(costMs)
    {}

    void refresh() override
    {
        m_order.push_back(m_number);
        if (clock)
            clock->goOn(m_costMs);
        else if (m_costMs > 0)
            QTest::qSleep(m_costMs);
        drawn();
    }
    [[nodiscard]] bool isOnScreen() const override { return shown; }

    bool shown = true;
    TestClock* clock = nullptr; ///< the machine's, where none is given
    std::function<void()> drawn = [] {};

private:
    std::vector<int>& m_order;
    int m_number = 0;
    int m_costMs = 0;
};

} // namespace

class RefreshTimerTest final : public QObject
{
    Q_OBJECT

private slots:
    void drawsTheLongestWaitingFirst();
    void stopsWhenTheBudgetIsSpent();
    void whatDoesNotFitWaitsForItsOwnTick();
    void othersHaveATurnBetweenLateTicks();
    void hiddenPanelsStayDirty();
    void manyMarksMakeOneDrawing();
    void tellsBeforeItDraws();
    void restsWhenNothingIsDirty();
};

void RefreshTimerTest::drawsTheLongestWaitingFirst()
{
    RefreshTimer timer;
    TestClock clock;
    clock.useIn(timer);
    std::vector<int> order;
    RecordingPanel one(order, 1);
    RecordingPanel two(order, 2);
    timer.markDirty(two);
    timer.markDirty(one);
    timer.markDirty(two);
    timer.tick();
    QCOMPARE(order, (std::vector{2, 1}));
}

void RefreshTimerTest::stopsWhenTheBudgetIsSpent()
{
    RefreshTimer timer;
    TestClock clock;
    clock.useIn(timer);
    std::vector<int> order;
    RecordingPanel slow(order, 1, RefreshTimer::kBudgetMs + 5);
    RecordingPanel next(order, 2);
    slow.clock = &clock;
    timer.markDirty(slow);
    timer.markDirty(next);
    timer.tick();
    QCOMPARE(order, std::vector{1});
    timer.markDirty(slow); // joins behind the one that still waits
    timer.tick();
    QCOMPARE(order, (std::vector{1, 2}));
    timer.tick();
    QCOMPARE(order, (std::vector{1, 2, 1}));
}

void RefreshTimerTest::whatDoesNotFitWaitsForItsOwnTick()
{
    RefreshTimer timer;
    TestClock clock;
    clock.useIn(timer);
    std::vector<int> order;
    RecordingPanel first(order, 1, 1);
    RecordingPanel slow(order, 2, RefreshTimer::kBudgetMs + 5);
    RecordingPanel quick(order, 3);
    slow.clock = &clock;
    const auto markAll = [&] {
        for (RecordingPanel* panel : {&first, &slow, &quick})
            timer.markDirty(*panel);
    };
    markAll();
    timer.tick(); // nobody knows yet what they cost
    timer.tick();
    order.clear();
    markAll();
    timer.tick();
    QCOMPARE(order, (std::vector{1, 3}));
    markAll(); // who waited longest is first, also before those that are dirty again
    timer.tick();
    QCOMPARE(order, (std::vector{1, 3, 2}));
}

void RefreshTimerTest::othersHaveATurnBetweenLateTicks()
{
    RefreshTimer timer;
    std::vector<int> order;
    RecordingPanel slow(order, 1, RefreshTimer::kIntervalMs + 10);
    connect(&timer, &RefreshTimer::ticked, this, [&] { timer.markDirty(slow); });
    QElapsedTimer rest; // since the slow panel was drawn
    std::vector<qint64> rests;
    slow.drawn = [&] { rest.start(); };
    connect(&timer, &RefreshTimer::ticked, this, [&] {
        if (rest.isValid())
            rests.push_back(rest.elapsed());
    });
    timer.setLive(true);
    QTRY_VERIFY(rests.size() > 6);
    QVERIFY2(std::ranges::min(rests) >= RefreshTimer::kRestMs - 1,
             qPrintable(QString::number(std::ranges::min(rests))));
}

void RefreshTimerTest::hiddenPanelsStayDirty()
{
    RefreshTimer timer;
    TestClock clock;
    clock.useIn(timer);
    std::vector<int> order;
    RecordingPanel panel(order, 1);
    panel.shown = false;
    timer.markDirty(panel);
    timer.tick();
    QVERIFY(order.empty());
    QVERIFY(timer.isDirty(panel));
    panel.shown = true;
    timer.tick();
    QCOMPARE(order, std::vector{1});
}

void RefreshTimerTest::manyMarksMakeOneDrawing()
{
    RefreshTimer timer;
    std::vector<int> order;
    RecordingPanel panel(order, 1);
    for (int i = 0; i < 100; ++i)
        timer.markDirty(panel);
    QTRY_COMPARE(order.size(), 1U);
    timer.forget(panel);
    timer.tick();
    QCOMPARE(order.size(), 1U);
}

void RefreshTimerTest::tellsBeforeItDraws()
{
    RefreshTimer timer;
    TestClock clock;
    clock.useIn(timer);
    std::vector<int> order;
    RecordingPanel panel(order, 1);
    connect(&timer, &RefreshTimer::ticked, this, [&] {
        order.push_back(0);
        timer.markDirty(panel); // what the mailbox brought is drawn in the same tick
    });
    timer.tick();
    QCOMPARE(order, (std::vector{0, 1}));
}

void RefreshTimerTest::restsWhenNothingIsDirty()
{
    RefreshTimer timer;
    std::vector<int> order;
    RecordingPanel panel(order, 1);
    timer.markDirty(panel);
    QTRY_COMPARE(order.size(), 1U);
    QSignalSpy ticks(&timer, &RefreshTimer::ticked);
    QVERIFY(!ticks.wait(150));
    timer.setLive(true);
    QVERIFY(ticks.wait(kTryMilliseconds));
}

COTERIE_WIDGET_SECTION(RefreshTimerTest)

} // namespace tst_refresh_timer

#include "tst_refresh_timer.moc"
