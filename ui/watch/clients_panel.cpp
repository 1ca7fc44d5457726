#include "ui/watch/clients_panel.h"

#include "core/math/label_distributions.h"
#include "core/report/client_names.h"
#include "ui/client_texts.h"
#include "ui/frame/delegates.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/merge_words.h"
#include "ui/views/topology_view.h"
#include "ui/views/view_frame.h"
#include "ui/words.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace coterie::ui {

namespace {

struct ColumnInfo
{
    const char* title = nullptr;
    const char* tip = nullptr;
    QVariant (*value)(const ClientLine& line) = nullptr; ///< to sort by and to export
    int decimals = 0;
};

constexpr std::array<ColumnInfo, ClientTableModel::ColumnCount> kColumns{{
    {QT_TRANSLATE_NOOP("coterie", "Client"),
     QT_TRANSLATE_NOOP("coterie", "Number of the client, as in files and exports"),
     [](const ClientLine& line) -> QVariant { return line.client; }},
    {QT_TRANSLATE_NOOP("coterie", "Group"),
     QT_TRANSLATE_NOOP("coterie",
                       "Group that the client trains with; its colour is the same in every view"),
     [](const ClientLine& line) -> QVariant { return line.groupColour; }},
    {QT_TRANSLATE_NOOP("coterie", "Since round"),
     QT_TRANSLATE_NOOP("coterie", "Round in which the client joined its group or was left alone"),
     [](const ClientLine& line) -> QVariant { return line.joined; }},
    {QT_TRANSLATE_NOOP("coterie", "Cluster"),
     QT_TRANSLATE_NOOP("coterie",
                       "Sampling cluster: the participants of the round were drawn from these. "
                       "Clients of one cluster do not train together"),
     [](const ClientLine& line) -> QVariant { return line.clusterColour; }},
    {QT_TRANSLATE_NOOP("coterie", "Samples"),
     QT_TRANSLATE_NOOP("coterie", "Number of training samples, D_i"),
     [](const ClientLine& line) -> QVariant { return qlonglong(line.samples); }},
    {QT_TRANSLATE_NOOP("coterie", "Entropy (nats)"),
     QT_TRANSLATE_NOOP("coterie",
                       "Entropy of the client's labels, −Σ p ln p; 0 means a single class"),
     [](const ClientLine& line) { return cellOf(line.entropy); },
     3},
    {QT_TRANSLATE_NOOP("coterie", "Estimated (nats)"),
     QT_TRANSLATE_NOOP("coterie",
                       "Entropy of the client's labels as HiCS-FL estimates it from the update of "
                       "the output layer"),
     [](const ClientLine& line) { return cellOf(line.estimatedEntropy); },
     3},
    {QT_TRANSLATE_NOOP("coterie", "Took part"),
     QT_TRANSLATE_NOOP("coterie", "Number of rounds so far in which the client took part"),
     [](const ClientLine& line) -> QVariant { return line.participations; }},
    {QT_TRANSLATE_NOOP("coterie", "Error %"),
     QT_TRANSLATE_NOOP("coterie", "Test error of the model that the client would use"),
     [](const ClientLine& line) { return cellOf(line.testError); },
     2},
    {QT_TRANSLATE_NOOP("coterie", "Test loss"),
     QT_TRANSLATE_NOOP("coterie", "Mean loss on the client's own test samples"),
     [](const ClientLine& line) { return cellOf(line.testLoss); },
     3},
    {QT_TRANSLATE_NOOP("coterie", "Training loss"),
     QT_TRANSLATE_NOOP("coterie", "Mean loss over the client's last local epoch"),
     [](const ClientLine& line) { return cellOf(line.trainLoss); },
     3},
    {QT_TRANSLATE_NOOP("coterie", "Sent"),
     QT_TRANSLATE_NOOP("coterie", "Bytes to and from the client in this round"),
     [](const ClientLine& line) -> QVariant { return line.bits; }},
}};

/// Both show the colour and number of a group or cluster.
bool namesGroup(int column)
{
    return column == ClientTableModel::Group || column == ClientTableModel::SamplingCluster;
}

/// `clients`: of its group.
QString cellWords(int column, const QVariant& value, std::size_t clients)
{
    const bool isNone =
        (namesGroup(column) || column == ClientTableModel::Joined) && value.toInt() < 0;
    if (isNone || !value.isValid())
        return cellText(std::nullopt, 0);
    if (namesGroup(column))
        return groupName(value.toInt(), clients, column == ClientTableModel::SamplingCluster);
    if (column == ClientTableModel::Sent)
        return bytesText(value.toDouble());
    if (column == ClientTableModel::Samples || column == ClientTableModel::Participations)
        return countText(value.toLongLong());
    return value.typeId() == QMetaType::Double
               ? cellText(value.toDouble(), kColumns[std::size_t(column)].decimals)
               : value.toString();
}

using ClientTable = ClientTableModel;

/// The order in which columns get room; on screen they keep the table's order.
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

std::vector<double> bitsByNode(const RoundReport& report, bool ofEdges, std::size_t nodes)
{
    std::vector<double> bits(nodes);
    for (const Traffic& traffic : report.traffic) {
        const bool isEdge = traffic.link == Link::EdgeToCloud || traffic.link == Link::CloudToEdge;
        const auto node = std::size_t(traffic.client.value_or(-1));
        if (isEdge == ofEdges && node < nodes)
            bits[node] += traffic.bits;
    }
    return bits;
}

std::vector<ClientLine> clientLines(const RunCurves& run, const RoundReport& report)
{
    std::vector<ClientLine> lines(report.clients.size());
    const std::vector<int> colours = groupColours(run, report.round, lines.size());
    const RoundGroups* formed = run.groupsAt(report.round);
    const std::vector<int> joined =
        formed ? formed->joinedOfClients(lines.size()) : std::vector<int>(lines.size(), -1);
    const RoundGroups* clusters = run.samplingClustersOf(report.round);
    const std::vector<int> clusterColours =
        clusters ? clusters->ofClients(clusters->colours, lines.size())
                 : std::vector<int>(lines.size(), -1);
    const NamedValues* trueEntropy = ui::valuesNamed(report.clientValues, "trueEntropy");
    const NamedValues* estimated = ui::valuesNamed(report.clientValues, "estimatedEntropy");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        ClientLine& line = lines[i];
        const ClientReport& client = report.clients[i];
        const std::optional<Score>& score = scoreOf(client);
        line.client = client.client;
        line.groupColour = colours[i];
        line.joined = joined[i];
        line.clusterColour = clusterColours[i];
        line.samples = i < run.facts.trainSamples.size() ? run.facts.trainSamples[i] : 0;
        line.entropy = valueAt(trueEntropy, i);
        if (!line.entropy && i < run.facts.classCounts.size()) {
            const std::vector<std::int64_t>& counts = run.facts.classCounts[i];
            if (std::ranges::any_of(counts, [](std::int64_t count) { return count > 0; }))
                line.entropy = labelEntropy(counts); // else there is no distribution
        }
        line.estimatedEntropy = valueAt(estimated, i);
        if (score) {
            line.testLoss = score->loss;
            if (score->accuracy)
                line.testError = 100 * (1 - *score->accuracy);
        }
        line.trainLoss = client.trainLoss;
    }
    for (const RoundParticipants& drawn : run.participants) {
        if (drawn.round > report.round)
            break;
        int before = -1; // a client that was drawn twice is listed twice and took part once
        for (const int client : drawn.clients) {
            if (client != before && client >= 0 && std::size_t(client) < lines.size())
                ++lines[std::size_t(client)].participations;
            before = client;
        }
    }
    const std::vector<double> bits = bitsByNode(report, false, lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i].bits = bits[i];
    return lines;
}

