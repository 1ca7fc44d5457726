#pragma once

#include "ui/refresh_timer.h"
#include "ui/runs/run_view_model.h"
#include "ui/runs/shown_round.h"
#include "ui/views/plain_table.h"

#include <QWidget>

class QHBoxLayout;

namespace coterie::ui {

class ElidedLabel;
class ViewFrame;

/// What all panels share: the timer, the round on screen and the selected clients.
struct WatchSubject
{
    RefreshTimer& timer;
    ShownRound& shown;
    ClientSelection& selection;
};

/// One view of the round on screen. The shared timer draws it when the round, the run or the
/// selection has changed and it is visible.
class StructurePanel : public QWidget, public RefreshPanel
{
    Q_OBJECT

public:
    explicit StructurePanel(const WatchSubject& subject, QWidget* parent = nullptr);
    ~StructurePanel() override;

    /// The run on screen; null or absent: none.
    void setRun(const RunViewModel* runs, std::optional<std::int64_t> run);
    void refresh() final;
    [[nodiscard]] bool isOnScreen() const final;
    [[nodiscard]] ViewFrame& frame() { return *m_frame; }

signals:
    /// The user chose another round to look at.
    void roundChosen(int round);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

    /// `run` and `report` may each be null.
    virtual void show(const RunCurves* run, const RoundReport* report) = 0;
    [[nodiscard]] ClientSelection& selection() const { return m_subject.selection; }
    [[nodiscard]] const RunCurves* run() const;
    /// The row of controls above the view.
    [[nodiscard]] QHBoxLayout* head() const { return m_head; }
    /// Adds controls between that row and the view.
    void addBar(QWidget* bar);
    /// A picture, which can also be shown as a table and saved as either. `name` is the proposed
    /// file name.
    void setPicture(QWidget* view, const QString& name);
    /// A view that is a table itself.
    void setTableView(QWidget* view, const QString& name);
    /// The numbers on screen, for the table and for exports.
    [[nodiscard]] virtual PlainTable table() const = 0;
    /// The report on screen, for work that may last longer than it is shown.
    [[nodiscard]] const ReportPointer& heldReport() const { return m_subject.shown.report(); }
    void markDirty() { m_subject.timer.markDirty(*this); }

private:
    void setFrame(ViewFrame* frame);
    /// Names the run on screen if there are several.
    void nameRun(const RunCurves* shown);

    WatchSubject m_subject;
    const RunViewModel* m_runs = nullptr;
    std::optional<std::int64_t> m_run;
    QHBoxLayout* m_head = nullptr;
    ElidedLabel* m_ofRun = nullptr;
    ViewFrame* m_frame = nullptr;
};

/// The round of the report, or the newest of the run.
[[nodiscard]] int roundOf(const RunCurves& run, const RoundReport* report);
/// Each client's group colour in that round.
[[nodiscard]] std::vector<int> groupColours(const RunCurves& run, int round, std::size_t clients);

} // namespace coterie::ui
