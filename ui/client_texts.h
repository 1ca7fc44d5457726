#pragma once

#include <QFontMetrics>
#include <QString>

#include <span>
#include <string>

namespace coterie::ui {

/// "client 3", or "client 3 (Lindenhof)"; a long name is cut in the middle. Names are those of
/// FederationFacts.
[[nodiscard]] QString clientText(std::span<const std::string> names, int client);

/// "3: Lindenhof" with the whole name, a line for each of the clients that have one. Of many
/// clients only the first, and of a name without end several lines.
[[nodiscard]] QString wholeNames(std::span<const std::string> names, std::span<const int> clients);

/// The width that clients' numbers with their names need beside rows, at most `most` pixels; 0:
/// they have no names, or too little room for them.
[[nodiscard]] double namedWidth(std::span<const std::string> names,
                                std::span<const int> clients,
                                const QFontMetrics& metrics,
                                double most);
/// "3 (Lindenhof)" in that width; without one "3".
[[nodiscard]] QString namedInWidth(std::span<const std::string> names,
                                   int client,
                                   const QFontMetrics& metrics,
                                   double width);

/// A tooltip of words from anywhere in as many lines as it needs: Qt breaks only rich text.
[[nodiscard]] QString asWrappedTip(const QString& text);

/// A text of words from anywhere so that a tooltip or label shows it as it is.
[[nodiscard]] QString asPlainTip(const QString& text);

} // namespace coterie::ui
