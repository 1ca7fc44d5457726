#include "core/experiment/parameters.h"
#include "tests/sections.h"
#include "ui/design/form_row.h"
#include "ui/frame/number_box.h"
#include "ui/language.h"
#include "ui/numbers.h"
#include "ui/setting_words.h"
#include "ui/views/axis_ticks.h"
#include "ui/views/line_plot_axes.h"
#include "ui/views/plain_table.h"
#include "ui/watch/live_fields.h"
#include "ui/watch/what_if_bar.h"
#include "ui/words.h"

#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QTest>

namespace tst_numbers {

using namespace coterie;
using namespace coterie::ui;

/// Numbers on screen have the format of the window's language, and those for programs a point. In
/// a process of its own, because a language stays until the program ends.
class NumbersTest final : public QObject
{
    Q_OBJECT

private slots:
    void inEnglishTheyHaveAPoint();
    void inGermanTheyHaveAComma();
    void numbersInCoresTextsFollow();
    void typedOnesHaveEitherSign_data();
    void typedOnesHaveEitherSign();
    void wholeOnesMayHaveThousandsSigns();
    void severalValuesAreTypedAndShown();
    void aFieldShowsWhatItReads();
    void boxesTakeEitherSign();
    void axesFollow();
    void tablesShowACommaAndSaveAPoint();
};

void NumbersTest::inEnglishTheyHaveAPoint()
{
    QCOMPARE(countText(1'234'567), QStringLiteral("1,234,567"));
    QCOMPARE(numberText(-0.05), QStringLiteral("−0.05"));
    QCOMPARE(localNumbers(QStringLiteral("0.1, 0.5")), QStringLiteral("0.1, 0.5"));
    // A list has commas, a single number may have one.
    QCOMPARE(textOf(*valueOf(QStringLiteral("0,5"), ParameterType::Real, true)),
             QStringLiteral("0, 5"));
    QCOMPARE(valueOf(QStringLiteral("0,5"), ParameterType::Real, false)->text, std::string("0.5"));
    QVERIFY(!typedNumber(QStringLiteral("1,200"))); // neither 1.2 nor a sign of files
    QCOMPARE(typedNumber(QStringLiteral("0,125")), std::optional(0.125));
    QCOMPARE(typedNumber(QStringLiteral("1.200")), std::optional(1.2));
    speak(QStringLiteral("de")); // from here on
}

void NumbersTest::inGermanTheyHaveAComma()
{
    QCOMPARE(countText(1'234'567), QStringLiteral("1.234.567"));
    QCOMPARE(numberText(-0.05), QStringLiteral("−0,05"));
    QCOMPARE(numberText(1.5e-7), QStringLiteral("1,5e−07"));
    QCOMPARE(cellText(20.136, 2), QStringLiteral("20,14"));
    QCOMPARE(QLocale().toString(0.5), QStringLiteral("0,5"));
    const PlainNumbers inFiles;
    QCOMPARE(countText(1'200), QStringLiteral("1,200"));
    QCOMPARE(cellText(20.136, 2), QStringLiteral("20.14"));
}

/// Names that contain digits are no numbers.
void NumbersTest::numbersInCoresTextsFollow()
{
    QCOMPARE(fromCore("at least 0.5 and less than 1200"),
             QStringLiteral("mindestens 0,5 und kleiner als 1200"));
    QCOMPARE(settingValue("/training/learningRate", "0.05"), QStringLiteral("0,05"));
    QCOMPARE(settingValue("/data/path", "part-0.5.csv"), QStringLiteral("part-0.5.csv"));
    QCOMPARE(localNumbers(QStringLiteral("20.14 ± 2.34 (sd 1,200.5)")),
             QStringLiteral("20,14 ± 2,34 (sd 1.200,5)"));
    QCOMPARE(localNumbers(QStringLiteral("v1.13 1.13.1 mnist-0.5")),
             QStringLiteral("v1.13 1.13.1 mnist-0.5"));
}

void NumbersTest::typedOnesHaveEitherSign_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("number");
    QTest::newRow("comma") << QStringLiteral(" 0,05 ") << 0.05;
    QTest::newRow("point") << QStringLiteral("0.05") << 0.05;
    QTest::newRow("no thousands") << QStringLiteral("1.200") << 1.2;
    QTest::newRow("minus") << QStringLiteral("−1,5e−3") << -1.5e-3;
    QTest::newRow("unfinished") << QStringLiteral("2,") << 2.0;
    QTest::newRow("whole") << QStringLiteral("12") << 12.0;
}

void NumbersTest::typedOnesHaveEitherSign()
{
    QFETCH(QString, typed);
    QFETCH(double, number);
    QCOMPARE(typedNumber(typed), std::optional(number));
    for (const char* wrong : {"1.200,5", "1,2,3", "1 2", "0x1", "nan", ",", ""})
        QVERIFY2(!typedNumber(QString::fromLatin1(wrong)), wrong);
}

/// A window that shows 1.200 reads it as 1200, and not as 1.
void NumbersTest::wholeOnesMayHaveThousandsSigns()
{
    const auto read = [](const char* typed) {
        return valueOf(QString::fromUtf8(typed), ParameterType::Integer, false);
    };
    for (const auto& [typed, number] : {std::pair("1.000", "1000"),
                                        std::pair("1,000", "1000"),
                                        std::pair(" 12.000.000 ", "12000000"),
                                        std::pair("−1.200", "-1200")}) {
        const auto value = read(typed);
        QVERIFY2(value && value->kind == JsonNode::Kind::Number, typed);
        QCOMPARE(value->text, std::string(number));
        QVERIFY2(mayHaveThousands(QString::fromUtf8(typed)), typed);
    }
    const auto several = [](const char* typed) {
        return valueOf(QString::fromUtf8(typed), ParameterType::Integer, true);
    };
    QCOMPARE(several("1.200")->text, std::string("1200"));
    for (const char* typed : {"10,100", "10,100; 200"}) { // may be meant as 10 and 100
        const auto value = several(typed);
        QVERIFY2(textOf(*value).contains(QStringLiteral("10,100")), typed);
        QVERIFY2(!textOf(*value).contains(QStringLiteral("10100")), typed);
    }
    QCOMPARE(several("10,100")->kind, JsonNode::Kind::Text); // which is refused
    const auto mixed = read("1.200,000");                    // which sign is which?
    QVERIFY(mixed && mixed->kind == JsonNode::Kind::Text);
    QCOMPARE(read("1.20")->text, std::string("1.2")); // which is refused
    for (const char* typed : {"0.125", "1.20", "1200", "1200.000", "1.000,5"})
        QVERIFY2(!mayHaveThousands(QString::fromUtf8(typed)), typed);
    QCOMPARE(textOf(*valueOf(QStringLiteral("1000; 2000"), ParameterType::Integer, true)),
             QStringLiteral("1000, 2000"));
    const ParameterDescriptor rounds{.name = "rounds", .type = ParameterType::Integer};
    const LiveSetting setting{.place = "/rounds", .descriptor = &rounds, .value = 20};
    QVERIFY(typedChange(QStringLiteral("10000"), setting, 1));
    const auto change = typedChange(QStringLiteral("10.000"), setting, 1);
    QVERIFY(change);
    QCOMPARE(change->value, 10'000.0);
}

void NumbersTest::severalValuesAreTypedAndShown()
{
    const auto read = [](const char* typed) {
        return textOf(*valueOf(QString::fromLatin1(typed), ParameterType::Real, true));
    };
    QCOMPARE(read("0,1, 0,5"), QStringLiteral("0.1, 0.5")); // as in the file
    QCOMPARE(read("0,1; 0,5"), QStringLiteral("0.1, 0.5"));
    QCOMPARE(read("0.1, 0.5"), QStringLiteral("0.1, 0.5"));
    QCOMPARE(read("0,1"), QStringLiteral("0.1"));
    QCOMPARE(read("1, "), QStringLiteral("1"));
    const ParameterDescriptor rate{.name = "learningRate", .type = ParameterType::Real};
    QCOMPARE(toldText(rate, QStringLiteral("0.1, 0.5")), QStringLiteral("0,1, 0,5"));
    const ParameterDescriptor list{.name = "shares", .type = ParameterType::RealList};
    const auto value = valueOf(QStringLiteral("0,1, 0,5; 1, 2"), list.type, true);
    QCOMPARE(textOf(*value), QStringLiteral("0.1, 0.5; 1, 2"));
    QCOMPARE(toldText(list, textOf(*value)), QStringLiteral("0,1, 0,5; 1, 2"));
    const ParameterDescriptor name{.name = "title", .type = ParameterType::Text};
    QCOMPARE(toldText(name, QStringLiteral("0.5")), QStringLiteral("0.5"));
}

/// What a field shows is read as the same value, so that looking changes nothing.
void NumbersTest::aFieldShowsWhatItReads()
{
    const ParameterDescriptor real{.name = "rate", .type = ParameterType::Real};
    for (const char* text : {"0.05", "1.125", "1200", "1e-05", "-0.5", "0.1, 1.25, 3"}) {
        const QString plain = QString::fromLatin1(text);
        const auto read = valueOf(toldText(real, plain), real.type, true);
        QVERIFY2(read && textOf(*read) == plain, text);
    }
}

void NumbersTest::boxesTakeEitherSign()
{
    NumberBox box;
    box.setDecimals(2);
    box.setRange(0, 10'000);
    box.setSuffix(QStringLiteral(" %"));
    box.setValue(1234.5);
    QCOMPARE(box.text(), QStringLiteral("1234,50 %"));
    for (const char* typed : {"0.25", "0,25"}) {
        box.setValue(7);
        box.selectAll();
        QTest::keyClicks(&box, QString::fromLatin1(typed));
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 0.25);
    }
    for (const char* typed : {"7.5.", "1.2.3", "1.000,5"}) {
        box.selectAll();
        QTest::keyClicks(&box, QString::fromLatin1(typed));
        QTest::keyClick(&box, Qt::Key_Return);
        QVERIFY2(box.value() != 75 && box.value() != 123 && box.value() < 1000, typed);
    }
    box.setValue(0.25);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("x")); // as if it had not been typed
    QCOMPARE(box.value(), 0.25);

    WhatIfBar bar;
    bar.setBase({.alpha = 0.5, .fixedGroups = 0, .clients = 4});
    auto* alpha = bar.findChild<QDoubleSpinBox*>(QStringLiteral("whatIfAlpha"));
    QCOMPARE(alpha->text(), QStringLiteral("0,5"));
    alpha->findChild<QLineEdit*>()->setText(QStringLiteral("0.75"));
    QTest::keyClick(alpha, Qt::Key_Return);
    QCOMPARE(alpha->value(), 0.75);
    QCOMPARE(alpha->text(), QStringLiteral("0,75"));
}

void NumbersTest::axesFollow()
{
    QCOMPARE(tickTexts(axisTicks(0, 1, 2)).join(u' '), QStringLiteral("0 0,5 1"));
    QCustomPlot plot;
    plot.resize(400, 300);
    plot.xAxis->setNumberFormat(QStringLiteral("g"));
    plot.xAxis->setNumberPrecision(4);
    for (const bool logarithmic : {false, true}) {
        setPlotTicker(*plot.xAxis, logarithmic, false);
        plot.xAxis->setRange(0.001, 1);
        plot.replot();
        const QVector<QString> labels = plot.xAxis->tickVectorLabels();
        const QString all = QStringList(labels.begin(), labels.end()).join(u' ');
        QVERIFY2(all.contains(QStringLiteral("0,1")) || all.contains(QStringLiteral("0,2")),
                 qPrintable(all));
        QVERIFY2(!all.contains(u'.'), qPrintable(all));
    }
}

void NumbersTest::tablesShowACommaAndSaveAPoint()
{
    const QString spread = QStringLiteral("20.14 ± 2.34");
    PlainTable table{
        .header = {QStringLiteral("Arm"), QStringLiteral("v = 0.1"), QStringLiteral("Spread")},
        .rows = {{QStringLiteral("lr 0.5"), 0.125, numbersCell(spread)}}};
    QCOMPARE(commonDecimals(table, 1), std::optional(3));
    PlainTableModel model;
    model.setTable(table);
    const auto shown = [&](int column, int role) {
        return model.index(0, column).data(role).toString();
    };
    QCOMPARE(shown(0, Qt::DisplayRole), QStringLiteral("lr 0.5")); // a name
    QCOMPARE(shown(1, Qt::DisplayRole), QStringLiteral("0,125"));
    QCOMPARE(shown(1, Qt::ToolTipRole), QStringLiteral("0,125"));
    QCOMPARE(shown(2, Qt::DisplayRole), QStringLiteral("20,14 ± 2,34"));
    const auto title = [&model] {
        return model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString();
    };
    QCOMPARE(title(), QStringLiteral("v = 0.1")); // may be a name too
    table.hasNumbersInHeader = true;
    model.setTable(table);
    QCOMPARE(title(), QStringLiteral("v = 0,1"));
    QCOMPARE(csvText(table), QStringLiteral("Arm,v = 0.1,Spread\nlr 0.5,0.125,20.14 ± 2.34\n"));
    QVERIFY(tabbedText(table).contains(QStringLiteral("0.125\t20.14 ± 2.34")));
    QVERIFY(markdownText(table).contains(QStringLiteral("0.125 | 20.14 ± 2.34")));
    QVERIFY(latexText(table).contains(QStringLiteral("0.125 & 20.14 $\\pm$ 2.34")));
}

COTERIE_WIDGET_SECTION(NumbersTest)

} // namespace tst_numbers

#include "tst_numbers.moc"
