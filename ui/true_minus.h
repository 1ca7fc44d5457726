#pragma once

#include <QString>

namespace coterie::ui {

/// The same text with a true minus, "−", before its negative numbers and exponents; hyphens within
/// words, dates and ranges stay. For what is drawn, not for what is read again.
[[nodiscard]] QString withTrueMinus(QString text);

/// A text from the screen as programs read it: the minus sign before a digit or ∞ is a "-" again.
[[nodiscard]] QString withPlainMinus(QString text);

} // namespace coterie::ui
