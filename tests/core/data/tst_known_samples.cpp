#include "core/data/catalog.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_known_samples {

using namespace coterie;

/// What the catalogue says of samples without reading them.
class KnownSamplesTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void generatedSetsHaveWhatIsSaid()
    {
        for (const CatalogEntry& entry : dataCatalog()) {
            if (!entry.builtIn || entry.fromPath)
                continue;
            const std::string name(entry.part.name);
            QVERIFY2(entry.samples, name.c_str());
            const auto dataset = loadDataset({.name = name, .parameters = {}}, {});
            QVERIFY2(dataset.has_value(), name.c_str());
            QVERIFY2((*dataset)->train.shape == entry.samples->shape, name.c_str());
            QVERIFY2((*dataset)->task() == entry.samples->task, name.c_str());
            QVERIFY2((*dataset)->classes == entry.samples->classes, name.c_str());
        }
    }

    /// Their files are not on every machine; their descriptions say the size of pictures.
    void publishedSetsSayTheSame()
    {
        for (const CatalogEntry& entry : dataCatalog()) {
            if (entry.builtIn || !entry.samples || entry.samples->task == Task::Mask)
                continue;
            const std::string meaning(entry.part.meaning);
            const SampleShape& shape = entry.samples->shape;
            const std::string size =
                std::to_string(shape.height) + "×" + std::to_string(shape.width);
            if (shape.height > 1)
                QVERIFY2(meaning.find(size) != std::string::npos, meaning.c_str());
            const bool saysColour = meaning.find("in colour") != std::string::npos;
            QVERIFY2(saysColour == (shape.channels == 3), meaning.c_str());
        }
    }

    void filesOfOnesOwnHaveNone()
    {
        for (const CatalogEntry& entry : dataCatalog())
            if (entry.fromPath)
                QVERIFY(!entry.samples);
    }
};

COTERIE_SECTION(KnownSamplesTest)

} // namespace tst_known_samples

#include "tst_known_samples.moc"
