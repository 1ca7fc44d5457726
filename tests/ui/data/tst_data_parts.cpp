#include "core/base/json_node.h"
#include "core/data/generators/glyph_domains.h"
#include "tests/sections.h"
#include "ui/data/catalogue.h"
#include "ui/data/import_head.h"
#include "ui/data/sample_browser.h"
#include "ui/data/sample_grid.h"
#include "ui/data/sample_table_model.h"
#include "ui/views/data_words.h"
#include "ui/views/thumbnail_strip.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

namespace tst_data_parts {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// As a person reads it: a line a row, cells apart by bars.
QString textOf(const QAbstractItemModel& model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        lines << cells.join(QStringLiteral(" | "));
    }
    return lines.join(QLatin1Char('\n'));
}

/// Twelve samples of two classes and three domains, and two clients.
LoadedData made()
{
    auto dataset = std::make_shared<Dataset>();
    dataset->classes = 2;
    dataset->classNames = {"cat", "dog"};
    dataset->domainNames = {"north", "south", "west"};
    dataset->train.shape = {.channels = 2, .height = 1, .width = 1};
    std::vector<float> values;
    for (int i = 0; i < 12; ++i) {
        values.insert(values.end(), {static_cast<float>(i), static_cast<float>(i) / 4});
        dataset->train.labels.push_back(i % 2);
        dataset->train.domains.push_back(i / 4);
    }
    dataset->train.values = values;
    dataset->officialTest = dataset->train;
    LoadedData data{.dataset = dataset, .shards = {}, .problem = {}};
    data.shards = {
        Shard{.train = {0, 1, 2}, .test = {3}, .validation = {}},
        Shard{.train = {4, 5, 6, 7}, .test = {8, 9}, .validation = {}, .testIsOfficial = true}};
    return data;
}

} // namespace

/// The small parts of the Data page, each alone.
class DataPartsTest final : public QObject
{
    Q_OBJECT

private slots:
    void clientsAreListedWithTheirNames();
    void cardsChangeInPlace();
    void cardsSayWhereTheirDataIs();
    void aCardShowsTheFactsWithoutTheNotes();
    void tablesShowTheirFirstRows();
    void aColumnsPointsStandInLine();
    void choicesFindTheirSamples();
    void factsAreSaidInOneLine_data();
    void factsAreSaidInOneLine();
    void gridsHoldEverySampleOnce_data();
    void gridsHoldEverySampleOnce();
    void gridPicturesComeWhenInSight();
    void gridsAreWalkedByKeyboard();
    void masksTintTheirPixels();
    void dataSetsAreWrittenAsJson();
    void fieldsChangeOnlyWhatTheySay();
    void publishedSetsAreLinkedNotCopied();
    void withoutOfficialTestSamplesThoseOfAllClientsAreShown();
};

void DataPartsTest::clientsAreListedWithTheirNames()
{
    LoadedData data = made();
    const QString name(60, u'n');
    data.shards[1].name = name.toStdString();
    SampleBrowser browser(nullptr);
    browser.showData(data);
    const auto* clients = browser.findChild<QComboBox*>(QStringLiteral("clientFilter"));
    QVERIFY(clients);
    QCOMPARE(clients->itemText(1), QStringLiteral("client 0"));
    QVERIFY(clients->itemText(2).startsWith(QStringLiteral("client 1 (nnn")));
    QVERIFY(clients->itemText(2).size() < name.size()); // the box would be as wide as a page
    QVERIFY(clients->itemData(2, Qt::ToolTipRole).toString().contains(name));
}

