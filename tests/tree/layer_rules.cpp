#include "tests/tree/layer_rules.h"

#include "tests/tree/ui_folder_rules.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

namespace coterie::tests {

namespace {

std::vector<std::string> words(const std::string& list)
{
    std::istringstream stream(list);
    return {std::istream_iterator<std::string>(stream), {}};
}

#define COTERIE_FOLDERS_WITHOUT_TORCH COTERIE_VALUES_FOLDERS " data"

/// The folders of core in CMake's order: each may use itself and those before it.
const std::vector<std::string>& coreOrder()
{
    static const std::vector<std::string> kOrder =
        words(COTERIE_FOLDERS_WITHOUT_TORCH " " COTERIE_ENGINE_FOLDERS);
    return kOrder;
}

/// How many of them, the first ones, are built without torch: coterie_values and coterie_data.
std::size_t foldersWithoutTorch()
{
    static const std::size_t kCount = words(COTERIE_FOLDERS_WITHOUT_TORCH).size();
    return kCount;
}

enum class Library
{
    None,
    Qt,
    Torch,
    Sqlite,
    Json
};

struct Include
{
    int line = 0;
    std::string name;    ///< as written
    std::string project; ///< the project's file it names, or empty
    Library providedBy = Library::None;
};

using IncludeGraph = std::map<std::string, std::vector<Include>>;

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> beginnings)
{
    return std::ranges::any_of(beginnings,
                               [text](std::string_view each) { return text.starts_with(each); });
}

Library libraryOf(std::string_view name)
{
    if (startsWithAny(name, {"torch/", "ATen/", "c10/", "caffe2/"}))
        return Library::Torch;
    if (name == "sqlite3.h" || name == "sqlite3ext.h")
        return Library::Sqlite;
    if (name.starts_with("nlohmann/"))
        return Library::Json;
    const bool qtClass =
        name.size() > 1 && name[0] == 'Q' && std::isupper(static_cast<unsigned char>(name[1])) != 0;
    const bool qtFile = name.size() > 3 && name[0] == 'q' && name.ends_with(".h")
                        && name.find('/') == std::string_view::npos;
    return qtClass || qtFile || startsWithAny(name, {"Qt", "qt6/"}) ? Library::Qt : Library::None;
}

std::string_view nameOf(Library library)
{
    switch (library) {
    case Library::Qt:
        return "Qt";
    case Library::Torch:
        return "torch";
    case Library::Sqlite:
        return "SQLite";
    case Library::Json:
        return "nlohmann_json";
    case Library::None:
        break;
    }
    return "";
}

/// The project's file that an include names: from the root, or beside the file that includes it.
std::string projectFile(const SourceTree& tree, const std::string& from, const std::string& name)
{
    const std::string beside =
        (std::filesystem::path(from).parent_path() / name).lexically_normal().generic_string();
    for (const std::string& candidate :
         {std::filesystem::path(name).lexically_normal().generic_string(), beside})
        if (tree.contains(candidate))
            return candidate;
    // A layer may be named although the file does not exist (yet); the rules on folders still
    // apply.
    for (const std::string& candidate : {name, beside})
        if (startsWithAny(candidate, {"app/", "ui/", "core/", "tests/"}))
            return std::filesystem::path(candidate).lexically_normal().generic_string();
    return {};
}

/// Replaces comments by blanks; line breaks stay. Quotes are minded, so that "//" in a string is no
/// comment.
std::string withoutComments(std::string_view text)
{
    enum class State
    {
        Code,
        Line,
        Block,
        Text
    };
    State state = State::Code;
    char quote = '"';
    std::string result(text);
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char now = text[at];
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (now == '\n') {
            if (state != State::Block)
                state = State::Code; // also ends a digit separator that looked like a quote
            continue;
        }
        switch (state) {
        case State::Code:
            if (now == '/' && (next == '/' || next == '*')) {
                state = next == '/' ? State::Line : State::Block;
                result[at] = result[at + 1] = ' ';
                ++at; // so that "/*/" does not end itself
            } else if (now == '"' || now == '\'') {
                state = State::Text;
                quote = now;
            }
            break;
        case State::Text:
            if (now == '\\')
                ++at;
            else if (now == quote)
                state = State::Code;
            break;
        case State::Line:
            result[at] = ' ';
            break;
        case State::Block:
            result[at] = ' ';
            if (now == '*' && next == '/') {
                state = State::Code;
                result[++at] = ' ';
            }
            break;
        }
    }
    return result;
}

