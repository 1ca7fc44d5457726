#include "core/base/result.h"

#include "core/base/json_node.h"

#include <algorithm>
#include <array>

namespace coterie {

std::string Error::complaint() const
{
    std::string text = message;
    if (kind == ErrorKind::Missing && text.empty())
        text = "is missing";
    else if (kind == ErrorKind::UnknownKey && text.empty())
        text = "unknown key";
    if (!allowed.empty())
        text += (text.empty() ? "must be " : "; must be ") + allowed;
    std::string detail;
    if (!found.empty())
        detail = "is " + found;
    if (!nearest.empty())
        detail += (detail.empty() ? "did you mean \"" : "; did you mean \"") + nearest + "\"?";
    return detail.empty() ? text : text + " (" + detail + ")";
}

std::string Error::sentence() const
{
    return place.empty() ? complaint() : place + ": " + complaint();
}

std::string sentences(const Problems& problems)
{
    std::string text;
    for (const Error& problem : problems) {
        if (!text.empty())
            text += '\n';
        text += problem.sentence();
    }
    return text;
}

namespace {

/// Upper and lower case count as the same letter.
unsigned char folded(char letter)
{
    return static_cast<unsigned char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
}

/// Damerau–Levenshtein: the fewest insertions, deletions, replacements and swaps of neighbours that
/// turn one word into the other, with further edits allowed between the swapped letters.
std::size_t editDistance(std::string_view from, std::string_view to)
{
    const std::size_t columns = to.size() + 2;
    const std::size_t far = from.size() + to.size();
    std::vector<std::size_t> cost((from.size() + 2) * columns, far);
    // Row and column 0 are a border of `far`; row and column 1 stand for the empty word.
    const auto at = [&](std::size_t row, std::size_t column) -> std::size_t& {
        return cost[row * columns + column];
    };
    for (std::size_t row = 0; row <= from.size(); ++row)
        at(row + 1, 1) = row;
    for (std::size_t column = 0; column <= to.size(); ++column)
        at(1, column + 1) = column;

    std::array<std::size_t, 256> lastRowOf{};
    for (std::size_t row = 1; row <= from.size(); ++row) {
        std::size_t lastMatch = 0;
        for (std::size_t column = 1; column <= to.size(); ++column) {
            const std::size_t swapRow = lastRowOf[folded(to[column - 1])];
            const std::size_t swapColumn = lastMatch;
            const bool same = folded(from[row - 1]) == folded(to[column - 1]);
            if (same)
                lastMatch = column;
            const std::size_t swap =
                at(swapRow, swapColumn) + (row - swapRow - 1) + 1 + (column - swapColumn - 1);
            at(row + 1, column + 1) = std::min({at(row, column) + (same ? 0U : 1U),
                                                at(row + 1, column) + 1,
                                                at(row, column + 1) + 1,
                                                swap});
        }
        lastRowOf[folded(from[row - 1])] = row;
    }
    return at(from.size() + 1, to.size() + 1);
}

} // namespace

std::string nearestWord(std::string_view word, std::span<const std::string_view> valid)
{
    std::string_view nearest;
    std::size_t shortest = 0;
    for (const std::string_view candidate : valid) {
        const std::size_t longer = std::max(word.size(), candidate.size());
        const std::size_t limit = longer / 3;
        // Also keeps a word of megabytes from costing a table of its length.
        if (longer - std::min(word.size(), candidate.size()) > limit)
            continue;
        const std::size_t distance = editDistance(word, candidate);
        if (distance <= limit && (nearest.empty() || distance < shortest)) {
            nearest = candidate;
            shortest = distance;
        }
    }
    return std::string(nearest);
}

std::string oneOf(std::span<const std::string_view> words)
{
    std::string list;
    for (const std::string_view word : words)
        (list += list.empty() ? "one of: " : ", ") += word;
    return list;
}

Unexpected<Error>
unknownName(std::string place, std::string_view word, std::span<const std::string_view> valid)
{
    return {Error{.kind = ErrorKind::UnknownName,
                  .place = std::move(place),
                  .found = inQuotes(word),
                  .allowed = oneOf(valid),
                  .nearest = nearestWord(word, valid)}};
}

} // namespace coterie
