#include "core/algorithms/registry.h"
#include "core/summary/html_report.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/report_pdf.h"
#include "ui/words.h"

#include <QImage>
#include <QRegularExpression>
#include <QTest>
#include <QUrl>

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
    void namesThatLookLikeFiguresAreHarmless();
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
    const Result<std::string> page =
        htmlReport(*store(), byDesign(*rows), registry(), ReportStyle::Appendix);
    QVERIFY(page);
    const QString html = toQString(*page);
    QVERIFY(html.contains(QLatin1String("<svg")));
    const QByteArray pdf = reportPdf(html);
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    QVERIFY2(pagesOf(pdf) >= 2, qPrintable(QString::number(pagesOf(pdf))));
    QVERIFY(!pdf.contains("/Subtype /Image")); // a drawing, not a picture of one
    // Without its figures the same report is shorter: they are in it.
    QString without = html;
    without.remove(QRegularExpression(QStringLiteral("<svg\\b.*?</svg>"),
                                      QRegularExpression::DotMatchesEverythingOption));
    QVERIFY(pagesOf(reportPdf(without)) < pagesOf(pdf));
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

COTERIE_WIDGET_SECTION(ReportPdfTest)

} // namespace tst_report_pdf

#include "tst_report_pdf.moc"
