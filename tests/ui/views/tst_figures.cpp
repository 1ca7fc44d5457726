#include "core/base/matrix.h"
#include "tests/sections.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/views/figure_drawing.h"
#include "ui/views/line_plot.h"
#include "ui/views/matrix_view.h"
#include "ui/views/parallel_view.h"
#include "ui/views/picture_export.h"

#include <QImage>
#include <QRegularExpression>
#include <QSettings>
#include <QTest>

#include <cmath>
#include <numeric>

namespace tst_figures {

using namespace coterie;
using namespace coterie::ui;

namespace {

PlotLine line(const char* name, std::size_t colour, std::vector<double> y)
{
    PlotLine made;
    made.name = QString::fromUtf8(name);
    made.colour = made.shape = colour;
    made.x.resize(y.size());
    std::iota(made.x.begin(), made.x.end(), 0);
    made.y = std::move(y);
    return made;
}

/// Two arms; the second one is far above the first.
PlotPicture arms()
{
    PlotPicture picture;
    picture.lines = {line("HCCT, seed 1", 0, {90, 40, 20, 10}),
                     line("Independent", 1, {95, 92, 91, 90})};
    picture.xLabel = QStringLiteral("Round");
    picture.yLabel = QStringLiteral("Test error (%)");
    picture.bands.push_back({.name = QStringLiteral("HCCT, seed 1"),
                             .colour = 0,
                             .x = {0, 1, 2, 3},
                             .lower = {80, 30, 10, 5},
                             .upper = {99, 50, 30, 15}});
    return picture;
}

Figure armsFigure()
{
    LinePlot plot;
    plot.setPicture(arms());
    return plot.asPicture(QStringLiteral("curves")).take();
}

QString svgOf(const Figure& figure, FigureSettings settings)
{
    settings.format = FigureFormat::Svg;
    return QString::fromUtf8(figureFile(figure, settings));
}

QStringList textsOf(const QString& svg)
{
    QStringList texts;
    static const QRegularExpression text(QStringLiteral("<text[^>]*>([^<]*)</text>"));
    for (auto match = text.globalMatch(svg); match.hasNext();)
        texts << match.next().captured(1).trimmed();
    return texts;
}

MatrixPicture smallMatrix()
{
    MatrixPicture picture;
    picture.matrix = Matrix(3, 3);
    for (std::size_t i = 0; i < 9; ++i)
        picture.matrix.values[i] = double(i) / 9;
    picture.rows = picture.columns = {0, 1, 2};
    picture.rowWord = QStringLiteral("client");
    picture.columnWord = QStringLiteral("takes from client");
    picture.valueWord = QStringLiteral("weight");
    return picture;
}

/// The mean difference of two pictures of one size, 0 to 255.
double difference(const QImage& one, const QImage& other)
{
    double sum = 0;
    for (int y = 0; y < one.height(); ++y)
        for (int x = 0; x < one.width(); ++x)
            sum += std::abs(qGray(one.pixel(x, y)) - qGray(other.pixel(x, y)));
    return sum / one.width() / one.height();
}

} // namespace

class FiguresTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theFileHasTheSizeInMillimetres_data();
    void theFileHasTheSizeInMillimetres();
    void anSvgFileHasTheNamesOfTheLegendAsTexts();
    void aFigureHasFullNames();
    void textsHaveTheirSizeInPoints();
    void longNamesOfTheLegendStayDifferent();
    void hiddenLinesAreNotInTheLegend();
    void theLegendHasAPlaceOrNone_data();
    void theLegendHasAPlaceOrNone();
    void namesWithoutRoomAreCounted();
    void anAxisNameWithoutRoomIsTold();
    void allThatIsCutIsTold();
    void withoutATitleAFileIsCalledAfterItsValues();
    void limitsAreHonoured();
    void nothingIsDrawnBeyondTheLimits();
    void aZoomSetsTheLimits();
    void namesOfAxesAndTitleCanBeSet();
    void linesHaveTheirWidthInPoints();
    void aFigureIsLightInADarkWindow();
    void everyScaleShowsTheSame();
    void aViewIsDrawnAtItsSizeOnPaper();
    void aFigureIsTheMomentItWasTaken();
    void aZoomIsNotRemembered();
};

void FiguresTest::init()
{
    QSettings().clear();
    QApplication::setPalette(lightPalette());
}

