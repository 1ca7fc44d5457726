#include "core/data/sets/mat_digits.h"
#include "core/data/sets/sets.h"

#include <array>

namespace coterie {

namespace {

constexpr NamedPart kPart{
    .name = "svhn",
    .title = "SVHN",
    .meaning = "73,257 digits from photographs of house numbers and 26,032 official test digits, "
               "32×32 in colour.",
    .paper = "Netzer, Wang, Coates, Bissacco, Wu, Ng: Reading digits in natural images with "
             "unsupervised feature learning (2011)"};
constexpr std::array<std::string_view, 2> kFolders{"svhn", "SVHN"};
constexpr std::array<std::string_view, 2> kFiles{"train_32x32.mat", "test_32x32.mat"};
constexpr MatDigits kSet{.part = kPart,
                         .files = {.title = "SVHN",
                                   .folders = kFolders,
                                   .files = kFiles,
                                   .address = "http://ufldl.stanford.edu/housenumbers/"},
                         .tenIsZero = true};

} // namespace

constexpr CatalogEntry kSvhnSet{
    .part = kPart,
    .builtIn = false,
    .licence = "for non-commercial use only, as the site states",
    .origin = "Y. Netzer and others, Stanford University. train_32x32.mat and test_32x32.mat from "
              "http://ufldl.stanford.edu/housenumbers/ into DIR/svhn; DIR is named by --data or "
              "COTERIE_DATA.",
    .load = [](const ParameterSet&,
               std::uint64_t,
               const DataFolders& folders) { return loadMatDigits(kSet, folders); },
    .find = [](const DataFolders& folders) { return findFiles(kSet.files, folders); }};

} // namespace coterie
