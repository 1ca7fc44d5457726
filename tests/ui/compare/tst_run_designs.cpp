#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/compare/run_rows.h"
#include "tests/ui/csv_lines.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/looks.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/design_words.h"
#include "ui/compare/filter_edit.h"
#include "ui/compare/frozen_columns.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"
#include "ui/compare/run_tree.h"
#include "ui/views/view_frame.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTest>

#include <memory>

namespace tst_run_designs {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

std::vector<RunRow> hcctRuns(const std::vector<std::string>& alphas)
{
    std::vector<RunRow> all = rows(alphas.size());
    for (RunRow& row : all) {
        row.arm = "HCCT";
        row.sweep = "alpha = 5";
        row.seed = 1;
        row.planJson = R"({"local":{"optimizer":{"learningRate":)"
                       + alphas[static_cast<std::size_t>(row.id) - 1]
                       + R"(}},"algorithm":{"name":"hcct","alpha":5},"seed":1})";
    }
    return all;
}

std::vector<RecordedChange> changed(const char* place, double value)
{
    return {{.round = 3, .change = {.place = place, .value = value}}};
}

} // namespace

/// What tells runs of one name apart: designs of one name, and runs that were changed by hand.
class RunDesignsTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void designsOfOneNameAreToldApart();
    void changesByHandAreSeenWhereSettingsAre();
    void theSettingsOfAForkHaveRoom();
    void armsOfSeveralDesignsHaveNamesOfTheirOwn();
    void clientsOfAnEditReadAsWords();
    void tablesOfFiguresNameTheirRuns();
    void columnsAndRowsStayWhileOneTypes();
    void aFilterByAMetricFollowsItsColumn();
    void theFieldUnderlinesWhatIsWrongAndCompletesNames();
    void theFirstColumnsStayInSight();
};

void RunDesignsTest::designsOfOneNameAreToldApart()
{
    std::vector<RunRow> all = hcctRuns({"0.1", "0.1", "0.5"});
    all[2].experimentDesign = "another";
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRuns(all);
    QCOMPARE(model.index(0, RunTableModel::Setting).data().toString(), QStringLiteral("α = 5"));
    model.setSettings(std::make_shared<const RunSettings>(all), {});
    const auto cell = [&](int row, int role = Qt::DisplayRole) {
        return model.index(row, RunTableModel::Setting).data(role).toString();
    };
    QCOMPARE(cell(0), QStringLiteral("α = 5, learning rate = 0.1"));
    QCOMPARE(cell(2), QStringLiteral("α = 5, learning rate = 0.5"));
    QCOMPARE(cell(2, RunTableModel::ExactRole), QStringLiteral("alpha = 5, learningRate = 0.5"));
    model.setGrouping(RunTableModel::Grouping::Experiment);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(cell(0), QStringLiteral("learning rate = 0.1"));
    QCOMPARE(cell(1), QStringLiteral("learning rate = 0.5"));
}

void RunDesignsTest::changesByHandAreSeenWhereSettingsAre()
{
    std::vector<RunRow> all = hcctRuns({"0.1", "0.1", "0.1"});
    RunTableModel model;
    const QAbstractItemModelTester tester(&model);
    model.setRuns(all);
    model.setSettings(std::make_shared<const RunSettings>(all), {});
    all[1].changes = changed("/algorithm/alpha", 40);
    all[2].changes = changed("/local/optimizer/learningRate", 0.01);
    model.setRuns(all);
    const auto settings = std::make_shared<const RunSettings>(all);
    model.setSettings(settings, settings->differing(std::vector<std::int64_t>{1, 2, 3}));
    const auto cell = [&](int row) {
        return model.index(row, RunTableModel::Setting).data().toString();
    };
    QCOMPARE(cell(0), QStringLiteral("α = 5, learning rate = 0.1"));
    QCOMPARE(cell(1), QStringLiteral("α = 5 → 40 (round 3), learning rate = 0.1"));
    QCOMPARE(cell(2), QStringLiteral("α = 5, learning rate = 0.1 → 0.01 (round 3)"));
    const int alpha = model.cells().settingColumn(0);
    QCOMPARE(column(model, alpha), QStringLiteral("5 5 → 40 (round 3) 5"));
    QCOMPARE(model.index(1, alpha).data(Qt::ToolTipRole).toString(),
             QStringLiteral("α was changed by hand to 40, from round 3 on."));
    QCOMPARE(model.index(1, alpha).data(RunTableModel::ExactRole).toString(),
             QStringLiteral("5 → 40 (round 3)"));
    RunFilterProxy proxy(model);
    for (const char* typed :
         {"alpha=5 alpha=40", "alpha:\"round 3\"", "alpha=\"5 → 40 (round 3)\""}) {
        proxy.setTyped(QString::fromUtf8(typed));
        QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("2"));
    }
    proxy.setTyped({});
    proxy.sort(alpha); // by the value that it ended with
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("1 3 2"));
    // They are no further seeds of the others.
    model.setGrouping(RunTableModel::Grouping::Arm);
    QCOMPARE(model.rowCount(), 3);
}

