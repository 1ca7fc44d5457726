#pragma once

#include <QStringList>

class QWidget;

namespace coterie {
struct LoadedMethods;
}

namespace coterie::ui {

/// The F1 help of a page, in the order of the mode bar.
[[nodiscard]] QString pageHelp(std::size_t page);

/// Asks whether to stop the running run and close the window.
[[nodiscard]] bool mayStopRun(QWidget& window);

void showAbout(QWidget& window);

/// The pages with these sentences above them, whichever page is in front, until they are closed.
[[nodiscard]] QWidget* belowNotice(QWidget& pages, const QStringList& sentences, QWidget* parent);

/// What a start has to say of the user's methods: which libraries it refused and why, and which
/// methods are new or have another library than at the last start.
[[nodiscard]] QStringList methodNotices(const LoadedMethods& methods);

} // namespace coterie::ui
