#include "core/summary/tensorboard.h"
#include "tests/sections.h"

#include <QTest>

#include <bit>
#include <cstring>

namespace tst_tensorboard {

using namespace coterie;

namespace {

std::uint64_t littleAt(std::string_view bytes, std::size_t at, std::size_t size)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < size; ++i)
        number |= std::uint64_t(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return number;
}

std::string bytesOf(std::initializer_list<int> values)
{
    std::string bytes;
    for (const int value : values)
        bytes += static_cast<char>(value);
    return bytes;
}

} // namespace

class tst_Tensorboard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sumsAreThoseOfTheStandard();
    void aRecordHasItsLengthAndSums();
    void anEventIsAProtocolBuffer();
};

/// The vectors of RFC 3720, B.4, and the usual check value.
void tst_Tensorboard::sumsAreThoseOfTheStandard()
{
    QCOMPARE(crc32c("123456789"), 0xe3069283U);
    QCOMPARE(crc32c(std::string(32, '\0')), 0x8a9136aaU);
    QCOMPARE(crc32c(std::string(32, '\xff')), 0x62a8ab43U);
    std::string rising;
    for (int i = 0; i < 32; ++i)
        rising += static_cast<char>(i);
    QCOMPARE(crc32c(rising), 0x46dd794eU);
    QCOMPARE(crc32c(""), 0U);
}

void tst_Tensorboard::aRecordHasItsLengthAndSums()
{
    const std::string record = eventRecord("123456789");
    QCOMPARE(record.size(), std::size_t{8 + 4 + 9 + 4});
    QCOMPARE(littleAt(record, 0, 8), std::uint64_t{9});
    QCOMPARE(record.substr(12, 9), std::string("123456789"));
    const std::uint32_t sum = 0xe3069283U;
    const std::uint32_t masked = ((sum >> 15) | (sum << 17)) + 0xa282ead8U;
    QCOMPARE(littleAt(record, 21, 4), std::uint64_t{masked});
}

void tst_Tensorboard::anEventIsAProtocolBuffer()
{
    // wall_time = 1.0 (field 1, fixed64), file_version (field 3)
    QCOMPARE(versionMessage(), bytesOf({0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0x1a, 13}) + "brain.Event:2");
    // step 300 as a varint of two bytes; summary { value { tag "a", simple_value 0.5 } }
    QCOMPARE(scalarMessage(1, 300, "a", 0.5),
             bytesOf({0x09, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x10, 0xac, 0x02})
                 + bytesOf({0x2a, 10, 0x0a, 8, 0x0a, 1, 'a', 0x15, 0, 0, 0, 0x3f}));
}

COTERIE_SECTION(tst_Tensorboard)

} // namespace tst_tensorboard

#include "tst_tensorboard.moc"
