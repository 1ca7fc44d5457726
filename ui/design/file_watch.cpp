#include "ui/design/file_watch.h"

#include "ui/design/experiment_document.h"
#include "ui/words.h"

#include <QFileInfo>

#include <optional>

namespace coterie::ui {

namespace {

constexpr int kQuietMs = 150;

} // namespace

FileWatch::FileWatch(ExperimentDocument& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kQuietMs);
    connect(&m_rest, &QTimer::timeout, this, &FileWatch::look);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_rest, qOverload<>(&QTimer::start));
    connect(
        &m_watcher, &QFileSystemWatcher::directoryChanged, &m_rest, qOverload<>(&QTimer::start));
    connect(&m_document, &ExperimentDocument::opened, this, &FileWatch::follow);
    connect(&m_document, &ExperimentDocument::saved, this, &FileWatch::follow);
}

void FileWatch::follow()
{
    m_looking.cancel();
    m_gone = false;
    m_told.clear();
    for (const QStringList& paths : {m_watcher.files(), m_watcher.directories()})
        if (!paths.isEmpty())
            m_watcher.removePaths(paths);
    if (m_document.path().isEmpty())
        return;
    // Most programs write a new file and rename it, which ends the watch of the old one; the folder
    // tells of that.
    m_watcher.addPath(QFileInfo(m_document.path()).absolutePath());
    m_watcher.addPath(m_document.path());
}

void FileWatch::look()
{
    const QString path = m_document.path();
    if (path.isEmpty())
        return;
    const auto read = [path]() -> std::optional<QString> {
        const auto text = readExperimentText(toPath(path));
        return text ? std::optional(toQString(*text)) : std::nullopt;
    };
    m_looking.run(read, [this, path](const std::optional<QString>& text) {
        if (text && !m_watcher.files().contains(path))
            m_watcher.addPath(path);
        if (!text && !m_gone)
            emit vanished();
        m_gone = !text;
        if (!text || *text == m_told || *text == m_document.savedText()
            || *text == m_document.text())
            return;
        m_told = *text;
        emit changedElsewhere();
    });
}

} // namespace coterie::ui
