#pragma once

#include <QByteArray>

#include <random>

namespace coterie::tests {

/// How often each file is damaged; COTERIE_DAMAGED_FILES=100000 in the environment for a long look.
[[nodiscard]] inline int timesOr(int usual)
{
    bool isNumber = false;
    const int wanted = qEnvironmentVariableIntValue("COTERIE_DAMAGED_FILES", &isNumber);
    return isNumber && wanted > 0 ? wanted : usual;
}

/// The file with up to four other bytes, a third of the time cut.
[[nodiscard]] inline QByteArray damaged(const QByteArray& good, bool isCut, std::mt19937& random)
{
    QByteArray bytes = isCut ? good.left(qsizetype(random()) % good.size()) : good;
    for (auto changes = random() % 5; changes > 0 && !bytes.isEmpty(); --changes)
        bytes[qsizetype(random()) % bytes.size()] = static_cast<char>(random());
    return bytes;
}

} // namespace coterie::tests
