#include "ui/design/experiment_titles.h"

#include "ui/say.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>

#include <algorithm>

namespace coterie::ui {

QString folderTitle(const QString& group)
{
    // The papers as they call their methods.
    static const QHash<QString, QString> kPapers{
        {QStringLiteral("allForOne"), QStringLiteral("All-for-one")},
        {QStringLiteral("hcct"), QStringLiteral("HCCT")},
        {QStringLiteral("hicsFl"), QStringLiteral("HiCS-FL")},
        {QStringLiteral("sFedHP"), QStringLiteral("sFedHP")}};
    QStringList parts = group.split(u'/', Qt::SkipEmptyParts);
    for (QString& part : parts) {
        const bool isFirst = &part == &parts.front();
        part = kPapers.value(part, isFirst ? part.left(1).toUpper() + part.mid(1) : part);
    }
    return parts.join(QStringLiteral(" · "));
}

QString titleInFolder(const QString& name, const QString& group)
{
    const QString paper = folderTitle(group).section(QStringLiteral(" · "), -1);
    if (paper.isEmpty() || !name.startsWith(paper))
        return name;
    QString rest = name.mid(paper.size());
    if (!rest.startsWith(QStringLiteral(", ")) && !rest.startsWith(QStringLiteral(": ")))
        return name;
    rest = rest.mid(2).trimmed();
    if (rest.isEmpty())
        return name;
    rest[0] = rest[0].toUpper();
    return rest;
}

QStringList titlesOf(const QStringList& paths)
{
    const auto foldersOf = [](const QString& path) {
        return QFileInfo(path).path().split(u'/', Qt::SkipEmptyParts);
    };
    const auto title = [&](const QString& path, qsizetype folders) {
        const QStringList last = foldersOf(path).last(std::min(folders, foldersOf(path).size()));
        const QString name = QFileInfo(path).fileName();
        return last.isEmpty() ? name : say("%1 in %2").arg(name, last.join(QDir::separator()));
    };
    QStringList titles;
    for (const QString& path : paths) {
        const auto isShared = [&](qsizetype folders) {
            return std::ranges::any_of(paths, [&](const QString& other) {
                return other != path && title(other, folders) == title(path, folders);
            });
        };
        qsizetype folders = 0;
        while (folders < foldersOf(path).size() && isShared(folders))
            ++folders;
        titles << title(path, folders);
    }
    return titles;
}

bool isTemplate(const QString& path, const QString& folder)
{
    if (path.startsWith(u':'))
        return true;
    const QString home = QFileInfo(folder).canonicalFilePath();
    return !home.isEmpty() && QFileInfo(path).canonicalFilePath().startsWith(home + u'/');
}

} // namespace coterie::ui
