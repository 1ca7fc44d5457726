#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace coterie::ui {

/// The F1 help of a widget as rich text: its name, its purpose and its own keys. A widget without
/// help shows that of its nearest ancestor that has some; empty if none has.
[[nodiscard]] QString helpOn(const QWidget& widget);

/// Where help of this size covers least of the widget: below it, or else right, left or above, and
/// always inside `room`.
[[nodiscard]] QRect helpPlace(const QSize& size, const QRect& widget, const QRect& room);

/// Shows the help of the focused widget beside it, until the next key or click. Without a focus it
/// explains how to move the focus.
void showHelpOnFocus(QWidget& window);

} // namespace coterie::ui
