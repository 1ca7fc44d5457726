#include "ui/design/draft_keeper.h"

#include "core/experiment/experiment_json.h"
#include "ui/design/experiment_document.h"
#include "ui/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUuid>

#include <optional>

namespace coterie::ui {

namespace {

constexpr int kQuietMs = 150;

constexpr int kDraftRestMs = 700;
const QString kDraftEnd = QStringLiteral(".draft");

QString lockOf(const QString& draft)
{
    return draft + QStringLiteral(".lock");
}

bool isOwnerGone(const QString& draft)
{
    QLockFile lock(lockOf(draft));
    lock.setStaleLockTime(0); // locks never expire while their process lives
    return lock.tryLock(0);
}

void write(const Draft& draft)
{
    const QJsonObject object{{QStringLiteral("path"), draft.path},
                             {QStringLiteral("text"), draft.text}};
    QSaveFile file(draft.file);
    // A failed draft loses no work; saving will report the reason.
    if (file.open(QIODevice::WriteOnly)
        && file.write(QJsonDocument(object).toJson(QJsonDocument::Compact)) >= 0)
        file.commit();
}

} // namespace

FileWatch::FileWatch(ExperimentDocument& document)
    : m_document(document)
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
    // reports that.
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

std::vector<Draft> abandonedDrafts(const QString& folder)
{
    std::vector<Draft> drafts;
    const QFileInfoList files =
        QDir(folder).entryInfoList({QLatin1Char('*') + kDraftEnd}, QDir::Files, QDir::Time);
    for (const QFileInfo& info : files) {
        QFile file(info.absoluteFilePath());
        if (!isOwnerGone(file.fileName()) || !file.open(QIODevice::ReadOnly))
            continue;
        const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
        const QString text = object.value(QStringLiteral("text")).toString();
        if (!text.isEmpty())
            drafts.push_back({.file = file.fileName(),
                              .path = object.value(QStringLiteral("path")).toString(),
                              .text = text});
    }
    return drafts;
}

DraftKeeper::DraftKeeper(ExperimentDocument& document, const QString& folder)
    : m_document(document)
    , m_folder(folder)
    , m_file(QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + kDraftEnd))
    , m_lock(lockOf(m_file))
{
    m_lock.setStaleLockTime(0);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kDraftRestMs);
    connect(&m_rest, &QTimer::timeout, this, &DraftKeeper::keep);
    // Not restarted by every change, so that a long drag is saved too.
    connect(&m_document, &ExperimentDocument::edited, this, [this] {
        if (!m_rest.isActive())
            m_rest.start();
    });
    connect(&m_document, &ExperimentDocument::saved, this, &DraftKeeper::keep);
    connect(&m_document, &ExperimentDocument::opened, this, &DraftKeeper::keep);
}

void DraftKeeper::keep()
{
    if (!m_document.isModified())
        return drop();
    QDir().mkpath(m_folder);
    if (!m_lock.isLocked())
        m_lock.tryLock(0);
    const Draft draft{.file = m_file, .path = m_document.path(), .text = m_document.text()};
    m_writing.run(
        [draft] {
            write(draft);
            return true;
        },
        [](bool) {});
}

void DraftKeeper::drop()
{
    m_rest.stop();
    m_writing.finish();
    QFile::remove(m_file);
    m_lock.unlock();
}

void DraftKeeper::lookForDrafts()
{
    m_looking.run([folder = m_folder] { return abandonedDrafts(folder); },
                  [this](const std::vector<Draft>& drafts) {
                      if (!drafts.empty())
                          emit found(drafts.front());
                  });
}

void DraftKeeper::discard(const Draft& draft)
{
    QFile::remove(draft.file);
    QFile::remove(lockOf(draft.file));
}

} // namespace coterie::ui
