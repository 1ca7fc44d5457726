#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

#include <optional>

namespace coterie::ui {

/// All numbers on screen are formatted here: with the decimal sign and the thousands sign of the
/// window's language. What programs read is not: the JSON of an experiment, CSV and other files,
/// the clipboard and the command line have a point and no thousands sign.

/// Of the window's language; English until one is chosen.
[[nodiscard]] const QLocale& numberLocale();
/// Called once, with the language; Qt's own fields follow.
void setNumberLocale(const QLocale& locale);

/// While one exists, this thread formats numbers as files have them.
class PlainNumbers
{
public:
    PlainNumbers();
    ~PlainNumbers();
    PlainNumbers(const PlainNumbers&) = delete;
    PlainNumbers& operator=(const PlainNumbers&) = delete;

private:
    bool m_before;
};

/// "0,05" for "0.05", "1.200" for "1,200" in German; a text that is no number stays.
[[nodiscard]] QString localNumber(const QString& plain);
/// The same for each number of a text that stands alone: "20,14 ± 2,34", "0,1, 0,5". Not for
/// names.
[[nodiscard]] QString localNumbers(const QString& text);
/// With fixed decimals: "0,50".
[[nodiscard]] QString fixedText(double value, int decimals);
/// With at most so many significant digits: "0,5".
[[nodiscard]] QString digitsText(double value, int digits);
/// With all its digits, and no more: as it stands in a field.
[[nodiscard]] QString exactNumberText(double value);

/// "1,9 MB", with factors of 1000.
[[nodiscard]] QString dataSizeText(double bytes);

/// A typed number as files have it: "0.5" for "0,5", whatever the language. A point and a comma
/// are both the decimal sign: "1.200" is 1.2, as in files. Absent for what is no number, and for
/// "1,200" where the comma is the thousands sign.
[[nodiscard]] std::optional<QString> plainTyped(const QString& text);
/// Whether the text may be a whole number with thousands signs of some language: "1.200",
/// "12,000". A field for whole numbers must not take it as 1.2 or 12.
[[nodiscard]] bool mayHaveThousands(const QString& text);
/// The same without these signs, for a field of whole numbers: "1200" for "1.200" and "1,200",
/// whatever the language. Absent for what has none, or a point and a comma.
[[nodiscard]] std::optional<QString> withoutThousands(const QString& text);
/// The parts of a typed list: "0,1, 0,5" or "0,1; 0,5". Where the comma is the decimal sign, one
/// with a digit behind it is part of a number.
[[nodiscard]] QStringList typedParts(const QString& text);
/// The finite number that was typed; absent if it is none.
[[nodiscard]] std::optional<double> typedNumber(const QString& text);

} // namespace coterie::ui
