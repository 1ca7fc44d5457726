#include "ui/compare/frozen_columns.h"

#include "ui/frame/delegates.h"
#include "ui/frame/plot_theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>

namespace coterie::ui {

FrozenColumns::FrozenColumns(QTreeView& tree, int most)
    : QTreeView(&tree)
    , m_tree(tree)
    , m_viewport(tree.viewport())
    , m_most(most)
{
    setObjectName(QStringLiteral("frozenColumns"));
    dressTree(*this);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setDragDropMode(QAbstractItemView::DragOnly); // as in the tree
    setExpandsOnDoubleClick(false);
    setAutoScroll(false); // the tree scrolls to its current row, and this follows
    setAccessibleName(tr("First columns"));
    setContextMenuPolicy(Qt::NoContextMenu); // the tree's
    hide();

    connect(tree.horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenColumns::follow);
    connect(tree.horizontalScrollBar(), &QScrollBar::rangeChanged, this, &FrozenColumns::follow);
    connect(tree.verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (isVisible())
            verticalScrollBar()->setValue(value);
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, &tree, [this](int value) {
        if (isVisible() && !m_following)
            m_tree.verticalScrollBar()->setValue(value);
    });
    for (const auto changed : {&QHeaderView::sectionResized, &QHeaderView::sectionMoved})
        connect(tree.header(), changed, this, &FrozenColumns::follow);
    connect(tree.header(), &QHeaderView::sectionCountChanged, this, &FrozenColumns::follow);
    connect(tree.header(), &QHeaderView::sortIndicatorChanged, this, &FrozenColumns::follow);
    for (const auto changed : {&QTreeView::expanded, &QTreeView::collapsed})
        connect(&tree, changed, this, [this](const QModelIndex& index) {
            if (isVisible())
                setExpanded(index, m_tree.isExpanded(index));
        });
    connect(this, &QTreeView::expanded, &tree, &QTreeView::expand);
    connect(this, &QTreeView::collapsed, &tree, &QTreeView::collapse);
    connect(this, &QAbstractItemView::doubleClicked, &tree, &QAbstractItemView::activated);
    connect(header(), &QHeaderView::sectionClicked, &tree, [this](int column) {
        const bool again = m_tree.header()->sortIndicatorSection() == column;
        m_tree.sortByColumn(column,
                            again && m_tree.header()->sortIndicatorOrder() == Qt::AscendingOrder
                                ? Qt::DescendingOrder
                                : Qt::AscendingOrder);
    });
    header()->setSectionsClickable(true);
    header()->setSectionResizeMode(QHeaderView::Fixed);
    // The tree may scroll on past its end.
    const auto takeRange = [this] {
        verticalScrollBar()->setMaximum(m_tree.verticalScrollBar()->maximum());
    };
    connect(tree.verticalScrollBar(), &QScrollBar::rangeChanged, this, takeRange);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, takeRange);
    tree.installEventFilter(this);
    tree.viewport()->installEventFilter(this);
}

int FrozenColumns::frozenCount() const
{
    const QHeaderView& header = *m_tree.header();
    int width = 0;
    int count = 0;
    for (int place = 0; place < header.count() && count < m_most; ++place) {
        if (header.isSectionHidden(header.logicalIndex(place)))
            continue;
        width += header.sectionSize(header.logicalIndex(place));
        if (count > 0 && 2 * width > m_tree.viewport()->width())
            break;
        ++count;
    }
    return count;
}

bool FrozenColumns::isFrozen(int column) const
{
    return isVisible() && !isColumnHidden(column);
}

int FrozenColumns::frozenWidth() const
{
    const QHeaderView& header = *m_tree.header();
    int width = 0;
    int left = frozenCount();
    for (int place = 0; place < header.count() && left > 0; ++place)
        if (const int column = header.logicalIndex(place); !header.isSectionHidden(column)) {
            width += header.sectionSize(column);
            --left;
        }
    return width;
}

void FrozenColumns::follow()
{
    const bool wanted = m_tree.horizontalScrollBar()->value() > 0 && m_tree.model() != nullptr;
    if (m_following || (!wanted && !isVisible()))
        return;
    if (!wanted) {
        hide();
        return;
    }
    m_following = true;
    if (model() != m_tree.model()) {
        setModel(m_tree.model());
        QItemSelectionModel* own = selectionModel();
        setSelectionModel(m_tree.selectionModel());
        own->deleteLater();
    }
    setSelectionMode(m_tree.selectionMode());
    setRootIsDecorated(m_tree.rootIsDecorated());
    setVerticalScrollMode(m_tree.verticalScrollMode());
    setIndentation(m_tree.indentation());
    showColumns();
    const bool wasHidden = !isVisible();
    const QRect content = m_tree.viewport()->geometry();
    setGeometry(content.left(),
                m_tree.header()->geometry().top(),
                frozenWidth() + 1, // with a line at its right
                content.bottom() + 1 - m_tree.header()->geometry().top());
    show();
    raise();
    if (wasHidden)
        followExpansion();
    verticalScrollBar()->setValue(m_tree.verticalScrollBar()->value());
    m_following = false;
}

void FrozenColumns::showColumns()
{
    const QHeaderView& from = *m_tree.header();
    QHeaderView& to = *header();
    int left = frozenCount();
    for (int place = 0; place < from.count(); ++place) {
        const int column = from.logicalIndex(place);
        if (to.visualIndex(column) != place)
            to.moveSection(to.visualIndex(column), place);
        const bool shown = !from.isSectionHidden(column) && left > 0;
        left -= shown ? 1 : 0;
        setColumnHidden(column, !shown);
        if (shown)
            to.resizeSection(column, from.sectionSize(column));
    }
    to.setSortIndicatorShown(from.isSortIndicatorShown());
    const QSignalBlocker silence(to); // the model is sorted already
    to.setSortIndicator(from.sortIndicatorSection(), from.sortIndicatorOrder());
}

void FrozenColumns::followExpansion()
{
    const QSignalBlocker silence(this);
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex index = model()->index(row, 0);
        setExpanded(index, m_tree.isExpanded(index));
    }
}

void FrozenColumns::drawBranches(QPainter* painter,
                                 const QRect& rect,
                                 const QModelIndex& index) const
{
    if (selectionModel()->isSelected(index))
        painter->fillRect(rect, softSelection(palette()));
    QTreeView::drawBranches(painter, rect, index);
}

bool FrozenColumns::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible())
        QMetaObject::invokeMethod(this, &FrozenColumns::follow, Qt::QueuedConnection);
    return watched != &m_tree && watched != m_viewport && QTreeView::eventFilter(watched, event);
}

void FrozenColumns::paintEvent(QPaintEvent* event)
{
    QTreeView::paintEvent(event);
    QPainter painter(viewport());
    painter.setPen(blend(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.35));
    painter.drawLine(viewport()->rect().topRight(), viewport()->rect().bottomRight());
}

void FrozenColumns::mousePressEvent(QMouseEvent* event)
{
    m_tree.setFocus(Qt::MouseFocusReason);
    QTreeView::mousePressEvent(event);
}

} // namespace coterie::ui
