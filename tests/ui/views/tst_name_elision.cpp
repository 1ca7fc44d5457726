#include "tests/sections.h"
#include "ui/views/figure_legend.h"
#include "ui/views/name_elision.h"

#include <QApplication>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_name_elision {

using namespace coterie::ui;

/// Names that are too long for their room stay different.
class NameElisionTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatAllNamesHaveInCommonGoesFirst_data();
    void whatAllNamesHaveInCommonGoesFirst();
    void namesStayDifferent_data();
    void namesStayDifferent();
    void whatFitsIsWhole();
    void aTextThatNeedsMoreLinesEndsInDots();
    void aFiguresLegendTellsItsLinesApart();
    void theRowsOfAFiguresLegendBeginBelowEachOther();
    void aLegendElidesItsNamesOncePerWidth();

private:
    [[nodiscard]] static QFontMetricsF metrics() { return QFontMetricsF(QApplication::font()); }
    /// All in the room that the first so many letters of the first need.
    [[nodiscard]] static QStringList elided(const QStringList& names, qsizetype letters)
    {
        const double room = metrics().horizontalAdvance(names.front().left(letters) + u'…') + 1;
        return elidedApart(names, std::vector<double>(std::size_t(names.size()), room), metrics());
    }
};

void NameElisionTest::whatAllNamesHaveInCommonGoesFirst_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QStringList>("own");
    QTest::newRow("end") << QStringList{QStringLiteral("FedAvg · rounds = 12 (Alone or together)"),
                                        QStringLiteral("FedAvg · rounds = 10 (Alone or together)")}
                         << QStringList{QStringLiteral("= 12"), QStringLiteral("= 10")};
    QTest::newRow("begin") << QStringList{QStringLiteral("Alone or together, again: FedAvg"),
                                          QStringLiteral("Alone or together, again: HCCT")}
                           << QStringList{QStringLiteral("FedAvg"), QStringLiteral("HCCT")};
}

void NameElisionTest::whatAllNamesHaveInCommonGoesFirst()
{
    QFETCH(QStringList, names);
    QFETCH(QStringList, own);
    const QStringList texts = elided(names, 24);
    for (qsizetype name = 0; name < names.size(); ++name) {
        QVERIFY2(texts[name].contains(own[name]), qPrintable(texts[name]));
        QVERIFY2(texts[name].contains(u'…'), qPrintable(texts[name]));
    }
}

void NameElisionTest::namesStayDifferent_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::newRow("in the middle")
        << QStringList{QStringLiteral("Independent · rounds = 12 (Quickstart: alone or together?)"),
                       QStringLiteral("Independent · rounds = 10 (Quickstart: alone or together?)"),
                       QStringLiteral("FedAvg · batch size = 16")};
    QTest::newRow("at the end") << QStringList{
        QStringLiteral("Quickstart: alone or together? FedAvg, seed 1"),
        QStringLiteral("Quickstart: alone or together? FedAvg, seed 2"),
        QStringLiteral("Digits")};
}

void NameElisionTest::namesStayDifferent()
{
    QFETCH(QStringList, names);
    const QStringList texts = elided(names, 34);
    QVERIFY2(QSet<QString>(texts.begin(), texts.end()).size() == names.size(),
             qPrintable(texts.join(u'|')));
}

void NameElisionTest::whatFitsIsWhole()
{
    const QStringList names{QStringLiteral("FedAvg, seed 1"), QStringLiteral("FedAvg, seed 2")};
    QCOMPARE(elided(names, 14), names);
    QCOMPARE(elidedApart(names, {-1, -1}, metrics()), names); // without a place
    QCOMPARE(elidedApart({}, {}, metrics()), QStringList());
}

