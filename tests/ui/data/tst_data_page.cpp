#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "tests/sections.h"
#include "tests/ui/data/data_fixture.h"
#include "tests/ui/http_server.h"
#include "tests/ui/laid_out.h"
#include "ui/data/data_page.h"
#include "ui/data/sample_grid.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListView>
#include <QMimeData>
#include <QNetworkProxy>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSlider>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <array>
#include <vector>

namespace tst_data_page {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

RunPlan planOf(const char* text)
{
    const auto experiment = parseExperiment(text, registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    return expand(*experiment, registry()).front();
}

} // namespace

/// The Data page with the real catalogue behind it.
class DataPageTest final : public DataFixture
{
    Q_OBJECT

private slots:
    void cardsShowRealSamples();
    void samplesAreFilteredByClassAndDomain();
    void theFiltersGoOnInTheNextLine();
    void noSetMovesTheCards();
    void clientsOfTheOpenExperimentAreShown();
    void tablesAndScansAreShown();
    void missingFilesAreOffered();
    void filesThatCameOrWentMeanwhileAreNoticed();
    void aDownloadIsFollowedCancelledAndGoneOnWith();
    void aTableIsImportedAndUsed();
    void whatCannotBeReadIsSaid();
    void aPublishedFolderIsLinkedAndUsed();
    void filesAreDropped();
};

void DataPageTest::cardsShowRealSamples()
{
    DataPage page(dataCatalog(), folders());
    page.resize(1300, 800);
    page.show();
    auto* list = child<QListView>(page, "datasetList");
    const QAbstractItemModelTester tester(list->model());
    auto* grid = child<SampleGrid>(page, "sampleGrid");
    QTRY_COMPARE(grid->indices().size(), std::size_t{4000}); // the first card is chosen
    QTRY_VERIFY(grid->isComplete());
    QTRY_COMPARE(child<QLabel>(page, "datasetFacts")->text(),
                 QStringLiteral("4,000 samples · 28×28 grey · 10 classes"));
    // Every built-in set gets its thumbnails in time; the others have none here.
    const auto* model = qobject_cast<const CatalogueModel*>(list->model());
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->card(row).builtIn)
            QTRY_VERIFY2_WITH_TIMEOUT(
                !model->card(row).thumbnails.empty(), qPrintable(model->card(row).name), kPatience);
    QSignalSpy used(&page, &DataPage::useRequested);
    child<QPushButton>(page, "useDataset")->click();
    QCOMPARE(used.size(), 1);
    QCOMPARE(writeCompact(used.front().front().value<JsonNode>()), R"("glyphDigits")");
}

void DataPageTest::samplesAreFilteredByClassAndDomain()
{
    DataPage page(dataCatalog(), folders());
    page.show();
    choose(page, "glyphDomains");
    auto* grid = child<SampleGrid>(page, "sampleGrid");
    QTRY_COMPARE_WITH_TIMEOUT(grid->indices().size(), std::size_t{5000}, kPatience);
    auto* classes = child<QComboBox>(page, "classFilter");
    auto* domains = child<QComboBox>(page, "domainFilter");
    QVERIFY(!child<QComboBox>(page, "clientFilter")->isVisible());
    classes->setCurrentIndex(4); // after "all": digit 3
    QTRY_COMPARE(grid->indices().size(), std::size_t{500});
    domains->setCurrentIndex(2);
    QTRY_COMPARE(grid->indices().size(), std::size_t{100});
    QCOMPARE(child<QLabel>(page, "sampleCount")->text(), QStringLiteral("100 of 5,000 samples"));
    QVERIFY(grid->words(0).contains(QStringLiteral("class 3, domain ") + domains->currentText()));
    child<QComboBox>(page, "partFilter")->setCurrentIndex(1);
    QTRY_COMPARE(grid->indices().size(), std::size_t{50});
    QVERIFY(grid->words(0).startsWith(QStringLiteral("test sample")));
}

