#include "core/data/formats/number_table.h"
#include "core/data/sets/published_files.h"

#include <array>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 2> kFiles{"zip.train", "zip.test"};
constexpr std::array kDownloads{
    PublishedFile{.name = "zip.train.gz",
                  .bytes = 1829071,
                  .sha256 = "66ebf231ab51f2cf6ac1a892d0f98ccffee1079d7a5db638c1f11f366046ca16",
                  .note = "size and SHA-256 as one public pointer file records them"},
    PublishedFile{.name = "zip.test.gz",
                  .bytes = 439208,
                  .sha256 = "8dacc3c6e136af6c3488de9e5113a7daf140c8c2f1f0b61c54ee02f03f1a962f",
                  .note = "size and SHA-256 as one public pointer file records them"}};
constexpr PublishedFiles kSet{
    .part = {.name = "usps",
             .title = "USPS",
             .meaning =
                 "7,291 scanned digits from envelopes and 2,007 official test digits, 16×16 grey.",
             .paper = "Hull: A database for handwritten text recognition research (1994)"},
    .folders = {"usps", "USPS"},
    .files = kFiles,
    .address = "https://hastie.su.domains/ElemStatLearn/datasets/",
    .ending = ".gz",
    .downloads = kDownloads};

Result<Samples> read(const std::filesystem::path& file)
{
    COTERIE_TRY(const std::shared_ptr<ByteStore> store, openStore(file));
    return readUspsText(store);
}

Result<DatasetPointer> load(const ParameterSet&, const DataFolders& folders)
{
    COTERIE_TRY(const std::vector<std::filesystem::path> files, neededFiles(kSet, folders));
    // -1 … 1 becomes 0 … 1, as for bytes.
    return makeDataset(
        kSet.part,
        {.classNames = kDigitNames, .inputScale = {.scale = {0.5F}, .offset = {0.5F}}},
        read(files[0]),
        read(files[1]));
}

} // namespace

constexpr CatalogEntry kUspsSet = withSamples(
    publishedSet<kSet>("none stated",
                       "US Postal Service and AT&T, by way of \"The Elements of Statistical "
                       "Learning\". zip.train.gz "
                       "and zip.test.gz from https://hastie.su.domains/ElemStatLearn/datasets/ "
                       "into DIR/usps; DIR is "
                       "named by --data or COTERIE_DATA.",
                       &load),
    pictures(1, 16, 10));

} // namespace coterie
