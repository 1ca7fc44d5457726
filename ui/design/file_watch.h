#pragma once

#include "ui/latest_job.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

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

} // namespace coterie::ui
