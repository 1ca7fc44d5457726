#pragma once

#include "tests/app/loaded_cli.h"

#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace coterie::test {

/// Every line is one JSON object; anything else ends the program.
[[nodiscard]] QList<QJsonObject> jsonLines(const QString& text);
[[nodiscard]] QByteArray contents(const QString& file);

/// What the tests of the command line share: a folder of their own with a small experiment, and
/// calls of the command line.
class CliFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { m_folder.reset(); }

protected:
    void begin();
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    QString write(const QString& name, const QByteArray& text) const;
    /// The user's own stores and data are none of a test's business.
    [[nodiscard]] QProcessEnvironment environment() const;
    void prepare(QProcess& process) const;
    [[nodiscard]] Outcome call(const QStringList& arguments) const;
    [[nodiscard]] Outcome shell(const QString& line) const;
    /// A command with --json that stands still, so that what happens next meets it wherever it is:
    /// it has printed this round, and at most some more, and goes on with end().
    void startUntil(QProcess& process, const QStringList& arguments, int round) const;
    /// What the process told from then on.
    [[nodiscard]] static Outcome end(QProcess& process);
    [[nodiscard]] QString exported(const QString& database, const QString& table) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file; ///< small.json: two arms, two seeds
    QString m_database;

private:
    mutable LoadedCli m_cli;
};

/// The small experiment: two arms, four clients, a linear model; a run takes a moment.
extern const char* const kSmall;

} // namespace coterie::test
