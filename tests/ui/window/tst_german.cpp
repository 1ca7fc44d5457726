#include "core/store/exports.h"
#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/menu_letters.h"
#include "tests/ui/text_files.h"
#include "tests/ui/window/page_walk.h"
#include "ui/compare/compare_words.h"
#include "ui/compare/difference_views.h"
#include "ui/language.h"
#include "ui/preferences/preferences_dialog.h"
#include "ui/window/sufficient_dialog.h"
#include "ui/words.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTreeView>

namespace tst_german {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// A small window and a usual one.
constexpr std::array kSizes{QSize(900, 600), QSize(1600, 1000)};

/// English texts that read otherwise in German.
const QSet<QString>& englishTexts()
{
    static const QSet<QString> kTexts = [] {
        QSet<QString> texts;
        QSet<QString> german;
        for (const Translated& entry : textsOfLanguage(QStringLiteral("de"))) {
            german << plainWords(entry.translation);
            texts << plainWords(entry.source.text);
        }
        return texts.subtract(german);
    }();
    return kTexts;
}

/// What a model shows in its first rows.
QStringList textsOf(const QAbstractItemModel& model)
{
    constexpr int kRows = 30;
    QStringList texts;
    for (int column = 0; column < model.columnCount(); ++column) {
        for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
            texts << model.headerData(column, Qt::Horizontal, role).toString();
        for (int row = 0; row < std::min(kRows, model.rowCount()); ++row)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                texts << model.index(row, column).data(role).toString();
    }
    return texts;
}

/// All texts of a window, and of the menus of it.
QStringList textsOf(const QWidget& window)
{
    QStringList texts;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        texts << shownText(*widget) << widget->toolTip() << widget->accessibleName();
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget);
            view && view->model() && !qobject_cast<const QHeaderView*>(widget))
            texts << textsOf(*view->model());
        if (const auto* box = qobject_cast<const QComboBox*>(widget))
            texts << textsOf(*box->model());
        for (const QAction* action : widget->actions())
            texts << action->text() << action->toolTip();
    }
    return texts;
}

} // namespace

/// The window in German, in a process of its own.
class GermanTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void initTestCase() { speak(QStringLiteral("de")); }
    void aLetterChoosesOneEntryOfAMenu();
    void noTextIsEnglish();
    void aUnitIsSaidOnce();
    void nothingIsCutOverprintedOrIllegible();
    void noSectionScrollsSideways();
    void everyTabOfCompareIsSeen();
    void dialogsAreWholeAndGerman_data();
    void dialogsAreWholeAndGerman();
    void whereRunsPartIsSaidInGerman_data();
    void whereRunsPartIsSaidInGerman();

private:
    [[nodiscard]] QString fullFile() const { return write(kMine, fullExperiment()); }
};

