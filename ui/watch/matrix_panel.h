#pragma once

#include "ui/watch/matrix_pictures.h"
#include "ui/watch/structure_panel.h"

class QComboBox;
class QToolButton;

namespace coterie::ui {

/// The matrices of the round on screen: which one, in which order, alone or against another round.
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
    /// Whether a round can be held, and why not where it cannot.
    void tellOfHolding(bool hasRound);
    [[nodiscard]] MatrixOrder order() const;

    WatchSubject m_watched;
    MatrixView* m_view = nullptr;
    QComboBox* m_kind = nullptr;
    bool m_kindIsChosen = false;
    bool m_orderIsChosen = false;
    int m_kindRound = 0; ///< in which the kind was picked that the user has not chosen
    QComboBox* m_order = nullptr;
    QToolButton* m_hold = nullptr;
    ReportPointer m_held; ///< the round to compare with
    std::optional<std::int64_t> m_heldRun;
};

} // namespace coterie::ui
