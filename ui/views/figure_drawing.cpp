#include "ui/views/figure_drawing.h"

#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/views/figure_legend.h"
#include "ui/views/line_plot.h"
#include "ui/words.h"

#include <QApplication>
#include <QBuffer>
#include <QFontInfo>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWidget>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kMillimetres = 25.4; ///< in an inch
constexpr double kPoints = 72;        ///< in an inch
constexpr double kFigureAir = 4;      ///< between the parts of a figure

QRectF alignedIn(const QRectF& area, const QSizeF& size, FigureLegend place)
{
    constexpr double kInset = 6;
    const QRectF inside = area.adjusted(kInset, kInset, -kInset, -kInset);
    const bool isLeft = place == FigureLegend::TopLeft || place == FigureLegend::BottomLeft;
    const bool isTop = place == FigureLegend::TopLeft || place == FigureLegend::TopRight;
    return {QPointF(isLeft ? inside.left() : inside.right() - size.width(),
                    isTop ? inside.top() : inside.bottom() - size.height()),
            size};
}

/// In units of the font's pixels.
double unitsOf(double points, const FigureSettings& settings, const QFont& font)
{
    return points * font.pixelSize() / settings.fontSize;
}

FigureStyle styleOf(const Figure& figure, const FigureSettings& settings, const QFont& font)
{
    return {.font = font,
            .lineWidth = unitsOf(settings.lineWidth, settings, font),
            .xName = settings.xName,
            .yName = settings.yName,
            .limits = settings.limits,
            .legend = figure.parts().placeOf(settings.legend)};
}

/// Draws one figure. Lengths are in units: so many that the font has the size that the window's
/// font has in pixels, because everything drawn is laid out for that.
class FigurePainter final
{
public:
    FigurePainter(QCPPainter& painter, const Figure& figure, const FigureSettings& settings)
        : m_painter(painter)
        , m_figure(figure)
        , m_settings(settings)
        , m_font(figureFont(settings.family))
        , m_theme(figureTheme(m_font))
    {}

    /// Of a length in points.
    [[nodiscard]] double units(double points) const { return unitsOf(points, m_settings, m_font); }

    FigureFit draw(const QSizeF& millimetres)
    {
        const QSizeF size = millimetres * units(kPoints / kMillimetres);
        m_painter.scale(kPoints / units(kPoints), kPoints / units(kPoints));
        m_painter.fillRect(QRectF(QPointF(), size), m_theme.background);
        m_painter.setFont(m_font);
        m_painter.setRenderHint(QPainter::Antialiasing);
        QRectF rest(QPointF(), size);
        drawTitle(rest);
        if (m_figure.plot)
            drawPlot(rest);
        else if (m_figure.paint)
            drawView(rest);
        return m_fit;
    }

private:
    void drawTitle(QRectF& rest);
    void drawView(QRectF rest);
    void drawPlot(QRectF rest);
    /// Lays out the legend; one beside the drawing is drawn and takes its room from the rest.
    FigureLegendLayout
    placeLegend(QRectF& rest, const std::vector<LegendEntry>& entries, FigureLegend place);
    void drawLegend(const std::vector<LegendEntry>& entries,
                    const FigureLegendLayout& layout,
                    const QPointF& corner);

    QCPPainter& m_painter;
    const Figure& m_figure;
    const FigureSettings& m_settings;
    QFont m_font;
    PlotTheme m_theme;
    FigureFit m_fit;
};

QFont titleFont(QFont font)
{
    font.setBold(true);
    return font;
}

/// 0 without a title.
double titleHeight(const QString& title, const QFont& font, double width)
{
    if (title.isEmpty())
        return 0;
    const QFontMetricsF metrics(titleFont(font));
    return kFigureAir
           + metrics
                 .boundingRect(QRectF(kFigureAir, 0, width - 2 * kFigureAir, 1e6),
                               Qt::AlignHCenter | Qt::TextWordWrap,
                               title)
                 .height();
}

void FigurePainter::drawTitle(QRectF& rest)
{
    const double height = titleHeight(m_settings.title, m_font, rest.width());
    if (height <= 0)
        return;
    m_painter.setFont(titleFont(m_font));
    m_painter.setPen(m_theme.text);
    m_painter.drawText(QRectF(kFigureAir, kFigureAir, rest.width() - 2 * kFigureAir, height),
                       Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                       m_settings.title);
    m_painter.setFont(m_font);
    rest.setTop(height);
}

