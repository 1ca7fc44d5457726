#include "tests/core/data/seed_files.h"
#include "tests/fuzz/reader_targets.h"
#include "tests/sections.h"

#include <QDir>
#include <QTest>

#include <random>

namespace tst_reader_corpus {

using namespace coterie::fuzz;

namespace {

std::vector<std::uint8_t> bytesOf(const QByteArray& bytes)
{
    return {bytes.begin(), bytes.end()};
}

} // namespace

class TestReaderCorpus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyReaderHasSeeds()
    {
        for (const ReaderTarget& target : readerTargets())
            QVERIFY2(!filesOf(target).isEmpty(), target.name.data());
    }

    /// What the fuzzers found or start from, through every reader: none may crash on a file of
    /// another format either. The targets abort if what a reader accepts does not hold together.
    void everyReaderSurvivesTheCorpus()
    {
        for (const ReaderTarget& folder : readerTargets())
            for (const QString& file : filesOf(folder))
                for (const ReaderTarget& target : readerTargets())
                    target.read(bytesOf(seedfiles::seed(file)));
    }

    void everyReaderSurvivesDamage()
    {
        std::mt19937 random(1); // NOLINT: the same damage every time
        for (const ReaderTarget& target : readerTargets())
            for (const QString& file : filesOf(target)) {
                const std::vector<std::uint8_t> good = bytesOf(seedfiles::seed(file));
                for (int i = 0; i < 40; ++i) {
                    std::vector<std::uint8_t> bytes = good;
                    if (i % 2 == 0)
                        bytes.resize(random() % bytes.size());
                    for (unsigned flips = random() % 4; flips > 0 && !bytes.empty(); --flips)
                        bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
                    target.read(bytes);
                }
            }
    }

private:
    static QStringList filesOf(const ReaderTarget& target)
    {
        const QString name = QString::fromUtf8(target.name.data(), qsizetype(target.name.size()));
        QStringList files = QDir(QStringLiteral(COTERIE_SOURCE_DIR "/tests/fuzz/corpus/") + name)
                                .entryList(QDir::Files);
        for (QString& file : files)
            file = name + '/' + file;
        return files;
    }
};

COTERIE_SECTION(TestReaderCorpus)

} // namespace tst_reader_corpus

#include "tst_reader_corpus.moc"
