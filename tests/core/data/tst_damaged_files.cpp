#include "core/data/formats/archive_reader.h"
#include "core/data/formats/picture_reader.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/damage.h"
#include "tests/sections.h"

#include <QTemporaryDir>
#include <QTest>

#include <map>

namespace tst_damaged_files {

using namespace coterie;
using coterie::tests::damaged;
using coterie::tests::timesOr;
using seedfiles::plain;
using seedfiles::seed;
using seedfiles::sentenceOf;

namespace {

/// How many were read and how many refused, for a long look.
void tell(const QString& name, const std::map<bool, int>& outcomes)
{
    const auto count = [&outcomes](bool key) {
        return outcomes.contains(key) ? outcomes.at(key) : 0;
    };
    qInfo("%s: %d read, %d refused", qPrintable(name), count(true), count(false));
}

} // namespace

/// Files that libpng, libjpeg-turbo and libarchive may not survive: the program always does, and
/// whatever it says, it says about a file.
class TestDamagedFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void picturesNeverEndTheProgram_data()
    {
        addRows({"png/palette",
                 "png/colour_alpha",
                 "jpeg/colour",
                 "jpeg/grey",
                 "jpeg/progressive",
                 "jpeg/inks",
                 "jpeg/inks_ycck"});
    }
    void picturesNeverEndTheProgram()
    {
        QFETCH(QString, name);
        PictureReader reader;
        std::mt19937 random(1); // NOLINT: the same damage every time
        const QByteArray good = seed(name);
        std::map<bool, int> outcomes;
        for (int i = 0; i < timesOr(400); ++i) {
            const auto picture = reader.read(*plain(damaged(good, i % 3 == 0, random)));
            ++outcomes[picture.has_value()];
            if (!picture)
                QVERIFY2(sentenceOf(picture).startsWith("FILE: ")
                             && sentenceOf(picture).size() > 15,
                         qPrintable(sentenceOf(picture)));
        }
        tell(name, outcomes);
        QVERIFY(outcomes[false] > 0);
        QCOMPARE(reader.starts(), 1); // one process has read them all
    }

    void archivesNeverEndTheProgram_data()
    {
        addRows({"tar/ustar",
                 "tar/gnu.gz",
                 "tar/pax",
                 "tar/pax.bz2",
                 "tar/pax.xz",
                 "zip/stored",
                 "zip/deflated"});
    }
    void archivesNeverEndTheProgram()
    {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.zip");
        std::mt19937 random(1); // NOLINT: the same damage every time
        const QByteArray good = seed(name);
        std::map<bool, int> outcomes;
        for (int i = 0; i < timesOr(60); ++i) { // a process each
            const std::filesystem::path file =
                idxfiles::write(path, damaged(good, i % 3 == 0, random));
            const auto done = readArchive(file, &readWhole);
            ++outcomes[done.has_value()];
            if (done)
                continue;
            const QString said = sentenceOf(done);
            QVERIFY2(said.startsWith(path) && said.size() > path.size() + 15, qPrintable(said));
            // The process that reads it has said so, and was not ended by a signal.
            QVERIFY2(!said.contains("ended the decoder"), qPrintable(said));
        }
        tell(name, outcomes);
        QVERIFY(outcomes[false] > 0);
    }

private:
    static void addRows(std::initializer_list<const char*> names)
    {
        QTest::addColumn<QString>("name");
        for (const char* name : names)
            QTest::newRow(name) << name;
    }
    /// A damaged size may say gigabytes, which no data set takes either.
    static Result<bool> readWhole(const std::string& name, ByteSource& content)
    {
        std::vector<std::uint8_t> piece(65536);
        for (std::size_t count = piece.size(); count == piece.size();) {
            const Result<std::size_t> read = content.read(piece);
            if (!read)
                return Unexpected<Error>{read.error()};
            count = *read;
            if (content.offset() > (64U << 20))
                return false;
        }
        return !name.empty();
    }
};

COTERIE_SECTION(TestDamagedFiles)

} // namespace tst_damaged_files

#include "tst_damaged_files.moc"
