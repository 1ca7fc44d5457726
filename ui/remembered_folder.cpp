#include "ui/remembered_folder.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

#include <array>

namespace coterie::ui {

namespace {

QString keyOf(FolderFor use)
{
    constexpr std::array kKeys{"files/folder",
                               "files/experimentFolder",
                               "files/dataFolder",
                               "files/bundleFolder",
                               "files/eventFolder",
                               "files/modelFolder",
                               "files/storeFolder"};
    return QLatin1String(kKeys[std::size_t(use)]);
}

} // namespace

QString rememberedFolder(FolderFor use)
{
    const QString folder = QSettings().value(keyOf(use)).toString();
    return !folder.isEmpty() && QDir(folder).exists() ? folder : QString();
}

void rememberFolder(QFileDialog& dialog, FolderFor use, const QString& otherwise)
{
    const QString folder = rememberedFolder(use);
    if (const QString& begin = folder.isEmpty() ? otherwise : folder; !begin.isEmpty())
        dialog.setDirectory(begin);
    QObject::connect(&dialog, &QFileDialog::fileSelected, &dialog, [use](const QString& path) {
        QSettings().setValue(keyOf(use), QFileInfo(path).absolutePath());
    });
}

} // namespace coterie::ui
