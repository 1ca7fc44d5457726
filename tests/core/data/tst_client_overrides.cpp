#include "tests/core/data/labelled_data.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_client_overrides {

using namespace coterie;
using namespace labelled_data;

class TestClientOverrides : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void overridesReplaceAClientsMix()
    {
        const Dataset dataset = balanced(1000, 4);
        ClientSettings clients;
        clients.overrides.push_back(
            {.client = 1, .samples = 47, .classCounts = std::vector<int>{40, 0, 0, 7}});
        clients.overrides.push_back({.client = 3, .samples = 12, .classCounts = {}});
        const auto shards = makeShards(dataset, iid(4, 50), clients, 4);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QVERIFY(mixOf(dataset, (*shards)[1]) == (std::vector<std::int64_t>{40, 0, 0, 7}));
        QCOMPARE(sizeOf((*shards)[3]), std::size_t{12});
        QCOMPARE(usedOnce(*shards, 1000), std::ptrdiff_t{50 + 47 + 50 + 12});
    }

    void overriddenClientsMaySwapWhatTheyGiveUp()
    {
        // Everything is dealt, so each can only get what the other leaves.
        const Dataset dataset = balanced(200, 2);
        ClientSettings clients;
        clients.overrides.push_back(
            {.client = 0, .samples = {}, .classCounts = std::vector<int>{100, 0}});
        clients.overrides.push_back(
            {.client = 1, .samples = {}, .classCounts = std::vector<int>{0, 100}});
        for (int order = 0; order < 2; ++order) {
            const auto shards = makeShards(dataset, iid(2), clients, 4);
            QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
            QVERIFY(mixOf(dataset, (*shards)[0]) == (std::vector<std::int64_t>{100, 0}));
            QVERIFY(mixOf(dataset, (*shards)[1]) == (std::vector<std::int64_t>{0, 100}));
            QCOMPARE(usedOnce(*shards, 200), std::ptrdiff_t{200});
            std::swap(clients.overrides[0], clients.overrides[1]);
        }
    }

    void theSplitOfOneClientDoesNotDependOnTheOthers()
    {
        const Dataset dataset = labelled(1000, 5);
        const auto plain = makeShards(dataset, iid(5), {}, 9);
        ClientSettings clients;
        clients.overrides.push_back({.client = 2, .samples = 20, .classCounts = {}});
        const auto changed = makeShards(dataset, iid(5), clients, 9);
        QVERIFY(plain.has_value() && changed.has_value());
        for (const std::size_t client : {0U, 1U, 3U, 4U})
            QVERIFY((*plain)[client] == (*changed)[client]);
        QCOMPARE(sizeOf((*changed)[2]), std::size_t{20});
    }

    void impossibleOverridesGetASentence_data()
    {
        QTest::addColumn<ClientOverride>("change");
        QTest::addColumn<QString>("expected");
        const auto counts = [](int client, std::vector<int> values) {
            return ClientOverride{
                .client = client, .samples = {}, .classCounts = std::move(values)};
        };
        QTest::newRow("no such client")
            << counts(4, {1, 1})
            << "/clients/overrides/1/client: must be a client from 0 to 3 (is 4)";
        QTest::newRow("twice")
            << counts(3, {1, 1})
            << "/clients/overrides/1/client: must be a client without another override (is 3)";
        for (const int samples : {2, 4})
            QTest::addRow("another sum, %d", samples)
                << ClientOverride{.client = 0,
                                  .samples = samples,
                                  .classCounts = std::vector<int>{1, 2}}
                << QString(
                       "/clients/overrides/1/samples: must be 3, the sum of classCounts (is %1)")
                       .arg(samples);
        QTest::newRow("more than the client holds")
            << ClientOverride{.client = 0, .samples = 26, .classCounts = {}}
            << "/clients/overrides/1/samples: must be at most 25, what the partition gives client "
               "0 (is 26)";
        QTest::newRow("neither") << ClientOverride{.client = 0, .samples = {}, .classCounts = {}}
                                 << "/clients/overrides/1: must have samples or classCounts";
        QTest::newRow("no samples") << ClientOverride{.client = 0, .samples = 0, .classCounts = {}}
                                    << "/clients/overrides/1/samples: must be at least 1 (is 0)";
        QTest::newRow("classes") << counts(0, {1, 2, 3})
                                 << "/clients/overrides/1/classCounts: must be a list of 2 "
                                    "numbers, one per class (is a list of 3)";
        QTest::newRow("negative") << counts(
            0, {1, -2}) << "/clients/overrides/1/classCounts/1: must be at least 0 (is -2)";
        QTest::newRow("nothing")
            << counts(0, {0, 0})
            << "/clients/overrides/1/classCounts: must have at least one sample of some class";
        QTest::newRow("more than there is")
            << counts(0, {1, 500}) << "/clients/overrides/1/classCounts/1: must be at most ";
    }
    void impossibleOverridesGetASentence()
    {
        QFETCH(ClientOverride, change);
        QFETCH(QString, expected);
        const Dataset dataset = balanced(100, 2);
        ClientSettings clients;
        clients.overrides.push_back({.client = 3, .samples = 5, .classCounts = {}});
        clients.overrides.push_back(change);
        const QString sentence = sentenceOf(makeShards(dataset, iid(4), clients, 1));
        QVERIFY2(sentence.startsWith(expected), qPrintable(sentence));
    }
};

COTERIE_SECTION(TestClientOverrides)

} // namespace tst_client_overrides

#include "tst_client_overrides.moc"
