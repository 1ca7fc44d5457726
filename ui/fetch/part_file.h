#pragma once

#include "ui/fetch/fetch_plan.h"

#include <QCryptographicHash>
#include <QFile>

#include <memory>
#include <optional>

class QLockFile;

namespace coterie::ui {

/// A file that is coming in, under the name FILE.part until it is whole: then it is written through
/// to the disk, compared with what is known of it and only then given its name. What was received
/// outlives a broken connection, a cancel and a kill; beside it, FILE.part.from keeps which version
/// of which address it belongs to. Functions that can fail return a sentence, empty if all is well.
class PartFile
{
public:
    explicit PartFile(FetchFile file);
    ~PartFile();
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    /// Opens the part, reads what there is of it, and keeps other programs away from it.
    [[nodiscard]] QString open();
    /// Bytes received so far.
    [[nodiscard]] qint64 size() const { return m_size; }
    /// Which version of the file they belong to; empty if the server did not say.
    [[nodiscard]] const QByteArray& validator() const { return m_validator; }
    /// Drops all bytes: the file comes in from its beginning.
    [[nodiscard]] QString begin(const QByteArray& validator);
    [[nodiscard]] QString append(const QByteArray& bytes);
    /// Size and digest are compared; a part that differs is deleted, for it would never become
    /// right.
    [[nodiscard]] QString finish();
    /// Deletes the part.
    void discard();
    /// Closes the part; one without a byte is deleted.
    void close();

    [[nodiscard]] QString path() const { return m_file.target + QStringLiteral(".part"); }

private:
    [[nodiscard]] QString fromPath() const { return path() + QStringLiteral(".from"); }
    void readFrom();
    [[nodiscard]] QString writeFrom();
    [[nodiscard]] QString hashWhatIsThere();
    [[nodiscard]] QString difference() const;

    FetchFile m_file;
    QFile m_part;
    std::optional<QCryptographicHash> m_hash; ///< absent where no digest is known
    std::unique_ptr<QLockFile> m_lock;
    QByteArray m_validator;
    qint64 m_size = 0;
};

/// What a file that lies at its place already says: nothing wrong, or how it differs.
struct PresentFile
{
    bool exists = false;
    QString difference; ///< a sentence; empty: it is the file that is wanted, as far as is known
};
[[nodiscard]] PresentFile presentFile(const FetchFile& file);

/// "SHA-256 agrees", or what could not be checked.
[[nodiscard]] QString checkedText(const FetchFile& file);

} // namespace coterie::ui
