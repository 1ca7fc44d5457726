#include "ui/views/painted_view.h"

#include "ui/client_texts.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/merge_words.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <limits>

namespace coterie::ui {

std::optional<GridPlace>
walkGrid(std::optional<GridPlace> from, KeyStep step, int rows, int columns)
{
    if (rows < 1 || columns < 1)
        return std::nullopt;
    const GridPlace last{.row = rows - 1, .column = columns - 1};
    if (step == KeyStep::Last)
        return last;
    if (!from || step == KeyStep::First)
        return GridPlace{};
    GridPlace place = *from;
    place.row += step == KeyStep::Down ? 1 : step == KeyStep::Up ? -1 : 0;
    place.column += step == KeyStep::Right ? 1 : step == KeyStep::Left ? -1 : 0;
    return GridPlace{.row = std::clamp(place.row, 0, last.row),
                     .column = std::clamp(place.column, 0, last.column)};
}

std::optional<int> walkList(int from, KeyStep step, int count)
{
    const bool isIn = from >= 0 && from < count;
    const auto place =
        walkGrid(isIn ? std::optional(GridPlace{.row = from}) : std::nullopt, step, count, 1);
    return place ? std::optional(place->row) : std::nullopt;
}

std::optional<std::size_t>
walkPoints(std::optional<std::size_t> from, KeyStep step, std::span<const QPointF> points)
{
    if (points.empty())
        return std::nullopt;
    if (step == KeyStep::Last)
        return points.size() - 1;
    if (!from || *from >= points.size() || step == KeyStep::First)
        return 0;
    constexpr double kAside = 3; // a pixel aside counts as three ahead
    const bool level = step == KeyStep::Left || step == KeyStep::Right;
    const double sense = step == KeyStep::Right || step == KeyStep::Down ? 1 : -1;
    std::size_t best = *from;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < points.size(); ++other) {
        const QPointF way = points[other] - points[*from];
        const double ahead = sense * (level ? way.x() : way.y());
        const double aside = level ? way.y() : way.x();
        if (ahead <= 0)
            continue;
        const double far = ahead * ahead + kAside * kAside * aside * aside;
        if (far < nearest) {
            nearest = far;
            best = other;
        }
    }
    return best;
}

std::set<int> picked(const std::set<int>& before, std::span<const int> clients, Pick how)
{
    std::set<int> chosen = how == Pick::Only ? std::set<int>() : before;
    const bool all =
        std::ranges::all_of(clients, [&](int client) { return chosen.contains(client); });
    if (how == Pick::Toggle && all)
        for (const int client : clients)
            chosen.erase(client);
    else
        chosen.insert(clients.begin(), clients.end());
    return chosen;
}

QColor groupColour(const PlotTheme& theme, int number)
{
    return number < 0 ? theme.faintText : theme.armColour(groupLook(number));
}

std::vector<LegendEntry> groupLegend(std::span<const int> numbers, bool areClusters)
{
    constexpr std::size_t kTogether = 2;
    std::vector<LegendEntry> entries;
    for (const int number : std::set<int>(numbers.begin(), numbers.end()))
        if (number >= 0)
            entries.push_back({.name = groupName(number, kTogether, areClusters),
                               .colour = groupLook(number),
                               .sample = LegendEntry::Sample::Area});
    return entries;
}

std::optional<std::array<double, 2>> limitsOf(double low, double high)
{
    return low < high ? std::optional(std::array{low, high}) : std::nullopt;
}

std::vector<FigureLegend> besideDrawing()
{
    return {FigureLegend::Above, FigureLegend::None, FigureLegend::Below, FigureLegend::Right};
}

void drawTextAt(QPainter& painter, const QPointF& at, Qt::Alignment anchor, const QString& text)
{
    const QFontMetrics metrics = painter.fontMetrics();
    QRectF box(at, QSizeF(metrics.horizontalAdvance(text), metrics.height()));
    if (anchor & (Qt::AlignRight | Qt::AlignHCenter))
        box.translate(anchor & Qt::AlignRight ? -box.width() : -box.width() / 2, 0);
    if (anchor & Qt::AlignVCenter)
        box.translate(0, -box.height() / 2);
    painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
}

namespace {

constexpr double kLeastRing = 8; // pixels: a cell may be smaller

constexpr std::array kSteps{
    KeyStep::Left, KeyStep::Right, KeyStep::Up, KeyStep::Down, KeyStep::First, KeyStep::Last};
constexpr std::array kChoices{Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space};

/// Whether it is one of these keys, without a modifier.
bool isAnyOf(const QKeyEvent& event, const auto& keys)
{
    return !(event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier))
           && std::ranges::any_of(keys, [&](auto key) { return int(key) == event.key(); });
}

} // namespace

PaintedView::PaintedView(QWidget* parent, const char* name, const QString& title)
    : QWidget(parent)
{
    setObjectName(QLatin1String(name));
    setAccessibleName(title);
    setMouseTracking(true);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::StrongFocus);
}