void GermanTest::aLetterChoosesOneEntryOfAMenu()
{
    const auto window = shownWindow(context());
    QStringList faults = letterFaults(*window->menuBar());
    for (QMenu* menu : window->findChildren<QMenu*>()) {
        QHash<QChar, QString> entries; // not all of these have letters
        for (const QAction* action : menu->actions())
            if (const QChar letter = keyLetter(action->text()); !letter.isNull()) {
                if (entries.contains(letter))
                    faults << QStringLiteral("“%1” and “%2”")
                                  .arg(action->text(), entries.value(letter));
                entries.insert(letter, action->text());
            }
    }
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void GermanTest::aUnitIsSaidOnce()
{
    QCOMPARE(metricText("trafficBits"), QStringLiteral("Datenverkehr in Bits"));
    QCOMPARE(metricText("totalClientToServerBits"),
             QStringLiteral("Bits Client zu Server insgesamt"));
    QCOMPARE(metricText("totalIndexBits"), QStringLiteral("Indexbits dünner Modelle insgesamt"));
    QVERIFY(metricText("meanTestError").endsWith(QStringLiteral("(%)")));
}

void GermanTest::noTextIsEnglish()
{
    MainWindow window(context());
    QVERIFY(showsARun(window, fullFile()));
    QSet<QString> found;
    const auto look = [&] {
        QCoreApplication::processEvents();
        for (const QString& text : textsOf(window))
            if (englishTexts().contains(plainWords(text)))
                found << text;
    };
    for (int section = 0; section < kDesignSections; ++section) {
        window.findChild<DesignPage*>()->showSection(static_cast<DesignSection>(section));
        look();
    }
    for (const ActionId page : {ActionId::ShowWatch, ActionId::ShowCompare, ActionId::ShowData}) {
        window.actions().action(page)->trigger();
        look();
    }
    QVERIFY2(found.isEmpty(), qPrintable(QStringList(found.begin(), found.end()).join(u'\n')));
}

void GermanTest::nothingIsCutOverprintedOrIllegible()
{
    MainWindow window(context());
    window.theme().choose(ThemeChoice::Light);
    window.show();
    const auto* pages = window.findChild<QStackedWidget*>(QStringLiteral("pages"));
    for (int page = 0; page < pages->count(); ++page) { // as they are before anything has run
        const QWidget& each = *pages->widget(page);
        QVERIFY2(each.minimumSizeHint().width() <= 820,
                 qPrintable(QString::fromLatin1(each.metaObject()->className())
                            + QString::number(each.minimumSizeHint().width())));
    }
    QVERIFY(window.minimumSizeHint().width() <= 900);
    QVERIFY(showsARun(window, fullFile()));
    QStringList faults = faultsOfPages(window, kSizes);
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    QVERIFY(window.minimumSizeHint().width() <= 900 && window.minimumSizeHint().height() <= 600);
}

void GermanTest::noSectionScrollsSideways()
{
    MainWindow window(context());
    QVERIFY(opens(window, kShippedExperiments + QStringLiteral("/quickstart.json")));
    window.resize(900, 600);
    auto* design = window.findChild<DesignPage*>();
    for (int section = 0; section < kDesignSections; ++section) {
        design->showSection(static_cast<DesignSection>(section));
        layOut();
        for (const QScrollArea* page : design->findChildren<QScrollArea*>())
            QVERIFY2(!page->isVisible() || page->horizontalScrollBar()->maximum() == 0,
                     qPrintable(QStringLiteral("%1 by %2")
                                    .arg(wordsOf(static_cast<DesignSection>(section)).title)
                                    .arg(page->horizontalScrollBar()->maximum())));
    }
}

void GermanTest::everyTabOfCompareIsSeen()
{
    MainWindow window(context());
    QVERIFY(showsARun(window, fullFile()));
    window.resize(900, 600);
    window.actions().action(ActionId::ShowCompare)->trigger();
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->selectAll();
    const auto* tabs = window.findChild<QTabWidget*>(QStringLiteral("comparePanes"));
    QTRY_VERIFY(tabs->isVisible());
    const QTabBar& bar = *tabs->tabBar();
    const auto areSeen = [&] {
        for (int tab = 0; tab < bar.count(); ++tab)
            if (bar.isTabVisible(tab) && !bar.rect().contains(bar.tabRect(tab)))
                return false;
        return true;
    };
    QTRY_VERIFY2(areSeen(), qPrintable(QString::number(bar.width())));
}

void GermanTest::dialogsAreWholeAndGerman_data()
{
    QTest::addColumn<ActionId>("action");
    QTest::addColumn<QString>("type");
    QTest::newRow("preferences") << ActionId::Preferences << "coterie::ui::PreferencesDialog";
    QTest::newRow("clusters") << ActionId::SufficientClusters << "coterie::ui::SufficientDialog";
}

void GermanTest::dialogsAreWholeAndGerman()
{
    QFETCH(const ActionId, action);
    QFETCH(const QString, type);
    const auto window = shownWindow(context());
    window->theme().choose(ThemeChoice::Light);
    window->resize(900, 600);
    window->actions().action(action)->trigger();
    QDialog* dialog = nullptr;
    for (QDialog* each : window->findChildren<QDialog*>())
        if (type == QLatin1String(each->metaObject()->className()))
            dialog = each;
    QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog, kTryMilliseconds));
    QStringList faults;
    const auto look = [&] { // colours do not depend on the language
        faults = layoutFaults(*dialog);
        faults.removeIf(
            [](const QString& fault) { return fault.contains(QLatin1String("contrast")); });
        return faults.isEmpty();
    };
    (void)QTest::qWaitFor(look, kTryMilliseconds);
    for (const QString& text : textsOf(*dialog))
        if (englishTexts().contains(plainWords(text)))
            faults << text;
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

