#include "core/summary/tensorboard.h"

#include "core/base/files.h"
#include "core/base/try.h"
#include "core/store/run_store.h"

#include <array>
#include <bit>
#include <map>
#include <ostream>
#include <system_error>

namespace coterie {

namespace {

constexpr std::array<std::uint32_t, 256> crcTable()
{
    constexpr std::uint32_t kCastagnoli = 0x82f63b78; // reflected
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t sum = byte;
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum >> 1) ^ ((sum & 1) != 0 ? kCastagnoli : 0);
        table[byte] = sum;
    }
    return table;
}

template <typename Number>
void appendLittle(std::string& out, Number number)
{
    for (std::size_t i = 0; i < sizeof(Number); ++i)
        out += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

/// A record's sum is turned and moved, so that sums of sums differ from sums.
std::uint32_t maskedSum(std::string_view bytes)
{
    constexpr std::uint32_t kMove = 0xa282ead8;
    return std::rotr(crc32c(bytes), 15) + kMove;
}

// The wire format of protocol buffers: a key is the field's number and the kind of what follows.
enum class Wire : std::uint8_t
{
    Varint = 0,
    Fixed64 = 1,
    Bytes = 2,
    Fixed32 = 5
};

void appendVarint(std::string& out, std::uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        out += static_cast<char>((number & 0x7f) | 0x80);
    out += static_cast<char>(number);
}

void appendKey(std::string& out, std::uint32_t field, Wire wire)
{
    appendVarint(out, field << 3 | static_cast<std::uint32_t>(wire));
}

void appendBytes(std::string& out, std::uint32_t field, std::string_view bytes)
{
    appendKey(out, field, Wire::Bytes);
    appendVarint(out, bytes.size());
    out += bytes;
}

void appendDouble(std::string& out, std::uint32_t field, double number)
{
    appendKey(out, field, Wire::Fixed64);
    appendLittle(out, std::bit_cast<std::uint64_t>(number));
}

/// The name as a folder: TensorBoard shows it as the run's.
std::string folderName(const RunRow& row)
{
    std::string name = "run " + row.numberText() + ", " + row.experimentName + ", " + row.arm
                       + (row.sweep.empty() ? "" : ", " + row.sweep) + ", seed "
                       + std::to_string(row.seed);
    if (!row.changes.empty())
        name += ", changed by hand";
    constexpr std::size_t kMost = 120; // bytes; a file's name may have 255
    for (char& letter : name)
        if (letter == '/' || letter == '\\' || static_cast<unsigned char>(letter) < 0x20)
            letter = '_';
    if (name.size() > kMost) {
        std::size_t end = kMost;
        while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) // inside a letter
            --end;
        name.resize(end);
    }
    return name.starts_with('.') ? "_" + name : name;
}

Result<std::string> eventsOf(RunStore& store, const RunRow& row)
{
    std::map<int, double> wallTimes;
    double sum = 0;
    COTERIE_TRY(const auto seconds, store.roundSeconds(row.id));
    for (const auto& [round, ofRound] : seconds)
        wallTimes[round] = sum += ofRound;
    COTERIE_TRY(const std::vector<MetricPoint> points, store.metrics(row.id));
    std::string events = eventRecord(versionMessage());
    for (const MetricPoint& point : points)
        events += eventRecord(
            scalarMessage(wallTimes[point.round], point.round, point.name, point.value));
    return events;
}

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    static constexpr std::array<std::uint32_t, 256> kTable = crcTable();
    std::uint32_t sum = 0xffffffff;
    for (const char byte : bytes)
        sum = (sum >> 8) ^ kTable[(sum ^ static_cast<unsigned char>(byte)) & 0xff];
    return ~sum;
}

std::string eventRecord(std::string_view message)
{
    std::string record;
    appendLittle(record, static_cast<std::uint64_t>(message.size()));
    appendLittle(record, maskedSum(record));
    record += message;
    appendLittle(record, maskedSum(message));
    return record;
}

std::string versionMessage()
{
    std::string message;
    appendDouble(message, 1, 0); // wall time
    appendBytes(message, 3, "brain.Event:2");
    return message;
}

std::string scalarMessage(double wallTime, std::int64_t step, std::string_view tag, double number)
{
    std::string value;
    appendBytes(value, 1, tag);
    appendKey(value, 2, Wire::Fixed32);
    appendLittle(value, std::bit_cast<std::uint32_t>(static_cast<float>(number)));
    std::string summary;
    appendBytes(summary, 1, value);
    std::string message;
    appendDouble(message, 1, wallTime);
    appendKey(message, 2, Wire::Varint);
    appendVarint(message, static_cast<std::uint64_t>(step));
    appendBytes(message, 5, summary);
    return message;
}

Result<void> exportTensorBoard(RunStore& store,
                               std::span<const std::int64_t> runs,
                               const std::filesystem::path& folder)
{
    std::error_code trouble;
    std::filesystem::create_directories(folder, trouble);
    if (trouble)
        return fail(folder.string(), "cannot be made: " + trouble.message());
    if (!std::filesystem::is_empty(folder, trouble) || trouble)
        return fail(folder.string(), "is not empty; choose another folder", ErrorKind::Conflict);
    for (const std::int64_t run : runs) {
        COTERIE_TRY(const RunRow row, store.run(run));
        COTERIE_TRY(const std::string events, eventsOf(store, row));
        const std::filesystem::path place = folder / folderName(row);
        if (!std::filesystem::create_directory(place, trouble))
            return fail(place.string(),
                        trouble ? "cannot be made: " + trouble.message() : "is there already");
        COTERIE_CHECK(writeFileAtomically(place / "events.out.tfevents.0.coterie",
                                          [&events](std::ostream& out) -> Result<void> {
                                              out << events;
                                              return {};
                                          }));
    }
    return {};
}

} // namespace coterie
