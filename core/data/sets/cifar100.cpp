#include "core/data/sets/cifar_set.h"
#include "core/data/sets/sets.h"

#include <array>

namespace coterie {

namespace {

constexpr NamedPart kPart{
    .name = "cifar100",
    .title = "CIFAR-100",
    .meaning = "50,000 photographs of a hundred kinds of things and 10,000 official test pictures, "
               "32×32 in colour.",
    .paper = "Krizhevsky: Learning multiple layers of features from tiny images (2009)"};
constexpr std::array<std::string_view, 100> kClassNames{
    "apple",       "aquarium fish", "baby",      "bear",       "beaver",       "bed",
    "bee",         "beetle",        "bicycle",   "bottle",     "bowl",         "boy",
    "bridge",      "bus",           "butterfly", "camel",      "can",          "castle",
    "caterpillar", "cattle",        "chair",     "chimpanzee", "clock",        "cloud",
    "cockroach",   "couch",         "crab",      "crocodile",  "cup",          "dinosaur",
    "dolphin",     "elephant",      "flatfish",  "forest",     "fox",          "girl",
    "hamster",     "house",         "kangaroo",  "keyboard",   "lamp",         "lawn mower",
    "leopard",     "lion",          "lizard",    "lobster",    "man",          "maple tree",
    "motorcycle",  "mountain",      "mouse",     "mushroom",   "oak tree",     "orange",
    "orchid",      "otter",         "palm tree", "pear",       "pickup truck", "pine tree",
    "plain",       "plate",         "poppy",     "porcupine",  "possum",       "rabbit",
    "raccoon",     "ray",           "road",      "rocket",     "rose",         "sea",
    "seal",        "shark",         "shrew",     "skunk",      "skyscraper",   "snail",
    "snake",       "spider",        "squirrel",  "streetcar",  "sunflower",    "sweet pepper",
    "table",       "tank",          "telephone", "television", "tiger",        "tractor",
    "train",       "trout",         "tulip",     "turtle",     "wardrobe",     "whale",
    "willow tree", "wolf",          "woman",     "worm"};
constexpr std::array<std::string_view, 4> kFolders{
    "cifar-100", "cifar-100-binary", "cifar-100/cifar-100-binary", "CIFAR100"};
constexpr std::array<std::string_view, 2> kFiles{"train.bin", "test.bin"};
constexpr CifarSet kSet{.part = kPart,
                        .files = {.title = "CIFAR-100",
                                  .folders = kFolders,
                                  .files = kFiles,
                                  .archive = "cifar-100-binary.tar.gz",
                                  .address = "https://www.cs.toronto.edu/~kriz/"},
                        .layout = {.labelBytes = 2, .classes = 100, .records = 50000},
                        .testRecords = 10000,
                        .classNames = kClassNames};

} // namespace

constexpr CatalogEntry kCifar100Set{
    .part = kPart,
    .builtIn = false,
    .licence = "none stated; cite the 2009 technical report",
    .origin = "A. Krizhevsky. cifar-100-binary.tar.gz from https://www.cs.toronto.edu/~kriz/ into "
              "DIR/cifar-100, where it is read in place, or its train.bin and test.bin (.bin.gz "
              "will do) unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&,
               std::uint64_t,
               const DataFolders& folders) { return loadCifarSet(kSet, folders); },
    .find = [](const DataFolders& folders) { return findFiles(kSet.files, folders); }};

} // namespace coterie
