#include "tests/sections.h"
#include "tests/ui/frame/colour_vision.h"
#include "tests/ui/made_up_runs.h"
#include "ui/design/canvas/kind_colours.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/views/line_plot.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <qcustomplot.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

namespace tst_theme {

using namespace coterie::ui;

class ThemeTest final : public QObject
{
    Q_OBJECT

private slots:
    void wordsReadBack();
    void textIsLegible_data();
    void textIsLegible();
    void armColoursStandOutAndStayApart_data();
    void armColoursStandOutAndStayApart();
    void coloursStayApartForColourBlindEyes_data();
    void coloursStayApartForColourBlindEyes();
    void groupsHaveNoColourOfAnArm_data();
    void groupsHaveNoColourOfAnArm();
    void verdictsHaveNoColourOfAnArm_data();
    void verdictsHaveNoColourOfAnArm();
    void switchingRecoloursAPlot();
    void iconsFollowTheText();
    void handlesAndFieldsStandOut_data();
    void handlesAndFieldsStandOut();
    void theArrowOfAMenuStandsBesideTheWords();
    void armsThatShareAColourHaveOtherMarkers();
    void eightPointsOfASweepLookDifferent_data();
    void eightPointsOfASweepLookDifferent();
    void fewThinLinesAreSeen_data();
    void fewThinLinesAreSeen();
    void marksAreSeenInASelectedRow_data();
    void marksAreSeenInASelectedRow();
    void aShortSampleShowsTheWholeDash();
    void theDesktopIsFollowedWithoutLosingTheChoice();
};

void ThemeTest::wordsReadBack()
{
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
        QCOMPARE(themeFromWord(toWord(choice)), choice);
    QCOMPARE(themeFromWord(QStringLiteral("purple")), ThemeChoice::System);
}

void ThemeTest::textIsLegible_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void ThemeTest::textIsLegible()
{
    QFETCH(QPalette, palette);
    using P = QPalette;
    for (const auto& [text, surface] : {std::pair{P::WindowText, P::Window},
                                        std::pair{P::Text, P::Base},
                                        std::pair{P::ButtonText, P::Button},
                                        std::pair{P::PlaceholderText, P::Base},
                                        std::pair{P::PlaceholderText, P::Window},
                                        std::pair{P::ToolTipText, P::ToolTipBase}}) {
        const double ratio = contrast(palette.color(text), palette.color(surface));
        QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("role %1: %2").arg(int(text)).arg(ratio)));
    }
    QVERIFY(contrast(palette.color(P::HighlightedText), palette.color(P::Highlight)) >= 4.5);
    for (const P::ColorRole text : {P::Text, P::PlaceholderText}) { // on a selected row too
        const double ratio = contrast(palette.color(text), softSelection(palette));
        QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("role %1: %2").arg(int(text)).arg(ratio)));
    }
}

void ThemeTest::armColoursStandOutAndStayApart_data()
{
    textIsLegible_data();
}

void ThemeTest::armColoursStandOutAndStayApart()
{
    QFETCH(QPalette, palette);
    QWidget widget;
    widget.setPalette(palette);
    const PlotTheme theme = PlotTheme::of(widget);
    QCOMPARE_GE(kPlotColours, std::size_t{24}); // groups, of which there may be more than arms
    for (std::size_t arm = 0; arm < kPlotColours; ++arm) {
        const QColor colour = theme.armColour(arm);
        QVERIFY2(contrast(colour, theme.background) >= 3, qPrintable(colour.name()));
        QCOMPARE(theme.armColour(arm + kPlotColours), colour);
        for (std::size_t other = 0; other < arm; ++other)
            QVERIFY(colour != theme.armColour(other));
    }
}

void ThemeTest::coloursStayApartForColourBlindEyes_data()
{
    textIsLegible_data();
}

