#include "ui/window/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace coterie::ui {

namespace {

const QString kKey = QStringLiteral("recentFiles");

} // namespace

RecentFiles::RecentFiles(QObject* parent)
    : QObject(parent)
    , m_paths(QSettings().value(kKey).toStringList().mid(0, kMost))
{}

void RecentFiles::add(const QString& path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    if (!m_paths.isEmpty() && m_paths.front() == whole)
        return;
    m_paths.removeAll(whole);
    m_paths.prepend(whole);
    m_paths = m_paths.mid(0, kMost);
    keep();
}

void RecentFiles::remove(const QString& path)
{
    if (m_paths.removeAll(QFileInfo(path).absoluteFilePath()) > 0)
        keep();
}

void RecentFiles::keep()
{
    QSettings().setValue(kKey, m_paths);
    emit changed();
}

} // namespace coterie::ui