void DataPageTest::theFiltersGoOnInTheNextLine()
{
    DataPage page(dataCatalog(), folders());
    page.show();
    choose(page, "glyphDomains");
    const auto* domains = child<QComboBox>(page, "domainFilter");
    QTRY_VERIFY_WITH_TIMEOUT(domains->isVisible(), kPatience);
    layOut();
    const QWidget* filters = domains->parentWidget()->parentWidget();
    const int line = filters->sizeHint().width();
    QVERIFY(filters->heightForWidth(line - 1) > filters->heightForWidth(line));
    // Its widest part is all that the page has to have room for.
    QVERIFY2(
        filters->minimumSizeHint().width() < line / 2,
        qPrintable(QStringLiteral("%1 of %2").arg(filters->minimumSizeHint().width()).arg(line)));
}

void DataPageTest::noSetMovesTheCards()
{
    DataPage page(dataCatalog(), folders());
    page.resize(1300, 600);
    page.show();
    const auto* halves = child<QSplitter>(page, "dataHalves");
    constexpr std::array kSets{"glyphDigits", "glyphDomains", "shapes10", "syntheticRegression"};
    const auto show = [&](const char* name) {
        choose(page, name);
        QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(page, "sampleCount")->isVisible(), kPatience);
        layOut();
    };
    std::vector<int> wanted;
    for (const char* name : kSets) {
        show(name);
        wanted.push_back(halves->widget(1)->minimumSizeHint().width());
    }
    const auto [least, most] = std::ranges::minmax(wanted);
    QVERIFY(least < most);
    // The cards get fewer pixels than they would like, and the details of every set what they need.
    page.resize(std::max(most * 100 / 60, most + 400), 600);
    layOut();
    QVERIFY(halves->sizes().back() >= most);
    const int place = halves->sizes().front();
    for (const char* name : kSets) {
        show(name);
        QCOMPARE(halves->sizes().front(), place);
    }
}

void DataPageTest::clientsOfTheOpenExperimentAreShown()
{
    DataPage page(dataCatalog(), folders());
    page.show();
    const RunPlan plan = planOf(R"({ "schema": 1, "name": "Small", "data": {
        "dataset": { "name": "glyphDigits", "samples": 200, "seed": 1 },
        "partition": { "scheme": "dirichlet", "clients": 5, "alpha": 1 },
        "test": { "share": 0.2 } },
      "model": { "name": "mlr" }, "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 } },
      "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ], "rounds": 1 })");
    page.setExperiment(plan);
    const auto* model =
        qobject_cast<const CatalogueModel*>(child<QListView>(page, "datasetList")->model());
    const auto card = [model] { return model->card(model->rowOf(kExperimentCard)); };
    QCOMPARE(card().split, QStringLiteral("Glyph digits, partition “Dirichlet”"));
    QTRY_VERIFY_WITH_TIMEOUT(!card().thumbnails.empty(), kPatience); // before it is chosen
    QCOMPARE(card().facts, QStringLiteral("200 samples · 28×28 grey · 10 classes"));
    QCOMPARE(card().lastLine(), card().split);
    QVERIFY(!card().meaning.contains(card().split)); // the card says it once
    choose(page, "/experiment");
    QTRY_COMPARE(child<QLabel>(page, "datasetMeaning")->text().count(card().split), 1);
    QVERIFY(!child<QPushButton>(page, "useDataset")->isVisible()); // it has them already
    auto* grid = child<SampleGrid>(page, "sampleGrid");
    auto* clients = child<QComboBox>(page, "clientFilter");
    QTRY_COMPARE(clients->count(), 6);
    QTRY_COMPARE(grid->indices().size(), std::size_t{200});
    const LoadedData truth = loadedData(plan, {});
    clients->setCurrentIndex(3);
    QTRY_COMPARE(grid->indices().size(), truth.shards[2].train.size());
    QVERIFY(std::ranges::is_permutation(grid->indices(), truth.shards[2].train));
    child<QComboBox>(page, "partFilter")->setCurrentIndex(1);
    QTRY_VERIFY(std::ranges::is_permutation(grid->indices(), truth.shards[2].test));
    RunPlan other = plan;
    other.data.partition.name = "iid";
    page.setExperiment(other);
    QCOMPARE(card().split, QStringLiteral("Glyph digits, partition “IID”"));
    QVERIFY(!card().thumbnails.empty()); // of the same data
    other.data.dataset.parameters.set("samples", std::int64_t{150});
    page.setExperiment(other);
    QVERIFY(card().thumbnails.empty());
    QTRY_VERIFY_WITH_TIMEOUT(card().facts.startsWith(QStringLiteral("150 samples")), kPatience);
    page.setExperiment(std::nullopt);
    QCOMPARE(model->rowOf(kExperimentCard), -1);
}

