#include "ui/watch/clients_panel.h"

#include "ui/frame/cell_delegate.h"
#include "ui/frame/elided_label.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>

namespace coterie::ui {

namespace {

using ClientTable = ClientTableModel;

/// What there is room for is shown in this order of weight; the table keeps its own.
constexpr std::array kByWeight{ClientTable::Client,
                               ClientTable::Group,
                               ClientTable::SamplingCluster,
                               ClientTable::Error,
                               ClientTable::Joined,
                               ClientTable::EstimatedEntropy,
                               ClientTable::Samples,
                               ClientTable::Entropy,
                               ClientTable::Participations,
                               ClientTable::TrainLoss,
                               ClientTable::TestLoss,
                               ClientTable::Sent};
static_assert(kByWeight.size() == ClientTable::ColumnCount);

} // namespace

ClientsPanel::ClientsPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_model(new ClientTableModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_table(new QTableView(this))
    , m_leftOut(new ElidedLabel(this))
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
    connect(m_model, &QAbstractItemModel::modelReset, this, &ClientsPanel::measureColumns);
    connect(m_table->horizontalHeader(),
            &QHeaderView::sectionResized,
            this,
            [this](int column, int, int width) {
                if (width > 0) // that of one which is hidden is remembered
                    m_widths[static_cast<std::size_t>(column)] = width;
            });
    m_leftOut->setObjectName(QStringLiteral("columnsLeftOut"));
    m_leftOut->setForegroundRole(QPalette::PlaceholderText);
    head()->addWidget(m_leftOut, 1);
    setTableView(m_table, QStringLiteral("clients"));
    QMenu& menu = *frame().menu();
    auto* columns = new QMenu(tr("C&olumns"), &menu);
    columns->setObjectName(QStringLiteral("clientColumns"));
    columns->setToolTipsVisible(true);
    menu.insertMenu(menu.actions().front(), columns);
    connect(columns, &QMenu::aboutToShow, this, [this, columns] { fillColumnMenu(*columns); });
    m_table->viewport()->installEventFilter(this);
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
    m_isEmpty[ClientTable::Group] =
        std::ranges::all_of(lines, [](const ClientLine& line) { return line.groupColour < 0; });
    m_isEmpty[ClientTable::Joined] = m_isEmpty[ClientTable::Group];
    m_isEmpty[ClientTable::SamplingCluster] =
        std::ranges::all_of(lines, [](const ClientLine& line) { return line.clusterColour < 0; });
    m_isEmpty[ClientTable::EstimatedEntropy] = std::ranges::none_of(
        lines, [](const ClientLine& line) { return line.estimatedEntropy.has_value(); });
    m_model->setLines(lines);
    fitColumns();
    showPicked();
}

bool ClientsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return StructurePanel::eventFilter(watched, event);
}

void ClientsPanel::measureColumns()
{
    for (int column = 0; column < ClientTable::ColumnCount; ++column)
        m_table->setColumnHidden(column, false); // one that is hidden has no width
    m_table->resizeColumnsToContents();
    for (int column = 0; column < ClientTable::ColumnCount; ++column)
        m_widths[static_cast<std::size_t>(column)] = m_table->columnWidth(column);
    fitColumns();
}

/// What the user asked for is shown whether it has room or not: there is a scroll bar for it.
void ClientsPanel::fitColumns()
{
    int left = m_table->viewport()->width();
    for (const auto& [column, shown] : m_asked)
        if (shown && !m_isEmpty[static_cast<std::size_t>(column)])
            left -= m_widths[static_cast<std::size_t>(column)];
    bool hasRoom = true;
    QStringList leftOut;
    for (const ClientTableModel::Column column : kByWeight) {
        bool shown = !m_isEmpty[column];
        if (const auto asked = m_asked.find(column); asked != m_asked.end()) {
            shown = shown && asked->second;
        } else if (shown) {
            left -= m_widths[column];
            hasRoom = hasRoom && left >= 0; // none jumps the queue because it is narrow
            shown = hasRoom || column == ClientTable::Client;
            if (!shown)
                leftOut << withinSentence(
                    m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        }
        if (m_table->isColumnHidden(column) == shown)
            m_table->setColumnHidden(column, !shown);
    }
    m_leftOut->setText(leftOut.isEmpty()
                           ? QString()
                           : tr("No room for %1").arg(leftOut.join(QStringLiteral(", "))));
    m_leftOut->setToolTip(
        m_leftOut->text().isEmpty()
            ? QString()
            : tr("%1. Widen the dock, or choose the columns in its menu.").arg(m_leftOut->text()));
}

void ClientsPanel::fillColumnMenu(QMenu& menu)
{
    menu.clear();
    for (int column = 0; column < ClientTable::ColumnCount; ++column) {
        if (column == ClientTable::Client || m_isEmpty[static_cast<std::size_t>(column)])
            continue;
        QAction* action =
            menu.addAction(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setToolTip(m_model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_asked[column] = shown;
            fitColumns();
        });
    }
    menu.addSeparator();
    QAction* fitting = menu.addAction(tr("As many as there is &room for"));
    fitting->setEnabled(!m_asked.empty());
    connect(fitting, &QAction::triggered, this, [this] {
        m_asked.clear();
        fitColumns();
    });
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
