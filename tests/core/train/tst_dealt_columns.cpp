#include "core/base/indices.h"
#include "core/train/dealt_columns.h"
#include "tests/core/train/meeting.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cstring>
#include <limits>

namespace tst_dealt_columns {

using namespace coterie;
using coterie::test::atRanks;
using coterie::test::unevenRows;

namespace {

constexpr std::size_t kClients = 7;

/// Bit by bit: also the sign of a zero, and NaN.
bool areSameBytes(const at::Tensor& a, const at::Tensor& b)
{
    return a.sizes() == b.sizes() && a.is_contiguous() && b.is_contiguous()
           && std::memcmp(a.data_ptr(), b.data_ptr(), b.nbytes()) == 0;
}

bool areSameBytes(const ModelRows& a, const ModelRows& b)
{
    return areSameBytes(a.parameters, b.parameters) && areSameBytes(a.buffers, b.buffers);
}

/// The rows of the clients that are here, copied.
ModelRows hereOf(const ModelDeal& deal, const ModelRows& all)
{
    std::vector<std::size_t> clients = indices(deal.clients);
    std::erase_if(clients, [&](std::size_t client) { return !deal.isHere(client); });
    ModelRows here = all.select(clients);
    here.first = deal.first();
    return here;
}

/// The rows of all ranks, one behind the other.
ModelRows together(std::span<const ModelRows> ofRanks)
{
    std::vector<at::Tensor> parameters;
    std::vector<at::Tensor> buffers;
    for (const ModelRows& rows : ofRanks) {
        parameters.push_back(rows.parameters);
        buffers.push_back(rows.buffers);
    }
    return {.parameters = at::cat(parameters), .buffers = at::cat(buffers)};
}

ModelMean meanOf(const std::vector<std::size_t>& clients,
                 const std::vector<double>& weights,
                 const std::vector<std::size_t>& takers)
{
    return {.of = {.clients = clients, .rows = clients, .weights = weights}, .takers = takers};
}

void addRanks()
{
    QTest::addColumn<std::size_t>("ranks");
    QTest::addColumn<bool>("isDouble");
    for (const std::size_t ranks : {1U, 2U, 3U, 4U, 9U})
        for (const bool isDouble : {false, true})
            QTest::addRow("%zu ranks, %s", ranks, isDouble ? "double" : "float")
                << ranks << isDouble;
}

} // namespace

/// Models that are mixed or compared while they are dealt: the bits of one process.
class TestDealtColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRankGetsTheGramMatrixOfOneProcess_data() { addRanks(); }
    void everyRankGetsTheGramMatrixOfOneProcess()
    {
        QFETCH(std::size_t, ranks);
        QFETCH(bool, isDouble);
        // Longer than a block of the products, and once than what travels together.
        const std::int64_t copies = ranks == 3 ? 250 : 30;
        at::Tensor rows = unevenRows(kClients, isDouble ? at::kDouble : at::kFloat).parameters;
        rows = rows.repeat({1, copies})
                   .mul_(at::linspace(-1, 1, copies * rows.size(1), rows.options()));
        for (const std::vector<std::size_t>& clients :
             {std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}, {1, 2, 5}, {6}}) {
            const std::vector<std::int64_t> places(clients.begin(), clients.end());
            const Matrix expected = gramOfRows(rows.index_select(0, at::tensor(places, at::kLong)));
            std::vector<Matrix> found(ranks);
            const auto [exchanges, bytes] =
                atRanks(ranks, kClients, [&](const ModelDeal& deal, const RankExchange& exchange) {
                    const at::Tensor here = rows.narrow(0,
                                                        static_cast<std::int64_t>(deal.first()),
                                                        static_cast<std::int64_t>(deal.count()));
                    found[deal.rank] = gramDealt(deal, here, clients, exchange);
                });
            for (const Matrix& matrix : found)
                QVERIFY(matrix == expected);
            QCOMPARE(bytes, clients.size() * rows.nbytes() / kClients);
            if (clients.size() == kClients)
                QCOMPARE(exchanges > 1, ranks == 3);
        }
    }

    void mixesAreThoseOfOneProcess_data() { addRanks(); }
    void mixesAreThoseOfOneProcess()
    {
        QFETCH(std::size_t, ranks);
        QFETCH(bool, isDouble);
        const ModelRows all = unevenRows(kClients, isDouble ? at::kDouble : at::kFloat);
        Matrix dense(kClients, kClients, 0.25);
        for (std::size_t i = 0; i < kClients; ++i) {
            dense.at(i, i) = 1.0 / static_cast<double>(i + 3);
            dense.at(i, (i + 2) % kClients) = 0;
        }
        Collaboration sparse = Collaboration::identity(kClients);
        const std::uint32_t row = sparse.addRow(
            std::vector<Collaboration::Share>{{.client = 2, .weight = 0.3}, {5, 0.7}});
        for (const std::size_t client : {0U, 1U, 5U})
            sparse.giveRow(client, row);
        for (const Collaboration& a : {Collaboration(dense), sparse}) {
            std::vector<ModelRows> mixed(ranks);
            atRanks(ranks, kClients, [&](const ModelDeal& deal, const RankExchange& exchange) {
                mixed[deal.rank] = mixDealt(deal, a, hereOf(deal, all), exchange);
            });
            for (std::size_t rank = 0; rank < ranks; ++rank)
                QCOMPARE(
                    mixed[rank].first,
                    std::optional(ModelDeal{.clients = kClients, .ranks = ranks}.firstOf(rank)));
            QVERIFY(areSameBytes(together(mixed), mix(a, all)));
        }
    }

    void meansAreThoseOfOneProcess_data() { addRanks(); }
    void meansAreThoseOfOneProcess()
    {
        QFETCH(std::size_t, ranks);
        QFETCH(bool, isDouble);
        ModelRows all = unevenRows(kClients, isDouble ? at::kDouble : at::kFloat);
        all.parameters.select(1, 7).fill_(0.0);
        all.copyRow(4, all, 1); // one model, but for the sign of a zero
        all.parameters[4][7] = -0.0;
        all.copyRow(6, all, 2); // and two that would be one
        all.parameters[2][9] = all.parameters[6][9] = std::numeric_limits<double>::quiet_NaN();
        const std::vector<std::vector<ModelMean>> cases{
            {meanOf({4, 1}, {3, 4}, {1, 4}), meanOf({0, 3, 5}, {1, 1e-3, 250}, {0, 3, 5})},
            {meanOf({2, 6}, {1, 1}, {2, 6}), meanOf({1}, {5}, {0, 3})},
            {meanOf({2}, {1}, {0, 5}), meanOf({6, 3, 1}, {2, 7, 4}, {4}), meanOf({}, {}, {3})},
            {meanOf({0, 1, 2}, {1, 2, 3}, {}), meanOf({5, 6}, {1, 2}, {5, 6})}};
        for (const auto& means : cases)
            for (const bool keepsOne : {true, false}) {
                ModelRows expected = all.clone();
                for (const ModelMean& mean : means)
                    giveMean(expected,
                             mean,
                             expected,
                             keepsOne ? BufferMode::Average : BufferMode::OfficialHcct);
                if (!keepsOne) // which takes buffers from another row
                    expected.buffers.copy_(all.buffers);
                std::vector<ModelRows> given(ranks);
                atRanks(ranks, kClients, [&](const ModelDeal& deal, const RankExchange& exchange) {
                    given[deal.rank] = hereOf(deal, all);
                    giveMeansDealt(
                        deal, given[deal.rank], means, keepsOne, given[deal.rank], exchange);
                });
                ModelRows found = together(given);
                if (!keepsOne)
                    found.buffers.copy_(all.buffers);
                QVERIFY(areSameBytes(found, expected));
            }
    }

    void aModelIsCopiedToAnotherRank_data() { addRanks(); }
    void aModelIsCopiedToAnotherRank()
    {
        QFETCH(std::size_t, ranks);
        QFETCH(bool, isDouble);
        const ModelRows all = unevenRows(kClients, isDouble ? at::kDouble : at::kFloat);
        for (const auto& [to, from] : {std::pair<std::size_t, std::size_t>(0, 6), {5, 1}, {2, 3}}) {
            std::vector<ModelRows> copied(ranks);
            atRanks(ranks, kClients, [&](const ModelDeal& deal, const RankExchange& exchange) {
                copied[deal.rank] = hereOf(deal, all);
                copyDealt(deal, copied[deal.rank], to, from, exchange);
            });
            ModelRows expected = all.clone();
            expected.copyRow(to, all, from);
            QVERIFY(areSameBytes(together(copied), expected));
        }
    }

    /// Of 8 clients two ranks have 4 each.
    void onlyWhatAnotherRankNeedsTravels()
    {
        const ModelRows all = unevenRows(8, at::kFloat);
        const std::size_t rowBytes = (all.parameters.nbytes() + all.buffers.nbytes()) / all.count();
        const auto said = [&](const ModelRows& from, const std::vector<ModelMean>& means) {
            return atRanks(2, 8, [&](const ModelDeal& deal, const RankExchange& exchange) {
                ModelRows here = hereOf(deal, from);
                giveMeansDealt(deal, here, means, true, here, exchange);
            });
        };
        // Groups that do not leave their rank.
        QCOMPARE(
            said(all, {meanOf({0, 1, 3}, {1, 2, 3}, {0, 1, 3}), meanOf({5, 7}, {1, 1}, {5, 7})})
                .first,
            std::size_t{0});
        // One that does: all of its rows, but for its clients' marks.
        const std::size_t all4 =
            said(all, {meanOf({2, 3, 4, 5}, {1, 2, 3, 4}, {2, 3, 4, 5})}).second;
        QVERIFY(all4 >= 4 * rowBytes && all4 < 4 * rowBytes + 200);
        // One model, of which one copy is enough.
        ModelRows equal = all.clone();
        for (const std::size_t client : {3U, 4U, 5U})
            equal.copyRow(client, all, 2);
        const std::size_t one =
            said(equal, {meanOf({2, 3, 4, 5}, {1, 2, 3, 4}, {2, 3, 4, 5})}).second;
        QVERIFY(one >= rowBytes && one < rowBytes + 200);
    }
};

COTERIE_SECTION(TestDealtColumns)

} // namespace tst_dealt_columns

#include "tst_dealt_columns.moc"
