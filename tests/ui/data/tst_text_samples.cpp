#include "tests/sections.h"
#include "ui/data/catalogue.h"
#include "ui/data/sample_table_model.h"
#include "ui/views/data_words.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_text_samples {

using namespace coterie;
using namespace coterie::ui;

/// Samples of a text on the Data page.
class TextSamplesTest final : public QObject
{
    Q_OBJECT

private slots:
    void aRowShowsWhatIsBeforeTheCharacter();
};

void TextSamplesTest::aRowShowsWhatIsBeforeTheCharacter()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("play.txt"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("Good day.\nWell!\n") > 0);
    file.close();
    Part part{.name = "characters", .parameters = {}};
    part.parameters.set("path", path.toStdString());
    part.parameters.set("length", std::int64_t{9});
    part.parameters.set("stride", std::int64_t{1});
    part.parameters.set("testPercent", std::int64_t{0});
    const LoadedData text = loadedData(part, {});
    QVERIFY2(text.dataset, qPrintable(text.problem));
    SampleTableModel model;
    const QAbstractItemModelTester tester(&model);
    const std::vector<std::int32_t> some{0, 1};
    model.showSamples(sampleTable(*text.dataset, text.dataset->train, some));
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row)
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
    QCOMPARE(cells,
             (QStringList{QStringLiteral("0"),
                          QStringLiteral("new line"),
                          QStringLiteral("Good day."),
                          QStringLiteral("1"),
                          QStringLiteral("W"),
                          QStringLiteral("ood day.⏎")}));
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("text before it"));
    QVERIFY2(factsText(*text.dataset).contains(QStringLiteral("windows of 9 characters")),
             qPrintable(factsText(*text.dataset)));
}

COTERIE_WIDGET_SECTION(TextSamplesTest)

} // namespace tst_text_samples

#include "tst_text_samples.moc"
