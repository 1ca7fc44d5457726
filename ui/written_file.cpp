#include "ui/written_file.h"

#include "core/base/files.h"
#include "ui/words.h"

namespace coterie::ui {

QString writeFile(const QString& path, const QByteArray& bytes)
{
    const Result<void> written =
        writeFileAtomically(toPath(path), [&bytes](std::ostream& out) -> Result<void> {
            out.write(bytes.constData(), bytes.size());
            return {};
        });
    return written ? QString() : toQString(written.error().complaint());
}

} // namespace coterie::ui