void DataPartsTest::cardsChangeInPlace()
{
    CatalogueModel model;
    const QAbstractItemModelTester tester(&model);
    model.setCards(plainCards(dataCatalog()));
    const int count = model.rowCount();
    QVERIFY(count > 15);
    for (const CatalogEntry& entry : dataCatalog())
        QCOMPARE(model.rowOf(QString::fromUtf8(entry.part.name.data())) >= 0, !entry.fromPath);
    QVERIFY(model.card(0).builtIn); // those that need no download come first
    model.putFirst({.kind = DatasetCard::Kind::Import,
                    .name = QStringLiteral("/import"),
                    .title = QStringLiteral("one.csv")});
    model.putFirst({.kind = DatasetCard::Kind::Import,
                    .name = QStringLiteral("/import"),
                    .title = QStringLiteral("two.csv")});
    QCOMPARE(model.rowCount(), count + 1);
    QCOMPARE(model.index(0).data().toString(), QStringLiteral("two.csv"));
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    model.setNews(QStringLiteral("mnist"), QStringLiteral("12 %"));
    model.setNews(QStringLiteral("mnist"), QStringLiteral("12 %")); // nothing new
    QCOMPARE(changes.size(), 1);
    QCOMPARE(model.card(model.rowOf(QStringLiteral("mnist"))).news, QStringLiteral("12 %"));
    DatasetCard card = model.card(model.rowOf(QStringLiteral("mnist")));
    card.facts = QStringLiteral("facts");
    model.setCard(card);
    QCOMPARE(changes.size(), 2);
    QCOMPARE(model.card(model.rowOf(QStringLiteral("mnist"))).news, QStringLiteral("12 %"));
    model.remove(QStringLiteral("/import"));
    model.remove(QStringLiteral("/import"));
    QCOMPARE(model.rowCount(), count);
}

void DataPartsTest::aCardShowsTheFactsWithoutTheNotes()
{
    CatalogueModel model;
    const CardDelegate delegate(model);
    const auto drawn = [&](const char* facts) {
        model.setCards({{.title = QStringLiteral("A set"), .facts = QString::fromUtf8(facts)}});
        QStyleOptionViewItem option;
        option.rect = QRect(QPoint(), delegate.sizeHint(option, {}));
        QImage image(option.rect.size(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        delegate.paint(&painter, option, model.index(0));
        painter.end();
        return image;
    };
    const QImage facts = drawn("12 samples");
    QVERIFY(drawn("12 samples\nTwo rows without an answer are left out.") == facts);
    QVERIFY(drawn("13 samples") != facts);
}

void DataPartsTest::cardsSayWhereTheirDataIs()
{
    const QTemporaryDir folder;
    const DataFolders folders{.folders = {folder.path().toStdString()}};
    const std::vector<DatasetCard> cards = plainCards(dataCatalog());
    const auto named = [&cards](const char* name) {
        return *std::ranges::find(cards, QString::fromUtf8(name), &DatasetCard::name);
    };
    QCOMPARE(named("glyphDigits").stateText(), QStringLiteral("built in"));
    DatasetCard open = named("glyphDigits");
    open.kind = DatasetCard::Kind::Experiment;
    QVERIFY(open.stateText().isEmpty()); // "Data of the open experiment" says it
    QCOMPARE(named("mnist").stateText(), QStringLiteral("11.6 MB to download"));
    QCOMPARE(named("svhn").stateText(), QStringLiteral("246 MB to download"));
    QCOMPARE(named("synthDigits").stateText(), QStringLiteral("manual download"));
    const DatasetCard missing = lookedUp(named("usps"), dataCatalog(), folders);
    QVERIFY(!missing.isHere());
    QVERIFY(missing.thumbnails.empty() && missing.facts.isEmpty());
    const QString corpus =
        QStringLiteral(COTERIE_SOURCE_DIR "/tests/fuzz/corpus/usps/two_lines.gz");
    for (const char* name : {"zip.train.gz", "zip.test.gz"})
        QVERIFY(QFile::copy(corpus, folder.filePath(QString::fromUtf8(name))));
    const DatasetCard found = lookedUp(named("usps"), dataCatalog(), folders);
    QVERIFY(found.isHere());
    QCOMPARE(found.stateText(), QStringLiteral("in %1").arg(folder.path()));
    QCOMPARE(found.facts, QStringLiteral("2 + 2 test samples · 16×16 grey · 10 classes"));
    QVERIFY(!found.thumbnails.empty());
    QCOMPARE(found.thumbnails.front().size(), QSize(16, 16));
    QFile damaged(folder.filePath(QStringLiteral("zip.train.gz")));
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("nothing") > 0);
    damaged.close();
    const DatasetCard broken = lookedUp(named("usps"), dataCatalog(), folders);
    QVERIFY2(broken.problem.contains(QStringLiteral("zip.train.gz")), qPrintable(broken.problem));
    QVERIFY(broken.thumbnails.empty());
}

void DataPartsTest::tablesShowTheirFirstRows()
{
    SampleTableModel model;
    const QAbstractItemModelTester tester(&model);
    const LoadedData data = made();
    const std::vector<std::int32_t> some{1, 4, 11};
    model.showSamples(sampleTable(*data.dataset, data.dataset->train, some));
    QCOMPARE(textOf(model),
             QStringLiteral("1 | dog | north | 1 | 0.25\n"
                            "4 | cat | south | 4 | 1.00\n"
                            "11 | dog | west | 11 | 2.75"));
    QStringList heads;
    for (int column = 0; column < model.columnCount(); ++column)
        heads << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    QCOMPARE(heads,
             (QStringList{QStringLiteral("sample"),
                          QStringLiteral("class"),
                          QStringLiteral("domain"),
                          QStringLiteral("feature 1"),
                          QStringLiteral("feature 2")}));
    // Streams: whose stream, and which sample of it.
    const LoadedData streams =
        loadedData(Part{.name = "syntheticRegression", .parameters = {}}, {});
    QVERIFY2(streams.dataset, qPrintable(streams.problem));
    const ChosenSamples chosen = chosenSamples(streams, {.client = 1});
    model.showSamples(sampleTable(*streams.dataset, streams.dataset->train, chosen.indices));
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("client"));
    QCOMPARE(model.index(3, 0).data().toInt(), 3);
    QCOMPARE(model.index(3, 2).data().toString(), QStringLiteral("1"));
}