ClientTableModel::ClientTableModel(QObject* parent)
    : PlainTableModel(parent)
{
    setLines({}); // with its titles
}

void ClientTableModel::setLines(const std::vector<ClientLine>& lines)
{
    m_clients.clear();
    for (const ClientLine& line : lines)
        ++m_clients[line.groupColour];
    PlainTable table;
    for (const ColumnInfo& column : kColumns)
        table.header << say(column.title);
    for (const ClientLine& line : lines) {
        table.rows.emplace_back();
        for (const ColumnInfo& column : kColumns)
            table.rows.back().push_back(column.value(line));
    }
    setTable(std::move(table));
}

QVariant ClientTableModel::data(const QModelIndex& index, int role) const
{
    const QVariant value = PlainTableModel::data(index, SortRole);
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Client ? toQString(numberedClient(m_names, value.toInt()))
                                        : cellWords(index.column(), value, clientsOf(value));
    case Qt::ToolTipRole:
        return index.column() == Client ? nameTip(value.toInt()) : QVariant();
    case SortRole:
        return value;
    case ClientRole:
        return PlainTableModel::data(index.siblingAtColumn(Client), SortRole);
    case kGroupColourRole:
        return namesGroup(index.column()) && value.toInt() >= 0 ? value : QVariant();
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    default:
        return {};
    }
}

