#pragma once

#include <QList>
#include <QWidget>

class QAction;

namespace coterie::ui {

/// The slim bar at the left with the window's modes, one per action; the actions are checkable and
/// exclusive.
class ModeBar final : public QWidget
{
    Q_OBJECT

public:
    explicit ModeBar(const QList<QAction*>& modes, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace coterie::ui
