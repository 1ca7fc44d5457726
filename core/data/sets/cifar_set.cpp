#include "core/data/sets/cifar_set.h"

#include "core/data/formats/inflate_source.h"
#include "core/data/formats/tar.h"

#include <algorithm>

namespace coterie {

namespace {

namespace fs = std::filesystem;

/// The training and test samples while the files come in, each into room that is reserved at once:
/// pictures are held once and never moved.
class Incoming
{
public:
    explicit Incoming(const CifarSet& set)
        : m_set(set)
        , train(roomFor(set.layout.records * (set.files.files.size() - 1)))
        , test(roomFor(set.testRecords))
    {}

    Result<void> append(std::size_t file, ByteSource& source)
    {
        CifarLayout layout = m_set.layout;
        if (file + 1 == m_set.files.files.size()) {
            layout.records = m_set.testRecords;
            return appendCifar(source, layout, test);
        }
        m_order.push_back(file);
        return appendCifar(source, layout, train);
    }

    /// Brings the training files into the order of their names, whatever order they came in.
    void sort()
    {
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            const auto held =
                static_cast<std::size_t>(std::ranges::find(m_order, place) - m_order.begin());
            if (held == place)
                continue;
            std::swap(m_order[held], m_order[place]);
            const std::size_t records = m_set.layout.records;
            swapBlocks(std::get<std::vector<std::uint8_t>>(train.values),
                       place,
                       held,
                       records * kCifarShape.size());
            swapBlocks(train.labels, place, held, records);
        }
    }

private:
    static Samples roomFor(std::size_t records)
    {
        Samples samples;
        std::vector<std::uint8_t> values;
        values.reserve(records * kCifarShape.size());
        samples.values = std::move(values);
        samples.labels.reserve(records);
        return samples;
    }

    template <typename T>
    static void swapBlocks(std::vector<T>& values, std::size_t a, std::size_t b, std::size_t size)
    {
        const auto block = [&](std::size_t i) {
            return values.begin() + static_cast<std::ptrdiff_t>(i * size);
        };
        std::swap_ranges(block(a), block(a + 1), block(b));
    }

    const CifarSet& m_set;
    std::vector<std::size_t> m_order; // which file each block of `train` is

public:
    Samples train;
    Samples test;
};

Result<void> readFiles(const std::vector<fs::path>& files, Incoming& incoming)
{
    for (std::size_t file = 0; file < files.size(); ++file) {
        const Result<ByteSourcePointer> source = openUnpacked(files[file]);
        if (!source)
            return Unexpected<Error>{source.error()};
        if (const Result<void> done = incoming.append(file, **source); !done)
            return done;
    }
    return {};
}

/// The files lie in the archive in an order of their own.
Result<void> readArchive(const CifarSet& set, const fs::path& archive, Incoming& incoming)
{
    const std::span<const std::string_view> names = set.files.files;
    std::vector<bool> found(names.size(), false);
    const Result<ByteSourcePointer> source = openUnpacked(archive);
    if (!source)
        return Unexpected<Error>{source.error()};
    const Result<void> done =
        readTar(**source, [&](const std::string& name, ByteSource& content) -> Result<bool> {
            const auto known = std::ranges::find(names, fs::path(name).filename().string());
            const auto file = static_cast<std::size_t>(known - names.begin());
            if (known == names.end() || found[file])
                return true;
            found[file] = true;
            if (const Result<void> read = incoming.append(file, content); !read)
                return Unexpected<Error>{read.error()};
            return std::ranges::find(found, false) != found.end();
        });
    if (!done)
        return done;
    for (std::size_t file = 0; file < names.size(); ++file)
        if (!found[file])
            return fail(archive.string(), std::string(names[file]) + " needed in it");
    incoming.sort();
    return {};
}

} // namespace

Result<DatasetPointer> loadCifarSet(const CifarSet& set, const DataFolders& folders)
{
    const std::vector<fs::path> files = findFiles(set.files, folders);
    if (files.empty())
        return Unexpected<Error>{filesMissing(set.files, folders)};
    Incoming incoming(set);
    const Result<void> done = isArchive(set.files, files)
                                  ? readArchive(set, files.front(), incoming)
                                  : readFiles(files, incoming);
    if (!done)
        return Unexpected<Error>{done.error()};
    return makeDataset(set.part,
                       {.classNames = set.classNames},
                       std::move(incoming.train),
                       std::move(incoming.test));
}

} // namespace coterie
