#include "core/metrics/metric_values.h"
#include "core/run/round_difference.h"
#include "core/store/csv_writer.h"
#include "core/store/matrix_table.h"
#include "core/store/packed_matrix.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace tst_collaboration {

using namespace coterie;

namespace {

using Share = Collaboration::Share;

constexpr std::size_t kClients = 100'000;

/// Clients 1 and 2 share a row, the others keep their own model.
Collaboration pairOf(std::size_t clients, double weight = 0.25)
{
    Collaboration a = Collaboration::identity(clients);
    const std::uint32_t row = a.addRow(std::vector<Share>{{1, weight}, {2, 1 - weight}, {3, 0.0}});
    a.giveRow(1, row);
    a.giveRow(2, row);
    return a;
}

/// One model for all of a round's participants.
Collaboration oneRow(std::size_t clients)
{
    Collaboration a = Collaboration::identity(clients);
    std::vector<Share> row;
    for (std::uint32_t client = 0; client < 100; ++client)
        row.push_back({client * 7, 0.01});
    a.giveAll(a.addRow(row));
    return a;
}

} // namespace

class TestCollaboration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void entriesAreThoseOfTheMatrix();
    void equalWeightsAreEqualHoweverHeld();
    void oneModelOfManyClientsIsSmall();
    void theStoreGivesBackWhatItTook();
    void damagedBytesAreRefused();
    void theTableGivesBackWhatItTook();
    void aTableOutOfOrderIsRefused();
    void theDistanceIsThatOfTheMatrices();
    void manyClientsThatTakeFromTheirGroupAreAtTheOracle();
    void theOracleDistanceOfManyClientsIsThatOfTheirMatrix();
};

void TestCollaboration::entriesAreThoseOfTheMatrix()
{
    const Collaboration a = pairOf(5);
    Matrix expected(5, 5);
    for (const std::size_t i : {0, 3, 4})
        expected.at(i, i) = 1;
    for (const std::size_t i : {1, 2}) {
        expected.at(i, 1) = 0.25;
        expected.at(i, 2) = 0.75;
    }
    QVERIFY(a.dense() == expected);
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j)
            QCOMPARE(a.at(i, j), expected.at(i, j));
    QVERIFY(a.corner(2, 3).row(1)[2] == 0.75);
}

void TestCollaboration::equalWeightsAreEqualHoweverHeld()
{
    const Collaboration a = pairOf(5);
    QVERIFY(a == Collaboration(a.dense()));
    QVERIFY(Collaboration(a.dense()) == a);
    QVERIFY(!(a == pairOf(6)));
    QVERIFY(!(a == pairOf(5, 0.5)));
    QVERIFY(!(a == Collaboration::identity(5)));
    Collaboration named = Collaboration::identity(5); // says what the identity leaves out
    named.giveRow(4, named.addRow(std::vector<Share>{{4, 1.0}}));
    QVERIFY(named == Collaboration::identity(5));
}

void TestCollaboration::oneModelOfManyClientsIsSmall()
{
    QVERIFY(Collaboration::identity(kClients).bytes() < 100);
    QVERIFY(oneRow(kClients).bytes() < 4000);
    QVERIFY(pairOf(kClients).bytes() < 5 * kClients);
    QVERIFY(oneRow(kClients) == oneRow(kClients));
}

void TestCollaboration::theStoreGivesBackWhatItTook()
{
    for (const Collaboration& a :
         {Collaboration::identity(kClients), oneRow(kClients), pairOf(kClients)}) {
        const PackedMatrix stored = packed(a);
        QVERIFY(stored.size && stored.bytes.size() < 5 * kClients);
        const std::optional<Collaboration> read = unpackCollaboration(kClients, stored.bytes);
        QVERIFY(read.has_value());
        QCOMPARE(read->rowOf(2), a.rowOf(2));
        QCOMPARE(read->at(2, 7), double(float(a.at(2, 7))));
        QCOMPARE(read->at(2, 2), double(float(a.at(2, 2))));
    }
    QVERIFY(!packed(pairOf(1000)).size); // every entry, as older programs store it
}

void TestCollaboration::damagedBytesAreRefused()
{
    const std::vector<std::byte> good = packCollaboration(pairOf(2000));
    QVERIFY(unpackCollaboration(2000, good));
    QVERIFY(!unpackCollaboration(2001, good));
    for (std::size_t size = 0; size < good.size(); size += 61)
        QVERIFY(!unpackCollaboration(2000, std::span(good).first(size)));
    std::vector<std::byte> longer = good;
    longer.push_back({});
    QVERIFY(!unpackCollaboration(2000, longer));
    std::vector<std::byte> row = good;
    row[12] = std::byte{1}; // client 0 has row 2^32 − 255
    QVERIFY(!unpackCollaboration(2000, row));
}

