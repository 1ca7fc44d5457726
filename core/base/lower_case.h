#pragma once

#include <string>

namespace coterie {

/// With the capitals A to Z made small, whatever the environment's language.
[[nodiscard]] inline std::string lowerCase(std::string text)
{
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

} // namespace coterie
