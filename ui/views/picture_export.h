#pragma once

#include <QSize>
#include <QString>

#include <functional>

class QPaintDevice;
class QWidget;

namespace coterie::ui {

/// A drawing that can be saved and copied.
struct PictureSource
{
    QString name; ///< "clients": the proposed file name
    std::function<QSize()> size = {};
    std::function<void(QPaintDevice&)> paint = {};
};

/// A widget that paints itself, without the ring of its keys.
[[nodiscard]] PictureSource pictureOf(QWidget& widget, const QString& name);

/// Writes the picture in the format of the file's ending: PNG at double scale, SVG or PDF as
/// vectors. The file is written whole or not at all. Returns what went wrong, else nothing.
[[nodiscard]] QString savePicture(const QString& path, const PictureSource& picture);

/// Asks for a file, without blocking, and hands its path to `write`. `filters` are the formats,
/// "CSV (*.csv);;LaTeX (*.tex)"; a name without an ending gets that of the chosen one.
void askForFile(QWidget& parent,
                const QString& title,
                const QString& filters,
                const QString& name,
                const std::function<void(const QString&)>& write);

/// Receives what went wrong, or an empty text.
using TellTrouble = std::function<void(const QString&)>;

void savePictureAs(QWidget& window, const PictureSource& picture, const TellTrouble& tell);
/// At double scale, to the clipboard.
void copyPicture(const PictureSource& picture);

/// Gives a widget a context menu that saves and copies its picture.
void offerPicture(QWidget& widget, const QString& name, const TellTrouble& tell);

} // namespace coterie::ui
