#pragma once

#include "core/store/run_store.h"
#include "ui/latest_job.h"
#include "ui/watch/live_fields.h"

#include <QDialog>

#include <filesystem>
#include <optional>
#include <vector>

class QFormLayout;
class QPushButton;
class QSpinBox;

namespace coterie::ui {

/// Asks after which round a stored run is forked and what its fork does differently, and makes the
/// fork: a field for each setting that can change while a run goes on.
class ForkDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Without a round, after the last one that leaves a round to compute.
    ForkDialog(std::filesystem::path store,
               std::int64_t run,
               std::optional<int> round,
               QWidget* parent = nullptr);

    [[nodiscard]] bool isBusy() const { return m_job.isBusy(); }
    /// Not while the fork is being written.
    void reject() override;

signals:
    /// It is in the store and can be resumed.
    void forked(std::int64_t fork);

protected:
    bool event(QEvent* event) override;

private:
    struct Field
    {
        LiveSetting setting; ///< as it is after the round
        EdgedEdit* edit = nullptr;
        QLabel* problem = nullptr;
    };

    void take(const RunRow& row, std::optional<int> round);
    void addField(const LiveSetting& setting);
    void orderTabs();
    /// The values that the settings have after this round, where nothing else was typed.
    void showRound();
    void complain(const Error& why);
    void fit();
    void begin();
    void showWriting(bool isWriting);

    std::filesystem::path m_store;
    std::int64_t m_run = 0;
    std::optional<RunRow> m_row;
    std::vector<Field> m_fields;
    QLabel* m_head = nullptr;
    QLabel* m_trouble = nullptr;
    QFormLayout* m_form = nullptr;
    QSpinBox* m_round = nullptr;
    QPushButton* m_begin = nullptr;
    QPushButton* m_cancel = nullptr;
    QSize m_fitted; ///< the size that the content asked for last
    bool m_isWriting = false;
    LatestJob m_job;
};

} // namespace coterie::ui