void DataPageTest::tablesAndScansAreShown()
{
    DataPage page(dataCatalog(), folders());
    page.show();
    choose(page, "tabularClinics");
    auto* table = child<QTableView>(page, "sampleTable");
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible(), kPatience);
    QVERIFY(table->model()->rowCount() > 50);
    choose(page, "syntheticRegression");
    QTRY_COMPARE(child<QLabel>(page, "sampleCount")->text().contains(QStringLiteral("unlimited")),
                 false);
    QTRY_VERIFY(table->model()->headerData(2, Qt::Horizontal).toString()
                == QStringLiteral("client"));
    choose(page, "volumes");
    auto* depth = child<QSlider>(page, "depthSlider");
    QTRY_VERIFY_WITH_TIMEOUT(depth->isVisible(), kPatience);
    auto* grid = child<SampleGrid>(page, "sampleGrid");
    QTRY_VERIFY(grid->isVisible() && grid->isComplete());
    const QImage middle = grid->grab().toImage();
    depth->setValue(depth->maximum() / 4);
    QTRY_VERIFY(grid->grab().toImage() != middle);
}

void DataPageTest::missingFilesAreOffered()
{
    DataPage page(dataCatalog(), folders());
    page.show();
    choose(page, "mnist");
    auto* fetch = child<QPushButton>(page, "fetchDataset");
    QTRY_VERIFY(fetch->isVisible());
    QCOMPARE(fetch->text(), QStringLiteral("Download 11.6 MB"));
    QVERIFY(!child<QPushButton>(page, "useDataset")->isEnabled());
    QVERIFY(child<QLabel>(page, "sampleWords")
                ->text()
                .startsWith(QStringLiteral("Its files are not on this machine. Download")));
    choose(page, "synthDigits");
    QVERIFY(!fetch->isVisible());
    QVERIFY(child<QLabel>(page, "sampleWords")->text().contains(QStringLiteral("manual download")));
}

