#include "core/math/label_distributions.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>

namespace tst_label_distances {

using namespace coterie;

class TestLabelDistances : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyTheSharesCount()
    {
        const std::vector<std::vector<std::int64_t>> counts{{10, 0}, {0, 3}, {20, 20}, {5}};
        const Matrix distances = labelDistances(counts);
        QCOMPARE(distances.rows, std::size_t{4});
        QCOMPARE(distances.at(0, 0), 0.0);
        QCOMPARE(distances.at(0, 1), 1.0);
        QCOMPARE(distances.at(0, 2), 0.5);
        QCOMPARE(distances.at(2, 1), 0.5);
        QCOMPARE(distances.at(0, 3), 0.0); // a shorter list ends in zeros
    }

    void aClientWithoutSamplesHasNoDistance()
    {
        const std::vector<std::vector<std::int64_t>> counts{{1, 1}, {0, 0}};
        const Matrix distances = labelDistances(counts);
        QCOMPARE(distances.at(0, 0), 0.0);
        QVERIFY(std::isnan(distances.at(0, 1)) && std::isnan(distances.at(1, 0))
                && std::isnan(distances.at(1, 1)));
        QVERIFY(labelDistances({}).values.empty());
    }
};

COTERIE_SECTION(TestLabelDistances)

} // namespace tst_label_distances

#include "tst_label_distances.moc"
