#include "core/data/formats/archives.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/npy.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_archives {

using namespace coterie;
using namespace seedfiles;

namespace {

std::vector<std::uint8_t> contentOf(ByteSource& source)
{
    std::vector<std::uint8_t> all(1 << 16);
    const Result<std::size_t> count = source.read(all);
    all.resize(count ? *count : 0);
    return all;
}

/// "name=size name=size …", or the sentence of the failure.
QString listed(const QByteArray& bytes)
{
    QStringList members;
    const ByteSourcePointer source = unpacked(bytes);
    const Result<void> done =
        readTar(*source, [&](const std::string& name, ByteSource& content) -> Result<bool> {
            members << QStringLiteral("%1=%2")
                           .arg(QString::fromStdString(name))
                           .arg(contentOf(content).size());
            return true;
        });
    return done ? members.join(' ') : QString::fromStdString(done.error().sentence());
}

/// The archive with the checksum of its first header put right.
QByteArray withTarSum(QByteArray bytes)
{
    bytes.replace(148, 8, "        ");
    unsigned sum = 0;
    for (int i = 0; i < 512; ++i)
        sum += static_cast<unsigned char>(bytes[i]);
    return bytes.replace(148, 7, QByteArray::number(sum, 8).rightJustified(6, '0') + '\0');
}

} // namespace

