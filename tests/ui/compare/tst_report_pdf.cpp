#include "core/algorithms/registry.h"
#include "core/summary/html_report.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/report_pdf.h"
#include "ui/words.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QImage>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QUrl>

#include <cmath>
#include <map>

namespace tst_report_pdf {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// A report on paper.
class ReportPdfTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void aReportBecomesPagesWhoseFiguresAreDrawn();
    void wideFiguresFitThePaper();
    void textsFillThePaperBetweenItsMargins();
    void aTalkIsWideAndMatricesStandBesideEachOther();
    void namesThatLookLikeFiguresAreHarmless();
    void numbersAndWordsStayWhole();
    void wideTablesBecomeSeveralWithLettersAsLarge();
    void partsOfATableCanBeMatched();
    void aTableThatCannotBePartedHasItsWordsBroken();
    void headingsGoWithTheirTexts();
    void runsWithoutARoundAreNamed();
};

namespace {

int pagesOf(const QByteArray& pdf)
{
    static const QRegularExpression page(QStringLiteral("/Type /Page\\b"));
    return int(QString::fromLatin1(pdf).count(page));
}

} // namespace

void ReportPdfTest::aReportBecomesPagesWhoseFiguresAreDrawn()
{
    const auto rows = store()->runs();
    QVERIFY(rows);
    const std::vector<ReportedRuns> designs = byDesign(*rows);
    const Result<std::string> page =
        htmlReport(*store(), designs, registry(), ReportStyle::Appendix);
    QVERIFY(page);
    const QString html = toQString(*page);
    QVERIFY(html.contains(QLatin1String("<svg")));
    const QByteArray pdf = reportPdf(html);
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    QVERIFY2(pagesOf(pdf) >= 2, qPrintable(QString::number(pagesOf(pdf))));
    QVERIFY(!pdf.contains("/Subtype /Image")); // a drawing, not a picture of one
    // Its figures are in it and take their room: with each of them four times it is longer.
    const QRegularExpression drawing(QStringLiteral("(<svg\\b.*?</svg>)"),
                                     QRegularExpression::DotMatchesEverythingOption);
    const QByteArray without = reportPdf(QString(html).remove(drawing));
    QVERIFY(without.size() < pdf.size());
    const QByteArray more =
        reportPdf(QString(html).replace(drawing, QStringLiteral("\\1\\1\\1\\1")));
    QVERIFY2(pagesOf(more) > pagesOf(without), qPrintable(QString::number(pagesOf(without))));
}

void ReportPdfTest::wideFiguresFitThePaper()
{
    // Ten times as wide and high as the paper.
    const QString wide = QStringLiteral(
        "<figure><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"6000\" height=\"6000\" "
        "viewBox=\"0 0 6000 6000\"><rect width=\"6000\" height=\"6000\" "
        "fill=\"#123456\"/></svg></figure>");
    QCOMPARE(pagesOf(reportPdf(wide)), 1);
}

void ReportPdfTest::textsFillThePaperBetweenItsMargins()
{
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    paper.setPageMargins({});
    paper.setResolution(300);
    QTextDocument document;
    layOutReport(
        document, QStringLiteral("<p>%1</p>").arg(QStringLiteral("word ").repeated(200)), paper);
    const QRectF text = document.documentLayout()->blockBoundingRect(document.begin());
    const double centimetre = 300 / 2.54;
    QVERIFY2(std::abs(text.left() - 2 * centimetre) < 5, qPrintable(QString::number(text.left())));
    QVERIFY2(std::abs(text.width() - 17 * centimetre) < 10,
             qPrintable(QString::number(text.width())));
}

void ReportPdfTest::aTalkIsWideAndMatricesStandBesideEachOther()
{
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    paper.setResolution(300);
    QTextDocument document;
    layOutReport(document, QStringLiteral("<body class=\"talk\"><p>x</p></body>"), paper);
    QCOMPARE(paper.pageLayout().orientation(), QPageLayout::Landscape);
    QVERIFY(document.defaultFont().pointSize() > 12);
    // Four of which one would take a third of a page.
    const QString matrix = QStringLiteral(
        "<figure><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"300\" "
        "viewBox=\"0 0 300 300\"><rect width=\"300\" height=\"300\"/></svg>"
        "<figcaption>one</figcaption></figure>");
    const QString row = QStringLiteral("<div class=\"row\">%1</div>").arg(matrix.repeated(4));
    QCOMPARE(pagesOf(reportPdf(row)), 1);
    QVERIFY(pagesOf(reportPdf(matrix.repeated(4))) > 1);
}

void ReportPdfTest::namesThatLookLikeFiguresAreHarmless()
{
    // No picture but the report's own is drawn, also not one that is there.
    QImage image(8, 8, QImage::Format_RGB32);
    image.fill(Qt::red);
    const QString file = m_folder.filePath(QStringLiteral("foreign.png"));
    QVERIFY(image.save(file));
    const QByteArray pdf =
        reportPdf(QStringLiteral("<p>x <img src=\"figure:7\"> <img src=\"figure:-1\"> "
                                 "<img src=\"%1\"> y</p>")
                      .arg(QUrl::fromLocalFile(file).toString()));
    QCOMPARE(pagesOf(pdf), 1);
    QVERIFY(!pdf.contains("/Subtype /Image"));
}

