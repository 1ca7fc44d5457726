#pragma once

#include "core/report/round_report.h"
#include "ui/runs/run_view_model.h"
#include "ui/watch/structure_panel.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

class QMenu;
class QSortFilterProxyModel;
class QTableView;

namespace coterie::ui {

/// The values of this name in a report; null if it has none.
[[nodiscard]] inline const NamedValues* valuesNamed(const std::vector<NamedValues>& all,
                                                    std::string_view name)
{
    const auto found = std::ranges::find(all, name, &NamedValues::name);
    return found == all.end() ? nullptr : &*found;
}

/// One of them; absent beyond the end and if it was not measured.
[[nodiscard]] inline std::optional<double> valueAt(const NamedValues* values, std::size_t index)
{
    return values && index < values->values.size() ? values->values[index] : std::nullopt;
}

/// With the model that the client would use.
[[nodiscard]] inline const std::optional<Score>& scoreOf(const ClientReport& client)
{
    return client.personalTest ? client.personalTest : client.globalTest;
}

/// To and from each client, or each edge server and the cloud, in this round.
[[nodiscard]] std::vector<double>
bitsByNode(const RoundReport& report, bool ofEdges, std::size_t nodes);

struct ClientLine
{
    int client = 0;
    int groupColour = -1;
    int joined = -1;        ///< the round in which it joined its group
    int clusterColour = -1; ///< of its sampling cluster in this round
    std::int64_t samples = 0;
    std::optional<double> entropy;          ///< of its labels, in nats
    std::optional<double> estimatedEntropy; ///< by the sampler
    std::optional<double> testError;        ///< percent
    std::optional<double> testLoss;
    std::optional<double> trainLoss;
    int participations = 0; ///< rounds up to this one
    double bits = 0;        ///< to and from it, this round
};

[[nodiscard]] std::vector<ClientLine> clientLines(const RunCurves& run, const RoundReport& report);

/// The clients of the round on screen as a table, sorted by numbers, not by their texts.
class ClientTableModel final : public PlainTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Client,
        Group,
        Joined,
        SamplingCluster,
        Samples,
        Entropy,
        EstimatedEntropy,
        Participations,
        Error,
        TestLoss,
        TrainLoss,
        Sent,
        ColumnCount
    };
    enum Role
    {
        ClientRole = SortRole + 1
    };

    explicit ClientTableModel(QObject* parent = nullptr);

    void setLines(const std::vector<ClientLine>& lines);
    /// Those of FederationFacts, shown beside the clients' numbers.
    void setNames(const std::vector<std::string>& names) { m_names = names; }
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant nameTip(int client) const;
    [[nodiscard]] std::size_t clientsOf(const QVariant& group) const;

    std::vector<std::string> m_names;
    std::map<int, std::size_t> m_clients; ///< how many are in the group of a colour
};

class ElidedLabel;

/// The clients of the round on screen; rows selected here are selected in every view. The most
/// important columns that fit are shown, and others on request.
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
    void measureColumn(ClientTableModel::Column column);
    void fitColumns();
    /// Clients that were selected elsewhere are brought into view.
    void showSelection();

    ClientTableModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    ElidedLabel* m_leftOut = nullptr;
    std::array<int, ClientTableModel::ColumnCount> m_widths{};
    std::array<bool, ClientTableModel::ColumnCount> m_isEmpty{}; ///< dashes only
    std::set<int> m_inView;      ///< the selected clients that the table was scrolled to
    std::map<int, bool> m_asked; ///< columns that the user showed or hid
    bool m_showing = false;      ///< the table follows the selection, and must not change it
};

} // namespace coterie::ui
