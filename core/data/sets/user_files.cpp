#include "core/data/sets/user_files.h"

#include "core/base/filled.h"

#include <algorithm>

namespace coterie {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> numberedClasses(const Samples& train, const Samples& test)
{
    std::int32_t largest = 0;
    for (const Samples* samples : {&train, &test})
        for (const std::int32_t label : samples->labels)
            largest = std::max(largest, label);
    std::vector<std::string> names;
    for (std::int32_t label = 0; label <= largest; ++label)
        names.push_back(std::to_string(label));
    return names;
}

} // namespace

Result<fs::path>
userPath(const ParameterSet& parameters, std::string_view parameter, const DataFolders& folders)
{
    const std::string place = filled("/data/dataset/{}", parameter);
    const std::string& text = parameters.word(parameter);
    if (text.empty())
        return notAllowed(place, {}, "the name of a file");
    const fs::path named(text);
    std::error_code ignored;
    std::string looked;
    for (const fs::path& folder : folders.folders) {
        if (named.is_absolute())
            break;
        if (fs::exists(folder / named, ignored))
            return folder / named;
        looked += folder.string() + " or ";
    }
    if (fs::exists(named, ignored))
        return named;
    return notAllowed(place,
                      inQuotes(text),
                      named.is_absolute() ? "a file that exists"
                                          : "a file in " + looked + "the working directory");
}

Result<DatasetPointer> userDataset(const NamedPart& part,
                                   const fs::path& file,
                                   Samples train,
                                   Samples test,
                                   std::vector<std::string> classNames)
{
    if (classNames.empty() && !train.labels.empty())
        classNames = numberedClasses(train, test);
    const std::vector<std::string_view> names(classNames.begin(), classNames.end());
    const bool bytes = std::holds_alternative<std::vector<std::uint8_t>>(train.values);
    if (test.count() > 0 && std::holds_alternative<std::vector<std::uint8_t>>(test.values) != bytes)
        return fail(file.string(), "the test samples must have the type of the training samples");
    const std::string title = file.filename().string();
    NamedPart named = part;
    named.title = title;
    return makeDataset(
        named,
        {.classNames = names,
         .inputScale = bytes ? InputScale{} : InputScale{.scale = {1.0F}, .offset = {0.0F}}},
        std::move(train),
        std::move(test));
}

} // namespace coterie
