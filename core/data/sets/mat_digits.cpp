#include "core/data/sets/mat_digits.h"

#include "core/data/formats/inflate_source.h"
#include "core/data/formats/mat.h"
#include "core/data/formats/zip.h"
#include "core/data/sets/digit_names.h"

#include <algorithm>

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
        return fail(archiveName, std::string(name) + " needed in it");
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

} // namespace coterie
