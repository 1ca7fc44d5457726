#pragma once

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <functional>

namespace coterie::test {

/// What a client asked for.
struct HttpRequest
{
    QByteArray path;
    QHash<QByteArray, QByteArray> headers; ///< names in lower case

    [[nodiscard]] QByteArray header(const QByteArray& name) const { return headers.value(name); }
};

/// An HTTP server on loopback that says byte for byte what a test wants said, lies included.
class HttpServer final : public QObject
{
public:
    using Answer = std::function<void(QTcpSocket& socket, const HttpRequest& request)>;

    explicit HttpServer(Answer answer)
        : m_answer(std::move(answer))
    {
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no port on loopback: %s", qPrintable(m_server.errorString()));
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket* socket = m_server.nextPendingConnection())
                serve(socket);
        });
    }

    [[nodiscard]] QUrl url(const QString& path) const
    {
        return QUrl(QStringLiteral("http://127.0.0.1:%1/%2").arg(m_server.serverPort()).arg(path));
    }
    [[nodiscard]] const QList<HttpRequest>& requests() const { return m_requests; }

private:
    void serve(QTcpSocket* socket)
    {
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
            QByteArray& text = m_texts[socket];
            text += socket->readAll();
            const qsizetype end = text.indexOf("\r\n\r\n");
            if (end < 0)
                return;
            HttpRequest request;
            const QList<QByteArray> lines = text.left(end).split('\n');
            request.path = lines.first().split(' ').value(1);
            for (const QByteArray& line : lines.sliced(1)) {
                const qsizetype colon = line.indexOf(':');
                request.headers[line.left(colon).trimmed().toLower()] =
                    line.mid(colon + 1).trimmed();
            }
            text.remove(0, end + 4);
            m_requests << request;
            m_answer(*socket, request);
        });
    }

    Answer m_answer;
    QTcpServer m_server;
    QHash<QTcpSocket*, QByteArray> m_texts;
    QList<HttpRequest> m_requests;
};

} // namespace coterie::test