void DataPartsTest::aColumnsPointsStandInLine()
{
    SampleTableModel model;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    model.showSamples({.header = QStringLiteral("sample class 1 2 3 4 5 6").split(u' '),
                       .rows = {{0, "", 1.5, 63.0, 1234.5678, 0.5, 2e8, 0.00001},
                                {0, "", -0.25, 0.0, -0.001, nan, 1.0, 0.5},
                                {0, "", 0.125, 7.0, 2.0, 1.0, 0.5, 0.0}}});
    const auto column = [&](int feature) {
        QStringList texts;
        for (int line = 0; line < model.rowCount(); ++line)
            texts << model.index(line, 2 + feature).data().toString();
        return texts.join(QStringLiteral(" "));
    };
    QCOMPARE(column(0), QStringLiteral("1.500 −0.250 0.125"));
    QCOMPARE(column(1), QStringLiteral("63 0 7"));
    QCOMPARE(column(2), QStringLiteral("1235 −0.001 2")); // never told as nothing
    QCOMPARE(column(3), QStringLiteral("0.5 NaN 1.0"));
    QCOMPARE(column(4), QStringLiteral("2e+08 1.0 0.5"));
    QCOMPARE(column(5), QStringLiteral("1e−05 0.5 0.0"));
}

void DataPartsTest::choicesFindTheirSamples()
{
    using Indices = std::vector<std::int32_t>;
    const LoadedData data = made();
    QVERIFY(chosenSamples(data, {}).indices
            == (Indices{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11})); // of every domain in turn
    QVERIFY(chosenSamples(data, {.domain = 1}).indices == (Indices{4, 5, 6, 7}));
    QVERIFY(chosenSamples(data, {.label = 1, .domain = 2}).indices == (Indices{9, 11}));
    QVERIFY(chosenSamples(data, {.test = true}).official);
    QVERIFY(chosenSamples(data, {.label = 0, .client = 0}).indices == (Indices{0, 2}));
    const ChosenSamples own = chosenSamples(data, {.test = true, .client = 0});
    QVERIFY(!own.official && own.indices == (Indices{3}));
    const ChosenSamples official = chosenSamples(data, {.test = true, .client = 1});
    QVERIFY(official.official && official.indices == (Indices{8, 9}));
}

