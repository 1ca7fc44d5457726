#include "core/base/hash.h"
#include "core/run/checkpoint.h"
#include "tests/sections.h"

#include <ATen/ATen.h>
#include <cstring>
#include <map>
#include <tuple>

namespace tst_checkpoint {

using namespace coterie;

namespace {

using Stored = std::map<std::tuple<std::string, int, int>, StateChunk>;

/// What a store makes of a delta.
void keep(Stored& stored, const CheckpointDelta& delta)
{
    for (const StateChunk& chunk : delta.removed)
        stored.erase({chunk.part, chunk.client, chunk.index});
    for (const StateChunk& chunk : delta.changed)
        stored.insert_or_assign({chunk.part, chunk.client, chunk.index}, chunk);
}

CheckpointDelta whole(const Stored& stored, int round = 1)
{
    CheckpointDelta all;
    all.round = round;
    for (const auto& [key, chunk] : stored)
        all.changed.push_back(chunk);
    return all;
}

bool identical(const at::Tensor& a, const at::Tensor& b)
{
    if (a.defined() != b.defined())
        return false;
    if (!a.defined())
        return true;
    const at::Tensor left = a.contiguous();
    return left.scalar_type() == b.scalar_type() && left.sizes() == b.sizes()
           && (left.nbytes() == 0
               || std::memcmp(left.data_ptr(), b.data_ptr(), left.nbytes()) == 0);
}

at::Tensor filled(at::IntArrayRef sizes, at::ScalarType type)
{
    at::Tensor values = at::empty(sizes, type);
    auto* bytes = static_cast<unsigned char*>(values.data_ptr());
    for (std::size_t i = 0; i < values.nbytes(); ++i)
        bytes[i] = static_cast<unsigned char>(type == at::kBool ? i % 2 : (i * 37 + 11) % 251);
    return values;
}

KeptState kept(const State& state)
{
    return StateKeeper().keep(state);
}

std::size_t valueChunks(const CheckpointDelta& delta, const std::string& part)
{
    std::size_t count = 0;
    for (const StateChunk& chunk : delta.changed)
        count += chunk.part == part && (chunk.client != -1 || chunk.index != 0) ? 1 : 0;
    return count;
}

} // namespace

class TestCheckpoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTypeAndShapeComesBackBitForBit_data()
    {
        QTest::addColumn<int>("type");
        for (const at::ScalarType type : {at::kFloat,
                                          at::kDouble,
                                          at::kLong,
                                          at::kInt,
                                          at::kShort,
                                          at::kChar,
                                          at::kByte,
                                          at::kBool,
                                          at::kHalf,
                                          at::kBFloat16,
                                          at::kComplexFloat,
                                          at::kComplexDouble})
            QTest::newRow(c10::toString(type)) << static_cast<int>(type);
    }
    void everyTypeAndShapeComesBackBitForBit()
    {
        QFETCH(int, type);
        const auto scalar = static_cast<at::ScalarType>(type);
        State state;
        int number = 0;
        for (const std::vector<std::int64_t>& sizes :
             std::vector<std::vector<std::int64_t>>{{},
                                                    {0},
                                                    {3, 0},
                                                    {1},
                                                    {7},
                                                    {2, 3, 4},
                                                    {1, 100000},
                                                    {20000, 5},
                                                    {5, 9000},
                                                    {3, 2, 4, 5000}})
            state.push_back({std::string(1, static_cast<char>('z' - number++)),
                             filled(sizes, scalar)}); // names fall, order stays
        state.push_back({"turned", filled({50, 2000}, scalar).t()});
        state.push_back({"cut", filled({6, 20000}, scalar).slice(1, 100, 19000)});
        state.push_back({"undefined", at::Tensor()});
        CheckpointEncoder encoder;
        Stored stored;
        keep(stored, encoder.changes(3, kept(state)));
        const Result<State> back = decodeState(whole(stored, 3));
        QVERIFY2(back, back ? "" : back.error().sentence().c_str());
        QCOMPARE(back->size(), state.size());
        for (std::size_t i = 0; i < state.size(); ++i) {
            QCOMPARE((*back)[i].name, state[i].name);
            QVERIFY2(identical(state[i].values, (*back)[i].values), state[i].name.c_str());
        }
    }

    void specialNumbersSurvive()
    {
        at::Tensor values = at::tensor({0.0, -0.0, 5e-324, 1.0}, at::kDouble);
        values[1] = std::numeric_limits<double>::quiet_NaN();
        values[2] = -std::numeric_limits<double>::infinity();
        CheckpointEncoder encoder;
        Stored stored;
        keep(stored, encoder.changes(1, kept({{"v", values}})));
        QVERIFY(identical(values, decodeState(whole(stored))->front().values));
    }

