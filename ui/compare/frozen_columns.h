#pragma once

#include <QTreeView>

namespace coterie::ui {

/// The first columns of a tree, drawn over its left edge while it is scrolled sideways, so that
/// the names of rows stay in sight. It shares model, selection, sorting and open groups with the
/// tree; unless the tree is scrolled it is hidden and costs nothing.
class FrozenColumns final : public QTreeView
{
    Q_OBJECT

public:
    /// At most `most` columns, as many as fit into half the width, but at least one.
    FrozenColumns(QTreeView& tree, int most);

    /// Whether it shows this column.
    [[nodiscard]] bool isFrozen(int column) const;
    /// The width that it covers when the tree is scrolled.
    [[nodiscard]] int frozenWidth() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void
    drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;

private:
    [[nodiscard]] int frozenCount() const;
    void follow();
    void showColumns();
    void followExpansion();

    QTreeView& m_tree;
    const QObject* m_viewport; ///< the tree's, which also sends events while the tree is destroyed
    int m_most;
    bool m_following = false;
};

} // namespace coterie::ui
