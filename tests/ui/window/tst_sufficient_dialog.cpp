#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/looks.h"
#include "tests/ui/window/explained.h"
#include "tests/ui/window_fixture.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/views/line_plot.h"
#include "ui/views/view_frame.h"
#include "ui/window/main_window.h"
#include "ui/window/sufficient_dialog.h"
#include "ui/words.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include <algorithm>

namespace tst_sufficient_dialog {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

void type(const SufficientDialog& dialog, const char* input, const QString& text)
{
    dialog.findChild<QLineEdit*>(QLatin1String(input))->setText(text);
}

QString problemOf(const SufficientDialog& dialog)
{
    return dialog.findChild<QLabel*>(QStringLiteral("sufficientProblem"))->text();
}

const PlainTable& boundsOf(const SufficientDialog& dialog)
{
    const auto* view = dialog.findChild<QTableView*>(QStringLiteral("boundTable"));
    return qobject_cast<const PlainTableModel*>(view->model())->table();
}

} // namespace

class SufficientDialogTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void theActionOpensIt();
    void itHasTheNumbersOfTheCommand();
    void aBadInputIsNamed();
    void theCurvesAreExported();
    void everythingSaysWhatItIsForAndTabReachesIt();
    void problemsStayLegibleInAnotherTheme();
    void itFitsASmallScreen_data() { addLooks(kFewLooks); }
    void itFitsASmallScreen();
};

void SufficientDialogTest::theActionOpensIt()
{
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    QVERIFY(!window.findChild<SufficientDialog*>());
    window.actions().action(ActionId::SufficientClusters)->trigger();
    auto* dialog = window.findChild<SufficientDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(dialog, kTryMilliseconds));
    type(*dialog, "clients", QStringLiteral("7"));
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close)->click();
    QVERIFY(!dialog->isVisible());
    window.actions().action(ActionId::SufficientClusters)->trigger(); // the same one again
    QCOMPARE(window.findChildren<SufficientDialog*>().size(), 1);
    QVERIFY(dialog->isVisible());
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("clients"))->text(), QStringLiteral("7"));
    // Enter in a field neither closes it nor resets it.
    QTest::keyClick(dialog->findChild<QLineEdit*>(QStringLiteral("clients")), Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults)->click();
    QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("clients"))->text(),
             QStringLiteral("20"));
}

/// The rows that `coterie-cli sufficient --csv` computes from the same texts.
void SufficientDialogTest::itHasTheNumbersOfTheCommand()
{
    SufficientDialog dialog;
    dialog.show();
    const auto check = [&dialog](const SufficientTexts& texts) {
        QTRY_VERIFY(!dialog.isBusy());
        const SufficientSetting setting = *sufficientSetting(texts);
        const std::vector<SufficientRow> rows = sufficientRows(setting, unitDistances(setting));
        const PlainTable& table = boundsOf(dialog);
        QCOMPARE(table.rows.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const SufficientRow& row = rows[i];
            const std::vector<QVariant> expected{row.variation,
                                                 row.precision,
                                                 qint64(row.cluster.clients),
                                                 row.cluster.variance,
                                                 row.constant,
                                                 cellOf(row.horizon),
                                                 row.decreasing,
                                                 row.steps,
                                                 row.gradientNorm};
            QVERIFY(table.rows[i] == expected);
        }
    };
    check({});
    const auto* note = dialog.findChild<QLabel*>(QStringLiteral("boundNote"));
    QVERIFY2(note->text().contains(QStringLiteral("certain up to 0.145 (the least")),
             qPrintable(note->text()));
    SufficientTexts texts;
    texts.clients = "12";
    texts.noise = "4";
    texts.steps = "2";
    texts.criterion = "continuous";
    type(dialog, "clients", QStringLiteral("12"));
    type(dialog, "noise", QStringLiteral(" 4 "));
    type(dialog, "steps", QStringLiteral("2"));
    type(dialog, "precision", QStringLiteral("1e-3,1"));
    texts.precision = "1e-3,1";
    auto* criterion = dialog.findChild<QComboBox*>(QStringLiteral("criterion"));
    criterion->setCurrentIndex(1);
    check(texts);
    QVERIFY(note->text().contains(QStringLiteral("after 2 steps")));
}

void SufficientDialogTest::aBadInputIsNamed()
{
    SufficientDialog dialog;
    dialog.show();
    QTRY_VERIFY(!dialog.isBusy());
    QVERIFY(problemOf(dialog).isEmpty());
    type(dialog, "precision", QStringLiteral("1,-2"));
    QCOMPARE(problemOf(dialog),
             QStringLiteral("Precisions ε: must be numbers above 0, separated by commas (is "
                            "\"1,-2\")"));
    QVERIFY(!dialog.isBusy());
    QVERIFY(boundsOf(dialog).rows.empty()); // no number that belongs to other inputs
    QVERIFY(dialog.findChild<LinePlot*>()->picture().lines.empty());
    type(dialog, "precision", QStringLiteral("1"));
    QVERIFY(problemOf(dialog).isEmpty());
    const auto* view = dialog.findChild<QTableView*>(QStringLiteral("boundTable"));
    QVERIFY(!view->isEnabled()); // grey until its numbers belong to the inputs
    QTRY_VERIFY(view->isEnabled());
    QTRY_COMPARE(boundsOf(dialog).rows.size(), std::size_t(4));
    type(dialog, "rate", QStringLiteral("1.5"));
    QCOMPARE(problemOf(dialog),
             QStringLiteral("Constant step size η: must be above 0 and at most 1, which is 1/μ (is "
                            "1.5)"));
}

