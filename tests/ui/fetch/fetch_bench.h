#pragma once

#include "tests/ui/http_server.h"
#include "ui/fetch/file_fetch.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <optional>

namespace coterie::test {

inline constexpr qint64 kSize = 300'000; ///< of the file that is fetched
inline constexpr qint64 kHalf = kSize / 2;

const QByteArray& content(); ///< of that file
QByteArray sha256(const QByteArray& bytes);
QByteArray contentsOf(const QString& path);

// What a server says.
void say(QTcpSocket& socket, const QByteArray& head, const QByteArray& body = {});
void close(QTcpSocket& socket); ///< when all is sent
QByteArray length(qint64 bytes);
void sayWhole(QTcpSocket& socket, const QByteArray& bytes = content());
void sayRest(QTcpSocket& socket, qint64 first, const QByteArray& more = {});
void sendHalf(QTcpSocket& socket);
qint64 firstOf(const HttpRequest& request); ///< from where on it is asked
/// As a server should: whole, or from where it is asked, if the version is still the one asked for.
void serveWell(QTcpSocket& socket, const HttpRequest& request);

/// Tries again at once. Silent is a server only where a test is about that: a machine that stands
/// still for a moment is no silent server.
ui::FetchPatience hasty(std::chrono::milliseconds stall = std::chrono::minutes(2));

/// A folder of its own for every test, the file in it and the fetcher with little patience.
class FetchBench : public QObject
{
protected:
    void begin() { m_folder.emplace(); } ///< for init()
    [[nodiscard]] QString folder() const { return m_folder->path(); }
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] ui::FetchFile file(const HttpServer& server) const;
    [[nodiscard]] static ui::FileOutcome fetch(const ui::FetchFile& file,
                                               const ui::FetchPatience& patience = hasty());
    /// What a killed fetcher leaves: the part and, beside it, where it came from.
    static void
    leavePart(const ui::FetchFile& file, const QByteArray& bytes, const QByteArray& origin);
    /// Under the final name nothing lies unless it is the file itself, and no lock is left.
    void checkNothingHalfMade(const ui::FetchFile& file, bool isThere, qint64 partSize) const;

private:
    std::optional<QTemporaryDir> m_folder;
};

} // namespace coterie::test
