#pragma once

class QWidget;

namespace coterie::ui {

/// A choice or slider on a page that scrolls: the wheel moves the page, not the value, unless the
/// widget has the focus.
void makeWheelQuiet(QWidget& widget);

} // namespace coterie::ui
