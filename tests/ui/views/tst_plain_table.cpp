#include "tests/sections.h"
#include "ui/numbers.h"
#include "ui/views/plain_table.h"

#include <QScopeGuard>
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

COTERIE_WIDGET_SECTION(PlainTableTest)

} // namespace tst_plain_table

#include "tst_plain_table.moc"
