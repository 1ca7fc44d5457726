#include "core/data/sets/digit_names.h"
#include "core/data/sets/idx_set.h"
#include "core/data/sets/sets.h"

namespace coterie {

namespace {

constexpr std::array<std::string_view, 3> kFolders{"mnist", "MNIST", "MNIST/raw"};
constexpr IdxSet kFiles{.name = "mnist",
                        .title = "MNIST",
                        .folders = kFolders,
                        .fashion = false,
                        .address = "https://ossci-datasets.s3.amazonaws.com/mnist/",
                        .classNames = kDigitNames};

} // namespace

constexpr CatalogEntry kMnistSet{
    .part = {.name = kFiles.name,
             .title = kFiles.title,
             .meaning = "60,000 handwritten digits and 10,000 official test digits, 28×28 grey.",
             .paper = "LeCun, Bottou, Bengio, Haffner: Gradient-based learning applied to "
                      "document recognition (1998)"},
    .builtIn = false,
    .licence = "none stated with the files",
    .origin = "Y. LeCun, C. Cortes, C. Burges. The four files train-images-idx3-ubyte.gz, "
              "train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and "
              "t10k-labels-idx1-ubyte.gz from https://ossci-datasets.s3.amazonaws.com/mnist/ "
              "(mirror: https://storage.googleapis.com/cvdf-datasets/mnist/) into DIR/mnist; DIR "
              "is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&, std::uint64_t, const DataFolders& folders)
        -> Result<std::shared_ptr<const Dataset>> { return loadIdxSet(kFiles, folders); },
    .find = [](const DataFolders& folders) { return findIdxSet(kFiles, folders); }};

} // namespace coterie
