#include "core/base/hash.h"
#include "core/run/checkpoint.h"
#include "core/run/dealt_rows.h"
#include "core/run/recorder.h"
#include "core/train/run_stopped.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <map>
#include <stdexcept>
#include <tuple>

namespace tst_dealt_state {

using namespace coterie;

namespace {

constexpr std::size_t kOwn = 2; ///< rows of rank 0

/// Rows of other ranks, which change in every round.
class OtherRows final : public DealtRows
{
public:
    explicit OtherRows(const at::Tensor& all)
        : m_all(all)
    {}

    [[nodiscard]] std::size_t count() const override
    {
        return static_cast<std::size_t>(m_all.size(0));
    }
    [[nodiscard]] std::size_t rowBytes() const override { return m_all.nbytes() / count(); }
    [[nodiscard]] std::vector<std::uint64_t> hashes() const override
    {
        if (isDamaged)
            throw std::runtime_error("there are none");
        std::vector<std::uint64_t> hashes;
        for (std::size_t which = 0; which < count(); ++which)
            std::ranges::copy(pieceHashes(bytesOf(which)), std::back_inserter(hashes));
        return hashes;
    }
    [[nodiscard]] SharedBytes row(std::size_t which) const override
    {
        if (isLost)
            throw RunStopped{.cause = "Rank 1 has ended."};
        asked.push_back(which);
        const auto bytes = bytesOf(which);
        return SharedBytes(std::vector<std::byte>(bytes.begin(), bytes.end()));
    }

    mutable std::vector<std::size_t> asked;
    bool isLost = false;
    bool isDamaged = false;

private:
    [[nodiscard]] std::span<const std::byte> bytesOf(std::size_t which) const
    {
        return {static_cast<const std::byte*>(m_all.data_ptr()) + which * rowBytes(), rowBytes()};
    }

    const at::Tensor m_all;
};

/// Two parts, the first of which is dealt if there are other ranks.
State stateOf(const at::Tensor& all, const std::shared_ptr<OtherRows>& others, double round = 0)
{
    State state{{.name = "models", .values = all},
                {.name = "round", .values = at::full({1}, round)}};
    if (others) {
        state.front().values = all.narrow(0, 0, kOwn);
        state.front().first = 0;
        state.front().dealt = others;
    }
    return state;
}

at::Tensor manyRows(double start = 0)
{
    return at::arange(5 * 20'000, at::kFloat).add_(start).view({5, 20'000});
}

/// Brings all bytes of a commit, as a store does.
class BringingSink final : public RunSink
{
public:
    Result<void> commit(std::int64_t,
                        const std::vector<std::shared_ptr<const RoundReport>>& reports,
                        const CheckpointDelta* checkpoint) override
    {
        if (refusals > 0) {
            --refusals;
            return fail("disk", "the disk is full");
        }
        if (isBroken)
            throw std::runtime_error("it is broken");
        for (std::size_t i = 0; checkpoint != nullptr && i < checkpoint->changed.size(); ++i) {
            StateChunk chunk = checkpoint->changed[i];
            chunk.bytes = chunk.bytes.here();
            chunks.insert_or_assign({chunk.part, chunk.client, chunk.index}, chunk);
        }
        for (const auto& report : reports)
            rounds.push_back(report->round);
        return {};
    }
    Result<void> setFacts(std::int64_t, const FederationFacts&) override { return {}; }
    Result<void> setRounds(std::int64_t, int) override { return {}; }
    Result<void> setStatus(std::int64_t, RunStatus, const std::string&) override { return {}; }
    Result<CheckpointDelta> loadCheckpoint(std::int64_t) override
    {
        CheckpointDelta all;
        for (const auto& [key, chunk] : chunks)
            all.changed.push_back(chunk);
        return all;
    }
    [[nodiscard]] double firstNumber()
    {
        const Result<State> state = decodeState(*loadCheckpoint(1));
        return state->front().values[4][0].item<double>();
    }

    int refusals = 0;
    bool isBroken = false;
    std::vector<int> rounds;
    std::map<std::tuple<std::string, int, int>, StateChunk> chunks;
};

std::shared_ptr<const RoundReport> reportOf(int round)
{
    auto report = std::make_shared<RoundReport>();
    report->round = round;
    return report;
}

} // namespace

