#include "tests/sections.h"
#include "ui/numbers.h"
#include "ui/views/plain_table.h"
#include "ui/views/view_frame.h"

#include <QHeaderView>
#include <QScopeGuard>
#include <QTableView>
#include <QTest>

namespace tst_plain_table {

using namespace coterie::ui;

/// How a table of numbers and words is shown and saved.
class PlainTableTest final : public QObject
{
    Q_OBJECT

private slots:
    void aDashStandsAsTheNumbersOfItsColumn();
    void wordsWithNumbersAreSavedWithAPoint();
    void decimalsAreAlikeWhereTheTableSaysSo();
    void columnsFitTitlesAndCells();
};

namespace {

bool standsRight(const QVariant& alignment)
{
    return alignment.toInt() & Qt::AlignRight;
}

} // namespace

void PlainTableTest::aDashStandsAsTheNumbersOfItsColumn()
{
    PlainTableModel model;
    model.setTable(
        {.header = {QStringLiteral("Arm"), QStringLiteral("p"), QStringLiteral("Result")},
         .rows = {{QStringLiteral("FedAvg"), QVariant(), QVariant()},
                  {QVariant(), 0.125, QStringLiteral("none")}}});
    const auto alignment = [&model](int row, int column) {
        return standsRight(model.index(row, column).data(Qt::TextAlignmentRole));
    };
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("–"));
    QVERIFY(alignment(0, 1));
    QVERIFY(alignment(1, 1));
    QVERIFY(standsRight(model.headerData(1, Qt::Horizontal, Qt::TextAlignmentRole)));
    QVERIFY(!alignment(1, 0)); // among words
    QVERIFY(!alignment(0, 2));
    model.setTable({.header = {QStringLiteral("p")}, .rows = {{QVariant()}}});
    QVERIFY(!alignment(0, 0)); // there are no numbers
}

void PlainTableTest::wordsWithNumbersAreSavedWithAPoint()
{
    const QLocale before = numberLocale();
    const auto restore = qScopeGuard([&before] { setNumberLocale(before); });
    setNumberLocale(QLocale(QLocale::German));
    const QVariant cell =
        wordsCell([] { return QStringLiteral("HCCT · α = ") + digitsText(0.1, 3); });
    const PlainTable table{.header = {QStringLiteral("Arm")}, .rows = {{cell}}};
    PlainTableModel model;
    model.setTable(table);
    for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole)})
        QCOMPARE(model.index(0, 0).data(role).toString(), QStringLiteral("HCCT · α = 0,1"));
    for (const QString& text :
         {csvText(table), tabbedText(table), markdownText(table), latexText(table)}) {
        QVERIFY2(text.contains(QStringLiteral("0.1")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("0,1")), qPrintable(text));
    }
    // What is the same in both is a text like any other.
    QCOMPARE(wordsCell([] { return QStringLiteral("FedAvg"); }),
             QVariant(QStringLiteral("FedAvg")));
}

void PlainTableTest::decimalsAreAlikeWhereTheTableSaysSo()
{
    PlainTable table{.header = {QStringLiteral("One"), QStringLiteral("Other")},
                     .rows = {{45.7312, 44.5}, {9.0, 0.126}}};
    PlainTableModel model;
    const auto shown = [&](PlainTable::Decimals decimals) {
        table.decimals = decimals;
        model.setTable(table);
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                texts << model.index(row, column).data().toString();
        return texts.join(u' ');
    };
    QCOMPARE(shown(PlainTable::Decimals::Own), QStringLiteral("45.73 44.5 9 0.126"));
    QCOMPARE(shown(PlainTable::Decimals::Columns), QStringLiteral("45.73 44.50 9.00 0.13"));
    QCOMPARE(shown(PlainTable::Decimals::Rows), QStringLiteral("45.73 44.50 9.000 0.126"));
    QVERIFY(csvText(table).contains(QStringLiteral("45.7312,44.5\n9,0.126"))); // all digits
}

void PlainTableTest::columnsFitTitlesAndCells()
{
    const PlainTable table{.header = {QStringLiteral("Arm"),
                                      QStringLiteral("n"),
                                      QStringLiteral("A title of some length")},
                           .rows = {{QString(300, u'm'), 1, 2}}};
    ViewFrame frame(new QWidget, {.name = QStringLiteral("any")}, [&table] { return table; });
    frame.resize(700, 300);
    frame.show();
    frame.showTable(true);
    auto* shown = frame.findChild<QTableView*>(QStringLiteral("numbers"));
    QVERIFY(shown);
    for (int column = 0; column < 3; ++column)
        QVERIFY(shown->columnWidth(column) >= shown->horizontalHeader()->sectionSizeHint(column));
    QVERIFY(shown->columnWidth(1) < shown->columnWidth(2));
    QVERIFY(shown->columnWidth(0) < 300 * shown->fontMetrics().horizontalAdvance(u'm') / 4);
    QVERIFY(shown->columnWidth(0) > shown->columnWidth(2));
    shown->setColumnWidth(1, 200); // by hand
    frame.updateTable();
    QCOMPARE(shown->columnWidth(1), 200);
}

COTERIE_WIDGET_SECTION(PlainTableTest)

} // namespace tst_plain_table

#include "tst_plain_table.moc"
