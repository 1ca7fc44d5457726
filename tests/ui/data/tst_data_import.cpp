#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment_json.h"
#include "core/run/prepare_run.h"
#include "tests/sections.h"
#include "ui/data/data_page.h"
#include "ui/data/sample_grid.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

namespace tst_data_import {

using namespace coterie;
using namespace coterie::ui;

namespace {

constexpr int kClasses = 3;

QByteArray seed(const char* name)
{
    QFile file(QStringLiteral(COTERIE_SOURCE_DIR "/tests/fuzz/corpus/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is missing", name);
    return file.readAll();
}

/// One label for each of so many samples.
QByteArray idxLabels(int count)
{
    QByteArray bytes("\0\0\x08\x01\0\0\0", 7);
    bytes += char(count);
    for (int label = 0; label < count; ++label)
        bytes += char(label % kClasses);
    return bytes;
}

/// As many labels as there are pictures in the corpus's file of bytes.
QByteArray numpyLabels()
{
    QByteArray header("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }");
    header = header.leftJustified(117, ' ') + '\n';
    return QByteArray("\x93NUMPY\1\0", 8) + char(header.size()) + '\0' + header
           + QByteArray("\0\1", 2);
}

QByteArray cifarRecords(int count)
{
    QByteArray bytes;
    for (int record = 0; record < count; ++record)
        bytes += char(record % kClasses) + QByteArray(3072, char(record * 20));
    return bytes;
}

} // namespace

/// Every kind of file that an experiment can read of a user's own is told, shown and used by the
/// Data page.
class DataImportTest final : public QObject
{
    Q_OBJECT

private slots:
    void everyFormatIsImportedAndUsed_data();
    void everyFormatIsImportedAndUsed();

private:
    QString put(const QString& name, const QByteArray& bytes) const;
    /// Writes the files of this kind; the path that the user chooses.
    QString prepared(const QString& kind) const;

    std::optional<QTemporaryDir> m_folder;
};

QString DataImportTest::put(const QString& name, const QByteArray& bytes) const
{
    const QString path = m_folder->filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s cannot be written", qPrintable(path));
    return path;
}

QString DataImportTest::prepared(const QString& kind) const
{
    if (kind == QStringLiteral("csv"))
        return put(kind, seed("csv/header"));
    if (kind == QStringLiteral("clientFiles")) {
        put(QStringLiteral("sites/site 2.csv"), seed("csv/header"));
        put(QStringLiteral("sites/site 10.csv"), seed("csv/header"));
        return m_folder->filePath(QStringLiteral("sites"));
    }
    if (kind == QStringLiteral("leaf"))
        return put(QStringLiteral("users.json"), seed("leaf/two_users"));
    if (kind == QStringLiteral("characters"))
        return put(QStringLiteral("play.txt"),
                   QByteArray("Good day. How are you today?\n").repeated(20));
    if (kind == QStringLiteral("npy")) {
        put(QStringLiteral("y_train.npy"), numpyLabels());
        return put(QStringLiteral("X_train.npy"), seed("npy/bytes"));
    }
    if (kind == QStringLiteral("npz"))
        return put(QStringLiteral("arrays.npz"), seed("zip/deflated"));
    if (kind == QStringLiteral("idx")) {
        put(QStringLiteral("my-train-labels-idx1-ubyte"), idxLabels(3));
        return put(QStringLiteral("my-train-images-idx3-ubyte"), seed("idx/three_pictures"));
    }
    if (kind == QStringLiteral("cifarFile"))
        return put(QStringLiteral("mine.bin"), cifarRecords(5));
    for (const char* name : {"cat", "dog", "owl"})
        put(QStringLiteral("pictures/train/%1/one.png").arg(QLatin1String(name)),
            seed("png/colour"));
    return m_folder->filePath(QStringLiteral("pictures"));
}

void DataImportTest::everyFormatIsImportedAndUsed_data()
{
    QTest::addColumn<bool>("pictures");
    QTest::newRow("csv") << false;
    QTest::newRow("clientFiles") << false;
    QTest::newRow("leaf") << false;
    QTest::newRow("characters") << false;
    QTest::newRow("npy") << true;
    QTest::newRow("npz") << true;
    QTest::newRow("idx") << true;
    QTest::newRow("cifarFile") << true;
    QTest::newRow("imageFolder") << true;
}

void DataImportTest::everyFormatIsImportedAndUsed()
{
    QFETCH(bool, pictures);
    const QString kind = QString::fromLatin1(QTest::currentDataTag());
    m_folder.emplace();
    const QString path = prepared(kind);
    DataPage page(dataCatalog(), {.folders = {m_folder->path().toStdString()}});
    page.resize(1200, 800);
    page.show();
    page.importPath(path);
    const auto* problem = page.findChild<QLabel*>(QStringLiteral("importProblem"));
    auto* use = page.findChild<QPushButton*>(QStringLiteral("useImport"));
    const auto* facts = page.findChild<QLabel*>(QStringLiteral("importFacts"));
    QTRY_VERIFY2(facts->text().contains(QStringLiteral("samples")), qPrintable(problem->text()));
    QVERIFY(use->isEnabled());
    const auto* grid = page.findChild<SampleGrid*>();
    const auto* table = page.findChild<QTableView*>(QStringLiteral("sampleTable"));
    if (pictures)
        QTRY_VERIFY(grid->isVisible() && !grid->indices().empty() && grid->isComplete());
    else
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);

    QSignalSpy used(&page, &DataPage::useRequested);
    use->click();
    QCOMPARE(used.size(), 1);
    const std::string dataset = writeCompact(used.front().front().value<JsonNode>());
    QVERIFY2(dataset.starts_with("{\"name\":\"" + kind.toStdString() + '"'), dataset.c_str());
    // What it emits is what an experiment file may say.
    const auto experiment =
        parseExperiment(R"({ "schema": 1, "name": "Mine", "data": { "dataset": )" + dataset + R"(,
        "partition": { "scheme": "iid", "clients": 1 } }, "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 } },
      "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ], "rounds": 1 })",
                        registry());
    QVERIFY2(experiment.has_value(), experiment ? "" : sentences(experiment.error()).c_str());
    RunData data({});
    const auto loaded = data.dataset(expand(*experiment, registry()).front());
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().sentence().c_str());
    QVERIFY((*loaded)->train.count() > 0);
}

COTERIE_WIDGET_SECTION(DataImportTest)

} // namespace tst_data_import

#include "tst_data_import.moc"
