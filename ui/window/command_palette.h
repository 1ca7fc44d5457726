#pragma once

#include <QFrame>
#include <QList>

class QAction;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace coterie::ui {

/// Type a few letters, press Enter: finds and triggers any action that is possible now.
class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    explicit CommandPalette(const QList<QAction*>& actions, QWidget* parent = nullptr);

    /// Opens over the upper middle of its parent's window.
    void popUp();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void triggerCurrent();

    QList<QAction*> m_actions;
    QLineEdit* m_edit = nullptr;
    QListView* m_list = nullptr;
    QStandardItemModel* m_model = nullptr;
    QSortFilterProxyModel* m_matching = nullptr;
};

} // namespace coterie::ui
