#include "core/store/database.h"
#include "core/store/row_values.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace tst_reports_round_trip {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Random reports in which every optional part is sometimes there and every number sometimes
/// extreme.
class ReportMaker
{
public:
    explicit ReportMaker(std::uint32_t round)
        : m_stream({.seed = 2024, .round = round})
    {}

    RoundReport report(int round)
    {
        RoundReport report;
        report.round = round;
        report.learningRate = number();
        const int clients = length();
        for (int client = 0; client < clients; ++client) {
            report.clients.push_back({.client = 2 * client,
                                      .trainLoss = maybe(),
                                      .trainAccuracy = maybe(),
                                      .personalTest = maybeScore(),
                                      .globalTest = maybeScore(),
                                      .personalValidation = maybeScore(),
                                      .globalValidation = maybeScore(),
                                      .steps = whole(),
                                      .updateNorm = maybe()});
        }
        report.officialTest = maybeScore();
        report.pooledTrain = maybeScore();
        report.participants = wholes();
        if (coin())
            report.grouping = grouping();
        if (coin())
            report.samplingClusters = grouping();
        if (coin())
            report.collaboration = matrix(true);
        if (coin())
            report.similarity = matrix(true);
        if (coin())
            report.gram = matrix(false);
        report.clientValues = values();
        report.groupValues = values();
        for (const char* name : {"gamma1", "globalSparsity", "samplingSharpness"})
            if (coin())
                report.metrics[name] = number();
        for (int i = length(); i > 0; --i) {
            report.traffic.push_back({.link = static_cast<Link>(m_stream.below(5)),
                                      .client = maybeWhole(),
                                      .bits = number()});
            report.events.push_back({.severity = static_cast<Severity>(m_stream.below(3)),
                                     .what = what(),
                                     .client = maybeWhole(),
                                     .sentence = text()});
            report.timings.push_back({.phase = text(), .seconds = number()});
        }
        report.seconds = number();
        return report;
    }

private:
    bool coin() { return m_stream.below(2) == 0; }
    /// Of a list: short, or longer than what one statement writes.
    int length() { return static_cast<int>(m_stream.below(coin() ? 5 : 40)); }
    int whole() { return static_cast<int>(m_stream.below(1000)) - 10; }
    std::optional<int> maybeWhole() { return coin() ? std::optional(whole()) : std::nullopt; }
    EventValue what()
    {
        switch (m_stream.below(5)) {
        case 0:
            return SettingChanged{.place = text(),
                                  .from = coin() ? std::optional(m_stream.normal()) : std::nullopt,
                                  .to = m_stream.normal()};
        case 1:
            return LossNotFinite{text()};
        case 2:
            return ClientJoined{maybeWhole()};
        case 3:
            return EnvironmentChanged{text(), text(), text()};
        default:
            return Note{text()};
        }
    }
    std::optional<double> maybe() { return coin() ? std::optional(number()) : std::nullopt; }
    double number()
    {
        switch (m_stream.below(8)) {
        case 0:
            return std::numeric_limits<double>::quiet_NaN();
        case 1:
            return std::numeric_limits<double>::infinity();
        case 2:
            return -std::numeric_limits<double>::infinity();
        case 3:
            return coin() ? -0.0 : static_cast<double>(whole());
        case 4:
            return std::bit_cast<double>(
                m_stream.next64()); // any double at all, NaNs with odd bits included
        default:
            return m_stream.normal();
        }
    }
    std::optional<Score> maybeScore()
    {
        if (coin())
            return std::nullopt;
        return Score{.loss = number(), .accuracy = maybe(), .samples = whole()};
    }
    std::vector<int> wholes()
    {
        std::vector<int> list;
        for (int i = length(); i > 0; --i)
            list.push_back(whole());
        return list;
    }
    Merge merge()
    {
        return {.left = whole(),
                .right = whole(),
                .score = number(),
                .kind = coin() ? MergeKind::Gain : MergeKind::Distance,
                .size = whole(),
                .dataGain = maybe(),
                .similarityLoss = maybe()};
    }
    Grouping grouping()
    {
        Grouping grouping;
        for (std::uint64_t i = m_stream.below(4); i > 0; --i) {
            grouping.groups.push_back(wholes()); // empty ones too
            grouping.merges.push_back(merge());
        }
        grouping.stopReason = text();
        if (coin())
            grouping.refused = merge();
        return grouping;
    }
    Matrix matrix(bool single)
    {
        Matrix matrix(m_stream.below(5), m_stream.below(5));
        for (double& value : matrix.values) {
            value = number();
            if (single) // what a float can hold comes back exactly; rounding has its own test
                value = std::isnan(value) ? std::nan("")
                                          : static_cast<double>(static_cast<float>(value));
        }
        return matrix;
    }
    std::vector<NamedValues> values()
    {
        std::vector<NamedValues> series;
        for (std::uint64_t i = m_stream.below(3); i > 0; --i) {
            series.push_back({.name = text(), .values = {}});
            for (int k = length(); k > 0; --k)
                series.back().values.push_back(maybe());
        }
        return series;
    }
    std::string text()
    {
        constexpr std::array kTexts{
            "", "plain", "with 'quotes' and \"more\"", "zwei\nZeilen, α = 80", "NULL"};
        return kTexts[m_stream.below(kTexts.size())];
    }