void RunDesignsTest::theSettingsOfAForkHaveRoom()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    RunTree tree(model, proxy);
    tree.resize(2000, 400);
    tree.show();
    std::vector<RunRow> all = hcctRuns({"0.1", "0.1", "0.1"});
    const auto take = [&] {
        model.setRuns(all);
        tree.fitColumns();
        model.setSettings(std::make_shared<const RunSettings>(all), {});
        tree.fitDesigns();
    };
    const auto width = [&] { return tree.columnWidth(RunTableModel::Setting); };
    take();
    const int before = width();
    all[2].changes = changed("/local/optimizer/learningRate", 0.01);
    take();
    QVERIFY2(width() > before
                 && width() > tree.fontMetrics().horizontalAdvance(
                        QStringLiteral("α = 5, learning rate = 0.1 → 0.01 (round 3)")),
             qPrintable(QStringLiteral("%1, before %2").arg(width()).arg(before)));
    tree.setColumnWidth(RunTableModel::Setting, 60); // the user's
    take();
    QCOMPARE(width(), 60);
}

void RunDesignsTest::armsOfSeveralDesignsHaveNamesOfTheirOwn()
{
    const auto runs = store();
    changeByHand(6);
    const CompareData data = compared("meanTestError");
    QStringList labels;
    for (const ComparedArm& arm : data.arms)
        labels << arm.label;
    QCOMPARE(labels.join(u'|'),
             QStringLiteral("Independent|FedAvg · learning rate = 0.05|FedAvg · learning rate = "
                            "0.05 → 0.01 (round 3)"));
    QCOMPARE(data.arms[1].summary.seeds.size(), std::size_t{2});
    const ParallelPicture picture = parallelPicture(data, RunSettings(*runs->runs()));
    QVERIFY2(picture.names.contains(
                 QStringLiteral("Run 6: FedAvg · learning rate = 0.05 → 0.01 (round 3), seed 3")),
             qPrintable(picture.names.join(u'\n')));
    // The method comes first, and nothing that follows the seed.
    QCOMPARE(picture.axes.front().title, QStringLiteral("Algorithm"));
    for (const ParallelAxis& axis : picture.axes)
        QVERIFY(axis.title != QStringLiteral("Partition seed"));
}

void RunDesignsTest::clientsOfAnEditReadAsWords()
{
    QCOMPARE(valueWords("/clients/overrides",
                        R"([{"client":0,"samples":40},{"client":3,"classCounts":[5,0,2]}])"),
             QStringLiteral("client 0: 40 samples; client 3: per class 5, 0, 2"));
    QCOMPARE(valueWords("/clients/edges", R"([{"name":"North","clients":[0,1]}])"),
             QStringLiteral("North: clients 0, 1"));
    QCOMPARE(valueWords("/clients/arrivals", R"([{"round":5,"clients":[2]}])"),
             QStringLiteral("round 5: clients 2"));
    QCOMPARE(valueWords("/clients/overrides", "[]"), QStringLiteral("none"));
    QCOMPARE(valueWords("/data/preprocess",
                        R"([{"step":"scale"},{"step":"crop","height":28,"width":24},)"
                        R"({"step":"normalise","mean":[0.1,0.2],"std":[1,2]}])"),
             QStringLiteral("scale; crop (height 28, width 24); normalise (mean 0.1, 0.2, "
                            "standard deviation 1, 2)"));
    QCOMPARE(valueWords("/algorithm/name", "hcct"), QStringLiteral("HCCT"));
    QCOMPARE(valueWords("/algorithm/clientAlphas", "[1,2]"), QStringLiteral("[1,2]"));
    QCOMPARE(valueWords("/algorithm/wants", R"(["cosines","losses"])"),
             QStringLiteral("cosines + losses"));
    QCOMPARE(valueWords("/algorithm/command", R"(["python3","my who.py"])"),
             QStringLiteral("python3 'my who.py'"));
    std::vector<RunRow> all = rows(2);
    all[0].planJson = R"({"clients":{"overrides":[{"client":0,"samples":40}]}})";
    all[1].planJson = R"({"clients":{"overrides":[]}})";
    RunTableModel model;
    model.setRuns(all);
    model.setSettings(std::make_shared<const RunSettings>(all), {0});
    const int overrides = model.cells().settingColumn(0);
    QCOMPARE(column(model, overrides), QStringLiteral("client 0: 40 samples none"));
    const QString tip = model.headerData(overrides, Qt::Horizontal, Qt::ToolTipRole).toString();
    QVERIFY2(!tip.contains(u'/') && tip.contains(QStringLiteral("overrides")), qPrintable(tip));
}

