#pragma once

#include <QString>

class QWidget;

namespace coterie::ui {

/// The F1 help of a page, in the order of the mode bar.
[[nodiscard]] QString pageHelp(std::size_t page);

/// Asks whether to stop the running run and close the window.
[[nodiscard]] bool mayStopRun(QWidget& window);

void showAbout(QWidget& window);

} // namespace coterie::ui
