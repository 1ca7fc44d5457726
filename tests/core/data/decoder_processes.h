#pragma once

#include <QDir>
#include <QFile>

#include <unistd.h>
#include <vector>

namespace coterie::test {

/// The processes of this one that decode.
inline std::vector<pid_t> decoderProcesses()
{
    std::vector<pid_t> found;
    for (const QString& name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile status(QStringLiteral("/proc/%1/stat").arg(name));
        bool isNumber = false;
        const int process = name.toInt(&isNumber);
        if (!isNumber || !status.open(QIODevice::ReadOnly))
            continue;
        const QByteArray line = status.readAll(); // "12 (coterie-decoder) S 11 …"
        const QList<QByteArray> rest = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (line.contains("(coterie-decode") && rest.value(0) != "Z"
            && rest.value(1).toInt() == ::getpid())
            found.push_back(process);
    }
    return found;
}

} // namespace coterie::test