void FigurePainter::drawView(QRectF rest)
{
    const FigureParts parts = m_figure.parts();
    if (!parts.legend.empty())
        placeLegend(rest, parts.legend, parts.placeOf(m_settings.legend));
    m_painter.save();
    m_painter.translate(rest.topLeft());
    m_figure.paint(m_painter, rest.size().toSize(), styleOf(m_figure, m_settings, m_font));
    m_painter.restore();
}

void FigurePainter::drawLegend(const std::vector<LegendEntry>& entries,
                               const FigureLegendLayout& layout,
                               const QPointF& corner)
{
    const std::vector<LegendEntry> fitted = fittedEntries(entries, layout.boxes, m_theme.font);
    for (std::size_t i = 0; i < layout.boxes.size(); ++i)
        paintLegendEntry(m_painter,
                         layout.boxes[i].translated(corner),
                         fitted[i],
                         m_theme,
                         units(m_settings.lineWidth));
}

bool isInside(FigureLegend place)
{
    using enum FigureLegend;
    return place == TopLeft || place == TopRight || place == BottomLeft || place == BottomRight;
}

FigureLegendLayout FigurePainter::placeLegend(QRectF& rest,
                                              const std::vector<LegendEntry>& entries,
                                              FigureLegend place)
{
    using enum FigureLegend;
    constexpr double kBesides = 0.4; // the most that a legend beside the plot takes of the width
    constexpr double kAbove = 0.5;   // and one above or below it of the height
    const bool hasRows = place == Above || place == Below;
    const QSizeF room(hasRows ? rest.width() - 2 * kFigureAir : rest.width() * kBesides,
                      hasRows ? rest.height() * kAbove : rest.height() - 2 * kFigureAir);
    FigureLegendLayout legend = layOutFigureLegend(entries, place, room, QFontMetricsF(m_font));
    m_fit.isNameCut = legend.isCut;
    if (place != None)
        m_fit.namesLeft = entries.size() - legend.boxes.size();
    if (legend.boxes.empty() || isInside(place))
        return legend;
    const QSizeF size = legend.size;
    QPointF corner(rest.left() + kFigureAir, rest.top() + kFigureAir);
    if (place == Below)
        corner.setY(rest.bottom() - kFigureAir - size.height());
    if (place == Right)
        corner.setX(rest.right() - kFigureAir - size.width());
    drawLegend(entries, legend, corner);
    rest.adjust(0,
                place == Above ? kFigureAir + size.height() : 0,
                place == Right ? -kFigureAir - size.width() : 0,
                place == Below ? -kFigureAir - size.height() : 0);
    return legend;
}

void FigurePainter::drawPlot(QRectF rest)
{
    const FigurePlot& drawn = *m_figure.plot;
    std::vector<LegendEntry> entries = legendEntries(drawn.picture.lines, true);
    std::erase_if(entries, [&](const LegendEntry& entry) {
        return drawn.hidden.contains(entry.hidingKey());
    });
    const FigureLegend place = m_settings.legend;
    const FigureLegendLayout legend = placeLegend(rest, entries, place);
    LinePlot plot;
    plot.setPalette(figurePalette());
    plot.setFont(m_font);
    m_painter.save();
    m_painter.translate(rest.topLeft());
    QRectF axes = plot.drawOnPaper(
        m_painter, rest.size().toSize(), drawn, m_settings, units(m_settings.lineWidth));
    m_painter.restore();
    axes.translate(rest.topLeft());
    // A name stands at the middle of its axis, and must not reach beyond what the plot has.
    const auto isCut =
        [this](const QString& own, const QString& chosen, double before, double after) {
            const double length =
                QFontMetricsF(m_font).horizontalAdvance(chosen.isEmpty() ? own : chosen);
            return length / 2 > std::min(before, after);
        };
    const QPointF middle = axes.center();
    m_fit.isAxisNameCut = isCut(drawn.picture.xLabel,
                                m_settings.xName,
                                middle.x() - rest.left(),
                                rest.right() - middle.x())
                          || isCut(drawn.picture.yLabel,
                                   m_settings.yName,
                                   middle.y() - rest.top(),
                                   rest.bottom() - middle.y());
    constexpr double kLeastWidth = 60;
    constexpr double kLeastHeight = 40;
    m_fit.isCramped = axes.width() < kLeastWidth || axes.height() < kLeastHeight;
    if (legend.boxes.empty() || !isInside(place))
        return;
    const QMarginsF margins(kFigureAir, kFigureAir / 2, kFigureAir, kFigureAir / 2);
    const QRectF box =
        alignedIn(axes, QRectF(QPointF(), legend.size).marginsAdded(margins).size(), place);
    m_painter.setPen(QPen(m_theme.grid, 1));
    m_painter.setBrush(m_theme.background);
    m_painter.drawRect(box);
    drawLegend(entries, legend, box.topLeft() + QPointF(margins.left(), margins.top()));
    m_fit.isCramped = m_fit.isCramped || !axes.contains(box);
}

