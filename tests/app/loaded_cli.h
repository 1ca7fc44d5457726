#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace coterie::test {

struct Outcome
{
    int code = -1; ///< −1: it did not exit by itself
    QString out;
    QString err;
};

/// Calls the command line without loading its libraries anew, which takes most of a second: a
/// process that has loaded them forks for each call. What a start itself does, signals and pipes
/// are for the program itself.
class LoadedCli
{
public:
    LoadedCli() = default;
    ~LoadedCli();
    LoadedCli(const LoadedCli&) = delete;
    LoadedCli& operator=(const LoadedCli&) = delete;

    [[nodiscard]] Outcome call(const QStringList& arguments,
                               const QString& folder,
                               const QProcessEnvironment& environment);

private:
    QProcess m_server;
};

} // namespace coterie::test