/// The name in an include line, without its brackets; a macro's name comes as it is.
std::optional<std::string> includedName(std::string_view line)
{
    const auto skipBlanks = [&line] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    skipBlanks();
    if (!line.starts_with('#'))
        return std::nullopt;
    line.remove_prefix(1);
    skipBlanks();
    constexpr std::string_view kWord = "include";
    if (!line.starts_with(kWord))
        return std::nullopt;
    line.remove_prefix(kWord.size());
    skipBlanks();
    if (line.empty())
        return std::nullopt;
    if (line.front() != '<' && line.front() != '"')
        return std::string(line.substr(0, line.find_first_of(" \t\r")));
    const char end = line.front() == '<' ? '>' : '"';
    return std::string(line.substr(1, line.find(end, 1) - 1));
}

std::vector<Include> includesOf(const SourceTree& tree, const std::string& file)
{
    std::vector<Include> includes;
    std::istringstream lines(withoutComments(tree.at(file)));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (const std::optional<std::string> name = includedName(line))
            includes.push_back({.line = number,
                                .name = *name,
                                .project = projectFile(tree, file, *name),
                                .providedBy = libraryOf(*name)});
    }
    return includes;
}

std::string_view layerOf(std::string_view file)
{
    return file.substr(0, file.find('/'));
}

/// The folder of a file in core or in tests/core; empty elsewhere.
std::string_view coreFolder(std::string_view file)
{
    if (file.starts_with("tests/"))
        file.remove_prefix(std::string_view("tests/").size());
    if (!file.starts_with("core/"))
        return {};
    file.remove_prefix(std::string_view("core/").size());
    const std::size_t end = file.find('/');
    return end == std::string_view::npos ? std::string_view() : file.substr(0, end);
}

std::size_t orderOf(std::string_view folder)
{
    return static_cast<std::size_t>(std::ranges::find(coreOrder(), folder) - coreOrder().begin());
}

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string result;
    for (const std::string_view part : parts)
        result += part;
    return result;
}

/// What one include may not name in this file, whatever that file includes in turn; empty: nothing
/// is wrong.
std::string directFault(const std::string& file, const Include& include)
{
    const std::string_view layer = layerOf(file);
    const std::string_view target =
        include.project.empty() ? std::string_view() : layerOf(include.project);

    if (layer == "core" && (target == "ui" || target == "app" || target == "tests"))
        return joined({"core may not use ", target, ": \"", include.name, "\""});
    if (layer == "ui" && (target == "app" || target == "tests"))
        return joined({"ui may not use ", target, ": \"", include.name, "\""});
    if (layer == "ui") {
        // A library's header may look as if it lay beside the file.
        const std::string_view used = include.providedBy == Library::None
                                          ? std::string_view(include.project)
                                          : std::string_view();
        if (std::string fault = uiFolderFault(file, used, include.name); !fault.empty())
            return fault;
    }
    if (layer == "app" && target == "tests")
        return joined({"app may not use tests: \"", include.name, "\""});
    if (file.starts_with("tests/core/") && (target == "ui" || target == "app"))
        return joined({"the tests of core may not use ", target, ": \"", include.name, "\""});

    const std::string_view folder = coreFolder(file);
    if (layer == "core") {
        if (orderOf(folder) == coreOrder().size())
            return joined({"core has no folder \"", folder, "\" in its order of folders"});
        const std::string_view used =
            target == "core" ? coreFolder(include.project) : std::string_view();
        if (target == "core" && orderOf(used) > orderOf(folder))
            return joined({"core/",
                           folder,
                           " may not use core/",
                           used,
                           ", which comes after it: \"",
                           include.name,
                           "\""});
        if (include.providedBy == Library::Qt)
            return joined({"core may not use Qt: <", include.name, ">"});
    }
    if (orderOf(folder) < foldersWithoutTorch() && include.providedBy == Library::Torch)
        return joined({"core/", folder, " is built without torch: <", include.name, ">"});
    if (include.providedBy == Library::Sqlite && folder != "store")
        return joined({"only core/store may use SQLite: <", include.name, ">"});
    return {};
}

