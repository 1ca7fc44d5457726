#pragma once

#include <QTreeView>

namespace coterie::ui {

/// The run table's view: the strip before a chosen line is as soft as the line itself.
class RunTree final : public QTreeView
{
    Q_OBJECT

public:
    explicit RunTree(QWidget* parent = nullptr);

protected:
    void drawBranches(QPainter* painter,
                      const QRect& rect,
                      const QModelIndex& index) const override;
};

} // namespace coterie::ui