void ReportPdfTest::numbersAndWordsStayWhole()
{
    const auto tableOf = [](int columns) {
        QString header(QStringLiteral("<th>Arm</th>"));
        QString row(QStringLiteral("<td>a_setting/with/a/very/long/pointer/%1</td>")
                        .arg(QString(300, QLatin1Char('x'))));
        for (int i = 0; i < columns; ++i) {
            header += QStringLiteral("<th class=\"n\">Classification accuracy (%)</th>");
            row += QStringLiteral("<td class=\"n\">0.00795 ± 8.125e-07</td>");
        }
        return QStringLiteral("<table><thead><tr>%1</tr></thead><tbody><tr>%2</tr></tbody></table>")
            .arg(header, row);
    };
    for (const int columns : {2, 5, 8}) {
        QBuffer buffer;
        QVERIFY(buffer.open(QIODevice::WriteOnly));
        QPdfWriter paper(&buffer);
        paper.setPageMargins({});
        paper.setResolution(300);
        QTextDocument document;
        layOutReport(document, tableOf(columns), paper);
        QVERIFY2(tablesFit(document, paper), qPrintable(QString::number(columns)));
        QCOMPARE(paper.pageLayout().orientation() == QPageLayout::Landscape, columns > 2);
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            const QString text = block.text();
            if (text.contains(QChar(0x00b1)))
                QCOMPARE(block.layout()->lineCount(), 1);
            for (int i = 1;
                 text.startsWith(QLatin1String("Class")) && i < block.layout()->lineCount();
                 ++i)
                QCOMPARE(text[block.layout()->lineAt(i).textStart() - 1], QLatin1Char(' '));
        }
    }
}

void ReportPdfTest::wideTablesBecomeSeveralWithLettersAsLarge()
{
    constexpr int kColumns = 21;
    const auto rowOf = [](const QString& tag, const QString& name, int row) {
        QString cells = QStringLiteral("<tr><%1>%2</%1>").arg(tag, name);
        for (int i = 0; i < kColumns; ++i)
            cells +=
                QStringLiteral("<%1 class=\"n\">0.00%2%3 ± 0.00012</%1>").arg(tag).arg(row).arg(i);
        return cells + QStringLiteral("</tr>");
    };
    const QString wide = QStringLiteral("<table><thead>%1</thead><tbody>%2%3</tbody></table>")
                             .arg(rowOf(QStringLiteral("th"), QStringLiteral("Arm"), 1),
                                  rowOf(QStringLiteral("td"), QStringLiteral("HCCT"), 2),
                                  rowOf(QStringLiteral("td"), QStringLiteral("Ditto"), 3));
    const QString narrow = QStringLiteral("<p>Between.</p><table><thead><tr><th>a</th><th>b</th>"
                                          "<th>c</th></tr></thead><tbody></tbody></table>");
    const QString words =
        QStringLiteral("<table><thead><tr><th>Setting</th>%1</tr></thead>"
                       "<tbody></tbody></table>")
            .arg(QStringLiteral("<th>%1</th>").arg(QString(30, QLatin1Char('w'))).repeated(6));
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    paper.setPageMargins({});
    paper.setResolution(300);
    QTextDocument document;
    layOutReport(document, wide + narrow + words, paper);
    QVERIFY(tablesFit(document, paper));
    QCOMPARE(paper.pageLayout().orientation(), QPageLayout::Landscape);
    std::map<QString, int> counts;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        ++counts[block.text().replace(QChar::Nbsp, QLatin1Char(' '))];
        for (auto part = block.begin(); part != block.end(); ++part) {
            const QTextCharFormat format = part.fragment().charFormat();
            const double points = format.hasProperty(QTextFormat::FontPointSize)
                                      ? format.fontPointSize()
                                      : document.defaultFont().pointSizeF();
            QVERIFY2(points >= 8, qPrintable(block.text()));
        }
    }
    QVERIFY(counts[QStringLiteral("HCCT")] > 1); // each part says whose numbers they are
    for (const char* const name : {"Arm", "Ditto"})
        QCOMPARE(counts[QString::fromLatin1(name)], counts[QStringLiteral("HCCT")]);
    for (int row = 1; row <= 3; ++row)
        for (int i = 0; i < kColumns; ++i)
            QCOMPARE(counts[QStringLiteral("0.00%1%2 ± 0.00012").arg(row).arg(i)], 1);
    QCOMPARE(counts[QStringLiteral("b")], 1);
    QVERIFY(counts[QStringLiteral("Setting")] > 1);
}

