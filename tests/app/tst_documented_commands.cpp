#include "tests/app/cli_fixture.h"
#include "tests/build_folder.h"
#include "tests/sections.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

namespace tst_documented_commands {

using namespace coterie::test;

namespace {

const QString kSource = QStringLiteral(COTERIE_SOURCE_DIR);

QString textOf(const QString& file)
{
    return QString::fromUtf8(contents(kSource + '/' + file));
}

/// Every document that prints commands.
QStringList documents()
{
    QStringList files{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "experiments/RESULTS.md"};
    for (const QString& folder : {QString("docs/"), QString("docs/tutorials/")})
        for (const QString& name : QDir(kSource + '/' + folder).entryList({"*.md"}))
            files << folder + name;
    return files;
}

struct Block
{
    QString language;
    QString text;
};

QList<Block> blocks(const QString& document)
{
    static const QRegularExpression fence("^```(\\w*)\\n(.*?)^```",
                                          QRegularExpression::MultilineOption
                                              | QRegularExpression::DotMatchesEverythingOption);
    QList<Block> found;
    auto matches = fence.globalMatch(document);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        found.append({.language = match.captured(1), .text = match.captured(2)});
    }
    return found;
}

/// The words of a command line as a shell splits them: '…' and "…" keep blanks. "&&" and ";" are
/// words of their own.
QStringList wordsOf(const QString& line)
{
    QStringList words;
    QString word;
    QChar quote;
    bool begun = false;
    const auto end = [&] {
        if (begun)
            words << word;
        word.clear();
        begun = false;
    };
    for (const QChar letter : line) {
        if (!quote.isNull()) {
            if (letter == quote)
                quote = QChar();
            else
                word += letter;
        } else if (letter == '\'' || letter == '"') {
            quote = letter;
            begun = true;
        } else if (letter.isSpace()) {
            end();
        } else if (letter == ';') {
            end();
            words << ";";
        } else {
            word += letter;
            begun = true;
        }
    }
    end();
    return words;
}

/// The commands of coterie-cli, as its help lists them.
QStringList commandNames()
{
    QProcess process;
    process.start(coterie::tests::builtFile("app/coterie-cli"), {"--help"});
    process.waitForFinished(kTryMilliseconds);
    const QRegularExpression name("^  (\\w+)", QRegularExpression::MultilineOption);
    QStringList found;
    auto matches = name.globalMatch(QString::fromUtf8(process.readAllStandardOutput()));
    while (matches.hasNext())
        found << matches.next().captured(1);
    return found;
}

QByteArray withoutBlanks(const QByteArray& text)
{
    QByteArray out;
    out.reserve(text.size());
    for (const char letter : text)
        if (letter != ' ' && letter != '\n')
            out += letter;
    return out;
}

/// FILE, RUN, TABLE: stands for what the reader has.
bool isPlaceholder(const QString& word)
{
    static const QRegularExpression capitals("^[A-Z]+$");
    return capitals.match(word).hasMatch();
}

} // namespace

/// What the documents print is right: commands, examples and quoted code. Lines of ```sh blocks and
/// commands in inline code are taken from the documents; cheap ones are run, long ones are checked
/// word by word. A command of a kind that this test does not know fails, so that none goes
/// unchecked.
class TestDocumentedCommands final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void everyCommandWorks_data();
    void everyCommandWorks();
    void theManualOfExperimentFilesIsUpToDate();
    void examplesOfExperimentFilesAreValid();
    void examplesOfTheRunStoreRun_data();
    void examplesOfTheRunStoreRun();
    void quotedCodeIsInTheTree();

private:
    [[nodiscard]] QString problemOf(QStringList words) const;
    [[nodiscard]] QString problemOfCli(const QStringList& words) const;
    [[nodiscard]] QString problemOfExperiment(const QString& named, const QStringList& words) const;
    [[nodiscard]] QString problemOfScript(const QStringList& words) const;
    [[nodiscard]] QString problemOfTests(const QStringList& words) const;
    /// As call(), remembered: documents repeat their commands.
    [[nodiscard]] const Outcome& outcomeOf(const QStringList& arguments) const;
};

