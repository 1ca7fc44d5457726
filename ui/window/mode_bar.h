#pragma once

#include <QHash>
#include <QWidget>

class QAction;

namespace coterie::ui {

class ModeButton;

/// The slim bar at the left with the window's modes, one per action; the actions are checkable and
/// exclusive.
class ModeBar final : public QWidget
{
    Q_OBJECT

public:
    explicit ModeBar(const QList<QAction*>& modes, QWidget* parent = nullptr);

    /// Says that there is something to see on a page that is not on screen, until it is.
    void mark(const QAction* mode, const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QHash<const QAction*, ModeButton*> m_buttons;
};

} // namespace coterie::ui
