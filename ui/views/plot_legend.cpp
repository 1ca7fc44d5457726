#include "ui/views/plot_legend.h"

#include "ui/frame/plot_theme.h"
#include "ui/views/name_elision.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kSide = 10;                 ///< pixels left and right of all
constexpr double kLine = 2 * kSampleHalf; ///< the sample of the line before a name
constexpr double kPatch = 10;             ///< of an area
constexpr int kBetweenEntries = 14;       ///< from one entry to the next
constexpr int kRows = 2;                  ///< however low the plot is
constexpr int kShare = 5; ///< of the height that plot and legend have, for more rows

} // namespace

std::vector<LegendEntry> legendEntries(const std::vector<PlotLine>& lines, bool inFull)
{
    std::vector<LegendEntry> entries;
    for (const PlotLine& line : lines) {
        if (line.isNamed()
            && std::ranges::find(entries, line.hidingKey(), &LegendEntry::hidingKey)
                   == entries.end())
            entries.push_back(
                {.name = inFull && !line.fullName.isEmpty() ? line.fullName : line.name,
                 .id = inFull ? line.hidingKey() : line.id,
                 .colour = line.colour,
                 .shape = line.shape,
                 .variant = line.variant,
                 .dashed = line.dashed,
                 .sample = line.joined == PlotLine::Joined::None ? LegendEntry::Sample::Points
                                                                 : LegendEntry::Sample::Line});
    }
    return entries;
}

std::vector<LegendEntry>
fittedEntries(std::vector<LegendEntry> entries, const std::vector<QRectF>& boxes, const QFont& font)
{
    QStringList names;
    std::vector<double> rooms;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        names << entries[i].name;
        const bool hasPlace = i < boxes.size() && !boxes[i].isNull();
        rooms.push_back(hasPlace ? std::max(0.0, boxes[i].width() - kLegendSwatch + 1) : -1);
    }
    const QStringList texts = elidedApart(names, rooms, QFontMetricsF(font));
    for (std::size_t i = 0; i < entries.size(); ++i)
        entries[i].name = texts[qsizetype(i)];
    return entries;
}

void paintLegendEntry(QPainter& painter,
                      const QRectF& box,
                      const LegendEntry& entry,
                      const PlotTheme& theme,
                      double lineWidth,
                      bool hidden)
{
    LineLook look = lookOf(theme, entry.colour, entry.variant, entry.dashed);
    if (hidden)
        look.colour = theme.faintText;
    const QPointF left(box.left(), box.center().y());
    const QPointF middle = left + QPointF(kLine / 2, 0);
    const Marker marker = markerOf(entry.shape, entry.variant);
    if (entry.sample == LegendEntry::Sample::Area) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.colour);
        painter.drawRect(QRectF(left.x() + kLine - kPatch, left.y() - kPatch / 2, kPatch, kPatch));
    } else if (entry.sample == LegendEntry::Sample::Points) {
        drawMarker(painter, middle, marker, look.colour);
    } else if (entry.colour != kNoArm) {
        drawLineSample(painter, middle, kSampleHalf, look, marker, lineWidth);
    } else {
        painter.setPen(samplePen(look, lineWidth, kSampleHalf));
        painter.drawLine(left, left + QPointF(kLine, 0));
    }
    QFont words = theme.font;
    words.setStrikeOut(hidden); // not by colour alone
    painter.setFont(words);
    painter.setPen(hidden ? theme.faintText : theme.text);
    const QRectF room = box.adjusted(kLegendSwatch, 0, 0, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, entry.name);
}

PlotLegend::PlotLegend(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Legend: choose a name to hide its line or show it again"));
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    if (parent)
        parent->installEventFilter(this);
}

void PlotLegend::setLines(const std::vector<PlotLine>& lines)
{
    std::vector<Entry> entries;
    for (LegendEntry& look : legendEntries(lines))
        entries.push_back({.look = std::move(look)});
    layOut(width(), entries);
    if (entries == m_entries)
        return;
    m_entries = std::move(entries);
    arrange();
}

void PlotLegend::arrange()
{
    m_rows = mostRows();
    m_more = layOut(width(), m_entries).more;
    m_focused = std::clamp(m_focused, 0, std::max(0, stops() - 1));
    std::vector<QRectF> boxes;
    m_fitted.clear();
    for (const Entry& entry : m_entries) {
        m_fitted.push_back(entry.look);
        boxes.push_back(entry.box);
    }
    m_fitted = fittedEntries(std::move(m_fitted), boxes, font());
    updateGeometry();
    update();
}

int PlotLegend::mostRows() const
{
    const int height = QFontMetrics(font()).height() + 2;
    return parentWidget() ? std::max(kRows, parentWidget()->height() / (kShare * height)) : kRows;
}

/// Only the width of a widget follows from its parent's.
bool PlotLegend::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && mostRows() != m_rows)
        arrange();
    return QWidget::eventFilter(watched, event);
}

void PlotLegend::showAll(bool all)
{
    m_showsAll = all;
    arrange();
}

int PlotLegend::left() const
{
    return int(
        std::ranges::count_if(m_entries, [](const Entry& entry) { return entry.box.isNull(); }));
}

/// The number of entries that the arrow keys reach.
int PlotLegend::stops() const
{
    return int(m_entries.size()) - left() + (m_more.isNull() ? 0 : 1);
}