/// The state of a run whose models are dealt among ranks, as rank 0 writes and reads it.
class TestDealtState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsStoredLikeThatOfOneProcess()
    {
        const at::Tensor all = manyRows();
        const auto others = std::make_shared<OtherRows>(all);
        CheckpointEncoder encoder;
        const CheckpointDelta whole = encoder.changes(1, StateKeeper().keep(stateOf(all, nullptr)));
        CheckpointEncoder dealer;
        const CheckpointDelta dealt = dealer.changes(1, StateKeeper().keep(stateOf(all, others)));
        QVERIFY(others->asked.empty()); // until the bytes are wanted
        QCOMPARE(dealt.changed.size(), whole.changed.size());
        for (std::size_t i = 0; i < whole.changed.size(); ++i) {
            QCOMPARE(dealt.changed[i].part, whole.changed[i].part);
            QCOMPARE(dealt.changed[i].client, whole.changed[i].client);
            QCOMPARE(dealt.changed[i].hash, whole.changed[i].hash);
            QCOMPARE(dealt.changed[i].bytes.size(), whole.changed[i].bytes.size());
            QVERIFY(dealt.changed[i].bytes == whole.changed[i].bytes);
        }
        dealer.accept();
        others->asked.clear();
        all[3].add_(1);
        const CheckpointDelta next = dealer.changes(2, StateKeeper().keep(stateOf(all, others)));
        QCOMPARE(next.changed.size(), std::size_t{1});
        QCOMPARE(next.changed.front().client, 3);
        QCOMPARE(next.changed.front().bytes.here().size(), std::size_t{80'000});
        QCOMPARE(others->asked, std::vector<std::size_t>{3});
    }

    void aRankDecodesItsRows_data()
    {
        QTest::addColumn<bool>("isLarge"); // a small part is stored in one piece
        QTest::newRow("row by row") << true;
        QTest::newRow("whole") << false;
    }

    void aRankDecodesItsRows()
    {
        QFETCH(bool, isLarge);
        const at::Tensor all = isLarge ? manyRows() : manyRows().narrow(1, 0, 3).contiguous();
        CheckpointEncoder encoder;
        CheckpointDelta checkpoint = encoder.changes(1, StateKeeper().keep(stateOf(all, nullptr)));
        if (isLarge)
            std::erase_if(checkpoint.changed, [](const StateChunk& chunk) {
                return chunk.client >= 0 && chunk.client != 2 && chunk.client != 3;
            });
        const auto decoded = [&](std::size_t first, const at::Tensor& rows, bool isFilled = false) {
            return decodeState(
                checkpoint,
                at::kCPU,
                std::vector<StateShare>{
                    {.part = "models", .first = first, .rows = rows, .isFilled = isFilled}});
        };
        const auto rowsFor = [&](std::int64_t count) {
            return at::zeros({count, all.size(1)}, at::kFloat);
        };
        const at::Tensor rows = rowsFor(2);
        const Result<State> state = decoded(2, rows);
        QVERIFY2(state, state ? "" : state.error().sentence().c_str());
        QVERIFY(at::equal(rows, all.narrow(0, 2, 2)));
        QVERIFY(state->front().values.is_same(rows)); // they take no other memory
        QVERIFY(at::equal(state->back().values, at::zeros({1})));
        const Result<State> none = decoded(5, rowsFor(0));
        QVERIFY2(none, none ? "" : none.error().sentence().c_str());
        QCOMPARE(none->front().values.size(0), 0);
        QVERIFY(!decoded(4, rowsFor(2))); // there are 5
        QVERIFY(!decoded(2, at::zeros({2, all.size(1)}, at::kDouble)));
        QVERIFY(!decoded(2, at::zeros({2, all.size(1) + 1}, at::kFloat)));
        if (isLarge)
            QVERIFY(!decoded(0, rowsFor(2))); // without its pieces
        QCOMPARE(decoded(0, rowsFor(2), true).has_value(), true);
        QCOMPARE(decodeState(checkpoint).has_value(), !isLarge); // other rows are not there
    }

    void rowsGoToTheirPlacesAsTheyArrive()
    {
        // A row is larger than a piece.
        constexpr std::int64_t kColumns = (5 << 20) + 3;
        const at::Tensor all = at::arange(3 * kColumns, at::kFloat).view({3, kColumns});
        CheckpointEncoder encoder;
        const CheckpointDelta whole = encoder.changes(1, StateKeeper().keep({{"models", all}}));
        const at::Tensor own = at::zeros({2, kColumns}, at::kFloat);
        ArrivingRows arriving(
            State{{.name = "models", .values = own, .first = 1}, {.name = "other", .values = all}});
        CheckpointDelta head = whole;
        std::erase_if(head.changed, [](const StateChunk& chunk) { return chunk.client >= 0; });
        QCOMPARE(head.changed.size(), std::size_t{1});
        for (const StateChunk& chunk : whole.changed)
            if (chunk.client >= 0) {
                QVERIFY(!arriving.isComplete("models"));
                arriving.take("models", chunk.client, chunk.index, chunk.bytes.view());
            }
        QVERIFY(arriving.isComplete("models"));
        QVERIFY(at::equal(own, all.narrow(0, 1, 2)));
        const auto takes = [&](const std::string& part, int index, std::size_t count) {
            try {
                arriving.take(part, 1, index, std::vector<std::byte>(count));
                return true;
            } catch (const std::runtime_error&) {
                return false;
            }
        };
        QVERIFY(!takes("other", 0, 4)); // which is not dealt
        QVERIFY(!takes("models", 0, 4));
        QVERIFY(!takes("models", 1, (4 << 20) + 13));
        QVERIFY(!takes("models", 2, 4));
        QVERIFY(!takes("models", -1, 4));
        QVERIFY(at::equal(own, all.narrow(0, 1, 2)));
    }

    /// The rows of the next round are others.
    void itIsWrittenBeforeTheRoundIsOver()
    {
        const at::Tensor all = manyRows();
        const auto others = std::make_shared<OtherRows>(all);
        BringingSink sink;
        Recorder recorder(sink, 1, 1e9); // snapshots alone, without the first
        for (int round = 0; round < 3; ++round) {
            all.fill_(round);
            QVERIFY(recorder.roundDone(reportOf(round), [&] { return stateOf(all, others); }));
        }
        QCOMPARE(sink.rounds, std::vector<int>{0});
        QCOMPARE(sink.firstNumber(), 0.0);
        all.fill_(2);
        QVERIFY(recorder.flushAll([&] { return stateOf(all, others); }));
        QCOMPARE(sink.firstNumber(), 2.0);
        QCOMPARE(sink.rounds, (std::vector<int>{0, 1, 2}));
        QCOMPARE(recorder.stateKept(), 2);
    }

    void whatIsRefusedIsTriedAgain()
    {
        const at::Tensor all = manyRows();
        const auto others = std::make_shared<OtherRows>(all);
        BringingSink sink;
        Recorder recorder(sink, 1, 0);
        sink.refusals = 1;
        QVERIFY(!recorder.roundDone(reportOf(0), [&] { return stateOf(all, others); }));
        QVERIFY(recorder.flush());
        QCOMPARE(sink.rounds, std::vector<int>{0});
        QCOMPARE(recorder.roundKept(), 0);
    }

    /// The run stops and goes back to what is stored.
    void aLostRankDropsTheRound()
    {
        const at::Tensor all = manyRows();
        const auto others = std::make_shared<OtherRows>(all);
        const auto state = [&] { return stateOf(all, others); };
        BringingSink sink;
        Recorder recorder(sink, 1, 0);
        QVERIFY(recorder.roundDone(reportOf(0), state));
        all.fill_(7);
        others->isLost = true;
        bool isStopped = false;
        try {
            static_cast<void>(recorder.roundDone(reportOf(1), state));
        } catch (const RunStopped& stopped) {
            isStopped = stopped.cause == "Rank 1 has ended.";
        }
        QVERIFY(isStopped);
        QVERIFY(recorder.flush());
        QCOMPARE(sink.rounds, std::vector<int>{0});
        QCOMPARE(recorder.roundKept(), 0);
        QCOMPARE(recorder.stateKept(), 0);
    }

    /// What was dropped with a state is still to be written.
    void aChangeOutlivesALostRank()
    {
        const at::Tensor all = manyRows();
        const auto others = std::make_shared<OtherRows>(all);
        BringingSink sink;
        Recorder recorder(sink, 1, 0);
        QVERIFY(recorder.roundDone(reportOf(0), [&] { return stateOf(all, others); }));
        all.fill_(7);
        others->isLost = true;
        bool isStopped = false;
        try {
            static_cast<void>(
                recorder.roundDone(reportOf(1), [&] { return stateOf(all, others, 3); }));
        } catch (const RunStopped&) {
            isStopped = true;
        }
        QVERIFY(isStopped);
        QVERIFY(
            recorder.amend({.part = {.name = "round", .values = at::full({1}, 3.0)}, .place = 1}));
        const Result<State> stored = decodeState(*sink.loadCheckpoint(1));
        QCOMPARE(stored->back().values.item<double>(), 3.0);
    }

    void aRefusalNamesWhatHasFailed()
    {
        const at::Tensor all = manyRows();
        const auto others = std::make_shared<OtherRows>(all);
        BringingSink sink;
        Recorder recorder(sink, 1, 0);
        others->isDamaged = true;
        const Result<void> unmade =
            recorder.roundDone(reportOf(0), [&] { return stateOf(all, others); });
        QVERIFY(!unmade);
        QCOMPARE(unmade.error().message,
                 std::string("The state of the run cannot be made ready to be written: there are "
                             "none"));
        others->isDamaged = false;
        sink.isBroken = true;
        const Result<void> unwritten = recorder.flush();
        QVERIFY(!unwritten);
        QCOMPARE(unwritten.error().message,
                 std::string("The run store cannot be written: it is broken"));
        sink.isBroken = false;
        QVERIFY(recorder.flush());
        QCOMPARE(sink.rounds, std::vector<int>{0});
    }
};

COTERIE_SECTION(TestDealtState)

} // namespace tst_dealt_state

#include "tst_dealt_state.moc"
