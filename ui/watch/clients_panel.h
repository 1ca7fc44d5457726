#pragma once

#include "ui/watch/client_table_model.h"
#include "ui/watch/structure_panel.h"

#include <array>
#include <map>

class QMenu;
class QSortFilterProxyModel;
class QTableView;

namespace coterie::ui {

class ElidedLabel;

/// The clients of the round on screen; lines chosen here are picked everywhere. Of its columns
/// those that count most are shown as far as they have room, and any other on request.
class ClientsPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit ClientsPanel(const WatchSubject& subject, QWidget* parent = nullptr);

protected:
    void show(const RunCurves* run, const RoundReport* report) override;
    [[nodiscard]] PlainTable table() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillColumnMenu(QMenu& menu);
    void measureColumns();
    void fitColumns();
    void pickLines();
    void showPicked();

    ClientTableModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    ElidedLabel* m_leftOut = nullptr;
    std::array<int, ClientTableModel::ColumnCount> m_widths{};
    std::array<bool, ClientTableModel::ColumnCount> m_isEmpty{}; ///< nothing but dashes
    std::map<int, bool> m_asked; ///< columns that the user showed or hid
    bool m_showing = false; ///< the table is told what is picked, and must not answer
};

} // namespace coterie::ui
