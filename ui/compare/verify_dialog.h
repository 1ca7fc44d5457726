#pragma once

#include "core/data/catalog.h"
#include "core/experiment/external_command.h"
#include "core/store/store_files.h"
#include "ui/latest_job.h"

#include <QDialog>

#include <atomic>
#include <stop_token>
#include <vector>

class QLabel;
class QPushButton;
class QTableView;
class QTimer;

namespace coterie::ui {

class PlainTableModel;

/// Plays stored runs again in the background, one after another, and says of each whether it is the
/// same to the bit or what differs first. The store is only read. The same as `coterie-cli verify`.
class VerifyDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `commands`: consent to what each of the runs starts; empty: to none.
    VerifyDialog(StoreFiles stores,
                 const std::vector<std::int64_t>& runs,
                 DataFolders folders,
                 QWidget* parent = nullptr,
                 std::vector<CommandConsent> commands = {});
    ~VerifyDialog() override;

    [[nodiscard]] bool isBusy() const { return m_job.isBusy(); }
    /// Hides it at once; it is deleted when the step under way has ended.
    void done(int result) override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Line
    {
        std::int64_t run = 0;
        QString name;    ///< its number
        QString title;   ///< until the run was played: its number
        QString verdict; ///< empty: not known yet
        bool isSame = false;
    };
    void playNext();
    void fitRuns();
    void measureRuns();
    void showLines();
    void stop();

    StoreFiles m_stores;
    DataFolders m_folders;
    std::vector<CommandConsent> m_commands;
    std::vector<Line> m_lines;
    std::size_t m_playing = 0; ///< all before are done
    QTableView* m_view = nullptr;
    int m_widest = 0; ///< of the titles, in pixels
    int m_fitted = 0; ///< the width that their column was given last
    PlainTableModel* m_table = nullptr;
    QLabel* m_summary = nullptr;
    QPushButton* m_stopButton = nullptr;
    QTimer* m_watch = nullptr; ///< shows the progress while a run is played
    bool m_isClosed = false;
    std::stop_source m_stop;
    std::atomic<int> m_round = -1; ///< the last one played; −1: the run is being prepared
    LatestJob m_job; // last: its destructor waits for the thread, which uses the others
};

} // namespace coterie::ui
