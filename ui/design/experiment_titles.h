#pragma once

#include <QString>
#include <QStringList>

namespace coterie::ui {

/// What stands above the experiments of a folder: "papers/hcct" reads "Papers · HCCT".
[[nodiscard]] QString folderTitle(const QString& group);

/// What stands for an experiment beneath its folder's heading: where that names the paper already,
/// the name goes without it.
[[nodiscard]] QString titleInFolder(const QString& name, const QString& group);

/// Files by their names; those that share one with as much of their folders as tells them apart.
[[nodiscard]] QStringList titlesOf(const QStringList& paths);

/// Whether this file ships with the program, to start from: it lies in that folder, or in the
/// program itself.
[[nodiscard]] bool isTemplate(const QString& path, const QString& folder);

} // namespace coterie::ui