void DataPartsTest::factsAreSaidInOneLine_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("facts");
    const auto row = [](const char* name, const char* facts) {
        QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(facts);
    };
    row("glyphDigits", "4,000 samples · 28×28 grey · 10 classes");
    row("glyphDomains", "5,000 + 2,500 test samples · 28×28 in colour · 10 classes · 5 domains");
    row("syntheticRegression",
        "samples as needed for 20 clients · 10 features · a number to predict");
    row("nothing", "");
}

void DataPartsTest::factsAreSaidInOneLine()
{
    QFETCH(QString, name);
    QFETCH(QString, facts);
    const LoadedData data = loadedData(Part{.name = name.toStdString(), .parameters = {}}, {});
    if (facts.isEmpty()) {
        QVERIFY(!data.dataset && data.problem.contains(name));
        return;
    }
    QVERIFY2(data.dataset, qPrintable(data.problem));
    QCOMPARE(factsText(*data.dataset), facts);
}

void DataPartsTest::gridsHoldEverySampleOnce_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("columns");
    QTest::newRow("none") << 300 << 0 << 4;
    QTest::newRow("one") << 300 << 1 << 4;
    QTest::newRow("a row") << 300 << 4 << 4;
    QTest::newRow("a row and one") << 300 << 5 << 4;
    QTest::newRow("too narrow for one") << 20 << 3 << 1;
    QTest::newRow("many") << 1000 << 100'000 << 13;
}

void DataPartsTest::gridsHoldEverySampleOnce()
{
    QFETCH(int, width);
    QFETCH(int, count);
    QFETCH(int, columns);
    const SampleGridLayout layout{
        .width = width, .count = count, .cell = {64, 80}, .gap = 8, .margin = 10};
    QCOMPARE(layout.columns(), columns);
    for (int place = 0; place < count; place += 1 + count / 50) {
        const QRect cell = layout.cellOf(place);
        QCOMPARE(layout.placeAt(cell.center()), place);
        QVERIFY(cell.bottom() < layout.height());
        QVERIFY(columns == 1 || cell.right() < width);
        const auto range = layout.between(cell.top(), cell.bottom());
        QVERIFY(range.first <= place && place <= range.last && range.last < count);
        QVERIFY(range.last - range.first < columns);
        if (place > 0)
            QVERIFY(!cell.intersects(layout.cellOf(place - 1)));
    }
    QCOMPARE(layout.placeAt({0, 0}), -1);
    QCOMPARE(layout.placeAt({10 + 64 + 4, 20}), -1); // between two
    QCOMPARE(layout.placeAt({20, layout.height() + 500}), -1);
    if (count == 0)
        QVERIFY(layout.between(0, 1000) == SampleGridLayout::Range());
}

void DataPartsTest::gridPicturesComeWhenInSight()
{
    const auto dataset =
        std::make_shared<const Dataset>(makeGlyphDomains({.samples = 400, .test = 10}));
    std::vector<std::int32_t> all(dataset->train.count());
    std::iota(all.begin(), all.end(), 0);
    SampleGrid grid;
    grid.resize(500, 400);
    grid.show();
    grid.setSamples(dataset, false, all);
    QTRY_VERIFY(grid.isComplete());
    const QImage first = grid.grab().toImage();
    grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum());
    QTRY_VERIFY(grid.isComplete());
    QVERIFY(grid.grab().toImage() != first);
    QCOMPARE(grid.words(0),
             QStringLiteral("sample 0, class %1, domain %2")
                 .arg(dataset->train.labels[0])
                 .arg(QString::fromStdString(dataset->domainNames[0])));
    grid.setSamples(dataset, true, {});
    QVERIFY(grid.isComplete());
    QVERIFY(!grid.grab().isNull());
}

