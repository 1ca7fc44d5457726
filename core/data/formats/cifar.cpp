#include "core/data/formats/cifar.h"

#include "core/base/try.h"
#include "core/data/formats/bytes.h"

#include <algorithm>

namespace coterie {

Result<void> appendCifar(ByteSource& source, const CifarLayout& layout, Samples& samples)
{
    const std::size_t pictureSize = kCifarShape.size();
    const std::size_t recordSize = layout.labelBytes + pictureSize;
    const std::uint64_t announced = std::uint64_t{layout.records} * recordSize;
    if (announced > source.largestContent())
        return failAt(source,
                      0,
                      "must have " + std::to_string(layout.records) + " records of "
                          + std::to_string(recordSize) + " bytes; the file is too short");

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
                          "the file ends after " + std::to_string(source.offset()) + " of the "
                              + std::to_string(announced) + " bytes of "
                              + std::to_string(layout.records) + " records");
        for (std::size_t i = 0; i < piece; ++i, ++record) {
            const std::uint8_t* from = buffer.data() + i * recordSize;
            const std::size_t label = from[layout.labelBytes - 1];
            if (label >= layout.classes)
                return failAt(source,
                              record * recordSize + layout.labelBytes - 1,
                              "the label of record " + std::to_string(record)
                                  + " must be from 0 to " + std::to_string(layout.classes - 1)
                                  + " (is " + std::to_string(label) + ')');
            samples.labels.push_back(static_cast<std::int32_t>(label));
            values.insert(values.end(), from + layout.labelBytes, from + recordSize);
        }
    }
    return expectEnd(source, "its " + std::to_string(layout.records) + " records");
}

} // namespace coterie
