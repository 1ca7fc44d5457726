#include "core/data/sets/user_files.h"

#include "core/base/filled.h"
#include "core/data/formats/text_lines.h"

#include <algorithm>
#include <span>

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
userFile(const std::string& place, const std::string& text, const DataFolders& folders)
{
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

Result<fs::path>
userPath(const ParameterSet& parameters, std::string_view parameter, const DataFolders& folders)
{
    return userFile(filled("/data/dataset/{}", parameter), parameters.word(parameter), folders);
}

Result<DatasetPointer> userDataset(
    const NamedPart& part, const fs::path& file, Samples train, Samples test, UserFacts facts)
{
    if (facts.classNames.empty() && !train.labels.empty())
        facts.classNames = numberedClasses(train, test);
    const std::vector<std::string_view> names(facts.classNames.begin(), facts.classNames.end());
    const std::vector<std::string_view> clients(facts.clientNames.begin(), facts.clientNames.end());
    const bool bytes = std::holds_alternative<std::vector<std::uint8_t>>(train.values);
    if (test.count() > 0 && std::holds_alternative<std::vector<std::uint8_t>>(test.values) != bytes)
        return fail(file.string(), "the test samples must have the type of the training samples");
    const std::string title = file.filename().string();
    NamedPart named = part;
    named.title = title;
    return makeDataset(named,
                       {.classNames = names,
                        .domainNames = clients,
                        .inputScale = facts.inputScale ? *facts.inputScale
                                      : bytes          ? InputScale{}
                                              : InputScale{.scale = {1.0F}, .offset = {0.0F}},
                        .domainsAreClients = !clients.empty(),
                        .featureNames = std::move(facts.featureNames),
                        .notes = std::move(facts.notes),
                        .decoders = std::move(facts.decoders),
                        .inputsAreClasses = facts.inputsAreClasses},
                       std::move(train),
                       std::move(test));
}

TableOptions tableOptions(const ParameterSet& parameters)
{
    constexpr std::string_view kSeparatorLetters = ",;\t ";
    TableOptions options{
        .separator =
            kSeparatorLetters[wordPlace(kSeparatorParameter, parameters.word("separator"))],
        .labelColumn = parameters.word("label"),
        .regression = isRegression(parameters),
        .words = true,
        .splitColumn = parameters.word("split"),
        .missing =
            static_cast<MissingValues>(wordPlace(kMissingParameter, parameters.word("missing")))};
    std::vector<std::string_view> listed;
    splitLine(parameters.word("categories"), ',', listed);
    for (const std::string_view column : listed)
        if (!column.empty())
            options.categories.emplace_back(column);
    return options;
}

Result<DatasetPointer> tableDataset(const NamedPart& part, const fs::path& file, NumberTable table)
{
    Samples train;
    train.shape = {.channels = table.features, .height = 1, .width = 1};
    Samples test;
    test.shape = train.shape;
    if (!table.test.empty()) {
        std::vector<float>& tested = test.values.emplace<std::vector<float>>();
        std::size_t kept = 0;
        for (std::size_t row = 0; row < table.rows; ++row) {
            const auto values =
                std::span(table.values).subspan(row * table.features, table.features);
            if (table.test[row])
                tested.insert(tested.end(), values.begin(), values.end());
            else
                std::ranges::copy(values,
                                  table.values.begin()
                                      + static_cast<std::ptrdiff_t>(kept++ * table.features));
        }
        table.values.resize(kept * table.features);
        const auto setApart = [&table](auto& all, auto& tests) {
            std::size_t next = 0;
            for (std::size_t row = 0; row < all.size(); ++row) {
                if (table.test[row])
                    tests.push_back(all[row]);
                else
                    all[next++] = all[row];
            }
            all.resize(next);
        };
        setApart(table.labels, test.labels);
        setApart(table.targets, test.targets);
        setApart(table.clients, test.domains);
    }
    train.values = std::move(table.values);
    train.labels = std::move(table.labels);
    train.targets = std::move(table.targets);
    train.domains = std::move(table.clients);
    return userDataset(part,
                       file,
                       std::move(train),
                       std::move(test),
                       {.classNames = std::move(table.classNames),
                        .clientNames = std::move(table.clientNames),
                        .featureNames = std::move(table.featureNames),
                        .notes = std::move(table.notes)});
}

} // namespace coterie
