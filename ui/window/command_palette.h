#pragma once

#include <QFrame>
#include <QList>

class QAction;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace coterie::ui {

/// Finds any enabled action by words of its name and triggers it.
class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    explicit CommandPalette(const QList<QAction*>& actions, QWidget* parent = nullptr);

    /// Opens in the upper middle of its parent's window.
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
