#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// What a user sorts runs by: tags, a name and a folder of each run, and views of the table of
/// runs. None of it is part of what a run computes, so no export of numbers has it.

inline constexpr std::size_t kLongestTag = 60; ///< in characters, as the others
inline constexpr std::size_t kLongestFolder = 120;
inline constexpr std::size_t kLongestRunName = 60;
inline constexpr std::size_t kLongestViewName = 60;

/// The words as they are stored: without white space around and with one space between. Refused:
/// empty ones, longer ones, control characters, and a comma in a tag.
[[nodiscard]] Result<std::string> checkedTag(std::string_view typed);
/// The same with a "/" between the folders of a path; quotes cannot be in it, as it is typed in
/// quotes where it has a space.
[[nodiscard]] Result<std::string> checkedFolder(std::string_view typed);
[[nodiscard]] Result<std::string> checkedRunName(std::string_view typed);
[[nodiscard]] Result<std::string> checkedViewName(std::string_view typed);

/// The tags that a run got and lost.
struct TagChange
{
    std::int64_t run = 0;
    std::vector<std::string> added;
    std::vector<std::string> removed;

    bool operator==(const TagChange&) const = default;
};

struct RunFolder
{
    std::int64_t run = 0;
    std::string folder; ///< "paper/figures"; empty: none

    bool operator==(const RunFolder&) const = default;
};

/// What the user calls a run, beside the names of its experiment and arm, which stay.
struct RunName
{
    std::int64_t run = 0;
    std::string name; ///< empty: none

    bool operator==(const RunName&) const = default;
};

/// The folder or the name that a run got in place of another.
struct LabelChange
{
    std::int64_t run = 0;
    std::string before;
    std::string after;

    bool operator==(const LabelChange&) const = default;
};

/// Whether a folder is this one or lies in it.
[[nodiscard]] bool isWithin(std::string_view folder, std::string_view outer);

struct SavedView
{
    std::string name;
    std::string state; ///< the window's own

    bool operator==(const SavedView&) const = default;
};

} // namespace coterie