/// SVG and PDF are drawn in these, so that a size in hundredths of a millimetre is whole.
constexpr double kVectorDots = 2540;

/// What viewers show as the name of the file's content: without a title that of the values; empty:
/// they have none.
QString fileTitle(const Figure& figure, const FigureSettings& settings)
{
    if (!settings.title.isEmpty())
        return settings.title;
    const QString values = figure.parts().y.name; // empty: it has no such axis
    return values.isEmpty() || settings.yName.isEmpty() ? values : settings.yName;
}

QByteArray svgOf(const Figure& figure, const FigureSettings& settings)
{
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    const QSizeF size = figureSize(figure, settings) / kMillimetres * kVectorDots;
    QSvgGenerator svg;
    svg.setOutputDevice(&bytes);
    svg.setResolution(int(kVectorDots)); // before the size, which is written in millimetres
    svg.setSize(size.toSize());
    // Numbers inside are points: texts have the size that they are said to have.
    const double points = kPoints / kVectorDots;
    svg.setViewBox(QRectF(QPointF(), size * points));
    svg.setTitle(fileTitle(figure, settings));
    svg.setDescription(QString());
    drawFigure(svg, kPoints, figure, settings);
    return bytes.data();
}

QByteArray pdfOf(const Figure& figure, const FigureSettings& settings)
{
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    {
        QPdfWriter pdf(&bytes);
        pdf.setTitle(fileTitle(figure, settings));
        pdf.setResolution(int(kVectorDots));
        pdf.setPageSize(QPageSize(figureSize(figure, settings),
                                  QPageSize::Millimeter,
                                  figure.name,
                                  QPageSize::ExactMatch));
        pdf.setPageMargins(QMarginsF());
        drawFigure(pdf, kVectorDots, figure, settings);
    }
    return bytes.data();
}

} // namespace

FigureLegend FigureParts::placeOf(FigureLegend chosen) const
{
    if (legendPlaces.empty())
        return FigureLegend::None;
    const bool isOffered = std::ranges::find(legendPlaces, chosen) != legendPlaces.end();
    return isOffered ? chosen : legendPlaces.front();
}

FigureParts Figure::parts() const
{
    if (!plot)
        return own;
    using enum FigureLegend;
    const auto isJoined = [](const PlotLine& line) {
        return line.joined == PlotLine::Joined::Line;
    };
    return {
        .hasLines = std::ranges::any_of(plot->picture.lines, isJoined),
        .x = {.name = plot->picture.xLabel,
              .whole = std::array{plot->whole[0], plot->whole[1]},
              .logarithmic = plot->logarithmicX},
        .y = {.name = plot->picture.yLabel,
              .whole = std::array{plot->whole[2], plot->whole[3]},
              .logarithmic = plot->logarithmicY},
        .legendPlaces = {Above, None, Below, Right, TopLeft, TopRight, BottomLeft, BottomRight}};
}

QString Figure::content() const
{
    if (plot)
        return plot->picture.xLabel + QStringLiteral(", ") + plot->picture.yLabel;
    return own.x.name.isEmpty() ? QStringLiteral("drawing")
                                : own.x.name + QStringLiteral(", ") + own.y.name;
}

QFont figureFont(const QString& family)
{
    QFont font = QApplication::font();
    const QFontInfo shown(font);
    // By its own name, as other programs do not know the desktop's "Sans Serif".
    font.setFamilies({family.isEmpty() ? shown.family() : family});
    font.setPixelSize(std::max(1, shown.pixelSize()));
    font.setHintingPreference(QFont::PreferNoHinting); // the same widths at any scale
    return font;
}

