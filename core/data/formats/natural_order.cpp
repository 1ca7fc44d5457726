#include "core/data/formats/natural_order.h"

namespace coterie {

namespace {

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/// Takes the digits at the beginning away; without leading zeros.
std::string_view takeNumber(std::string_view& text)
{
    std::size_t end = 0;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    std::string_view number = text.substr(0, end);
    text.remove_prefix(end);
    while (number.size() > 1 && number.front() == '0')
        number.remove_prefix(1);
    return number;
}

} // namespace

bool naturallyBefore(std::string_view a, std::string_view b)
{
    std::string_view left = a;
    std::string_view right = b;
    while (!left.empty() && !right.empty()) {
        if (isDigit(left.front()) && isDigit(right.front())) {
            const std::string_view first = takeNumber(left);
            const std::string_view second = takeNumber(right);
            if (first.size() != second.size())
                return first.size() < second.size();
            if (first != second)
                return first < second;
            continue;
        }
        if (left.front() != right.front())
            return left.substr(0, 1) < right.substr(0, 1); // compares as unsigned bytes
        left.remove_prefix(1);
        right.remove_prefix(1);
    }
    if (left.empty() != right.empty())
        return left.empty();
    return a < b; // "07" and "7"
}

} // namespace coterie