void TestDocumentedCommands::everyCommandWorks_data()
{
    QTest::addColumn<QString>("command");
    const QRegularExpression program(
        "^(?:[A-Z_]+=\\S+ |time )*(?:\\S+/)?(?:coterie-cli|coterie|bash|sh|"
        "cmake|ctest|ninja|git|sudo|apt|apt-get|clang-tidy|clang-format|"
        "perl|python3|tst_\\w+|run\\.sh|\\.ci/run)(?: |$)");
    const QRegularExpression inlineCode("`([^`\\n]+)`");
    const QStringList names = commandNames();
    const auto add = [](const QString& file, const QString& command) {
        QTest::newRow(qPrintable(file + ": " + command)) << command;
    };
    for (const QString& file : documents()) {
        QString text = textOf(file);
        QStringList commands;
        for (const Block& block : blocks(text)) {
            text.remove("```" + block.language + '\n' + block.text + "```");
            if (block.language == "sh")
                for (const QString& line : QString(block.text).replace("\\\n", " ").split('\n'))
                    commands << line.trimmed();
        }
        auto codes = inlineCode.globalMatch(text);
        while (codes.hasNext()) {
            const QString code = codes.next().captured(1);
            // In tables "run FILE" is short for "coterie-cli run FILE".
            if (program.match(code).hasMatch() && code.contains(' '))
                commands << code;
            else if (code.contains(' ') && names.contains(code.section(' ', 0, 0)))
                commands << "coterie-cli " + code;
        }
        commands.removeDuplicates();
        for (const QString& command : commands)
            if (!command.isEmpty())
                add(file, command);
    }
}

void TestDocumentedCommands::everyCommandWorks()
{
    QFETCH(QString, command);
    QStringList words;
    bool toFile = false;
    for (const QString& word : wordsOf(command) + QStringList{";"}) {
        if (word != ";" && word != "&&") {
            toFile = toFile || word == ">";
            if (!toFile)
                words << word;
            continue;
        }
        toFile = false;
        const QString problem = words.isEmpty() ? QString() : problemOf(words);
        QVERIFY2(problem.isEmpty(), qPrintable(words.join(' ') + ": " + problem));
        words.clear();
    }
}

QString TestDocumentedCommands::problemOf(QStringList words) const
{
    static const QRegularExpression assignment("^([A-Z_]+)=");
    while (words.first() == "time" || assignment.match(words.first()).hasMatch()) {
        const QString variable = assignment.match(words.first()).captured(1);
        if (!variable.isEmpty()
            && shell("grep -rqw " + variable + ' ' + kSource + "/{app,core,tests,cmake}").code != 0)
            return "nothing reads " + variable;
        words.removeFirst();
    }
    const QString program = words.takeFirst();
    const QString name = program.section('/', -1);
    if (name == "coterie-cli")
        return problemOfCli(words);
    if (program == "bash" && !words.isEmpty())
        return problemOfScript(words);
    if (program == ".ci/run")
        return QFileInfo(kSource + "/.ci/run").isExecutable() ? QString() : "no such program";
    if (name == "cmake") {
        static const QRegularExpression option("^-D(COTERIE_\\w+)=");
        const QString options = textOf("CMakeLists.txt") + textOf("cmake/options.cmake");
        for (const QString& word : words) {
            const QString known = option.match(word).captured(1);
            if (word.startsWith("-D") && !word.startsWith("-DCMAKE_")
                && (known.isEmpty() || !options.contains(known)))
                return "there is no option " + word;
        }
        return {};
    }
    if (name == "ctest" || name.startsWith("tst_"))
        return problemOfTests(QStringList{name} + words);
    if (name == "perl" || name == "python3" || name == "clang-tidy" || name == "clang-format") {
        for (const QString& word : words)
            if (word.contains('.') && !QFile::exists(kSource + '/' + word))
                return "there is no file " + word;
        return {};
    }
    return "a kind of command that this test does not know: teach it how to check the command";
}

const Outcome& TestDocumentedCommands::outcomeOf(const QStringList& arguments) const
{
    static QMap<QString, Outcome> known;
    const QString key = arguments.join('\n');
    if (!known.contains(key))
        known[key] = call(arguments);
    return known[key];
}

