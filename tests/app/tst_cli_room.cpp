#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QRegularExpression>
#include <QStorageInfo>
#include <QTest>

namespace tst_cli_room {

using namespace coterie::test;

/// What runs take of memory and disk, and what becomes of those that take too much.
class TestCliRoom final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void validateSaysWhatTheRunsTake();
    void aRunThatDoesNotFitIsRefused();

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

COTERIE_SECTION(TestCliRoom)

} // namespace tst_cli_room

#include "tst_cli_room.moc"
