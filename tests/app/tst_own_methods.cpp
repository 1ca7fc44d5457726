#include "core/algorithms/elf_section.h"
#include "core/algorithms/method_stamp.h"
#include "core/train/rank_links.h"
#include "tests/app/library_fixture.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <csignal>
#include <string>
#include <vector>

namespace tst_own_methods {

using namespace coterie;
using namespace coterie::test;

namespace {

const char* const kSection = "coterie_method";

std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

QByteArray replaced(QByteArray bytes, const QByteArray& before, const QByteArray& after)
{
    if (before.size() != after.size() || !bytes.contains(before))
        qFatal("%s cannot become %s", before.constData(), after.constData());
    return bytes.replace(before, after);
}

} // namespace

/// Methods in libraries of their own: the example of docs/extending.md is built against an
/// installed package, runs, and whatever does not fit is refused.
class TestOwnMethods final : public LibraryFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void theMethodIsListedDescribedAndChecked();
    void theFolderOfTheUserIsAlwaysLoaded();
    void theEnginesFunctionTemplatesAreThere();
    void ranksComputeWithTheSameLibrary();
    void theLibraryIsPartOfWhatARunIs();
    void whatDoesNotFitIsRefused_data();
    void whatDoesNotFitIsRefused();
    void nothingOfARefusedLibraryRuns();
    void whatIsLoadedIsWhatWasChecked();
    void librariesThatFailToLoadDoNoHarm();
    void namesThatExistAreRefused();
    void aFolderThatIsNotThereIsRefused();
    void theStampSaysEverythingThatDiffers();
    void damagedLibrariesAreReadSafely();

private:
    /// A library from C++ that needs none of the headers.
    [[nodiscard]] QByteArray compiled(const QByteArray& code) const
    {
        write("small.cpp", code);
        const Outcome outcome =
            shell("\"" COTERIE_CXX_COMPILER "\" -shared -fPIC -o small.so small.cpp");
        if (outcome.code != 0)
            qFatal("%s", qPrintable(outcome.err));
        return contents(path("small.so"));
    }
    /// Code that defines a stamp which fits.
    [[nodiscard]] static QByteArray stampCode()
    {
        QByteArray stamp(programStamp().data(), static_cast<qsizetype>(programStamp().size()));
        return "[[gnu::section(\"coterie_method\"), gnu::used]] static const char stamp[] = \""
               + stamp.replace('\n', "\\n") + "\";\n";
    }

    QByteArray m_library; ///< midway.so
    QString m_experiment;
};

void TestOwnMethods::initTestCase()
{
    begin();
    installPackage();
    m_library = built("own_method", "midway");
    QVERIFY(m_library.startsWith("\177ELF"));
    m_folder.reset();
}

void TestOwnMethods::init()
{
    begin();
    QJsonObject experiment = QJsonDocument::fromJson(kSmall).object();
    const QJsonObject algorithm{{"name", "midway"}, {"share", 0.25}};
    experiment["arms"] = QJsonArray{QJsonObject{{"name", "Own"}, {"algorithm", algorithm}}};
    experiment["seeds"] = QJsonArray{1};
    experiment.remove("reference");
    m_experiment = write("own.json", QJsonDocument(experiment).toJson());
}

void TestOwnMethods::theMethodIsListedDescribedAndChecked()
{
    put("midway.so", m_library);
    const Outcome described = run("describe midway --methods methods");
    QVERIFY2(described.code == 0, qPrintable(described.err));
    QVERIFY2(described.out.contains("Midway") && described.out.contains("share"),
             qPrintable(described.out));
    QVERIFY(run("describe --methods methods").out.contains("midway"));
    const Outcome valid = run("validate own.json --methods methods");
    QVERIFY2(valid.code == 0, qPrintable(valid.out + valid.err));
    const Outcome wrong =
        run("validate own.json --methods methods --set /arms/0/algorithm/share=2");
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.out.contains("/arms/0/algorithm/share: must be from 0 to 1 (is 2)"),
             qPrintable(wrong.out + wrong.err));
    QCOMPARE(call({"validate", "own.json"}).code, 2); // without the library
}