QString PaintedView::toldOf(const ViewPart& part) const
{
    const QString text = textOf(part);
    const QString more = part ? moreOf(part) : QString();
    return more.isEmpty() ? text : text + QLatin1Char('\n') + more;
}

bool PaintedView::isOwnKey(const QKeyEvent& event) const
{
    if (!isAnyOf(event, kSteps))
        return m_walks && isAnyOf(event, kChoices) && place();
    const auto step = static_cast<KeyStep>(event.key());
    const bool isSideways = step == KeyStep::Left || step == KeyStep::Right;
    return stepFrom(place(), step) && (m_walks || !isSideways);
}

bool PaintedView::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride: // some of these keys are also shortcuts of the window
        if (!isOwnKey(*static_cast<QKeyEvent*>(event)))
            break;
        event->accept();
        return true;
    case QEvent::MouseButtonPress:
        m_walks = false;
        update();
        break;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), asPlainTip(textAt(help->pos())), this);
        return true;
    }
    default:
        break;
    }
    return QWidget::event(event);
}

ViewPart PaintedView::place() const
{
    return m_place && isDrawn(m_place) ? m_place : ViewPart{};
}

void PaintedView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintContent(painter);
    if (saidText().isEmpty())
        paintRing(painter);
}

void PaintedView::sayInstead(const QString& text)
{
    if (text == m_instead)
        return;
    m_instead = text;
    update();
}

double PaintedView::lineWidth(double onScreen) const
{
    return lineWidthOn(m_paper ? &*m_paper : nullptr, onScreen);
}

void PaintedView::drawOnPaper(QPainter& painter, const QSize& size, const FigureStyle& style)
{
    setPalette(figurePalette());
    setFont(style.font);
    m_paper = style;
    takeStyle();
    resize(size);
    layOut(); // hidden widgets get no resize events
    paintContent(painter);
}

void PaintedView::paintContent(QPainter& painter)
{
    const PlotTheme theme = PlotTheme::of(*this);
    painter.setFont(theme.font);
    painter.setRenderHint(QPainter::Antialiasing);
    if (const QString text = saidText(); !text.isEmpty()) {
        painter.setPen(theme.faintText);
        painter.drawText(
            rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, text);
        return;
    }
    paint(painter, theme);
}

void PaintedView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

void PaintedView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void PaintedView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const ViewPart part = partAt(event->position());
    if (const ViewPart place = placeFor(part))
        m_place = place;
    choose(part, event->modifiers() & Qt::ControlModifier ? Pick::Add : Pick::Only);
}

void PaintedView::keyPressEvent(QKeyEvent* event)
{
    if (!isOwnKey(*event))
        return QWidget::keyPressEvent(event);
    if (isAnyOf(*event, kSteps)) {
        m_walks = true;
        m_place = stepFrom(place(), static_cast<KeyStep>(event->key()));
        emit ringMoved();
        const QString text = placeText();
        setAccessibleDescription(text); // for screen readers
        if (isVisible()) {
            // Qt shows the same text at another place only if its area differs.
            const QPoint at = areaOf(place()).bottomRight().toPoint();
            QToolTip::showText(mapToGlobal(at), asPlainTip(text), this, QRect(at, QSize(1, 1)));
        }
    } else {
        choose(place(), event->key() == Qt::Key_Space ? Pick::Toggle : Pick::Only);
    }
    update();
}

void PaintedView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    const Qt::FocusReason reason = event->reason();
    if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason
        || reason == Qt::ShortcutFocusReason) {
        m_walks = true;
        if (!place())
            m_place = stepFrom({}, KeyStep::First);
        setAccessibleDescription(placeText());
    }
    update();
    emit ringMoved();
}

void PaintedView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        m_walks = false;
    update();
    emit ringMoved();
}

void PaintedView::paintRing(QPainter& painter) const
{
    if (!isRingShown())
        return;
    const QColor colour = palette().color(QPalette::Highlight);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    const QRectF area = place() ? areaOf(place()) : QRectF();
    if (!area.isValid())
        return;
    const double wider = std::max(2.0, (kLeastRing - area.width()) / 2);
    const double higher = std::max(2.0, (kLeastRing - area.height()) / 2);
    const QRectF ring = area.adjusted(-wider, -higher, wider, higher);
    // With an edge of the background's colour, for things in the ring's own colour.
    for (const QPen& pen : {QPen(palette().color(QPalette::Base), 5), QPen(colour, 2)}) {
        painter.setPen(pen);
        painter.drawRoundedRect(ring, 3, 3);
    }
}

void ClientView::setSelected(std::set<int> clients)
{
    m_selected = std::move(clients);
    update();
}

void ClientView::setClientNames(const std::vector<std::string>& names)
{
    if (names == m_names)
        return;
    m_names = names;
    layOut();
}

QString ClientView::moreOf(const ViewPart& part) const
{
    return m_names.empty() ? QString() : wholeNames(m_names, clientsOf(part));
}

void ClientView::choose(const ViewPart& part, Pick how)
{
    emit clientsChosen(picked(m_selected, clientsOf(part), how));
}

} // namespace coterie::ui
