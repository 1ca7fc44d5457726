#include "core/run/run_failure.h"

#include <c10/util/Exception.h>
#include <exception>
#include <new>

namespace coterie {

namespace {

/// LibTorch's messages go on for pages; the first line says what happened.
std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

/// LibTorch reports memory that the system refused in words only.
bool speaksOfMemory(const std::string& text)
{
    return text.find("allocate memory") != std::string::npos
           || text.find("out of memory") != std::string::npos;
}

std::string sentenceFor(const std::string& doing, const std::string& message)
{
    const std::string line = firstLine(message);
    if (speaksOfMemory(line))
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
        return doing + " failed: " + firstLine(exception.what());
    }
    return std::nullopt;
}

} // namespace coterie
