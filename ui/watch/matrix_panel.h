#pragma once

#include "ui/runs/round_matrices.h"
#include "ui/runs/run_view_model.h"
#include "ui/views/matrix_view.h"
#include "ui/watch/structure_panel.h"

class QComboBox;
class QToolButton;

namespace coterie::ui {

enum class MatrixOrder
{
    Number,
    Group,    ///< clients of one group side by side; without groups, of one sampling cluster
    TrueGroup ///< of one domain or cluster of the partition
};

/// The clients in an order, and where a new group begins.
struct ClientOrder
{
    std::vector<int> clients;
    std::vector<int> breaks;
};
[[nodiscard]] ClientOrder
clientOrder(const RunCurves& run, int round, std::size_t clients, MatrixOrder order);

/// A picture of one round's matrix, or with `other` of the difference between the two rounds.
/// Absent if either did not report it.
[[nodiscard]] std::optional<MatrixPicture> matrixPicture(const RunCurves& run,
                                                         const RoundReport& report,
                                                         const RoundReport* other,
                                                         MatrixKind kind,
                                                         MatrixOrder order);
/// Who took part in which round, up to this one.
[[nodiscard]] std::optional<MatrixPicture>
participationPicture(const RunCurves& run, int round, MatrixOrder order);

/// A matrix of the round on screen, in a chosen order, alone or minus that of another round.
class MatrixPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit MatrixPanel(const WatchSubject& subject, QWidget* parent = nullptr);
    [[nodiscard]] MatrixView& view() { return *m_view; }

protected:
    void show(const RunCurves* run, const RoundReport* report) override;
    [[nodiscard]] PlainTable table() const override;

private:
    [[nodiscard]] MatrixKind kind() const;
    void showReportedKind(const RunCurves& run, const RoundReport& report);
    void showJoinedTogether(const RunCurves& run, int round);
    /// Enables the difference to another round, or says why it is not available.
    void allowHolding(bool hasRound);

    MatrixView* m_view = nullptr;
    QComboBox* m_kind = nullptr;
    bool m_kindIsChosen = false;
    bool m_orderIsChosen = false;
    int m_kindRound = 0; ///< for which the panel itself chose the kind
    QComboBox* m_order = nullptr;
    QToolButton* m_hold = nullptr;
    ReportPointer m_held; ///< the round to subtract
    std::optional<std::int64_t> m_heldRun;
};

} // namespace coterie::ui
