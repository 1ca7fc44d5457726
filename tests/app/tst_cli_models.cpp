#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace tst_cli_models {

using namespace coterie::test;

/// models NAME, and export --what models.
class TestCliModels final : public CliFixture
{
    Q_OBJECT

    [[nodiscard]] Outcome exportModels(const QStringList& runs, const QString& folder) const
    {
        return call(QStringList{"export"} + runs
                    + QStringList{"--what", "models", "--out", folder, "--db", m_database});
    }

private Q_SLOTS:
    void aStepIsComparedWithAutograd()
    {
        const QStringList bench{"bench", "--model", "mlr", "--batch", "4"};
        const Outcome json = call(bench + QStringList{"--json"});
        QVERIFY2(json.code == 0, qPrintable(json.err));
        const QJsonObject found = jsonLines(json.out).value(0);
        QCOMPARE(found["model"].toString(), QString("mlr"));
        QCOMPARE(found["batch"].toInt(), 4);
        for (const char* number :
             {"millisecondsPlanned", "millisecondsAutograd", "autogradOverPlanned"})
            QVERIFY2(found[number].toDouble() > 0, number);
        const Outcome table = call(bench);
        QVERIFY2(table.out.contains(QRegularExpression("\\nmlr +4 +7,850 ")),
                 qPrintable(table.out));
        const Outcome unknown = call({"bench", "--model", "mlrr"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("--model: ") && unknown.err.contains("mlr"),
                 qPrintable(unknown.err));
        const Outcome alone = call({"bench", "--batch", "4"});
        QCOMPARE(alone.code, 2);
        QVERIFY2(alone.err.contains("--batch needs --model"), qPrintable(alone.err));
    }

    void aModelIsShownLayerByLayer()
    {
        const Outcome outcome = call({"models", "mnist_cnn_20k"});
        QCOMPARE(outcome.code, 0);
        for (const char* line : {"\n +0 +convolution 5×5 to 10 +10×24×24 +260 +144,000 +planned\n",
                                 "\n +6 +flatten +320 +planned\n",
                                 "\n +7 +linear 50 +50 +16,050 +16,000 +planned\n",
                                 "\n +all layers +21,840 +480,500\n"})
            QVERIFY2(outcome.out.contains(QRegularExpression(line)), line);
        const Outcome residual = call({"models", "resnet20_bn"});
        for (const char* line : {"\n +3 +shortcut begins +16×32×32 +planned\n",
                                 "\n +28 +convolution 3×3 to 32 by steps of 2 +32×16×16 +4,608 "
                                 "+1,179,648 +planned\n",
                                 "\n +37 +shortcut is added +32×16×16 +planned\n"})
            QVERIFY2(residual.out.contains(QRegularExpression(line)), qPrintable(residual.out));
        const Outcome volumes = call({"models", "unet3d_ixi"});
        QVERIFY2(volumes.out.contains(QRegularExpression("\n +1 +PReLU .* +autograd\n")),
                 qPrintable(volumes.out));
        QVERIFY(!volumes.out.contains("planned\n"));
        const Outcome typo = call({"models", "mnist_cnn_20"});
        QCOMPARE(typo.code, 2);
        QVERIFY(typo.err.contains("no model is called \"mnist_cnn_20\" (did you mean"));
        QCOMPARE(call({"models", "--json"}).code, 2);
    }

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
