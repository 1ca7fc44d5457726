#include "app/cli/dataset_page.h"

#include "app/cli/output.h"
#include "app/cli/parameter_table.h"
#include "app/cli/table_printer.h"
#include "core/data/download_catalog.h"
#include "core/spec/nearest_word.h"

#include <algorithm>

namespace coterie::cli {

namespace {

std::string countOf(std::size_t count)
{
    return countText(static_cast<std::int64_t>(count));
}

void addText(std::string& page, std::string_view title, std::string_view text)
{
    constexpr std::size_t kTextWidth = 96;
    if (text.empty())
        return;
    bool first = true;
    for (const std::string& line : wrapped(text, kTextWidth)) {
        page += "  " + (first && !title.empty() ? std::string(title) + ": " : std::string()) + line
                + '\n';
        first = false;
    }
}

std::string storedText(const Samples& samples)
{
    if (samples.source)
        return "made as they are drawn";
    return std::holds_alternative<std::vector<std::uint8_t>>(samples.values) ? "bytes" : "floats";
}

std::string shapeText(const Samples& samples)
{
    const SampleShape& shape = samples.shape;
    if (shape.plane() == 1)
        return std::to_string(shape.channels) + " features, " + storedText(samples);
    std::string sizes = std::to_string(shape.channels) + "×";
    if (shape.depth > 1)
        sizes += std::to_string(shape.depth) + "×";
    sizes += std::to_string(shape.height) + "×" + std::to_string(shape.width);
    return sizes
           + (shape.depth > 1 ? " (channels × depth × height × width), "
                              : " (channels × height × width), ")
           + storedText(samples);
}

/// How often each number from 0 on occurs.
std::vector<std::size_t> histogram(const std::vector<std::int32_t>& numbers, std::size_t size)
{
    std::vector<std::size_t> counts(size, 0);
    for (const std::int32_t number : numbers)
        ++counts[static_cast<std::size_t>(number)];
    return counts;
}

std::string histogramTable(std::string_view title,
                           const std::vector<std::string>& names,
                           const std::vector<std::int32_t>& train,
                           const std::vector<std::int32_t>& test)
{
    constexpr std::size_t kIndent = 2;
    Table table({{.title = std::string(title)},
                 {.title = "samples", .align = Align::Right},
                 {.title = "test", .align = Align::Right}});
    const std::vector<std::size_t> ofTrain = histogram(train, names.size());
    const std::vector<std::size_t> ofTest = histogram(test, names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        table.add({names[i], countOf(ofTrain[i]), test.empty() ? "" : countOf(ofTest[i])});
    table.dropEmptyColumns();
    return '\n' + table.text(kIndent);
}

std::string contentText(const Dataset& dataset)
{
    std::string text;
    addText(text, "Samples", sampleText(dataset));
    addText(text, "Shape", shapeText(dataset.train));
    addText(text, "Classes", classText(dataset));
    if (dataset.classes > 0)
        text += histogramTable(
            "class", dataset.classNames, dataset.train.labels, dataset.officialTest.labels);
    if (!dataset.domainNames.empty())
        text += histogramTable(
            "domain", dataset.domainNames, dataset.train.domains, dataset.officialTest.domains);
    return text;
}

std::string filesText(const std::vector<std::filesystem::path>& files)
{
    std::string text = "\n  Files found:\n";
    for (const std::filesystem::path& file : files) {
        std::error_code error;
        const auto size = std::filesystem::file_size(file, error);
        text +=
            "    " + file.string()
            + (error ? std::string() : ", " + countOf(static_cast<std::size_t>(size)) + " bytes")
            + '\n';
    }
    return text;
}

std::string downloadsText(const std::vector<Download>& downloads)
{
    std::string text = "\n  Published at:\n";
    for (const Download& download : downloads) {
        text += "    " + std::string(download.address) + "\n      for DIR/"
                + std::string(download.file);
        if (download.bytes > 0)
            text += ", " + countOf(static_cast<std::size_t>(download.bytes)) + " bytes";
        if (!download.sha256.empty())
            text += "\n      SHA-256 " + std::string(download.sha256);
        if (!download.md5.empty())
            text += "\n      MD5 " + std::string(download.md5);
        if (!download.note.empty())
            text += "\n      (" + std::string(download.note) + ")";
        text += '\n';
    }
    return text;
}

} // namespace

std::string sampleText(const Dataset& dataset)
{
    std::string text = dataset.streams > 0 ? "endless" : countOf(dataset.train.count());
    if (dataset.officialTest.count() > 0)
        text += " + " + countOf(dataset.officialTest.count()) + " test";
    return text;
}

std::string classText(const Dataset& dataset)
{
    switch (dataset.task()) {
    case Task::Classes:
        return std::to_string(dataset.classes);
    case Task::Mask:
        return "mask";
    case Task::Target:
        break;
    }
    return "regression";
}

std::string fetchText(std::string_view name)
{
    const std::vector<Download> downloads = downloadsOf(name);
    if (downloads.empty())
        return {};
    std::uint64_t bytes = 0;
    bool known = true;
    for (const Download& download : downloads) {
        bytes += download.bytes;
        known = known && download.bytes > 0;
    }
    std::string text = "`coterie --fetch " + std::string(name) + "` downloads it";
    constexpr double kMegabyte = 1e6;
    const auto size = static_cast<double>(bytes);
    if (known)
        text += size < kMegabyte ? " (" + numberText(size / 1e3, 0) + " kB)"
                                 : " (" + numberText(size / kMegabyte, 1) + " MB)";
    return text;
}

Result<std::string> datasetPage(const std::string& name, const DataFolders& folders)
{
    const auto entry = std::ranges::find(
        dataCatalog(), name, [](const CatalogEntry& known) { return known.part.name; });
    if (entry == dataCatalog().end()) {
        std::vector<std::string_view> names;
        for (const CatalogEntry& known : dataCatalog())
            names.push_back(known.part.name);
        return Unexpected<Error>{Error{.place = {},
                                       .found = {},
                                       .needed = "no data set is called \"" + name + '"',
                                       .nearest = nearestWord(name, names)}};
    }
    const NamedPart& part = entry->part;
    std::string page = std::string(part.name) + ": " + std::string(part.title) + '\n';
    addText(page, {}, part.meaning);
    addText(page, "From", part.paper);
    addText(page, "Licence", entry->licence);
    addText(page, "Origin", entry->origin);
    const std::vector<std::filesystem::path> files = entry->find(folders);
    if (entry->builtIn || !files.empty()) {
        const Result<std::shared_ptr<const Dataset>> dataset =
            loadDataset(Part{.name = name, .parameters = {}}, folders);
        page += '\n';
        if (dataset)
            page += contentText(**dataset);
        else
            addText(page, "Cannot be loaded", dataset.error().sentence());
    } else if (!entry->fromPath) {
        addText(page, {}, "Its files were not found.");
    }
    if (!files.empty())
        page += filesText(files);
    if (const std::vector<Download> downloads = downloadsOf(name); !downloads.empty()) {
        if (files.empty())
            page += "\n  " + fetchText(name) + " into the data folder.\n";
        page += downloadsText(downloads);
    }
    constexpr std::size_t kIndent = 2;
    page += part.parameters.empty() ? "\n  It has no parameters.\n"
                                    : '\n' + parameterTable(part.parameters, kIndent);
    return page;
}

} // namespace coterie::cli
