#pragma once

#include "core/experiment/parameters.h"
#include "core/run/run_queue.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <optional>
#include <string_view>

namespace coterie::ui {

/// A text of the window outside any class, in the user's language.
[[nodiscard]] inline QString say(const char* text)
{
    return QCoreApplication::translate("coterie", text);
}

/// The text with "−" before negative numbers and exponents; hyphens in words, dates and ranges
/// stay. For display, not for text that is parsed again.
[[nodiscard]] QString withTrueMinus(QString text);

/// The reverse, for text from the screen: "-" before a digit or ∞.
[[nodiscard]] QString withPlainMinus(QString text);

[[nodiscard]] QString toQString(std::string_view text);
/// A text of core, which is English, in the user's language: a title, a meaning, a unit. Its
/// numbers may vary. What core composes of names stays as it is.
[[nodiscard]] QString fromCore(std::string_view text);
/// "at least %1" for "at least 0.5", with its numbers: how texts that differ only in their numbers
/// are translated.
[[nodiscard]] QString withoutNumbers(const QString& text, QStringList& numbers);
[[nodiscard]] QString pathText(const std::filesystem::path& path);
[[nodiscard]] std::filesystem::path toPath(const QString& path);
/// The folder that a file is in; empty without a file, as of an experiment that was never saved.
[[nodiscard]] std::filesystem::path folderOfFile(const QString& file);

/// "8 s", "1 min 50 s", "2 h 05 min".
[[nodiscard]] QString durationText(double seconds);
/// "run 3 of 15, round 41 of 200, 1 min 50 s left for all runs".
[[nodiscard]] QString progressText(const QueueProgress& progress);
[[nodiscard]] QString statusText(RunStatus status);
/// A device as the record of a run names it, with its ranks where there are several: those of the
/// record (RankedDevice), or so many if they are more.
[[nodiscard]] QString deviceText(std::string_view device, int ranks = 1);
/// Why a run of the store of this name, which is read beside one's own, cannot be changed.
[[nodiscard]] QString otherStoreText(const std::string& store);
/// "First. Second", whether or not the first ends with a full stop.
[[nodiscard]] QString inOneText(const QString& first, const QString& second);
/// "1 run", "1,200 runs": `one` for exactly one, else `many` with its %1.
[[nodiscard]] QString counted(qsizetype count, const QString& one, const QString& many);
/// "60,000", for every count in the window. Numbers that are names, of a round or a run, have no
/// commas unless they are beside their count.
[[nodiscard]] QString countText(qint64 count);
/// Four significant digits and a "−" sign, as in tables; also "NaN" and "∞".
[[nodiscard]] QString numberText(double value);
/// A number in a column with fixed decimals; a dash if there is none.
[[nodiscard]] QString cellText(std::optional<double> value, int decimals);
/// "learning rate" for "learningRate".
[[nodiscard]] QString spacedName(std::string_view lowerCamel);
/// "%" for "percent"; empty for "share" (0 to 1) and without a unit.
[[nodiscard]] QString unitText(std::string_view unit);
/// "Mean test error (%)"; only the name without a unit, or if it has the unit among its words.
[[nodiscard]] QString nameWithUnit(const QString& name, const QString& unit);
/// "Learning rate" for "learningRate": the label of a field.
[[nodiscard]] QString fieldName(std::string_view lowerCamel);
/// "Mean test error" for "meanTestError": a metric's title, or its name, spaced.
[[nodiscard]] QString metricName(std::string_view metric);
/// "Batch size": a parameter's title, or its name, spaced.
[[nodiscard]] QString labelOf(const ParameterDescriptor& descriptor);
/// A paper's symbol as rich text in italics. Subscripts such as in "aᵢ" and "η_g" become tags,
/// because few fonts have the glyphs.
[[nodiscard]] QString symbolText(std::string_view symbol);
/// "by size" for "bySize", "yes" for "true": the title of a parameter's word. An unknown word is
/// unchanged.
[[nodiscard]] QString choiceText(const ParameterDescriptor& descriptor, const QString& word);
/// The label inside a sentence: "batch size". German nouns keep their capital.
[[nodiscard]] QString withinSentence(QString label);

} // namespace coterie::ui
