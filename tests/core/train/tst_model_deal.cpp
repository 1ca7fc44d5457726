#include "core/base/indices.h"
#include "core/base/random_stream.h"
#include "core/train/model_deal.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <barrier>
#include <cmath>
#include <thread>

namespace tst_model_deal {

using namespace coterie;

namespace {

/// Numbers of many sizes, so that sums depend on their order.
ModelRows unevenRows(std::size_t count, at::ScalarType type)
{
    RandomStream stream({.seed = 5, .purpose = Purpose::Synthesise});
    const auto rows = static_cast<std::int64_t>(count);
    ModelRows models{.parameters = at::empty({rows, 2500}, type),
                     .buffers = at::empty({rows, 3}, type)};
    for (at::Tensor tensor : {models.parameters, models.buffers})
        for (std::int64_t i = 0; i < tensor.numel(); ++i)
            tensor.view(-1)[i] = stream.normal() * std::pow(10.0, stream.normal());
    return models;
}

/// Ranks as threads: each gets what all have said.
class Meeting
{
public:
    explicit Meeting(std::size_t ranks)
        : m_said(ranks)
        , m_barrier(static_cast<std::ptrdiff_t>(ranks))
    {}

    std::vector<std::string> exchange(std::size_t rank, std::string mine)
    {
        m_said[rank] = std::move(mine);
        m_barrier.arrive_and_wait();
        std::vector<std::string> all = m_said;
        m_barrier.arrive_and_wait();
        return all;
    }

private:
    std::vector<std::string> m_said;
    std::barrier<> m_barrier;
};

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
        Meeting meeting(count);
        std::vector<ModelRows> means(count);
        std::vector<std::jthread> threads;
        for (std::size_t rank = 0; rank < count; ++rank)
            threads.emplace_back([&, rank] {
                const ModelDeal deal{.clients = all.count(), .ranks = count, .rank = rank};
                std::vector<std::size_t> here;
                std::ranges::copy_if(clients, std::back_inserter(here), [&](std::size_t client) {
                    return deal.isHere(client);
                });
                means[rank] =
                    averageDealt(deal, all, here, clients, weights, [&](std::string mine) {
                        return meeting.exchange(rank, std::move(mine));
                    });
            });
        threads.clear();
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
        Meeting meeting(count);
        std::vector<at::Tensor> sums(count);
        std::vector<std::jthread> threads;
        for (std::size_t rank = 0; rank < count; ++rank)
            threads.emplace_back([&, rank] {
                const ModelDeal deal{.clients = all.count(), .ranks = count, .rank = rank};
                std::vector<std::size_t> here;
                std::ranges::copy_if(clients, std::back_inserter(here), [&](std::size_t client) {
                    return deal.isHere(client);
                });
                sums[rank] = at::zeros({2500});
                sumDealt(
                    deal,
                    clients,
                    sums[rank],
                    [&](std::size_t k) { addTerm(sums[rank], here.at(k)); },
                    [&](std::string mine) { return meeting.exchange(rank, std::move(mine)); });
            });
        threads.clear();
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
