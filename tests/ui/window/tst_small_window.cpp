#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/window/page_walk.h"
#include "ui/design/summary_panel.h"

#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>

namespace tst_small_window {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The window at the least size that it has to fit.
class SmallWindowTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void noSectionScrollsSideways_data();
    void noSectionScrollsSideways();
    void valuesOfTheEstimateAreWhole();
    void aLongNameIsShownFromItsBeginning();
};

void SmallWindowTest::noSectionScrollsSideways_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("quickstart") << kShippedExperiments + QStringLiteral("/quickstart.json");
    QTest::newRow("all kinds of settings") << QString();
    QTest::newRow("many methods") << kShippedExperiments
                                         + QStringLiteral("/demos/hcct_motivating.json");
}

namespace {

/// The widest of a widget's parts, for a message.
QString widestIn(const QWidget& page)
{
    const QWidget* widest = &page;
    for (const QWidget* part : page.findChildren<QWidget*>())
        if (part->isVisible() && part->findChildren<QWidget*>().isEmpty()
            && part->minimumSizeHint().width() > widest->minimumWidth()
            && (widest == &page
                || part->minimumSizeHint().width() > widest->minimumSizeHint().width()))
            widest = part;
    return nameOf(*widest)
           + QStringLiteral(" %1: %2")
                 .arg(widest->minimumSizeHint().width())
                 .arg(shownText(*widest));
}

} // namespace

void SmallWindowTest::noSectionScrollsSideways()
{
    QFETCH(QString, file);
    MainWindow window(context());
    QVERIFY(opens(window, file.isEmpty() ? write(kMine, fullExperiment()) : file));
    window.resize(900, 600);
    auto* design = window.findChild<DesignPage*>();
    for (int section = 0; section < kDesignSections; ++section) {
        design->showSection(static_cast<DesignSection>(section));
        const QString name = wordsOf(static_cast<DesignSection>(section)).title;
        auto* arms = design->findChild<QListWidget*>(QStringLiteral("armList"));
        for (int arm = 0; arm < (arms->isVisible() ? arms->count() : 1); ++arm) {
            if (arms->isVisible())
                arms->setCurrentRow(arm);
            layOut();
            for (const QScrollArea* page : design->findChildren<QScrollArea*>())
                QVERIFY2(
                    !page->isVisible() || page->horizontalScrollBar()->maximum() == 0,
                    qPrintable(
                        name
                        + QStringLiteral(" by %1: ").arg(page->horizontalScrollBar()->maximum())
                        + widestIn(*page->widget())));
        }
    }
}

void SmallWindowTest::aLongNameIsShownFromItsBeginning()
{
    const QString name = QStringLiteral("A name that is longer than its field, ").repeated(5);
    QString text = QString::fromUtf8(fullExperiment());
    static const QRegularExpression kName(QStringLiteral("\"name\": \"[^\"]*\""));
    text.replace(
        text.indexOf(kName), kName.match(text).capturedLength(), "\"name\": \"" + name + '"');
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, text.toUtf8())));
    window.resize(900, 600);
    auto* design = window.findChild<DesignPage*>();
    design->showSection(DesignSection::Output);
    const auto field = [&]() -> const QLineEdit* {
        for (const auto* each : design->findChildren<QLineEdit*>())
            if (each->isVisible() && each->text().trimmed() == name.trimmed())
                return each;
        return nullptr;
    };
    QTRY_VERIFY(field());
    QCOMPARE(field()->cursorPosition(), 0);
}

/// In one line each, beside or below their names.
void SmallWindowTest::valuesOfTheEstimateAreWhole()
{
    MainWindow window(context());
    QVERIFY(opens(window, kShippedExperiments + QStringLiteral("/quickstart.json")));
    window.resize(900, 600);
    const auto* panel = window.findChild<SummaryPanel*>();
    const auto* note = panel->findChild<QLabel*>(QStringLiteral("forecastNote"));
    QTRY_VERIFY(note->text().isEmpty()); // all of it is known
    const auto split = [&] {
        QStringList found;
        for (const QLabel* label : panel->findChildren<QLabel*>())
            if (label->isVisible() && label->wordWrap()
                && label->contentsRect().height() >= 2 * label->fontMetrics().lineSpacing())
                found << label->text();
        return found;
    };
    QVERIFY(panel->findChildren<QLabel*>().size() > 20);
    QTRY_VERIFY2(split().isEmpty(), qPrintable(split().join(u'\n')));
}

COTERIE_WIDGET_SECTION(SmallWindowTest)

} // namespace tst_small_window

#include "tst_small_window.moc"