void ReportPdfTest::partsOfATableCanBeMatched()
{
    const auto rowOf = [](const QString& tag, const QString& first, const QString& letter) {
        QString cells = QStringLiteral("<tr><%1>%2</%1>").arg(tag, first);
        for (int i = 0; i < 6; ++i)
            cells += QStringLiteral("<%1>%2</%1>").arg(tag, letter.repeated(24));
        return cells + QStringLiteral("<%1 class=\"n\">3</%1></tr>").arg(tag);
    };
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    paper.setPageMargins({});
    paper.setResolution(300);
    QTextDocument document;
    layOutReport(
        document,
        QStringLiteral("<table><thead>%1</thead><tbody>%2%3</tbody></table>")
            .arg(rowOf(QStringLiteral("th"), QStringLiteral("Program"), QStringLiteral("W")),
                 rowOf(QStringLiteral("td"), QStringLiteral("v1"), QStringLiteral("M")),
                 rowOf(QStringLiteral("td"), QStringLiteral("v1"), QStringLiteral("O"))),
        paper);
    QVERIFY(tablesFit(document, paper));
    std::map<QString, int> counts;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        ++counts[block.text()];
    QVERIFY(counts[QStringLiteral("Row")] > 1);
    for (const char* const number : {"1", "2"})
        QCOMPARE(counts[QString::fromLatin1(number)], counts[QStringLiteral("Row")]);
    QCOMPARE(counts[QStringLiteral("v1")], 2); // each cell once
}

void ReportPdfTest::aTableThatCannotBePartedHasItsWordsBroken()
{
    const QString word(300, QLatin1Char('w'));
    QBuffer buffer;
    QVERIFY(buffer.open(QIODevice::WriteOnly));
    QPdfWriter paper(&buffer);
    paper.setPageSize(QPageSize(QPageSize::A4));
    paper.setPageMargins({});
    paper.setResolution(300);
    QTextDocument document;
    layOutReport(document,
                 QStringLiteral("<table><thead><tr><th>Arm</th><th class=\"n\">%1</th></tr></thead>"
                                "<tbody><tr><td>HCCT</td><td class=\"n\">%1</td></tr></tbody>"
                                "</table>")
                     .arg(word),
                 paper);
    QVERIFY(tablesFit(document, paper));
    int whole = 0;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        whole += block.text().remove(QChar(0x200b)) == word ? 1 : 0;
    QCOMPARE(whole, 2);
}

void ReportPdfTest::headingsGoWithTheirTexts()
{
    const auto pageOf = [](const QTextBlock& block) {
        const QTextDocument& document = *block.document();
        const QRectF place = document.documentLayout()->blockBoundingRect(block);
        return int(
            (place.top() + block.layout()->lineAt(0).y() - block.layout()->boundingRect().top())
            / document.pageSize().height());
    };
    int moved = 0;
    for (int lines = 20; lines < 60; ++lines) {
        QString html;
        for (int i = 0; i < lines; ++i)
            html += QStringLiteral("<p>x</p>");
        html += QStringLiteral("<h2>Results</h2><h3>Table</h3><table><tr><td>a</td></tr></table>");
        QBuffer buffer;
        QVERIFY(buffer.open(QIODevice::WriteOnly));
        QPdfWriter paper(&buffer);
        paper.setPageMargins({});
        paper.setResolution(300);
        QTextDocument document;
        layOutReport(document, html, paper);
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            if (block.blockFormat().headingLevel() > 0) {
                QVERIFY2(pageOf(block) == pageOf(block.next()),
                         qPrintable(QStringLiteral("%1 lines").arg(lines)));
                moved += block.blockFormat().pageBreakPolicy() != QTextFormat::PageBreak_Auto;
            }
    }
    QVERIFY(moved > 0);
}

void ReportPdfTest::runsWithoutARoundAreNamed()
{
    const auto runs = store();
    RunPlan plan = expand(*parseExperiment(kComparedExperiment, registry()), registry()).front();
    plan.seed = 9;
    const auto waiting =
        runs->addRun((*runs->runs()).front().experiment, plan, writePlan(plan), {});
    QVERIFY(waiting);
    const std::vector<ReportedRuns> designs = byDesign(*runs->runs());
    const auto page = htmlReport(*runs, designs, registry(), ReportStyle::Appendix);
    QVERIFY(page);
    const QString sentence = QStringLiteral("Left out, because it has no round yet: run %1 "
                                            "(Independent, seed 9).")
                                 .arg(*waiting);
    QVERIFY2(toQString(*page).contains(sentence), qPrintable(toQString(*page).left(3000)));
    // The window writes it too.
    const Page shown(m_file);
    QTRY_COMPARE(shown.table()->model()->rowCount(), 7);
    shown.table()->selectAll();
    QTRY_VERIFY(shown.actions.action(ActionId::ExportReport)->isEnabled());
    QVERIFY(shown.actions.action(ActionId::ExportTalk)->isEnabled());
}

COTERIE_WIDGET_SECTION(ReportPdfTest)

} // namespace tst_report_pdf

#include "tst_report_pdf.moc"