/// The libraries that a file of this layer may not even reach through others.
std::vector<Library> outOfReach(std::string_view file)
{
    if (startsWithAny(file, {"ui/", "tests/ui/"}))
        return {Library::Torch, Library::Sqlite, Library::Json};
    if (file.starts_with("app/"))
        return {Library::Torch, Library::Sqlite};
    return {};
}

/// The shortest chain of files from `start` to one that includes the library; empty: there is none.
std::vector<std::string>
chainTo(const IncludeGraph& graph, const std::string& start, Library library)
{
    std::map<std::string, std::string> reachedFrom{{start, ""}};
    std::deque<std::string> waiting{start};
    while (!waiting.empty()) {
        const std::string file = waiting.front();
        waiting.pop_front();
        const auto includes = graph.find(file);
        if (includes == graph.end())
            continue;
        for (const Include& include : includes->second) {
            if (include.providedBy == library) {
                std::vector<std::string> chain{include.name};
                for (std::string step = file; !step.empty(); step = reachedFrom.at(step))
                    chain.insert(chain.begin(), step);
                return chain;
            }
            if (!include.project.empty() && reachedFrom.emplace(include.project, file).second)
                waiting.push_back(include.project);
        }
    }
    return {};
}

std::string reachFault(const IncludeGraph& graph, const std::string& file, const Include& include)
{
    for (const Library library : outOfReach(file)) {
        const std::string may = joined({layerOf(file), " may not reach ", nameOf(library), ": "});
        if (include.providedBy == library)
            return joined({may, "<", include.name, ">"});
        // A header of the same layer is reported where it includes the library or the way to it.
        if (include.project.empty() || layerOf(include.project) == layerOf(file))
            continue;
        const std::vector<std::string> chain = chainTo(graph, include.project, library);
        if (chain.empty())
            continue;
        std::string path;
        for (const std::string& step : chain) {
            if (!path.empty())
                path += " → ";
            path += step;
        }
        return may + path;
    }
    return {};
}

} // namespace

SourceTree readSourceTree(const std::filesystem::path& root)
{
    static const std::set<std::string> kEndings{".h", ".hpp", ".inl", ".cpp", ".cc", ".cu"};
    SourceTree tree;
    for (const char* folder : {"app", "ui", "core", "tests"}) {
        if (!std::filesystem::exists(root / folder))
            continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (!entry.is_regular_file() || !kEndings.contains(entry.path().extension().string()))
                continue;
            std::ifstream stream(entry.path(), std::ios::binary);
            tree[std::filesystem::relative(entry.path(), root).generic_string()] =
                std::string(std::istreambuf_iterator<char>(stream), {});
        }
    }
    return tree;
}

std::vector<LayerViolation> layerViolations(const SourceTree& tree)
{
    IncludeGraph graph;
    for (const auto& [file, text] : tree)
        graph[file] = includesOf(tree, file);

    std::vector<LayerViolation> violations;
    for (const auto& [file, includes] : graph)
        for (const Include& include : includes) {
            std::string fault = directFault(file, include);
            if (fault.empty())
                fault = reachFault(graph, file, include);
            if (!fault.empty())
                violations.push_back(
                    {.file = file, .line = include.line, .sentence = std::move(fault)});
        }
    return violations;
}

} // namespace coterie::tests
