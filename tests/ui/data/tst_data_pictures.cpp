#include "tests/sections.h"
#include "tests/ui/data/data_fixture.h"
#include "tests/ui/looks.h"
#include "ui/data/data_page.h"
#include "ui/data/sample_grid.h"
#include "ui/frame/theme.h"

#include <QLabel>
#include <QListView>
#include <QSlider>
#include <QTableView>

namespace tst_data_pictures {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The Data page in both themes and at both scales.
class DataPicturesTest final : public DataFixture
{
    Q_OBJECT

private slots:
    void looksAsItShould_data();
    void looksAsItShould();
};

void DataPicturesTest::looksAsItShould_data()
{
    ui::test::addLooks(kFewLooks);
}

/// Pictures for people to look at; that they differ and follow the theme is held here.
void DataPicturesTest::looksAsItShould()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    Theme theme;
    theme.choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    DataFolders real = folders();
    if (!dark && scale == 1) // once: reading the real files takes seconds
        real.folders.push_back(std::filesystem::path(COTERIE_SOURCE_DIR).parent_path() / "shared"
                               / "data");
    DataPage page(dataCatalog(), real);
    page.resize(1380, 840);
    page.setAutoFillBackground(true);
    page.show();
    auto* list = child<QListView>(page, "datasetList");
    auto* model = qobject_cast<CatalogueModel*>(list->model());
    QList<QImage> pictures;
    const auto draw = [&](const char* name) {
        QTest::qWait(300);
        const QImage picture = ui::test::drawn(page, scale);
        QVERIFY(
            ui::test::kept(picture,
                           QStringLiteral("data-%1-%2")
                               .arg(QLatin1String(name), QLatin1String(QTest::currentDataTag()))));
        QCOMPARE(picture.pixelColor(4, 4).lightness() < 100, dark);
        for (const QImage& other : pictures)
            QVERIFY2(picture != other, name);
        pictures << picture;
    };
    const auto complete = [&] {
        return child<SampleGrid>(page, "sampleGrid")->isVisible()
               && child<SampleGrid>(page, "sampleGrid")->isComplete();
    };
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->card(row).builtIn)
            QTRY_VERIFY_WITH_TIMEOUT(!model->card(row).thumbnails.empty(), kPatience);
    QTRY_VERIFY(complete());
    draw("1-glyphs");
    choose(page, "glyphDomains");
    QTRY_VERIFY_WITH_TIMEOUT(
        child<QLabel>(page, "sampleCount")->text().contains(QStringLiteral("5,000")), kPatience);
    QTRY_VERIFY(complete());
    child<SampleGrid>(page, "sampleGrid")->choose(7);
    draw("2-domains");
    choose(page, "volumes");
    QTRY_VERIFY_WITH_TIMEOUT(child<QSlider>(page, "depthSlider")->isVisible(), kPatience);
    QTRY_VERIFY(complete());
    draw("3-volumes");
    choose(page, "tabularClinics");
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableView>(page, "sampleTable")->isVisible(), kPatience);
    draw("4-table");
    choose(page, "svhn");
    draw("5-download");
    write(QStringLiteral("flowers.csv"), "petal;sepal;kind\n1.5;2.5;rose\n3;4;tulip\n5;6;rose\n");
    page.importPath(m_folder->filePath(QStringLiteral("flowers.csv")));
    QTRY_COMPARE(child<QLabel>(page, "importFacts")->text(),
                 QStringLiteral("3 samples · 2 features · 2 classes"));
    draw("6-import");
    write(QStringLiteral("broken.csv"), "1,2,0\n3,4\n");
    page.importPath(m_folder->filePath(QStringLiteral("broken.csv")));
    QTRY_VERIFY(child<QLabel>(page, "importProblem")->isVisible());
    draw("7-import-broken");
    page.resize(760, 500);
    choose(page, "shapes10");
    QTRY_VERIFY_WITH_TIMEOUT(complete(), kPatience);
    draw("8-narrow");
}

COTERIE_WIDGET_SECTION(DataPicturesTest)

} // namespace tst_data_pictures

#include "tst_data_pictures.moc"