/// That train in the group of this colour.
std::size_t ClientTableModel::clientsOf(const QVariant& group) const
{
    const auto found = m_clients.find(group.toInt());
    return found == m_clients.end() ? 0 : found->second;
}

/// The whole name, which may be cut in the cell.
QVariant ClientTableModel::nameTip(int client) const
{
    const QString name = wholeNames(m_names, std::span(&client, 1));
    return name.isEmpty() ? QVariant() : QVariant(asPlainTip(name));
}

QVariant ClientTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::ToolTipRole)
        return say(kColumns[std::size_t(section)].tip);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (namesGroup(section) ? Qt::AlignLeft : Qt::AlignRight));
    return PlainTableModel::headerData(section, orientation, role);
}

ClientsPanel::ClientsPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_model(new ClientTableModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_table(named(new QTableView(this), "clientTable", tr("Clients of the round on screen")))
    , m_leftOut(named(new ElidedLabel(this), "columnsLeftOut"))
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ClientTableModel::SortRole);
    m_table->setToolTip(tr("Select rows to select their clients in every view; click a title to "
                           "sort"));
    m_table->setModel(m_sorted);
    dressTable(*m_table);
    m_table->setTextElideMode(Qt::ElideMiddle); // names often begin or end alike
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ClientTableModel::Client, Qt::AscendingOrder);
    // Once for each federation: in every round it would take longer than all the rest.
    connect(m_model, &QAbstractItemModel::modelReset, this, &ClientsPanel::measureColumns);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &ClientsPanel::measureColumns);
    connect(m_table->horizontalHeader(),
            &QHeaderView::sectionResized,
            this,
            [this](int column, int, int width) {
                if (width > 0) // else it was hidden
                    m_widths[std::size_t(column)] = width;
            });
    m_leftOut->setForegroundRole(QPalette::PlaceholderText);
    head()->addWidget(m_leftOut, 1);
    setView(m_table, {.name = QStringLiteral("clients")});
    QMenu& menu = *frame().menu();
    auto* columns = named(new QMenu(tr("C&olumns"), &menu), "clientColumns");
    columns->setToolTipsVisible(true);
    menu.insertMenu(menu.actions().front(), columns);
    connect(columns, &QMenu::aboutToShow, this, [this, columns] { fillColumnMenu(*columns); });
    m_table->viewport()->installEventFilter(this);
    const QItemSelectionModel* selected = m_table->selectionModel();
    connect(selected, &QItemSelectionModel::selectionChanged, this, [this, selected] {
        if (m_showing)
            return;
        std::set<int> clients;
        for (const QModelIndex& index : selected->selectedRows())
            clients.insert(index.data(ClientTableModel::ClientRole).toInt());
        m_inView = clients; // the table stays where the user scrolled it
        selection().choose(std::move(clients));
    });
}

PlainTable ClientsPanel::table() const
{
    PlainTable table = tableOf(*m_sorted, ClientTableModel::SortRole);
    addNames(table, ClientTableModel::Client, m_model->names());
    return table;
}