void ThemeTest::coloursStayApartForColourBlindEyes()
{
    // Multiples of 2.3, which can just be told apart. Kinds lie side by side in one bar, small and
    // in any order, so that more is asked of them than of lines, which also differ by their dashes.
    struct Palette
    {
        std::vector<QColor> colours;
        double apart;
        double apartToColourBlind;
    };
    QFETCH(QPalette, palette);
    QWidget widget;
    widget.setPalette(palette);
    const PlotTheme theme = PlotTheme::of(widget);
    Palette arms{.colours = {}, .apart = 12, .apartToColourBlind = 12};
    for (std::size_t arm = 0; arm < kArmColours; ++arm)
        arms.colours.push_back(theme.armColour(arm));
    Palette groups{.colours = {}, .apart = 20, .apartToColourBlind = 10};
    for (std::size_t group = 0; group < kPlotColours; ++group)
        groups.colours.push_back(theme.armColour(groupLook(int(group))));
    Palette looks{.colours = {}, .apart = 20, .apartToColourBlind = 10};
    for (std::size_t look = 0; look < kPlotColours; ++look)
        looks.colours.push_back(theme.armColour(look));
    const Palette kinds{
        .colours = kindColours(10, theme.dark), .apart = 25, .apartToColourBlind = 15};
    for (const Palette& each : {arms, groups, looks, kinds})
        for (std::size_t eye = 0; eye < test::kVisions.size(); ++eye)
            for (std::size_t one = 0; one < each.colours.size(); ++one)
                for (std::size_t other = 0; other < one; ++other) {
                    const test::Vision& vision = test::kVisions[eye];
                    const double apart =
                        test::distance(each.colours[one], each.colours[other], vision);
                    QVERIFY2(apart >= (eye == 0 ? each.apart : each.apartToColourBlind),
                             qPrintable(QStringLiteral("%1 and %2 to a %3 eye: %4")
                                            .arg(each.colours[one].name(),
                                                 each.colours[other].name(),
                                                 QLatin1String(vision.name))
                                            .arg(apart)));
                }
}

void ThemeTest::groupsHaveNoColourOfAnArm_data()
{
    textIsLegible_data();
}

/// A run's line and its clients' lines are in one picture; so are the list of runs and the tree.
void ThemeTest::groupsHaveNoColourOfAnArm()
{
    QFETCH(QPalette, palette);
    QWidget widget;
    widget.setPalette(palette);
    const PlotTheme theme = PlotTheme::of(widget);
    for (std::size_t group = 0; group < kPlotColours; ++group) {
        const QColor colour = theme.armColour(groupLook(int(group)));
        QVERIFY2(contrast(colour, theme.background) >= 3, qPrintable(colour.name()));
        QCOMPARE(theme.armColour(groupLook(int(group + kPlotColours))), colour);
        for (std::size_t arm = 0; group < kGroupColours && arm < kArmColours; ++arm) {
            const double apart =
                test::distance(colour, theme.armColour(arm), test::kVisions.front());
            QVERIFY2(apart >= 20, qPrintable(colour.name() + theme.armColour(arm).name()));
        }
    }
    QCOMPARE(theme.armColour(kNoArm), theme.faintText);
}

void ThemeTest::verdictsHaveNoColourOfAnArm_data()
{
    textIsLegible_data();
}

/// The words "within" and "better" stand in tables beside the arms.
void ThemeTest::verdictsHaveNoColourOfAnArm()
{
    QFETCH(QPalette, palette);
    QWidget widget;
    widget.setPalette(palette);
    const PlotTheme theme = PlotTheme::of(widget);
    for (const QColor& verdict : {theme.agreement, theme.betterment}) {
        QVERIFY2(contrast(verdict, theme.background) >= 4.5, qPrintable(verdict.name()));
        for (std::size_t arm = 0; arm < kArmColours; ++arm)
            QVERIFY2(test::distance(verdict, theme.armColour(arm), test::kVisions.front()) >= 20,
                     qPrintable(verdict.name() + theme.armColour(arm).name()));
    }
}

void ThemeTest::switchingRecoloursAPlot()
{
    Theme theme;
    theme.choose(ThemeChoice::Light);
    LinePlot plot;
    plot.resize(300, 200);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot, kTryMilliseconds));
    plot.redraw();
    const auto corner = [&] { return plot.grab().toImage().pixelColor(2, 2); };
    QCOMPARE(corner(), lightPalette().color(QPalette::Base));
    const QSignalSpy chosen(&theme, &Theme::chosen);
    theme.choose(ThemeChoice::Dark);
    QCOMPARE(chosen.count(), 1);
    QTRY_COMPARE(corner(), darkPalette().color(QPalette::Base));
    theme.choose(ThemeChoice::Light);
    QTRY_COMPARE(corner(), lightPalette().color(QPalette::Base));
}

void ThemeTest::iconsFollowTheText()
{
    Theme theme;
    const QIcon run = icon(QStringLiteral("stop"));
    const auto brightest = [&] {
        int most = 0;
        const QImage image = run.pixmap(24, 24).toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y).alpha() > 200)
                    most = std::max(most, image.pixelColor(x, y).lightness());
        return most;
    };
    theme.choose(ThemeChoice::Light);
    QVERIFY(brightest() < 100);
    theme.choose(ThemeChoice::Dark);
    QVERIFY(brightest() > 180);
}

