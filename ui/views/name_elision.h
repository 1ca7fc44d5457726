#pragma once

#include <QFontMetricsF>
#include <QStringList>

#include <vector>

namespace coterie::ui {

/// The names, those too long for their room elided first where all names are alike, and else so
/// that they stay different if any way of eliding does that. A room below 0 leaves its name whole.
[[nodiscard]] QStringList elidedApart(const QStringList& names,
                                      const std::vector<double>& rooms,
                                      const QFontMetricsF& metrics);

/// The text in lines of this width, at most so many; the last is elided if more would be needed.
[[nodiscard]] QStringList fittedLines(const QString& text, const QFont& font, int width, int most);

} // namespace coterie::ui
