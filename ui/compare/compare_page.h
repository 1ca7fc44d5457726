#pragma once

#include "core/report/run_record.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QTimer;

namespace coterie::ui {

class ActionRegistry;
class RunFilterProxy;
class RunTableModel;
class StoreReader;

/// All stored runs: sort, filter, and show the chosen ones on the Watch page.
class ComparePage final : public QWidget
{
    Q_OBJECT

public:
    ComparePage(StoreReader& reader, ActionRegistry& actions, QWidget* parent = nullptr);

    /// Reads the list again soon; many wishes in a row become one.
    void refreshSoon();
    [[nodiscard]] std::vector<std::int64_t> chosenRuns() const;

signals:
    void runsOpened(const std::vector<std::int64_t>& runs);
    void resumeRequested(const std::vector<std::int64_t>& runs);
    void quickstartRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHead();
    void makeTable();
    void showCount();
    void enableActions();
    void fitColumns();
    [[nodiscard]] std::vector<std::int64_t> resumableRuns() const;

    StoreReader& m_reader;
    ActionRegistry& m_actions;
    RunTableModel* m_model = nullptr;
    RunFilterProxy* m_proxy = nullptr;
    QStackedWidget* m_stack = nullptr;
    QTableView* m_table = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_failure = nullptr;
    QTimer* m_soon = nullptr;
    bool m_fitted = false;
};

} // namespace coterie::ui
