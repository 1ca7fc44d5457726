#pragma once

#include "ui/fetch/fetch_plan.h"

#include <QCryptographicHash>
#include <QFile>

#include <memory>
#include <optional>

class QLockFile;

namespace coterie::ui {

/// A partial download, FILE.part. Once complete it is synced to disk, checked and renamed to FILE.
/// Received bytes survive a broken connection, a cancel and a crash; FILE.part.from has their
/// address and version. Functions that can fail return a sentence, or an empty text.
class PartFile
{
public:
    explicit PartFile(FetchFile file);
    ~PartFile();
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    /// Opens and locks the part and hashes its bytes.
    [[nodiscard]] QString open();
    [[nodiscard]] qint64 size() const { return m_size; }
    /// The version of the file that they belong to; empty if the server did not say.
    [[nodiscard]] const QByteArray& validator() const { return m_validator; }
    /// Drops all bytes to start from the beginning.
    [[nodiscard]] QString begin(const QByteArray& validator);
    [[nodiscard]] QString append(const QByteArray& bytes);
    /// Checks size and checksum; a wrong part is deleted.
    [[nodiscard]] QString finish();
    void discard();
    /// Closes the part; one without a byte is deleted.
    void close();

    [[nodiscard]] QString path() const { return m_file.target + QStringLiteral(".part"); }

private:
    [[nodiscard]] QString fromPath() const { return path() + QStringLiteral(".from"); }
    void readFrom();
    [[nodiscard]] QString writeFrom();
    [[nodiscard]] QString hashWhatIsThere();

    FetchFile m_file;
    QFile m_part;
    std::optional<QCryptographicHash> m_hash; ///< absent without a known checksum
    std::unique_ptr<QLockFile> m_lock;
    QByteArray m_validator;
    qint64 m_size = 0;
};

/// How the target differs from the published file: empty without a known difference, absent without
/// a target.
[[nodiscard]] std::optional<QString> presentDifference(const FetchFile& file);

/// "SHA-256 matches", or what was not checked.
[[nodiscard]] QString checkedText(const FetchFile& file);

} // namespace coterie::ui
