#include "core/base/whole_number.h"

#include <charconv>
#include <limits>
#include <string>

namespace coterie {

Result<std::int64_t>
readWhole(std::string_view place, std::string_view text, std::int64_t minimum, std::int64_t maximum)
{
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [last, status] = std::from_chars(text.data(), end, number);
    if (status == std::errc{} && last == end && number >= minimum && number <= maximum)
        return number;
    const std::string limits =
        maximum == std::numeric_limits<std::int64_t>::max()
            ? ", at least " + std::to_string(minimum)
            : " from " + std::to_string(minimum) + " to " + std::to_string(maximum);
    return notAllowed(std::string(place), '"' + std::string(text) + '"', "a whole number" + limits);
}

} // namespace coterie
