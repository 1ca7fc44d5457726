#include "tests/patience.h"
#include "tests/sections.h"
#include "tests/ui/menu_letters.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/small_widgets.h"
#include "ui/window/command_palette.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QHash>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QStatusTipEvent>
#include <QTest>
#include <QToolButton>

namespace tst_actions {

using namespace coterie::ui;

namespace {

bool isDrawn(const QIcon& icon)
{
    const QImage image = icon.pixmap(20, 20).toImage();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y).alpha() > 128)
                return true;
    return false;
}

} // namespace

class ActionsTest final : public QObject
{
    Q_OBJECT

private slots:
    void shortcutsAndNamesAreUnique();
    void everyActionHasWordsAndItsIconIsDrawn();
    void modesAreOnControlOneToFour();
    void aLetterChoosesOneEntryOfAMenu();
    void enterClicksTheFocusedButtonAtOnce();
    void paletteTriggersTheChosenAction();
    void paletteFindsWordsInAnyOrder();
    void whatAButtonDoesNowIsToldWhileItIsPointedAt();
};

namespace {

/// Takes the status tips of what is in it.
class TipTaker final : public QWidget
{
public:
    QString tip;

protected:
    bool event(QEvent* event) override
    {
        if (event->type() != QEvent::StatusTip)
            return QWidget::event(event);
        tip = static_cast<QStatusTipEvent*>(event)->tip();
        return true;
    }
};

} // namespace

void ActionsTest::whatAButtonDoesNowIsToldWhileItIsPointedAt()
{
    TipTaker window;
    auto* button = new QToolButton(&window);
    QAction action;
    button->setDefaultAction(&action);
    window.show();
    setToolTip(action, QStringLiteral("Run it"));
    QCOMPARE(window.tip, QString()); // nothing points at it
    button->setAttribute(Qt::WA_UnderMouse);
    setToolTip(action, QStringLiteral("Pause it"));
    QCOMPARE(window.tip, QStringLiteral("Pause it"));
}

void ActionsTest::shortcutsAndNamesAreUnique()
{
    ActionRegistry registry;
    addWindowActions(registry);
    QSet<QString> names;
    QHash<QString, const QAction*> keys;
    const auto isLocal = [](const QAction* action) {
        return action->shortcutContext() == Qt::WidgetWithChildrenShortcut;
    };
    for (const QAction* action : registry.all()) {
        QVERIFY2(!names.contains(action->objectName()), qPrintable(action->objectName()));
        names << action->objectName();
        for (const QKeySequence& shortcut : action->shortcuts()) {
            const QAction* other = keys.value(shortcut.toString());
            // Two places that cannot both have the focus may give one key to each.
            const bool apart = other && isLocal(action) && isLocal(other)
                               && action->property("section") != other->property("section");
            QVERIFY2(!other || apart, qPrintable(action->objectName()));
            keys.insert(shortcut.toString(), action);
        }
    }
    QVERIFY(names.size() > 20);
}

void ActionsTest::everyActionHasWordsAndItsIconIsDrawn()
{
    ActionRegistry registry;
    addWindowActions(registry);
    for (const QAction* action : registry.all()) {
        QVERIFY(!action->text().isEmpty());
        QVERIFY(!action->objectName().isEmpty());
        QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->objectName()));
        if (!action->icon().isNull())
            QVERIFY2(isDrawn(action->icon()), qPrintable(action->objectName()));
    }
}

void ActionsTest::modesAreOnControlOneToFour()
{
    ActionRegistry registry;
    addWindowActions(registry);
    int number = 1;
    for (const ActionId id :
         {ActionId::ShowDesign, ActionId::ShowWatch, ActionId::ShowCompare, ActionId::ShowData})
        QCOMPARE(registry.action(id)->shortcut(),
                 QKeySequence(QStringLiteral("Ctrl+%1").arg(number++)));
    QCOMPARE(registry.action(ActionId::CommandPalette)->shortcut(),
             QKeySequence(QStringLiteral("Ctrl+K")));
}

void ActionsTest::aLetterChoosesOneEntryOfAMenu()
{
    ActionRegistry registry;
    addWindowActions(registry);
    QMenuBar bar;
    QVERIFY(fillMenuBar(bar, registry).recent != nullptr);
    QVERIFY(bar.actions().size() > 5);
    const QStringList faults = coterie::ui::test::letterFaults(bar);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void ActionsTest::enterClicksTheFocusedButtonAtOnce()
{
    QWidget window;
    clickWithEnter(window);
    QPushButton button(&window);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, kTryMilliseconds));
    button.setFocus();
    const QSignalSpy clicked(&button, &QPushButton::clicked);
    QTest::keyClick(&window, Qt::Key_Return);
    QCOMPARE(clicked.count(), 1);
    QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier); // a shortcut's
    QCOMPARE(clicked.count(), 1);
}

void ActionsTest::paletteTriggersTheChosenAction()
{
    ActionRegistry registry;
    addWindowActions(registry);
    registry.action(ActionId::StepRun)->setEnabled(false);
    QWidget window;
    window.resize(800, 600);
    window.show();
    CommandPalette palette(registry.all(), &window);
    palette.popUp();
    auto* edit = palette.findChild<QLineEdit*>();
    auto* list = palette.findChild<QListView*>();
    edit->setText(QStringLiteral("step one"));
    QCOMPARE(list->model()->rowCount(), 0); // impossible now, so not offered
    bool triggered = false;
    connect(registry.action(ActionId::RunQuickstart), &QAction::triggered, this, [&] {
        triggered = true;
    });
    edit->setText(QStringLiteral("quickst"));
    QCOMPARE(list->model()->rowCount(), 1);
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(triggered);
    QVERIFY(!palette.isVisible());
}

void ActionsTest::paletteFindsWordsInAnyOrder()
{
    ActionRegistry registry;
    addWindowActions(registry);
    QWidget window;
    window.show();
    CommandPalette palette(registry.all(), &window);
    palette.popUp();
    const QAbstractItemModel& found = *palette.findChild<QListView*>()->model();
    auto* edit = palette.findChild<QLineEdit*>();
    const auto finds = [&](const QString& typed) {
        edit->setText(typed);
        return !found.match(found.index(0, 0), Qt::DisplayRole, QStringLiteral("View: Dark theme"))
                    .isEmpty();
    };
    QVERIFY(finds(QStringLiteral("dark")));
    QVERIFY(finds(QStringLiteral("them VIEW")));
    QVERIFY(finds({}));
    QVERIFY(!finds(QStringLiteral("dark light")));
    QVERIFY(!finds(QStringLiteral("(dark")));
}

COTERIE_WIDGET_SECTION(ActionsTest)

} // namespace tst_actions

#include "tst_actions.moc"
