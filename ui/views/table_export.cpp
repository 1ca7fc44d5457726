#include "ui/views/table_export.h"

#include "ui/say.h"
#include "ui/views/table_text.h"

#include <QFileInfo>
#include <QSaveFile>

namespace coterie::ui {

QString tableFilters()
{
    return QStringLiteral("CSV (*.csv);;LaTeX (*.tex);;Markdown (*.md)");
}

QString saveTable(const QString& path, const PlainTable& table)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    const auto form = ending == QLatin1String("tex")  ? &latexText
                      : ending == QLatin1String("md") ? &markdownText
                                                      : &csvText;
    const QByteArray bytes = form(table).toUtf8();
    QSaveFile file(path);
    const bool saved =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return saved ? QString() : say("%1: %2").arg(path, file.errorString());
}

} // namespace coterie::ui
