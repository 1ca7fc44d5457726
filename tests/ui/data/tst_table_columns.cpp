#include "core/base/json_node.h"
#include "tests/sections.h"
#include "tests/ui/data/data_fixture.h"
#include "tests/ui/laid_out.h"
#include "ui/data/import_head.h"
#include "ui/data/table_columns.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableWidget>

namespace tst_table_columns {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The columns of an own table are chosen with a look at its values.
class TableColumnsTest final : public DataFixture
{
    Q_OBJECT

private slots:
    void theFirstRowsStandBelowTheChoices();
    void ofAFileForEachClientNoColumnIsTheClient();
    void aChoiceIsWhatTheExperimentSays();
    void aWideTableIsShownAtOnce();
    void aSmallWindowShowsAllOfIt();
    void otherFormatsHaveNoColumns();

private:
    static void pick(QComboBox* box, ColumnRole role)
    {
        box->setCurrentIndex(box->findData(static_cast<int>(role)));
        emit box->activated(box->currentIndex());
    }
    static ColumnRole roleIn(const DataPage& page, const char* name)
    {
        return static_cast<ColumnRole>(child<QComboBox>(page, name)->currentData().toInt());
    }
};

void TableColumnsTest::theFirstRowsStandBelowTheChoices()
{
    const TablePreview preview{.names = {"age", "site"},
                               .roles = {ColumnRole::Feature, ColumnRole::Label},
                               .missing = {2, 0},
                               .rowsSeen = 1200,
                               .rows = {{"1", "a"}, {"NA", "b"}}};
    Part part{.name = "csv", .parameters = {}};
    part.parameters.set("path", std::string("/a.csv"));
    TableColumns columns;
    columns.showTable(part, preview);
    auto* table = columns.findChild<QTableWidget*>(QStringLiteral("tableColumns"));
    QCOMPARE(table->rowCount(), 3);
    QCOMPARE(table->horizontalHeaderItem(1)->text(), QStringLiteral("site"));
    QCOMPARE(table->item(1, 0)->text(), QStringLiteral("1"));
    QCOMPARE(table->item(2, 0)->text(), QStringLiteral("missing"));
    QVERIFY(table->item(2, 0)->toolTip().contains(QStringLiteral("NA")));
    const QString said = columns.findChild<QLabel*>(QStringLiteral("missingValues"))->text();
    QVERIFY2(said.contains(QStringLiteral("age: 2")) && !said.contains(QStringLiteral("site")),
             qPrintable(said));

    QSignalSpy chosen(&columns, &TableColumns::chosen);
    auto* age = columns.findChild<QComboBox*>(QStringLiteral("role.0"));
    auto* site = columns.findChild<QComboBox*>(QStringLiteral("role.1"));
    QVERIFY(age && site && !age->accessibleName().isEmpty());
    pick(age, ColumnRole::Feature);  // as it is
    pick(site, ColumnRole::Feature); // a table has a target: that of the last column stays
    QCOMPARE(chosen.size(), 0);
    QCOMPARE(site->currentData().toInt(), static_cast<int>(ColumnRole::Label));
    pick(age, ColumnRole::Client);
    QCOMPARE(chosen.size(), 1);
}

void TableColumnsTest::ofAFileForEachClientNoColumnIsTheClient()
{
    TablePreview preview{.names = {"age", "site"},
                         .roles = {ColumnRole::Feature, ColumnRole::Label},
                         .missing = {0, 0},
                         .rowsSeen = 1,
                         .rows = {{"1", "a"}},
                         .file = "/shops/train/b2.csv"};
    Part part{.name = "clientFiles", .parameters = {}};
    part.parameters.set("path", std::string("/shops"));
    TableColumns columns;
    columns.showTable(part, preview);
    const auto* table = columns.findChild<QTableWidget*>(QStringLiteral("tableColumns"));
    const auto role = [table](ColumnRole wanted) { // in the box that is shown now
        return qobject_cast<QComboBox*>(table->cellWidget(0, 0))
            ->findData(static_cast<int>(wanted));
    };
    const auto* file = columns.findChild<QLabel*>(QStringLiteral("tableFile"));
    QVERIFY(!file->isHidden());
    QVERIFY2(file->text().contains(QStringLiteral("first rows of b2.csv;")),
             qPrintable(file->text()));
    QCOMPARE(role(ColumnRole::Client), -1);
    QVERIFY(role(ColumnRole::Split) >= 0);
    preview.file.clear();
    part.name = "csv";
    columns.showTable(part, preview);
    QVERIFY(file->isHidden());
    QVERIFY(role(ColumnRole::Client) >= 0);
}

void TableColumnsTest::aChoiceIsWhatTheExperimentSays()
{
    write(QStringLiteral("t.csv"), "site,x,kind,ill\na,1,1,0\nb,,2,1\na,3,1,1\nb,4,2,0\n");
    DataPage page(dataCatalog(), folders());
    page.resize(1200, 800);
    page.show();
    page.importPath(m_folder->filePath(QStringLiteral("t.csv")));
    auto* use = child<QPushButton>(page, "useImport");
    const auto* problem = child<QLabel>(page, "importProblem");
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableWidget>(page, "tableColumns")->columnCount() == 4,
                             kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(problem->text().contains(QStringLiteral("has no value")), kPatience);
    QVERIFY(!use->isEnabled());
    QVERIFY(child<QTableWidget>(page, "tableColumns")->isVisible());

    // Each choice is shown as the reader takes it.
    pick(child<QComboBox>(page, "role.0"), ColumnRole::Client);
    QTRY_VERIFY_WITH_TIMEOUT(roleIn(page, "role.0") == ColumnRole::Client, kPatience);
    pick(child<QComboBox>(page, "role.2"), ColumnRole::Category);
    QTRY_VERIFY_WITH_TIMEOUT(roleIn(page, "role.2") == ColumnRole::Category, kPatience);
    QCOMPARE(child<QLineEdit>(page, "field.client")->text(), QStringLiteral("site"));
    auto* missing = child<QComboBox>(page, "field.missing");
    missing->setCurrentIndex(missing->findData(QStringLiteral("mean")));
    emit missing->activated(missing->currentIndex());
    QTRY_VERIFY2_WITH_TIMEOUT(use->isEnabled(), qPrintable(problem->text()), kPatience);

    QSignalSpy used(&page, &DataPage::useRequested);
    use->click();
    QCOMPARE(used.size(), 1);
    QVERIFY(used.front().at(1).toBool()); // it has clients
    const std::string dataset = writeCompact(used.front().front().value<JsonNode>());
    for (const char* words :
         {R"("client":"site")", R"("categories":"kind")", R"("missing":"mean")"})
        QVERIFY2(dataset.find(words) != dataset.npos, dataset.c_str());
}

/// A choice for each of thousands of columns would take seconds.
void TableColumnsTest::aWideTableIsShownAtOnce()
{
    constexpr std::size_t kColumns = 3000;
    TablePreview preview{.names = {},
                         .roles = std::vector(kColumns, ColumnRole::Feature),
                         .missing = std::vector<std::size_t>(kColumns, 1),
                         .rowsSeen = 10,
                         .rows = {std::vector<std::string>(kColumns, "1")}};
    for (std::size_t column = 0; column < kColumns; ++column)
        preview.names.push_back("x" + std::to_string(column));
    preview.roles.back() = ColumnRole::Label;
    Part part{.name = "csv", .parameters = {}};
    part.parameters.set("path", std::string("/a.csv"));
    TableColumns columns;
    columns.resize(600, 300);
    columns.show();
    columns.showTable(part, preview);
    QVERIFY(columns.findChildren<QComboBox*>().size() < 200);
    const QString said = columns.findChild<QLabel*>(QStringLiteral("missingValues"))->text();
    QVERIFY2(said.contains(QStringLiteral("x7: 1, …")) && said.size() < 300, qPrintable(said));

    auto* bar =
        columns.findChild<QTableWidget*>(QStringLiteral("tableColumns"))->horizontalScrollBar();
    QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > 0, kPatience);
    bar->setValue(bar->maximum());
    auto* last = columns.findChild<QComboBox*>(QStringLiteral("role.2999"));
    QVERIFY(last != nullptr);
    QCOMPARE(last->currentData().toInt(), static_cast<int>(ColumnRole::Label));
    QVERIFY(columns.findChildren<QComboBox*>().size() < 200);
}

