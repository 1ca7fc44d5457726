#include "ui/watch/clients_panel.h"

#include "ui/frame/cell_delegate.h"
#include "ui/watch/client_table_model.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>

namespace coterie::ui {

ClientsPanel::ClientsPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_model(new ClientTableModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_table(new QTableView(this))
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ClientTableModel::SortRole);
    m_table->setObjectName(QStringLiteral("clientTable"));
    m_table->setAccessibleName(tr("Clients of the round on screen"));
    m_table->setToolTip(
        tr("Choose lines to pick their clients in every view; click a title to sort"));
    m_table->setModel(m_sorted);
    dressTable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ClientTableModel::Client, Qt::AscendingOrder);
    // Once for each federation: at every round it would take longer than all the rest.
    connect(m_model, &QAbstractItemModel::modelReset, m_table, &QTableView::resizeColumnsToContents);
    setTableView(m_table, QStringLiteral("clients"));
    connect(m_table->selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &ClientsPanel::pickLines);
}

PlainTable ClientsPanel::table() const
{
    return tableOf(*m_sorted, ClientTableModel::SortRole);
}

void ClientsPanel::show(const RunCurves* run, const RoundReport* report)
{
    const std::vector<ClientLine> lines =
        run && report ? clientLines(*run, *report) : std::vector<ClientLine>{};
    // Columns of nothing but dashes would push others out of sight.
    m_table->setColumnHidden(
        ClientTableModel::Group,
        std::ranges::all_of(lines, [](const ClientLine& line) { return line.groupColour < 0; }));
    m_table->setColumnHidden(
        ClientTableModel::SamplingCluster,
        std::ranges::all_of(lines, [](const ClientLine& line) { return line.clusterColour < 0; }));
    m_table->setColumnHidden(ClientTableModel::EstimatedEntropy,
                             std::ranges::none_of(lines, [](const ClientLine& line) {
                                 return line.estimatedEntropy.has_value();
                             }));
    m_model->setLines(lines);
    showPicked();
}

void ClientsPanel::pickLines()
{
    if (m_showing)
        return;
    std::set<int> clients;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        clients.insert(index.data(ClientTableModel::ClientRole).toInt());
    selection().choose(std::move(clients));
}

void ClientsPanel::showPicked()
{
    const QScopedValueRollback showing(m_showing, true);
    QItemSelection picked;
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, 0);
        if (selection().contains(index.data(ClientTableModel::ClientRole).toInt()))
            picked.select(index, m_sorted->index(row, m_sorted->columnCount() - 1));
    }
    m_table->selectionModel()->select(picked, QItemSelectionModel::ClearAndSelect);
}

} // namespace coterie::ui
