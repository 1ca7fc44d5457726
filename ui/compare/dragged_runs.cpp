#include "ui/compare/dragged_runs.h"

#include <QByteArray>
#include <QMimeData>

namespace coterie::ui {

QString draggedRunsType()
{
    return QStringLiteral("application/x-coterie-runs");
}

std::vector<std::int64_t> runsIn(const QMimeData& dragged)
{
    std::vector<std::int64_t> runs;
    for (const QByteArray& number : dragged.data(draggedRunsType()).split(',')) {
        bool isNumber = false;
        if (const qlonglong run = number.toLongLong(&isNumber); isNumber)
            runs.push_back(run);
    }
    return runs;
}

} // namespace coterie::ui