void TestCollaboration::theTableGivesBackWhatItTook()
{
    for (const Collaboration& a :
         {Collaboration::identity(2000), oneRow(2000), pairOf(2000), pairOf(4)}) {
        RoundReport report;
        report.round = 3;
        report.collaboration = a;
        std::ostringstream text;
        {
            CsvWriter csv(text);
            writeMatrixRows("small", report, csv);
        }
        const MatrixSizes sizes{std::pair(a.rows(), a.columns())};
        MatrixTableReader reader(sizes);
        std::istringstream lines(text.str());
        std::string round; // and before it whose it is
        std::string kind;
        std::string row;
        std::string column;
        std::string value;
        while (std::getline(lines, round, ',') && std::getline(lines, round, ',')
               && std::getline(lines, kind, ',') && std::getline(lines, row, ',')
               && std::getline(lines, column, ',') && std::getline(lines, value))
            QCOMPARE(reader.take(kind, std::stoul(row), std::stoul(column), value), std::string());
        RoundReport read;
        QVERIFY(reader.moveTo(read));
        QCOMPARE(read.collaboration->rows(), a.rows());
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                QCOMPARE(read.collaboration->at(i, j), double(float(a.at(i, j))));
        QCOMPARE(read.collaboration->matrix() != nullptr, a.rows() == 4);
    }
}

void TestCollaboration::aTableOutOfOrderIsRefused()
{
    const MatrixSizes sizes{std::pair<std::size_t, std::size_t>(2000, 2000)};
    MatrixTableReader reader(sizes);
    QVERIFY(!reader.take("collaborationRow", 1, 0, "0.5").empty()); // row 0 is missing
    QVERIFY(reader.take("collaborationRow", 0, 5, "0.5").empty());
    QVERIFY(!reader.take("collaborationRow", 0, 5, "0.5").empty());
    QVERIFY(!reader.take("collaborationRow", 0, 2000, "0.5").empty());
    QCOMPARE(reader.take("collaborationRow", 0, 6, "half"), std::string("\"half\" is no number"));
    QVERIFY(!reader.take("collaboration", 0, 0, "1").empty());
    QVERIFY(!reader.take("collaborationRowOf", 0, 3, "1").empty()); // there is no row 1
    QVERIFY(reader.take("collaborationRowOf", 0, 3, "0").empty());
    QVERIFY(!reader.take("collaborationRowOf", 3, 4, "0").empty());
    QVERIFY(!reader.take("collaborationRowOf", 5, 2000, "0").empty());
}

void TestCollaboration::theDistanceIsThatOfTheMatrices()
{
    const Collaboration one = pairOf(30);
    const Collaboration other = pairOf(30, 0.5);
    const std::optional<MatrixDistance> distance = distanceBetween(one, other);
    const MatrixDistance expected = distanceOf(*subtracted(one.dense(), other.dense()));
    QVERIFY(distance.has_value());
    QCOMPARE(distance->largest, expected.largest);
    QCOMPARE(distance->mean, expected.mean);
    QCOMPARE(distance->row, expected.row);
    QCOMPARE(distance->column, expected.column);
    QCOMPARE(distanceBetween(one, Collaboration(other.dense()))->mean, expected.mean);
    QVERIFY(!distanceBetween(one, pairOf(31)));
    QVERIFY(!distanceBetween(one, std::nullopt));
}

void TestCollaboration::manyClientsThatTakeFromTheirGroupAreAtTheOracle()
{
    // Sizes that a double has no exact share of, so that rounding shows.
    for (const std::uint32_t groups : {1U, 3U, 7U, 11U}) {
        constexpr std::uint32_t kMany = 1500;
        std::vector<int> trueGroup;
        for (std::uint32_t client = 0; client < kMany; ++client)
            trueGroup.push_back(static_cast<int>(client % groups));
        Collaboration a = Collaboration::identity(kMany);
        for (std::uint32_t group = 0; group < groups; ++group) {
            const double members =
                static_cast<double>(std::ranges::count(trueGroup, static_cast<int>(group)));
            std::vector<Share> shares;
            for (std::uint32_t client = group; client < kMany; client += groups)
                shares.push_back({client, 1.0 / members});
            const std::uint32_t row = a.addRow(shares);
            for (const Share& share : shares)
                a.giveRow(share.client, row);
        }
        QCOMPARE(oracleDistance(a, trueGroup, false), std::optional(0.0));
    }
}

void TestCollaboration::theOracleDistanceOfManyClientsIsThatOfTheirMatrix()
{
    const Collaboration a = pairOf(1500);
    std::vector<int> trueGroup(1500);
    for (std::size_t client = 0; client < 1500; ++client)
        trueGroup[client] = client < 100 ? -1 : static_cast<int>(client % 7);
    trueGroup[1] = 0; // of the two that share a row
    for (const bool excludesLast : {false, true}) {
        const std::optional<double> byShare = oracleDistance(a, trueGroup, excludesLast);
        const std::optional<double> byCell =
            oracleDistance(Collaboration(a.dense()), trueGroup, excludesLast);
        QVERIFY(byShare && byCell);
        QVERIFY(std::abs(*byShare - *byCell) < 1e-9 * *byCell);
    }
}

COTERIE_SECTION(TestCollaboration)

} // namespace tst_collaboration

#include "tst_collaboration.moc"
