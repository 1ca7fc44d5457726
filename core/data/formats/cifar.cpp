#include "core/data/formats/cifar.h"

#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/memory_limit.h"

namespace coterie {

Result<std::uint64_t> unpackedSize(const std::filesystem::path& file)
{
    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(file));
    std::vector<std::uint8_t> buffer(64 << 10);
    for (;;) {
        COTERIE_TRY(const std::size_t count, source->read(buffer));
        if (count < buffer.size())
            return source->offset();
        COTERIE_CHECK(checkMemory(file.string(), source->offset()));
    }
}

Result<void> appendCifar(ByteSource& source, const CifarLayout& layout, Samples& samples)
{
    const std::size_t pictureSize = kCifarShape.size();
    const std::size_t recordSize = layout.labelBytes + pictureSize;
    const std::uint64_t announced = std::uint64_t{layout.records} * recordSize;
    if (announced > source.largestContent())
        return failAt(source,
                      0,
                      filled("must have {} records of {} bytes; the file is too short",
                             layout.records,
                             recordSize));

    samples.shape = kCifarShape;
    auto& values = std::get<std::vector<std::uint8_t>>(samples.values);
    constexpr std::size_t kRecordsAtOnce = 64; // 200 KB: unpacked in the cache and copied from it
    std::vector<std::uint8_t> buffer(recordSize * std::min(kRecordsAtOnce, layout.records));
    for (std::size_t record = 0; record < layout.records;) {
        const std::size_t piece = std::min(kRecordsAtOnce, layout.records - record);
        const std::span<std::uint8_t> room = std::span(buffer).first(piece * recordSize);
        COTERIE_TRY(const std::size_t count, source.read(room));
        if (count < room.size())
            return failAt(source,
                          source.offset(),
                          filled("the file ends after {} of the {} bytes of {} records",
                                 source.offset(),
                                 announced,
                                 layout.records));
        for (std::size_t i = 0; i < piece; ++i, ++record) {
            const std::uint8_t* from = buffer.data() + i * recordSize;
            const std::size_t label = from[layout.labelBytes - 1];
            if (label >= layout.classes)
                return failAt(source,
                              record * recordSize + layout.labelBytes - 1,
                              filled("the label of record {} must be from 0 to {} (is {})",
                                     record,
                                     layout.classes - 1,
                                     label));
            samples.labels.push_back(static_cast<std::int32_t>(label));
            values.insert(values.end(), from + layout.labelBytes, from + recordSize);
        }
    }
    return expectEnd(source, filled("its {} records", layout.records));
}

} // namespace coterie