QPalette figurePalette()
{
    QPalette palette = lightPalette();
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    return palette;
}

PlotTheme figureTheme(const QFont& font)
{
    QWidget paper;
    paper.setPalette(figurePalette());
    paper.setFont(font);
    return PlotTheme::of(paper);
}

FigureSettings settingsOf(const Figure& figure)
{
    FigureSettings settings = rememberedFigure(figure.name, figure.content());
    settings.title = figure.title;
    if (!figure.plot || !figure.plot->zoomed)
        return settings;
    const PlotPart& seen = *figure.plot->zoomed;
    for (const std::size_t first : {std::size_t(0), std::size_t(2)}) {
        const bool logarithmic = first == 0 ? figure.plot->logarithmicX : figure.plot->logarithmicY;
        const std::array rounded = roundedLimits({seen[first], seen[first + 1]}, logarithmic);
        std::ranges::copy(rounded, settings.limits.begin() + std::ptrdiff_t(first));
    }
    return settings;
}

void keepSettings(const Figure& figure, const FigureSettings& settings)
{
    rememberFigure(settings, figure.name, figure.content());
}

QString FigureFit::note() const
{
    if (isCramped)
        return say("The axes have next to no room. Choose a larger size, a smaller font or another "
                   "place for the legend.");
    QStringList told;
    if (namesLeft > 0)
        told << counted(qsizetype(namesLeft),
                        say("1 name of the legend has no room."),
                        say("%1 names of the legend have no room."));
    if (isAxisNameCut)
        told << say("The name of an axis is cut. Choose a larger size, a smaller font, a shorter "
                    "name or another place for the legend.");
    else if (namesLeft > 0)
        told << say("Choose a larger size, a smaller font or another place for the legend.");
    if (!told.isEmpty())
        return told.join(u' ');
    if (isNameCut)
        return say("A name of the legend is cut. Choose a larger width or a smaller font.");
    return {};
}

QSizeF figureSize(const Figure& figure, const FigureSettings& settings)
{
    const double width = settings.width();
    if (!figure.heightAt)
        return {width, settings.height.value_or(settings.usualHeight())};
    const QFont font = figureFont(settings.family);
    const double unit = settings.fontSize / font.pixelSize() * kMillimetres / kPoints;
    const double units = width / unit;
    const double high = figure.heightAt(int(units), styleOf(figure, settings, font))
                        + titleHeight(settings.title, font, units);
    return {width, std::ceil(high * unit)};
}

QString tooManyPixels(const Figure& figure, const FigureSettings& settings)
{
    const QSizeF size = figureSize(figure, settings);
    return pixelsProblem(size.width(), size.height(), settings.dotsPerInch);
}

FigureFit drawFigure(QPaintDevice& device,
                     double dotsPerInch,
                     const Figure& figure,
                     const FigureSettings& settings)
{
    QCPPainter painter(&device);
    // As in a vector file everywhere: else lines would snap to pixels, and a copy of the numbers of
    // axes, drawn for the screen, would be enlarged.
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching
                     | QCPPainter::pmNonCosmetic);
    painter.scale(dotsPerInch / kPoints, dotsPerInch / kPoints);
    return FigurePainter(painter, figure, settings).draw(figureSize(figure, settings));
}

QImage figureImage(const Figure& figure,
                   const FigureSettings& settings,
                   double dotsPerInch,
                   FigureFit* fit)
{
    const QSizeF size = figureSize(figure, settings) / kMillimetres * dotsPerInch;
    QImage image(size.toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.fill(Qt::white);
    const FigureFit drawn = drawFigure(image, dotsPerInch, figure, settings);
    if (fit)
        *fit = drawn;
    const int dotsPerMetre = int(std::lround(dotsPerInch / kMillimetres * 1000));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    return image;
}

QByteArray figureFile(const Figure& figure, const FigureSettings& settings)
{
    if (settings.format == FigureFormat::Svg)
        return svgOf(figure, settings);
    if (settings.format == FigureFormat::Pdf)
        return pdfOf(figure, settings);
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    figureImage(figure, settings, settings.dotsPerInch).save(&bytes, "PNG");
    return bytes.data();
}

} // namespace coterie::ui