    void onlyRowsThatChangedAreWritten()
    {
        at::Tensor models = filled({40, 5000}, at::kFloat);
        const State state{{"models", models}, {"round", at::zeros({1}, at::kLong)}};
        CheckpointEncoder encoder;
        Stored stored;
        CheckpointDelta first = encoder.changes(1, kept(state));
        QCOMPARE(valueChunks(first, "models"), std::size_t{40});
        keep(stored, first);
        encoder.accept();

        models[7][4999] += 1;
        models[39][0] = -0.0F;
        const CheckpointDelta second = encoder.changes(2, kept(state));
        QCOMPARE(second.round, 2);
        QCOMPARE(second.changed.size(), std::size_t{2});
        QCOMPARE(second.changed[0].client, 7);
        QCOMPARE(second.changed[1].client, 39);
        QVERIFY(second.removed.empty());
        keep(stored, second);
        encoder.accept();
        QVERIFY(identical(models, decodeState(whole(stored))->front().values));
        QVERIFY(encoder.changes(3, kept(state)).changed.empty());
    }

    void whatWasNotAcceptedIsToldAgain()
    {
        at::Tensor models = filled({4, 5000}, at::kFloat);
        CheckpointEncoder encoder;
        QCOMPARE(valueChunks(encoder.changes(1, kept({{"models", models}})), "models"),
                 std::size_t{4});
        QCOMPARE(valueChunks(encoder.changes(2, kept({{"models", models}})), "models"),
                 std::size_t{4});
        encoder.accept();
        QCOMPARE(valueChunks(encoder.changes(3, kept({{"models", models}})), "models"),
                 std::size_t{0});
    }

    void theCopyDoesNotFollowTheTensor()
    {
        at::Tensor models = filled({4, 5000}, at::kFloat);
        const at::Tensor before = models.clone();
        StateKeeper keeper;
        const KeptState first = keeper.keep({{"models", models}});
        CheckpointEncoder encoder;
        Stored stored;
        keep(stored, encoder.changes(1, first));
        models.zero_();
        const KeptState second = keeper.keep({{"models", models}}); // the first is still held
        QVERIFY(identical(before, decodeState(whole(stored))->front().values));
        QVERIFY(identical(models, second.front().values));
    }

    void whatLastsIsSharedAndWhatDoesNotIsCopiedIntoTheMemoryOfTheCopyBefore()
    {
        const at::Tensor lasting = filled({4, 5000}, at::kFloat);
        const at::Tensor turned = filled({5000, 4}, at::kFloat).t();
        const at::Tensor other = filled({4, 5000}, at::kDouble);
        const State state{{"lasting", lasting, true}, {"turned", turned, true}, {"other", other}};
        StateKeeper keeper;
        KeptState first = keeper.keep(state);
        QCOMPARE(first[0].values.data_ptr(), lasting.data_ptr());
        QVERIFY(first[1].values.is_contiguous() && identical(turned, first[1].values));
        const void* copy = first[2].values.data_ptr();
        QVERIFY(copy != other.data_ptr());
        const KeptState second = keeper.keep(state);
        QVERIFY(second[2].values.data_ptr() != copy); // that one is in use
        first.clear();
        QCOMPARE(keeper.keep(state)[2].values.data_ptr(), copy);
    }

    void twoPartsOfOneNameAreRefused()
    {
        const at::Tensor values = filled({3}, at::kFloat);
        QVERIFY_EXCEPTION_THROWN(kept({{"a", values}, {"a", values}}), c10::Error);
    }

    void partsThatShrinkOrVanishAreRemoved()
    {
        CheckpointEncoder encoder;
        Stored stored;
        keep(stored,
             encoder.changes(1,
                             kept({{"models", filled({30, 3000}, at::kFloat)},
                                   {"old", filled({9}, at::kLong)}})));
        encoder.accept();
        const State now{{"models", filled({20, 3000}, at::kFloat)}};
        const CheckpointDelta delta = encoder.changes(2, kept(now));
        QCOMPARE(delta.removed.size(), std::size_t{12});
        keep(stored, delta);
        const Result<State> back = decodeState(whole(stored));
        QVERIFY(back);
        QCOMPARE(back->size(), std::size_t{1});
        QVERIFY(identical(now[0].values, back->front().values));
    }

    void whatTheStoreHoldsIsNotWrittenAgain()
    {
        const State state{{"models", filled({30, 3000}, at::kFloat)},
                          {"small", filled({9}, at::kLong)}};
        Stored stored;
        {
            CheckpointEncoder encoder;
            keep(stored, encoder.changes(1, kept(state)));
        }
        CheckpointEncoder resumed;
        resumed.adopt(whole(stored));
        const CheckpointDelta delta = resumed.changes(2, kept(state));
        QVERIFY(delta.changed.empty());
        QVERIFY(delta.removed.empty());
    }

    void noPieceIsTooLarge()
    {
        const auto floats = static_cast<std::int64_t>(kLargestChunk / sizeof(float));
        const State state{{"flat", filled({2 * floats + 1}, at::kFloat)},
                          {"rows", filled({2, floats + 5}, at::kFloat)}};
        CheckpointEncoder encoder;
        Stored stored;
        const CheckpointDelta delta = encoder.changes(1, kept(state));
        for (const StateChunk& chunk : delta.changed)
            QVERIFY(chunk.bytes.size() <= kLargestChunk);
        QCOMPARE(valueChunks(delta, "flat"), std::size_t{3});
        QCOMPARE(valueChunks(delta, "rows"), std::size_t{4});
        keep(stored, delta);
        const Result<State> back = decodeState(whole(stored));
        QVERIFY(identical(state[0].values, (*back)[0].values));
        QVERIFY(identical(state[1].values, (*back)[1].values));
    }

