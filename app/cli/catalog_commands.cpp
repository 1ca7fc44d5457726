#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/data/catalog.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace coterie::cli {

namespace {

std::string countOf(std::size_t count)
{
    return countText(static_cast<std::int64_t>(count));
}

/// "50,000 + 10,000 test"
std::string sampleText(const Dataset& dataset)
{
    std::string text = dataset.streams > 0 ? "endless" : countOf(dataset.train.count());
    if (dataset.officialTest.count() > 0)
        text += " + " + countOf(dataset.officialTest.count()) + " test";
    return text;
}

/// "10", "regression" or "mask"
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

std::string storedText(const Samples& samples)
{
    if (samples.source)
        return "generated on demand";
    return std::holds_alternative<std::vector<std::uint8_t>>(samples.values) ? "bytes" : "floats";
}

/// "28×28", or with the depth of a volume before it.
std::string planeText(const SampleShape& shape)
{
    return (shape.depth > 1 ? std::to_string(shape.depth) + "×" : "") + std::to_string(shape.height)
           + "×" + std::to_string(shape.width);
}

std::string shapeText(const Samples& samples)
{
    const SampleShape& shape = samples.shape;
    if (shape.plane() == 1)
        return std::to_string(shape.channels) + " features, " + storedText(samples);
    return std::to_string(shape.channels) + "×" + planeText(shape)
           + (shape.depth > 1 ? " (channels × depth × height × width), "
                              : " (channels × height × width), ")
           + storedText(samples);
}

/// Counts of the numbers 0, 1, …
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
    Table table({left(title), right("samples"), right("test")});
    const std::vector<std::size_t> ofTrain = histogram(train, names.size());
    const std::vector<std::size_t> ofTest = histogram(test, names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        table.add({names[i], countOf(ofTrain[i]), test.empty() ? "" : countOf(ofTest[i])});
    table.dropEmptyColumns();
    return '\n' + table.text(kIndent);
}

std::string contentText(const Dataset& dataset)
{
    std::string text = paragraph(sampleText(dataset), "Samples: ")
                       + paragraph(shapeText(dataset.train), "Shape: ")
                       + paragraph(classText(dataset), "Classes: ");
    if (dataset.classes > 0)
        text += histogramTable(
            "class", dataset.classNames, dataset.train.labels, dataset.officialTest.labels);
    if (!dataset.domainNames.empty())
        text += histogramTable(dataset.domainsAreClients ? "client" : "domain",
                               dataset.domainNames,
                               dataset.train.domains,
                               dataset.officialTest.domains);
    if (!dataset.notes.empty())
        text += '\n';
    for (const std::string& note : dataset.notes)
        text += paragraph(note, "Note: ");
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

/// "`coterie --fetch mnist` downloads it (11.6 MB)"; empty for a manual download.
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

/// One data set: contents (if found), classes, domains, files found and published, licence, origin
/// and parameters.
Result<std::string> datasetPage(const std::string& name, const DataFolders& folders)
{
    const auto entry = std::ranges::find(
        dataCatalog(), name, [](const CatalogEntry& known) { return known.part.name; });
    if (entry == dataCatalog().end()) {
        std::vector<std::string_view> names;
        for (const CatalogEntry& known : dataCatalog())
            names.push_back(known.part.name);
        return Unexpected<Error>{Error{.message = "no data set is called \"" + name + '"',
                                       .nearest = nearestWord(name, names)}};
    }
    const NamedPart& part = entry->part;
    std::string page = std::string(part.name) + ": " + std::string(part.title) + '\n'
                       + paragraph(part.meaning) + paragraph(part.paper, "From: ")
                       + paragraph(entry->licence, "Licence: ")
                       + paragraph(entry->origin, "Origin: ");
    const std::vector<std::filesystem::path> files = entry->find(folders);
    if (entry->builtIn || !files.empty()) {
        const Result<std::shared_ptr<const Dataset>> dataset =
            loadDataset(Part{.name = name, .parameters = {}}, folders);
        page += '\n';
        if (dataset)
            page += contentText(**dataset);
        else
            page += paragraph(dataset.error().sentence(), "Cannot be loaded: ");
    } else if (!entry->fromPath) {
        page += paragraph("Files not found.");
    }
    if (!files.empty())
        page += filesText(files);
    if (const std::vector<Download> downloads = downloadsOf(name); !downloads.empty()) {
        if (files.empty())
            page += "\n  " + fetchText(name) + " into the data folder.\n";
        page += downloadsText(downloads);
    }
    constexpr std::size_t kIndent = 2;
    page += part.parameters.empty() ? "\n  No parameters.\n"
                                    : '\n' + parameterTable(part.parameters, kIndent);
    return page;
}

/// Samples and classes of a data set; known once it is loaded.
std::pair<std::string, std::string> sizeAndClasses(const CatalogEntry& entry,
                                                   const DataFolders& folders)
{
    const Result<std::shared_ptr<const Dataset>> dataset =
        loadDataset(Part{.name = std::string(entry.part.name), .parameters = {}}, folders);
    if (!dataset)
        return {"", ""};
    return {sampleText(**dataset), classText(**dataset)};
}

std::string kindText(const CatalogEntry& entry, bool there)
{
    if (entry.builtIn)
        return "built in";
    if (entry.fromPath)
        return "your file";
    return there ? "files" : "not found";
}

std::string whereText(const CatalogEntry& entry, const std::vector<std::filesystem::path>& files)
{
    if (!files.empty())
        return files.front().parent_path().string();
    const std::string fetched = fetchText(entry.part.name);
    return fetched.empty() ? std::string(entry.origin) : fetched;
}

std::string datasetTable(const DataFolders& folders)
{
    Table table({left("data set"),
                 left("kind"),
                 right("samples"),
                 right("classes"),
                 wrapping("where, or how to get it")});
    for (const CatalogEntry& entry : dataCatalog()) {
        const std::vector<std::filesystem::path> files = entry.find(folders);
        const bool there = entry.builtIn || !files.empty();
        auto [samples, classes] =
            there ? sizeAndClasses(entry, folders) : std::pair<std::string, std::string>{};
        table.add({std::string(entry.part.name),
                   kindText(entry, there),
                   std::move(samples),
                   std::move(classes),
                   whereText(entry, files)});
    }
    constexpr std::size_t kLineWidth = 120;
    return table.text(0, kLineWidth);
}

} // namespace

Outcome runDatasets(Arguments& arguments)
{
    COTERIE_TRY(const std::vector<std::filesystem::path> folders, dataFolders(arguments));
    const DataFolders places{.folders = folders};
    const std::vector<std::string>& words = arguments.operands;
    if (words.empty())
        return printed(datasetTable(places));
    if (words.size() != 2 || words.front() != "show")
        return refuse(Error{.allowed = "`datasets` or `datasets show NAME`"});
    COTERIE_TRY(const std::string page, datasetPage(words[1], places));
    return printed(page);
}

} // namespace coterie::cli
