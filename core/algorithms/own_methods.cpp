#include "core/algorithms/own_methods.h"

#include "core/algorithms/algorithm_table.h"
#include "core/algorithms/elf_section.h"
#include "core/algorithms/library_copy.h"
#include "core/algorithms/method_library.h"
#include "core/algorithms/method_stamp.h"
#include "core/algorithms/trial_load.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/try.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <dlfcn.h>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace coterie {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLargestLibrary = std::size_t{1} << 30;
constexpr const char* kTableName = "coterie_methods";

/// Pointers into it stay valid.
std::deque<OwnMethod>& known()
{
    static std::deque<OwnMethod> methods;
    return methods;
}

std::string digestOf(std::string_view bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    const std::uint64_t hash = contentHash(std::as_bytes(std::span(bytes)));
    for (int shift = 60; shift >= 0; shift -= 4)
        text += kDigits[(hash >> shift) & 15U];
    return text;
}

/// Letters and digits, the first one a small letter, as in "fedAvg" or "hcct_p".
bool isWord(std::string_view name)
{
    const auto isSmall = [](char letter) { return letter >= 'a' && letter <= 'z'; };
    return !name.empty() && name.size() <= 64 && isSmall(name.front())
           && std::ranges::all_of(name, [isSmall](char letter) {
                  return isSmall(letter) || (letter >= 'A' && letter <= 'Z')
                         || (letter >= '0' && letter <= '9') || letter == '_';
              });
}

Result<void> checkParameters(const NamedPart& method)
{
    const std::string begin = "its method \"" + std::string(method.name) + "\" ";
    std::set<std::string_view> names{"name"}; // the key of the method itself
    for (const ParameterDescriptor& parameter : method.parameters) {
        const std::string named = begin + "has the setting \"" + std::string(parameter.name) + "\"";
        if (!isWord(parameter.name))
            return fail(
                {}, named + ", but a name is letters and digits and begins with a small letter");
        if (!names.insert(parameter.name).second)
            return fail(
                {},
                named + (parameter.name == "name" ? ", which is the key of its name" : " twice"));
        if (parameter.fill == nullptr)
            return fail({}, named + " without bind()");
        if (parameter.type == ParameterType::Word && parameter.words.empty())
            return fail({}, named + " without words to choose from");
        const bool isNumber =
            parameter.type == ParameterType::Real || parameter.type == ParameterType::Integer;
        if (isNumber && !parameter.required && !parameter.range.contains(parameter.defaultNumber))
            return fail({}, named + " with a default that its range does not allow");
    }
    return {};
}

/// What the program takes for granted of its own entries.
Result<void> checkEntry(const MadePart<Algorithm>& method)
{
    const std::string name(method.part.name);
    if (!isWord(name))
        return fail({},
                    "its method \"" + name
                        + "\" needs a name of letters and digits that begins with a small letter");
    if (method.part.title.empty() || method.make == nullptr)
        return fail({}, "its method \"" + name + "\" needs a title, and madeAs() to be made by");
    if (const OwnMethod* other = ownMethod(name))
        return fail({},
                    "its method \"" + name + "\" is in " + other->library.string() + " already");
    if (isAlgorithm(name))
        return fail(
            {}, "its method \"" + name + "\" has the name of one of the program; choose another");
    return checkParameters(method.part);
}

/// The loader's words, with the library's own name.
Unexpected<Error> notLoaded(std::string words, const fs::path& copy, const fs::path& file)
{
    const std::string before = copy.string();
    if (const std::size_t place = words.find(before); place != std::string::npos)
        words.replace(place, before.size(), file.string());
    return fail({}, std::move(words));
}

/// Of the bytes that were checked, whatever the file has become.
Result<std::span<const MadePart<Algorithm>>> tableOf(std::string_view bytes, const fs::path& file)
{
    COTERIE_TRY(LibraryCopy copy, LibraryCopy::of(bytes, file.filename().string()));
    if (const Result<void> tried = checkLoads(copy.path(), kTableName); !tried) {
        copy.close();
        return notLoaded(tried.error().sentence(), copy.path(), file);
    }
    // Never closed: from now on the registry points into it.
    void* const library = ::dlopen(copy.path().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return notLoaded("cannot be loaded: " + std::string(::dlerror()), copy.path(), file);
    const auto* const table = static_cast<const MethodLibrary*>(::dlsym(library, kTableName));
    if (table == nullptr || table->methods.empty())
        return fail({}, "names no method: COTERIE_METHODS(…) is missing or empty");
    return table->methods;
}

Result<void> loadLibrary(const fs::path& file, std::vector<OwnMethod>& loaded)
{
    const Result<std::string> bytes = readWholeFile(file, kLargestLibrary);
    if (!bytes)
        return fail({}, "cannot be read: " + bytes.error().complaint());
    COTERIE_TRY(const std::optional<std::string_view> stamp, sectionOf(*bytes, kStampSection));
    if (!stamp)
        return fail({}, "has no stamp of a Coterie method; build it with coterie_add_method()");
    COTERIE_CHECK(checkStamp(*stamp));
    COTERIE_TRY(const std::span<const MadePart<Algorithm>> methods, tableOf(*bytes, file));
    std::set<std::string_view> names;
    for (const MadePart<Algorithm>& method : methods) {
        COTERIE_CHECK(checkEntry(method));
        if (!names.insert(method.part.name).second)
            return fail({}, "has two methods named \"" + std::string(method.part.name) + '"');
    }
    for (const MadePart<Algorithm>& method : methods) { // all or none
        addAlgorithm(method);
        loaded.push_back(
            {.name = std::string(method.part.name), .library = file, .digest = digestOf(*bytes)});
        known().push_back(loaded.back());
    }
    return {};
}

Result<std::vector<fs::path>> librariesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code problem;
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem))
        if (entry->path().extension() == ".so")
            files.push_back(entry->path());
    if (problem)
        return fail({}, "the folder of methods cannot be read: " + problem.message());
    std::ranges::sort(files);
    return files;
}

} // namespace

LoadedMethods loadMethods(std::span<const fs::path> folders)
{
    LoadedMethods found;
    const auto refuse = [&found](const fs::path& place, Error error) {
        error.place = place.string();
        found.refused.push_back(std::move(error));
    };
    std::set<fs::path> seen;
    for (const fs::path& named : folders) {
        std::error_code ignored;
        if (named.empty() || (named == userMethodsFolder() && !fs::exists(named, ignored)))
            continue;
        // dlopen() looks for a name without a folder elsewhere.
        const fs::path absolute = fs::weakly_canonical(named, ignored);
        const fs::path folder = absolute.empty() ? named : absolute;
        if (!seen.insert(folder).second)
            continue;
        const Result<std::vector<fs::path>> files = librariesIn(folder);
        if (!files) {
            refuse(named, files.error());
            continue;
        }
        for (const fs::path& file : *files)
            if (std::ranges::find(known(), file, &OwnMethod::library) != known().end())
                continue;
            else if (const Result<void> loaded = loadLibrary(file, found.loaded); !loaded)
                refuse(file, loaded.error());
    }
    return found;
}

fs::path userMethodsFolder()
{
    const fs::path folder = userDataFolder();
    return folder.empty() ? folder : folder / "methods";
}

const OwnMethod* ownMethod(std::string_view algorithm)
{
    const auto found = std::ranges::find(known(), algorithm, &OwnMethod::name);
    return found == known().end() ? nullptr : &*found;
}

} // namespace coterie
