#include "core/data/formats/number_table.h"
#include "core/data/formats/text_lines.h"
#include "core/data/sets/heart_disease.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_text_formats {

using namespace coterie;
using namespace seedfiles;

namespace {

QString csvSentence(const QByteArray& text, const TableOptions& options = {})
{
    return sentenceOf(readNumberTable(store(text), options));
}

QByteArray uspsLine(const QByteArray& label, const QByteArray& value)
{
    QByteArray line = label;
    for (int i = 0; i < 256; ++i)
        line += ' ' + value;
    return line + '\n';
}

} // namespace

class TestTextFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesComeWithTheirPlace()
    {
        const ByteSourcePointer source = plain("one\r\n\nthree");
        TextLines lines(*source);
        QCOMPARE(**lines.next(), std::string_view("one"));
        QCOMPARE(**lines.next(), std::string_view(""));
        QCOMPARE(**lines.next(), std::string_view("three"));
        QCOMPARE(QString::fromStdString(lines.failHere("here").error.message),
                 "at byte 6 (line 3): here");
        QVERIFY(!lines.next()->has_value());
    }

    void aLineLongerThanTheBufferIsWhole()
    {
        const QByteArray longLine(300'000, 'a');
        const ByteSourcePointer source = plain(longLine + "\nb\n");
        TextLines lines(*source);
        QCOMPARE((*lines.next())->size(), std::size_t{300'000});
        QCOMPARE(**lines.next(), std::string_view("b"));
        const ByteSourcePointer endless = plain(QByteArray(3'000'000, 'a'));
        TextLines endlessLines(*endless);
        QCOMPARE(sentenceOf(endlessLines.next()),
                 "FILE: at byte 0 (line 1): a line of more than 1000000 characters");
    }

    void aTextThatUnpacksToFarTooMuchIsABomb()
    {
        QByteArray text;
        for (int i = 0; i < 4'000'000; ++i)
            text += "0,0\n";
        const QString sentence = csvSentence(idxfiles::packed(text));
        QVERIFY2(sentence.contains("250 times the file's size"), qPrintable(sentence));
    }

    void numbersAreReadStrictly()
    {
        QCOMPARE(numberIn(" 1.5e2 "), std::optional(150.0));
        QCOMPARE(numberIn("+7"), std::optional(7.0));
        for (const char* wrong : {"", "x", "1x", "1 2", "nan", "inf", "1e999", "0x10", "--1"})
            QVERIFY2(!numberIn(wrong), wrong);
    }

    void aTableHasFeaturesAndClasses()
    {
        const auto table = readNumberTable(store(seed("csv/header")), {});
        QVERIFY2(table.has_value(), qPrintable(sentenceOf(table)));
        QCOMPARE(table->rows, std::size_t{3});
        QVERIFY(table->values == (std::vector<float>{1, 2.5F, -300, 4, 5, 6}));
        QVERIFY(table->labels == (std::vector<std::int32_t>{0, 1, 0}));
        QVERIFY(table->classNames == (std::vector<std::string>{"cat", "dog"}));
        QVERIFY(table->featureNames == (std::vector<std::string>{"height", "width"}));
    }

    void aTableWithoutAHeaderMayBePacked()
    {
        const auto table = readNumberTable(store(seed("csv/numbers.gz")), {});
        QVERIFY2(table.has_value(), qPrintable(sentenceOf(table)));
        QVERIFY(table->values == (std::vector<float>{0.5F, 1, 1, 2, 2, 3}));
        QVERIFY(table->labels == (std::vector<std::int32_t>{0, 1, 1}));
        QVERIFY(table->featureNames.empty());
    }

    void theLabelIsAColumnByNameOrNumber()
    {
        const QByteArray text = "kind;size\n1;2\n0;3\n";
        for (const char* column : {"kind", "0"}) {
            const auto table =
                readNumberTable(store(text), {.separator = ';', .labelColumn = column});
            QVERIFY2(table.has_value(), qPrintable(sentenceOf(table)));
            QVERIFY(table->labels == (std::vector<std::int32_t>{1, 0}));
            QVERIFY(table->values == (std::vector<float>{2, 3}));
        }
        const auto wrong = readNumberTable(store(text), {.separator = ';', .labelColumn = "kinf"});
        QCOMPARE(wrong.error().nearest, std::string("kind"));
    }

    void labelNumbersAreClassesAndGapsStayEmpty()
    {
        const auto table = readNumberTable(store("1,3\n2,1\n"), {});
        QVERIFY(table->labels == (std::vector<std::int32_t>{3, 1}));
        QCOMPARE(table->classNames.size(), std::size_t{4});
    }

    void aTargetIsANumberToBeMet()
    {
        const auto table = readNumberTable(store("1,0.5\n2,-3\n"), {.regression = true});
        QVERIFY(table->targets == (std::vector<float>{0.5F, -3}));
        QVERIFY(table->labels.empty() && table->classNames.empty());
    }

    void refusesAMalformedTable()
    {
        QCOMPARE(csvSentence(""), "FILE: at byte 0: must be a table of numbers (is empty)");
        QCOMPARE(csvSentence("1\n"),
                 "FILE: at byte 0 (line 1): must have at least two columns, a feature and a label");
        QCOMPARE(csvSentence("1,2\n1,2,3\n"),
                 "FILE: at byte 4 (line 2): must have 2 columns as the first line (has 3)");
        QCOMPARE(csvSentence("1,2\nx,2\n"),
                 "FILE: at byte 4 (line 2): column 0 must be a number (is \"x\")");
        QCOMPARE(csvSentence("1,2\nnan,2\n"),
                 "FILE: at byte 4 (line 2): column 0 must be a number (is \"nan\")");
        QCOMPARE(csvSentence("1,2\n1e300,2\n"),
                 "FILE: at byte 4 (line 2): 1e300 in column 0 is beyond what single precision "
                 "holds");
        QCOMPARE(csvSentence("1,2\n1,x\n", {.regression = true}),
                 "FILE: at byte 4 (line 2): the target must be a number (is \"x\")");
        QCOMPARE(csvSentence("1,2\n", {.labelColumn = "7"}),
                 "FILE: at byte 0: no column is called 7; must be a name or a number from 0 to 1");
        QCOMPARE(csvSentence("1," + QByteArray(201, 'w') + '\n'),
                 "FILE: at byte 0 (line 1): a label must have at most 200 characters (has 201)");
        QByteArray many;
        for (int i = 0; i < 10'001; ++i)
            many += "1,w" + QByteArray::number(i) + '\n';
        QVERIFY(csvSentence(many).contains("more than 10000 different labels"));
    }

    void uspsLinesAreLabelsAndPixels()
    {
        for (const char* name : {"usps/two_lines", "usps/two_lines.gz"}) {
            const auto samples = readUspsText(store(seed(name)));
            QVERIFY2(samples.has_value(), qPrintable(sentenceOf(samples)));
            QVERIFY(samples->shape == (SampleShape{.channels = 1, .height = 16, .width = 16}));
            QCOMPARE(samples->labels.front(), 6);
            const auto& values = std::get<std::vector<float>>(samples->values);
            QCOMPARE(values[0], -1.0F);
            QCOMPARE(values[128], 0.0F);
        }
    }

    void refusesMalformedUspsLines()
    {
        const auto sentence = [](const QByteArray& text) {
            return sentenceOf(readUspsText(store(text)));
        };
        QCOMPARE(sentence("1 2 3\n"),
                 "FILE: at byte 0 (line 1): must be 257 numbers, a label and 16×16 values (is 3)");
        QCOMPARE(sentence(uspsLine("1", "0") + uspsLine("10", "0")),
                 "FILE: at byte 514 (line 2): the label must be from 0 to 9 (is 10)");
        QCOMPARE(sentence(uspsLine("1.5", "0")),
                 "FILE: at byte 0 (line 1): the label must be from 0 to 9 (is 1.5)");
        // Blank lines are passed over and counted.
        QCOMPARE(sentence(uspsLine("1", "0") + "\n \n" + uspsLine("12", "0")),
                 "FILE: at byte 517 (line 4): the label must be from 0 to 9 (is 12)");
        QCOMPARE(sentence(uspsLine("1", "0") + uspsLine("1", "1.5")),
                 "FILE: at byte 514 (line 2): value 0 must be from -1 to 1 (is 1.5)");
        QCOMPARE(sentence(uspsLine("1", "0") + uspsLine("1", "?")),
                 "FILE: at byte 514 (line 2): column 1 must be a number (is \"?\")");
    }

    void patientsBecomeThirteenFeatures()
    {
        // The third patient lacks the cholesterol and is left out; the second lacks only columns
        // that are dropped.
        const auto centre = readHeartCentre(*plain(seed("heart/three_patients")));
        QVERIFY2(centre.has_value(), qPrintable(sentenceOf(centre)));
        QVERIFY(centre->labels == (std::vector<std::int32_t>{0, 1}));
        QVERIFY(centre->values
                == (std::vector<float>{63, 1, 145, 233, 1, 150, 0, 2.3F, 0, 0, 0, 0, 1, //
                                       28, 1, 130, 132, 0, 185, 0, 0,    1, 0, 0, 0, 1}));
    }

    void refusesMalformedPatients()
    {
        const auto sentence = [](const QByteArray& text) {
            return sentenceOf(readHeartCentre(*plain(text)));
        };
        const QByteArray good = "63,1,1,145,233,1,2,150,0,2.3,3,0,6,0\n";
        QCOMPARE(sentence({}),
                 "FILE: at byte 0: must have at least one patient without missing values");
        QCOMPARE(sentence(good + "1,2\n"),
                 "FILE: at byte 37 (line 2): must have 14 columns (has 2)");
        QCOMPARE(sentence("x" + good),
                 "FILE: at byte 0 (line 1): column 0 must be a number or ? (is \"x63\")");
        QCOMPARE(sentence("63,1,5,145,233,1,2,150,0,2.3,3,0,6,0\n"),
                 "FILE: at byte 0 (line 1): column 2 must be a whole number from 1 to 4 (is 5)");
        QCOMPARE(sentence("63,1,1,145,233,1,3,150,0,2.3,3,0,6,0\n"),
                 "FILE: at byte 0 (line 1): column 6 must be a whole number from 0 to 2 (is 3)");
        QCOMPARE(sentence("63,1,1,145,233,1,2,150,0,2.3,3,0,6,-1\n"),
                 "FILE: at byte 0 (line 1): column 13 must be a whole number from 0 to 4 (is -1)");
        QCOMPARE(sentence(good + "1e39,1,1,145,233,1,2,150,0,2.3,3,0,6,0\n"),
                 "FILE: at byte 37 (line 2): 1e39 in column 0 is beyond what single precision "
                 "holds");
    }
};

COTERIE_SECTION(TestTextFormats)

} // namespace tst_text_formats

#include "tst_text_formats.moc"
