#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTest>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <zlib.h>

/// IDX files made by tests.
namespace idxfiles {

inline QByteArray words(std::initializer_list<std::uint32_t> values)
{
    QByteArray bytes;
    for (const std::uint32_t value : values)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.append(static_cast<char>(value >> shift & 0xFFU));
    return bytes;
}

inline QByteArray images(std::uint32_t count, std::uint32_t rows, std::uint32_t columns)
{
    QByteArray bytes = words({2051, count, rows, columns});
    for (std::uint32_t i = 0; i < count * rows * columns; ++i)
        bytes.append(static_cast<char>(i * 7 & 0xFFU));
    return bytes;
}

inline QByteArray labels(std::uint32_t count)
{
    QByteArray bytes = words({2049, count});
    for (std::uint32_t i = 0; i < count; ++i)
        bytes.append(static_cast<char>(i % 10));
    return bytes;
}

inline QByteArray packed(const QByteArray& bytes)
{
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY); // 16: a gzip wrapper
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(bytes.size())))
                       + 64,
                   Qt::Uninitialized);
    QByteArray in = bytes;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

inline std::filesystem::path write(const QString& path, const QByteArray& bytes)
{
    QFile::remove(path); // some file systems flush a file that is overwritten: slow in a loop
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("a test file could not be written: %s", qPrintable(path));
    return path.toStdString();
}

} // namespace idxfiles