void FiguresTest::theFileHasTheSizeInMillimetres_data()
{
    QTest::addColumn<FigureSettings>("settings");
    QTest::addColumn<QSizeF>("size");
    QTest::newRow("single column") << FigureSettings{} << QSizeF(84, 63);
    QTest::newRow("double column")
        << FigureSettings{.column = FigureColumn::Double, .height = 70} << QSizeF(174, 70);
    QTest::newRow("own") << FigureSettings{.column = FigureColumn::Own,
                                           .ownWidth = 101.5,
                                           .fontSize = 11,
                                           .dotsPerInch = 200,
                                           .height = 44.25}
                         << QSizeF(101.5, 44.25);
}

void FiguresTest::theFileHasTheSizeInMillimetres()
{
    QFETCH(FigureSettings, settings);
    QFETCH(QSizeF, size);
    const Figure figure = armsFigure();
    const QString svg = svgOf(figure, settings);
    const QString head = svg.left(svg.indexOf(QLatin1String("<defs")));
    QVERIFY2(head.contains(QStringLiteral("width=\"%1mm\"").arg(size.width())), qPrintable(head));
    QVERIFY2(head.contains(QStringLiteral("height=\"%1mm\"").arg(size.height())), qPrintable(head));

    settings.format = FigureFormat::Pdf;
    const QByteArray pdf = figureFile(figure, settings);
    static const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]"));
    const QRegularExpressionMatch match = box.match(QString::fromLatin1(pdf));
    QVERIFY(match.hasMatch());
    const double half = 0.5; // points: a page is a whole number of them
    QVERIFY(std::abs(match.captured(1).toDouble() - size.width() / 25.4 * 72) <= half);
    QVERIFY(std::abs(match.captured(2).toDouble() - size.height() / 25.4 * 72) <= half);
    QVERIFY(!pdf.contains("/Subtype /Image"));

    settings.format = FigureFormat::Png;
    const QImage png = QImage::fromData(figureFile(figure, settings), "PNG");
    const QSizeF pixels = size / 25.4 * settings.dotsPerInch;
    QCOMPARE(png.size(), pixels.toSize());
    QCOMPARE(std::lround(png.dotsPerMeterX() * 0.0254), long(settings.dotsPerInch));
}

void FiguresTest::aFigureHasFullNames()
{
    PlotPicture picture = arms();
    picture.lines[0].fullName = QStringLiteral("HCCT, mean of 3");
    LinePlot plot;
    plot.setPicture(picture);
    const QStringList texts = textsOf(svgOf(plot.asPicture({}).take(), {}));
    QVERIFY(texts.contains(QStringLiteral("HCCT, mean of 3")));
    QVERIFY(!texts.contains(QStringLiteral("HCCT, seed 1")));
    QVERIFY(texts.contains(QStringLiteral("Independent")));
}

void FiguresTest::anSvgFileHasTheNamesOfTheLegendAsTexts()
{
    const QString svg = svgOf(armsFigure(), {});
    const QStringList texts = textsOf(svg);
    for (const char* text : {"HCCT, seed 1", "Independent", "Round", "Test error (%)"})
        QVERIFY2(texts.contains(QLatin1String(text)),
                 qPrintable(texts.join(QStringLiteral(" | "))));
    QVERIFY(!svg.contains(QLatin1String("<image")));
}

/// In user units, which are points, and the scale of the group around.
void FiguresTest::textsHaveTheirSizeInPoints()
{
    const QString svg = svgOf(armsFigure(), {.fontSize = 9});
    static const QRegularExpression view(QStringLiteral("viewBox=\"0 0 ([0-9.]+) ([0-9.]+)\""));
    QVERIFY(std::abs(view.match(svg).captured(1).toDouble() - 84 / 25.4 * 72) < 0.01);
    static const QRegularExpression text(QStringLiteral(
        "transform=\"matrix\\(([0-9.]+),[^>]*>\\s*<text[^>]*font-size=\"([0-9.]+)\"[^>]*>HCCT"));
    const QRegularExpressionMatch match = text.match(svg);
    QVERIFY(match.hasMatch());
    const double size = match.captured(1).toDouble() * match.captured(2).toDouble();
    QVERIFY2(std::abs(size - 9) < 0.01, qPrintable(QString::number(size)));
}

void FiguresTest::longNamesOfTheLegendStayDifferent()
{
    PlotPicture picture = arms();
    picture.lines[0].name =
        QStringLiteral("Independent · rounds = 12 (Quickstart: alone or together, once more?)");
    picture.lines[1].name =
        QStringLiteral("Independent · rounds = 10 (Quickstart: alone or together, once more?)");
    LinePlot plot;
    plot.setPicture(picture);
    const QStringList texts = textsOf(svgOf(plot.asPicture({}).take(), {}));
    for (const char* begin : {"Independent · rounds = 12", "Independent · rounds = 10"})
        QVERIFY2(texts.indexOf(QRegularExpression(u'^' + QString::fromUtf8(begin) + u".*…$"_qs))
                     >= 0,
                 qPrintable(texts.join(QStringLiteral(" | "))));
}