void ThemeTest::handlesAndFieldsStandOut_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void ThemeTest::handlesAndFieldsStandOut()
{
    QFETCH(bool, dark);
    Theme theme;
    theme.choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    QScrollBar bar(Qt::Vertical);
    bar.setRange(0, 100);
    bar.setPageStep(50);
    bar.resize(bar.sizeHint().width(), 300);
    const QImage drawn = bar.grab().toImage();
    const int middle = bar.width() / 2;
    const QColor handle = drawn.pixelColor(middle, 80); // it stands at the top, half as high
    const QColor groove = drawn.pixelColor(middle, 240);
    QVERIFY2(contrast(handle, groove) > 1.2, qPrintable(handle.name() + groove.name()));
    QCOMPARE(handle.lightness() > groove.lightness(), dark);

    QSpinBox number;
    QLineEdit text;
    for (QWidget* field : {static_cast<QWidget*>(&number), static_cast<QWidget*>(&text)}) {
        field->resize(120, 26);
        const QImage picture = field->grab().toImage();
        const QColor inside = picture.pixelColor(60, 4);
        double most = 0; // of the first lines: some styles leave one free
        for (int y = 0; y < 3; ++y)
            most = std::max(most, contrast(picture.pixelColor(60, y), inside));
        QVERIFY2(most > 1.3, qPrintable(QString::number(most)));
    }
}

void ThemeTest::theArrowOfAMenuStandsBesideTheWords()
{
    const Theme theme;
    QToolButton button;
    button.setAutoRaise(true);
    button.setText(QStringLiteral("Add a layer"));
    button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button.setPopupMode(QToolButton::InstantPopup);
    button.resize(button.sizeHint() + QSize(40, 16));
    const QImage without = button.grab().toImage();
    QMenu menu;
    button.setMenu(&menu);
    const QImage with = button.grab().toImage();
    QRect arrow; // what the menu adds
    for (int y = 0; y < with.height(); ++y)
        for (int x = 0; x < with.width(); ++x)
            if (with.pixel(x, y) != without.pixel(x, y))
                arrow |= QRect(x, y, 1, 1);
    QVERIFY(!arrow.isEmpty());
    QVERIFY(arrow.left() > button.width() - 16);
    QVERIFY2(std::abs(arrow.center().y() - button.rect().center().y()) <= 3,
             qPrintable(QString::number(arrow.center().y())));
}

void ThemeTest::armsThatShareAColourHaveOtherMarkers()
{
    for (std::size_t arm = 0; arm < 3 * kArmColours; ++arm)
        QVERIFY(markerOf(arm).shape != markerOf(arm + kArmColours).shape);
    QVERIFY(markerOf(0).shape != markerOf(1).shape);
}

void ThemeTest::eightPointsOfASweepLookDifferent_data()
{
    textIsLegible_data();
}

void ThemeTest::eightPointsOfASweepLookDifferent()
{
    QFETCH(QPalette, palette);
    QWidget widget;
    widget.setPalette(palette);
    const PlotTheme theme = PlotTheme::of(widget);
    constexpr std::size_t kPoints = 8;
    constexpr double kApart = 4.4; // nearly twice what can just be told apart
    constexpr double kArmsApart = 10;
    const auto far = [](const LineLook& one, const LineLook& other) {
        return test::distance(one.colour, other.colour, test::kVisions.front());
    };
    for (std::size_t arm = 0; arm < kPlotColours; ++arm)
        for (std::size_t point = 0; point < kPoints; ++point) {
            const LineLook look = lookOf(theme, arm, point);
            QVERIFY2(contrast(look.colour, theme.background) >= 3, qPrintable(look.colour.name()));
            for (std::size_t before = 0; before < point; ++before) {
                const LineLook other = lookOf(theme, arm, before);
                QVERIFY2(far(look, other) >= kApart,
                         qPrintable(look.colour.name() + other.colour.name()));
                QVERIFY(linePen(look, 2).dashPattern() != linePen(other, 2).dashPattern());
                QVERIFY(markerOf(arm, point) != markerOf(arm, before));
            }
            // Nor do those of two arms come together in black or white.
            for (std::size_t other = 0; arm < kArmColours && other < arm; ++other)
                QVERIFY2(far(look, lookOf(theme, other, point)) >= kArmsApart,
                         qPrintable(look.colour.name()));
        }
}

void ThemeTest::fewThinLinesAreSeen_data()
{
    textIsLegible_data();
}

/// Single clients, which no other lines make stronger.
void ThemeTest::fewThinLinesAreSeen()
{
    QFETCH(QPalette, palette);
    std::vector<std::size_t> colours;
    for (std::size_t number = 0; number < kPlotColours; ++number) {
        colours.push_back(number);
        colours.push_back(groupLook(int(number)));
    }
    LinePlot plot;
    plot.setPalette(palette);
    plot.resize(400, 200);
    const PlotTheme theme = PlotTheme::of(plot);
    const auto* inner = plot.findChild<QCustomPlot*>();
    for (const std::size_t colour : colours) {
        PlotPicture picture;
        picture.lines.push_back({.name = QStringLiteral("A"),
                                 .colour = colour,
                                 .weight = PlotLine::Weight::Thin,
                                 .x = {0, 1},
                                 .y = {1, 2}});
        plot.setPicture(picture);
        plot.redraw();
        std::optional<QColor> drawn;
        for (int i = 0; i < inner->graphCount(); ++i)
            if (const QCPGraph& graph = *inner->graph(i);
                graph.visible() && graph.lineStyle() == QCPGraph::lsLine)
                drawn = graph.pen().color();
        QVERIFY(drawn.has_value());
        const QColor seen = blend(QColor(drawn->rgb()), theme.background, drawn->alpha() / 255.0);
        QVERIFY2(contrast(seen, theme.background) >= 3, qPrintable(seen.name()));
    }
}

