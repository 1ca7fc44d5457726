#include "core/base/try.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/mat.h"
#include "core/data/sets/make_dataset.h"
#include "core/data/sets/published_files.h"
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

/// Digits published as SVHN is: a training and a test file of MATLAB 5.
Result<DatasetPointer>
load(const NamedPart& part, const PublishedFiles& set, bool tenIsZero, const DataFolders& folders)
{
    COTERIE_TRY(const std::vector<std::filesystem::path> files, neededFiles(set, folders));
    if (!isArchive(set, files))
        return makeDataset(part,
                           {.classNames = kDigitNames},
                           read(openUnpacked(files[0]), tenIsZero),
                           read(openUnpacked(files[1]), tenIsZero));
    COTERIE_TRY(const ZipArchive archive, ZipArchive::open(files[0]));
    const auto readMember = [&](std::size_t i) {
        return read(member(archive, files[0].string(), set.files[i]), tenIsZero);
    };
    return makeDataset(part, {.classNames = kDigitNames}, readMember(0), readMember(1));
}

constexpr NamedPart kSvhnPart{
    .name = "svhn",
    .title = "SVHN",
    .meaning = "73,257 digits from photographs of house numbers and 26,032 official test digits, "
               "32×32 in colour.",
    .paper = "Netzer, Wang, Coates, Bissacco, Wu, Ng: Reading digits in natural images with "
             "unsupervised feature learning (2011)"};
constexpr std::array<std::string_view, 2> kSvhnFolders{"svhn", "SVHN"};
constexpr std::array<std::string_view, 2> kSvhnFiles{"train_32x32.mat", "test_32x32.mat"};
constexpr std::array kSvhnDownloads{
    PublishedFile{.name = "train_32x32.mat",
                  .bytes = 182040794,
                  .sha256 = "435e94d69a87fde4fd4d7f3dd208dfc32cb6ae8af2240d066de1df7508d083b8",
                  .md5 = "e26dedcc434d2e4c54c9b2d4a06d8373",
                  .note = "size and digests as several public programs have them"},
    PublishedFile{.name = "test_32x32.mat",
                  .bytes = 64275384,
                  .sha256 = "cdce80dfb2a2c4c6160906d0bd7c68ec5a99d7ca4831afa54f09182025b6a75b",
                  .md5 = "eb5a983be6a315427106f1b164d9cef3",
                  .note = "size and digests as several public programs have them"}};
constexpr PublishedFiles kSvhnPublished{.title = "SVHN",
                                        .folders = kSvhnFolders,
                                        .files = kSvhnFiles,
                                        .address = "http://ufldl.stanford.edu/housenumbers/",
                                        .downloads = kSvhnDownloads};

} // namespace

constexpr CatalogEntry kSvhnSet{
    .part = kSvhnPart,
    .builtIn = false,
    .licence = "for non-commercial use only, as the site states",
    .origin = "Y. Netzer and others, Stanford University. train_32x32.mat and test_32x32.mat from "
              "http://ufldl.stanford.edu/housenumbers/ into DIR/svhn; DIR is named by --data or "
              "COTERIE_DATA.",
    .load =
        [](const ParameterSet&, const DataFolders& folders) {
            return load(kSvhnPart, kSvhnPublished, true, folders);
        },
    .find = &found<kSvhnPublished>,
    .published = &kSvhnPublished};

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
constexpr PublishedFiles kSynthDigitsPublished{.title = "SynthDigits",
                                               .folders = kSynthDigitsFolders,
                                               .files = kSynthDigitsFiles,
                                               .archive = "SynthDigits.zip",
                                               .address = "http://yaroslav.ganin.net/"};

} // namespace

constexpr CatalogEntry kSynthDigitsSet{
    .part = kSynthDigitsPart,
    .builtIn = false,
    .licence = "none stated",
    .origin = "Y. Ganin, V. Lempitsky. SynthDigits.zip, linked from http://yaroslav.ganin.net/, "
              "into DIR/synth-digits, where it is read in place, or its synth_train_32x32.mat and "
              "synth_test_32x32.mat unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load =
        [](const ParameterSet&, const DataFolders& folders) {
            return load(kSynthDigitsPart, kSynthDigitsPublished, false, folders);
        },
    .find = &found<kSynthDigitsPublished>,
    .published = &kSynthDigitsPublished};

} // namespace coterie
