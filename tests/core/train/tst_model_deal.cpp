#include "core/base/indices.h"
#include "core/train/model_deal.h"
#include "tests/core/train/meeting.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>

namespace tst_model_deal {

using namespace coterie;
using coterie::test::atRanks;
using coterie::test::unevenRows;

namespace {

bool areSame(const ModelRows& a, const ModelRows& b)
{
    return at::equal(a.parameters, b.parameters) && at::equal(a.buffers, b.buffers);
}

} // namespace

/// Which rank has which clients' models, and their averages.
class TestModelDeal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyClientHasOneOwner()
    {
        for (std::size_t clients = 0; clients < 20; ++clients)
            for (std::size_t ranks = 1; ranks < 9; ++ranks) {
                std::size_t next = 0;
                for (std::size_t rank = 0; rank < ranks; ++rank) {
                    const ModelDeal deal{.clients = clients, .ranks = ranks, .rank = rank};
                    QCOMPARE(deal.first(), next);
                    QVERIFY(deal.count() <= (clients + ranks - 1) / ranks);
                    for (std::size_t i = 0; i < deal.count(); ++i, ++next) {
                        QCOMPARE(deal.owner(next), rank);
                        QVERIFY(deal.isHere(next));
                    }
                }
                QCOMPARE(next, clients);
            }
    }

    void anAverageHasTheBitsOfOneProcess_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<bool>("isDouble");
        for (const int ranks : {1, 2, 3, 4, 9})
            for (const bool isDouble : {false, true})
                QTest::addRow("%d ranks, %s", ranks, isDouble ? "double" : "float")
                    << ranks << isDouble;
    }

    void anAverageHasTheBitsOfOneProcess()
    {
        QFETCH(int, ranks);
        QFETCH(bool, isDouble);
        const ModelRows all = unevenRows(7, isDouble ? at::kDouble : at::kFloat);
        const std::vector<std::size_t> clients{0, 2, 3, 4, 6};
        const std::vector<double> weights{31, 7, 1e-3, 11, 250};
        ModelRows expected = ModelRows::empty(1, all);
        average(all, clients, weights, expected, 0);
        const auto count = static_cast<std::size_t>(ranks);
        std::vector<ModelRows> means(count);
        atRanks(count, all.count(), [&](const ModelDeal& deal, const RankExchange& exchange) {
            std::vector<std::size_t> here;
            std::ranges::copy_if(clients, std::back_inserter(here), [&](std::size_t client) {
                return deal.isHere(client);
            });
            means[deal.rank] = averageDealt(deal, all, here, clients, weights, exchange);
        });
        for (const ModelRows& mean : means)
            QVERIFY(areSame(mean, expected));
        // In another order the last digits differ, so equal ones mean something.
        std::vector<std::size_t> reversed(clients.rbegin(), clients.rend());
        std::vector<double> sums(2500, 0.0);
        const std::vector<double> shares =
            sharesOfWeights(std::vector<double>(weights.rbegin(), weights.rend()));
        for (std::size_t j = 0; j < reversed.size(); ++j)
            addShare(sums, all.parameters, reversed[j], shares[j]);
        ModelRows other = ModelRows::empty(1, all);
        roundSums(sums, other.parameters);
        if (isDouble)
            QVERIFY(!at::equal(other.parameters, expected.parameters));
    }

    void aSumHasTheBitsOfOneProcess_data()
    {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {1, 2, 4, 9})
            QTest::addRow("%d ranks", ranks) << ranks;
    }

    void aSumHasTheBitsOfOneProcess()
    {
        QFETCH(int, ranks);
        const ModelRows all = unevenRows(7, at::kFloat);
        const std::vector<std::size_t> clients{0, 2, 3, 4, 6};
        const auto addTerm = [&](const at::Tensor& sum, std::size_t client) {
            sum.add_(all.parameters[static_cast<std::int64_t>(client)], 0.3);
        };
        const at::Tensor expected = at::zeros({2500});
        for (const std::size_t client : clients)
            addTerm(expected, client);
        const at::Tensor reversed = at::zeros({2500});
        for (auto client = clients.rbegin(); client != clients.rend(); ++client)
            addTerm(reversed, *client);
        QVERIFY(!at::equal(reversed, expected)); // equal bits mean something
        const auto count = static_cast<std::size_t>(ranks);
        std::vector<at::Tensor> sums(count);
        atRanks(count, all.count(), [&](const ModelDeal& deal, const RankExchange& exchange) {
            std::vector<std::size_t> here;
            std::ranges::copy_if(clients, std::back_inserter(here), [&](std::size_t client) {
                return deal.isHere(client);
            });
            at::Tensor& sum = sums[deal.rank];
            sum = at::zeros({2500});
            sumDealt(
                deal, clients, sum, [&](std::size_t k) { addTerm(sum, here.at(k)); }, exchange);
        });
        for (const at::Tensor& sum : sums)
            QVERIFY(at::equal(sum, expected));
    }

    void rowsAreFoundByTheirClients()
    {
        const ModelRows all = unevenRows(5, at::kFloat);
        ModelRows here = all.select(std::vector<std::size_t>{2, 3});
        here.first = 2;
        QVERIFY(areSame(here.row(3), all.row(3)));
        QCOMPARE(here.rowOf(2), std::size_t{2});
        here.copyRow(2, all, 4);
        QVERIFY(areSame(here.row(2), all.row(4)));
        QCOMPARE(here.clone().first, std::optional<std::size_t>(2));
        // A rank with one client's model does not take it for that of all.
        ModelRows one = all.select(std::vector<std::size_t>{3});
        QCOMPARE(one.rowOf(3), std::size_t{0});
        one.first = 3;
        QCOMPARE(one.rowOf(3), std::size_t{3});
        const ModelRows repeated = ModelRows::repeated(all.row(1), here);
        QVERIFY(areSame(repeated.row(3), all.row(1)));
    }
};

COTERIE_SECTION(TestModelDeal)

} // namespace tst_model_deal

#include "tst_model_deal.moc"
