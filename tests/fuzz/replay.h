#pragma once

#include "tests/fuzz/reader_targets.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QString>
#include <QStringList>

#include <random>

/// The corpus of the fuzzers, through their targets, without a fuzzer.
namespace coterie::fuzz {

/// The files that a fuzzer begins with.
inline QStringList seedsOf(const ReaderTarget& target)
{
    const QString folder = QStringLiteral(COTERIE_SOURCE_DIR "/tests/fuzz/corpus/")
                           + QString::fromUtf8(target.name.data(), qsizetype(target.name.size()));
    QStringList files = QDir(folder).entryList(QDir::Files);
    for (QString& file : files)
        file = folder + '/' + file;
    return files;
}

inline std::vector<std::uint8_t> bytesOf(const QString& file)
{
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(file));
    const QByteArray bytes = source.readAll();
    return {bytes.begin(), bytes.end()};
}

/// Every target reads the seeds of all of them: none may crash on a file of another format either.
inline void readEverySeed(std::span<const ReaderTarget> targets)
{
    for (const ReaderTarget& folder : targets)
        for (const QString& file : seedsOf(folder))
            for (const ReaderTarget& target : targets)
                target.read(bytesOf(file));
}

/// Every target reads its own seeds cut short and with wrong bytes.
inline void readDamagedSeeds(std::span<const ReaderTarget> targets)
{
    std::mt19937 random(1); // NOLINT: the same damage every time
    for (const ReaderTarget& target : targets)
        for (const QString& file : seedsOf(target)) {
            const std::vector<std::uint8_t> good = bytesOf(file);
            for (int i = 0; i < 40; ++i) {
                std::vector<std::uint8_t> bytes = good;
                if (i % 2 == 0)
                    bytes.resize(random() % bytes.size());
                for (unsigned flips = random() % 4; flips > 0 && !bytes.empty(); --flips)
                    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
                target.read(bytes);
            }
        }
}

} // namespace coterie::fuzz
