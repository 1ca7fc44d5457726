#include "tests/sections.h"
#include "tests/ui/made_up_groups.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/figure_dialog.h"
#include "ui/views/figure_drawing.h"
#include "ui/views/group_river_view.h"
#include "ui/views/line_plot.h"
#include "ui/views/matrix_view.h"
#include "ui/views/parallel_view.h"
#include "ui/views/picture_export.h"
#include "ui/views/topology_view.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSettings>
#include <QTest>

#include <memory>

namespace tst_figure_kinds {

using namespace coterie;
using namespace coterie::ui;

namespace {

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

QStringList textsOf(const Figure& figure, const FigureSettings& settings)
{
    return textsOf(svgOf(figure, settings));
}

Figure matrixFigure()
{
    MatrixPicture picture;
    picture.matrix = Matrix(3, 3);
    for (std::size_t i = 0; i < 9; ++i)
        picture.matrix.values[i] = double(i) / 8;
    picture.rows = picture.columns = {0, 1, 2};
    picture.rowWord = QStringLiteral("client");
    picture.columnWord = QStringLiteral("takes from client");
    picture.valueWord = QStringLiteral("weight");
    MatrixView view;
    view.setPicture(picture);
    return pictureOf(view, QStringLiteral("matrix")).take();
}

Figure treeFigure()
{
    DendrogramView view;
    view.setPicture(
        {.grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}});
    view.setAxis(MergeAxis::Score);
    return pictureOf(view, QStringLiteral("dendrogram")).take();
}

/// Of a round in which nobody merged.
Figure lonelyFigure()
{
    Grouping grouping;
    grouping.groups = {{0, 1}, {2}};
    DendrogramView view;
    view.setPicture({.grouping = grouping, .clients = 3, .colourOfClient = {0, 0, 1}});
    return pictureOf(view, QStringLiteral("dendrogram")).take();
}

Figure topologyFigure()
{
    TopologyPicture picture;
    for (const int colour : {0, 0, 0, 1, 1, 2})
        picture.clients.emplace_back().colour = colour;
    for (TopologyNode& client : picture.clients)
        client.bits = 8e6;
    picture.groups = {{0, 1, 2}, {3, 4}, {5}};
    picture.order = {0, 1, 2, 3, 4, 5};
    picture.server = QStringLiteral("server");
    TopologyView view;
    view.setPicture(picture);
    return pictureOf(view, QStringLiteral("topology")).take();
}

Figure riverFigure()
{
    std::vector<RiverRound> rounds;
    for (int round = 0; round <= 8; ++round)
        rounds.push_back({.round = round, .colourOfClient = {0, 0, 0, 1, 1, 2}});
    GroupRiverView view;
    view.setRounds(rounds);
    return pictureOf(view, QStringLiteral("groups")).take();
}

Figure parallelFigure()
{
    ParallelView view;
    view.setAxes({{.title = QStringLiteral("alpha"), .values = {1.0, 2.0}, .words = {}},
                  {.title = QStringLiteral("error"), .values = {10.0, 20.0}, .words = {}}},
                 {QStringLiteral("one"), QStringLiteral("two")});
    return pictureOf(view, QStringLiteral("settings")).take();
}

Figure pointsFigure()
{
    PlotPicture picture;
    picture.xLabel = QStringLiteral("Sparsity (%)");
    picture.yLabel = QStringLiteral("Test error (%)");
    PlotLine line;
    line.name = QStringLiteral("HCCT");
    line.joined = PlotLine::Joined::None;
    line.markers = true;
    line.x = {1, 2, 3};
    line.y = {30, 20, 10};
    picture.lines = {line};
    LinePlot plot;
    plot.setPicture(picture);
    return plot.asPicture(QStringLiteral("points")).take();
}

} // namespace

class FigureKindsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }
    void everyKindOffersWhatItHonours_data();
    void everyKindOffersWhatItHonours();
    void groupsAreNamedByALegend_data();
    void groupsAreNamedByALegend();
    void linesOfDrawingsHaveTheirWidth_data();
    void linesOfDrawingsHaveTheirWidth();
    void axesOfDrawingsCanBeNamed();
    void coloursOfAMatrixHaveLimits();
    void aBarOfCountsHasBlocksOnlyBetweenWholeLimits();
    void aMatrixCanBeWithoutItsBar();
    void equalValuesHaveNoLimits();
    void limitsOfARiverLeaveRoundsOut();
    void limitsOfATreeAreThoseOfItsAxis();
    void pointsHaveNoLineInTheLegend();
};

/// A field that changes nothing in the file is not shown, and what is shown changes it.
void FigureKindsTest::everyKindOffersWhatItHonours_data()
{
    QTest::addColumn<Figure>("figure");
    QTest::addColumn<QString>("fields");
    QTest::newRow("points") << pointsFigure() << "x name, x limits, y name, y limits, legend";
    QTest::newRow("matrix") << matrixFigure() << "x name, y name, y limits, legend";
    QTest::newRow("tree") << treeFigure() << "line, x name, x limits, legend";
    QTest::newRow("tree without a merge") << lonelyFigure() << "legend";
    QTest::newRow("topology") << topologyFigure() << "line, legend";
    QTest::newRow("river") << riverFigure() << "x name, x limits, legend";
    QTest::newRow("parallel axes") << parallelFigure() << "line";
}

