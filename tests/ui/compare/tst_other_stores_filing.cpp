#include "tests/sections.h"
#include "tests/ui/compare/run_rows.h"
#include "ui/compare/dragged_runs.h"
#include "ui/compare/folder_tree.h"
#include "ui/compare/run_table_model.h"

#include <QAction>
#include <QMenu>
#include <QMimeData>

#include <memory>
#include <vector>

namespace tst_other_stores_filing {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Runs that are only read beside one's own: neither they nor their folders can be changed.
class OtherStoresFilingTest final : public QObject
{
    Q_OBJECT

private slots:
    void aFolderOfOtherStoresCannotBeChanged();
    void runsOfOtherStoresAreNotDragged();

private:
    static void bringFromOther(RunRow& run)
    {
        run.id += kNumbersPerStore;
        run.store = "cluster";
    }
};

void OtherStoresFilingTest::aFolderOfOtherStoresCannotBeChanged()
{
    std::vector<RunRow> runs = rows(3);
    runs[0].folder = "shared/mine";
    for (const std::size_t other : {1, 2})
        bringFromOther(runs[other]);
    runs[1].folder = "shared";
    runs[2].folder = "theirs";
    FolderTree tree;
    tree.setRuns(runs);
    const auto* rename = tree.findChild<QAction*>(QStringLiteral("renameFolder"));
    const auto* remove = tree.findChild<QAction*>(QStringLiteral("removeFolder"));
    tree.choose("shared"); // an own run is within it
    QVERIFY(rename->isEnabled() && remove->isEnabled());
    tree.choose("theirs");
    QVERIFY(!rename->isEnabled() && !remove->isEnabled());
    QVERIFY(rename->toolTip().startsWith(QStringLiteral("Only runs of other stores")));
    runs[2].id = 9; // the same folder gets an own run instead
    runs[2].store.clear();
    tree.setRuns(runs);
    QVERIFY(rename->isEnabled() && remove->isEnabled());
    // The reason is shown where the action is off.
    emit tree.customContextMenuRequested(QPoint(4, 4));
    auto* menu = tree.findChild<QMenu*>();
    QVERIFY(menu && menu->toolTipsVisible());
    QCOMPARE(menu->actions().size(), 2);
    menu->close();
}

void OtherStoresFilingTest::runsOfOtherStoresAreNotDragged()
{
    std::vector<RunRow> runs = rows(3);
    for (const std::size_t other : {1, 2})
        bringFromOther(runs[other]);
    RunTableModel model;
    model.setRuns(std::make_shared<const std::vector<RunRow>>(runs));
    QVERIFY(model.flags(model.index(0, 0)) & Qt::ItemIsDragEnabled);
    QVERIFY(!(model.flags(model.index(1, 0)) & Qt::ItemIsDragEnabled));
    const std::unique_ptr<QMimeData> dragged(
        model.mimeData({model.index(0, 0), model.index(1, 0), model.index(2, 0)}));
    QCOMPARE(runsIn(*dragged), std::vector<std::int64_t>{1});
}

COTERIE_WIDGET_SECTION(OtherStoresFilingTest)

} // namespace tst_other_stores_filing

#include "tst_other_stores_filing.moc"