    void damageIsNamed()
    {
        CheckpointEncoder encoder;
        Stored stored;
        keep(stored, encoder.changes(1, kept({{"models", filled({30, 3000}, at::kFloat)}})));
        const auto sentenceWith = [&](const auto& damage) {
            Stored damaged = stored;
            damage(damaged);
            const Result<State> back = decodeState(whole(damaged));
            return back ? std::string("no error") : back.error().message;
        };
        QCOMPARE(sentenceWith([](Stored& all) {
                     all.erase({"models", 17, 0});
                 }),
                 std::string("The checkpoint's part \"models\" needs 360000 bytes for its shape "
                             "(has 348000)."));
        // Enough bytes in all, but not in this row.
        QCOMPARE(
            sentenceWith([](Stored& all) {
                all.erase({"models", 17, 0});
                const std::vector<std::byte> twoRows(24'000);
                all.at({"models", 29, 0}).bytes = SharedBytes({twoRows.begin(), twoRows.end()});
            }),
            std::string("The checkpoint's part \"models\" does not fill its row 17."));
        const auto header = [](std::string_view text) {
            return [text](Stored& all) {
                const auto bytes = std::as_bytes(std::span(text));
                all.at({"models", -1, 0}).bytes = SharedBytes({bytes.begin(), bytes.end()});
            };
        };
        QCOMPARE(sentenceWith(header("nonsense")),
                 std::string("The checkpoint's part \"models\" has a header that cannot be read."));
        QCOMPARE(sentenceWith(header("0 float32 cpu rows 30 x")),
                 std::string("The checkpoint's part \"models\" has a header that cannot be read."));
        QCOMPARE(sentenceWith(header("0 float33 cpu rows 30 3000")),
                 std::string("The checkpoint's part \"models\" has the unknown type \"float33\"."));
        QCOMPARE(sentenceWith(header("0 float32 cpu rows 30 2999")),
                 std::string("The checkpoint's part \"models\" does not fill its row 0."));
    }

    /// A header may claim anything: no memory is taken and no row counted that the stored bytes
    /// cannot fill.
    void hostileSizesAreRefusedBeforeMemoryIsTaken_data()
    {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("sentence");
        const QString bytes = "needs %1 bytes for its shape (has 360000)";
        const QString shape = "has an impossible shape";
        QTest::newRow("one more row") << "rows 31 3000" << bytes.arg(372'000);
        QTest::newRow("8 TB") << "whole 2000000000000" << bytes.arg(8'000'000'000'000);
        QTest::newRow("8 TB of rows") << "rows 2000000000 1000" << bytes.arg(8'000'000'000'000);
        QTest::newRow("too many bytes") << "whole 4611686018427387904" << shape;
        QTest::newRow("a product that wraps to 0") << "whole 4294967296 4294967296" << shape;
        QTest::newRow("a product that wraps to 360,000")
            << "rows 30 3000 4611686018427387905" << shape;
        QTest::newRow("hidden behind 0") << "whole 0 4294967296 4294967296" << shape;
        QTest::newRow("empty rows without end") << "rows 2000000000000 0" << shape;
        QTest::newRow("many dimensions") << "whole" + QString(" 1").repeated(100'000) << shape;
    }
    void hostileSizesAreRefusedBeforeMemoryIsTaken()
    {
        QFETCH(QString, header);
        QFETCH(QString, sentence);
        CheckpointEncoder encoder;
        Stored stored;
        keep(stored, encoder.changes(1, kept({{"models", filled({30, 3000}, at::kFloat)}})));
        const std::string text = "0 float32 cpu " + header.toStdString();
        const auto letters = std::as_bytes(std::span(text));
        stored.at({"models", -1, 0}).bytes = SharedBytes({letters.begin(), letters.end()});
        const Result<State> back = decodeState(whole(stored));
        QVERIFY(!back);
        QCOMPARE(QString::fromStdString(back.error().message),
                 "The checkpoint's part \"models\" " + sentence + '.');
    }

    void contentsAreToldApart()
    {
        std::vector<std::byte> bytes(1000, std::byte{0});
        std::map<std::uint64_t, std::size_t> seen;
        seen[contentHash(bytes)] = bytes.size();
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            for (const int bit : {0, 7}) {
                bytes[i] = static_cast<std::byte>(1 << bit);
                QVERIFY(seen.emplace(contentHash(bytes), i).second);
            }
            bytes[i] = std::byte{0};
        }
        for (std::size_t length = 0; length < bytes.size(); ++length) // zeros of every length
            QVERIFY(seen.emplace(contentHash(std::span(bytes).first(length)), length).second);
    }
};

COTERIE_SECTION(TestCheckpoint)

} // namespace tst_checkpoint

#include "tst_checkpoint.moc"
