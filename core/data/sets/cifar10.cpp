#include "core/data/sets/cifar_set.h"
#include "core/data/sets/sets.h"

#include <array>

namespace coterie {

namespace {

constexpr NamedPart kPart{
    .name = "cifar10",
    .title = "CIFAR-10",
    .meaning = "50,000 photographs of ten kinds of things and 10,000 official test pictures, 32×32 "
               "in colour.",
    .paper = "Krizhevsky: Learning multiple layers of features from tiny images (2009)"};
constexpr std::array<std::string_view, 10> kClassNames{
    "airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
constexpr std::array<std::string_view, 4> kFolders{
    "cifar-10", "cifar-10-batches-bin", "cifar-10/cifar-10-batches-bin", "CIFAR10"};
constexpr std::array<std::string_view, 6> kFiles{"data_batch_1.bin",
                                                 "data_batch_2.bin",
                                                 "data_batch_3.bin",
                                                 "data_batch_4.bin",
                                                 "data_batch_5.bin",
                                                 "test_batch.bin"};
constexpr CifarSet kSet{.part = kPart,
                        .files = {.title = "CIFAR-10",
                                  .folders = kFolders,
                                  .files = kFiles,
                                  .archive = "cifar-10-binary.tar.gz",
                                  .address = "https://www.cs.toronto.edu/~kriz/"},
                        .layout = {.labelBytes = 1, .classes = 10, .records = 10000},
                        .testRecords = 10000,
                        .classNames = kClassNames};

} // namespace

constexpr CatalogEntry kCifar10Set{
    .part = kPart,
    .builtIn = false,
    .licence = "none stated; cite the 2009 technical report",
    .origin = "A. Krizhevsky. cifar-10-binary.tar.gz from https://www.cs.toronto.edu/~kriz/ into "
              "DIR/cifar-10, where it is read in place, or its six .bin files (.bin.gz will do) "
              "unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&,
               std::uint64_t,
               const DataFolders& folders) { return loadCifarSet(kSet, folders); },
    .find = [](const DataFolders& folders) { return findFiles(kSet.files, folders); }};

} // namespace coterie
