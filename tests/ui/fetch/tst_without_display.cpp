#include "tests/build_folder.h"
#include "tests/sections.h"

#include <QProcess>
#include <QTest>

namespace tst_without_display {

/// The window's program on a machine without a display, such as a server.
class WithoutDisplayTest final : public QObject
{
    Q_OBJECT

private slots:
    void itTellsWhatItIs_data();
    void itTellsWhatItIs();
    void aWrongOptionIsNamed();
    void aMissingDisplayIsOneSentence_data();
    void aMissingDisplayIsOneSentence();

private:
    struct Outcome
    {
        int code = -1;
        QString out;
        QString err;
    };
    static Outcome
    call(const QStringList& arguments, const QString& display = {}, const QString& platform = {});
};

WithoutDisplayTest::Outcome WithoutDisplayTest::call(const QStringList& arguments,
                                                     const QString& display,
                                                     const QString& platform)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"})
        environment.remove(QString::fromLatin1(name));
    if (!display.isEmpty())
        environment.insert(QStringLiteral("DISPLAY"), display);
    if (!platform.isEmpty())
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(coterie::tests::builtFile("app/coterie"), arguments);
    if (!program.waitForFinished(kTryMilliseconds) || program.exitStatus() != QProcess::NormalExit)
        return {.code = -1,
                .out = {},
                .err = QStringLiteral("crashed, or did not end: ")
                       + QString::fromUtf8(program.readAllStandardError())};
    return {.code = program.exitCode(),
            .out = QString::fromUtf8(program.readAllStandardOutput()),
            .err = QString::fromUtf8(program.readAllStandardError())};
}

void WithoutDisplayTest::itTellsWhatItIs_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("begin");
    QTest::newRow("help") << "--help"
                          << "Usage: ";
    QTest::newRow("help, short") << "-h"
                                 << "Usage: ";
    QTest::newRow("version") << "--version"
                             << "coterie ";
    QTest::newRow("version, short") << "-v"
                                    << "coterie ";
}

void WithoutDisplayTest::itTellsWhatItIs()
{
    QFETCH(const QString, option);
    QFETCH(const QString, begin);
    const Outcome outcome = call({option});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QVERIFY2(outcome.out.startsWith(begin), qPrintable(outcome.out));
    QCOMPARE(outcome.err, QString());
}

void WithoutDisplayTest::aWrongOptionIsNamed()
{
    const Outcome outcome = call({QStringLiteral("--nonsense")});
    QVERIFY(outcome.code > 0);
    QVERIFY2(outcome.err.contains(QStringLiteral("nonsense")) && outcome.err.count(u'\n') == 1,
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

COTERIE_SECTION(WithoutDisplayTest)

} // namespace tst_without_display

#include "tst_without_display.moc"
