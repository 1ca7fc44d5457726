#pragma once

#include <QSize>
#include <QString>

#include <functional>

class QPaintDevice;
class QWidget;

namespace coterie::ui {

/// A drawing that can be taken out of the window.
struct PictureSource
{
    QString name; ///< "clients": the proposed file name
    std::function<QSize()> size;
    std::function<void(QPaintDevice&)> paint;
};

/// Of a widget that paints itself.
[[nodiscard]] PictureSource pictureOf(QWidget& widget, const QString& name);

/// Is told what went wrong, in a sentence; empty: nothing did.
using TellTrouble = std::function<void(const QString&)>;

/// Asks where to, and saves.
void savePictureAs(QWidget& window, const PictureSource& picture, const TellTrouble& tell);
/// At double scale, to be pasted elsewhere.
void copyPicture(const PictureSource& picture);

/// A context menu for a widget that has no other: save its picture, copy it.
void offerPicture(QWidget& widget, const QString& name, const TellTrouble& tell);

} // namespace coterie::ui