void DataPartsTest::gridsAreWalkedByKeyboard()
{
    const auto dataset =
        std::make_shared<const Dataset>(makeGlyphDomains({.samples = 100, .test = 0}));
    std::vector<std::int32_t> all(100);
    std::iota(all.begin(), all.end(), 0);
    SampleGrid grid;
    grid.resize(400, 300);
    grid.show();
    grid.setSamples(dataset, false, all);
    QSignalSpy chosen(&grid, &SampleGrid::sampleChosen);
    QTest::keyClick(&grid, Qt::Key_Right);
    QCOMPARE(grid.chosen(), 0);
    QTest::keyClick(&grid, Qt::Key_Right);
    QCOMPARE(grid.chosen(), 1);
    QTest::keyClick(&grid, Qt::Key_End);
    QCOMPARE(grid.chosen(), 99);
    QCOMPARE(grid.verticalScrollBar()->value(), grid.verticalScrollBar()->maximum());
    QTest::keyClick(&grid, Qt::Key_Down); // nothing below
    QCOMPARE(grid.chosen(), 99);
    QTest::keyClick(&grid, Qt::Key_Home);
    QCOMPARE(grid.chosen(), 0);
    QVERIFY(grid.verticalScrollBar()->value() < 20);
    QCOMPARE(chosen.size(), 4);
}

void DataPartsTest::masksTintTheirPixels()
{
    const SamplePicture picture{
        .width = 2, .height = 1, .rgb = {100, 100, 100, 100, 100, 100}, .mask = {0, 1}};
    const QImage image = imageOf(picture);
    QCOMPARE(image.pixel(0, 0), qRgb(100, 100, 100));
    QVERIFY(qRed(image.pixel(1, 0)) > 130 && qBlue(image.pixel(1, 0)) < 70);
}

void DataPartsTest::dataSetsAreWrittenAsJson()
{
    Part part{.name = "glyphDigits", .parameters = {}};
    QCOMPARE(writeCompact(datasetNode(part)), R"("glyphDigits")");
    part.parameters.set("path", std::string("/home/a \"b\"/ü.csv"));
    part.parameters.set("classes", std::int64_t{100});
    part.parameters.set("share", 0.25);
    part.parameters.set("whole", true);
    part.parameters.set("list", std::vector<double>{1, 0.5});
    QCOMPARE(writeCompact(datasetNode(part)),
             R"({"name":"glyphDigits","path":"/home/a \"b\"/ü.csv","classes":100,"share":0.25,)"
             R"("whole":true,"list":[1,0.5]})");
}