void DataPageTest::filesThatCameOrWentMeanwhileAreNoticed()
{
    DataPage page(dataCatalog(), folders());
    page.show();
    choose(page, "mnist");
    auto* use = child<QPushButton>(page, "useDataset");
    auto* model = qobject_cast<CatalogueModel*>(child<QListView>(page, "datasetList")->model());
    const auto card = [&] { return model->card(model->rowOf(QStringLiteral("mnist"))); };
    QVERIFY(!card().isHere());
    for (int row = 0; row < model->rowCount(); ++row) // all cards were looked up once
        if (model->card(row).builtIn)
            QTRY_VERIFY_WITH_TIMEOUT(!model->card(row).facts.isEmpty(), kPatience);
    page.hide();
    const QString folder = QStringLiteral("mnist/");
    QVERIFY(QDir(m_folder->path()).mkdir(folder));
    const auto head = [](std::initializer_list<char> sizes) {
        QByteArray bytes;
        for (const char size : sizes)
            bytes.append(3, '\0').append(size);
        return bytes;
    };
    for (const char* part : {"train", "t10k"}) { // two pictures of 28×28 pixels, and their labels
        const QString name = folder + QLatin1String(part);
        write(name + QStringLiteral("-images-idx3-ubyte"),
              QByteArray("\0\0\x08\x03", 4) + head({2, 28, 28}) + QByteArray(2 * 28 * 28, '\x55'));
        write(name + QStringLiteral("-labels-idx1-ubyte"),
              QByteArray("\0\0\x08\x01", 4) + head({2}) + QByteArray("\x03\x04"));
    }
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(card().isHere(), kPatience);
    QVERIFY2(card().problem.isEmpty(), qPrintable(card().problem));
    // One of them is cut off, and later whole again, under the same name.
    const QString labels = folder + QStringLiteral("train-labels-idx1-ubyte");
    const QByteArray whole = QByteArray("\0\0\x08\x01", 4) + head({2}) + QByteArray("\x03\x04");
    const auto* words = child<QLabel>(page, "sampleWords");
    page.hide();
    write(labels, whole.chopped(1));
    QVERIFY(QFile::remove(m_folder->filePath(folder + QStringLiteral("t10k-labels-idx1-ubyte"))));
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(!card().isHere(), kPatience);
    page.hide();
    write(folder + QStringLiteral("t10k-labels-idx1-ubyte"), whole);
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(!card().problem.isEmpty(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(words->isVisible(), kPatience);
    QVERIFY(!use->isEnabled());
    QSignalSpy mended(&page, &DataPage::datasetMended);
    page.hide();
    write(labels, whole);
    page.show();
    QTRY_COMPARE_WITH_TIMEOUT(mended.count(), 1, kPatience);
    QVERIFY(card().problem.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(child<SampleGrid>(page, "sampleGrid")->isVisible(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(
        child<SampleGrid>(page, "sampleGrid")->indices().size(), std::size_t{2}, kPatience);
    QVERIFY(use->isEnabled());
    page.hide();
    QVERIFY(QDir(m_folder->filePath(folder)).removeRecursively());
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(!card().isHere(), kPatience);
    QVERIFY(!use->isEnabled());
    QVERIFY(child<QPushButton>(page, "fetchDataset")->isVisible());
}

/// The addresses are the official ones; the proxy in between is the test's own, so nothing leaves
/// this machine.
void DataPageTest::aDownloadIsFollowedCancelledAndGoneOnWith()
{
    const QString real = QFileInfo(QStringLiteral(COTERIE_SOURCE_DIR)).path()
                         + QStringLiteral("/shared/data/fashion-mnist/");
    constexpr qint64 kPictures = 26'421'880;
    enum
    {
        Stalling,
        Gone,
        Serving
    } mood = Stalling;
    const coterie::test::HttpServer proxy(
        [&](QTcpSocket& socket, const coterie::test::HttpRequest& request) {
            if (mood == Gone) {
                socket.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            QByteArray bytes(kPictures, 'x');
            if (QFile file(real + QFileInfo(QString::fromLatin1(request.path)).fileName());
                file.open(QIODevice::ReadOnly))
                bytes = file.readAll();
            const qint64 first = request.header("range").mid(6).split('-').value(0).toLongLong();
            QByteArray head = "HTTP/1.1 200 OK\r\nETag: \"one\"\r\n";
            if (first > 0)
                head = "HTTP/1.1 206 Partial Content\r\nETag: \"one\"\r\nContent-Range: bytes "
                       + QByteArray::number(first) + '-' + QByteArray::number(bytes.size() - 1)
                       + '/' + QByteArray::number(bytes.size()) + "\r\n";
            head += "Content-Length: " + QByteArray::number(bytes.size() - first) + "\r\n\r\n";
            socket.write(head + bytes.mid(first, mood == Stalling ? 1'000'000 : -1));
        });
    QNetworkProxy::setApplicationProxy({QNetworkProxy::HttpProxy,
                                        proxy.url({}).host(),
                                        static_cast<quint16>(proxy.url({}).port())});
    const auto directly = qScopeGuard([] { QNetworkProxy::setApplicationProxy(QNetworkProxy()); });

    DataPage page(dataCatalog(), folders());
    page.show();
    choose(page, "fashionMnist");
    auto* fetch = child<QPushButton>(page, "fetchDataset");
    auto* cancel = child<QPushButton>(page, "cancelFetch");
    auto* news = child<QLabel>(page, "fetchNews");
    QTRY_VERIFY(fetch->isVisible() && !cancel->isVisible());
    fetch->click();
    QTRY_VERIFY2(news->text().contains(QStringLiteral(" of 26.4 MB")), qPrintable(news->text()));
    QVERIFY(!fetch->isVisible() && cancel->isVisible());
    auto* model = qobject_cast<CatalogueModel*>(child<QListView>(page, "datasetList")->model());
    const int row = model->rowOf(QStringLiteral("fashionMnist"));
    QVERIFY(model->card(row).news.endsWith(QLatin1Char('%')));
    choose(page, "mnist"); // the news stay with their card
    QVERIFY(!cancel->isVisible());
    choose(page, "fashionMnist");
    QVERIFY(cancel->isVisible());
    const QString part =
        m_folder->filePath(QStringLiteral("fashion-mnist/train-images-idx3-ubyte.gz.part"));
    QTRY_COMPARE(QFileInfo(part).size(), qint64{1'000'000});
    cancel->click();
    QTRY_VERIFY2(news->text().contains(QStringLiteral("cancelled. 1.0 MB of 26.4 MB are kept")),
                 qPrintable(news->text()));
    QTRY_VERIFY(fetch->isVisible() && !cancel->isVisible());
    mood = Gone;
    fetch->click();
    QTRY_VERIFY2(news->text().contains(QStringLiteral("answered 404 (Not Found)")),
                 qPrintable(news->text()));
    QCOMPARE(model->card(row).news, QStringLiteral("download failed"));
    if (!QFile::exists(real))
        QSKIP("Fashion-MNIST's files are not on this machine");
    mood = Serving;
    fetch->click();
    QTRY_VERIFY_WITH_TIMEOUT(model->card(row).isHere(), kPatience);
    QCOMPARE(proxy.requests().at(2).header("range"), QByteArray("bytes=1000000-"));
    QTRY_COMPARE_WITH_TIMEOUT(
        child<SampleGrid>(page, "sampleGrid")->indices().size(), std::size_t{60'000}, kPatience);
    QVERIFY(child<QPushButton>(page, "useDataset")->isEnabled());
    QVERIFY(!fetch->isVisible() && !cancel->isVisible());
}

void DataPageTest::aTableIsImportedAndUsed()
{
    write(QStringLiteral("flowers.csv"), "petal;sepal;kind\n1.5;2.5;rose\n3;4;tulip\n5;6;rose\n");
    DataPage page(dataCatalog(), folders());
    page.show();
    page.importPath(m_folder->filePath(QStringLiteral("flowers.csv")));
    QTRY_COMPARE(child<QLabel>(page, "importFacts")->text(),
                 QStringLiteral("3 samples · 2 features · 2 classes"));
    QCOMPARE(child<QLabel>(page, "importTitle")->text(), QStringLiteral("flowers.csv"));
    auto* table = child<QTableView>(page, "sampleTable");
    QTRY_COMPARE(table->model()->rowCount(), 3);
    QCOMPARE(table->model()->index(1, 1).data().toString(), QStringLiteral("tulip"));
    QCOMPARE(child<QComboBox>(page, "field.separator")->currentText(), QStringLiteral("semicolon"));
    QSignalSpy used(&page, &DataPage::useRequested);
    child<QPushButton>(page, "useImport")->click();
    const std::string dataset = writeCompact(used.front().front().value<JsonNode>());
    QCOMPARE(dataset,
             R"({"name":"csv","path":")"
                 + m_folder->filePath(QStringLiteral("flowers.csv")).toStdString()
                 + R"(","separator":"semicolon"})");
    // What it emits is what an experiment file may say.
    const std::string experiment =
        R"({ "schema": 1, "name": "Mine", "data": { "dataset": )" + dataset + R"(,
        "partition": { "scheme": "iid", "clients": 1 } }, "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 } },
      "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ], "rounds": 1 })";
    const LoadedData loaded = loadedData(planOf(experiment.c_str()), {});
    QVERIFY2(loaded.dataset, qPrintable(loaded.problem));
    QCOMPARE(loaded.dataset->train.count(), std::size_t{3});
}

void DataPageTest::whatCannotBeReadIsSaid()
{
    DataPage page(dataCatalog(), folders());
    page.show();
    auto* problem = child<QLabel>(page, "importProblem");
    auto* use = child<QPushButton>(page, "useImport");
    page.importPath(m_folder->filePath(QStringLiteral("nothing")));
    QTRY_VERIFY(problem->text().contains(QStringLiteral("there is no such file or folder")));
    QVERIFY(!use->isEnabled());
    write(QStringLiteral("broken.csv"), "1,2,0\n3,4\n");
    page.importPath(m_folder->filePath(QStringLiteral("broken.csv")));
    QTRY_VERIFY2(problem->text().contains(QStringLiteral("must have 3 columns")),
                 qPrintable(problem->text()));
    QVERIFY(!use->isEnabled());
    QVERIFY(child<QLabel>(page, "sampleWords")->isVisible());
    // Put right by its fields: with another separator it is still no table, but is read again.
    auto* separator = child<QComboBox>(page, "field.separator");
    separator->setCurrentText(QStringLiteral("tab"));
    emit separator->activated(separator->currentIndex());
    QTRY_VERIFY2(problem->text().contains(QStringLiteral("must have at least two columns")),
                 qPrintable(problem->text()));
}

void DataPageTest::aPublishedFolderIsLinkedAndUsed()
{
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("theirs")));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("home")));
    const QString corpus =
        QStringLiteral(COTERIE_SOURCE_DIR "/tests/fuzz/corpus/usps/two_lines.gz");
    for (const char* name : {"theirs/zip.train.gz", "theirs/zip.test.gz"})
        QVERIFY(QFile::copy(corpus, m_folder->filePath(QString::fromLatin1(name))));
    DataPage page(dataCatalog(),
                  {.folders = {m_folder->filePath(QStringLiteral("home")).toStdString()}});
    page.show();
    page.importPath(m_folder->filePath(QStringLiteral("theirs")));
    QTRY_COMPARE(child<QLabel>(page, "importFacts")->text(),
                 QStringLiteral("2 + 2 test samples · 16×16 grey · 10 classes"));
    QSignalSpy used(&page, &DataPage::useRequested);
    child<QPushButton>(page, "useImport")->click();
    QTRY_COMPARE(used.size(), 1);
    QCOMPARE(writeCompact(used.front().front().value<JsonNode>()), R"("usps")");
    QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("home/usps/zip.train.gz"))));
    const auto* model =
        qobject_cast<const CatalogueModel*>(child<QListView>(page, "datasetList")->model());
    QTRY_VERIFY_WITH_TIMEOUT(model->card(model->rowOf(QStringLiteral("usps"))).isHere(), kPatience);
}

void DataPageTest::filesAreDropped()
{
    write(QStringLiteral("a.csv"), "1,2,0\n3,4,1\n");
    DataPage page(dataCatalog(), folders());
    page.show();
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(m_folder->filePath(QStringLiteral("a.csv")))});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({5, 5}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&page, &drop);
    QTRY_COMPARE(child<QLabel>(page, "importFacts")->text(),
                 QStringLiteral("2 samples · 2 features · 2 classes"));
    QMimeData experiment; // those belong to the window
    experiment.setUrls({QUrl::fromLocalFile(QStringLiteral("/a.json"))});
    QDragEnterEvent other({5, 5}, Qt::CopyAction, &experiment, Qt::LeftButton, Qt::NoModifier);
    other.ignore();
    QApplication::sendEvent(&page, &other);
    QVERIFY(!other.isAccepted());
}

COTERIE_WIDGET_SECTION(DataPageTest)

} // namespace tst_data_page

#include "tst_data_page.moc"
