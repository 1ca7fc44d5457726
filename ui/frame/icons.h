#pragma once

#include <QIcon>
#include <QString>

namespace coterie::ui {

/// One of the program's line icons, drawn in the colour of the text it stands beside: it follows
/// the palette by itself.
[[nodiscard]] QIcon icon(const QString& name);
/// The program's own sign.
[[nodiscard]] QIcon programIcon();

} // namespace coterie::ui
