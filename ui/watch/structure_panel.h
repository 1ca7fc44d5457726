#pragma once

#include "ui/refresh_timer.h"
#include "ui/runs/run_view_model.h"
#include "ui/runs/shown_round.h"
#include "ui/views/plain_table.h"

#include <QLayout>
#include <QWidget>

class QHBoxLayout;

namespace coterie::ui {

class ClientView;
class ElidedLabel;
class ViewFrame;
struct PictureSource;

/// What all panels share: the timer, the round on screen and the selected clients.
struct WatchSubject
{
    RefreshTimer& timer;
    ShownRound& shown;
    ClientSelection& selection;
};

/// A view in its frame, below a row of controls. The shared timer draws it when its data has
/// changed and it is visible.
class WatchPanel : public QWidget, public RefreshPanel
{
    Q_OBJECT

public:
    ~WatchPanel() override { m_timer.forget(*this); }

    [[nodiscard]] bool isOnScreen() const final { return isVisible() && !window()->isMinimized(); }
    [[nodiscard]] ViewFrame& frame() { return *m_frame; }
    /// As if all controls were there: some come and go with the runs and rounds, and must not move
    /// the panels beside this one.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    WatchPanel(RefreshTimer& timer, const QMargins& headMargins, QWidget* parent);

    void showEvent(QShowEvent* event) override;

    /// The row of controls.
    [[nodiscard]] QHBoxLayout* head() const { return m_head; }
    /// Adds controls between that row and the view, or below the view.
    void addBar(QWidget* bar) { layout()->addWidget(bar); }
    void setFrame(ViewFrame* frame);
    void markDirty() { m_timer.markDirty(*this); }

private:
    RefreshTimer& m_timer;
    QHBoxLayout* m_head = nullptr;
    ViewFrame* m_frame = nullptr;
};

/// One view of the round on screen, drawn again when the round, the run or the selection changes.
class StructurePanel : public WatchPanel
{
    Q_OBJECT

public:
    explicit StructurePanel(const WatchSubject& subject, QWidget* parent = nullptr);

    /// The run on screen; null or absent: none.
    void setRun(const RunViewModel* runs, std::optional<std::int64_t> run);
    void refresh() final;

signals:
    /// The user chose another round to look at.
    void roundChosen(int round);

protected:
    void changeEvent(QEvent* event) override;

    /// `run` and `report` may each be null.
    virtual void show(const RunCurves* run, const RoundReport* report) = 0;
    [[nodiscard]] ClientSelection& selection() const { return m_subject.selection; }
    /// A view that is a table itself has no picture but its name.
    void setView(QWidget* view, PictureSource picture);
    /// A view that shows the selected clients, and in which clients can be selected.
    void setView(ClientView* view, const QString& name);
    /// The numbers on screen, for the table and for exports.
    [[nodiscard]] virtual PlainTable table() const = 0;
    /// The report on screen and its run, for work that may last longer than it is shown.
    [[nodiscard]] const ReportPointer& heldReport() const { return m_subject.shown.report(); }
    [[nodiscard]] std::optional<std::int64_t> heldRun() const { return m_subject.shown.run(); }

private:
    WatchSubject m_subject;
    const RunViewModel* m_runs = nullptr;
    std::optional<std::int64_t> m_run;
    ElidedLabel* m_ofRun = nullptr;
    ClientView* m_clientView = nullptr;
};

/// In place of a drawing of a run without a finished round.
[[nodiscard]] QString noRoundText(const RunCurves& run);
/// The round of the report, or the newest of the run.
[[nodiscard]] int roundOf(const RunCurves& run, const RoundReport* report);
[[nodiscard]] std::vector<int> groupColours(const RunCurves& run, int round, std::size_t clients);

} // namespace coterie::ui
