#include "core/spec/result.h"

namespace coterie {

std::string Error::sentence() const
{
    std::string text;
    if (!place.empty())
        text = place + ": ";
    if (!found.empty())
        text += found + " found, ";
    text += needed;
    if (!nearest.empty())
        text += "; did you mean \"" + nearest + "\"?";
    return text;
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

} // namespace coterie
