#include "core/data/formats/archive_reader.h"
#include "core/data/formats/file_tree.h"
#include "tests/core/data/decoder_processes.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/data/tar_files.h"
#include "tests/core/data/zip_files.h"
#include "tests/sections.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <sys/stat.h>

namespace tst_archive_reader {

using namespace coterie;
using seedfiles::replaced;
using seedfiles::seed;
using seedfiles::sentenceOf;
using zipfiles::zipOf;

namespace {

QByteArray tarMember(const QByteArray& name, const QByteArray& content)
{
    return tarfiles::header(name, content.size()) + content + tarfiles::padding(content.size());
}

bool isAny(const std::string&)
{
    return true;
}

/// A member of another kind, to which `target` belongs.
QByteArray tarEntry(const QByteArray& name, char kind, const QByteArray& target)
{
    QByteArray block = tarfiles::header(name, 0);
    block[156] = kind;
    block.replace(157, target.size(), target);
    block.replace(148, 8, "        ");
    unsigned sum = 0;
    for (const char byte : block)
        sum += static_cast<unsigned char>(byte);
    return block.replace(148, 7, QByteArray::number(sum, 8).rightJustified(6, '0') + '\0');
}

} // namespace

/// Archives as libarchive reads them in the process that decodes.
class TestArchiveReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { qunsetenv("COTERIE_DATA_GB"); }

    // --- the members in their order ---

