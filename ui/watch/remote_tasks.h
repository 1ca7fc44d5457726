#pragma once

#include "core/run/submitted_tasks.h"

#include <QWidget>

#include <filesystem>
#include <optional>
#include <vector>

class QLabel;
class QTableView;
class QToolButton;

namespace coterie::ui {

class PlainTableModel;

/// An experiment on a cluster, as Slurm answered last.
struct RemoteRuns
{
    std::filesystem::path folder; ///< of its tasks
    QString experiment;           ///< its name; empty: not read yet
    QString trouble;              ///< why the newest question had no answer; empty: it had one
    std::vector<TaskReport> tasks;
};

/// What waits, runs and has ended on a cluster, task by task. Hidden while nothing was submitted.
class RemoteTasks final : public QWidget
{
    Q_OBJECT

public:
    explicit RemoteTasks(QWidget* parent = nullptr);

    /// `asked`: when the cluster was asked last, in words; empty: not yet.
    void showRuns(std::vector<RemoteRuns> runs, const QString& asked);
    /// The cluster is asked, which may take long and holds up nothing else.
    void setAsking(bool isAsking);
    /// Something is done there.
    void setBusy(bool isBusy);
    /// What became of the last request, until the next.
    void tell(const QString& sentence);

signals:
    void shown();
    void askRequested();
    void cancelRequested(const std::filesystem::path& folder);
    void mergeRequested(const std::filesystem::path& folder);
    /// To take it off the list. Nothing else changes.
    void forgetRequested(const std::filesystem::path& folder);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QToolButton* addButton(QWidget* row,
                           const char* name,
                           const QString& iconName,
                           const QString& text,
                           const QString& tip);
    [[nodiscard]] const RemoteRuns* chosen() const;
    void offer();

    std::vector<RemoteRuns> m_runs;
    std::vector<std::size_t> m_of; ///< of each line: its place in m_runs
    bool m_isAsking = false;
    bool m_isBusy = false;
    PlainTableModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_told = nullptr;
    QToolButton* m_ask = nullptr;
    QToolButton* m_cancel = nullptr;
    QToolButton* m_merge = nullptr;
    QToolButton* m_forget = nullptr;
};

} // namespace coterie::ui
