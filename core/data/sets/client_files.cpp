#include "core/data/sets/client_files.h"

#include "core/data/formats/file_tree.h"
#include "core/data/formats/natural_order.h"
#include "core/data/formats/pickle.h"
#include "core/data/sets/arrays.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100'000;   // clients of a partition
constexpr std::string_view kPickled = "data"; // PFLlib's array

constexpr std::array kParameters{
    kFolderParameter,
    kLabelParameter,
    kSeparatorParameter,
    kSplitParameter,
    kCategoriesParameter,
    kMissingParameter,
    textParameter("x", "Array of samples", "the name of the array of samples", "x"),
    textParameter("y", "Array of labels", "the name of the array of labels", "y"),
    kChannelsParameter,
    kTaskParameter,
};

constexpr NamedPart kPart{
    .name = "clientFiles",
    .title = "Folder with a file for each client",
    .meaning =
        "Tables (CSV) or NumPy archives (.npz) of your own, a file for each client of the "
        "partition natural and named as the client; folders named train and test may stand "
        "above the files. What PFLlib writes is read too, and an archive of the folder (.zip, "
        ".tar, .tar.gz, .tar.bz2, .tar.xz) as it is.",
    .parameters = kParameters};

/// A file with the client that its name gives.
struct ClientFile
{
    fs::path path;                    ///< as messages name it
    std::shared_ptr<ByteStore> store; ///< of an archive; none: the path is opened
    std::string client;
    bool test = false;
};

/// The name without its ending; empty if it is another kind of file.
std::string clientOf(const std::string& file, bool tables)
{
    static constexpr std::array<std::string_view, 3> kTables{".csv", ".csv.gz", ".CSV"};
    static constexpr std::array<std::string_view, 1> kArrays{".npz"};
    for (const std::string_view ending :
         tables ? std::span<const std::string_view>(kTables) : std::span(kArrays))
        if (file.size() > ending.size() && file.ends_with(ending) && !file.starts_with('.'))
            return file.substr(0, file.size() - ending.size());
    return {};
}

Result<void> addFiles(const FileTree& tree,
                      const std::string& folder,
                      bool tables,
                      bool test,
                      std::vector<ClientFile>& files)
{
    std::set<std::string> seen;
    COTERIE_TRY(const std::vector<std::string> names, tree.files(folder));
    for (const std::string& name : names) {
        std::string client = clientOf(name, tables);
        if (client.empty())
            continue;
        if (!seen.insert(client).second)
            return fail(tree.path(folder).string(),
                        filled("has two files of client \"{}\"", client));
        if (files.size() == kMostFiles)
            return fail(tree.path(folder).string(), filled("has more than {} files", kMostFiles));
        files.push_back({.path = tree.path(below(folder, name)),
                         .store = tree.unpacked(below(folder, name)),
                         .client = std::move(client),
                         .test = test});
    }
    return {};
}

Result<FileTree> treeOf(const fs::path& folder)
{
    return FileTree::open(folder, [](const std::string& name) {
        return !clientOf(name, true).empty() || !clientOf(name, false).empty();
    });
}

/// The files of one kind, train before test and each sorted as people do.
Result<std::vector<ClientFile>> filesIn(const FileTree& tree, bool tables)
{
    std::vector<ClientFile> files;
    if (tree.hasFolder("train")) {
        COTERIE_CHECK(addFiles(tree, "train", tables, false, files));
        if (tree.hasFolder("test"))
            COTERIE_CHECK(addFiles(tree, "test", tables, true, files));
    } else {
        COTERIE_CHECK(addFiles(tree, "", tables, false, files));
    }
    std::ranges::sort(files, [](const ClientFile& a, const ClientFile& b) {
        return a.test != b.test ? b.test : naturallyBefore(a.client, b.client);
    });
    return files;
}

Result<DatasetPointer> loadTables(const fs::path& folder,
                                  const std::vector<ClientFile>& files,
                                  const ParameterSet& parameters)
{
    std::vector<TableFile> parts;
    for (const ClientFile& file : files)
        parts.push_back(
            {.path = file.path, .store = file.store, .client = file.client, .test = file.test});
    COTERIE_TRY(NumberTable table, readNumberTable(parts, tableOptions(parameters)));
    return tableDataset(kPart, folder, std::move(table));
}

