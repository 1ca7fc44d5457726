#include "core/run/run_failure.h"

#include <c10/util/Exception.h>
#include <exception>
#include <new>

namespace coterie {

namespace {

/// LibTorch's messages go on for pages. The first line says what happened; of a long one the first
/// sentence, which ends where a capital letter begins the next.
std::string firstWords(const std::string& text)
{
    constexpr std::size_t kLong = 200;
    std::string line = text.substr(0, text.find('\n'));
    if (line.size() <= kLong)
        return line;
    for (std::size_t dot = line.find(". "); dot != std::string::npos;
         dot = line.find(". ", dot + 1))
        if (dot > 0 && line[dot - 1] != ' ' && dot + 2 < line.size() && line[dot + 2] >= 'A'
            && line[dot + 2] <= 'Z') {
            line.resize(dot + 1);
            break;
        }
    if (line.size() <= kLong)
        return line;
    std::size_t end = kLong;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80)
        --end; // not inside a character
    return line.substr(0, end) + "…";
}

/// LibTorch reports memory that the system refused in words only.
bool speaksOfMemory(const std::string& text)
{
    return text.find("allocate memory") != std::string::npos
           || text.find("out of memory") != std::string::npos;
}

std::string sentenceFor(const std::string& doing, const std::string& message)
{
    const std::string line = firstWords(message);
    if (speaksOfMemory(message.substr(0, message.find('\n'))))
        return doing + " needs more memory than there is: " + line;
    return doing + " was refused by LibTorch: " + line;
}

} // namespace

std::optional<std::string> failureOf(const std::string& doing, const std::function<void()>& work)
{
    try {
        work();
    } catch (const std::bad_alloc&) {
        return doing + " needs more memory than there is.";
    } catch (const c10::Error& error) {
        return sentenceFor(doing, error.what_without_backtrace());
    } catch (const std::exception& exception) {
        return doing + " failed: " + firstWords(exception.what());
    }
    return std::nullopt;
}

} // namespace coterie
