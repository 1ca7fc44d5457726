#pragma once

#include "ui/latest_job.h"

#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <vector>

namespace coterie::ui {

class ExperimentDocument;

/// Notices when the open experiment's file is changed or taken away by somebody else. Looks at the
/// file off the GUI thread and tells each change once.
class FileWatch final : public QObject
{
    Q_OBJECT

public:
    explicit FileWatch(ExperimentDocument& document, QObject* parent = nullptr);

signals:
    /// The file's text is neither what was read or saved last, nor what is on screen.
    void changedElsewhere();
    void vanished();

private:
    void follow();
    void look();

    ExperimentDocument& m_document;
    QFileSystemWatcher m_watcher;
    QTimer m_rest; // several notices of one change arrive within moments
    LatestJob m_looking;
    QString m_told; ///< the text that was told of last
    bool m_gone = false;
};

class ExperimentDocument;

/// Unsaved work that an earlier window left behind.
struct Draft
{
    QString file; ///< where the draft is kept
    QString path; ///< of the experiment; empty if it never had one
    QString text;

    bool operator==(const Draft&) const = default;
};

/// The drafts in this folder whose window is no longer there. Reads them: call it off the GUI
/// thread.
[[nodiscard]] std::vector<Draft> abandonedDrafts(const QString& folder);

/// Keeps a copy of unsaved changes, so that a crash loses at most the last moments. Writes off the
/// GUI thread; the copy goes when the work is saved, or when the window is closed without it.
class DraftKeeper final : public QObject
{
    Q_OBJECT

public:
    DraftKeeper(ExperimentDocument& document, const QString& folder, QObject* parent = nullptr);
    ~DraftKeeper() override;

    /// Looks for what an earlier window left behind; `found` follows if there is something.
    void lookForDrafts();
    /// It was taken over or is not wanted.
    static void discard(const Draft& draft);

signals:
    void found(const Draft& draft);

private:
    void keep();
    void drop();

    ExperimentDocument& m_document;
    QString m_folder;
    QString m_file;
    QLockFile m_lock; ///< says that this window still lives
    QTimer m_rest;
    LatestJob m_writing;
    LatestJob m_looking;
};

} // namespace coterie::ui