void RunDesignsTest::tablesOfFiguresNameTheirRuns()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().runs.size(), std::size_t{6});
    using Pane = ComparePanes::Pane;
    const auto saved = [&](Pane pane) {
        const QString path = m_folder.filePath(QStringLiteral("figure.csv"));
        return page.page->panes().frame(pane).saveTable(path) ? linesOfCsv(path)
                                                              : std::vector<Line>{{}};
    };
    const std::vector<Line> curves = saved(Pane::Curves);
    QCOMPARE(curves[0].mid(0, 3).join(u' '), QStringLiteral("Run Arm Seed"));
    QCOMPARE(curves[1][0], QStringLiteral("1"));
    const std::vector<Line> settings = saved(Pane::Settings);
    QCOMPARE(settings[0].mid(0, 4).join(u' '), QStringLiteral("Run Experiment Arm Seed"));
    QCOMPARE(settings.size(), std::size_t{7});
    QCOMPARE(settings[6][0], QStringLiteral("6"));
    QCOMPARE(settings[6].size(), settings[0].size());
}

void RunDesignsTest::columnsAndRowsStayWhileOneTypes()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const auto columns = [&] {
        QStringList titles;
        for (int column = 0; column < page.table()->model()->columnCount(); ++column)
            titles << page.table()->model()->headerData(column, Qt::Horizontal).toString();
        return titles;
    };
    QTRY_VERIFY(columns().contains(QStringLiteral("Batch size")));
    const QStringList before = columns();
    auto* filter = page.page->findChild<FilterEdit*>();
    for (const char* typed : {"batc", "batch", "batch>", "batch>=", "batch>=x", "share>1"}) {
        filter->setText(QLatin1String(typed));
        QTRY_VERIFY2(filter->shownProblem().has_value(), typed);
        QCOMPARE(page.table()->model()->rowCount(), 6);
        QCOMPARE(columns(), before);
        filter->clear();
        QTRY_VERIFY(!filter->shownProblem());
    }
    filter->setText(QStringLiteral("batch>=32"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 3);
    QVERIFY(columns().contains(QStringLiteral("Batch size"))); // though it has one value now
    page.page->setGrouping(RunTableModel::Grouping::Arm);
    filter->setText(QStringLiteral("batch>=99"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    QVERIFY(columns().contains(QStringLiteral("Batch size")));
    filter->clear();
    QTRY_COMPARE(page.table()->model()->rowCount(), 2);
    QVERIFY(page.table()->isExpanded(page.table()->model()->index(1, 0))); // as it was
}

void RunDesignsTest::aFilterByAMetricFollowsItsColumn()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->setGrouping(RunTableModel::Grouping::Arm);
    QCOMPARE(page.table()->model()->rowCount(), 2);
    auto* filter = page.page->findChild<FilterEdit*>();
    filter->setText(QStringLiteral("seed<0"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    filter->setText(QStringLiteral("meanTestLoss>=0"));
    QTRY_VERIFY(filter->shownProblem().has_value()); // no column has the name
    QCOMPARE(page.table()->model()->rowCount(), 0);
    page.page->toggleMetricColumn(
        {.metric = "meanTestLoss", .when = MetricMoment::When::Newest, .round = 0});
    QTRY_COMPARE(page.table()->model()->rowCount(), 2);
    QTRY_VERIFY(!filter->shownProblem());
    for (int row = 0; row < 2; ++row) // the groups are back as they were
        QVERIFY(page.table()->isExpanded(page.table()->model()->index(row, 0)));
    page.page->toggleMetricColumn(
        {.metric = "meanTestLoss", .when = MetricMoment::When::Newest, .round = 0});
    QTRY_VERIFY(filter->shownProblem().has_value());
    QTRY_COMPARE(page.table()->model()->rowCount(), 2); // without the column it hides nothing
}

void RunDesignsTest::theFieldUnderlinesWhatIsWrongAndCompletesNames()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    auto* filter = page.page->findChild<FilterEdit*>();
    page.page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    filter->setFocus();
    const QImage plain = drawn(*page.page, 1);
    QTest::keyClicks(filter, QStringLiteral("zzz>1 "));
    const auto* note = page.page->findChild<QLabel*>(QStringLiteral("filterProblem"));
    QTRY_VERIFY(note->isVisible());
    QVERIFY(note->text().contains(QStringLiteral("“zzz” is not a column")));
    layOut();
    QVERIFY(note->height() >= note->heightForWidth(note->width())); // no line is cut
    QCOMPARE(filter->accessibleDescription(), note->text());
    QVERIFY(kept(drawn(*page.page, 1), QStringLiteral("filter-problem")));
    page.page->resize(page.page->width() + 10, page.page->height()); // it does not stay behind
    QVERIFY(!note->isVisible());
    filter->setText(QStringLiteral("zzz>2"));
    QTRY_VERIFY(note->isVisible());
    // A wrong word looks different from the same word where it is right.
    const auto pixels = [&] { return filter->grab().toImage(); };
    const QImage underlined = pixels();
    filter->showProblem({});
    QVERIFY(!note->isVisible());
    QVERIFY(pixels() != underlined);
    filter->clear();
    QTest::keyClicks(filter, QStringLiteral("ba"));
    auto* popup = page.page->findChild<QAbstractItemView*>(QStringLiteral("filterCompletions"));
    if (!popup) // it belongs to no window until it is shown
        popup = qobject_cast<QAbstractItemView*>(QApplication::activePopupWidget());
    QVERIFY(popup && popup->isVisible());
    QCOMPARE(popup->model()->index(0, 0).data().toString(), QStringLiteral("batch"));
    QTRY_VERIFY(filter->shownProblem().has_value()); // no run has the word
    QVERIFY(!note->isVisible());                     // below the names
    QTest::keyClick(popup, Qt::Key_Escape);
    QTRY_VERIFY(note->isVisible());
    QTest::keyClick(filter, Qt::Key_Down);
    QVERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(filter->text(), QStringLiteral("batch"));
    QVERIFY(!popup->isVisible());
    QTest::keyClicks(filter, QStringLiteral("=32"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 3);
}

void RunDesignsTest::theFirstColumnsStayInSight()
{
    Page page(m_file);
    page.page->resize(700, 700);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QTreeView& table = *page.table();
    auto* frozen = table.findChild<FrozenColumns*>();
    QVERIFY(frozen && !frozen->isVisible());
    QTRY_VERIFY(table.horizontalScrollBar()->maximum() > 0);
    layOut();
    table.horizontalScrollBar()->setValue(table.horizontalScrollBar()->maximum());
    QVERIFY(frozen->isVisible());
    QVERIFY(frozen->isFrozen(RunTableModel::Number));
    QVERIFY(frozen->width() <= table.viewport()->width() / 2 + table.columnWidth(0));
    // Rows and widths are those of the table.
    const QModelIndex third = table.model()->index(2, RunTableModel::Number);
    QCOMPARE(frozen->visualRect(third).top(), table.visualRect(third).top());
    QCOMPARE(frozen->columnWidth(RunTableModel::Number), table.columnWidth(RunTableModel::Number));
    QVERIFY(kept(drawn(*page.page, 1), QStringLiteral("frozen-columns")));
    // A click chooses the run; going up and down keeps the place sideways.
    QTest::mouseClick(frozen->viewport(), Qt::LeftButton, {}, frozen->visualRect(third).center());
    QCOMPARE(page.page->chosenRuns(), std::vector<std::int64_t>{4});
    const int place = table.horizontalScrollBar()->value();
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(page.page->chosenRuns(), std::vector<std::int64_t>{3});
    QCOMPARE(table.horizontalScrollBar()->value(), place);
    // Groups open and close together.
    page.page->setGrouping(RunTableModel::Grouping::Arm);
    table.horizontalScrollBar()->setValue(table.horizontalScrollBar()->maximum());
    const QModelIndex group = table.model()->index(0, 0);
    QCOMPARE(frozen->isExpanded(group), table.isExpanded(group));
    frozen->collapse(group);
    QVERIFY(!table.isExpanded(group));
    table.horizontalScrollBar()->setValue(0);
    QVERIFY(!frozen->isVisible());
}

COTERIE_WIDGET_SECTION(RunDesignsTest)

} // namespace tst_run_designs

#include "tst_run_designs.moc"
