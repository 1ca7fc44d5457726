#include "app/cli/table_printer.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_table_printer {

using namespace coterie::cli;

class TestTablePrinter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void widthIsCountedAsATerminalShowsIt_data();
    void widthIsCountedAsATerminalShowsIt();
    void columnsStayStraightBesideWideAndNarrowLetters();
    void longTextGoesOnBelowItself();
    void shortenedTextEndsInAnEllipsisAndKeepsWholeCharacters();
    void columnsWithoutContentAreLeftOut();
    void markdownEscapesItsBars();
    void brokenUtf8IsPrintedNotRead();
    void escapesAreMeasuredAsTheyArePrinted();
};

void TestTablePrinter::widthIsCountedAsATerminalShowsIt_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");
    QTest::newRow("empty") << "" << 0;
    QTest::newRow("ascii") << "FedAvg" << 6;
    QTest::newRow("plus minus") << "1.2 ± 0.3" << 9;
    QTest::newRow("greek") << "α = 80" << 6;
    QTest::newRow("accent of its own") << "e\u0301" << 1;
    QTest::newRow("japanese") << "学習" << 4;
    QTest::newRow("picture") << QString::fromUtf8("\U0001F600") << 2;
}

void TestTablePrinter::widthIsCountedAsATerminalShowsIt()
{
    QFETCH(QString, text);
    QFETCH(int, width);
    QCOMPARE(displayWidth(text.toStdString()), static_cast<std::size_t>(width));
}

void TestTablePrinter::columnsStayStraightBesideWideAndNarrowLetters()
{
    Table table({{.title = "arm"}, {.title = "error", .align = Align::Right}, {.title = "note"}});
    table.add({"FedAvg", "29.55 ± 1.37", "a"});
    table.add({"HCCT, α", "9.5", "b"});
    QCOMPARE(QString::fromStdString(table.text()),
             QString("arm             error  note\n"
                     "FedAvg   29.55 ± 1.37  a\n"
                     "HCCT, α           9.5  b\n"));
}

void TestTablePrinter::longTextGoesOnBelowItself()
{
    Table table({{.title = {}}, {.title = {}, .wraps = true}, {.title = {}}});
    table.add({"alpha", "weight of similarity against size", "x"});
    QCOMPARE(QString::fromStdString(table.text(2, 36)),
             QString("  alpha  weight of similarity      x\n"
                     "         against size\n"));
}

void TestTablePrinter::shortenedTextEndsInAnEllipsisAndKeepsWholeCharacters()
{
    QCOMPARE(QString::fromStdString(shortened("±±±±", 4)), QString("±±±±"));
    QCOMPARE(QString::fromStdString(shortened("±±±±", 3)), QString("±±…"));
    QCOMPARE(QString::fromStdString(shortened("学習率", 4)), QString("学…"));
    QCOMPARE(QString::fromStdString(shortened("abc", 0)), QString());
}

void TestTablePrinter::columnsWithoutContentAreLeftOut()
{
    Table table({{.title = "run"}, {.title = "sweep"}, {.title = "arm"}});
    table.add({"1", "", "FedAvg"});
    table.add({"2", "", ""});
    table.dropEmptyColumns();
    QCOMPARE(QString::fromStdString(table.text()), QString("run  arm\n1    FedAvg\n2\n"));
}

void TestTablePrinter::markdownEscapesItsBars()
{
    Table table({{.title = "arm"}, {.title = "n", .align = Align::Right}});
    table.add({"a|b", "1"});
    QCOMPARE(QString::fromStdString(table.markdown()),
             QString("| arm | n |\n| --- | ---: |\n| a\\|b | 1 |\n"));
}

void TestTablePrinter::brokenUtf8IsPrintedNotRead()
{
    QCOMPARE(displayWidth("a\xe2\x82"), std::size_t{3}); // cut in the middle of a character
    QCOMPARE(displayWidth("\xff\xfe"), std::size_t{2});
    Table table({{.title = {}}, {.title = {}}});
    table.add({"\xc3", "x"});
    QCOMPARE(table.text(), std::string("\uFFFD  x\n"));
}

void TestTablePrinter::escapesAreMeasuredAsTheyArePrinted()
{
    Table table({{.title = "a\x1b"}, {.title = "error", .align = Align::Right}, {.title = "n"}});
    table.add({"b", "\u202e1", "x"});
    table.add({"c\nd", "2", "y"});
    QCOMPARE(QString::fromStdString(table.text()),
             QString("a\\u001b    error  n\n"
                     "b        \\u202e1  x\n"
                     "c\\nd           2  y\n"));
    const std::string words = "0123456789\x1b[2J 0123456789\x1b[2J 0123456789\x1b[2J ";
    const QString text = QString::fromStdString(paragraph(words + words));
    QVERIFY2(!text.contains('\x1b'), qPrintable(text));
    const QStringList lines = text.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2); // of six words with 19 letters each
    for (const QString& line : lines)
        QVERIFY2(line.size() <= 2 + 96, qPrintable(line));
}

COTERIE_SECTION(TestTablePrinter)

} // namespace tst_table_printer

#include "tst_table_printer.moc"