    RandomStream m_stream;
};

/// Every part of a report as text, doubles by their bits: unlike ==, it holds NaN equal to itself
/// and 0 unlike −0.
class Printer
{
public:
    std::string print(const RoundReport& report)
    {
        put(report.round,
            report.learningRate,
            report.officialTest,
            report.pooledTrain,
            report.seconds);
        put(report.clients.size());
        for (const ClientReport& c : report.clients)
            put(c.client,
                c.trainLoss,
                c.trainAccuracy,
                c.personalTest,
                c.globalTest,
                c.personalValidation,
                c.globalValidation,
                c.steps,
                c.updateNorm);
        put(report.participants.size());
        for (const int client : report.participants)
            put(client);
        for (const auto* grouping : {&report.grouping, &report.samplingClusters}) {
            put(grouping->has_value());
            if (!*grouping)
                continue;
            put((*grouping)->groups.size());
            for (const auto& group : (*grouping)->groups) {
                put(group.size());
                for (const int client : group)
                    put(client);
            }
            put((*grouping)->merges.size());
            for (const Merge& merge : (*grouping)->merges)
                put(merge);
            put((*grouping)->stopReason, (*grouping)->refused);
        }
        put(report.collaboration ? std::optional(report.collaboration->dense()) : std::nullopt,
            report.similarity,
            report.gram);
        for (const auto* list : {&report.clientValues, &report.groupValues}) {
            put(list->size());
            for (const NamedValues& values : *list) {
                put(values.name, values.values.size());
                for (const auto& value : values.values)
                    put(value);
            }
        }
        put(report.metrics.size());
        for (const auto& [name, value] : report.metrics)
            put(name, value);
        put(report.traffic.size());
        for (const Traffic& traffic : report.traffic)
            put(static_cast<int>(traffic.link), traffic.client, traffic.bits);
        put(report.events.size());
        for (const Event& event : report.events)
            put(static_cast<int>(event.severity),
                std::string(kindOf(event.what)),
                eventJson(event.what).value_or(""),
                event.client,
                event.sentence);
        put(report.timings.size());
        for (const PhaseTime& time : report.timings)
            put(time.phase, time.seconds);
        return std::move(m_text);
    }

private:
    template <typename... Values>
    void put(const Values&... values)
    {
        (one(values), ...);
        m_text += '\n';
    }
    void one(const std::string& value) { m_text += '"' + value + "\" "; }
    void one(double value) { m_text += std::to_string(std::bit_cast<std::uint64_t>(value)) + "d "; }
    template <std::integral Integer>
    void one(Integer value)
    {
        m_text += std::to_string(value) + ' ';
    }
    void one(const Score& score)
    {
        one(score.loss);
        one(score.accuracy);
        one(score.samples);
    }
    void one(const Merge& merge)
    {
        put(merge.left,
            merge.right,
            merge.score,
            static_cast<int>(merge.kind),
            merge.size,
            merge.dataGain,
            merge.similarityLoss);
    }
    void one(const Matrix& matrix)
    {
        put(matrix.rows, matrix.columns);
        for (const double value : matrix.values)
            one(value);
    }
    template <typename Value>
    void one(const std::optional<Value>& value)
    {
        if (value)
            one(*value);
        else
            m_text += "absent ";
    }

    std::string m_text;
};

std::string printed(const RoundReport& report)
{
    return Printer().print(report);
}

} // namespace

class TestReportsRoundTrip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyReportComesBackAsItWas();
    void anEmptyReportStaysEmpty();
    void leavesMatricesOutWhenAsked();
    void readsARangeOfRounds();
    void storesAMatrixOnlyWhenItChanged();
    void aMatrixNotReportedStaysAbsent();
    void roundsCollaborationToFloatsAndKeepsGram();
    void noticesAChangeOfShapeAlone();
    void saysWhenAMatrixIsDamaged();
};

void TestReportsRoundTrip::anyReportComesBackAsItWas()
{
    StoreFixture fixture;
    for (std::uint32_t trial = 0; trial < 60; ++trial) {
        const std::int64_t run = fixture.addRun();
        ReportMaker maker(trial);
        Reports reports;
        for (int round = 0; round < 6; ++round)
            reports.push_back(shared(maker.report(round)));
        QVERIFY(fixture.store->commit(run, {reports.begin(), reports.begin() + 3}, nullptr)
                    .has_value());
        QVERIFY(
            fixture.store->commit(run, {reports.begin() + 3, reports.end()}, nullptr).has_value());
        const auto stored = valueOf(fixture.store->reports(run));
        QCOMPARE(stored.size(), reports.size());
        for (std::size_t i = 0; i < stored.size(); ++i)
            QCOMPARE(printed(stored[i]), printed(*reports[i]));
    }
}