    void membersComeInTheirOrder_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("members");
        const QString x(60, 'x');
        const QString both = "folder/one=10 two=600 last=0 " + x + x + "=3";
        QTest::newRow("ustar, a long name in two parts")
            << "tar/ustar"
            << "folder/one=10 two=600 last=0 " + QString(60, 'y') + "/" + x + "=3";
        QTest::newRow("gnu") << "tar/gnu" << both;
        QTest::newRow("gnu in gzip") << "tar/gnu.gz" << both;
        QTest::newRow("pax") << "tar/pax" << both;
        QTest::newRow("pax in bzip2") << "tar/pax.bz2" << both;
        QTest::newRow("pax in xz") << "tar/pax.xz" << both;
        QTest::newRow("zip, stored") << "zip/stored"
                                     << "x.npy=144 y.npy=144";
        QTest::newRow("zip, deflated") << "zip/deflated"
                                       << "x.npy=144 y.npy=144";
    }
    void membersComeInTheirOrder()
    {
        QFETCH(QString, name);
        QFETCH(QString, members);
        QCOMPARE(listed(seed(name)), members);
    }

    void aMemberMayBeLeftUnread()
    {
        QStringList names;
        const auto done = readArchive(written(seed("tar/ustar")),
                                      [&](const std::string& name, ByteSource&) -> Result<bool> {
                                          names << QString::fromStdString(name);
                                          return names.size() < 2;
                                      });
        QVERIFY2(done.has_value(), qPrintable(sentenceOf(done)));
        QCOMPARE(names, (QStringList{"folder/one", "two"}));
    }

    void aLargeMemberComesInPieces()
    {
        QByteArray content(5'000'000, '\0');
        for (qsizetype i = 0; i < content.size(); ++i)
            content[i] = static_cast<char>(i * 7 / 1000);
        for (const QByteArray& archive : {tarMember("big", content),
                                          idxfiles::packed(tarMember("big", content)),
                                          zipOf({{"big", content}})}) {
            QByteArray there;
            const auto done = readArchive(
                written(archive), [&](const std::string&, ByteSource& source) -> Result<bool> {
                    std::vector<std::uint8_t> piece(777'777);
                    while (true) {
                        const Result<std::size_t> count = source.read(piece);
                        if (!count)
                            return Unexpected<Error>{count.error()};
                        there.append(reinterpret_cast<const char*>(piece.data()),
                                     qsizetype(*count));
                        if (*count < piece.size())
                            return true;
                    }
                });
            QVERIFY2(done.has_value(), qPrintable(sentenceOf(done)));
            QVERIFY(there == content);
        }
    }

    // --- what is refused ---

    void whatIsWrongIsTold_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const QByteArray& bytes, const QString& words) {
            QTest::newRow(name) << bytes << words;
        };
        const QByteArray good = tarMember("a", "1") + tarMember("b", "2");
        const QByteArray packed = idxfiles::packed(good.repeated(50));
        row("empty", {}, "the archive cannot be read: ");
        row("no archive", QByteArray(5000, 'x'), "the archive cannot be read: ");
        row("cut", good.left(512 + 512 + 512 + 1), "F/a: b: the archive is damaged: Truncated");
        row("a damaged header",
            replaced(good, 1024, "z"),
            "the archive is damaged after member a: Damaged tar");
        row("gzip that is cut", packed.left(packed.size() / 2), "the gzip data is cut short");
        row("a wrong checksum of gzip",
            replaced(
                packed, packed.size() - 8, QByteArray(1, char(packed.at(packed.size() - 8) ^ 1))),
            "the gzip data is damaged: incorrect data check");
        row("a wrong checksum of zip",
            replaced(zipOf({{"a", "12"}}), 31, "7"),
            "F/a: a: the archive is damaged: ZIP bad CRC");
        row("a symbolic link",
            good + tarEntry("c", '2', "/etc/passwd"),
            "member c is a link, and links are not followed; must be a file or a folder");
        row("a hard link", good + tarEntry("c", '1', "a"), "member c is a link");
        row("a device", good + tarEntry("c", '3', ""), "member c must be a file or a folder");
        row("a pipe", good + tarEntry("c", '6', ""), "member c must be a file or a folder");
        row("up", zipOf({{"a/../../b", "1"}}), "member \"a/../../b\": its name must not leave");
        row("absolute", zipOf({{"/etc/x", "1"}}), "member \"/etc/x\": its name must not begin");
        row("a control character",
            zipOf({{"a\x1B[2J", "1"}}),
            "member \"a\\u001b[2J\": its name must not have control characters");
    }
    void whatIsWrongIsTold()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        const QString said = listed(bytes);
        QVERIFY2(said.startsWith("F/a: ") && said.contains(words), qPrintable(said));
    }

    void aDecoderThatEndsNamesTheMember()
    {
        const std::vector<pid_t> others = coterie::test::decoderProcesses();
        const std::filesystem::path archive =
            written(tarMember("a", "1") + tarMember("b", "2") + QByteArray(1024, '\0'));
        const auto said = [&](bool reads) {
            const auto done = readArchive(
                archive, [&](const std::string& name, ByteSource& content) -> Result<bool> {
                    for (const pid_t process : coterie::test::decoderProcesses())
                        if (name == "b" && std::ranges::count(others, process) == 0)
                            ::kill(process, SIGKILL);
                    std::vector<std::uint8_t> piece(16);
                    const Result<std::size_t> count =
                        reads ? content.read(piece) : Result<std::size_t>(0);
                    if (!count)
                        return Unexpected<Error>{count.error()};
                    return true;
                });
            return sentenceOf(done).replace(m_folder->path(), "F");
        };
        const QString ended = "reading it ended the decoder, which was ended by signal 9; the "
                              "archive may be damaged";
        QCOMPARE(said(true), "F/a: b: " + ended);
        QCOMPARE(said(false), "F/a: " + ended + "; the member before is \"b\"");
    }

    void onlyFilesAreRead()
    {
        const auto none = [](const std::string&, ByteSource&) -> Result<bool> { return true; };
        QVERIFY(sentenceOf(readArchive("/nothing.zip", none)).startsWith("/nothing.zip: "));
        const std::string pipe = m_folder->filePath("pipe.zip").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(sentenceOf(readArchive(pipe, none)).endsWith("pipe.zip: is not a file"));
    }

    void namesAreMadeAlikeOrRefused()
    {
        const auto made = [](std::string_view name) { return memberName("A", name); };
        QCOMPARE(*made("a"), std::string("a"));
        QCOMPARE(*made("./a//b/./c"), std::string("a/b/c"));
        QCOMPARE(*made("a..b/...c"), std::string("a..b/...c"));
        for (const char* name : {"", "/a", "..", "../a", "a/..", "a/../b", ".", "./", "a\nb"})
            QVERIFY2(!made(name).has_value(), name);
        QCOMPARE(sentenceOf(made("..")),
                 "A: member \"..\": its name must not leave the archive by \"..\"");
    }

    void onlySomeEndingsAreThoseOfArchives()
    {
        for (const char* name : {"a.zip",
                                 "A.ZIP",
                                 "a.tar",
                                 "a.tar.gz",
                                 "a.tgz",
                                 "a.tar.xz",
                                 "a.txz",
                                 "a.tar.bz2",
                                 "a.tbz2"})
            QVERIFY2(isNamedAsArchive(name), name);
        for (const char* name : {"a.npz", "a.csv.gz", "a.json.gz", ".zip", "zip", "a.rar"})
            QVERIFY2(!isNamedAsArchive(name), name);
    }

    // --- as a folder ---

    void anArchiveIsAsGoodAsItsFolder()
    {
        const auto all = [](const std::string& name) { return name != "about.txt"; };
        const std::vector<std::pair<QByteArray, QByteArray>> members{{"pets/dog/2.png", "2"},
                                                                     {"pets/cat/1.png", "1"},
                                                                     {"pets/cat/.hidden", "x"},
                                                                     {"pets/about.txt", "x"},
                                                                     {"pets/a.csv", "table"},
                                                                     {"__MACOSX/pets/a.csv", "x"}};
        for (const auto& [name, bytes] : members)
            put(QString(name), bytes);
        put("pets.zip", zipOf(members));
        for (const char* place : {"pets", "pets.zip"}) {
            const std::filesystem::path path = m_folder->filePath(place).toStdString();
            const auto tree = FileTree::open(path, all);
            QVERIFY2(tree.has_value(), qPrintable(sentenceOf(tree)));
            QVERIFY(tree->hasFolder("") && tree->hasFolder("cat") && !tree->hasFolder("c"));
            using Names = std::vector<std::string>;
            QVERIFY(*tree->folders("") == (Names{"cat", "dog"}));
            QVERIFY(*tree->files("") == (Names{"a.csv"}));
            QVERIFY(*tree->files("cat") == (Names{"1.png"}));
            const auto file = tree->file("dog/2.png");
            QVERIFY2(file.has_value(), qPrintable(sentenceOf(file)));
            QCOMPARE((*file)->size(), std::uint64_t{1});
            QCOMPARE(tree->path("dog/2.png"),
                     std::filesystem::path(path) / (path.extension() == ".zip" ? "pets" : "")
                         / "dog/2.png");
            QVERIFY(!tree->file("dog/3.png").has_value());
        }
    }

    void aSingleFolderThatDataSetsHaveIsKept()
    {
        put("a.zip", zipOf({{"train/cat/1.png", "1"}}));
        const auto tree = FileTree::list(m_folder->filePath("a.zip").toStdString(), &isAny);
        QVERIFY2(tree.has_value(), qPrintable(sentenceOf(tree)));
        QVERIFY(tree->hasFolder("train/cat"));
    }

    void twoMembersOfOneNameAreRefused()
    {
        put("a.zip", zipOf({{"x/a", "1"}, {"x//a", "2"}}));
        const auto tree = FileTree::list(m_folder->filePath("a.zip").toStdString(), &isAny);
        QVERIFY2(sentenceOf(tree).endsWith("a.zip: has two members \"x/a\""),
                 qPrintable(sentenceOf(tree)));
    }

    void whatUnpacksToMoreThanTheLimitIsRefused()
    {
        const QByteArray zeros(8 << 20, '\0');
        put("a.tar.gz", idxfiles::packed(tarMember("a", zeros) + tarMember("b", zeros)));
        const auto open = [this] {
            return sentenceOf(FileTree::open(m_folder->filePath("a.tar.gz").toStdString(), &isAny));
        };
        qputenv("COTERIE_DATA_GB", "0.01");
        QVERIFY2(open().contains("a.tar.gz: b: the data set needs"), qPrintable(open()));
        qputenv("COTERIE_DATA_GB", "0.02");
        QCOMPARE(open(), "accepted");
    }

    /// Names take memory too: packed, a million that differ in one letter are small.
    void namesCountAgainstTheLimit()
    {
        QByteArray deep;
        QByteArray flat;
        for (int i = 0; i < 300; ++i) {
            const QByteArray number = QByteArray::number(i);
            deep += tarMember(number + '/' + QByteArray("a/").repeated(40) + "b", {});
            flat += tarMember("x/" + number, {});
        }
        put("deep.tar.gz", idxfiles::packed(deep));
        put("flat.tar.gz", idxfiles::packed(flat));
        const auto said = [this](const char* name) {
            return sentenceOf(FileTree::list(m_folder->filePath(name).toStdString(), &isAny));
        };
        qputenv("COTERIE_DATA_GB", "0.001");
        QVERIFY2(said("deep.tar.gz").contains("deep.tar.gz: the data set needs"),
                 qPrintable(said("deep.tar.gz")));
        QCOMPARE(said("flat.tar.gz"), "accepted");
        qputenv("COTERIE_DATA_GB", "0.01");
        QCOMPARE(said("deep.tar.gz"), "accepted");
        qputenv("COTERIE_DATA_GB", "0.00005");
        QVERIFY2(said("flat.tar.gz").contains("flat.tar.gz: the data set needs"),
                 qPrintable(said("flat.tar.gz")));
    }

private:
    void put(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(path.section('/', 0, -2));
        idxfiles::write(path, bytes);
    }
    [[nodiscard]] std::filesystem::path written(const QByteArray& bytes) const
    {
        put("a", bytes);
        return m_folder->filePath("a").toStdString();
    }
    /// "name=size name=size …", or the sentence of the failure with the folder as F.
    [[nodiscard]] QString listed(const QByteArray& bytes) const
    {
        QStringList members;
        const auto done = readArchive(
            written(bytes), [&](const std::string& name, ByteSource& content) -> Result<bool> {
                std::vector<std::uint8_t> all(1 << 16);
                const Result<std::size_t> count = content.read(all);
                if (!count)
                    return Unexpected<Error>{count.error()};
                members << QStringLiteral("%1=%2").arg(QString::fromStdString(name)).arg(*count);
                return true;
            });
        return done ? members.join(' ') : sentenceOf(done).replace(m_folder->path(), "F");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_SECTION(TestArchiveReader)

} // namespace tst_archive_reader

#include "tst_archive_reader.moc"
