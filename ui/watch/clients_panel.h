#pragma once

#include "ui/watch/structure_panel.h"

class QSortFilterProxyModel;
class QTableView;

namespace coterie::ui {

class ClientTableModel;

/// The clients of the round on screen; lines chosen here are picked everywhere.
class ClientsPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit ClientsPanel(const WatchSubject& subject, QWidget* parent = nullptr);

protected:
    void show(const RunCurves* run, const RoundReport* report) override;
    [[nodiscard]] PlainTable table() const override;

private:
    void pickLines();
    void showPicked();

    ClientTableModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    bool m_showing = false; ///< the table is told what is picked, and must not answer
};

} // namespace coterie::ui
