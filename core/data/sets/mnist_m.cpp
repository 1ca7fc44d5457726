#include "core/base/filled.h"
#include "core/base/try.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/png.h"
#include "core/data/sets/published_files.h"
#include "core/data/sets/sets.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kFolders{"mnist-m", "mnist_m", "MNIST-M"};
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
    .part =
        {.name = "mnistM",
         .title = "MNIST-M",
         .meaning =
             "59,001 of MNIST's digits blended with photographs and 9,001 test digits, 32×32 in "
             "colour.",
         .paper =
             "Ganin, Lempitsky: Unsupervised domain adaptation by backpropagation (2015), arXiv "
             "1409.7495"},
    .folders = kFolders,
    .files = kFiles,
    .archive = "mnist_m.tar.gz",
    .address = "http://yaroslav.ganin.net/",
    .downloads = kDownloads};

using Labels = std::map<std::string, std::int32_t>;

/// The pictures in the order of their names.
Result<Samples> readFolder(const fs::path& labelFile, std::string_view pictures)
{
    COTERIE_TRY(const ByteSourcePointer lines, openUnpacked(labelFile));
    COTERIE_TRY(const Labels labels, readLabelLines(*lines, kDigitNames.size()));
    PictureList list(labels.size());
    for (const auto& [name, label] : labels) {
        COTERIE_TRY(const ByteSourcePointer source,
                    openUnpacked(labelFile.parent_path() / pictures / name));
        COTERIE_CHECK(list.append(*source, label));
    }
    return list.take();
}

/// The labels can be anywhere in the archive, so they are read first, then the pictures in the
/// archive's order.
Result<std::array<Labels, 2>> readArchiveLabels(const fs::path& archive)
{
    std::array<Labels, 2> labels;
    std::array<bool, 2> found{};
    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(archive));
    COTERIE_CHECK(
        readTar(*source, [&](const std::string& name, ByteSource& content) -> Result<bool> {
            const auto known = std::ranges::find(kFiles, fs::path(name).filename().string());
            if (known == kFiles.end())
                return true;
            const auto part = static_cast<std::size_t>(known - kFiles.begin());
            COTERIE_TRY(labels[part], readLabelLines(content, kDigitNames.size()));
            found[part] = true;
            return !found[0] || !found[1];
        }));
    for (std::size_t part = 0; part < 2; ++part)
        if (!found[part])
            return fail(archive.string(), "must contain " + std::string(kFiles[part]));
    return labels;
}

Result<DatasetPointer> readArchive(const fs::path& archive)
{
    COTERIE_TRY(const auto labels, readArchiveLabels(archive));
    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(archive));
    std::array<PictureList, 2> lists{PictureList(labels[0].size()), PictureList(labels[1].size())};
    COTERIE_CHECK(
        readTar(*source, [&](const std::string& name, ByteSource& content) -> Result<bool> {
            const fs::path path(name);
            const auto folder =
                std::ranges::find(kPictureFolders, path.parent_path().filename().string());
            if (folder == kPictureFolders.end())
                return true;
            const auto part = static_cast<std::size_t>(folder - kPictureFolders.begin());
            const auto label = labels[part].find(path.filename().string());
            if (label == labels[part].end())
                return true;
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
    return makeDataset(kSet.part, {.classNames = kDigitNames}, lists[0].take(), lists[1].take());
}

Result<DatasetPointer> load(const ParameterSet&, const DataFolders& folders)
{
    COTERIE_TRY(const std::vector<fs::path> files, neededFiles(kSet, folders));
    if (isArchive(kSet, files))
        return readArchive(files.front());
    return makeDataset(kSet.part,
                       {.classNames = kDigitNames},
                       readFolder(files[0], kPictureFolders[0]),
                       readFolder(files[1], kPictureFolders[1]));
}

} // namespace

constexpr CatalogEntry kMnistMSet = publishedSet<kSet>(
    "none stated",
    "Y. Ganin, V. Lempitsky. mnist_m.tar.gz, linked from http://yaroslav.ganin.net/, "
    "into DIR/mnist-m, where it is read in place, or its folders mnist_m_train and "
    "mnist_m_test with their label files unpacked there; DIR is named by --data or "
    "COTERIE_DATA.",
    &load);

} // namespace coterie
