#pragma once

#include <QIcon>
#include <QString>

namespace coterie::ui {

/// One of the line icons in resources/icons, drawn in the palette's text colour.
[[nodiscard]] QIcon icon(const QString& name);
[[nodiscard]] QIcon programIcon();

} // namespace coterie::ui