/// x and y, by name, or in the dictionary that PFLlib stores.
Result<Samples> samplesOf(const ClientFile& file, const ParameterSet& parameters)
{
    const std::string name = file.path.string();
    COTERIE_TRY(const ZipArchive archive,
                file.store ? ZipArchive::open(file.store) : ZipArchive::open(file.path));
    const ZipMember* pickled = archive.find(std::string(kPickled) + ".npy");
    if (pickled == nullptr || archive.find(parameters.word("x") + ".npy") != nullptr) {
        COTERIE_TRY(NumberArray x, readArray(archive, name, parameters, "x"));
        COTERIE_TRY(const NumberArray y, readBeside(bytesOf(x.values), [&] {
                        return readArray(archive, name, parameters, "y");
                    }));
        return arraySamples(std::move(x), y, name, parameters);
    }
    COTERIE_TRY(const ByteSourcePointer content, archive.content(*pickled));
    COTERIE_TRY(auto arrays,
                readPickledArrays(*content, {parameters.word("x"), parameters.word("y")}));
    for (const char* parameter : {"x", "y"})
        if (!arrays.contains(parameters.word(parameter)))
            return fail(name,
                        filled("its array {} must be a dictionary with an array {}",
                               kPickled,
                               parameters.word(parameter)));
    return arraySamples(
        std::move(arrays[parameters.word("x")]), arrays[parameters.word("y")], name, parameters);
}

Result<void> append(Samples& all, Samples more, std::int32_t client, const std::string& file)
{
    const std::size_t count = more.count();
    if (all.count() == 0) {
        all = std::move(more);
    } else {
        if (all.shape != more.shape)
            return fail(file, "its samples must have the size of the other clients' samples");
        if (all.values.index() != more.values.index())
            return fail(file, "its samples must have the type of the other clients' samples");
        std::visit(
            [&more](auto& values) {
                const auto& added = std::get<std::decay_t<decltype(values)>>(more.values);
                values.insert(values.end(), added.begin(), added.end());
            },
            all.values);
        all.labels.insert(all.labels.end(), more.labels.begin(), more.labels.end());
        all.targets.insert(all.targets.end(), more.targets.begin(), more.targets.end());
    }
    all.domains.insert(all.domains.end(), count, client);
    return {};
}

Result<DatasetPointer> loadArrays(const fs::path& folder,
                                  const std::vector<ClientFile>& files,
                                  const ParameterSet& parameters)
{
    UserFacts facts;
    for (const ClientFile& file : files)
        facts.clientNames.push_back(file.client);
    std::ranges::sort(facts.clientNames, &naturallyBefore);
    const auto repeated = std::ranges::unique(facts.clientNames);
    facts.clientNames.erase(repeated.begin(), repeated.end());
    Samples train;
    Samples test;
    for (const ClientFile& file : files) {
        COTERIE_TRY(Samples read, readBeside(memoryOf(train) + memoryOf(test), [&] {
                        return samplesOf(file, parameters);
                    }));
        const auto client =
            std::ranges::lower_bound(facts.clientNames, file.client, &naturallyBefore)
            - facts.clientNames.begin();
        COTERIE_CHECK(append(file.test ? test : train,
                             std::move(read),
                             static_cast<std::int32_t>(client),
                             file.path.string()));
    }
    return userDataset(kPart, folder, std::move(train), std::move(test), std::move(facts));
}

Result<DatasetPointer> load(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const fs::path folder, userPath(parameters, "path", folders));
    COTERIE_TRY(const FileTree tree, treeOf(folder));
    COTERIE_TRY(const std::vector<ClientFile> tables, filesIn(tree, true));
    COTERIE_TRY(const std::vector<ClientFile> arrays, filesIn(tree, false));
    if (!tables.empty() && !arrays.empty())
        return fail(folder.string(), "has files of both kinds, .csv and .npz; must have one kind");
    const std::vector<ClientFile>& files = tables.empty() ? arrays : tables;
    if (files.empty() || files.front().test)
        return fail(folder.string(), "must have a file .csv or .npz for each client to train on");
    return tables.empty() ? loadArrays(folder, arrays, parameters)
                          : loadTables(folder, tables, parameters);
}

} // namespace

Result<std::optional<TableFile>> firstClientTable(const ParameterSet& parameters,
                                                  const DataFolders& folders)
{
    COTERIE_TRY(const fs::path folder, userPath(parameters, "path", folders));
    COTERIE_TRY(const FileTree tree, treeOf(folder));
    COTERIE_TRY(const std::vector<ClientFile> tables, filesIn(tree, true));
    if (tables.empty())
        return std::optional<TableFile>();
    return std::optional(TableFile{.path = tables.front().path, .store = tables.front().store});
}

constexpr CatalogEntry kClientFilesSet =
    userSet(kPart, "your own folder or archive, named by path", &load);

} // namespace coterie
