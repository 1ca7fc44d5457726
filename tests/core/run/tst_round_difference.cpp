#include "core/run/round_difference.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace tst_round_difference {

using namespace coterie;

namespace {

RoundReport grouped(std::vector<std::vector<int>> groups, std::size_t clients)
{
    RoundReport report;
    report.clients.resize(clients);
    report.grouping = Grouping{.groups = std::move(groups)};
    return report;
}

GroupMove
move(std::optional<std::size_t> from, std::optional<std::size_t> to, std::vector<int> clients)
{
    return {.from = from, .to = to, .clients = std::move(clients)};
}

} // namespace

class TestRoundDifference : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLargestEntryIsFound();
    void whatIsNoNumberIsLargest();
    void whatIsAlikeDiffersByNothing();
    void matricesOfOtherClientsAreNotSubtracted();
    void clientsMoveBetweenGroups();
    void clientsMayBeInNoGroup();
    void clientsMayBeInSeveralGroups();
};

void TestRoundDifference::theLargestEntryIsFound()
{
    Matrix one(2, 3);
    Matrix other(2, 3);
    one.at(0, 1) = 0.5;
    one.at(1, 2) = 1;
    other.at(1, 0) = 0.25;
    const std::optional<Matrix> difference = subtracted(one, other);
    QVERIFY(difference.has_value());
    QCOMPARE(difference->values, (std::vector<double>{0, -0.5, 0, 0.25, 0, -1}));
    const MatrixDistance distance = distanceOf(*difference);
    QCOMPARE(distance.largest, 1.0);
    QCOMPARE(distance.row, std::size_t{1});
    QCOMPARE(distance.column, std::size_t{2});
    QCOMPARE(distance.mean, 1.75 / 6);
}

void TestRoundDifference::whatIsNoNumberIsLargest()
{
    Matrix difference(2, 2, 3);
    difference.at(0, 1) = std::numeric_limits<double>::quiet_NaN();
    const MatrixDistance distance = distanceOf(difference);
    QVERIFY(std::isnan(distance.largest) && std::isnan(distance.mean));
    QCOMPARE(distance.row, std::size_t{0});
    QCOMPARE(distance.column, std::size_t{1});
    QCOMPARE(distanceOf(Matrix()).largest, 0.0);
}

void TestRoundDifference::whatIsAlikeDiffersByNothing()
{
    Matrix diverged(1, 3, std::numeric_limits<double>::infinity());
    diverged.at(0, 2) = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(distanceOf(*subtracted(diverged, diverged)).largest, 0.0);
    Matrix other = diverged;
    other.at(0, 1) = 1;
    QCOMPARE(distanceOf(*subtracted(diverged, other)).column, std::size_t{1});
}

void TestRoundDifference::matricesOfOtherClientsAreNotSubtracted()
{
    QVERIFY(!subtracted(Matrix(2, 2), Matrix(3, 3)));
    QVERIFY(!subtracted(std::nullopt, Matrix(2, 2)));
    QVERIFY(!subtracted(Matrix(), Matrix()));
}

void TestRoundDifference::clientsMoveBetweenGroups()
{
    const auto flow = flowOf(grouped({{0, 1}, {2, 4, 3}}, 5), grouped({{0}, {1, 4}, {2, 3}}, 5));
    QVERIFY(flow.has_value());
    QCOMPARE(flow->moves,
             (std::vector<GroupMove>{
                 move(0, 0, {0}), move(0, 1, {1}), move(1, 1, {4}), move(1, 2, {2, 3})}));
    QCOMPARE(flow->moved, (std::vector<int>{0, 1, 2, 3, 4}));
    QVERIFY(flowOf(grouped({{0, 1}}, 2), grouped({{1, 0}}, 2))->moved.empty());
    QVERIFY(!flowOf(grouped({{0, 1}}, 2), grouped({{0, 1}}, 3)));
    QVERIFY(!flowOf(grouped({{0, 1}}, 2), RoundReport()));
}

void TestRoundDifference::clientsMayBeInNoGroup()
{
    constexpr int kLarge = std::numeric_limits<int>::max();
    const auto flow = flowOf(grouped({{kLarge}, {0, 1, -1}}, 3), grouped({{1, 1, 2}}, 3));
    QVERIFY(flow.has_value());
    QCOMPARE(flow->moves,
             (std::vector<GroupMove>{
                 move(1, 0, {1}), move(1, std::nullopt, {0}), move(std::nullopt, 0, {2})}));
}

void TestRoundDifference::clientsMayBeInSeveralGroups()
{
    const RoundReport named = grouped({{0, 1}, {1, 2}}, 3);
    QVERIFY(flowOf(named, grouped({{0, 1, 1}, {2, 1}}, 3))->moved.empty());
    QCOMPARE(flowOf(named, grouped({{1}, {1, 2}}, 3))->moved, (std::vector<int>{0, 1}));
    QCOMPARE(flowOf(named, grouped({{0, 1}, {2}}, 3))->moved, (std::vector<int>{1, 2}));
    // All train with all in both, but not in the same groups.
    QCOMPARE(flowOf(grouped({{0, 1}, {1, 2}, {0, 2}}, 3), grouped({{0, 1, 2}}, 3))->moved,
             (std::vector<int>{0, 1, 2}));
}

COTERIE_SECTION(TestRoundDifference)

} // namespace tst_round_difference

#include "tst_round_difference.moc"
