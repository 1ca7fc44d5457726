#include "tests/sections.h"
#include "tests/ui/watch/live_change_bench.h"
#include "ui/watch/transport_bar.h"

#include <QTest>

#include <algorithm>

namespace tst_time_line {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The events of a run as marks along its time line.
class TimeLineTest final : public QObject
{
    Q_OBJECT

private slots:
    void marksSayWhatKindOfThingHappened();
    void thousandsOfEventsAreDrawnAsFewSigns();
    void theTimeLineKeepsUpWithAGrowingRun();
};

void TimeLineTest::marksSayWhatKindOfThingHappened()
{
    const std::vector<RunEvent> events{happened(2, ClientJoined{}, Severity::Information),
                                       happened(3, SettingChanged{}, Severity::Information),
                                       happened(3, LossNotFinite{}, Severity::Warning),
                                       happened(9, LossNotFinite{}, Severity::Failure)};
    const std::vector<TimeMark> marks = timeMarks(events);
    using Kind = TimeMark::Kind;
    const QString third = QStringLiteral("Round 3: Said.");
    QVERIFY((marks
             == std::vector<TimeMark>{{2, Kind::Note, QStringLiteral("Round 2: Said.")},
                                      {3, Kind::Change, third},
                                      {3, Kind::Warning, third},
                                      {9, Kind::Warning, QStringLiteral("Round 9: Said.")}}));
}

void TimeLineTest::thousandsOfEventsAreDrawnAsFewSigns()
{
    std::vector<TimeMark> marks;
    for (int round = 0; round < 10'000; ++round) {
        marks.push_back({.round = round, .kind = TimeMark::Kind::Warning, .sentence = {}});
        if (round == 5000) // between all the warnings
            marks.push_back({.round = round, .kind = TimeMark::Kind::Change, .sentence = {}});
    }
    const auto signs = timeSigns(marks, [](int round) { return round / 10; });
    QCOMPARE(signs.size(), std::size_t{251});
    QCOMPARE(std::ranges::count(signs, TimeSign{500, TimeMark::Kind::Change}), 1);
}

void TimeLineTest::theTimeLineKeepsUpWithAGrowingRun()
{
    TimeLine line;
    line.resize(400, line.sizeHint().height());
    line.setRange(0, 100);
    RunCurves run;
    run.title.id = 1;
    line.setEvents(&run);
    QCOMPARE(line.marks().size(), std::size_t{0});
    run.events.push_back(happened(20, LossNotFinite{}, Severity::Warning));
    run.events.push_back(happened(80, SettingChanged{}, Severity::Information));
    line.setEvents(&run);
    QCOMPARE(line.marks().size(), std::size_t{2});
    QVERIFY(line.placeOf(20) < line.placeOf(80));
    QCOMPARE(line.explanation(line.placeOf(80)), QStringLiteral("Round 80: Said."));
    QCOMPARE(line.explanation(line.placeOf(50)), QString());
    QImage with(line.size(), QImage::Format_RGB32);
    line.render(&with);
    RunCurves other;
    other.title.id = 2;
    line.setEvents(&other);
    QCOMPARE(line.marks().size(), std::size_t{0});
    QImage without(line.size(), QImage::Format_RGB32);
    line.render(&without);
    const auto differ = [&](int round, int y) {
        const QPoint point(line.placeOf(round), y);
        return with.pixel(point) != without.pixel(point);
    };
    QVERIFY(differ(20, line.height() - 3)); // a warning stands below the line,
    QVERIFY(differ(80, 3));                 // a change above it
    QVERIFY(!differ(50, line.height() - 3) && !differ(50, 3));
    line.setEvents(nullptr);
    QCOMPARE(line.marks().size(), std::size_t{0});
}

COTERIE_WIDGET_SECTION(TimeLineTest)

} // namespace tst_time_line

#include "tst_time_line.moc"
