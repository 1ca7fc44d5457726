#include "core/store/run_store.h"
#include "tests/sections.h"
#include "ui/window/command_palette.h"
#include "ui/window/palette_sources.h"

#include <QAction>
#include <QLineEdit>
#include <QListView>
#include <QTest>

namespace tst_palette_order {

using namespace coterie::ui;

/// What the palette finds first.
class PaletteOrderTest final : public QObject
{
    Q_OBJECT

private slots:
    void theBestLineComesFirst_data();
    void theBestLineComesFirst();
    void elseTheOrderIsKept();
    void whatIsReadLaterIsFirstUnlessALineWasChosen();
    void onesOwnRunsComeBeforeThoseOfOtherStores();

private:
    /// The lines that the palette shows for this.
    static QStringList found(const QString& typed)
    {
        QWidget window;
        window.resize(900, 600);
        QAction action(QStringLiteral("Run"));
        action.setProperty("section", QStringLiteral("Experiment"));
        CommandPalette palette({&action}, &window);
        palette.addSource([] {
            std::vector<PaletteEntry> entries;
            for (const char* text : {"Show run 127: Quickstart, FedAvg, seed 3",
                                     "Show run 26: Quickstart, FedAvg · rounds = 12, seed 127",
                                     "Show run 25: Quickstart, HCCT · rounds = 12, seed 127",
                                     "Show run 12: Quickstart, HCCT, seed 2",
                                     "Open Quickstarts of 12 clients"})
                entries.push_back(
                    {.text = QString::fromUtf8(text), .note = {}, .tip = {}, .icon = {}, .act = [] {
                     }});
            return entries;
        });
        palette.popUp();
        palette.findChild<QLineEdit*>()->setText(typed);
        QStringList lines;
        const QAbstractItemModel& model = *palette.findChild<QListView*>()->model();
        for (int row = 0; row < model.rowCount(); ++row)
            lines << model.index(row, 0).data().toString();
        return lines;
    }
};

void PaletteOrderTest::theBestLineComesFirst_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    QTest::newRow("its own number") << QStringLiteral("run 12") << QStringLiteral("Show run 12:");
    QTest::newRow("only a number") << QStringLiteral("12") << QStringLiteral("Show run 12:");
    QTest::newRow("other case") << QStringLiteral("RUN  26 ") << QStringLiteral("Show run 26:");
    QTest::newRow("words apart") << QStringLiteral("hcct 12") << QStringLiteral("Show run 12:");
    QTest::newRow("a setting") << QStringLiteral("seed 127") << QStringLiteral("Show run 26:");
    QTest::newRow("a part of a number")
        << QStringLiteral("show 27") << QStringLiteral("Show run 127:");
    QTest::newRow("a command") << QStringLiteral("run") << QStringLiteral("Experiment: Run");
}

void PaletteOrderTest::whatIsReadLaterIsFirstUnlessALineWasChosen()
{
    QWidget window;
    window.resize(900, 600);
    CommandPalette palette({}, &window);
    QStringList lines{QStringLiteral("Show run 112: HCCT"), QStringLiteral("Show run 120: HCCT")};
    palette.addSource([&lines] {
        std::vector<PaletteEntry> entries;
        for (const QString& text : lines)
            entries.push_back({.text = text, .note = {}, .tip = {}, .icon = {}, .act = [] {}});
        return entries;
    });
    palette.popUp();
    palette.findChild<QLineEdit*>()->setText(QStringLiteral("run 12"));
    auto* list = palette.findChild<QListView*>();
    const auto current = [list] { return list->currentIndex().data().toString(); };
    QVERIFY(current() != QStringLiteral("Show run 12: HCCT"));
    lines << QStringLiteral("Show run 12: HCCT");
    palette.refill();
    QCOMPARE(current(), QStringLiteral("Show run 12: HCCT"));
    list->setCurrentIndex(list->model()->index(1, 0));
    const QString chosen = current();
    lines << QStringLiteral("Show run 12: FedAvg");
    palette.refill();
    QCOMPARE(current(), chosen);
}

void PaletteOrderTest::theBestLineComesFirst()
{
    QFETCH(QString, typed);
    QFETCH(QString, first);
    const QStringList lines = found(typed);
    QVERIFY2(!lines.isEmpty() && lines.front().startsWith(first), qPrintable(lines.join(u'\n')));
}

void PaletteOrderTest::elseTheOrderIsKept()
{
    const QStringList all = found({});
    QCOMPARE(all.size(), 6);
    QCOMPARE(all[0], QStringLiteral("Experiment: Run"));
    QVERIFY(all[1].startsWith(QStringLiteral("Show run 127")));
    QCOMPARE(found(QStringLiteral("fedavg show")), (QStringList{all[1], all[2]}));
}

void PaletteOrderTest::onesOwnRunsComeBeforeThoseOfOtherStores()
{
    std::vector<coterie::RunRow> runs(5); // by ascending ids, as they are listed
    runs[0].id = 1;
    runs[1].id = 2;
    for (const int other : {2, 3, 4}) {
        runs[std::size_t(other)].id = coterie::kNumbersPerStore + other;
        runs[std::size_t(other)].store = "cluster";
        runs[std::size_t(other)].created = "2026-11-20T12:00:00Z";
    }
    const std::vector<const coterie::RunRow*> found = newestRuns(runs, 3);
    QCOMPARE(found, (std::vector<const coterie::RunRow*>{&runs[1], &runs[0], &runs[4]}));
    QCOMPARE(newestRuns(runs, 100).size(), runs.size());
}

COTERIE_WIDGET_SECTION(PaletteOrderTest)

} // namespace tst_palette_order

#include "tst_palette_order.moc"