void ThemeTest::marksAreSeenInASelectedRow_data()
{
    textIsLegible_data();
}

void ThemeTest::marksAreSeenInASelectedRow()
{
    QFETCH(QPalette, palette);
    QTableWidget table(1, 2);
    table.setPalette(palette);
    const PlotTheme theme = PlotTheme::of(table);
    const QColor ground = softSelection(palette);
    const CellDelegate delegate;
    QStyleOptionViewItem option;
    option.initFrom(&table);
    option.palette = palette;
    option.widget = &table;
    option.rect = QRect(0, 0, 100, 24);
    option.state = QStyle::State_Enabled | QStyle::State_Selected;
    table.setItem(0, 0, new QTableWidgetItem);
    const auto strongest = [&] {
        QImage drawn(100, 24, QImage::Format_RGB32);
        QPainter painter(&drawn);
        delegate.paint(&painter, option, table.model()->index(0, 0));
        painter.end();
        double most = 1;
        for (int y = 0; y < drawn.height(); ++y)
            for (int x = 0; x < drawn.width(); ++x)
                most = std::max(most, contrast(drawn.pixelColor(x, y), ground));
        return most;
    };
    for (std::size_t look = 0; look < kPlotColours; ++look) {
        table.item(0, 0)->setData(kLookRole, QVariant());
        table.item(0, 0)->setData(kGroupColourRole, int(look));
        QVERIFY2(strongest() >= 3, qPrintable(QString::number(look)));
        table.item(0, 0)->setData(kGroupColourRole, QVariant());
        table.item(0, 0)->setData(kLookRole, int(look));
        for (std::size_t variant = 0; variant < kDashes; ++variant) {
            table.item(0, 0)->setData(kVariantRole, int(variant));
            const QColor seen = seenOn(ground, lookOf(theme, look, variant).colour);
            QVERIFY2(contrast(seen, ground) >= 3, qPrintable(seen.name()));
            // Solid marks have pixels that nothing smooths.
            if (!markerOf(look, variant).isHollow)
                QVERIFY2(strongest() >= 3, qPrintable(seen.name()));
        }
    }
}

void ThemeTest::aShortSampleShowsTheWholeDash()
{
    QWidget widget;
    const PlotTheme theme = PlotTheme::of(widget);
    constexpr double kRoom = 13;
    for (const double width : {1.0, 2.0, 4.0})
        for (std::size_t variant = 1; variant < 8; ++variant) {
            const QPen pen = samplePen(lookOf(theme, 0, variant), width, kRoom);
            double length = 0;
            for (const double dash : pen.dashPattern())
                length += dash * width;
            QVERIFY(length > 0 && length < kRoom + 1e-9);
        }
    // Drawn so, a legend's sample has gaps on both sides of its marker.
    QImage drawn(40, 12, QImage::Format_RGB32);
    drawn.fill(Qt::white);
    QPainter painter(&drawn);
    drawLineSample(
        painter, {20, 6}, kSampleHalf, {.colour = Qt::black, .style = Qt::DashLine}, {}, 2);
    painter.end();
    const auto changes = [&](int from, int to) {
        int count = 0;
        for (int x = from + 1; x < to; ++x)
            count += (qGray(drawn.pixel(x, 6)) < 128) != (qGray(drawn.pixel(x - 1, 6)) < 128);
        return count;
    };
    QVERIFY(changes(3, 15) > 0 && changes(25, 37) > 0);
}

void ThemeTest::theDesktopIsFollowedWithoutLosingTheChoice()
{
    Theme theme;
    theme.choose(ThemeChoice::Dark);
    theme.followDesktop();
    QCOMPARE(theme.choice(), ThemeChoice::Dark);
    QCOMPARE(QApplication::palette().color(QPalette::Window),
             darkPalette().color(QPalette::Window));
    theme.choose(ThemeChoice::System);
    theme.followDesktop(); // the dark colours were ours, not the desktop's
    QVERIFY(!theme.isDarkNow());
    QCOMPARE(QApplication::palette().color(QPalette::Window),
             lightPalette().color(QPalette::Window));
}

COTERIE_WIDGET_SECTION(ThemeTest)

} // namespace tst_theme

#include "tst_theme.moc"
