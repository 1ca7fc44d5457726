#include "tests/fuzz/replay.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_reader_corpus {

using namespace coterie::fuzz;

class TestReaderCorpus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyReaderHasSeeds()
    {
        for (const ReaderTarget& target : readerTargets())
            QVERIFY2(!seedsOf(target).isEmpty(), target.name.data());
    }

    /// The targets abort if what a reader accepts does not hold together.
    void everyReaderSurvivesTheCorpus() { readEverySeed(readerTargets()); }
    void everyReaderSurvivesDamage() { readDamagedSeeds(readerTargets()); }
};

COTERIE_SECTION(TestReaderCorpus)

} // namespace tst_reader_corpus

#include "tst_reader_corpus.moc"
