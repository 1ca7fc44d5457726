#pragma once

#include <QString>

#include <functional>

class QImage;
class QPaintDevice;
class QSize;
class QWidget;

namespace coterie::ui {

/// What can be written: "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)", for a file dialog.
[[nodiscard]] QString pictureFilters();

/// A widget as a picture shows it, without the ring around what its keys are at.
void paintWidget(QWidget& widget, QPaintDevice& device);

/// At double scale, as a PNG holds it; null if there is nothing to paint.
[[nodiscard]] QImage pictureImage(const QSize& size,
                                  const std::function<void(QPaintDevice&)>& paint);

/// Writes a picture of `size` as the file's ending says: PNG at double scale, SVG or PDF as
/// vectors. The file is written whole or not at all. Empty, or a sentence that says what went
/// wrong.
[[nodiscard]] QString savePicture(const QString& path,
                                  const QSize& size,
                                  const std::function<void(QPaintDevice&)>& paint);
/// The same of a widget that paints itself.
[[nodiscard]] QString savePicture(const QString& path, QWidget& widget);

} // namespace coterie::ui
