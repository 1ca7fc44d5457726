#pragma once

#include <span>
#include <string_view>

namespace coterie {

/// How a word that a parameter may be set to reads on screen. Files, `--set` and `describe` keep
/// the word.
struct WordTitle
{
    std::string_view parameter; ///< the name of the parameters that know the word
    std::string_view word;
    std::string_view title; ///< after the parameter's title, and in lists: no commas
};

/// One row for every word of every parameter, and none for any other.
[[nodiscard]] std::span<const WordTitle> wordTitles();

/// Empty for a word that the parameter does not know.
[[nodiscard]] std::string_view titleOfWord(std::string_view parameter, std::string_view word);

} // namespace coterie