QString TestDocumentedCommands::problemOfCli(const QStringList& words) const
{
    if (words.isEmpty())
        return {};
    const QString command = words.first();
    if (command.startsWith("--")) {
        const Outcome& outcome = outcomeOf(words);
        return outcome.code == 0 ? QString() : outcome.err;
    }
    const Outcome& help = outcomeOf({command, "--help"});
    if (help.code != 0)
        return help.err;
    QStringList operands;
    bool complete = true;
    for (qsizetype i = 1; i < words.size(); ++i) {
        if (!words[i].startsWith("--")) {
            operands << words[i];
            complete = complete && !isPlaceholder(words[i]);
            continue;
        }
        const QString option = words[i].section('=', 0, 0);
        const QRegularExpression described("^  " + QRegularExpression::escape(option) + "( \\S+)?",
                                           QRegularExpression::MultilineOption);
        const QRegularExpressionMatch match = described.match(help.out);
        if (!match.hasMatch())
            return "it has no option " + option;
        const bool takesValue = !match.captured(1).isEmpty();
        if (takesValue && !words[i].contains('=')) {
            if (++i == words.size())
                return option + " needs a value";
            complete = complete && !isPlaceholder(words[i]);
        }
    }
    const bool namesRuns = command == "export" && operands.value(0).toInt() > 0;
    const bool takesExperiment =
        QStringList{"run", "validate", "report", "partition", "export"}.contains(command)
        && !namesRuns;
    if (takesExperiment && !operands.isEmpty() && !isPlaceholder(operands.first()))
        return problemOfExperiment(operands.first(), words);
    const bool cheap = QStringList{"describe", "models", "datasets", "sufficient"}.contains(command)
                       || (command == "export" && words.contains("list"));
    if (!cheap || !complete)
        return {};
    const Outcome& outcome = outcomeOf(words);
    return outcome.code == 0 ? QString() : outcome.err;
}

/// The experiment exists and is valid with the settings named, and so are the arms.
QString TestDocumentedCommands::problemOfExperiment(const QString& named,
                                                    const QStringList& words) const
{
    QStringList validate{"validate", named};
    QStringList arms;
    for (qsizetype i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "--set")
            validate << words[i] << words[i + 1];
        if (words[i] == "--arm")
            arms << words[i + 1];
    }
    const Outcome& outcome = outcomeOf(validate);
    if (outcome.code != 0)
        return outcome.err;
    QSet<QString> known;
    const QJsonDocument document =
        QJsonDocument::fromJson(textOf("experiments/" + named + ".json").toUtf8());
    for (const QJsonValue arm : document["arms"].toArray())
        known.insert(arm["name"].toString());
    for (const QString& arm : arms)
        if (!known.contains(arm))
            return named + " has no arm " + arm;
    return {};
}

/// bash SCRIPT …
QString TestDocumentedCommands::problemOfScript(const QStringList& words) const
{
    const QString script = words.first();
    const QStringList rest = words.mid(1);
    if (!QFile::exists(kSource + '/' + script))
        return "there is no script " + script;
    if (rest.isEmpty())
        return {};
    if (script == "tests/run.sh")
        return rest.first() == "--science" ? QString()
                                           : problemOfTests(QStringList{"ctest"} + rest);
    static const QRegularExpression numbersAndWords("^build/app/coterie-cli( \\w+)*$");
    if (script == "tests/ranks/costs.sh" || script == "tests/ranks/dealt_memory.sh")
        return numbersAndWords.match(rest.join(' ')).hasMatch() ? QString()
                                                                : "its arguments are others";
    if (script != "app/run.sh")
        return "this test does not know the arguments of " + script;
    if (rest.first() == "--fetch") {
        const Outcome& outcome = outcomeOf({"datasets", "show", rest.value(1)});
        return outcome.code == 0 ? QString() : outcome.err;
    }
    return QFile::exists(kSource + '/' + rest.first()) ? QString() : problemOfCli(rest);
}

