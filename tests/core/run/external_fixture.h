#pragma once

#include "tests/core/fixtures/external_scripts.h"
#include "tests/core/run/queue_fixture.h"

#include <QFile>

namespace coterie::test {

/// What tests of runs with a command share: a folder for its script, and consent.
class ExternalFixture : public QueueFixture
{
protected:
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    void write(const std::string& name, const std::string& text) const
    {
        QFile script(QString::fromStdString((folder() / name).string()));
        QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(script.write(QByteArray::fromStdString(text)), qint64(text.size()));
    }
    [[nodiscard]] QueueOptions allowed(int threads = 2, const std::string& store = "runs") const
    {
        QueueOptions all = options();
        all.storeFile = file(store);
        all.threads = threads;
        all.commands = {.given = true, .folder = folder()};
        return all;
    }
};

} // namespace coterie::test