void DataPartsTest::fieldsChangeOnlyWhatTheySay()
{
    const auto kind = [](const char* name) {
        return std::ranges::find(dataCatalog(),
                                 std::string_view(name),
                                 [](const CatalogEntry& entry) { return entry.part.name; })
            ->part;
    };
    Part part{.name = "csv", .parameters = {}};
    part.parameters.set("path", std::string("/a.csv"));
    PartFields fields;
    const NamedPart csv = kind("csv");
    fields.showPart(csv, part);
    QSignalSpy edits(&fields, &PartFields::edited);
    auto* separator = fields.findChild<QComboBox*>(QStringLiteral("field.separator"));
    QCOMPARE(separator->currentText(), QStringLiteral("comma"));
    QVERIFY(!separator->toolTip().isEmpty());
    separator->setCurrentText(QStringLiteral("tab"));
    emit separator->activated(separator->currentIndex());
    QCOMPARE(edits.size(), 1);
    QCOMPARE(writeCompact(datasetNode(fields.part())),
             R"({"name":"csv","path":"/a.csv","separator":"tab"})");
    auto* label = fields.findChild<QLineEdit*>(QStringLiteral("field.label"));
    label->setText(QStringLiteral("kind"));
    QTest::keyClick(label, Qt::Key_Return);
    QCOMPARE(edits.size(), 2);
    label->clear();
    QTest::keyClick(label, Qt::Key_Return);
    separator->setCurrentText(QStringLiteral("comma"));
    emit separator->activated(separator->currentIndex());
    QVERIFY(fields.part() == part); // defaults are not written
    const NamedPart cifar = kind("cifarFile");
    fields.showPart(cifar, {.name = "cifarFile", .parameters = {}});
    QVERIFY(!fields.findChild<QComboBox*>());
    fields.findChild<QSpinBox*>(QStringLiteral("field.classes"))->setValue(100);
    QCOMPARE(writeCompact(datasetNode(fields.part())), R"({"name":"cifarFile","classes":100})");
}

void DataPartsTest::publishedSetsAreLinkedNotCopied()
{
    const QTemporaryDir folder;
    const std::filesystem::path theirs = folder.filePath(QStringLiteral("theirs")).toStdString();
    const std::filesystem::path home = folder.filePath(QStringLiteral("home")).toStdString();
    std::filesystem::create_directories(theirs);
    const QString corpus =
        QStringLiteral(COTERIE_SOURCE_DIR "/tests/fuzz/corpus/usps/two_lines.gz");
    for (const char* name : {"zip.train.gz", "zip.test.gz"})
        QVERIFY(QFile::copy(corpus, QString::fromStdString((theirs / name).string())));
    const CatalogEntry& usps =
        *std::ranges::find(dataCatalog(), std::string_view("usps"), [](const CatalogEntry& entry) {
            return entry.part.name;
        });
    const DataFolders folders{.folders = {home}};
    const auto linked = linkIntoDataFolder(usps, theirs, folders);
    QVERIFY2(linked.has_value(), linked ? "" : linked.error().sentence().c_str());
    QCOMPARE(usps.find(folders).size(), std::size_t{2});
    QVERIFY(std::filesystem::is_symlink(home / "usps"));
    QVERIFY(linkIntoDataFolder(usps, theirs, folders).has_value()); // it is there already
    // A folder of the usual name that holds something else is left alone.
    std::filesystem::remove(home / "usps");
    std::filesystem::create_directories(home / "usps");
    QVERIFY(linkIntoDataFolder(usps, theirs, folders).has_value());
    QVERIFY(std::filesystem::is_symlink(home / "USPS"));
    QVERIFY(!std::filesystem::is_symlink(home / "usps"));
    const auto nowhere = linkIntoDataFolder(usps, theirs, {});
    QVERIFY(!nowhere.has_value());
    QVERIFY(nowhere.error().sentence().find("no data folder is set") != std::string::npos);
}

void DataPartsTest::withoutOfficialTestSamplesThoseOfAllClientsAreShown()
{
    using Indices = std::vector<std::int32_t>;
    LoadedData data = made();
    Dataset without = *data.dataset;
    without.officialTest = {};
    data.dataset = std::make_shared<const Dataset>(std::move(without));
    for (Shard& shard : data.shards)
        shard.testIsOfficial = false;
    data.shards[1].test = {3, 9};
    const ChosenSamples all = chosenSamples(data, {.test = true});
    QVERIFY(!all.official);
    Indices sorted = all.indices;
    std::ranges::sort(sorted);
    QVERIFY(sorted == (Indices{3, 9}));
}

COTERIE_WIDGET_SECTION(DataPartsTest)

} // namespace tst_data_parts

#include "tst_data_parts.moc"
