#pragma once

#include "ui/runs/run_view_model.h"

#include <QAbstractTableModel>

#include <optional>

namespace coterie::ui {

/// One client in the round on screen.
struct ClientLine
{
    int client = 0;
    int groupColour = -1;
    int joined = -1;        ///< its group, in that round
    int clusterColour = -1; ///< of the clusters that this round's participants were drawn from
    std::int64_t samples = 0;
    std::optional<double> entropy;          ///< of its labels, in nats
    std::optional<double> estimatedEntropy; ///< what the sampler believes
    std::optional<double> testError;        ///< percent
    std::optional<double> testLoss;
    std::optional<double> trainLoss;
    int participations = 0; ///< rounds up to this one
    double bits = 0;        ///< to and from it, this round

    bool operator==(const ClientLine&) const = default;
};

[[nodiscard]] std::vector<ClientLine> clientLines(const RunCurves& run, const RoundReport& report);

/// The clients of the round on screen as a table; sorts by numbers, not by their words.
class ClientTableModel final : public QAbstractTableModel
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
        Participations, ///< beside the entropies it is drawn by
        Error,
        TestLoss,
        TrainLoss,
        Sent,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole + 1,
        ClientRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(std::vector<ClientLine> lines);
    [[nodiscard]] const std::vector<ClientLine>& lines() const { return m_lines; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Both columns show the colour and number of a group or cluster.
    [[nodiscard]] static bool namesGroup(int column)
    {
        return column == Group || column == SamplingCluster;
    }

    std::vector<ClientLine> m_lines;
};

} // namespace coterie::ui
