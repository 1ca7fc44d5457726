#include "core/base/random_stream.h"
#include "core/collaboration/facility_location.h"
#include "tests/core/math/matrix_of.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <span>
#include <vector>

namespace tst_facility_location {

using namespace coterie;
using coterie::tests::matrixOf;

namespace {

/// Σ_k min_{i∈S} d_ki.
double facilityCost(const Matrix& distances, std::span<const std::size_t> chosen)
{
    double cost = 0;
    for (std::size_t k = 0; k < distances.rows; ++k) {
        double nearest = std::ranges::max(distances.row(k));
        for (const std::size_t i : chosen)
            nearest = std::min(nearest, distances.at(k, i));
        cost += nearest;
    }
    return cost;
}

} // namespace

class TestFacilityLocation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void diverseChoiceOfTheWorkedExample();
    void lazyAndPlainGreedyAgree();
    void everybodyIsChosenAtTheEnd();
    void equalClientsAreChosenByIds();
    void nearestCountsAddUp();
};

void TestFacilityLocation::diverseChoiceOfTheWorkedExample()
{
    // ALGORITHMS §8.4: column sums 12, 10, 11, 13; then costs 9, –, 3, 3.
    const Matrix distances = matrixOf({{0, 1, 5, 6}, {1, 0, 4, 5}, {5, 4, 0, 2}, {6, 5, 2, 0}});
    QVERIFY((chooseDiverse(distances, 2) == std::vector<std::size_t>{1, 2}));
    QCOMPARE(facilityCost(distances, std::vector<std::size_t>{1}), 10.0);
    QCOMPARE(facilityCost(distances, std::vector<std::size_t>{1, 0}), 9.0);
    QCOMPARE(facilityCost(distances, std::vector<std::size_t>{1, 2}), 3.0);
    QCOMPARE(facilityCost(distances, std::vector<std::size_t>{1, 3}), 3.0);
}

void TestFacilityLocation::lazyAndPlainGreedyAgree()
{
    for (unsigned seed = 0; seed < 40; ++seed) {
        RandomStream stream({.seed = seed, .purpose = Purpose::Synthesise});
        Matrix distances(25, 25);
        for (std::size_t i = 0; i < 25; ++i)
            for (std::size_t j = 0; j < i; ++j)
                distances.at(i, j) = distances.at(j, i) =
                    seed % 2 == 0 ? stream.uniform() : static_cast<double>(stream.below(4));
        std::vector<std::size_t> plain;
        while (plain.size() < 8) {
            std::size_t best = 25;
            double bestCost = 0;
            for (std::size_t i = 0; i < 25; ++i) {
                if (std::ranges::find(plain, i) != plain.end())
                    continue;
                std::vector<std::size_t> with = plain;
                with.push_back(i);
                const double cost = facilityCost(distances, with);
                if (best == 25 || cost < bestCost - 1e-9) {
                    best = i;
                    bestCost = cost;
                }
            }
            if (!plain.empty()) // the objective never grows
                QVERIFY(bestCost <= facilityCost(distances, plain));
            plain.push_back(best);
        }
        QVERIFY(chooseDiverse(distances, 8) == plain);
    }
}

void TestFacilityLocation::everybodyIsChosenAtTheEnd()
{
    RandomStream stream({.seed = 2, .purpose = Purpose::Sampler});
    const Matrix distances = matrixOf({{0, 1, 2}, {1, 0, 3}, {2, 3, 0}});
    for (std::vector<std::size_t> chosen :
         {chooseDiverse(distances, 9), chooseDiverse(distances, 3, 0.1, stream)}) {
        std::ranges::sort(chosen);
        QVERIFY((chosen == std::vector<std::size_t>{0, 1, 2}));
    }
}

void TestFacilityLocation::equalClientsAreChosenByIds()
{
    QVERIFY((chooseDiverse(Matrix(6, 6), 3) == std::vector<std::size_t>{0, 1, 2}));
}

void TestFacilityLocation::nearestCountsAddUp()
{
    const Matrix distances = matrixOf({{0, 1, 5, 6}, {1, 0, 4, 5}, {5, 4, 0, 2}, {6, 5, 2, 0}});
    QVERIFY(
        (nearestCounts(distances, std::vector<std::size_t>{1, 2}) == std::vector<double>{2, 2}));
    QVERIFY((nearestCounts(distances, std::vector<std::size_t>{3}) == std::vector<double>{4}));
    // Before anything is known all are equally near: whoever was chosen still counts for itself.
    QVERIFY(
        (nearestCounts(Matrix(4, 4), std::vector<std::size_t>{3, 1}) == std::vector<double>{3, 1}));
}

COTERIE_SECTION(TestFacilityLocation)

} // namespace tst_facility_location

#include "tst_facility_location.moc"