void PlotLegend::press(int stop)
{
    m_focused = stop;
    if (isMore(stop))
        return showAll(!m_showsAll);
    toggle(m_entries[std::size_t(stop)].look.hidingKey());
}

void PlotLegend::toggle(const QString& key)
{
    if (!m_hidden.remove(key))
        m_hidden.insert(key);
    update();
    emit hiddenChanged(m_hidden);
}

/// Entries without a place get an empty box.
PlotLegend::Places PlotLegend::layOut(int width, std::vector<Entry>& entries) const
{
    const QFontMetrics metrics(font());
    const double height = metrics.height() + 2;
    // The widest text: how many are left is known only afterwards.
    const double more = metrics.horizontalAdvance(tr("+ %1 more").arg(entries.size()));
    double x = kSide;
    int row = 0;
    const auto place = [&](double needed) {
        if (x > kSide && x + needed > width - kSide) {
            x = kSide;
            ++row;
        }
        const QRectF box(x, row * height, needed, height);
        x += needed + kBetweenEntries;
        return box;
    };
    const double most = std::max(kLegendSwatch + metrics.averageCharWidth(), width - 2.0 * kSide);
    for (Entry& entry : entries) // a longer name is elided
        entry.box = place(
            std::min(most, kLegendSwatch + double(metrics.horizontalAdvance(entry.look.name))));
    const int rows = mostRows();
    if (row < rows)
        return {.rows = entries.empty() ? 0 : row + 1, .more = {}};
    if (m_showsAll) {
        const QRectF fewer = place(more);
        return {.rows = row + 1, .more = fewer};
    }
    double end = kSide;
    for (Entry& entry : entries) {
        const bool last = entry.box.top() >= (rows - 1) * height;
        const double room = width - kSide - more - kBetweenEntries; // beside the entry for the rest
        if (entry.box.top() >= rows * height
            || (last && entry.box.right() > room && entry.box.left() > kSide)) {
            entry.box = {};
        } else if (last) {
            entry.box.setRight(
                std::min(entry.box.right(), std::max(room, entry.box.left() + kLegendSwatch)));
            end = entry.box.right() + kBetweenEntries;
        }
    }
    return {.rows = rows, .more = QRectF(end, (rows - 1) * height, more, height)};
}

QSize PlotLegend::sizeHint() const
{
    return {300, heightForWidth(std::max(width(), 60))};
}

int PlotLegend::heightForWidth(int width) const
{
    std::vector<Entry> entries = m_entries;
    return layOut(width, entries).rows * (QFontMetrics(font()).height() + 2);
}

void PlotLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void PlotLegend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

int PlotLegend::entryAt(const QPointF& point) const
{
    if (m_more.contains(point))
        return stops() - 1;
    const auto found = std::ranges::find_if(
        m_entries, [&](const Entry& entry) { return entry.box.contains(point); });
    return found == m_entries.end() ? -1 : int(found - m_entries.begin());
}

void PlotLegend::paintEvent(QPaintEvent*)
{
    const PlotTheme theme = PlotTheme::of(*this);
    QPainter painter(this);
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        if (const auto& [look, box] = m_entries[i]; !box.isNull())
            paintLegendEntry(
                painter, box, m_fitted[i], theme, 2, m_hidden.contains(look.hidingKey()));
    if (!m_more.isNull()) {
        painter.setFont(font());
        painter.setPen(palette().color(QPalette::Link));
        painter.drawText(m_more,
                         Qt::AlignLeft | Qt::AlignVCenter,
                         m_showsAll ? tr("fewer") : tr("+ %1 more").arg(left()));
    }
    if (!hasFocus() || stops() == 0)
        return;
    const QRectF focused = isMore(m_focused) ? m_more : m_entries[std::size_t(m_focused)].box;
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(focused.adjusted(-3, 0, 3, -1));
}

void PlotLegend::mousePressEvent(QMouseEvent* event)
{
    const int index = entryAt(event->position());
    if (event->button() != Qt::LeftButton || index < 0)
        return QWidget::mousePressEvent(event);
    press(index);
}

void PlotLegend::keyPressEvent(QKeyEvent* event)
{
    const int count = stops();
    if (count > 0 && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
        m_focused = std::clamp(m_focused + (event->key() == Qt::Key_Left ? -1 : 1), 0, count - 1);
        return update();
    }
    if (count > 0 && event->key() == Qt::Key_Space)
        return press(m_focused);
    QWidget::keyPressEvent(event);
}

/// A name that is elided stands before what a click does.
QString PlotLegend::tipAt(int stop) const
{
    if (stop < 0)
        return {};
    if (isMore(stop))
        return m_showsAll ? tr("Show fewer names") : tr("Show the names of all lines");
    const Entry& entry = m_entries[std::size_t(stop)];
    const QString& name = entry.look.name;
    const QString act = m_hidden.contains(entry.look.hidingKey()) ? tr("Show this line again")
                                                                  : tr("Hide this line");
    const bool isWhole =
        kLegendSwatch + QFontMetrics(font()).horizontalAdvance(name) <= entry.box.width();
    return isWhole ? act : name.toHtmlEscaped() + QStringLiteral("<br>") + act.toHtmlEscaped();
}

bool PlotLegend::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Space and the arrows are shortcuts of the page.
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Space || key == Qt::Key_Left || key == Qt::Key_Right)
            event->accept();
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = entryAt(help->pos());
        QToolTip::showText(help->globalPos(), tipAt(index), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace coterie::ui