void SufficientDialogTest::theCurvesAreExported()
{
    SufficientDialog dialog;
    dialog.show();
    QTRY_VERIFY(!dialog.isBusy());
    const PlotPicture& picture = dialog.findChild<LinePlot*>()->picture();
    QCOMPARE(picture.lines.size(), std::size_t(4));
    QCOMPARE(picture.lines[0].name, QStringLiteral("v = 0.001"));
    QCOMPARE(picture.lines[0].y.back(), 20.0);
    QCOMPARE(picture.lines[3].y.front(), 1.0);
    auto* sizes = dialog.findChild<ViewFrame*>(QStringLiteral("sufficientSizes"));
    QVERIFY(sizes->savePicture(m_folder->filePath(QStringLiteral("sizes.svg"))));
    const QString path = m_folder->filePath(QStringLiteral("sizes.csv"));
    QVERIFY(sizes->saveTable(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 8);
    QCOMPARE(QString::fromUtf8(lines[0]),
             QStringLiteral("Precision ε,v = 0.001,v = 0.01,v = 0.1,v = 1"));
    QVERIFY2(lines[1].startsWith("1e-05,") && lines[1].endsWith(",1"), lines[1]);
}

void SufficientDialogTest::everythingSaysWhatItIsForAndTabReachesIt()
{
    SufficientDialog dialog;
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, kTryMilliseconds));
    int seen = 0;
    QCOMPARE(unexplained(dialog, seen), QStringList());
    QVERIFY(seen >= 15);
    // The inputs in their order, then the buttons.
    dialog.findChild<QLineEdit*>(QStringLiteral("clients"))->setFocus();
    for (const SufficientInput& input : kSufficientInputs) {
        QCOMPARE(dialog.focusWidget()->objectName(), toQString(input.name));
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    }
    QVERIFY(qobject_cast<QPushButton*>(dialog.focusWidget()));
    for (const SufficientInput& input : kSufficientInputs) {
        const auto labels = dialog.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
            return label->buddy() && label->buddy()->objectName() == toQString(input.name);
        }));
    }
}

void SufficientDialogTest::problemsStayLegibleInAnotherTheme()
{
    Theme theme;
    SufficientDialog dialog;
    dialog.show();
    type(dialog, "steps", QStringLiteral("0"));
    const auto* label = dialog.findChild<QLabel*>(QStringLiteral("sufficientProblem"));
    const auto labels = dialog.findChildren<QLabel*>();
    const auto bad = std::ranges::find_if(labels, [](const QLabel* each) {
        return each->buddy() && each->buddy()->objectName() == QStringLiteral("steps");
    });
    QVERIFY(bad != labels.end());
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
        theme.choose(choice);
        const QPalette& outer = dialog.palette();
        QTRY_COMPARE(label->palette().color(QPalette::WindowText), problemColour(outer));
        QVERIFY(
            contrast(label->palette().color(QPalette::WindowText), outer.color(QPalette::Window))
            > 4.5);
        QCOMPARE((*bad)->palette().color(QPalette::WindowText), problemColour(outer));
    }
}

void SufficientDialogTest::itFitsASmallScreen()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    Theme theme;
    theme.choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    SufficientDialog dialog;
    dialog.show();
    QTRY_VERIFY(!dialog.isBusy());
    const QString name =
        QStringLiteral("sufficient-%1").arg(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(kept(drawn(dialog, scale), name));
    const auto* table = dialog.findChild<QTableView*>(QStringLiteral("boundTable"));
    for (int column = 0; column < table->model()->columnCount(); ++column)
        QVERIFY2(table->columnWidth(column) >= table->horizontalHeader()->sectionSizeHint(column),
                 qPrintable(table->model()->headerData(column, Qt::Horizontal).toString()));
    dialog.resize(900, 600);
    QCOMPARE(dialog.size(), QSize(900, 600));
    layOut();
    QVERIFY(kept(drawn(dialog, scale), name + QStringLiteral("-small")));
    for (const char* input : {"precision", "criterion"}) {
        const auto* field = dialog.findChild<QWidget*>(QLatin1String(input));
        QVERIFY2(field->width() >= field->minimumSizeHint().width(), input);
    }
}

COTERIE_WIDGET_SECTION(SufficientDialogTest)

} // namespace tst_sufficient_dialog

#include "tst_sufficient_dialog.moc"
