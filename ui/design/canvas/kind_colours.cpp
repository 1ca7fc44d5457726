#include "ui/design/canvas/kind_colours.h"

#include "ui/frame/plot_theme.h"
#include "ui/views/colour_scale.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace coterie::ui {

namespace {

/// One kind on a light and on a dark ground.
using Hue = std::pair<QRgb, QRgb>;

// Hues of Paul Tol's "muted" scheme, adjusted until any two stay distinct for colour-blind eyes; on
// dark, the darkest are lifted.
constexpr std::array kHues{Hue(0x2f2187, 0x6b63c9),
                           Hue(0x7fcff5, 0x87d0f5),
                           Hue(0x46a996, 0x32aaa4),
                           Hue(0x137731, 0x388c4f),
                           Hue(0x8f9127, 0x8c9328),
                           Hue(0xe7d382, 0xe5d180),
                           Hue(0xcc6474, 0xe67978),
                           Hue(0x801c4d, 0xa94670),
                           Hue(0xaf499f, 0xc572c4),
                           Hue(0xc8c7c8, 0xcccbc7)};

constexpr std::size_t kMostKindsNamed = 26;
constexpr double kColourPatch = 11;
constexpr double kEntryGap = 14;
constexpr double kLongestName = 150;

} // namespace

std::vector<QColor> kindColours(std::size_t kinds, bool dark)
{
    std::vector<QColor> colours;
    const std::array<double, 2> ends{0.0, 1.0};
    const ColourScale scale(ColourScale::Kind::Sequential, ends, dark);
    for (std::size_t kind = 0; kind < kinds; ++kind)
        colours.push_back(kinds <= kHues.size()
                              ? QColor::fromRgb(dark ? kHues[kind].second : kHues[kind].first)
                              : QColor::fromRgb(scale.colour(double(kind) / double(kinds - 1))));
    return colours;
}

std::vector<QColor> inksOn(const std::vector<QColor>& colours)
{
    const QColor black(0x14, 0x14, 0x14);
    const QColor white(Qt::white);
    std::vector<QColor> inks;
    for (const QColor& colour : colours)
        inks.push_back(contrast(black, colour) >= contrast(white, colour) ? black : white);
    return inks;
}

KindLegend::KindLegend()
{
    setObjectName(QStringLiteral("kindLegend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void KindLegend::setKinds(std::vector<QString> names)
{
    if (names == m_names)
        return;
    m_names = std::move(names);
    m_colours = kindColours(m_names.size(), isDark(palette()));
    const QStringList spoken(m_names.begin(), m_names.end());
    setAccessibleName(
        tr("Colours, in the order of the bars: %1").arg(spoken.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

std::vector<QRectF> KindLegend::places(double width) const
{
    const QFontMetricsF metrics(font());
    const double height = metrics.height() + 2;
    std::vector<QRectF> rects;
    double x = 0;
    double y = 0;
    for (const QString& name : m_names) {
        const double wide =
            kColourPatch + 5 + std::min(kLongestName, metrics.horizontalAdvance(name) + 1);
        if (x > 0 && x + wide > width) {
            x = 0;
            y += height;
        }
        rects.emplace_back(x, y, std::min(wide, std::max(1.0, width)), height);
        x += wide + kEntryGap;
    }
    return rects;
}

int KindLegend::heightForWidth(int width) const
{
    const int line = QFontMetrics(font()).height() + 2;
    if (m_names.size() < 2)
        return 0;
    if (m_names.size() > kMostKindsNamed)
        return line;
    return int(std::ceil(places(width).back().bottom()));
}

QSize KindLegend::minimumSizeHint() const
{
    return {60, std::min(heightForWidth(width()), QFontMetrics(font()).height() + 2)};
}

void KindLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintInto(painter, size());
}

void KindLegend::paintInto(QPainter& painter, const QSize& size) const
{
    if (m_names.size() < 2)
        return;
    const PlotTheme theme = PlotTheme::of(*this);
    painter.setFont(theme.font);
    painter.setPen(theme.text);
    const QFontMetricsF metrics(theme.font);
    if (m_names.size() > kMostKindsNamed) {
        const double text = metrics.horizontalAdvance(m_names.front()) + 6;
        painter.drawText(QRectF(0, 0, text, size.height()), Qt::AlignVCenter, m_names.front());
        const double each = 180.0 / double(m_names.size());
        for (std::size_t kind = 0; kind < m_names.size(); ++kind)
            painter.fillRect(QRectF(text + double(kind) * each,
                                    (size.height() - kColourPatch) / 2.0,
                                    each + 0.5,
                                    kColourPatch),
                             m_colours[kind]);
        painter.drawText(
            QRectF(text + 186, 0, std::max(1.0, size.width() - text - 186), size.height()),
            Qt::AlignVCenter,
            tr("%1 (%2 in total)").arg(m_names.back()).arg(m_names.size()));
        return;
    }
    const std::vector<QRectF> rects = places(size.width());
    for (std::size_t kind = 0; kind < rects.size(); ++kind) {
        const QRectF& at = rects[kind];
        painter.fillRect(
            QRectF(at.left(), at.center().y() - kColourPatch / 2, kColourPatch, kColourPatch),
            m_colours[kind]);
        const QRectF text = at.adjusted(kColourPatch + 5, 0, 0, 0);
        painter.drawText(text,
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_names[kind], Qt::ElideRight, text.width()));
    }
}

void KindLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_colours = kindColours(m_names.size(), isDark(palette()));
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        update();
    }
}

} // namespace coterie::ui
