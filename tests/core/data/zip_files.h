#pragma once

#include <QByteArray>

#include <cstdint>
#include <utility>
#include <vector>
#include <zlib.h>

/// Zip archives for tests.
namespace zipfiles {

/// Of stored members, by name and content.
inline QByteArray zipOf(const std::vector<std::pair<QByteArray, QByteArray>>& members)
{
    const auto little = [](std::uint32_t value, int bytes) {
        QByteArray out;
        for (int i = 0; i < bytes; ++i)
            out.append(static_cast<char>(value >> (8 * i) & 0xFFU));
        return out;
    };
    QByteArray content;
    QByteArray directory;
    for (const auto& [name, bytes] : members) {
        const auto sum = static_cast<std::uint32_t>(crc32(
            0, reinterpret_cast<const Bytef*>(bytes.constData()), static_cast<uInt>(bytes.size())));
        const auto size = static_cast<std::uint32_t>(bytes.size());
        const QByteArray common =
            little(20, 2) + little(0, 4) + little(0, 4) + little(sum, 4) + little(size, 4)
            + little(size, 4) + little(static_cast<std::uint32_t>(name.size()), 2) + little(0, 2);
        directory += "PK\x01\x02" + little(20, 2) + common + little(0, 2) + little(0, 4)
                     + little(0, 4) + little(static_cast<std::uint32_t>(content.size()), 4) + name;
        content += "PK\x03\x04" + common + name + bytes;
    }
    const auto count = static_cast<std::uint32_t>(members.size());
    return content + directory + "PK\x05\x06" + little(0, 4) + little(count, 2) + little(count, 2)
           + little(static_cast<std::uint32_t>(directory.size()), 4)
           + little(static_cast<std::uint32_t>(content.size()), 4) + little(0, 2);
}

} // namespace zipfiles
