#include "core/store/run_store.h"
#include "ui/preferences/preferences.h"
#include "ui/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryFile>

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

/// Of a store that is there.
PlaceAnswer checkExisting(const QString& path)
{
    const std::filesystem::path file = toPath(path);
    if (QFile there(path); !there.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
        return {.problem = say("%1 cannot be written (%2). Choose a file that you may change.")
                               .arg(nativePath(path), there.errorString())};
    if (const QString why = whyNotWritable(QFileInfo(path).path()); !why.isEmpty())
        return {.problem = say("The folder of %1 cannot be written (%2). A run store needs files "
                               "beside it. Choose another place.")
                               .arg(nativePath(path), why)};
    if (QFileInfo(path).size() == 0)
        return {.note = say("An empty file. A new run store is made in it.")};
    const auto store = RunStore::open(file, RunStore::Mode::ReadOnly);
    if (store)
        return {.note = say("A run store that is there already. Its runs appear in Compare.")};
    const Error& refusal = store.error();
    if (refusal.message.find("older version") != std::string::npos)
        return {.note = say("A run store of an older version. It is updated when it is opened.")};
    const QString why = toQString(refusal.sentence());
    return {.problem = canPass(refusal) ? why : say("%1. Choose another file.").arg(why)};
}

} // namespace

PlaceAnswer checkStoreFile(const QString& path)
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
    if (file.exists())
        return checkExisting(path);
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