/// Every column of the tables that are compared, with the keys of its row.
void GermanTest::whereRunsPartIsSaidInGerman_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("column");
    const std::vector<std::pair<QString, QStringList>> keys{
        {QStringLiteral("participation"), {QStringLiteral("draw 1")}},
        {QStringLiteral("clusters"), {QStringLiteral("group 1"), QStringLiteral("client 2")}},
        {QStringLiteral("clusterMerges"), {QStringLiteral("step 1")}},
        {QStringLiteral("clients"), {QStringLiteral("client 1")}},
        {QStringLiteral("groups"), {QStringLiteral("group 1"), QStringLiteral("client 2")}},
        {QStringLiteral("merges"), {QStringLiteral("step 1")}},
        {QStringLiteral("matrices"),
         {QStringLiteral("kind similarity"), QStringLiteral("row 1"), QStringLiteral("column 2")}},
        {QStringLiteral("values"),
         {QStringLiteral("scope client"),
          QStringLiteral("index 2"),
          QStringLiteral("name utility")}},
        {QStringLiteral("traffic"),
         {QStringLiteral("link edgeToCloud"), QStringLiteral("client 1")}},
        {QStringLiteral("rounds"), {}}};
    for (const auto& [table, places] : keys) {
        const QStringList columns =
            QString::fromStdString(exportHeader(table.toStdString())).split(u',');
        for (auto column = qsizetype(kFieldsBeforeRound) + 1 + places.size();
             column < columns.size();
             ++column)
            QTest::newRow(qPrintable(table + u' ' + columns[column]))
                << table << places.join(QStringLiteral(", ")) << columns[column];
    }
}

void GermanTest::whereRunsPartIsSaidInGerman()
{
    QFETCH(const QString, table);
    QFETCH(const QString, place);
    QFETCH(const QString, column);
    static const QSet<QString> kGerman = [] {
        QSet<QString> texts;
        for (const Translated& entry : textsOfLanguage(QStringLiteral("de")))
            texts << entry.translation.toLower();
        return texts;
    }();
    const auto isGerman = [](const QString& text) {
        QStringList numbers;
        return kGerman.contains(text.toLower())
               || kGerman.contains(withoutNumbers(text, numbers).toLower());
    };
    RunDifference both;
    both.parting = Parting{.round = 4,
                           .difference = {.table = table.toStdString(),
                                          .place = place.toStdString(),
                                          .column = column.toStdString(),
                                          .one = "1",
                                          .other = "2"}};
    const QString text = partingWords(both);
    static const QRegularExpression kSentence(
        QStringLiteral("^Sie unterscheiden sich ab Runde 4(?:, (?<places>[^:]+))?: (?:Eintrag der "
                       "Matrix „)?(?<title>.+?)“? ist "));
    const QRegularExpressionMatch match = kSentence.match(text);
    QVERIFY2(match.hasMatch(), qPrintable(text));
    QVERIFY2(isGerman(match.captured(QStringLiteral("title"))), qPrintable(text));
    for (const QString& each :
         match.captured(QStringLiteral("places")).split(QStringLiteral(", "), Qt::SkipEmptyParts))
        QVERIFY2(isGerman(each), qPrintable(text));

    both.parting->difference.isInOther = false;
    const QString onlyInOne = partingWords(both);
    static const QRegularExpression kTable(QStringLiteral("der Tabelle „(.+)“ steht nur"));
    const QRegularExpressionMatch named = kTable.match(onlyInOne);
    QVERIFY2(named.hasMatch() && isGerman(named.captured(1)), qPrintable(onlyInOne));
}

COTERIE_WIDGET_SECTION(GermanTest)

} // namespace tst_german

#include "tst_german.moc"
