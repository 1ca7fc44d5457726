#include "core/data/sets/mat_digits.h"

#include "core/data/formats/archives.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/mat.h"
#include "core/data/sets/mnist.h"
#include "core/data/sets/sets.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

Result<Samples> read(const Result<ByteSourcePointer>& source, bool tenIsZero)
{
    if (!source)
        return Unexpected<Error>{source.error()};
    return readMatPictures(**source, tenIsZero);
}

/// The archive's member of that name, in whatever folder of it.
Result<ByteSourcePointer>
member(const ZipArchive& archive, const std::string& archiveName, std::string_view name)
{
    const auto found = std::ranges::find_if(archive.members(), [name](const ZipMember& known) {
        return std::filesystem::path(known.name).filename() == name;
    });
    if (found == archive.members().end())
        return fail(archiveName, "must contain " + std::string(name));
    return archive.content(*found);
}

} // namespace

Result<DatasetPointer> loadMatDigits(const MatDigits& set, const DataFolders& folders)
{
    const std::vector<std::filesystem::path> files = findFiles(set.files, folders);
    if (files.empty())
        return Unexpected<Error>{filesMissing(set.files, folders)};
    if (!isArchive(set.files, files))
        return makeDataset(set.part,
                           {.classNames = kDigitNames},
                           read(openUnpacked(files[0]), set.tenIsZero),
                           read(openUnpacked(files[1]), set.tenIsZero));
    Result<std::shared_ptr<ByteStore>> store = openStore(files[0]);
    if (!store)
        return Unexpected<Error>{store.error()};
    const Result<ZipArchive> archive = ZipArchive::open(*store);
    if (!archive)
        return Unexpected<Error>{archive.error()};
    const auto readMember = [&](std::size_t i) {
        return read(member(*archive, files[0].string(), set.files.files[i]), set.tenIsZero);
    };
    return makeDataset(set.part, {.classNames = kDigitNames}, readMember(0), readMember(1));
}

namespace {

constexpr NamedPart kSvhnPart{
    .name = "svhn",
    .title = "SVHN",
    .meaning = "73,257 digits from photographs of house numbers and 26,032 official test digits, "
               "32×32 in colour.",
    .paper = "Netzer, Wang, Coates, Bissacco, Wu, Ng: Reading digits in natural images with "
             "unsupervised feature learning (2011)"};
constexpr std::array<std::string_view, 2> kSvhnFolders{"svhn", "SVHN"};
constexpr std::array<std::string_view, 2> kSvhnFiles{"train_32x32.mat", "test_32x32.mat"};
constexpr MatDigits kSvhn{.part = kSvhnPart,
                          .files = {.title = "SVHN",
                                    .folders = kSvhnFolders,
                                    .files = kSvhnFiles,
                                    .address = "http://ufldl.stanford.edu/housenumbers/"},
                          .tenIsZero = true};

} // namespace

constexpr CatalogEntry kSvhnSet{
    .part = kSvhnPart,
    .builtIn = false,
    .licence = "for non-commercial use only, as the site states",
    .origin = "Y. Netzer and others, Stanford University. train_32x32.mat and test_32x32.mat from "
              "http://ufldl.stanford.edu/housenumbers/ into DIR/svhn; DIR is named by --data or "
              "COTERIE_DATA.",
    .load = [](const ParameterSet&,
               std::uint64_t,
               const DataFolders& folders) { return loadMatDigits(kSvhn, folders); },
    .find = [](const DataFolders& folders) { return findFiles(kSvhn.files, folders); }};

namespace {

constexpr NamedPart kSynthDigitsPart{
    .name = "synthDigits",
    .title = "SynthDigits",
    .meaning = "479,400 digits set in many fonts before busy backgrounds and 9,553 test digits, "
               "32×32 in colour.",
    .paper = "Ganin, Lempitsky: Unsupervised domain adaptation by backpropagation (2015), arXiv "
             "1409.7495"};
constexpr std::array<std::string_view, 3> kSynthDigitsFolders{
    "synth-digits", "SynthDigits", "synthdigits"};
constexpr std::array<std::string_view, 2> kSynthDigitsFiles{"synth_train_32x32.mat",
                                                            "synth_test_32x32.mat"};
constexpr MatDigits kSynthDigits{.part = kSynthDigitsPart,
                                 .files = {.title = "SynthDigits",
                                           .folders = kSynthDigitsFolders,
                                           .files = kSynthDigitsFiles,
                                           .archive = "SynthDigits.zip",
                                           .address = "http://yaroslav.ganin.net/"}};

} // namespace

constexpr CatalogEntry kSynthDigitsSet{
    .part = kSynthDigitsPart,
    .builtIn = false,
    .licence = "none stated",
    .origin = "Y. Ganin, V. Lempitsky. SynthDigits.zip, linked from http://yaroslav.ganin.net/, "
              "into DIR/synth-digits, where it is read in place, or its synth_train_32x32.mat and "
              "synth_test_32x32.mat unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&,
               std::uint64_t,
               const DataFolders& folders) { return loadMatDigits(kSynthDigits, folders); },
    .find = [](const DataFolders& folders) { return findFiles(kSynthDigits.files, folders); }};

} // namespace coterie