void FigureKindsTest::everyKindOffersWhatItHonours()
{
    QFETCH(Figure, figure);
    QFETCH(QString, fields);
    const FigureDialog dialog(figure);
    const FigureSettings usual = dialog.settings();
    FigureSettings named = usual;
    FigureSettings limited = usual;
    FigureSettings wide = usual;
    named.xName = QStringLiteral("Another name");
    limited.limits[0] = 1;
    FigureSettings other = usual;
    other.yName = QStringLiteral("Another name");
    FigureSettings high = usual;
    high.limits[3] = 77;
    wide.lineWidth = 3;
    FigureSettings bare = usual;
    bare.legend = FigureLegend::None;
    const std::vector<std::tuple<QString, const char*, FigureSettings>> parts{
        {QStringLiteral("line"), "figureLineWidth", wide},
        {QStringLiteral("x name"), "figureXName", named},
        {QStringLiteral("x limits"), "figureLeft", limited},
        {QStringLiteral("y name"), "figureYName", other},
        {QStringLiteral("y limits"), "figureTop", high},
        {QStringLiteral("legend"), "figureLegend", bare}};
    QStringList shown;
    for (const auto& [name, field, changed] : parts) {
        const bool isShown = dialog.findChild<QWidget*>(QLatin1String(field)) != nullptr;
        if (isShown)
            shown << name;
        QVERIFY2((svgOf(figure, changed) != svgOf(figure, usual)) == isShown, qPrintable(name));
    }
    QCOMPARE(shown.join(QStringLiteral(", ")), fields);
}

void FigureKindsTest::groupsAreNamedByALegend_data()
{
    QTest::addColumn<Figure>("figure");
    QTest::newRow("tree") << treeFigure();
    QTest::newRow("topology") << topologyFigure();
    QTest::newRow("river") << riverFigure();
}

/// In every format from one drawing; as texts in an SVG file, once each.
void FigureKindsTest::groupsAreNamedByALegend()
{
    QFETCH(Figure, figure);
    using enum FigureLegend;
    for (const FigureLegend place : {Above, Below, Right}) {
        FigureFit fit;
        const FigureSettings settings{.column = FigureColumn::Double, .legend = place};
        const QStringList texts = textsOf(figure, settings);
        for (const char* group : {"group 1", "group 2"})
            QVERIFY2(texts.count(QLatin1String(group)) == 1,
                     qPrintable(texts.join(QStringLiteral(" | "))));
        QVERIFY(!texts.contains(QStringLiteral("group 3"))); // one client alone, or in none
        QVERIFY(!figureImage(figure, settings, 100, &fit).isNull());
        QVERIFY2(fit.note().isEmpty(), qPrintable(fit.note()));
    }
    // A place that only axes have is none of a drawing; it has its usual one.
    QCOMPARE(svgOf(figure, {.legend = TopLeft}), svgOf(figure, {.legend = Above}));
}

void FigureKindsTest::linesOfDrawingsHaveTheirWidth_data()
{
    QTest::addColumn<Figure>("figure");
    QTest::addColumn<QColor>("colour");
    QTest::newRow("tree") << treeFigure() << PlotTheme{}.armColour(groupLook(1));
}

void FigureKindsTest::linesOfDrawingsHaveTheirWidth()
{
    QFETCH(Figure, figure);
    QFETCH(QColor, colour);
    const auto widthIn = [&](double points) {
        const QString svg = svgOf(figure, {.lineWidth = points, .legend = FigureLegend::None});
        static const QRegularExpression stroke(
            QStringLiteral("stroke=\"%1\"[^>]*stroke-width=\"([0-9.]+)\"").arg(colour.name()));
        return stroke.match(svg).captured(1).toDouble() * 8 / figureFont({}).pixelSize();
    };
    QVERIFY2(std::abs(widthIn(1) - 1) < 0.02, qPrintable(QString::number(widthIn(1))));
    QVERIFY(std::abs(widthIn(2.5) - 2.5) < 0.05);
}

void FigureKindsTest::axesOfDrawingsCanBeNamed()
{
    const FigureSettings names{.xName = QStringLiteral("Sender"),
                               .yName = QStringLiteral("Receiver")};
    const QStringList matrix = textsOf(matrixFigure(), names);
    QVERIFY(matrix.contains(QStringLiteral("Sender")));
    QVERIFY(matrix.contains(QStringLiteral("Receiver")));
    QVERIFY(!matrix.contains(QStringLiteral("Takes from client")));
    for (const Figure& figure : {treeFigure(), riverFigure()}) {
        const QStringList texts = textsOf(figure, names);
        QVERIFY2(texts.contains(QStringLiteral("Sender")),
                 qPrintable(texts.join(QStringLiteral(" | "))));
        QVERIFY(!texts.contains(QStringLiteral("Round")));
        QVERIFY(!texts.contains(QStringLiteral("Gain of the merge")));
    }
}

