#include "ui/watch/watch_docks.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QSettings>
#include <QTabBar>

#include <algorithm>
#include <array>

namespace coterie::ui {

namespace {

constexpr int kDocksVersion = 1;
constexpr auto kSettingsKey = "watch/docks";
constexpr auto kAsGivenKey = "watch/docksAsGiven";
constexpr std::array kOffered{"dendrogram", "matrix"}; ///< which of them has something to say

} // namespace

WatchDocks::WatchDocks(QWidget* parent)
    : QMainWindow(parent, Qt::Widget)
{
    setObjectName(QStringLiteral("watchDocks"));
    setDockNestingEnabled(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setContextMenuPolicy(Qt::NoContextMenu);
}

QDockWidget* WatchDocks::addPanel(QWidget* panel, const QString& name, const QString& title)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(panel);
    m_docks.push_back(dock);
    addDockWidget(Qt::LeftDockWidgetArea, dock);
    connect(dock, &QDockWidget::topLevelChanged, this, [this] { m_asGiven = false; });
    return dock;
}

QDockWidget* WatchDocks::dock(const char* name) const
{
    const auto found = std::ranges::find(m_docks, QLatin1String(name), &QObject::objectName);
    return found == m_docks.end() ? nullptr : *found;
}

void WatchDocks::resetLayout()
{
    for (QDockWidget* each : m_docks) {
        each->setFloating(false);
        removeDockWidget(each);
    }
    QDockWidget* curves = dock("curves");
    QDockWidget* losses = dock("losses");
    QDockWidget* runs = dock("runs");
    QDockWidget* dendrogram = dock("dendrogram");
    addDockWidget(Qt::LeftDockWidgetArea, curves);
    splitDockWidget(curves, runs, Qt::Horizontal);
    splitDockWidget(curves, losses, Qt::Vertical);
    splitDockWidget(runs, dendrogram, Qt::Vertical);
    QDockWidget* below = dendrogram;
    for (const char* name : {"matrix", "river", "topology", "clients", "log"}) {
        tabifyDockWidget(below, dock(name));
        below = dock(name);
    }
    for (QDockWidget* each : m_docks)
        each->show();
    dendrogram->raise();
    m_offered = dendrogram;
    m_knowsOffered = true;
    m_asGiven = true;
    shareRoom();
}

bool WatchDocks::isInFront(const QDockWidget& dock) const
{
    const auto bars = findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
    return std::ranges::any_of(bars, [&](const QTabBar* bar) {
        return bar->isVisibleTo(this) && bar->currentIndex() >= 0
               && bar->tabText(bar->currentIndex()) == dock.windowTitle();
    });
}

void WatchDocks::offer(const char* name)
{
    m_wanted = dock(name);
    if (m_knowsOffered)
        bringWanted();
}

void WatchDocks::bringWanted()
{
    if (!m_wanted || !m_offered || m_wanted == m_offered)
        return;
    if (!isInFront(*m_offered)) { // the user chose another
        m_offered = nullptr;
        return;
    }
    // One that is closed, or has a place of its own, hides behind nothing.
    if (!tabifiedDockWidgets(m_offered).contains(m_wanted)
        || !m_wanted->toggleViewAction()->isChecked())
        return;
    m_wanted->raise();
    m_offered = m_wanted;
}

/// In a remembered layout: whichever of those that are offered stands in front.
void WatchDocks::findOffered()
{
    m_knowsOffered = true;
    for (const char* name : kOffered)
        if (QDockWidget* each = dock(name); isInFront(*each)) {
            m_offered = each;
            break;
        }
    bringWanted();
}

void WatchDocks::shareRoom()
{
    // In pixels: shares alone would leave it to the panels' own wishes who gets the rest.
    const int width = std::max(20, this->width());
    const int height = std::max(20, this->height());
    resizeDocks({dock("curves"), dock("runs")}, {width * 11 / 20, width * 9 / 20}, Qt::Horizontal);
    resizeDocks({dock("runs"), dock("dendrogram")}, {height / 4, height * 3 / 4}, Qt::Vertical);
    resizeDocks({dock("curves"), dock("losses")}, {height * 3 / 5, height * 2 / 5}, Qt::Vertical);
}

bool WatchDocks::event(QEvent* event)
{
    const bool handled = QMainWindow::event(event);
    // Between the docks there is nothing but their separators.
    if (event->type() == QEvent::MouseButtonPress && event->isAccepted())
        m_asGiven = false;
    return handled;
}

void WatchDocks::childEvent(QChildEvent* event)
{
    QMainWindow::childEvent(event);
    // Bars of tabs come and go with the docks. Half a name says less than an arrow to the rest.
    if (event->polished())
        if (auto* bar = qobject_cast<QTabBar*>(event->child())) {
            bar->setElideMode(Qt::ElideNone);
            bar->setUsesScrollButtons(true);
        }
}

void WatchDocks::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_asGiven
        && isVisible()) // else a low window takes all from one dock and nothing from others
        shareRoom();
}

void WatchDocks::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_asGiven) // sizes given before the window had one were forgotten
        shareRoom();
    if (!m_knowsOffered) // now there are tabs, and before the user can choose one
        QMetaObject::invokeMethod(this, &WatchDocks::findOffered, Qt::QueuedConnection);
}

void WatchDocks::saveLayout() const
{
    QSettings settings;
    settings.setValue(QLatin1String(kSettingsKey), saveState(kDocksVersion));
    settings.setValue(QLatin1String(kAsGivenKey), m_asGiven);
}

void WatchDocks::restoreLayout()
{
    resetLayout();
    const QSettings settings;
    const QByteArray saved = settings.value(QLatin1String(kSettingsKey)).toByteArray();
    if (saved.isEmpty())
        return;
    if (!restoreState(saved, kDocksVersion))
        return resetLayout();
    m_asGiven = settings.value(QLatin1String(kAsGivenKey)).toBool();
    m_offered = nullptr;
    m_knowsOffered = false;
}

} // namespace coterie::ui
