#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace coterie::ui {

/// What F1 says of a widget, as rich text: its name, what it is for, and the keys it knows besides
/// those of the whole window. A widget that says nothing of itself speaks with the words of the
/// nearest one around it that does; empty if none does.
[[nodiscard]] QString helpOn(const QWidget& widget);

/// Where help of this size covers least of what it tells of: below it, or else right, left or
/// above; always within the room.
[[nodiscard]] QRect helpPlace(const QSize& size, const QRect& told, const QRect& room);

/// Shows the help on what has the focus in this window beside it, until the next key or click.
/// Where nothing has the focus, it says how to give it to something.
void showHelpOnFocus(QWidget& window);

} // namespace coterie::ui
