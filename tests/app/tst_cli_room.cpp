#include "core/run/machine_room.h"
#include "core/train/rank_links.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QRegularExpression>
#include <QStorageInfo>
#include <QTest>

#include <optional>

namespace tst_cli_room {

using namespace coterie;
using coterie::test::CliFixture;
using coterie::test::Outcome;

/// What runs take of memory and disk, and what becomes of those that take too much.
class TestCliRoom final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void validateSaysWhatTheRunsTake();
    void validateGoesByTheDeviceThatIsNamed();
    void aRunThatDoesNotFitIsRefused();
    void ranksThatDoNotFitTogetherAreRefused();

private:
    /// A billion rounds of forty clients: more than eight terabytes.
    [[nodiscard]] QStringList huge() const
    {
        return {m_file, "--set", "/data/partition/clients=40", "--set", "/rounds=1000000000"};
    }
    [[nodiscard]] bool mightHoldThem() const
    {
        return QStorageInfo(m_folder->path()).bytesAvailable() > 5'000'000'000'000;
    }
};

void TestCliRoom::validateSaysWhatTheRunsTake()
{
    const Outcome small = call({"validate", m_file});
    const QRegularExpression sentence(
        "\nA run takes up to [0-9.]+ [MG]B of memory; all together leave [0-9.]+ [kM]B in the run "
        "store, and one that is computed takes up to [0-9.]+ [kM]B more \\(estimates\\)\\.\n");
    QVERIFY2(small.out.contains(sentence), qPrintable(small.out));
    const Outcome large = call(QStringList{"validate"} + huge());
    QCOMPARE(large.code, 0); // of another machine
    if (mightHoldThem())
        QSKIP("the disk here is too large");
    QVERIFY2(large.out.contains(" of disk for the run store"), qPrintable(large.out));
    QVERIFY2(large.out.contains(" would refuse it.\n"), qPrintable(large.out));
}

/// On cards no models are dealt, and they take no memory of the machine.
void TestCliRoom::validateGoesByTheDeviceThatIsNamed()
{
    const auto validated = [this](const QStringList& more) {
        return call(QStringList{"validate", m_file, "--ranks", "2"} + more).out;
    };
    const QString ofProcessor = validated({"--set", "/device=cpu"});
    QVERIFY2(ofProcessor.contains("\nModels of "), qPrintable(ofProcessor));
    const QString ofCard = validated({"--set", "/device=cuda"});
    QVERIFY2(ofCard.contains("because they are on graphics cards."), qPrintable(ofCard));
    QCOMPARE(validated({"--set", "/device=cuda", "--device", "cpu"}), ofProcessor);
}

void TestCliRoom::aRunThatDoesNotFitIsRefused()
{
    if (mightHoldThem())
        QSKIP("the disk here is too large");
    const Outcome outcome = call(QStringList{"run"} + huge() + QStringList{"--seed", "1"});
    QVERIFY(outcome.code != 0);
    QVERIFY2((outcome.out + outcome.err).contains("of disk for the run store (mostly results"),
             qPrintable(outcome.out + outcome.err));
    QVERIFY2((outcome.out + outcome.err).contains("COTERIE_ANYWAY=1"),
             qPrintable(outcome.out + outcome.err));
}

/// Each of them would fit alone, and they cannot deal the models of this method among themselves.
void TestCliRoom::ranksThatDoNotFitTogetherAreRefused()
{
    if (const Result<void> available = checkRanksAvailable(); !available)
        QSKIP(available.error().sentence().c_str());
    const std::optional<double> available = memoryAvailable();
    if (!available || *available > 64e9)
        QSKIP("the memory here is unknown, or takes too many clients to fill");
    const auto federation = [&](int clients) {
        return QStringLiteral("'%1' --set /model/name=mnist_cnn_582k --set "
                              "/data/partition/clients=%2 --set /data/dataset/samples=%3 "
                              "--set /arms/0/algorithm/name=maxfl --db '%4'")
            .arg(m_file, QString::number(clients), QString::number(8 * clients), m_database);
    };
    const auto validated = [&](int clients) {
        return shell("\"$COTERIE_CLI\" validate " + federation(clients) + " --ranks 4").out;
    };
    static const QRegularExpression sentence(
        "it takes up to ([0-9.]+) ([MG])B for a rank and ([0-9.]+) ([MG])B together[.]");
    const auto bytes = [](const QRegularExpressionMatch& match, int at) {
        return match.captured(at).toDouble() * (match.captured(at + 1) == "G" ? 1e9 : 1e6);
    };
    // As many clients as would fill twice the memory, and a little more.
    const QRegularExpressionMatch few = sentence.match(validated(50));
    QVERIFY(few.hasMatch());
    const int clients = static_cast<int>(50 * 2.2 * *available / bytes(few, 3));
    const QString said = validated(clients);
    const QRegularExpressionMatch many = sentence.match(said);
    QVERIFY2(many.hasMatch(), qPrintable(said));
    if (bytes(many, 1) > 0.85 * *available)
        QSKIP("one process would hardly fit");
    QVERIFY2(said.contains(" for each of 4 ranks, and ") && said.contains(" would refuse it."),
             qPrintable(said));
    const Outcome outcome = shell("\"$COTERIE_CLI\" run " + federation(clients)
                                  + " --ranks 4 --threads 1 --arm Independent --seed 1");
    QVERIFY(outcome.code != 0);
    QVERIFY2((outcome.out + outcome.err).contains(" for each of 4 ranks, and "),
             qPrintable(outcome.out + outcome.err));
    QVERIFY2((outcome.out + outcome.err).contains("Use fewer ranks on a machine"),
             qPrintable(outcome.out + outcome.err));
}

COTERIE_SECTION(TestCliRoom)

} // namespace tst_cli_room

#include "tst_cli_room.moc"