void FiguresTest::hiddenLinesAreNotInTheLegend()
{
    LinePlot plot;
    plot.setPicture(arms());
    plot.setHidden({QStringLiteral("Independent")});
    const QStringList texts = textsOf(svgOf(plot.asPicture({}).take(), {}));
    QVERIFY(texts.contains(QStringLiteral("HCCT, seed 1")));
    QVERIFY(!texts.contains(QStringLiteral("Independent")));
}

void FiguresTest::theLegendHasAPlaceOrNone_data()
{
    QTest::addColumn<FigureLegend>("place");
    QTest::addColumn<QRectF>("shares"); // of the figure: where the name begins
    QTest::newRow("none") << FigureLegend::None << QRectF();
    QTest::newRow("above") << FigureLegend::Above << QRectF(0, 0, 1, 0.12);
    QTest::newRow("below") << FigureLegend::Below << QRectF(0, 0.9, 1, 0.1);
    QTest::newRow("right") << FigureLegend::Right << QRectF(0.7, 0, 0.3, 0.3);
    QTest::newRow("top left") << FigureLegend::TopLeft << QRectF(0.1, 0, 0.4, 0.3);
    QTest::newRow("top right") << FigureLegend::TopRight << QRectF(0.6, 0, 0.4, 0.3);
    QTest::newRow("bottom left") << FigureLegend::BottomLeft << QRectF(0.1, 0.6, 0.4, 0.3);
    QTest::newRow("bottom right") << FigureLegend::BottomRight << QRectF(0.6, 0.6, 0.4, 0.3);
}

void FiguresTest::theLegendHasAPlaceOrNone()
{
    QFETCH(FigureLegend, place);
    QFETCH(QRectF, shares);
    const QString svg = svgOf(armsFigure(), {.legend = place});
    QCOMPARE(textsOf(svg).contains("Independent"), place != FigureLegend::None);
    if (place == FigureLegend::None)
        return;
    static const QRegularExpression name(
        QStringLiteral("<text[^>]* x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>Independent"));
    const QRegularExpressionMatch match = name.match(svg);
    QVERIFY(match.hasMatch());
    const double unit = 8.0 / figureFont({}).pixelSize();
    const QSizeF size = QSizeF(84, 63) / 25.4 * 72 / unit;
    const QPointF at(match.captured(1).toDouble() / size.width(),
                     match.captured(2).toDouble() / size.height());
    QVERIFY2(shares.contains(at), qPrintable(QStringLiteral("%1 %2").arg(at.x()).arg(at.y())));
    FigureFit fit;
    QVERIFY(!figureImage(armsFigure(), {.legend = place}, 100, &fit).isNull());
    QVERIFY2(fit.note().isEmpty(), qPrintable(fit.note()));
}

void FiguresTest::namesWithoutRoomAreCounted()
{
    PlotPicture picture = arms();
    for (int i = 0; i < 60; ++i)
        picture.lines.push_back(
            line(qPrintable(QStringLiteral("An arm with a long name %1").arg(i)), 0, {1, 2}));
    LinePlot plot;
    plot.setPicture(picture);
    const Figure figure = plot.asPicture({}).take();
    FigureFit fit;
    QVERIFY(!figureImage(figure, {}, 100, &fit).isNull());
    QVERIFY(fit.namesLeft > 20 && fit.namesLeft < 60);
    QVERIFY(fit.note().contains(QString::number(fit.namesLeft)));
    QVERIFY(!figureImage(figure, {.height = 500}, 60, &fit).isNull());
    QCOMPARE(fit.namesLeft, std::size_t(0));
    QVERIFY(
        !figureImage(figure, {.height = 20, .legend = FigureLegend::Above}, 100, &fit).isNull());
    QVERIFY(fit.isCramped && !fit.note().isEmpty());
}

void FiguresTest::anAxisNameWithoutRoomIsTold()
{
    FigureFit fit;
    const auto fitOf = [&fit](const QString& name) {
        return !figureImage(armsFigure(), {.yName = name}, 100, &fit).isNull();
    };
    QVERIFY(fitOf(QStringLiteral("Error (%)")));
    QVERIFY(!fit.isAxisNameCut);
    QVERIFY(fitOf(QStringLiteral("Error ").repeated(20)));
    QVERIFY(fit.isAxisNameCut && fit.note().contains(QStringLiteral("name of an axis")));
}

