#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace tst_cli_models {

using namespace coterie::test;

/// export --what models.
class TestCliModels final : public CliFixture
{
    Q_OBJECT

    [[nodiscard]] Outcome exportModels(const QStringList& runs, const QString& folder) const
    {
        return call(QStringList{"export"} + runs
                    + QStringList{"--what", "models", "--out", folder, "--db", m_database});
    }

private Q_SLOTS:
    void modelsOfARunGoIntoAFolder()
    {
        QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
        const Outcome personal = exportModels({"1"}, path("one"));
        QVERIFY2(personal.code == 0, qPrintable(personal.err));
        QCOMPARE(QDir(path("one")).entryList(QDir::Files),
                 (QStringList{"client_00.safetensors",
                              "client_01.safetensors",
                              "client_02.safetensors",
                              "client_03.safetensors",
                              "model.py",
                              "models.csv"}));
        QCOMPARE(exportModels({"2"}, path("two")).code, 0);
        QCOMPARE(QDir(path("two")).entryList(QDir::Files),
                 (QStringList{"global.safetensors", "model.py", "models.csv"}));
        QFile table(path("two/models.csv"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        QCOMPARE(table.readAll(),
                 QByteArray("file,round,clients_count,clients\nglobal.safetensors,3,4,0 1 2 3\n"));
    }

    void whatCannotBeExportedIsTold()
    {
        QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
        const Outcome many = exportModels({"1", "2"}, path("many"));
        QCOMPARE(many.code, 2);
        QVERIFY2(many.err.contains("--what models takes one run (2 are chosen)"),
                 qPrintable(many.err));
        const Outcome stream = exportModels({"1"}, "-");
        QCOMPARE(stream.code, 2);
        QVERIFY2(stream.err.contains("--what models needs --out FOLDER"), qPrintable(stream.err));
        QVERIFY(QDir().mkpath(path("full/of")));
        const Outcome full = exportModels({"1"}, path("full"));
        QCOMPARE(full.code, 2);
        QVERIFY2(full.err.contains("the folder is not empty"), qPrintable(full.err));
        QVERIFY(!QFile::exists(path("full/models.csv")));

        // A bundle has no models.
        QCOMPARE(
            call({"export", "1", "--what", "bundle", "--out", path("bundle"), "--db", m_database})
                .code,
            0);
        m_database = path("other.sqlite");
        QCOMPARE(call({"import", path("bundle"), "--db", m_database}).code, 0);
        const Outcome imported = exportModels({"1"}, path("imported"));
        QCOMPARE(imported.code, 2);
        QVERIFY2(imported.err.contains("run 1: it was imported from a bundle, which has no models; "
                                       "compute the run again (`run --again`)"),
                 qPrintable(imported.err));
        QVERIFY(!QFile::exists(path("imported")));
    }
};

COTERIE_SECTION(TestCliModels)

} // namespace tst_cli_models

#include "tst_cli_models.moc"
