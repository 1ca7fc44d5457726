#include "core/data/sets/idx_set.h"

#include "core/data/formats/idx.h"
#include "core/data/sets/make_dataset.h"
#include "core/data/sets/published_files.h"

#include <algorithm>
#include <cctype>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kFiles{"train-images-idx3-ubyte",
                                                 "train-labels-idx1-ubyte",
                                                 "t10k-images-idx3-ubyte",
                                                 "t10k-labels-idx1-ubyte"};

bool isNamedAfterFashion(const fs::path& folder)
{
    std::error_code failed;
    const fs::path whole = (fs::absolute(folder, failed) / "").lexically_normal().parent_path();
    std::string name = whole.parent_path().filename().string() + '/' + whole.filename().string();
    for (char& letter : name)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name.find("fashion") != std::string::npos || name.find("fmnist") != std::string::npos;
}

bool isNotNamedAfterFashion(const fs::path& folder)
{
    return !isNamedAfterFashion(folder);
}

PublishedFiles published(const IdxSet& set)
{
    return {.title = set.title,
            .folders = set.folders,
            .files = kFiles,
            .address = set.address,
            .ending = ".gz",
            .mayHold = set.fashion ? &isNamedAfterFashion : &isNotNamedAfterFashion};
}

} // namespace

std::vector<fs::path> findIdxSet(const IdxSet& set, const DataFolders& folders)
{
    return findFiles(published(set), folders);
}

Result<std::shared_ptr<const Dataset>> loadIdxSet(const IdxSet& set, const DataFolders& folders)
{
    const std::vector<fs::path> files = findIdxSet(set, folders);
    if (files.empty())
        return Unexpected<Error>{filesMissing(published(set), folders)};

    return makeDataset({.name = set.name, .title = set.title},
                       {.classNames = set.classNames},
                       readIdxSamples(files[0], files[1], set.classNames.size()),
                       readIdxSamples(files[2], files[3], set.classNames.size()));
}

} // namespace coterie