void TestOwnMethods::theFolderOfTheUserIsAlwaysLoaded()
{
    QDir(m_folder->path()).mkpath("share/coterie/methods");
    write("share/coterie/methods/midway.so", m_library);
    write("share/coterie/methods/note.txt", "no library");
    const Outcome valid = run("validate own.json");
    QVERIFY2(valid.code == 0, qPrintable(valid.out + valid.err));
    QCOMPARE(valid.err, QString());
    QCOMPARE(run("validate own.json --methods share/coterie/methods").code, 0); // named as well
    // A bad one is told, and the command does what it can.
    write("share/coterie/methods/worse.so", "#!/bin/sh\n");
    const Outcome other = run("validate small.json");
    QCOMPARE(other.code, 0);
    QVERIFY2(other.err.contains("coterie/methods/worse.so: is not a shared library"),
             qPrintable(other.err));
}

void TestOwnMethods::theEnginesFunctionTemplatesAreThere()
{
    put("own_templates.so", built("own_templates", "own_templates"));
    const Outcome outcome = run("run small.json --methods methods --set "
                                "/arms/0/algorithm/name=ownTemplates --arm Independent --seed 1 "
                                "--db runs.sqlite");
    QVERIFY2(outcome.code == 0, qPrintable(outcome.out + outcome.err));
}

void TestOwnMethods::ranksComputeWithTheSameLibrary()
{
    if (const Result<void> available = checkRanksAvailable(); !available)
        QSKIP(available.error().sentence().c_str());
    put("midway.so", m_library);
    const QString common = " own.json --methods methods --threads 1 ";
    QCOMPARE(run("run" + common + "--db one.sqlite").code, 0);
    const Outcome two = run("run" + common + "--ranks 2 --db two.sqlite");
    QVERIFY2(two.code == 0, qPrintable(two.out + two.err));
    QCOMPARE(exported(path("two.sqlite"), "rounds"), exported(path("one.sqlite"), "rounds"));
    QDir(m_folder->path()).mkpath("others");
    write("others/midway.so",
          replaced(m_library, "of the way to the mean", "OF THE WAY TO THE MEAN"));
    const QString rank = "RANK=%1 \"$COTERIE_CLI\" run own.json --ranks env --methods %2 --db "
                         "differ.sqlite";
    const Outcome differ =
        shell("export WORLD_SIZE=2 COTERIE_RANK_FILE=\"$PWD/meeting\"\n" + rank.arg(1).arg("others")
              + " &\n" + rank.arg(0).arg("methods") + "; code=$?; wait; exit $code");
    QCOMPARE(differ.code, 3);
    QVERIFY2(differ.out.contains("Rank 1: computes with program "),
             qPrintable(differ.out + differ.err));
}

void TestOwnMethods::theLibraryIsPartOfWhatARunIs()
{
    put("midway.so", m_library);
    const QString call = "run own.json --methods methods --db runs.sqlite";
    QCOMPARE(run(call).code, 0);
    const QRegularExpression named("engine [0-9a-f]{8}, method midway [0-9a-f]{16}");
    const QString first = run("show 1 --methods methods --db runs.sqlite").out;
    QVERIFY2(named.match(first).hasMatch(), qPrintable(first));
    QVERIFY(run(call).out.contains("Runs: 1\n")); // the stored result is taken
    put("midway.so", replaced(m_library, "of the way to the mean", "OF THE WAY TO THE MEAN"));
    const Outcome other = run(call);
    QVERIFY2(other.out.contains("Runs: 2\n"), qPrintable(other.out + other.err));
    const QString second = run("show 2 --methods methods --db runs.sqlite").out;
    QVERIFY(named.match(second).captured() != named.match(first).captured());
    // A run that another library has begun says so when it goes on.
    QProcess process;
    startUntil(process,
               {"run",
                "own.json",
                "--methods",
                "methods",
                "--set",
                "/rounds=100000",
                "--db",
                "long.sqlite"},
               2);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Outcome stopped = end(process);
    QVERIFY2(
        stopped.out.contains(QRegularExpression("coterie-cli resume 1 --methods \\S+methods ")),
        qPrintable(stopped.out));
    put("midway.so", m_library);
    startUntil(process, {"resume", "1", "--methods", "methods", "--db", "long.sqlite"}, 4);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QCOMPARE(end(process).code, 130);
    const QString events = exported(path("long.sqlite"), "events");
    QVERIFY2(events.contains(QRegularExpression(
                 "Resumed with program .*method midway [0-9a-f]{16} instead of .*midway")),
             qPrintable(events));
}

