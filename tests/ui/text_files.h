#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace coterie::ui::test {

/// A text of the window as translators see it.
struct SourceText
{
    QString text;
    QString comment = {}; ///< tells two texts apart that are the same in English

    bool operator==(const SourceText&) const = default;
};

/// Every text that the sources below this folder give to tr(), say() or QT_TRANSLATE_NOOP, once.
[[nodiscard]] std::vector<SourceText> textsOfSources(const QString& folder);
/// The texts in one source file's contents.
[[nodiscard]] std::vector<SourceText> textsIn(const QString& code);

struct Translated
{
    SourceText source;
    QString translation;
};

/// The finished entries of a language's file, in its order.
[[nodiscard]] std::vector<Translated> textsOfLanguage(const QString& code);

/// What differs between a text and its translation though it must not: placeholders, markup,
/// lines, the ending, the letter that is its key. Empty: nothing.
[[nodiscard]] QStringList faultsOf(const Translated& entry);

/// "Resume all" for "&Resume all…": as other texts name an action.
[[nodiscard]] QString plainWords(QString text);

} // namespace coterie::ui::test