/// ctest -R PATTERN, or a test program with its sections.
QString TestDocumentedCommands::problemOfTests(const QStringList& words) const
{
    QStringList names; // core/run/speed
    const QString tests = kSource + "/tests/";
    QDirIterator files(tests, {"tst_*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        names << files.next().mid(tests.size()).remove("tst_").remove(".cpp");
    if (words.first() == "ctest") {
        const qsizetype option = words.indexOf("-R");
        const QRegularExpression pattern(words.value(option + 1));
        names.replaceInStrings(QRegularExpression("/[^/]*$"), "/1"); // sections are run together
        return option < 0 || !names.filter(pattern).isEmpty()
                   ? QString()
                   : "no test matches " + pattern.pattern();
    }
    const QString folder = words.first().mid(QString("tst_").size()).replace('_', '/');
    for (const QString& section : words.mid(1))
        if (!names.contains(folder + '/' + section))
            return words.first() + " has no section " + section;
    return QDir(tests + folder).exists() ? QString() : "there is no test program " + words.first();
}

void TestDocumentedCommands::theManualOfExperimentFilesIsUpToDate()
{
    const Outcome outcome = call({"describe", "--markdown"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out == textOf("docs/experiments.md"),
             "docs/experiments.md is not what the program prints. Refresh it:\n"
             "    build/app/coterie-cli describe --markdown > docs/experiments.md");
}

/// A ```json block is a whole file, or members of one: put into the quickstart they make a valid
/// file.
void TestDocumentedCommands::examplesOfExperimentFilesAreValid()
{
    int checked = 0;
    for (const QString& file : documents()) {
        for (const Block& block : blocks(textOf(file))) {
            if (block.language != "json")
                continue;
            const bool whole = block.text.startsWith('{');
            QJsonParseError error;
            const QJsonDocument example = QJsonDocument::fromJson(
                (whole ? block.text : '{' + block.text + '}').toUtf8(), &error);
            QVERIFY2(error.error == QJsonParseError::NoError,
                     qPrintable(file + ": " + error.errorString() + " in\n" + block.text));
            QJsonObject experiment;
            if (!whole)
                experiment = QJsonDocument::fromJson(textOf("experiments/quickstart.json").toUtf8())
                                 .object();
            const QJsonObject members = example.object();
            for (auto member = members.begin(); member != members.end(); ++member)
                experiment[member.key()] = member.value();
            const QString written = write("example.json", QJsonDocument(experiment).toJson());
            const Outcome outcome = call({"validate", written});
            QVERIFY2(outcome.code == 0, qPrintable(file + ": " + outcome.err + block.text));
            ++checked;
        }
    }
    QVERIFY(checked > 3);
}

void TestDocumentedCommands::examplesOfTheRunStoreRun_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("commands");
    QTest::newRow("SQL, Python and R") << "docs/store.md" << 5;
    QTest::newRow("coterie.py") << "docs/python.md" << 2;
}

/// The exports, Python and SQL of a document read the store that its first commands make, here
/// with fewer rounds.
void TestDocumentedCommands::examplesOfTheRunStoreRun()
{
    QFETCH(QString, file);
    QFETCH(int, commands);
    if (QStandardPaths::findExecutable("python3").isEmpty())
        QSKIP("python3 is not installed");
    const QString document = textOf(file);
    int made = 0;
    for (const Block& block : blocks(document)) {
        for (const QString& line : block.text.split('\n')) {
            if (block.language != "sh" || !line.startsWith("coterie-cli ")
                || !line.endsWith("--db runs.sqlite"))
                continue;
            const QStringList words = wordsOf(line).mid(1);
            const bool namesRuns = words.value(1).toInt() > 0;
            const Outcome outcome =
                call(namesRuns ? words : words + QStringList{"--set", "/rounds=2"});
            QVERIFY2(outcome.code == 0, qPrintable(line + '\n' + outcome.err));
            ++made;
        }
    }
    QVERIFY(made >= commands);
    for (const Block& block : blocks(document)) {
        QString program = block.text;
        if (block.language == "sql")
            program = "import sqlite3\nfor row in sqlite3.connect('runs.sqlite').execute('''"
                      + block.text + "'''):\n    print(row)\n";
        else if (block.language != "python")
            continue;
        if (program.contains("import pandas") && shell("python3 -c 'import pandas'").code != 0)
            continue;
        const QString written = write("example.py", program.toUtf8());
        const Outcome outcome =
            shell("PYTHONPATH=" + kSource + "/resources/python python3 " + written);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err + block.text));
        QVERIFY2(!outcome.out.isEmpty(), qPrintable("prints nothing:\n" + block.text));
    }
}

/// Blank lines and "// …" separate what may stand apart in the code.
void TestDocumentedCommands::quotedCodeIsInTheTree()
{
    QByteArray code;
    for (const char* folder : {"core", "ui", "app", "tests"}) {
        QDirIterator files(
            kSource + '/' + folder, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            code += withoutBlanks(contents(files.next())) + '\n';
    }
    const QRegularExpression gap("\\n\\s*\\n|// …");
    int checked = 0;
    for (const Block& block : blocks(textOf("docs/extending.md"))) {
        if (block.language != "cpp")
            continue;
        for (const QString& part : block.text.split(gap, Qt::SkipEmptyParts)) {
            QVERIFY2(code.contains(withoutBlanks(part.toUtf8())),
                     qPrintable("docs/extending.md quotes code that has changed:\n" + part));
            ++checked;
        }
    }
    QVERIFY(checked > 10);
}

COTERIE_SECTION(TestDocumentedCommands)

} // namespace tst_documented_commands

#include "tst_documented_commands.moc"