void TestOwnMethods::whatDoesNotFitIsRefused_data()
{
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const QByteArray& library, const QString& sentence) {
        QTest::newRow(name) << library << sentence;
    };
    row("text", "#!/bin/sh\n", "is not a shared library");
    row("empty", {}, "is not a shared library");
    row("cut off", m_library.first(m_library.size() / 2), "is cut off or damaged");
    QByteArray program = m_library;
    program[16] = 2; // e_type: ET_EXEC
    row("a program", program, "is not a shared library, but an object file or a program");
    row("another stamp",
        replaced(m_library, "coterie-method 1\n", "coterie-method 9\n"),
        "is made for another version of Coterie; build it again");
    row("another ABI",
        replaced(m_library, ", C++ 202002L", ", C++ 201703L"),
        "was built with another C++ ABI: ");
    row("another LibTorch",
        replaced(m_library, "\nLibTorch ", "\nLibtorch "),
        "was built with another LibTorch: none instead of ");
    const qsizetype digest = m_library.indexOf("\nheaders ") + 9;
    QByteArray otherHeaders = m_library;
    otherHeaders.replace(digest, 16, "0123456789abcdef");
    row("other headers",
        otherHeaders,
        "was built with other headers of Coterie: 0123456789abcdef instead of ");
    row("another compiler",
        replaced(m_library, "\ncompiler ", "\ncompiled "),
        "was built with another compiler: none instead of ");
    row("no symbol",
        replaced(m_library, "coterie_methods", "coterie_methodz"),
        "has no symbol coterie_methods");
}

void TestOwnMethods::whatDoesNotFitIsRefused()
{
    QFETCH(const QByteArray, library);
    QFETCH(const QString, sentence);
    put("midway.so", library);
    const QStringList words{"run", "own.json", "--methods", "methods", "--db", "runs.sqlite"};
    // Only the program itself has what a library is linked to; the others are refused unloaded.
    const Outcome outcome =
        QTest::currentDataTag() == std::string("no symbol") ? run(words.join(' ')) : call(words);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("methods/midway.so: " + sentence), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path("runs.sqlite")));
}

/// The stamp is read before the library is loaded.
void TestOwnMethods::nothingOfARefusedLibraryRuns()
{
    const QByteArray leavesTrace = "#include <cstdio>\nstatic const bool ran = [] {\n"
                                   "std::fclose(std::fopen(\"ran\", \"w\")); return true; }();\n";
    put("trace.so", compiled(leavesTrace));
    const QStringList words{"validate", "small.json", "--methods", "methods"};
    const Outcome outcome = call(words);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("methods/trace.so: has no stamp of a Coterie method"),
             qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path("ran")));
    put("trace.so", compiled(leavesTrace + stampCode()));
    QCOMPARE(call(words).code, 2); // it names no method
    QVERIFY(QFile::exists(path("ran")));
}

