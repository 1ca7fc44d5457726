#include "ui/watch/watch_docks.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QSettings>
#include <QStyle>
#include <QTabBar>

#include <algorithm>
#include <map>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kDocksVersion = 3;
constexpr auto kSettingsKey = "watch/docks";
constexpr auto kAsGivenKey = "watch/docksAsGiven";

} // namespace

WatchDocks::WatchDocks(const std::function<QWidget*(const DockEntry&)>& make, QWidget* parent)
    : QMainWindow(parent, Qt::Widget)
{
    setObjectName(QStringLiteral("watchDocks"));
    setDockNestingEnabled(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setContextMenuPolicy(Qt::NoContextMenu);
    for (const DockEntry& entry : dockTable()) {
        auto* dock = new QDockWidget(titleOf(entry), this);
        dock->setObjectName(QLatin1String(entry.name));
        dock->setWidget(make(entry));
        m_docks.push_back(dock);
        addDockWidget(Qt::LeftDockWidgetArea, dock);
        connect(dock, &QDockWidget::topLevelChanged, this, [this] { m_asGiven = false; });
    }
}

QDockWidget* WatchDocks::first(DockPlace place) const
{
    const auto entry = std::ranges::find(dockTable(), place, &DockEntry::place);
    return m_docks[std::size_t(entry - dockTable().begin())];
}

void WatchDocks::resetLayout()
{
    arrange();
    layout()->activate(); // makes the tabs, which do not exist while the docks are only placed
    putInFront();
    m_frontIsDue = true; // a hidden window has no tabs yet, and bars that go take theirs along
    if (isVisible())
        QMetaObject::invokeMethod(this, &WatchDocks::finishReset, Qt::QueuedConnection);
}

void WatchDocks::finishReset()
{
    if (std::exchange(m_frontIsDue, false))
        putInFront();
}

void WatchDocks::arrange()
{
    for (QDockWidget* each : m_docks) {
        each->setFloating(false);
        removeDockWidget(each);
    }
    addDockWidget(Qt::LeftDockWidgetArea, first(DockPlace::LeftTop));
    splitDockWidget(first(DockPlace::LeftTop), first(DockPlace::RightTop), Qt::Horizontal);
    splitDockWidget(first(DockPlace::LeftTop), first(DockPlace::LeftBottom), Qt::Vertical);
    splitDockWidget(first(DockPlace::RightTop), first(DockPlace::RightBottom), Qt::Vertical);
    std::map<DockPlace, QDockWidget*> last; // of those in each place so far
    for (std::size_t index = 0; index < m_docks.size(); ++index) {
        QDockWidget*& before = last[dockTable()[index].place];
        if (before)
            tabifyDockWidget(before, m_docks[index]);
        before = m_docks[index];
    }
    for (QDockWidget* each : m_docks)
        each->show();
    for (const auto& [place, dock] : last)
        first(place)->raise();
    m_offered = first(DockPlace::RightBottom);
    m_knowsOffered = true;
    m_asGiven = true;
    shareRoom();
}

/// As after a first start with the runs on screen: of those that take turns, the one that was
/// offered last.
void WatchDocks::putInFront()
{
    for (const DockEntry& entry : dockTable())
        first(entry.place)->raise();
    m_offered = first(DockPlace::RightBottom);
    if (m_wanted && m_wanted != m_offered) {
        m_wanted->raise();
        m_offered = m_wanted;
    }
}

bool WatchDocks::isInFront(const QDockWidget& dock) const
{
    const auto bars = findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
    return std::ranges::any_of(bars, [&](const QTabBar* bar) {
        return bar->isVisibleTo(this) && bar->currentIndex() >= 0
               && bar->tabText(bar->currentIndex()) == dock.windowTitle();
    });
}

bool WatchDocks::isBehind(const QDockWidget& dock) const
{
    const auto bars = findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly);
    return isVisible() && !dock.isHidden() && std::ranges::any_of(bars, [&](const QTabBar* bar) {
               bool hasIt = false;
               for (int tab = 0; tab < bar->count(); ++tab)
                   hasIt |= bar->tabText(tab) == dock.windowTitle();
               return hasIt && bar->isVisible()
                      && bar->tabText(bar->currentIndex()) != dock.windowTitle();
           });
}

void WatchDocks::offer(const char* name)
{
    m_wanted = *std::ranges::find(m_docks, QLatin1String(name), &QObject::objectName);
    if (m_knowsOffered)
        bringWanted();
}

