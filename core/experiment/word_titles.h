#pragma once

#include <span>
#include <string_view>

namespace coterie {

/// The readable title of a parameter's word. Files, `--set` and `describe` use the word itself.
struct WordTitle
{
    std::string_view parameter; ///< the parameters' name
    std::string_view word;
    std::string_view title; ///< shown after the parameter's title and in lists, so without commas
};

/// Exactly one row for every word of every parameter.
[[nodiscard]] std::span<const WordTitle> wordTitles();

/// Empty for an unknown word.
[[nodiscard]] std::string_view titleOfWord(std::string_view parameter, std::string_view word);

} // namespace coterie
