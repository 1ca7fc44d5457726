#include "core/data/sets/mat_digits.h"
#include "core/data/sets/sets.h"

#include <array>

namespace coterie {

namespace {

constexpr NamedPart kPart{
    .name = "synthDigits",
    .title = "SynthDigits",
    .meaning = "479,400 digits set in many fonts before busy backgrounds and 9,553 test digits, "
               "32×32 in colour.",
    .paper = "Ganin, Lempitsky: Unsupervised domain adaptation by backpropagation (2015), arXiv "
             "1409.7495"};
constexpr std::array<std::string_view, 3> kFolders{"synth-digits", "SynthDigits", "synthdigits"};
constexpr std::array<std::string_view, 2> kFiles{"synth_train_32x32.mat", "synth_test_32x32.mat"};
constexpr MatDigits kSet{.part = kPart,
                         .files = {.title = "SynthDigits",
                                   .folders = kFolders,
                                   .files = kFiles,
                                   .archive = "SynthDigits.zip",
                                   .address = "http://yaroslav.ganin.net/"}};

} // namespace

constexpr CatalogEntry kSynthDigitsSet{
    .part = kPart,
    .builtIn = false,
    .licence = "none stated",
    .origin = "Y. Ganin, V. Lempitsky. SynthDigits.zip, linked from http://yaroslav.ganin.net/, "
              "into DIR/synth-digits, where it is read in place, or its synth_train_32x32.mat and "
              "synth_test_32x32.mat unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&,
               std::uint64_t,
               const DataFolders& folders) { return loadMatDigits(kSet, folders); },
    .find = [](const DataFolders& folders) { return findFiles(kSet.files, folders); }};

} // namespace coterie
