#pragma once

#include <QHash>
#include <QWidget>

class QAction;

namespace coterie::ui {

class ModeButton;

/// The bar at the left with one button per page; the actions are checkable and exclusive.
class ModeBar final : public QWidget
{
    Q_OBJECT

public:
    explicit ModeBar(const QList<QAction*>& modes, QWidget* parent = nullptr);

    /// Marks the button of a page that has news, until the page is shown.
    void mark(const QAction* mode, const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QHash<const QAction*, ModeButton*> m_buttons;
};

} // namespace coterie::ui
