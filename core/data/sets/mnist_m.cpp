#include "core/data/formats/archive_reader.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/label_lines.h"
#include "core/data/formats/picture_list.h"
#include "core/data/sets/published_files.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kFiles{"mnist_m_train_labels.txt",
                                                 "mnist_m_test_labels.txt"};
constexpr std::array<std::string_view, 2> kPictureFolders{"mnist_m_train", "mnist_m_test"};
constexpr std::array kDownloads{PublishedFile{
    .name = "mnist_m.tar.gz",
    .md5 = "859df31c91afe82e80e5012ba928f279",
    .note = "a public copy of the author's archive: a program that fetches his own and one that "
            "fetches this check the same MD5",
    .address = "https://cornell.box.com/shared/static/jado7quprg6hzzdubvwzh9umr75damwi"}};
constexpr PublishedFiles kSet{
    .part = {.name = "mnistM",
             .title = "MNIST-M",
             .meaning = "59,001 of MNIST's digits blended with photographs and 9,001 test digits, "
                        "32×32 in colour.",
             .paper = "Ganin, Lempitsky: Unsupervised domain adaptation by backpropagation (2015), "
                      "arXiv 1409.7495"},
    .folders = {"mnist-m", "mnist_m", "MNIST-M"},
    .files = kFiles,
    .archive = "mnist_m.tar.gz",
    .address = "http://yaroslav.ganin.net/",
    .downloads = kDownloads};

using Labels = std::map<std::string, std::int32_t>;

using Lists = std::array<PictureList, 2>; // training and test

/// The pictures in the order of their names.
Result<void> readFolder(const fs::path& folder, const std::array<Labels, 2>& labels, Lists& lists)
{
    for (std::size_t part = 0; part < 2; ++part)
        for (const auto& [name, label] : labels[part]) {
            COTERIE_TRY(const ByteSourcePointer source,
                        openUnpacked(folder / kPictureFolders[part] / name));
            COTERIE_CHECK(lists[part].append(*source, label));
        }
    return {};
}

/// The places of the pictures of an archive among their names.
using Places = std::array<std::vector<std::size_t>, 2>;

/// Sorts the pictures by their names: the archive's folder gives the same data set.
void sortByName(std::vector<std::size_t>& places, Samples& samples)
{
    auto& values = std::get<std::vector<std::uint8_t>>(samples.values);
    const std::size_t size = samples.shape.size();
    const auto at = [&](std::size_t place) {
        return values.begin() + static_cast<std::ptrdiff_t>(place * size);
    };
    for (std::size_t i = 0; i < places.size(); ++i)
        while (places[i] != i) {
            const std::size_t place = places[i];
            std::swap_ranges(at(i), at(i + 1), at(place));
            std::swap(samples.labels[i], samples.labels[place]);
            std::swap(places[i], places[place]);
        }
}

/// The pictures in the archive's order, with their places.
Result<Places>
readPacked(const fs::path& archive, const std::array<Labels, 2>& labels, Lists& lists)
{
    std::array<std::map<std::string, std::size_t>, 2> seen; // by name, when each came
    COTERIE_CHECK(
        readArchive(archive, [&](const std::string& name, ByteSource& content) -> Result<bool> {
            const fs::path path(name);
            const auto folder =
                std::ranges::find(kPictureFolders, path.parent_path().filename().string());
            if (folder == kPictureFolders.end())
                return true;
            const auto part = static_cast<std::size_t>(folder - kPictureFolders.begin());
            const auto label = labels[part].find(path.filename().string());
            if (label == labels[part].end())
                return true;
            if (!seen[part].emplace(label->first, seen[part].size()).second)
                return fail(content.name(), "a second picture of this name");
            COTERIE_CHECK(lists[part].append(content, label->second));
            return true;
        }));
    for (std::size_t part = 0; part < 2; ++part)
        if (lists[part].count() != labels[part].size())
            return fail(archive.string(),
                        filled("{} must have {} pictures, as many as {} has labels (has {})",
                               kPictureFolders[part],
                               labels[part].size(),
                               kFiles[part],
                               lists[part].count()));
    Places places;
    for (std::size_t part = 0; part < 2; ++part) {
        places[part].resize(seen[part].size());
        std::size_t place = 0;
        for (const auto& [name, came] : seen[part])
            places[part][came] = place++;
    }
    return places;
}

Result<DatasetPointer> load(const ParameterSet&, const DataFolders& folders)
{
    COTERIE_TRY(const std::vector<fs::path> files, neededFiles(kSet, folders));
    std::array<Labels, 2> labels; // can be anywhere in the archive, so they are read first
    COTERIE_CHECK(readEach(kSet, files, [&](std::size_t file, ByteSource& content) -> Result<void> {
        COTERIE_TRY(labels[file], readLabelLines(content, kDigitNames.size()));
        return {};
    }));
    PictureReader reader;
    COTERIE_TRY(std::string libraries, reader.libraries());
    constexpr PictureForm kForm{.bytesOnly = true};
    Lists lists{PictureList(reader, labels[0].size(), kForm),
                PictureList(reader, labels[1].size(), kForm)};
    Places places; // empty: they have them
    if (isArchive(kSet, files)) {
        COTERIE_TRY(places, readPacked(files[0], labels, lists));
    } else {
        COTERIE_CHECK(readFolder(files[0].parent_path(), labels, lists));
    }
    Samples train = lists[0].take();
    Samples test = lists[1].take();
    sortByName(places[0], train);
    sortByName(places[1], test);
    return makeDataset(kSet.part,
                       {.classNames = kDigitNames, .decoders = std::move(libraries)},
                       std::move(train),
                       std::move(test));
}

} // namespace

constexpr CatalogEntry kMnistMSet = withSamples(
    publishedSet<kSet>(
        "none stated",
        "Y. Ganin, V. Lempitsky. mnist_m.tar.gz, linked from http://yaroslav.ganin.net/, into "
        "DIR/mnist-m, where it is read in place, or its folders mnist_m_train and mnist_m_test "
        "with "
        "their label files unpacked there; DIR is named by --data or COTERIE_DATA.",
        &load),
    pictures(3, 32, 10));

} // namespace coterie