void FigureKindsTest::coloursOfAMatrixHaveLimits()
{
    FigureSettings wide{.height = 100};
    wide.limits[2] = -3;
    wide.limits[3] = 5;
    const QStringList texts = textsOf(matrixFigure(), wide);
    QVERIFY2(texts.contains(QStringLiteral("4")), qPrintable(texts.join(QStringLiteral(" | "))));
    const FigureDialog dialog(matrixFigure());
    QCOMPARE(dialog.findChild<QLineEdit*>(QStringLiteral("figureTop"))->placeholderText(),
             QStringLiteral("1"));
}

void FigureKindsTest::aBarOfCountsHasBlocksOnlyBetweenWholeLimits()
{
    MatrixPicture picture;
    picture.matrix = Matrix(2, 2);
    picture.matrix.values = {0, 1, 2, 3};
    picture.rows = picture.columns = {0, 1};
    picture.scale = ColourScale::Kind::Counts;
    MatrixView view;
    view.setPicture(picture);
    const Figure figure = pictureOf(view, QStringLiteral("counts")).take();
    const auto parts = [&](double low) {
        FigureSettings settings{.height = 100};
        settings.limits[2] = low;
        return svgOf(figure, settings).count(QStringLiteral("<rect"));
    };
    QVERIFY2(parts(1) < 20, qPrintable(QString::number(parts(1))));
    QVERIFY2(parts(0.5) > 50, qPrintable(QString::number(parts(0.5))));
}

void FigureKindsTest::aMatrixCanBeWithoutItsBar()
{
    const FigureDialog dialog(matrixFigure());
    const auto* places = dialog.findChild<QComboBox*>(QStringLiteral("figureLegend"));
    QCOMPARE(places->currentText(), QStringLiteral("Right of the plot"));
    QVERIFY(textsOf(matrixFigure(), {.height = 100}).contains(QStringLiteral("Weight")));
    QVERIFY(!textsOf(matrixFigure(), {.height = 100, .legend = FigureLegend::None})
                 .contains(QStringLiteral("Weight")));
}

/// Else the automatic limits would be refused.
void FigureKindsTest::equalValuesHaveNoLimits()
{
    MatrixPicture picture;
    picture.matrix = Matrix(2, 2);
    picture.rows = picture.columns = {0, 1};
    picture.rowWord = picture.columnWord = QStringLiteral("client");
    MatrixView matrix;
    matrix.setPicture(picture);
    GroupRiverView river;
    river.setRounds({{.round = 3, .colourOfClient = {0, 0}}});
    for (const PaintedView* view : std::initializer_list<const PaintedView*>{&matrix, &river}) {
        const FigureDialog dialog(pictureOf(*view, QStringLiteral("view")).take());
        QVERIFY(!dialog.findChild<QWidget*>(QStringLiteral("figureTop")));
        QVERIFY(!dialog.findChild<QWidget*>(QStringLiteral("figureLeft")));
        QVERIFY(dialog.findChild<QWidget*>(QStringLiteral("figureSave"))->isEnabled());
    }
}

void FigureKindsTest::limitsOfARiverLeaveRoundsOut()
{
    const Figure figure = riverFigure();
    QVERIFY(textsOf(figure, {}).contains(QStringLiteral("8")));
    const QStringList texts =
        textsOf(figure, {.legend = FigureLegend::None, .limits = {2.0, 6.0, {}, {}}});
    QVERIFY(texts.contains(QStringLiteral("6")) && !texts.contains(QStringLiteral("8")));
    QVERIFY(textsOf(figure, {}).contains(QStringLiteral("8"))); // the figure itself stays whole
    const QStringList between = textsOf(figure, {.limits = {2.2, 2.8, {}, {}}});
    QVERIFY2(between.join(u' ').contains(QStringLiteral("No round lies within these limits")),
             qPrintable(between.join(QStringLiteral(" | "))));
}

void FigureKindsTest::limitsOfATreeAreThoseOfItsAxis()
{
    const Figure figure = treeFigure();
    const QStringList whole = textsOf(figure, {});
    QVERIFY(whole.join(u' ').contains(QStringLiteral("not merged")));
    const QStringList texts = textsOf(figure, {.limits = {0.0, 0.1, {}, {}}});
    QVERIFY2(texts.contains(QStringLiteral("0.1")), qPrintable(texts.join(QStringLiteral(" | "))));
    QVERIFY(!texts.join(u' ').contains(QStringLiteral("not merged"))); // its gain is −1.06
}

void FigureKindsTest::pointsHaveNoLineInTheLegend()
{
    const Figure points = pointsFigure();
    const std::vector<LegendEntry> entries = legendEntries(points.plot->picture.lines);
    QVERIFY(entries.at(0).sample == LegendEntry::Sample::Points);
}

COTERIE_WIDGET_SECTION(FigureKindsTest)

} // namespace tst_figure_kinds

#include "tst_figure_kinds.moc"
