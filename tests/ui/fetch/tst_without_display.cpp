#include "tests/build_folder.h"
#include "tests/sections.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

namespace tst_without_display {

/// The window's program on a machine without a display, such as a server.
class WithoutDisplayTest final : public QObject
{
    Q_OBJECT

private slots:
    void itTellsWhatItIs_data();
    void itTellsWhatItIs();
    void aWrongOptionIsNamed_data();
    void aWrongOptionIsNamed();
    void aMissingDisplayIsOneSentence_data();
    void aMissingDisplayIsOneSentence();
    void aWarningThatEndsItIsSeen();

private:
    struct Outcome
    {
        int code = -1;
        bool hasCrashed = false;
        QString out;
        QString err;
    };
    [[nodiscard]] Outcome call(const QStringList& arguments,
                               const QString& display = {},
                               const QString& platform = {},
                               bool warningsEnd = false) const;

    QTemporaryDir m_empty; ///< without the socket of a desktop's display
};

WithoutDisplayTest::Outcome WithoutDisplayTest::call(const QStringList& arguments,
                                                     const QString& display,
                                                     const QString& platform,
                                                     bool warningsEnd) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY",
                             "WAYLAND_DISPLAY",
                             "WAYLAND_SOCKET",
                             "XDG_SESSION_TYPE",
                             "QT_QPA_PLATFORM",
                             "QT_FATAL_WARNINGS"})
        environment.remove(QString::fromLatin1(name));
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_empty.path());
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8")); // Qt warns of others
    if (!display.isEmpty())
        environment.insert(QStringLiteral("DISPLAY"), display);
    if (!platform.isEmpty())
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
    QProcess program;
    if (warningsEnd) {
        environment.insert(QStringLiteral("QT_FATAL_WARNINGS"), QStringLiteral("1"));
        program.setChildProcessModifier([] { // its abort leaves no large file
            constexpr rlimit kNone{.rlim_cur = 0, .rlim_max = 0};
            setrlimit(RLIMIT_CORE, &kNone);
        });
    }
    program.setProcessEnvironment(environment);
    program.start(coterie::tests::builtFile("app/coterie"), arguments);
    const bool hasEnded = program.waitForFinished(kTryMilliseconds);
    if (!hasEnded || program.exitStatus() != QProcess::NormalExit)
        return {.code = -1,
                .hasCrashed = hasEnded,
                .out = {},
                .err = QStringLiteral("crashed, or did not end: ")
                       + QString::fromUtf8(program.readAllStandardError())};
    return {.code = program.exitCode(),
            .hasCrashed = false,
            .out = QString::fromUtf8(program.readAllStandardOutput()),
            .err = QString::fromUtf8(program.readAllStandardError())};
}

void WithoutDisplayTest::itTellsWhatItIs_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("begin");
    for (const char* words : {"--help", "-h", "--help-all", "--style=fusion -h"})
        QTest::newRow(words) << words << "Usage: ";
    for (const char* words : {"--version",
                              "-v",
                              "-platform x --version",
                              "--platform x -v",
                              "-reverse --db a.sqlite --version"})
        QTest::newRow(words) << words << "coterie ";
}

void WithoutDisplayTest::itTellsWhatItIs()
{
    QFETCH(const QString, words);
    QFETCH(const QString, begin);
    const Outcome outcome = call(words.split(u' '));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QVERIFY2(outcome.out.startsWith(begin), qPrintable(outcome.out));
    QCOMPARE(outcome.err, QString());
}

void WithoutDisplayTest::aWrongOptionIsNamed_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("named");
    QTest::newRow("unknown") << "--nonsense"
                             << "nonsense";
    QTest::newRow("unknown, beside one of Qt's") << "-platform x --nonsense"
                                                 << "nonsense";
    QTest::newRow("without its value") << "--data"
                                       << "--data";
    QTest::newRow("in place of a value") << "--data --nonsense"
                                         << "--data needs a value (the next word is --nonsense)";
    QTest::newRow("version in place of a value")
        << "--db --version"
        << "--db needs a value (the next word is --version)";
    QTest::newRow("help in place of a value") << "--db -h"
                                              << "--db needs a value (the next word is -h)";
    QTest::newRow("one of Qt's that takes no =") << "--platform=x --help"
                                                 << "platform";
}

void WithoutDisplayTest::aWrongOptionIsNamed()
{
    QFETCH(const QString, words);
    QFETCH(const QString, named);
    const Outcome outcome = call(words.split(u' '));
    QVERIFY2(outcome.code > 0, qPrintable(outcome.err));
    QVERIFY2(outcome.err.contains(named) && outcome.err.count(u'\n') == 1
                 && !outcome.err.contains(QStringLiteral("display")),
             qPrintable(outcome.err));
}

void WithoutDisplayTest::aMissingDisplayIsOneSentence_data()
{
    QTest::addColumn<QString>("display");
    QTest::addColumn<QString>("platform");
    QTest::addColumn<QString>("why");
    QTest::newRow("none") << ""
                          << ""
                          << "(DISPLAY and WAYLAND_DISPLAY are not set)";
    QTest::newRow("one that is not there") << ":4711"
                                           << "xcb"
                                           << "";
    QTest::newRow("an unknown platform") << ""
                                         << "palimpsest"
                                         << "palimpsest";
}

void WithoutDisplayTest::aMissingDisplayIsOneSentence()
{
    QFETCH(const QString, display);
    QFETCH(const QString, platform);
    QFETCH(const QString, why);
    const Outcome outcome = call({}, display, platform);
    QVERIFY2(outcome.code == 2, qPrintable(outcome.err));
    QVERIFY2(
        outcome.err.startsWith(QStringLiteral("coterie: cannot open a display for its window ("))
            && outcome.err.endsWith(QStringLiteral("; coterie-cli works without one.\n"))
            && outcome.err.contains(why) && outcome.err.count(u'\n') == 1,
        qPrintable(outcome.err));
}

/// A developer can make Qt end the program after its first warning.
void WithoutDisplayTest::aWarningThatEndsItIsSeen()
{
    const QString platform = QStringLiteral("palimpsest");
    const Outcome outcome = call({}, {}, platform, true);
    QVERIFY2(outcome.hasCrashed && outcome.err.contains(platform), qPrintable(outcome.err));
    QVERIFY2(!outcome.err.contains(QStringLiteral("cannot open")), qPrintable(outcome.err));
}

COTERIE_SECTION(WithoutDisplayTest)

} // namespace tst_without_display

#include "tst_without_display.moc"
