#include "ui/design/canvas/partition_canvas.h"

#include "ui/client_texts.h"
#include "ui/design/canvas/client_actions.h"
#include "ui/design/canvas/kind_colours.h"
#include "ui/design/canvas/sketch_json.h"
#include "ui/frame/action_registry.h"

#include <QAction>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr int kStaleShownMs = 300;
constexpr int kVeil = 140; // opacity, of 255

std::set<int> within(std::set<int> clients, std::size_t count)
{
    std::erase_if(clients,
                  [count](int client) { return client < 0 || std::size_t(client) >= count; });
    return clients;
}

} // namespace

PartitionCanvas::PartitionCanvas(const ActionRegistry& actions)
    : m_actions(actions)
{
    setObjectName(QStringLiteral("partitionCanvas"));
    setAccessibleName(tr("Clients as bars: length shows samples, colours show classes"));
    setWhatsThis(tr(
        "<p><b>Mouse:</b> drag the end of a bar to resize the client, a border between two colours "
        "to change its mix, or its number to an edge server or the time line. Ctrl, Shift or a "
        "rubber band select several clients. The right button opens a menu.</p><p><b>Keyboard:</b> "
        "Up and Down move between clients, Space selects. Left and Right move the end of the bar "
        "by one sample, with Shift by more. Ctrl+Left and Ctrl+Right choose a border to move "
        "instead. + and − change the row height, Esc cancels a drag.</p>"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    m_staleForLong.setSingleShot(true);
    m_staleForLong.setInterval(kStaleShownMs);
    connect(&m_staleForLong, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    connectClientActions(actions, *this);
    enableClientActions(m_actions, *this);
}

void PartitionCanvas::setSketch(PartitionSketch sketch)
{
    if (isPressed()) { // it refers to clients of this sketch
        m_waiting = std::move(sketch);
        return;
    }
    const PartitionSketch before = std::move(m_sketch);
    m_sketch = std::move(sketch);
    setStale(false);
    m_nothing.clear();
    m_colours = kindColours(m_sketch.kindNames.size(), isDark(palette()));
    m_current = std::clamp(m_current, 0, std::max(0, int(m_sketch.clients()) - 1));
    if (before.clients() != m_sketch.clients() || before.kind != m_sketch.kind) {
        m_anchor = m_current;
        forgetHandle();
    }
    // The scale stays while it suits, so that an edit of one bar does not change all.
    if (before.clientNames != m_sketch.clientNames || before.clients() != m_sketch.clients())
        takeNames();
    const std::int64_t fitting = fittingScale(m_sketch);
    if (before.datasetTitle != m_sketch.datasetTitle || before.clients() != m_sketch.clients()
        || m_fullScale < fitting || m_fullScale > 2 * fitting)
        m_fullScale = fitting;
    layOut();
    if (const std::set<int> kept = within(m_selected, m_sketch.clients()); kept != m_selected)
        pick(kept);
    enableClientActions(m_actions, *this);
    tellCurrent();
}

void PartitionCanvas::setNothing(const QString& sentence, Nothing how)
{
    m_nothing = sentence;
    m_nothingPasses = how == Nothing::ForAMoment;
    m_gesture = {};
    m_edit.reset();
    m_waiting.reset();
    m_sketch = {};
    setStale(false);
    layOut();
    enableClientActions(m_actions, *this);
    tellCurrent();
}

void PartitionCanvas::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    stale ? m_staleForLong.start() : m_staleForLong.stop();
    viewport()->update();
}

double PartitionCanvas::scroll() const
{
    return verticalScrollBar()->value();
}

double PartitionCanvas::newEdgeHeight() const
{
    return m_gesture.is(CanvasGesture::Kind::Move) ? std::min(40.0, viewport()->height() / 3.0) : 0;
}

CanvasHit PartitionCanvas::hit(const QPointF& point) const
{
    if (m_sketch.held.empty())
        return {};
    return hitAt(m_layout, shownSketch(), point, scroll(), newEdgeHeight());
}

Missing PartitionCanvas::missing() const
{
    return m_gesture.takesFromOthers || m_actions.action(ActionId::TakeFromOthers)->isChecked()
               ? Missing::TakenFromOthers
               : Missing::Refused;
}

QString PartitionCanvas::explanation(const QPointF& point) const
{
    return m_sketch.held.empty() ? QString() : hitFacts(m_sketch, m_layout, hit(point), point.x());
}

void PartitionCanvas::layOut()
{
    const QFontMetricsF metrics(font());
    const PartitionSketch& shown = shownSketch();
    const double height = viewport()->height();
    CanvasFrame frame{.width = double(viewport()->width()),
                      .height = height,
                      .lineHeight = metrics.height(),
                      .digitWidth = metrics.horizontalAdvance(QLatin1Char('0')),
                      .rowHeight = m_rowHeight,
                      .fullScale = m_fullScale};
    if (m_rowHeight <= 0) {
        frame.rowHeight = 1; // the head's height does not depend on it
        const double rowsTop = layOutCanvas({}, frame).rowsTop;
        frame.rowHeight = fittingRowHeight(shown, height - rowsTop - 10, frame.lineHeight);
    }
    frame.nameWidth = nameWidth(frame);
    m_layout = layOutCanvas(shown, frame);
    const int seen = std::max(1, int(height - m_layout.rowsTop));
    verticalScrollBar()->setPageStep(seen);
    verticalScrollBar()->setSingleStep(int(frame.rowHeight));
    verticalScrollBar()->setRange(0, std::max(0, int(std::ceil(m_layout.contentHeight)) - seen));
    viewport()->update();
}

double PartitionCanvas::nameWidth(const CanvasFrame& frame) const
{
    constexpr double kShare = 0.22;
    if (m_names.empty() || !hasRowTexts(frame))
        return 0;
    return namedWidth(m_names, {&m_widestName, 1}, QFontMetrics(font()), kShare * frame.width);
}

/// The widest is found once, as every move of a drag lays the canvas out.
void PartitionCanvas::takeNames()
{
    m_names = clientNamesOf(m_sketch);
    const QFontMetrics metrics(font());
    int widest = -1;
    for (int client = 0; client < int(m_names.size()); ++client) {
        const int width = metrics.horizontalAdvance(clientText(m_names, client));
        if (width > widest)
            m_widestName = client;
        widest = std::max(widest, width);
    }
}

bool PartitionCanvas::perform(const SketchEdit& edit, bool continues)
{
    if (m_stale) {
        emit said(
            tr("Nothing was changed because the drawing is out of date. Try again in a moment."),
            false);
        return false;
    }
    WrittenEdit done = written(m_sketch, edit);
    const QString gap =
        edit.limit.isEmpty() || done.note.isEmpty() ? QString() : QStringLiteral(" ");
    emit said(edit.limit + gap + done.note, !done.changes.empty());
    if (done.changes.empty())
        return false;
    m_nudged.reset();
    m_waiting.reset(); // computed without this edit
    setSketch(std::move(done.after));
    if (!edit.selected.empty()) {
        pick(within({edit.selected.begin(), edit.selected.end()}, m_sketch.clients()));
        if (!m_selected.contains(m_current) && !m_selected.empty())
            setCurrent(*m_selected.begin());
    }
    emit edited(edit.label, done.changes, continues);
    return true;
}

void PartitionCanvas::setSelected(std::set<int> clients)
{
    clients = within(clients, m_sketch.clients());
    if (clients == m_selected)
        return;
    if (!clients.empty() && !clients.contains(m_current)) {
        setCurrent(*clients.begin());
        m_anchor = m_current;
    }
    pick(std::move(clients));
}

void PartitionCanvas::pick(std::set<int> clients)
{
    if (clients == m_selected)
        return;
    m_selected = std::move(clients);
    enableClientActions(m_actions, *this);
    viewport()->update();
    emit selectionChanged(m_selected);
}

void PartitionCanvas::toggle(int client)
{
    std::set<int> clients = m_selected;
    if (clients.erase(client) == 0)
        clients.insert(client);
    pick(std::move(clients));
}

void PartitionCanvas::selectAll()
{
    std::set<int> all;
    for (const CanvasRow& row : m_layout.rows)
        all.insert(row.client);
    pick(std::move(all));
}

void PartitionCanvas::setCurrent(int client)
{
    if (client == m_current)
        return;
    m_current = client;
    forgetHandle();
    enableClientActions(m_actions, *this);
    revealCurrent();
    tellCurrent();
    viewport()->update();
}

void PartitionCanvas::forgetHandle()
{
    m_handle.reset();
    m_nudged.reset();
}

void PartitionCanvas::revealCurrent()
{
    if (m_sketch.held.empty())
        return;
    const double top = m_layout.rowOf(m_current).top;
    const double seen = m_layout.frame.height - m_layout.rowsTop;
    const double bottom = top + m_layout.frame.rowHeight;
    if (top < scroll())
        verticalScrollBar()->setValue(int(std::floor(top)));
    else if (bottom > scroll() + seen)
        verticalScrollBar()->setValue(int(std::ceil(bottom - seen)));
}

void PartitionCanvas::tellCurrent()
{
    const QString nothing = m_nothingPasses ? QString() : m_nothing;
    setAccessibleDescription(m_sketch.held.empty() ? nothing : clientFacts(m_sketch, m_current));
}

CanvasScene PartitionCanvas::sceneOf(const CanvasLayout& layout,
                                     const PartitionSketch& sketch,
                                     const CanvasGesture& gesture) const
{
    return {.layout = layout,
            .sketch = sketch,
            .before = m_sketch,
            .colours = m_colours,
            .clientNames = m_names,
            .selected = m_selected,
            .gesture = gesture,
            .theme = PlotTheme::of(*this),
            .highlight = palette().color(QPalette::Highlight)};
}

void PartitionCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    if (m_sketch.held.empty()) {
        painter.setPen(PlotTheme::of(*this).faintText);
        painter.drawText(viewport()->rect().adjusted(20, 20, -20, -20),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         m_nothing);
        return;
    }
    const bool showsEdit =
        m_edit && !newEdgeHeight() && m_gesture.kind != CanvasGesture::Kind::MoveArrival;
    CanvasScene scene = sceneOf(m_layout, showsEdit ? m_edit->after : m_sketch, m_gesture);
    scene.current = m_current;
    scene.hasFocus = hasFocus();
    scene.handle = m_handle;
    scene.hover = m_hover;
    scene.pointer = m_pointer;
    scene.scroll = scroll();
    scene.newEdgeHeight = newEdgeHeight();
    scene.told = m_edit ? gestureText(m_gesture, m_sketch, *m_edit) : QString();
    scene.limit = limit();
    if (m_gesture.is(CanvasGesture::Kind::RubberBand)) {
        const QPointF start(m_gesture.pressed.x(),
                            m_gesture.pressed.y() + m_gesture.pressedScroll - scroll());
        scene.rubberBand = QRectF(start, m_pointer).normalized();
    }
    paintCanvas(painter, scene);
    if (m_stale && !m_staleForLong.isActive()) {
        QColor veil = palette().color(QPalette::Base);
        veil.setAlpha(kVeil);
        painter.fillRect(viewport()->rect(), veil);
    }
}

CanvasLayout PartitionCanvas::pictureLayout(int width) const
{
    CanvasFrame frame = m_layout.frame;
    frame.width = width;
    frame.rowHeight = std::min(frame.rowHeight, 1.5 * frame.lineHeight); // as a list on paper
    frame.nameWidth = nameWidth(frame);
    const CanvasLayout layout = layOutCanvas(m_sketch, frame);
    frame.height = std::ceil(layout.rowsTop + layout.contentHeight);
    return layOutCanvas(m_sketch, frame);
}

int PartitionCanvas::pictureHeight(int width) const
{
    return int(pictureLayout(width).frame.height);
}

void PartitionCanvas::paintPicture(QPainter& painter, int width, const PlotTheme& theme) const
{
    const CanvasLayout layout = pictureLayout(width);
    const std::vector<QColor> colours = kindColours(m_sketch.kindNames.size(), theme.dark);
    paintCanvas(painter,
                {.layout = layout,
                 .sketch = m_sketch,
                 .before = m_sketch,
                 .colours = colours,
                 .clientNames = m_names,
                 .selected = m_selected,
                 .gesture = {},
                 .theme = theme,
                 .highlight = palette().color(QPalette::Highlight)});
}

void PartitionCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

bool PartitionCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), asPlainTip(explanation(help->pos())), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave && !m_gesture.isOn()) {
        m_hover = {};
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace coterie::ui
