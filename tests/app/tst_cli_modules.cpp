#include "core/train/rank_group.h"
#include "tests/app/cli_fixture.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

namespace tst_cli_modules {

using namespace coterie::test;

/// Experiments whose network is a module from PyTorch, on the command line.
class TestCliModules final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        begin();
        use("vit.pt");
    }

    void validateNamesTheModuleAndLoadsNothing()
    {
        const Outcome outcome = call({"validate", m_own});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.contains("; runs the code of torch.jit.load " + path("net.pt")
                                      + ", if --allow-external is given\n"),
                 qPrintable(outcome.out));
    }

    /// Whatever plays it again, as much as what plays it first.
    void aStoredRunNeedsConsentToo()
    {
        const QStringList rest{"--db", m_database};
        const QStringList allowed = rest + QStringList{"--allow-external"};
        const Outcome played = call(QStringList{"run", m_own} + allowed);
        QVERIFY2(played.code == 0, qPrintable(played.out + played.err));
        const QStringList fork{"fork", "1", "--round", "1", "--set", "/rounds=3"};
        for (const QStringList& again : {QStringList{"verify", "1"}, fork}) {
            const Outcome refused = call(again + rest);
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("run 1, /model/path: loads the module ")
                         && refused.err.contains("allow it with --allow-external"),
                     qPrintable(refused.err));
            QCOMPARE(refused.out, QString());
        }
        const Outcome verified = call(QStringList{"verify", "1"} + allowed);
        QVERIFY2(verified.code == 0, qPrintable(verified.out + verified.err));
        QVERIFY2(verified.out.contains("The same to the bit in all 2 rounds."),
                 qPrintable(verified.out));
        const Outcome forked = call(fork + allowed);
        QVERIFY2(forked.code == 0, qPrintable(forked.out + forked.err));
        QVERIFY2(forked.out.contains("Runs: 2\n"), qPrintable(forked.out));
    }

    /// Nothing of several runs is played where one of them may not be.
    void oneRunWithoutConsentIsRefusedBeforeAnyIsPlayed()
    {
        QCOMPARE(call({"run", m_file, "--seed", "1", "--arm", "FedAvg", "--db", m_database}).code,
                 0);
        QCOMPARE(call({"run", m_own, "--allow-external", "--db", m_database}).code, 0);
        const Outcome refused = call({"verify", "1", "2", "--db", m_database});
        QCOMPARE(refused.code, 2);
        QCOMPARE(refused.out, QString());
        QVERIFY2(refused.err.contains("run 2, /model/path"), qPrintable(refused.err));
    }

    void anyNumberOfRanksGivesTheSameBytes_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("said");
        QTest::newRow("read as layers") << "lenet.pt"
                                        << "was read as a list of layers";
        QTest::newRow("by autograd") << "vit.pt"
                                     << "is trained by LibTorch's autograd";
    }

    void anyNumberOfRanksGivesTheSameBytes()
    {
        if (const auto available = coterie::checkRanksAvailable(); !available)
            QSKIP(available.error().sentence().c_str());
        QFETCH(const QString, file);
        QFETCH(const QString, said);
        use(file);
        std::string expected;
        for (const QString ranks : {"1", "2"}) {
            const QString store = path(ranks + ".sqlite");
            const Outcome outcome =
                shell(QStringLiteral("\"$COTERIE_CLI\" run '%1' --allow-external --ranks %2 "
                                     "--threads 1 --db '%3'")
                          .arg(m_own, ranks, store));
            QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
            const std::string exported = exportsOf(store.toStdString());
            QVERIFY2(QString::fromStdString(exported).contains(said), qPrintable(said));
            if (expected.empty())
                expected = exported;
            QVERIFY(exported == expected);
        }
    }

private:
    /// own.json: four clients, two rounds, a module that PyTorch wrote beside it.
    void use(const QString& file)
    {
        QFile module(QStringLiteral(COTERIE_SOURCE_DIR "/tests/core/nn/modules/") + file);
        QVERIFY(module.open(QIODevice::ReadOnly));
        write("net.pt", module.readAll());
        QJsonObject experiment = QJsonDocument::fromJson(kSmall).object();
        QJsonObject data = experiment["data"].toObject();
        data["dataset"] = QJsonObject{{"name", "glyphDigits"}, {"samples", 120}};
        experiment["data"] = data;
        experiment["model"] = QJsonObject{{"name", "torchScript"}, {"path", "net.pt"}};
        experiment["arms"] = QJsonArray{
            QJsonObject{{"name", "FedAvg"}, {"algorithm", QJsonObject{{"name", "fedavg"}}}}};
        experiment["rounds"] = 2;
        experiment["seeds"] = QJsonArray{1};
        experiment.remove("reference");
        m_own = write("own.json", QJsonDocument(experiment).toJson());
    }

    QString m_own;
};

COTERIE_SECTION(TestCliModules)

} // namespace tst_cli_modules

#include "tst_cli_modules.moc"
