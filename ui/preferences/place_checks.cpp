#include "core/store/run_store.h"
#include "core/store/schema.h"
#include "ui/preferences/preferences.h"
#include "ui/words.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryFile>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace coterie::ui {

namespace {

/// Rights and mounts cannot be told from its attributes, so a file is made and removed.
QString whyNotWritable(const QString& folder)
{
    QTemporaryFile file(QDir(folder).filePath(QStringLiteral(".coterie-XXXXXX")));
    return file.open() ? QString() : file.errorString();
}

QString nativePath(const QString& path)
{
    return QDir::toNativeSeparators(path);
}

QString notWhole(const QString& path)
{
    return QDir::isAbsolutePath(path) ? QString()
                                      : say("Type the whole path, from / on, or choose it.");
}

/// Of a store that is there. Only SQLite opens it: closing any descriptor of a file drops all locks
/// that this process has on it, and so those of the store that is in use.
PlaceAnswer checkExisting(const QString& path)
{
    const std::filesystem::path file = toPath(path);
    if (::faccessat(AT_FDCWD, file.c_str(), R_OK | W_OK, AT_EACCESS) != 0) {
        const QString why = qt_error_string(errno);
        return {.problem = say("%1 cannot be written (%2). Choose a file that you may change.")
                               .arg(nativePath(path), why)};
    }
    if (const QString why = whyNotWritable(QFileInfo(path).path()); !why.isEmpty())
        return {.problem = say("The folder of %1 cannot be written (%2). A run store needs files "
                               "beside it. Choose another place.")
                               .arg(nativePath(path), why)};
    if (QFileInfo(path).size() == 0)
        return {.note = say("An empty file. A new run store is made in it.")};
    const auto refused = [](const Error& refusal) {
        const QString why = toQString(refusal.sentence());
        return PlaceAnswer{.problem =
                               canPass(refusal) ? why : say("%1. Choose another file.").arg(why)};
    };
    const Result<bool> isOlder = isOlderStore(file);
    if (!isOlder)
        return refused(isOlder.error());
    if (*isOlder) // opened as a run store it would be updated now
        return {.note = say("A run store of an older version. It is updated when it is opened.")};
    const auto store = RunStore::open(file, RunStore::Mode::ReadOnly);
    return store ? PlaceAnswer{.note = say("A run store that is there already. Its runs appear in "
                                           "Compare.")}
                 : refused(store.error());
}

} // namespace

PlaceAnswer checkStoreFile(const QString& path, bool wasThere)
{
    if (path.isEmpty())
        return {.note = say("The usual place: %1").arg(nativePath(pathText(defaultStoreFile())))};
    if (const QString fault = notWhole(path); !fault.isEmpty())
        return {.problem = fault};
    const QFileInfo file(path);
    if (file.isDir())
        return {.problem =
                    say("%1 is a folder. Choose a file in it, such as %2.")
                        .arg(nativePath(path),
                             nativePath(QDir(path).filePath(QStringLiteral("runs.sqlite"))))};
    if (file.exists() && !file.isFile())
        return {.problem =
                    say("%1 is no file that can hold runs. Choose another.").arg(nativePath(path))};
    if (file.exists()) {
        PlaceAnswer answer = checkExisting(path);
        answer.isThere = true;
        return answer;
    }
    if (wasThere)
        return {.problem = say("%1 was there before and is gone. Connect its disk, or choose "
                               "another file.")
                               .arg(nativePath(path))};
    if (!QFileInfo(file.path()).isDir())
        return {.problem = say("There is no folder %1. Make it first, or choose another.")
                               .arg(nativePath(file.path()))};
    if (const QString why = whyNotWritable(file.path()); !why.isEmpty())
        return {.problem = say("Nothing can be written into %1 (%2). Choose another folder.")
                               .arg(nativePath(file.path()), why)};
    return {.note = say("A new run store without runs. It is made at the next start.")};
}

PlaceAnswer checkDataFolder(const QString& path)
{
    if (path.isEmpty())
        return {.note = say("The usual folder: %1").arg(nativePath(pathText(usualDataFolder())))};
    if (const QString fault = notWhole(path); !fault.isEmpty())
        return {.problem = fault};
    const QFileInfo folder(path);
    if (!folder.exists())
        return {.problem = say("There is no folder %1. Make it first, or choose another.")
                               .arg(nativePath(path))};
    if (!folder.isDir())
        return {.problem = say("%1 is a file. Choose the folder around it.").arg(nativePath(path))};
    if (!folder.isReadable())
        return {.problem =
                    say("You may not look into %1. Choose another folder.").arg(nativePath(path))};
    if (const QString why = whyNotWritable(path); !why.isEmpty())
        return {.note = say("Data sets are found there, but none can be downloaded into it (%1).")
                            .arg(why)};
    return {.note = say("Data sets are looked for there first, and downloaded into it.")};
}

} // namespace coterie::ui