void WatchDocks::bring(const char* name)
{
    QDockWidget* dock = *std::ranges::find(m_docks, QLatin1String(name), &QObject::objectName);
    m_frontIsDue = false;
    dock->show();
    dock->raise();
}

void WatchDocks::bringWanted()
{
    if (!m_wanted || !m_offered || m_wanted == m_offered)
        return;
    if (!isInFront(*m_offered)) { // the user chose another
        m_offered = nullptr;
        return;
    }
    // A closed dock stays closed; one with a place of its own is seen anyway.
    if (!tabifiedDockWidgets(m_offered).contains(m_wanted)
        || !m_wanted->toggleViewAction()->isChecked())
        return;
    m_wanted->raise();
    m_offered = m_wanted;
}

/// In a remembered layout: the one of those that take turns that is in front.
void WatchDocks::findOffered()
{
    m_knowsOffered = true;
    for (std::size_t index = m_docks.size(); index-- > 0;)
        if (dockTable()[index].takesTurns && isInFront(*m_docks[index]))
            m_offered = m_docks[index];
    bringWanted();
}

void WatchDocks::shareRoom()
{
    // In pixels, which add up to what is there: Qt would fill or take the rest as the docks were
    // before, and they would drift from one size of the window to the next.
    const int between = style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, this);
    const int width = std::max(20, this->width() - between);
    const int height = std::max(20, this->height() - between);
    // What does not fit is cut by Qt, at the lower end or at the right.
    const auto shares = [](int whole, int part, int of, int leastFirst, int leastSecond) {
        const int first = std::max(leastFirst, std::min(whole * part / of, whole - leastSecond));
        return QList<int>{first, std::max(1, whole - first)};
    };
    QDockWidget* leftTop = first(DockPlace::LeftTop);
    QDockWidget* rightTop = first(DockPlace::RightTop);
    const QSize curves = leastOf(DockPlace::LeftTop);
    const QSize losses = leastOf(DockPlace::LeftBottom);
    const QSize runs = leastOf(DockPlace::RightTop);
    const QSize structure = leastOf(DockPlace::RightBottom);
    resizeDocks({leftTop, rightTop},
                shares(width,
                       11,
                       20,
                       std::max(curves.width(), losses.width()),
                       std::max(runs.width(), structure.width())),
                Qt::Horizontal);
    resizeDocks({rightTop, first(DockPlace::RightBottom)},
                shares(height, 1, 4, runs.height(), structure.height()),
                Qt::Vertical);
    resizeDocks({leftTop, first(DockPlace::LeftBottom)},
                shares(height, 3, 5, curves.height(), losses.height()),
                Qt::Vertical);
}

QSize WatchDocks::leastOf(DockPlace place) const
{
    QSize least;
    for (std::size_t index = 0; index < m_docks.size(); ++index)
        if (const QDockWidget& dock = *m_docks[index];
            dockTable()[index].place == place && !dock.isHidden() && !dock.isFloating())
            least = least.expandedTo(dock.minimumSizeHint()).expandedTo(dock.minimumSize());
    return least;
}

bool WatchDocks::event(QEvent* event)
{
    const bool handled = QMainWindow::event(event);
    // Only a separator between docks can be pressed here.
    if (event->type() == QEvent::MouseButtonPress && event->isAccepted())
        m_asGiven = false;
    return handled;
}

void WatchDocks::childEvent(QChildEvent* event)
{
    QMainWindow::childEvent(event);
    // Tab bars come and go with the docks. Whole names and arrows read better than cut names.
    if (event->polished())
        if (auto* bar = qobject_cast<QTabBar*>(event->child())) {
            bar->setElideMode(Qt::ElideNone);
            bar->setUsesScrollButtons(true);
        }
}

void WatchDocks::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_asGiven && isVisible()) // Qt would shrink one dock only
        shareRoom();
}

void WatchDocks::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_asGiven) // sizes set before the window had its own are lost
        shareRoom();
    if (m_frontIsDue)
        QMetaObject::invokeMethod(this, &WatchDocks::finishReset, Qt::QueuedConnection);
    if (!m_knowsOffered) // tabs exist from now on
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
    arrange();
    const QSettings settings;
    const QByteArray saved = settings.value(QLatin1String(kSettingsKey)).toByteArray();
    if (saved.isEmpty())
        return;
    if (!restoreState(saved, kDocksVersion))
        return arrange();
    m_asGiven = settings.value(QLatin1String(kAsGivenKey)).toBool();
    m_offered = nullptr;
    m_knowsOffered = false;
}

} // namespace coterie::ui
