#include "ui/fetch/part_file.h"

#include "ui/fetch/dataset_fetch.h"
#include "ui/words.h"

#include <QFileInfo>
#include <QLockFile>
#include <QSaveFile>
#include <QStorageInfo>

#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace coterie::ui {

namespace {

QString cannotWrite(const QString& path, const QString& reason)
{
    return say("Cannot write %1: %2").arg(path, reason);
}

/// SHA-256 if both are known, because MD5 can be forged.
std::optional<QCryptographicHash::Algorithm> digestKind(const FetchFile& file)
{
    if (!file.sha256.isEmpty())
        return QCryptographicHash::Sha256;
    if (!file.md5.isEmpty())
        return QCryptographicHash::Md5;
    return std::nullopt;
}

QString digestName(const FetchFile& file)
{
    return file.sha256.isEmpty() ? QStringLiteral("MD5") : QStringLiteral("SHA-256");
}

const QByteArray& wantedDigest(const FetchFile& file)
{
    return file.sha256.isEmpty() ? file.md5 : file.sha256;
}

/// How bytes of this size and checksum differ from the published file.
QString
differenceOf(const FetchFile& file, qint64 size, const std::optional<QCryptographicHash>& hash)
{
    if (file.bytes > 0 && size != file.bytes)
        return say("it has %1 bytes instead of %2").arg(size).arg(file.bytes);
    if (!hash)
        return {};
    const QByteArray found = hash->result().toHex();
    if (found == wantedDigest(file).toLower())
        return {};
    return say("its %1 is %2 instead of %3")
        .arg(digestName(file), QString::fromLatin1(found), QString::fromLatin1(wantedDigest(file)));
}

} // namespace

PartFile::PartFile(FetchFile file)
    : m_file(std::move(file))
{}

PartFile::~PartFile()
{
    close();
}

QString PartFile::open()
{
    const QString folder = QFileInfo(m_file.target).path();
    std::error_code failed;
    std::filesystem::create_directories(folder.toStdString(), failed);
    if (failed)
        return say("Cannot create the folder %1: %2")
            .arg(folder, QString::fromStdString(failed.message()));
    m_part.setFileName(path());
    // Unbuffered, so that the failing write reports the error.
    if (!m_part.open(QIODevice::ReadWrite | QIODevice::Append | QIODevice::Unbuffered))
        return cannotWrite(path(), m_part.errorString());
    m_lock = std::make_unique<QLockFile>(path() + QStringLiteral(".lock"));
    m_lock->setStaleLockTime(0);
    if (!m_lock->tryLock(0) && m_lock->error() == QLockFile::LockFailedError) {
        m_part.close();
        return say("Another program is downloading %1").arg(m_file.target);
    }
    m_size = m_part.size();
    readFrom();
    return hashWhatIsThere();
}

/// Drops a part from another address, and one that neither checksum nor version can confirm.
void PartFile::readFrom()
{
    QFile from(fromPath());
    m_validator.clear();
    QByteArray address;
    if (from.open(QIODevice::ReadOnly)) {
        address = from.readLine().trimmed();
        m_validator = from.readLine().trimmed();
    }
    const bool confirmed = m_file.hasDigest() || !m_validator.isEmpty();
    if (m_size > 0 && (address != m_file.address.toEncoded() || !confirmed)) {
        m_part.resize(0);
        m_size = 0;
        m_validator.clear();
    }
}

QString PartFile::writeFrom()
{
    QSaveFile from(fromPath());
    const QByteArray text = m_file.address.toEncoded() + '\n' + m_validator + '\n';
    if (!from.open(QIODevice::WriteOnly) || from.write(text) != text.size() || !from.commit())
        return cannotWrite(fromPath(), from.errorString());
    return {};
}

QString PartFile::hashWhatIsThere()
{
    m_hash.reset();
    if (const auto kind = digestKind(m_file))
        m_hash.emplace(*kind);
    if (m_size == 0 || !m_hash)
        return {};
    if (!m_part.seek(0) || !m_hash->addData(&m_part))
        return say("Cannot read %1: %2").arg(path(), m_part.errorString());
    return {};
}

QString PartFile::begin(const QByteArray& validator)
{
    // The version first, so that bytes never belong to a wrong one.
    m_validator = validator;
    if (QString problem = writeFrom(); !problem.isEmpty())
        return problem;
    if (m_size > 0 && !m_part.resize(0))
        return cannotWrite(path(), m_part.errorString());
    m_size = 0;
    if (m_file.bytes > 0) {
        const QStorageInfo disk(QFileInfo(m_file.target).path());
        if (disk.isValid() && disk.bytesAvailable() < m_file.bytes)
            return say("Not enough disk space for %1: %2 free, %3 needed")
                .arg(m_file.target, sizeText(disk.bytesAvailable()), sizeText(m_file.bytes));
    }
    return hashWhatIsThere();
}

QString PartFile::append(const QByteArray& bytes)
{
    if (m_file.bytes > 0 && m_size + bytes.size() > m_file.bytes) {
        discard();
        return say("%1 sent more than the expected %2 bytes of %3; the download was deleted")
            .arg(m_file.address.host())
            .arg(m_file.bytes)
            .arg(m_file.name);
    }
    qint64 written = 0;
    while (written < bytes.size()) {
        const qint64 count = m_part.write(bytes.constData() + written, bytes.size() - written);
        if (count <= 0)
            return cannotWrite(path(), m_part.errorString());
        if (m_hash)
            m_hash->addData(QByteArrayView(bytes).sliced(written, count));
        written += count;
        m_size += count;
    }
    return {};
}

QString PartFile::finish()
{
    if (const QString differs = differenceOf(m_file, m_size, m_hash); !differs.isEmpty()) {
        discard();
        return say("The download from %1 is not %2: %3. It was deleted")
            .arg(m_file.address.host(), m_file.name, differs);
    }
    // A power cut must not leave the final name on incomplete bytes.
    if (fsync(m_part.handle()) != 0)
        return cannotWrite(path(), QString::fromStdString(std::generic_category().message(errno)));
    m_part.close();
    std::error_code failed;
    std::filesystem::rename(path().toStdString(), m_file.target.toStdString(), failed);
    if (failed)
        return cannotWrite(m_file.target, QString::fromStdString(failed.message()));
    QFile::remove(fromPath());
    m_lock.reset();
    return {};
}

void PartFile::discard()
{
    m_part.close();
    QFile::remove(path());
    QFile::remove(fromPath());
    m_size = 0;
    m_lock.reset();
}

void PartFile::close()
{
    if (m_part.isOpen() && m_size == 0 && m_lock && m_lock->isLocked())
        return discard();
    m_part.close();
    m_lock.reset();
}

std::optional<QString> presentDifference(const FetchFile& file)
{
    QFile present(file.target);
    if (!present.exists())
        return std::nullopt;
    std::optional<QCryptographicHash> hash;
    if (const auto kind = digestKind(file))
        hash.emplace(*kind);
    if (!present.open(QIODevice::ReadOnly) || (hash && !hash->addData(&present)))
        return say("cannot be read: ") + present.errorString();
    return differenceOf(file, present.size(), hash);
}

QString checkedText(const FetchFile& file)
{
    if (file.hasDigest())
        return say("%1 matches").arg(digestName(file));
    return file.bytes > 0 ? say("no checksum is published, so only its size was checked")
                          : say("neither size nor checksum is published, so it was not checked");
}

} // namespace coterie::ui