void FiguresTest::allThatIsCutIsTold()
{
    const QString note = FigureFit{.namesLeft = 3, .isAxisNameCut = true}.note();
    QVERIFY2(note.contains(QStringLiteral("3 names")), qPrintable(note));
    QVERIFY2(note.contains(QStringLiteral("name of an axis")), qPrintable(note));
    QCOMPARE(note.count(QStringLiteral("Choose")), 1);
}

void FiguresTest::withoutATitleAFileIsCalledAfterItsValues()
{
    QVERIFY(svgOf(armsFigure(), {}).contains(QStringLiteral("<title>Test error (%)</title>")));
    QVERIFY(svgOf(armsFigure(), {.title = QStringLiteral("Mine")})
                .contains(QStringLiteral("<title>Mine</title>")));
}

void FiguresTest::limitsAreHonoured()
{
    const QStringList texts = textsOf(svgOf(armsFigure(), {.limits = {1, 3, 0, 1000}}));
    for (const char* number : {"1", "3", "0", "1000"}) // also at the ends of the axes
        QVERIFY2(texts.contains(QLatin1String(number)),
                 qPrintable(texts.join(QStringLiteral(" | "))));
    QVERIFY(!texts.contains(QStringLiteral("4")) && !texts.contains(QStringLiteral("100")));
}

/// SVG files cannot clip, so what is beyond the axes must not be in the file.
void FiguresTest::nothingIsDrawnBeyondTheLimits()
{
    const FigureSettings settings{.legend = FigureLegend::None, .limits = {0.5, 2.5, 20, 60}};
    const QString svg = svgOf(armsFigure(), settings);
    // The axes' rectangle: all lines of the plot and the band are within.
    static const QRegularExpression polyline(
        QStringLiteral("<(?:polyline|polygon|path)[^>]*(?:points|d)=\"([^\"]*)\""));
    static const QRegularExpression number(QStringLiteral("-?[0-9]+(?:\\.[0-9]+)?(?:e-?[0-9]+)?"));
    double lowest = 1e9;
    double highest = -1e9;
    const double unit = 8.0 / figureFont({}).pixelSize();
    const double height = 63 / 25.4 * 72 / unit;
    int seen = 0;
    for (auto match = polyline.globalMatch(svg); match.hasNext(); ++seen) {
        QList<double> numbers;
        const QString text = match.next().captured(1);
        for (auto each = number.globalMatch(text); each.hasNext();)
            numbers << each.next().captured().toDouble();
        for (qsizetype i = 1; i < numbers.size(); i += 2) {
            lowest = std::min(lowest, numbers[i]);
            highest = std::max(highest, numbers[i]);
        }
    }
    QVERIFY(seen > 0);
    QVERIFY2(lowest > -1 && highest < height,
             qPrintable(QStringLiteral("%1 %2 %3").arg(lowest).arg(highest).arg(height)));
    // The line of Independent is above the limits all the way.
    QVERIFY(!svg.contains(PlotTheme{}.armColour(1).name()));
    QVERIFY(svg.contains(PlotTheme{}.armColour(0).name()));
}

void FiguresTest::aZoomSetsTheLimits()
{
    LinePlot plot;
    plot.setPicture(arms());
    QVERIFY(!plot.asPicture({}).take().plot->zoomed);
    plot.showPart(0.123456, 2, 30, 60);
    const FigureSettings settings = settingsOf(plot.asPicture({}).take());
    QCOMPARE(*settings.limits[0], 0.123);
    QCOMPARE(*settings.limits[3], 60.0);
    plot.showPart(12341.0001, 12344, 30, 60);
    const FigureSettings narrow = settingsOf(plot.asPicture({}).take());
    QCOMPARE(*narrow.limits[0], 12341.0);
    QCOMPARE(*narrow.limits[1], 12344.0);
}

void FiguresTest::namesOfAxesAndTitleCanBeSet()
{
    const QStringList texts = textsOf(svgOf(armsFigure(),
                                            {.title = QStringLiteral("Figure one"),
                                             .xName = QStringLiteral("Communication"),
                                             .yName = QStringLiteral("Error")}));
    for (const char* text : {"Figure one", "Communication", "Error"})
        QVERIFY2(texts.contains(QLatin1String(text)),
                 qPrintable(texts.join(QStringLiteral(" | "))));
    QVERIFY(!texts.contains(QStringLiteral("Round")));
}

