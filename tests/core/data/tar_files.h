#pragma once

#include <QByteArray>

/// What stands around a file in a tar archive.
namespace tarfiles {

inline QByteArray header(const QByteArray& name, qsizetype size)
{
    QByteArray block(512, '\0');
    block.replace(0, name.size(), name);
    block.replace(124, 11, QByteArray::number(size, 8).rightJustified(11, '0'));
    block[156] = '0';
    block.replace(257, 8, QByteArray("ustar\00000", 8));
    block.replace(148, 8, "        ");
    unsigned sum = 0;
    for (const char byte : block)
        sum += static_cast<unsigned char>(byte);
    return block.replace(148, 7, QByteArray::number(sum, 8).rightJustified(6, '0') + '\0');
}

inline QByteArray padding(qsizetype size)
{
    return QByteArray((512 - size % 512) % 512, '\0');
}

} // namespace tarfiles