/// The page does not grow beyond a small screen, no line lies on the table, and the button and what
/// blocks it are in sight.
void TableColumnsTest::aSmallWindowShowsAllOfIt()
{
    write(QStringLiteral("t.csv"),
          "hospital,age,blood pressure,cholesterol,smoker,outcome\n"
          "a,1,1,,never,home\nb,,2,1,current,home\na,3,1,1,never,ill\n");
    DataPage page(dataCatalog(), folders());
    page.resize(830, 540); // of a window of 900 × 600
    page.show();
    page.importPath(m_folder->filePath(QStringLiteral("t.csv")));
    const auto* problem = child<QLabel>(page, "importProblem");
    const auto* table = child<QTableWidget>(page, "tableColumns");
    QTRY_VERIFY_WITH_TIMEOUT(problem->isVisible() && table->isVisible(), kPatience);
    const auto placeOf = [&](const QWidget& widget) {
        return QRect(widget.mapTo(&page, QPoint()), widget.size());
    };
    QTRY_VERIFY(placeOf(*child<QPushButton>(page, "useImport")).right() < page.width());
    QVERIFY2(page.minimumSizeHint().width() <= 830 && page.minimumSizeHint().height() <= 540,
             qPrintable(QStringLiteral("%1 × %2")
                            .arg(page.minimumSizeHint().width())
                            .arg(page.minimumSizeHint().height())));
    layOut();
    QVERIFY(placeOf(*problem).bottom() < page.height());
    QVERIFY(problem->height() >= problem->heightForWidth(problem->width()));
    const auto* missing = child<QLabel>(page, "missingValues");
    QTRY_VERIFY(placeOf(*missing).top() > placeOf(*table).bottom());
}

void TableColumnsTest::otherFormatsHaveNoColumns()
{
    write(QStringLiteral("t.csv"), "1,0\n2,1\n");
    write(QStringLiteral("u.json"),
          R"({"users": ["u"], "num_samples": [2],
              "user_data": {"u": {"x": [[1, 2], [3, 4]], "y": [1, 0]}}})");
    DataPage page(dataCatalog(), folders());
    page.resize(1200, 800);
    page.show();
    const auto* facts = child<QLabel>(page, "importFacts");
    page.importPath(m_folder->filePath(QStringLiteral("t.csv")));
    QTRY_VERIFY_WITH_TIMEOUT(child<QTableWidget>(page, "tableColumns")->isVisible(), kPatience);
    page.importPath(m_folder->filePath(QStringLiteral("u.json")));
    QTRY_VERIFY_WITH_TIMEOUT(child<QLabel>(page, "importTitle")->text() == QStringLiteral("u.json")
                                 && facts->text().contains(QStringLiteral("samples")),
                             kPatience);
    QVERIFY(!child<QTableWidget>(page, "tableColumns")->isVisible());
}

COTERIE_WIDGET_SECTION(TableColumnsTest)

} // namespace tst_table_columns

#include "tst_table_columns.moc"
