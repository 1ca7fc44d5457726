#pragma once

#include <QByteArray>
#include <QString>

namespace coterie::ui {

/// Writes a file that the user named: all of it or nothing, devices and pipes as they are. Returns
/// why it failed; empty if it did not.
[[nodiscard]] QString writeFile(const QString& path, const QByteArray& bytes);

} // namespace coterie::ui
