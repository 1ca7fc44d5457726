#pragma once

#include "core/data/formats/inflate_source.h"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTest>

/// The small files that tests/fuzz/make_seeds.py wrote with Python's own tar, zip and zlib modules,
/// and what tests make of them.
namespace seedfiles {

inline QByteArray seed(const QString& name)
{
    QFile file(QStringLiteral(COTERIE_SOURCE_DIR "/tests/fuzz/corpus/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("a seed is missing: %s", qPrintable(file.fileName()));
    return file.readAll();
}

inline std::shared_ptr<coterie::ByteStore> store(const QByteArray& bytes)
{
    return coterie::storeOf("FILE", std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
}

/// The bytes as they are.
inline coterie::ByteSourcePointer plain(const QByteArray& bytes)
{
    return coterie::sourceOf(store(bytes), 0, static_cast<std::uint64_t>(bytes.size()));
}

/// Unpacked if they are gzip; the test ends if that fails.
inline coterie::ByteSourcePointer unpacked(const QByteArray& bytes)
{
    coterie::Result<coterie::ByteSourcePointer> source = coterie::openUnpacked(store(bytes));
    if (!source)
        qFatal("%s", source.error().sentence().c_str());
    return std::move(*source);
}

inline QByteArray replaced(QByteArray bytes, qsizetype at, const QByteArray& by)
{
    return bytes.replace(at, by.size(), by);
}

template <typename T>
QString sentenceOf(const coterie::Result<T>& result)
{
    return result.has_value() ? QStringLiteral("accepted")
                              : QString::fromStdString(result.error().sentence());
}

} // namespace seedfiles
