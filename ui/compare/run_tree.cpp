#include "ui/compare/run_tree.h"

#include "ui/frame/cell_delegate.h"

#include <QPainter>

namespace coterie::ui {

RunTree::RunTree(QWidget* parent)
    : QTreeView(parent)
{
    dressTree(*this);
}

void RunTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    // The style has painted it in the full accent colour.
    if (selectionModel()->isSelected(index))
        painter->fillRect(rect, softSelection(palette()));
    QTreeView::drawBranches(painter, rect, index);
}

} // namespace coterie::ui
