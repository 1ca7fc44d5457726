#pragma once

#include "ui/latest_job.h"

#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <vector>

namespace coterie::ui {

class ExperimentDocument;

/// Notices when another program changes or removes the open experiment file. Reads the file off the
/// GUI thread and reports each change once.
class FileWatch final : public QObject
{
    Q_OBJECT

public:
    explicit FileWatch(ExperimentDocument& document);

signals:
    /// The file differs from both the last saved text and the text on screen.
    void changedElsewhere();
    void vanished();

private:
    void follow();
    void look();

    ExperimentDocument& m_document;
    QFileSystemWatcher m_watcher;
    QTimer m_rest; // merges notices of one change
    LatestJob m_looking;
    QString m_told; ///< the last text reported
    bool m_gone = false;
};

/// Unsaved work of an earlier window.
struct Draft
{
    QString file; ///< file of the draft
    QString path; ///< of the experiment; empty if it has no file
    QString text;

    bool operator==(const Draft&) const = default;
};

/// Drafts whose window is gone. Reads them: call it off the GUI thread.
[[nodiscard]] std::vector<Draft> abandonedDrafts(const QString& folder);

/// Keeps a copy of unsaved changes, so that a crash loses at most a second. Writes off the GUI
/// thread; deletes the copy when the work is saved or the window is closed.
class DraftKeeper final : public QObject
{
    Q_OBJECT

public:
    DraftKeeper(ExperimentDocument& document, const QString& folder);
    ~DraftKeeper() override { drop(); }

    /// Looks for drafts of earlier windows; emits `found` if there is one.
    void lookForDrafts();
    /// The draft was restored or declined.
    static void discard(const Draft& draft);

signals:
    void found(const Draft& draft);

private:
    void keep();
    void drop();

    ExperimentDocument& m_document;
    QString m_folder;
    QString m_file;
    QLockFile m_lock; ///< held while this window lives
    QTimer m_rest;
    LatestJob m_writing;
    LatestJob m_looking;
};

} // namespace coterie::ui
