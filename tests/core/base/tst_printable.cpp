#include "core/base/printable.h"
#include "tests/sections.h"

#include <QtTest>

namespace tst_printable {

using namespace coterie;

class tst_Printable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatATerminalWouldObeyIsEscaped_data();
    void whatATerminalWouldObeyIsEscaped();
    void lineEndsAreKeptWhereTheyEndLines();
    void escapingTwiceChangesNothing();
};

void tst_Printable::whatATerminalWouldObeyIsEscaped_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("shown");
    const auto row = [](const char* name, std::string text, std::string shown) {
        QTest::newRow(name) << std::move(text) << std::move(shown);
    };
    row("nothing", "", "");
    row("plain", "Run 1: α = 80 %, ± 0.2 → “fine” 図 🎉", "Run 1: α = 80 %, ± 0.2 → “fine” 図 🎉");
    row("joined letters", "می‌خواهم 👩‍🚀", "می‌خواهم 👩‍🚀");
    row("colour", "\033[31mred", "\\u001b[31mred");
    row("title", "\033]0;owned\a", "\\u001b]0;owned\\u0007");
    row("eight-bit CSI",
        "\xc2\x9b"
        "2J",
        "\\u009b2J");
    row("back to the line's start", "a\rb\tc\bd\177", "a\\u000db\\u0009c\\u0008d\\u007f");
    row("right to left", "a\u202Ecsv.exe", "a\\u202ecsv.exe");
    row("isolates", "\u2066a\u2069", "\\u2066a\\u2069");
    row("line separator", "a\u2028b", "a\\u2028b");
    row("tags", "a\U000E0041", "a\\udb40\\udc41");
    row("a zero", std::string("a\0b", 3), "a\\u0000b");
    row("not UTF-8", "a\x9b\xff", "a\uFFFD\uFFFD");
    row("cut off", "a\xe2\x80", "a\uFFFD\uFFFD");
    row("not a letter of UTF-8's four bytes",
        "\xf8\x90\x80\x80\xfc\x90\x80\x80",
        "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
    row("an escape in two bytes", "\xc0\x9b", "\uFFFD\uFFFD");
    row("a line", "a\nb", "a\\nb");
}

void tst_Printable::whatATerminalWouldObeyIsEscaped()
{
    QFETCH(std::string, text);
    QFETCH(std::string, shown);
    QCOMPARE(printable(text, LineEnds::Escape), shown);
}

void tst_Printable::lineEndsAreKeptWhereTheyEndLines()
{
    QCOMPARE(printable("a\n\033b\n", LineEnds::Keep), std::string("a\n\\u001bb\n"));
}

void tst_Printable::escapingTwiceChangesNothing()
{
    const std::string once = printable("\033[31m\u202E\xff", LineEnds::Keep);
    QCOMPARE(printable(once, LineEnds::Keep), once);
}

COTERIE_SECTION(tst_Printable)

} // namespace tst_printable

#include "tst_printable.moc"
