#include "core/data/formats/byte_reading.h"
#include "core/data/formats/cifar.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/sets/sets.h"
#include "core/data/sets/user_files.h"

#include <array>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::array kParameters{
    kPathParameter,
    ParameterDescriptor{.name = "testPath",
                        .title = "Test file",
                        .type = ParameterType::Text,
                        .meaning = "the file of test pictures; empty: none"},
    ParameterDescriptor{.name = "classes",
                        .type = ParameterType::Integer,
                        .minimum = 2,
                        .maximum = 256,
                        .defaultNumber = 10,
                        .unit = "classes",
                        .meaning = "labels go from 0 to one less"},
    ParameterDescriptor{.name = "labelBytes",
                        .title = "Bytes before a picture",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 2,
                        .defaultNumber = 1,
                        .unit = "bytes",
                        .meaning = "before each picture, the last of which is its label: 1 as in "
                                   "CIFAR-10, 2 as in CIFAR-100"},
};

constexpr NamedPart kPart{
    .name = "cifarFile",
    .title = "Colour pictures (CIFAR binary)",
    .meaning = "Pictures of your own, 32×32 in colour, in CIFAR's binary version: labels and "
               "planes in one file, plain or gzip.",
    .parameters = kParameters};

/// The format has no header: what the file unpacks to says how many records there are.
Result<std::uint64_t> unpackedSize(const fs::path& file)
{
    const Result<ByteSourcePointer> source = openUnpacked(file);
    if (!source)
        return Unexpected<Error>{source.error()};
    std::vector<std::uint8_t> buffer(64 << 10);
    for (;;) {
        const Result<std::size_t> count = (*source)->read(buffer);
        if (!count)
            return Unexpected<Error>{count.error()};
        if (*count < buffer.size())
            return (*source)->offset();
        if ((*source)->offset() > kMostBytes)
            return failAt(**source, kMostBytes, "the file goes on after 8 GiB");
    }
}

Result<Samples> read(const fs::path& file, const ParameterSet& parameters)
{
    CifarLayout layout{.labelBytes = static_cast<std::size_t>(parameters.integer("labelBytes")),
                       .classes = static_cast<std::size_t>(parameters.integer("classes")),
                       .records = 0};
    const Result<std::uint64_t> size = unpackedSize(file);
    if (!size)
        return Unexpected<Error>{size.error()};
    const std::uint64_t record = layout.labelBytes + kCifarShape.size();
    if (*size == 0 || *size % record != 0)
        return fail(file.string(),
                    "its " + std::to_string(*size) + " bytes are not whole records of "
                        + std::to_string(record) + " bytes");
    layout.records = static_cast<std::size_t>(*size / record);
    const Result<ByteSourcePointer> source = openUnpacked(file);
    if (!source)
        return Unexpected<Error>{source.error()};
    std::vector<std::uint8_t> room;
    room.reserve(layout.records * kCifarShape.size()); // held once
    Samples samples;
    samples.values = std::move(room);
    if (const Result<void> done = appendCifar(**source, layout, samples); !done)
        return Unexpected<Error>{done.error()};
    return samples;
}

Result<DatasetPointer>
load(const ParameterSet& parameters, std::uint64_t, const DataFolders& folders)
{
    const Result<fs::path> file = userPath(parameters, "path", folders);
    if (!file)
        return Unexpected<Error>{file.error()};
    Result<Samples> train = read(*file, parameters);
    if (!train)
        return Unexpected<Error>{train.error()};
    Samples test;
    if (namesFile(parameters, "testPath")) {
        const Result<fs::path> testFile = userPath(parameters, "testPath", folders);
        if (!testFile)
            return Unexpected<Error>{testFile.error()};
        Result<Samples> found = read(*testFile, parameters);
        if (!found)
            return Unexpected<Error>{found.error()};
        test = std::move(*found);
    }
    std::vector<std::string> classes;
    for (std::int64_t label = 0; label < parameters.integer("classes"); ++label)
        classes.push_back(std::to_string(label));
    return userDataset(kPart, *file, std::move(classes), std::move(*train), std::move(test));
}

} // namespace

constexpr CatalogEntry kCifarFileSet{.part = kPart,
                                     .builtIn = false,
                                     .fromPath = true,
                                     .licence = kUserLicence,
                                     .origin = "your own file, named by path",
                                     .load = &load,
                                     .find = &nothingToFind};

} // namespace coterie
