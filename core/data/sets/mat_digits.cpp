#include "core/data/formats/mat.h"
#include "core/data/sets/published_files.h"

#include <array>

namespace coterie {

namespace {

/// Digits published as SVHN is: a training and a test file of MATLAB 5.
template <const PublishedFiles& kSet, bool kTenIsZero>
Result<DatasetPointer> load(const ParameterSet&, const DataFolders& folders)
{
    return loadPublished(kSet,
                         folders,
                         {.classNames = kDigitNames},
                         [](const OpenFile& open, std::size_t part) -> Result<Samples> {
                             COTERIE_TRY(const ByteSourcePointer source, open(part));
                             return readMatPictures(*source, kTenIsZero);
                         });
}

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
constexpr PublishedFiles kSvhnPublished{
    .part = {.name = "svhn",
             .title = "SVHN",
             .meaning = "73,257 digits from photographs of house numbers and 26,032 official test "
                        "digits, 32×32 in colour.",
             .paper = "Netzer, Wang, Coates, Bissacco, Wu, Ng: Reading digits in natural images "
                      "with unsupervised feature learning (2011)"},
    .folders = {"svhn", "SVHN"},
    .files = kSvhnFiles,
    .address = "http://ufldl.stanford.edu/housenumbers/",
    .downloads = kSvhnDownloads};

constexpr std::array<std::string_view, 2> kSynthDigitsFiles{"synth_train_32x32.mat",
                                                            "synth_test_32x32.mat"};
constexpr PublishedFiles kSynthDigitsPublished{
    .part = {.name = "synthDigits",
             .title = "SynthDigits",
             .meaning = "479,400 digits set in many fonts before busy backgrounds and 9,553 test "
                        "digits, 32×32 in colour.",
             .paper = "Ganin, Lempitsky: Unsupervised domain adaptation by backpropagation (2015), "
                      "arXiv 1409.7495"},
    .folders = {"synth-digits", "SynthDigits", "synthdigits"},
    .files = kSynthDigitsFiles,
    .archive = "SynthDigits.zip",
    .address = "http://yaroslav.ganin.net/"};

} // namespace

constexpr CatalogEntry kSvhnSet = withSamples(
    publishedSet<kSvhnPublished>("for non-commercial use only, as the site states",
                                 "Y. Netzer and others, Stanford University. train_32x32.mat and "
                                 "test_32x32.mat from http://ufldl.stanford.edu/housenumbers/ into "
                                 "DIR/svhn; DIR is named by --data or COTERIE_DATA.",
                                 &load<kSvhnPublished, true>),
    pictures(3, 32, 10));

constexpr CatalogEntry kSynthDigitsSet = withSamples(
    publishedSet<kSynthDigitsPublished>(
        "none stated",
        "Y. Ganin, V. Lempitsky. SynthDigits.zip, linked from http://yaroslav.ganin.net/, into "
        "DIR/synth-digits, where it is read in place, or its synth_train_32x32.mat and "
        "synth_test_32x32.mat unpacked there; DIR is named by --data or COTERIE_DATA.",
        &load<kSynthDigitsPublished, false>),
    pictures(3, 32, 10));

} // namespace coterie
