#pragma once

#include "core/experiment/parameters.h"
#include "core/run/run_queue.h"

#include <QCoreApplication>
#include <QString>

#include <filesystem>
#include <optional>
#include <string_view>

namespace coterie::ui {

/// A text of the window outside any class, in the user's language.
[[nodiscard]] inline QString say(const char* text)
{
    return QCoreApplication::translate("coterie", text);
}

/// The same text with a true minus, "−", before its negative numbers and exponents; hyphens within
/// words, dates and ranges stay. For what is drawn, not for what is read again.
[[nodiscard]] QString withTrueMinus(QString text);

/// A text from the screen as programs read it: the minus sign before a digit or ∞ is a "-" again.
[[nodiscard]] QString withPlainMinus(QString text);

/// The core speaks UTF-8, the window UTF-16.
[[nodiscard]] QString toQString(std::string_view text);
[[nodiscard]] QString pathText(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path toPath(const QString& path);

/// "8 s", "1 min 50 s", "2 h 05 min": what a person says, not what a clock shows.
[[nodiscard]] QString durationText(double seconds);
/// "run 3 of 15, round 41 of 200, 1 min 50 s left for all runs".
[[nodiscard]] QString progressText(const QueueProgress& progress);
[[nodiscard]] QString statusText(RunStatus status);
/// "1 run", "1,200 runs": `one` for exactly one, else `many`, which holds a %1.
[[nodiscard]] QString counted(qsizetype count, const QString& one, const QString& many);
/// "60,000": every count in the window. Numbers that are names, of a round or a run, have no commas
/// unless they stand beside their count.
[[nodiscard]] QString countText(qint64 count);
/// Four significant digits and a true minus sign, as tables show them; "NaN" and "∞" are said, not
/// hidden.
[[nodiscard]] QString numberText(double value);
/// A number as a table's column shows it, with as many decimals in every line; a dash if there is
/// none.
[[nodiscard]] QString cellText(std::optional<double> value, int decimals);
/// Every typed word occurs in the text, in any order and case.
[[nodiscard]] bool matchesWords(const QString& text, const QString& typed);

/// "learningRate" as people write it: "learning rate".
[[nodiscard]] QString spacedName(std::string_view lowerCamel);
/// "%" for "percent"; nothing for "share", which is between 0 and 1, and for what has no unit.
[[nodiscard]] QString unitText(std::string_view unit);
/// "Learning rate" for "learningRate": what stands beside a field.
[[nodiscard]] QString fieldName(std::string_view lowerCamel);
/// "Mean test error" for "meanTestError": a metric's title, or its name as people write it.
[[nodiscard]] QString metricName(std::string_view metric);
/// "Batch size": a parameter's title, or its name as people write it.
[[nodiscard]] QString labelOf(const ParameterDescriptor& descriptor);
/// A paper's letter as rich text, in italics: "aᵢ" and "η_g" with what stands low drawn low, as few
/// fonts have such glyphs.
[[nodiscard]] QString symbolText(std::string_view symbol);
/// "by size" for "bySize", "yes" for "true": what a parameter may be set to, as people say it. A
/// word that it does not know stays as it is.
[[nodiscard]] QString choiceText(const ParameterDescriptor& descriptor, const QString& word);
/// The label within a sentence: "batch size".
[[nodiscard]] QString withinSentence(QString label);

} // namespace coterie::ui
