#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_tables.h"
#include "ui/numbers.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>

namespace tst_tables_in_german {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Tables of arms whose names have numbers, where the window writes these with a comma.
class TablesInGermanTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void armsAreSavedWithAPoint();
};

void TablesInGermanTest::armsAreSavedWithAPoint()
{
    const QLocale before = numberLocale();
    const auto restore = qScopeGuard([&before] { setNumberLocale(before); });
    setNumberLocale(QLocale(QLocale::German));
    changeByHand(1);
    const CompareData data = compared("meanTestError");
    const auto changed = std::ranges::find_if(data.arms, [](const ComparedArm& arm) {
        return arm.label.contains(QStringLiteral("0,01"));
    });
    QVERIFY(changed != data.arms.end());
    QVERIFY2(changed->plainLabel.contains(QStringLiteral("0.01")), qPrintable(changed->plainLabel));
    for (const PlainTable& table : {overlayTable(data, OverlayAxis::Rounds),
                                    targetTable(data, 30).table,
                                    testTable(data, data.arms.size() - 1).table,
                                    paperTable(data).table}) {
        const QString saved = csvText(table);
        QVERIFY2(saved.contains(QStringLiteral("0.01")), qPrintable(saved));
        QVERIFY2(!saved.contains(QStringLiteral("0,01")), qPrintable(saved));
        PlainTableModel model;
        model.setTable(table);
        bool isShown = false;
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                isShown = isShown || model.index(row, column).data().toString() == changed->label;
        QVERIFY(isShown);
    }
    QVERIFY(!csvText(bestTable(data).table).contains(QStringLiteral("0,01")));
}

COTERIE_WIDGET_SECTION(TablesInGermanTest)

} // namespace tst_tables_in_german

#include "tst_tables_in_german.moc"