class TestArchives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tarFilesComeInTheirOrder_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("last");
        const QString x(60, 'x');
        const QString y(60, 'y');
        QTest::newRow("ustar, a long name in two parts") << "tar/ustar" << (y + '/' + x);
        QTest::newRow("gnu, a long name cut") << "tar/gnu" << QString(100, 'x');
        QTest::newRow("gnu in gzip") << "tar/gnu.gz" << QString(100, 'x');
        QTest::newRow("pax, a long name cut") << "tar/pax" << QString(100, 'x');
    }
    void tarFilesComeInTheirOrder()
    {
        QFETCH(QString, name);
        QFETCH(QString, last);
        QCOMPARE(listed(seed(name)), "folder/one=10 two=600 last=0 " + last + "=3");
    }

    void aTarMemberMayBeLeftUnread()
    {
        QStringList names;
        const ByteSourcePointer source = plain(seed("tar/ustar"));
        const Result<void> done =
            readTar(*source, [&](const std::string& name, ByteSource&) -> Result<bool> {
                names << QString::fromStdString(name);
                return names.size() < 2;
            });
        QVERIFY(done.has_value());
        QCOMPARE(names, (QStringList{"folder/one", "two"}));
    }

    void refusesAMalformedTar_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const QByteArray good = seed("tar/ustar");
        QTest::newRow("empty")
            << QByteArray()
            << "FILE: at byte 0: the file ends inside a tar header (512 bytes expected)";
        QTest::newRow("cut in a header")
            << good.left(700)
            << "FILE: at byte 512: the file ends inside a tar header (512 bytes expected)";
        QTest::newRow("cut in a member") << good.left(512 + 512 + 5)
                                         << "FILE: at byte 1029: the file ends inside tar member "
                                            "folder/one (507 bytes expected)";
        QTest::newRow("no tar") << QByteArray(600, 'x')
                                << "FILE: at byte 0: must be a tar header (its checksum is wrong)";
        QTest::newRow("wrong checksum")
            << replaced(good, 0, "g")
            << "FILE: at byte 0: must be a tar header (its checksum is wrong)";
        QTest::newRow("size in letters")
            << withTarSum(replaced(good, 124, "12z"))
            << "FILE: at byte 124: must be the size of a tar member in octal digits";
        QTest::newRow("negative size")
            << withTarSum(replaced(good, 124, "-0000000001"))
            << "FILE: at byte 124: must be the size of a tar member in octal digits";
        QTest::newRow("more than the file holds") << withTarSum(replaced(good, 124, "77777777777"))
                                                  << "FILE: at byte 512: the file ends inside tar "
                                                     "member folder/ (8589934592 bytes expected)";
    }
    void refusesAMalformedTar()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        QCOMPARE(listed(bytes), sentence);
    }

    void zipMembersAreReadInPlace_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("stored") << "zip/stored";
        QTest::newRow("deflated") << "zip/deflated";
    }
    void zipMembersAreReadInPlace()
    {
        QFETCH(QString, name);
        const auto archive = ZipArchive::open(store(seed(name)));
        QVERIFY2(archive.has_value(), qPrintable(sentenceOf(archive)));
        QCOMPARE(archive->members().size(), std::size_t{2});
        QVERIFY(archive->find("z.npy") == nullptr);
        const auto x = readNpy(**archive->content(*archive->find("x.npy")));
        QVERIFY2(x.has_value(), qPrintable(sentenceOf(x)));
        QVERIFY(x->dimensions == (std::vector<std::size_t>{4, 2, 2}));
        for (std::size_t i = 0; i < 16; ++i)
            QCOMPARE(std::get<std::vector<std::uint8_t>>(x->values)[i], std::uint8_t(i));
        const auto y = readNpy(**archive->content(*archive->find("y.npy")));
        QVERIFY(std::get<std::vector<float>>(y->values) == (std::vector<float>{0, 1, 2, 1}));
    }

    void refusesAMalformedZip_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const QByteArray good = seed("zip/stored");
        const qsizetype size = good.size();
        const qsizetype end = size - 22;
        const qsizetype entry = good.indexOf("PK\x01\x02");
        const auto row = [](const char* name, const QByteArray& bytes, const QString& sentence) {
            QTest::newRow(name) << bytes << sentence;
        };
        const auto at = [](qsizetype place) {
            return QStringLiteral("FILE: at byte %1: ").arg(place);
        };
        row("empty", {}, "FILE: at byte 0: the zip archive must have an end record");
        row("no end record", good.left(end), at(end) + "the zip archive must have an end record");
        row("in parts",
            replaced(good, end + 4, QByteArray("\1\0", 2)),
            at(end) + "a zip archive in parts, which is not read");
        row("zip64",
            replaced(good, end + 16, "\xFF\xFF\xFF\xFF"),
            at(end) + "a zip64 archive, which is not read");
        row("directory outside",
            replaced(good, end + 16, QByteArray("\0\0\0\x70", 4)),
            at(end) + "the zip directory would lie outside the file");
        row("more entries than there are",
            replaced(good, end + 8, QByteArray("\3\0\3\0", 4)),
            at(end) + "must be an entry of the zip directory");
        row("no entry",
            replaced(good, entry, "PX"),
            at(entry) + "must be an entry of the zip directory");
        row("a name beyond the directory",
            replaced(good, entry + 28, QByteArray("\0\xF0", 2)),
            at(entry) + "an entry of the zip directory goes beyond its end");
        row("encrypted",
            replaced(good, entry + 8, QByteArray("\1\0", 2)),
            at(entry) + "x.npy is encrypted, which is not read");
        row("another method",
            replaced(good, entry + 10, QByteArray("\x0C\0", 2)),
            at(entry) + "x.npy must be stored (0) or deflated (8) (is packed by method 12)");
        row("a member outside",
            replaced(good, entry + 42, QByteArray("\0\0\0\x10", 4)),
            at(268435456) + "x.npy would lie outside the file");
        row("no local header",
            replaced(good, 0, "PX"),
            "FILE: at byte 0: must be the header of x.npy");
        row("a member beyond the end",
            replaced(good, entry + 20, QByteArray("\0\0\1\0", 4)),
            at(35) + "x.npy would go beyond the end of the file");
        row("a bomb's size",
            replaced(good, entry + 24, QByteArray("\0\0\0\x40", 4)),
            "FILE: at byte 0: x.npy announces 1073741824 bytes, its 144 packed ones cannot hold "
            "them");
        row("a wrong checksum",
            replaced(good, entry + 16, "abcd"),
            "FILE: x.npy: at byte 144: the member's checksum is wrong: the zip is damaged");
    }
    void refusesAMalformedZip()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        const auto archive = ZipArchive::open(store(bytes));
        if (!archive) {
            QCOMPARE(sentenceOf(archive), sentence);
            return;
        }
        const auto content = archive->content(archive->members().front());
        if (!content) {
            QCOMPARE(sentenceOf(content), sentence);
            return;
        }
        QCOMPARE(sentenceOf(readNpy(**content)), sentence);
    }

    void aDeflatedMemberMustUnpackToItsSize()
    {
        QByteArray bytes = seed("zip/deflated");
        const qsizetype entry = bytes.indexOf("PK\x01\x02");
        const auto announced = [&](char size) {
            const auto archive =
                ZipArchive::open(store(replaced(bytes, entry + 24, QByteArray(1, size))));
            const ByteSourcePointer content = std::move(*archive->content(archive->members()[0]));
            std::vector<std::uint8_t> out(1000);
            return sentenceOf(content->read(out));
        };
        QCOMPARE(announced(char(145)),
                 "FILE: x.npy: at byte 144: the member ends here, the zip directory announces 145 "
                 "bytes");
        QVERIFY(announced(char(143)).startsWith("FILE: x.npy: at byte 143: the member's checksum"));
        QCOMPARE(announced(char(144)), "accepted");
    }

    void aTarInsideGzipThatIsCutIsNamed()
    {
        const QByteArray packed = idxfiles::packed(seed("tar/ustar"));
        const QString sentence = listed(packed.left(packed.size() / 2));
        QVERIFY2(sentence.startsWith("FILE: the gzip data is cut short after"),
                 qPrintable(sentence));
    }
};

COTERIE_SECTION(TestArchives)

} // namespace tst_archives

#include "tst_archives.moc"