void TestReportsRoundTrip::anEmptyReportStaysEmpty()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    QVERIFY(fixture.store->commit(run, {shared({})}, nullptr).has_value());
    QVERIFY(valueOf(fixture.store->reports(run)).front() == RoundReport());
}

void TestReportsRoundTrip::leavesMatricesOutWhenAsked()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport report = plainReport(0);
    report.collaboration = report.similarity = report.gram = Matrix(3, 3, 0.5);
    QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
    QVERIFY(valueOf(fixture.store->reports(run)).front() == report);
    QVERIFY(valueOf(fixture.store->reports(run, 0, -1, false)).front() == plainReport(0));
}

void TestReportsRoundTrip::readsARangeOfRounds()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    Reports reports;
    for (int round = 0; round < 10; ++round) {
        RoundReport report = plainReport(round);
        report.collaboration = Matrix(2, 2, 0.5); // of round 0: outside the range that is read
        reports.push_back(shared(report));
    }
    QVERIFY(fixture.store->commit(run, reports, nullptr).has_value());
    const auto stored = valueOf(fixture.store->reports(run, 3, 5));
    QCOMPARE(stored.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(stored[i] == *reports[i + 3]);
    QCOMPARE(valueOf(fixture.store->reports(run, 8)).size(), std::size_t{2});
    QCOMPARE(valueOf(fixture.store->reports(run, 20)).size(), std::size_t{0});
}

void TestReportsRoundTrip::storesAMatrixOnlyWhenItChanged()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    const std::vector<double> values{0.5, 0.5, 0.25, 0.25, 0.5};
    for (int round = 0; round < 5; ++round) {
        RoundReport report;
        report.round = round;
        report.collaboration = Matrix(50, 50, values[static_cast<std::size_t>(round)]);
        QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
    }
    Database database(fixture.file(), Database::Access::ReadOnly);
    QCOMPARE(database.firstValue("SELECT group_concat(round) FROM matrix WHERE bytes IS NOT NULL"),
             std::string("0,2,4"));
    const auto stored = valueOf(fixture.store->reports(run));
    for (std::size_t i = 0; i < 5; ++i)
        QVERIFY(stored[i].collaboration == Matrix(50, 50, values[i]));
}

void TestReportsRoundTrip::aMatrixNotReportedStaysAbsent()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    Reports reports;
    for (int round = 0; round < 5; ++round) {
        RoundReport report;
        report.round = round;
        if (round % 2 == 0)
            report.similarity = Matrix(3, 3, 1.0);
        reports.push_back(shared(report));
    }
    QVERIFY(fixture.store->commit(run, reports, nullptr).has_value());
    const auto stored = valueOf(fixture.store->reports(run));
    for (std::size_t i = 0; i < 5; ++i)
        QVERIFY(stored[i] == *reports[i]);
}

void TestReportsRoundTrip::roundsCollaborationToFloatsAndKeepsGram()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport report;
    report.collaboration = report.similarity = report.gram = Matrix(2, 2, 1.0 / 3.0);
    QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
    const RoundReport stored = std::move(valueOf(fixture.store->reports(run)).front());
    QVERIFY(stored.collaboration == Matrix(2, 2, static_cast<double>(1.0F / 3.0F)));
    QVERIFY(stored.similarity == Matrix(2, 2, static_cast<double>(1.0F / 3.0F)));
    QVERIFY(stored.gram == report.gram);
}

void TestReportsRoundTrip::noticesAChangeOfShapeAlone()
{
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport wide;
    wide.gram = Matrix(2, 6, 1.0);
    RoundReport tall;
    tall.round = 1;
    tall.gram = Matrix(6, 2, 1.0);
    QVERIFY(fixture.store->commit(run, {shared(wide), shared(tall)}, nullptr).has_value());
    QVERIFY(valueOf(fixture.store->reports(run)).back() == tall);
}

void TestReportsRoundTrip::saysWhenAMatrixIsDamaged()
{
    QVERIFY(!decompress(std::vector<std::byte>(20, std::byte{7}), 100));
    StoreFixture fixture;
    const std::int64_t run = fixture.addRun();
    RoundReport report;
    report.gram = Matrix(4, 4, 2.0);
    QVERIFY(fixture.store->commit(run, {shared(report)}, nullptr).has_value());
    {
        Database database(fixture.file(), Database::Access::ReadWrite);
        database.execute("UPDATE matrix SET bytes = zeroblob(30)");
    }
    const std::string sentence = sentenceOf(fixture.store->reports(run));
    QVERIFY2(sentence.find("a matrix of round 0 cannot be unpacked") != std::string::npos,
             sentence.c_str());
    QVERIFY(fixture.store->reports(run, 0, -1, false).has_value());
}

COTERIE_SECTION(TestReportsRoundTrip)

} // namespace tst_reports_round_trip

#include "tst_reports_round_trip.moc"
