#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// A table of words and numbers.
struct HtmlTable
{
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
    std::size_t texts = 1; ///< columns of words, at the left; the others are numbers
};

// The parts of a page. All words are escaped; pictures and parts are markup.
[[nodiscard]] std::string html(const HtmlTable& table);
/// Empty without words, as is a figure without a picture.
[[nodiscard]] std::string paragraph(const std::string& words);
[[nodiscard]] std::string heading(int level, const std::string& words);
[[nodiscard]] std::string figure(const std::string& picture, const std::string& caption);

/// One file that needs no other. `kind` is the class of its body, "talk" for large letters.
[[nodiscard]] std::string
htmlPage(const std::string& title, std::string_view kind, const std::string& body);

} // namespace coterie