void ClientsPanel::show(const RunCurves* run, const RoundReport* report)
{
    const std::vector<ClientLine> lines =
        run && report ? clientLines(*run, *report) : std::vector<ClientLine>{};
    // Empty columns would push others out of sight.
    const auto wasEmpty = m_isEmpty;
    const auto lacks = [&](auto isIn) { return std::ranges::none_of(lines, isIn); };
    m_isEmpty[ClientTable::Group] =
        lacks([](const ClientLine& line) { return line.groupColour >= 0; });
    m_isEmpty[ClientTable::Joined] = m_isEmpty[ClientTable::Group];
    m_isEmpty[ClientTable::SamplingCluster] =
        lacks([](const ClientLine& line) { return line.clusterColour >= 0; });
    m_isEmpty[ClientTable::EstimatedEntropy] =
        lacks([](const ClientLine& line) { return line.estimatedEntropy.has_value(); });
    const std::vector<std::string> none;
    const std::vector<std::string>& names = run ? run->facts.clientNames : none;
    const bool areOther = names != m_model->names();
    if (areOther)
        m_model->setNames(names);
    m_model->setLines(lines);
    if (areOther) {
        measureColumns();
    } else {
        for (const ClientTable::Column column : kByWeight)
            if (wasEmpty[column] && !m_isEmpty[column]) // it was as wide as a dash
                measureColumn(column);
        fitColumns();
    }
    showSelection();
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
        m_table->setColumnHidden(column, false); // a hidden one has no width
    m_table->resizeColumnsToContents();
    constexpr int kNameLetters = 24; // a longer one would push other columns out of sight
    const int most = kNameLetters * m_table->fontMetrics().averageCharWidth();
    if (m_table->columnWidth(ClientTable::Client) > most)
        m_table->setColumnWidth(ClientTable::Client, most);
    for (int column = 0; column < ClientTable::ColumnCount; ++column)
        m_widths[std::size_t(column)] = m_table->columnWidth(column);
    fitColumns();
}

void ClientsPanel::measureColumn(ClientTableModel::Column column)
{
    m_table->setColumnHidden(column, false);
    m_table->resizeColumnToContents(column);
    m_widths[column] = m_table->columnWidth(column);
}

/// Columns that the user chose are shown even without room: the table can scroll.
void ClientsPanel::fitColumns()
{
    int left = m_table->viewport()->width();
    for (const auto& [column, shown] : m_asked)
        if (shown && !m_isEmpty[std::size_t(column)])
            left -= m_widths[std::size_t(column)];
    bool hasRoom = true;
    QStringList leftOut;
    for (const ClientTableModel::Column column : kByWeight) {
        bool shown = !m_isEmpty[column];
        if (const auto asked = m_asked.find(column); asked != m_asked.end()) {
            shown = shown && asked->second;
        } else if (shown) {
            left -= m_widths[column];
            hasRoom = hasRoom && left >= 0; // not even a narrow column jumps the queue
            shown = hasRoom || column == ClientTable::Client;
            if (!shown)
                leftOut << withinSentence(
                    m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        }
        if (m_table->isColumnHidden(column) == shown)
            m_table->setColumnHidden(column, !shown);
    }
    const QString text =
        leftOut.isEmpty() ? QString()
                          : tr("Columns without room: %1").arg(leftOut.join(QStringLiteral(", ")));
    m_leftOut->setText(text);
    m_leftOut->setToolTip(
        text.isEmpty() ? text
                       : tr("%1. Widen the dock, or choose the columns in its menu.").arg(text));
}

void ClientsPanel::fillColumnMenu(QMenu& menu)
{
    menu.clear();
    for (int column = 0; column < ClientTable::ColumnCount; ++column) {
        if (column == ClientTable::Client || m_isEmpty[std::size_t(column)])
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
    QAction* fitting = menu.addAction(tr("As many as &fit"));
    fitting->setEnabled(!m_asked.empty());
    connect(fitting, &QAction::triggered, this, [this] {
        m_asked.clear();
        fitColumns();
    });
}

void ClientsPanel::showSelection()
{
    const QScopedValueRollback showing(m_showing, true);
    QItemSelection picked;
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, 0);
        if (selection().contains(index.data(ClientTableModel::ClientRole).toInt()))
            picked.select(index, m_sorted->index(row, m_sorted->columnCount() - 1));
    }
    m_table->selectionModel()->select(picked, QItemSelectionModel::ClearAndSelect);
    const std::set<int>& clients = selection().clients();
    if (picked.isEmpty() && !clients.empty())
        return; // their rows are still to come
    if (!picked.isEmpty() && m_inView != clients) {
        const int sideways = m_table->horizontalScrollBar()->value();
        m_table->scrollTo(picked.first().topLeft());
        m_table->horizontalScrollBar()->setValue(sideways);
    }
    m_inView = clients;
}

} // namespace coterie::ui