void FiguresTest::linesHaveTheirWidthInPoints()
{
    const auto widthIn = [](double points) {
        const QString svg =
            svgOf(armsFigure(), {.lineWidth = points, .legend = FigureLegend::None});
        static const QRegularExpression stroke(
            QStringLiteral("stroke=\"%1\"[^>]*stroke-width=\"([0-9.]+)\"")
                .arg(PlotTheme{}.armColour(1).name()));
        return stroke.match(svg).captured(1).toDouble() * 8 / figureFont({}).pixelSize();
    };
    QVERIFY2(std::abs(widthIn(1) - 1) < 0.02, qPrintable(QString::number(widthIn(1))));
    QVERIFY(std::abs(widthIn(2.5) - 2.5) < 0.05);
}

void FiguresTest::aFigureIsLightInADarkWindow()
{
    const Figure light = armsFigure();
    MatrixView view;
    view.setPicture(smallMatrix());
    const QByteArray lightFile = figureFile(light, {.format = FigureFormat::Png});
    const QByteArray lightView =
        figureFile(pictureOf(view, {}).take(), {.format = FigureFormat::Png});
    QApplication::setPalette(darkPalette());
    MatrixView darkView;
    darkView.setPicture(smallMatrix());
    QCOMPARE(figureFile(armsFigure(), {.format = FigureFormat::Png}), lightFile);
    QCOMPARE(figureFile(pictureOf(darkView, {}).take(), {.format = FigureFormat::Png}), lightView);
    const QImage image = QImage::fromData(lightFile);
    QCOMPARE(image.pixelColor(0, 0), QColor(Qt::white));
    QCOMPARE(image.pixelColor(image.width() - 1, image.height() - 1), QColor(Qt::white));
}

/// The preview has other dots than the file, and nothing else.
void FiguresTest::everyScaleShowsTheSame()
{
    const Figure figure = armsFigure();
    const QImage file = QImage::fromData(figureFile(figure, {.format = FigureFormat::Png}));
    const QImage preview = figureImage(figure, {}, 110);
    const QImage scaled =
        file.scaled(preview.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    QVERIFY2(difference(scaled, preview) < 3,
             qPrintable(QString::number(difference(scaled, preview))));
    const QImage other = figureImage(figure, {.legend = FigureLegend::Right}, 110);
    QVERIFY(difference(scaled, other) > 6);
}

void FiguresTest::aViewIsDrawnAtItsSizeOnPaper()
{
    ParallelView view;
    view.resize(500, 300);
    view.setAxes({{.title = QStringLiteral("alpha"), .values = {1.0, 2.0}, .words = {}},
                  {.title = QStringLiteral("error"), .values = {10.0, 20.0}, .words = {}}},
                 {QStringLiteral("one"), QStringLiteral("two")});
    const Figure figure = pictureOf(view, {}).take();
    const QString svg = svgOf(figure, {.title = QStringLiteral("Settings")});
    QVERIFY(svg.contains(QLatin1String("width=\"84mm\"")));
    for (const char* text : {"alpha", "error", "Settings"})
        QVERIFY(textsOf(svg).contains(QLatin1String(text)));
    QVERIFY(!svg.contains(QLatin1String("<image")));
    QCOMPARE(view.size(), QSize(500, 300)); // the view itself stays as it is
}

void FiguresTest::aFigureIsTheMomentItWasTaken()
{
    MatrixView view;
    view.setPicture(smallMatrix());
    LinePlot plot;
    plot.setPicture(arms());
    const Figure matrix = pictureOf(view, {}).take();
    const Figure curves = plot.asPicture({}).take();
    const QByteArray matrixBefore = figureFile(matrix, {.format = FigureFormat::Png});
    const QByteArray curvesBefore = figureFile(curves, {.format = FigureFormat::Png});
    MatrixPicture other = smallMatrix();
    other.matrix.values[0] = 7;
    view.setPicture(other);
    plot.setPicture({});
    QCOMPARE(figureFile(matrix, {.format = FigureFormat::Png}), matrixBefore);
    QCOMPARE(figureFile(curves, {.format = FigureFormat::Png}), curvesBefore);
    QVERIFY(figureFile(pictureOf(view, {}).take(), {.format = FigureFormat::Png}) != matrixBefore);
}

void FiguresTest::aZoomIsNotRemembered()
{
    LinePlot plot;
    plot.setPicture(arms());
    plot.showPart(0, 2, 30, 60);
    const Figure zoomed = plot.asPicture(QStringLiteral("curves")).take();
    keepSettings(zoomed, settingsOf(zoomed));
    QVERIFY(settingsOf(armsFigure()).limits == FigureSettings{}.limits);
}

COTERIE_WIDGET_SECTION(FiguresTest)

} // namespace tst_figures

#include "tst_figures.moc"
