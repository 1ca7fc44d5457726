#include "core/data/formats/archives.h"
#include "core/data/formats/npy.h"
#include "tests/core/data/seed_files.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_archives {

using namespace coterie;
using namespace seedfiles;

class TestArchives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
};

COTERIE_SECTION(TestArchives)

} // namespace tst_archives

#include "tst_archives.moc"
