#include "tests/fuzz/replay.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_layer_corpus {

using namespace coterie::fuzz;

/// What the fuzzer of the reader of layer lists starts from or has found.
class TestLayerCorpus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thereAreSeeds()
    {
        for (const ReaderTarget& target : layerTargets())
            QVERIFY2(!seedsOf(target).isEmpty(), target.name.data());
    }

    /// The target aborts if a list that is read does not hold together.
    void theReaderSurvivesTheCorpus() { readEverySeed(layerTargets()); }
    void theReaderSurvivesDamage() { readDamagedSeeds(layerTargets()); }
};

COTERIE_SECTION(TestLayerCorpus)

} // namespace tst_layer_corpus

#include "tst_layer_corpus.moc"
