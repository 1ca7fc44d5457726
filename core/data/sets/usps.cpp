#include "core/data/formats/number_table.h"
#include "core/data/sets/make_dataset.h"
#include "core/data/sets/mnist.h"
#include "core/data/sets/published_files.h"
#include "core/data/sets/sets.h"

#include <array>

namespace coterie {

namespace {

constexpr NamedPart kPart{
    .name = "usps",
    .title = "USPS",
    .meaning = "7,291 scanned digits from envelopes and 2,007 official test digits, 16×16 grey.",
    .paper = "Hull: A database for handwritten text recognition research (1994)"};
constexpr std::array<std::string_view, 2> kFolders{"usps", "USPS"};
constexpr std::array<std::string_view, 2> kFiles{"zip.train", "zip.test"};
constexpr PublishedFiles kSet{.title = "USPS",
                              .folders = kFolders,
                              .files = kFiles,
                              .address = "https://hastie.su.domains/ElemStatLearn/datasets/",
                              .ending = ".gz"};

Result<Samples> read(const std::filesystem::path& file)
{
    const Result<std::shared_ptr<ByteStore>> store = openStore(file);
    if (!store)
        return Unexpected<Error>{store.error()};
    return readUspsText(*store);
}

Result<DatasetPointer> load(const ParameterSet&, std::uint64_t, const DataFolders& folders)
{
    const std::vector<std::filesystem::path> files = findFiles(kSet, folders);
    if (files.empty())
        return Unexpected<Error>{filesMissing(kSet, folders)};
    // -1 … 1 becomes 0 … 1, as for bytes.
    return makeDataset(
        kPart,
        {.classNames = kDigitNames, .inputScale = {.scale = {0.5F}, .offset = {0.5F}}},
        read(files[0]),
        read(files[1]));
}

} // namespace

constexpr CatalogEntry kUspsSet{
    .part = kPart,
    .builtIn = false,
    .licence = "none stated",
    .origin = "US Postal Service and AT&T, by way of \"The Elements of Statistical Learning\". "
              "zip.train.gz and zip.test.gz from "
              "https://hastie.su.domains/ElemStatLearn/datasets/ into DIR/usps; DIR is named by "
              "--data or COTERIE_DATA.",
    .load = &load,
    .find = [](const DataFolders& folders) { return findFiles(kSet, folders); }};

} // namespace coterie
