#include "ui/compare/folder_tree.h"

#include "ui/compare/dragged_runs.h"
#include "ui/frame/action_menu.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QAction>
#include <QDropEvent>
#include <QHeaderView>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <set>

namespace coterie::ui {

namespace {

/// A path of the user's has a few; a stranger's may have thousands, which are shown as one.
constexpr std::ptrdiff_t kMostNested = 16;

enum FolderRole
{
    FolderKindRole = Qt::UserRole + 1,
    FolderPathRole
};

enum FolderKind
{
    AllRunsKind,
    NoFolderKind,
    FolderKindProper
};

bool isNested(const std::string& path)
{
    return std::ranges::count(path, '/') < kMostNested;
}

std::string parentOf(const std::string& path)
{
    const std::size_t end = path.rfind('/');
    return end == std::string::npos || !isNested(path) ? std::string() : path.substr(0, end);
}

QTreeWidgetItem*
itemFor(FolderKind kind, const QString& title, const QString& path, std::size_t count)
{
    auto* item = new QTreeWidgetItem({title, countText(static_cast<qint64>(count))});
    item->setData(0, FolderKindRole, kind);
    item->setData(0, FolderPathRole, path);
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(0, kind == FolderKindProper ? path : title);
    return item;
}

/// Nothing: all runs.
std::optional<std::string> folderOf(const QTreeWidgetItem& item)
{
    return item.data(0, FolderKindRole).toInt() == AllRunsKind
               ? std::nullopt
               : std::optional(item.data(0, FolderPathRole).toString().toStdString());
}

} // namespace

std::vector<FolderNode> foldersOf(std::span<const RunRow> runs)
{
    std::map<std::string, std::size_t> counts;
    for (const RunRow& run : runs)
        for (std::string path = run.folder; !path.empty(); path = parentOf(path))
            ++counts[path];
    std::vector<FolderNode> folders;
    for (const auto& [path, count] : counts)
        folders.push_back({.path = path, .runs = count});
    // By its steps, so that what is in "a" comes before "a b".
    std::ranges::sort(folders, [](const FolderNode& one, const FolderNode& other) {
        return std::ranges::lexicographical_compare(
            one.path, other.path, [](char left, char right) {
                return (left == '/' ? '\0' : left) < (right == '/' ? '\0' : right);
            });
    });
    return folders;
}

FolderTree::FolderTree(QWidget* parent)
    : QTreeWidget(parent)
{
    named(this, "runFolders", tr("Folders of runs"));
    setToolTip(tr("Choose a folder to list its runs; drag runs from the table onto a folder. A "
                  "folder goes when its last run goes."));
    setColumnCount(2);
    dressTree(*this);
    setAlternatingRowColors(false);
    setHeaderHidden(true);
    setTextElideMode(Qt::ElideMiddle);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    setDragDropMode(QAbstractItemView::DropOnly);
    setDropIndicatorShown(true);
    setDragDropOverwriteMode(true); // onto a folder, not between two
    m_rename = new QAction(tr("&Rename the folder…"), this);
    m_rename->setObjectName(QStringLiteral("renameFolder"));
    m_rename->setShortcut(Qt::Key_F2);
    m_remove = new QAction(tr("R&emove the folder, keep its runs"), this);
    m_remove->setObjectName(QStringLiteral("removeFolder"));
    m_remove->setShortcut(Qt::Key_Delete);
    for (QAction* action : {m_rename, m_remove}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        addAction(action);
    }
    offerActions(*this);
    connect(m_rename, &QAction::triggered, this, [this] {
        emit renameWanted(toQString(m_chosen.value_or("")));
    });
    connect(m_remove, &QAction::triggered, this, [this] {
        emit removalWanted(toQString(m_chosen.value_or("")));
    });
    connect(this, &QTreeWidget::currentItemChanged, this, &FolderTree::takeCurrent);
    setRuns({});
}

void FolderTree::enableActions()
{
    const bool isFolder = m_chosen && !m_chosen->empty();
    const bool isOwn = isFolder && m_own.contains(*m_chosen);
    for (QAction* action : {m_rename, m_remove}) {
        action->setEnabled(isOwn);
        action->setToolTip(isFolder && !isOwn ? tr(
                               "Only runs of other stores are in this folder, and those stores "
                               "are open for reading only")
                                              : QString()); // as its text
    }
}

void FolderTree::takeCurrent()
{
    const QTreeWidgetItem* item = currentItem();
    const std::optional<std::string> folder = item ? folderOf(*item) : std::nullopt;
    if (folder == m_chosen)
        return;
    m_chosen = folder;
    enableActions();
    emit folderChosen(m_chosen);
}

QTreeWidgetItem* FolderTree::itemOf(const std::optional<std::string>& folder) const
{
    for (QTreeWidgetItemIterator place(const_cast<FolderTree*>(this)); *place; ++place)
        if (folderOf(**place) == folder)
            return *place;
    return nullptr;
}

void FolderTree::choose(const std::optional<std::string>& folder)
{
    QTreeWidgetItem* item = itemOf(folder);
    setCurrentItem(item ? item : topLevelItem(0));
}

void FolderTree::setRuns(std::span<const RunRow> runs)
{
    std::vector<FolderNode> folders = foldersOf(runs);
    const auto loose = static_cast<std::size_t>(
        std::ranges::count_if(runs, [](const RunRow& run) { return run.folder.empty(); }));
    m_own.clear();
    for (const RunRow& run : runs)
        for (std::string path = run.store.empty() ? run.folder : std::string(); !path.empty();
             path = parentOf(path))
            m_own.insert(path);
    if (topLevelItemCount() > 0 && folders == m_folders && runs.size() == m_all && loose == m_loose)
        return enableActions();
    std::set<std::string> collapsed;
    for (QTreeWidgetItemIterator place(this); *place; ++place)
        if ((*place)->childCount() > 0 && !(*place)->isExpanded())
            collapsed.insert(folderOf(**place).value_or(""));
    {
        const QSignalBlocker silence(this);
        clear();
        m_folders = std::move(folders);
        m_all = runs.size();
        m_loose = loose;
        QTreeWidgetItem* all = itemFor(AllRunsKind, tr("All runs"), {}, m_all);
        all->setFlags(all->flags() & ~Qt::ItemIsDropEnabled);
        addTopLevelItem(all);
        addTopLevelItem(itemFor(NoFolderKind, tr("In no folder"), {}, m_loose));
        std::map<std::string, QTreeWidgetItem*> items;
        for (const FolderNode& folder : m_folders) {
            const std::string parent = parentOf(folder.path);
            const QString path = toQString(folder.path);
            const QString title = parent.empty() ? path : path.mid(toQString(parent).size() + 1);
            QTreeWidgetItem* item = itemFor(FolderKindProper, title, path, folder.runs);
            if (parent.empty())
                addTopLevelItem(item);
            else
                items[parent]->addChild(item);
            items[folder.path] = item;
        }
        for (const auto& [path, item] : items)
            item->setExpanded(!collapsed.contains(path));
        setCurrentItem(itemOf(m_chosen));
        if (!currentItem() && m_chosen == m_renamed.first)
            setCurrentItem(itemOf(m_renamed.second));
    }
    if (!currentItem()) // the folder is gone
        setCurrentItem(topLevelItem(0));
    takeCurrent();
    enableActions();
}

void FolderTree::follow(const QString& from, const QString& to)
{
    m_renamed = {from.toStdString(), to.toStdString()};
}

void FolderTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    // As soft as the row; the style paints the full accent colour.
    if (selectionModel()->isSelected(index))
        painter->fillRect(rect, softSelection(palette()));
    QTreeWidget::drawBranches(painter, rect, index);
}

QStringList FolderTree::mimeTypes() const
{
    return {draggedRunsType()};
}

void FolderTree::dropEvent(QDropEvent* event)
{
    stopAutoScroll(); // as the base class ends a drag
    setState(NoState);
    viewport()->update();
    const QTreeWidgetItem* item = itemAt(event->position().toPoint());
    const std::optional<std::string> folder = item ? folderOf(*item) : std::nullopt;
    const std::vector<std::int64_t> runs = runsIn(*event->mimeData());
    if (!folder || runs.empty())
        return event->ignore();
    event->acceptProposedAction();
    emit runsDropped(runs, toQString(*folder));
}

} // namespace coterie::ui
