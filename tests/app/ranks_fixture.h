#pragma once

#include "core/store/exports.h"
#include "core/store/run_store.h"

#include <QFile>
#include <QProcess>

#include <sstream>
#include <string>
#include <sys/types.h>

namespace coterie::test {

/// Every export of a store but the timings.
inline std::string exportsOf(const QString& file)
{
    const auto store = RunStore::open(file.toStdString(), RunStore::Mode::ReadOnly);
    if (!store)
        return store.error().sentence();
    std::ostringstream text;
    for (const ExportKind& kind : exportKinds())
        if (kind.name != "timings") {
            text << "== " << kind.name << '\n';
            if (const Result<void> done = exportCsv(**store, kind.name, {}, text); !done)
                return done.error().sentence();
        }
    return text.str();
}

/// The other ranks that a process has started.
inline QList<pid_t> ranksOf(const QProcess& process)
{
    QList<pid_t> found;
    const QString id = QString::number(process.processId());
    QFile children("/proc/" + id + "/task/" + id + "/children");
    if (children.open(QIODevice::ReadOnly))
        for (const QByteArray& child : children.readAll().simplified().split(' '))
            if (child.toInt() > 0)
                found.append(child.toInt());
    return found;
}

} // namespace coterie::test