void NameElisionTest::aTextThatNeedsMoreLinesEndsInDots()
{
    const QString text = QStringLiteral("one two three four five six seven eight nine ten eleven");
    const QFont font = QApplication::font();
    const int width = int(metrics().horizontalAdvance(text.left(20)));
    const QStringList all = fittedLines(text, font, width, 20);
    QVERIFY(all.size() > 2);
    QCOMPARE(all.join(u' '), text);
    const QStringList two = fittedLines(text, font, width, 2);
    QCOMPARE(two.size(), qsizetype{2});
    QCOMPARE(two[0], all[0]);
    QVERIFY(two[1].endsWith(u'…') && text.contains(two[1].chopped(1).trimmed()));
}

void NameElisionTest::aFiguresLegendTellsItsLinesApart()
{
    const std::vector<LegendEntry> entries{
        {.name = QStringLiteral("Independent · rounds = 12 (Quickstart: alone or together?)")},
        {.name = QStringLiteral("Independent · rounds = 10 (Quickstart: alone or together?)")}};
    const double width = kLegendSwatch + metrics().horizontalAdvance(entries[0].name) * 0.6;
    const FigureLegendLayout layout =
        layOutFigureLegend(entries, FigureLegend::Above, {width, 200}, metrics());
    QVERIFY(layout.isCut);
    const std::vector<LegendEntry> fitted =
        fittedEntries(entries, layout.boxes, QApplication::font());
    QVERIFY2(fitted[0].name.startsWith(QStringLiteral("Independent · rounds = 12")),
             qPrintable(fitted[0].name));
    QVERIFY2(fitted[1].name.startsWith(QStringLiteral("Independent · rounds = 10")),
             qPrintable(fitted[1].name));
}

void NameElisionTest::theRowsOfAFiguresLegendBeginBelowEachOther()
{
    std::vector<LegendEntry> entries;
    for (const int letters : {10, 30, 12, 8, 25})
        entries.push_back({.name = QString(letters, u'n')});
    const double width = 2 * kLegendSwatch + metrics().horizontalAdvance(QString(45, u'n'));
    const FigureLegendLayout layout =
        layOutFigureLegend(entries, FigureLegend::Above, {width, 200}, metrics());
    QCOMPARE(layout.boxes.size(), entries.size());
    int rows = 1;
    double right = layout.boxes.front().right();
    for (std::size_t i = 1; i < layout.boxes.size(); ++i) {
        right = std::max(right, layout.boxes[i].right());
        if (layout.boxes[i].top() == layout.boxes[i - 1].top())
            continue;
        ++rows;
        QCOMPARE(layout.boxes[i].left(), layout.boxes.front().left());
    }
    QVERIFY(rows > 1);
    // Together they are in the middle.
    QVERIFY(std::abs(layout.boxes.front().left() - (width - right)) < 0.01);
}

void NameElisionTest::aLegendElidesItsNamesOncePerWidth()
{
    std::vector<PlotLine> lines(2);
    lines[0].name = QStringLiteral("Independent · rounds = 12 (Quickstart: alone or together?)");
    lines[1].name = QStringLiteral("Independent · rounds = 10 (Quickstart: alone or together?)");
    PlotLegend legend;
    legend.resize(200, 60);
    legend.setLines(lines);
    legend.show();
    const QString name = legend.fitted().at(0).name;
    QVERIFY(name != lines[0].name);
    for (int paint = 0; paint < 3; ++paint)
        legend.grab();
    QVERIFY(legend.fitted()[0].name.constData() == name.constData()); // not made again
    legend.resize(150, 60);
    QVERIFY(legend.fitted()[0].name.size() < name.size());
    legend.resize(80 + legend.fontMetrics().horizontalAdvance(lines[0].name), 60);
    QCOMPARE(legend.fitted()[0].name, lines[0].name);
    QFont larger = legend.font();
    larger.setPointSizeF(3 * larger.pointSizeF());
    legend.setFont(larger);
    QVERIFY(legend.fitted()[0].name != lines[0].name);
}

COTERIE_WIDGET_SECTION(NameElisionTest)

} // namespace tst_name_elision

#include "tst_name_elision.moc"
