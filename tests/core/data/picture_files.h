#pragma once

#include "tests/core/data/idx_files.h"

#include <QByteArray>

#include <cstdint>
#include <zlib.h>

/// Pictures made by tests.
namespace picturefiles {

inline QByteArray pngChunk(const QByteArray& type, const QByteArray& data)
{
    const QByteArray body = type + data;
    const auto sum = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(body.constData()), static_cast<uInt>(body.size())));
    return idxfiles::words({static_cast<std::uint32_t>(data.size())}) + body
           + idxfiles::words({sum});
}

struct PngHeader
{
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    int depth = 8;
    int kind = 0; ///< 0: grey, 2: colour, 3: palette, 4 and 6: with alpha
    bool isInterlaced = false;
};

/// Of rows as they are stored, each with its filter in front; perhaps with chunks before them.
inline QByteArray
pngOf(const PngHeader& header, const QByteArray& rows, const QByteArray& chunks = {})
{
    QByteArray head = idxfiles::words({header.width, header.height});
    for (const int byte : {header.depth, header.kind, 0, 0, header.isInterlaced ? 1 : 0})
        head.append(static_cast<char>(byte));
    return QByteArray("\x89PNG\r\n\x1A\n", 8) + pngChunk("IHDR", head) + chunks
           + pngChunk("IDAT", qCompress(rows).mid(4)) + pngChunk("IEND", {});
}

/// The JPEG with the content of a marker APP1 behind its begin.
inline QByteArray withExif(const QByteArray& jpeg, const QByteArray& exif)
{
    const auto size = static_cast<int>(exif.size()) + 2;
    QByteArray marker("\xFF\xE1", 2);
    marker.append(static_cast<char>(size >> 8)).append(static_cast<char>(size & 0xFF));
    return jpeg.left(2) + marker + exif + jpeg.mid(2);
}

} // namespace picturefiles
