#include "core/run/change_record.h"

#include <charconv>
#include <sstream>
#include <system_error>

namespace coterie {

std::string recordText(std::span<const RecordedChange> changes)
{
    std::string text;
    for (const auto& [round, change] : changes)
        text += std::to_string(round) + ' ' + change.place + ' ' + shortestText(change.value) + '\n';
    return text;
}

Result<std::vector<RecordedChange>> readRecord(std::string_view text)
{
    std::vector<RecordedChange> changes;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        RecordedChange read;
        std::string value;
        words >> read.round >> read.change.place >> value;
        const char* const end = value.data() + value.size();
        const auto [last, status] = std::from_chars(value.data(), end, read.change.value);
        if (!words || status != std::errc{} || last != end)
            return fail("checkpoint",
                        "The checkpoint's changes by hand hold \"" + line
                            + "\", which cannot be read.");
        changes.push_back(std::move(read));
    }
    return changes;
}

} // namespace coterie
