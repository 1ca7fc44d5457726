#pragma once

#include "ui/views/figure.h"

#include <QString>

#include <functional>

class QWidget;

namespace coterie::ui {

class PaintedView;
struct FigureSettings;

/// A view as it is at that moment.
[[nodiscard]] PictureSource pictureOf(const PaintedView& view, const QString& name);

/// Writes the figure, in the format of the file's ending: all of the file or nothing. Returns what
/// went wrong, else nothing.
[[nodiscard]] QString
writeFigure(const QString& path, const Figure& figure, FigureSettings settings);
/// The same with the settings that the user chose last for this figure.
[[nodiscard]] QString savePicture(const QString& path, const PictureSource& picture);
/// To the clipboard, likewise.
void copyPicture(const PictureSource& picture);

/// Asks for a file, without blocking, and hands its path to `write`. It begins in the folder of the
/// last such file. `filters` are the formats, "CSV (*.csv);;LaTeX (*.tex)"; a name without an
/// ending gets that of the chosen one.
void askForFile(QWidget& parent,
                const QString& title,
                const QString& filters,
                const QString& name,
                const std::function<void(const QString&)>& write);

/// Gives a widget a context menu that saves and copies its picture.
void offerPicture(QWidget& widget, const PictureSource& picture);

} // namespace coterie::ui
