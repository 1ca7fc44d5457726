#include "tests/tree/ui_folder_rules.h"

#include <map>
#include <optional>

namespace coterie::tests {

namespace {

constexpr std::string_view kUi = "ui/";

/// The folder of a file in ui; empty for a file of ui itself.
std::string_view folderOf(std::string_view file)
{
    file.remove_prefix(kUi.size());
    const std::size_t end = file.find('/');
    return end == std::string_view::npos ? std::string_view() : file.substr(0, end);
}

/// A file of ui may use its own folder and those on a lower step. Files of ui itself come before
/// all; the pages stand on one step and do not know each other.
std::optional<int> stepOf(std::string_view folder)
{
    static const std::map<std::string_view, int> kSteps{{"", 0},
                                                        {"frame", 1},
                                                        {"fetch", 2},
                                                        {"preferences", 2},
                                                        {"tour", 2},
                                                        {"runs", 2},
                                                        {"views", 2},
                                                        {"compare", 3},
                                                        {"data", 3},
                                                        {"design", 3},
                                                        {"watch", 3},
                                                        {"window", 4}};
    const auto found = kSteps.find(folder);
    return found == kSteps.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

std::string
uiFolderFault(std::string_view file, std::string_view included, std::string_view written)
{
    const std::string folder(folderOf(file));
    const std::optional<int> step = stepOf(folder);
    if (!step)
        return "ui has no folder \"" + folder + "\" in its order of folders";
    if (!included.starts_with(kUi))
        return {};
    const std::string used(folderOf(included));
    const std::optional<int> usedStep = stepOf(used);
    if (used == folder || (usedStep && *usedStep < *step))
        return {};
    return (folder.empty() ? "ui itself" : "ui/" + folder) + " may not use ui/" + used
           + (usedStep == step ? ", which stands beside it: \"" : ", which comes after it: \"")
           + std::string(written) + '"';
}

} // namespace coterie::tests