/// Another file comes in its place between the check and the use, here as it is tried.
void TestOwnMethods::whatIsLoadedIsWhatWasChecked()
{
    const QByteArray table = "#include <cstdio>\nextern \"C\" { char coterie_methods[64]; }\n";
    write("other.so",
          compiled(table
                   + "static const bool ran = [] { std::fclose(std::fopen(\"unchecked\", \"w\")); "
                     "return true; }();\n"));
    put("first.so",
        compiled(table + stampCode()
                 + "static const bool ran = [] { std::rename(\"other.so\", \"methods/first.so\"); "
                   "return true; }();\n"));
    const Outcome outcome = call({"validate", "small.json", "--methods", "methods"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("methods/first.so: names no method"), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(path("other.so"))); // it came
    QVERIFY(!QFile::exists(path("unchecked")));
}

/// All at once: each is told, and the good one is used.
void TestOwnMethods::librariesThatFailToLoadDoNoHarm()
{
    struct Bad
    {
        QString name;
        QByteArray initialiser;
        QString sentence;
    };
    const std::vector<Bad> bad{
        {"a_bad_one", "throw 7;", "throws an exception while it loads\n"},
        {"crashes", "std::raise(SIGKILL);", "crashes while it loads (Killed)\n"},
        {"ends", "std::_Exit(0);", "ends the program while it loads\n"},
        {"lacks_a_name", "extern void nowhere(); nowhere();", "undefined symbol: "},
        {"throws",
         "throw std::runtime_error(\"no licence\");",
         "throws an exception while it loads: no licence\n"}};
    const QString folder = "share/coterie/methods/";
    QDir(m_folder->path()).mkpath(folder);
    for (const Bad& library : bad)
        write(folder + library.name + ".so",
              compiled("#include <csignal>\n#include <cstdlib>\n#include <stdexcept>\n"
                       + stampCode() + "static const bool begun = [] {" + library.initialiser
                       + " return true; }();\n"));
    write(folder + "midway.so", m_library);
    const Outcome outcome = run("run own.json --db runs.sqlite");
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(outcome.err.split('\n').filter("methods/").size(), qsizetype(bad.size()));
    for (const Bad& library : bad) {
        const qsizetype told = outcome.err.indexOf("methods/" + library.name + ".so: ");
        QVERIFY2(told >= 0, qPrintable(outcome.err));
        const qsizetype end = outcome.err.indexOf('\n', told);
        QVERIFY2(outcome.err.mid(told, end + 1 - told).contains(library.sentence),
                 qPrintable(outcome.err));
    }
}

void TestOwnMethods::namesThatExistAreRefused()
{
    put("midway.so", m_library);
    put("midway_again.so", m_library + QByteArray(1, '\0'));
    const Outcome twice = run("validate own.json --methods methods");
    QCOMPARE(twice.code, 2);
    QVERIFY2(twice.err.contains("methods/midway_again.so: its method \"midway\" is in ")
                 && twice.err.contains("methods/midway.so already"),
             qPrintable(twice.err));
    QFile::remove(path("methods/midway_again.so"));
    put("midway.so", replaced(m_library, QByteArray("midway\0", 7), QByteArray("fedavg\0", 7)));
    const Outcome known = run("validate small.json --methods methods");
    QCOMPARE(known.code, 2);
    QVERIFY2(known.err.contains("its method \"fedavg\" has the name of one of the program"),
             qPrintable(known.err));
    put("midway.so", replaced(m_library, QByteArray("midway\0", 7), QByteArray("Midway\0", 7)));
    const Outcome word = run("validate small.json --methods methods");
    QVERIFY2(word.err.contains("its method \"Midway\" needs a name of letters and digits"),
             qPrintable(word.err));
}

void TestOwnMethods::aFolderThatIsNotThereIsRefused()
{
    const Outcome outcome = call({"validate", "small.json", "--methods", "nowhere"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("nowhere: the folder of methods cannot be read: "),
             qPrintable(outcome.err));
}

void TestOwnMethods::theStampSaysEverythingThatDiffers()
{
    const std::string ours = "coterie-method 1\ncompiler GCC 12.2.0\nC++ ABI 1017\n"
                             "LibTorch 1.13.0\nheaders 12\n";
    QVERIFY(checkStamp(ours, ours));
    QVERIFY(checkStamp(ours + '\0', ours));
    const Result<void> other = checkStamp("coterie-method 1\ncompiler GCC 13.1.0\nC++ ABI 1017\n"
                                          "LibTorch 2.0.0\nheaders 12\n",
                                          ours);
    QVERIFY(!other);
    QCOMPARE(QString::fromStdString(other.error().sentence()),
             QString("was built with another compiler: GCC 13.1.0 instead of GCC 12.2.0, and with "
                     "another LibTorch: 2.0.0 instead of 1.13.0; build it again for this program"));
    QVERIFY(!checkStamp("", ours));
    QVERIFY(!checkStamp("coterie-method 1\n", ours));
}

/// Whatever is cut off or changed in the tables of a library, reading ends with a section or an
/// error.
void TestOwnMethods::damagedLibrariesAreReadSafely()
{
    const QByteArray library = compiled(stampCode());
    const auto whole = sectionOf(viewOf(library), kSection);
    QVERIFY(whole && *whole);
    QVERIFY((*whole)->starts_with(programStamp()));
    const auto none = sectionOf(viewOf(library), "coterie_none");
    QVERIFY(none && !*none);
    for (qsizetype size = 0; size < library.size(); ++size)
        QVERIFY(!sectionOf(viewOf(library.first(size)), kSection));
    int readable = 0;
    const auto read = [&](const QByteArray& damaged) {
        const auto found = sectionOf(viewOf(damaged), kSection);
        if (found && *found) {
            ++readable;
            const char* const begin = (*found)->data();
            QVERIFY(begin >= damaged.constData());
            QVERIFY(begin + (*found)->size() <= damaged.constData() + damaged.size());
        }
    };
    for (qsizetype place = 0; place < library.size(); ++place) {
        if (place == 64)
            place = library.size() - 64 * 40; // the headers of the sections are at the end
        for (const char byte : {'\0', '\1', '\x7f', '\xff'}) {
            QByteArray damaged = library;
            damaged[place] = byte;
            read(damaged);
        }
    }
    QVERIFY(readable > 100); // not everything matters
}

COTERIE_SECTION(TestOwnMethods)

} // namespace tst_own_methods

#include "tst_own_methods.moc"
