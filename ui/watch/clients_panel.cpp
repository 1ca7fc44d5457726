#include "ui/watch/clients_panel.h"

#include "core/math/label_distributions.h"
#include "ui/frame/delegates.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/topology_view.h"
#include "ui/views/view_frame.h"
#include "ui/watch/structure_panel.h"
#include "ui/words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>
#include <array>

namespace coterie::ui {

namespace {

/// Absent without samples: there is no distribution then.
std::optional<double> entropyOfLabels(const std::vector<std::int64_t>& counts)
{
    const bool anything = std::ranges::any_of(counts, [](std::int64_t count) { return count > 0; });
    return anything ? std::optional(labelEntropy(counts)) : std::nullopt;
}

struct ColumnText
{
    const char* title;
    const char* tip;
};

constexpr std::array<ColumnText, ClientTableModel::ColumnCount> kColumns{{
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Client"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Its number, as in files and exports")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Group"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel",
                       "The group it trains with; the colour is the same in every view")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Since round"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel",
                       "The round in which it joined this group, or was left alone")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Cluster"),
     QT_TRANSLATE_NOOP(
         "coterie::ui::ClientTableModel",
         "The sampling cluster: this round's participants were drawn from these; its clients "
         "do not train together")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Samples"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Training samples D_i")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Entropy (nats)"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel",
                       "Of its labels, in nats: −Σ p ln p; 0 is one class only")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Estimated (nats)"),
     QT_TRANSLATE_NOOP(
         "coterie::ui::ClientTableModel",
         "The entropy of its labels that HiCS-FL estimates from its output-layer update")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Took part"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Rounds it took part in so far")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Error %"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel",
                       "Test error of the model this client would use")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Test loss"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Mean loss on its own test samples")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Training loss"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Mean over its last local epoch")},
    {QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Sent"),
     QT_TRANSLATE_NOOP("coterie::ui::ClientTableModel", "Bytes to and from it, this round")},
}};

QVariant optionalNumber(std::optional<double> value)
{
    return value ? QVariant(*value) : QVariant();
}

} // namespace

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
    const NamedValues* trueEntropy = valuesNamed(report.clientValues, "trueEntropy");
    const NamedValues* estimated = valuesNamed(report.clientValues, "estimatedEntropy");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        ClientLine& line = lines[i];
        const ClientReport& client = report.clients[i];
        const std::optional<Score>& score =
            client.personalTest ? client.personalTest : client.globalTest;
        line.client = client.client;
        line.groupColour = colours[i];
        line.joined = joined[i];
        line.clusterColour = clusterColours[i];
        line.samples = i < run.facts.trainSamples.size() ? run.facts.trainSamples[i] : 0;
        line.entropy = valueAt(trueEntropy, i);
        if (!line.entropy && i < run.facts.classCounts.size())
            line.entropy = entropyOfLabels(run.facts.classCounts[i]);
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
        int before = -1; // a client that was drawn twice took part once; they ascend
        for (const int client : drawn.clients) {
            if (client != before && client >= 0 && static_cast<std::size_t>(client) < lines.size())
                ++lines[static_cast<std::size_t>(client)].participations;
            before = client;
        }
    }
    for (const Traffic& traffic : report.traffic) {
        const bool edge = traffic.link == Link::EdgeToCloud || traffic.link == Link::CloudToEdge;
        if (!edge && traffic.client && *traffic.client >= 0
            && static_cast<std::size_t>(*traffic.client) < lines.size())
            lines[static_cast<std::size_t>(*traffic.client)].bits += traffic.bits;
    }
    return lines;
}

void ClientTableModel::setLines(std::vector<ClientLine> lines)
{
    if (lines == m_lines)
        return;
    if (lines.size() != m_lines.size()) {
        beginResetModel();
        m_lines = std::move(lines);
        endResetModel();
        return;
    }
    m_lines = std::move(lines); // rows stay, so a selection and a scroll position do too
    if (!m_lines.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ClientTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int ClientTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ClientTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ClientLine& line = m_lines[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (namesGroup(column) ? Qt::AlignLeft : Qt::AlignRight));
    if (role == ClientRole)
        return line.client;
    const int colour = column == SamplingCluster ? line.clusterColour : line.groupColour;
    if (role == kGroupColourRole)
        return namesGroup(column) && colour >= 0 ? QVariant(colour) : QVariant();
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    const bool sorts = role == SortRole;
    switch (column) {
    case Client:
        return line.client;
    case Group:
    case SamplingCluster:
        if (sorts)
            return colour;
        return colour < 0 ? QStringLiteral("–") : QString::number(colour + 1);
    case Joined:
        if (sorts)
            return line.joined;
        return line.joined < 0 ? QStringLiteral("–") : QString::number(line.joined);
    case Samples:
        return sorts ? QVariant(qlonglong(line.samples)) : QVariant(QString::number(line.samples));
    case Entropy:
        return sorts ? optionalNumber(line.entropy) : QVariant(cellText(line.entropy, 3));
    case EstimatedEntropy:
        return sorts ? optionalNumber(line.estimatedEntropy)
                     : QVariant(cellText(line.estimatedEntropy, 3));
    case Participations:
        return sorts ? QVariant(line.participations)
                     : QVariant(QString::number(line.participations));
    case Error:
        return sorts ? optionalNumber(line.testError) : QVariant(cellText(line.testError, 2));
    case TestLoss:
        return sorts ? optionalNumber(line.testLoss) : QVariant(cellText(line.testLoss, 3));
    case TrainLoss:
        return sorts ? optionalNumber(line.trainLoss) : QVariant(cellText(line.trainLoss, 3));
    case Sent:
        return sorts ? QVariant(line.bits) : QVariant(bytesText(line.bits));
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ClientTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const ColumnText& text = kColumns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return tr(text.title);
    if (role == Qt::ToolTipRole)
        return tr(text.tip);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (namesGroup(section) ? Qt::AlignLeft : Qt::AlignRight));
    return {};
}

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
