#pragma once

#include "ui/latest_job.h"

#include <QObject>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace coterie::ui {

class ActionRegistry;
class ComparePage;
class FileCommands;
class StoreReader;
class WatchPage;

/// What a stored run can be the beginning of: an experiment in Design, or a fork. For the run that
/// is selected in Compare, and for the one on screen in Watch.
class RunBranches final : public QObject
{
    Q_OBJECT

public:
    struct Pages
    {
        ComparePage& compare;
        WatchPage& watch;
        StoreReader& reader;
        FileCommands& files;
    };

    RunBranches(const Pages& pages, ActionRegistry& actions, QWidget* window);

signals:
    /// A fork, which is stored.
    void resumeRequested(const std::vector<std::int64_t>& runs);

private:
    using Teller = std::function<void(const QString& sentence)>;

    void enableInWatch(const ActionRegistry& actions);
    void openAsDesign(std::int64_t run, const Teller& tell);
    void fork(std::int64_t run, std::optional<int> round);

    Pages m_pages;
    QWidget* m_window = nullptr;
    QString m_forkTip; ///< unless the run is of another store
    LatestJob m_job;
};

} // namespace coterie::ui
