#include "tests/ui/watch/watch_walker.h"

#include "ui/compare/compare_page.h"
#include "ui/compare/run_actions.h"
#include "ui/views/view_frame.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMouseEvent>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace coterie::ui::test {

namespace {

const std::array kSizes{QSize(1, 1), QSize(800, 600), QSize(1440, 900), QSize(2880, 1800)};

const QStringList kTyped{QStringLiteral("0.05"),
                         QStringLiteral("-1"),
                         QStringLiteral("hcct"),
                         QStringLiteral("arm:fed rounds>3"),
                         QStringLiteral("rounds>x \""),
                         QString(),
                         QStringLiteral("😀"),
                         QStringLiteral("1e300")};

/// Every leaf of a menu and of its submenus.
void addLeaves(const QMenu& menu, QList<QAction*>& leaves)
{
    for (QAction* action : menu.actions()) {
        if (action->menu())
            addLeaves(*action->menu(), leaves);
        else if (!action->isSeparator() && action->isEnabled())
            leaves << action;
    }
}

} // namespace

Walker::Walker(MainWindow& window, const QString& folder, std::uint64_t seed)
    : m_window(window)
    , m_watch(*window.findChild<WatchPage*>())
    , m_compare(*window.findChild<ComparePage*>())
    , m_folder(folder)
    , m_random({.seed = seed, .purpose = Purpose::Algorithm})
{
    for (QAction* action : window.actions().all())
        if (action != window.actions().action(ActionId::Quit))
            m_deck << action;
    // Questions, file dialogs and menus are looked at and dismissed, the modal ones too.
    connect(&m_dismisser, &QTimer::timeout, this, &Walker::dismiss);
    m_dismisser.start(10);
}

QStringList Walker::neverDone() const
{
    static const QStringList kTheirs{QStringLiteral("run."),
                                     QStringLiteral("view."),
                                     QStringLiteral("watch."),
                                     QStringLiteral("compare.")};
    QStringList names;
    for (const QAction* action : m_deck)
        if (!m_done.contains(action) && std::ranges::any_of(kTheirs, [&](const QString& begin) {
                return action->objectName().startsWith(begin);
            }))
            names << action->objectName();
    return names;
}

void Walker::step()
{
    switch (pick(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
        playCard();
        break;
    case 4:
        show(pick(2) == 0 ? ActionId::ShowWatch : ActionId::ShowCompare);
        break;
    case 5:
    case 6:
        chooseRow();
        break;
    case 7:
        if (auto* choice = any<QComboBox>(); choice && choice->count() > 0)
            choice->setCurrentIndex(int(pick(choice->count())));
        break;
    case 8:
        drag();
        break;
    case 9:
        click();
        break;
    case 10:
    case 11:
        pointSomewhere();
        break;
    case 12:
        typeSomewhere();
        break;
    case 13:
        chooseFromMenu();
        break;
    case 14:
        if (pick(4) == 0)
            m_window.resize(kSizes[std::size_t(pick(std::ssize(kSizes)))]);
        break;
    case 15:
        exportSomething();
        break;
    case 16:
        handleDock();
        break;
    case 17:
        play();
        break;
    case 18:
        if (auto* box = any<QSpinBox>())
            box->setValue(int(pick(9)) - 1);
        break;
    default: // let the run go on for a while
        QTest::qWait(int(pick(60)));
    }
    QCoreApplication::processEvents();
}

qsizetype Walker::pick(qsizetype count)
{
    return qsizetype(m_random.below(std::uint64_t(count)));
}

void Walker::show(ActionId id)
{
    m_window.actions().action(id)->trigger();
}

QWidget& Walker::page()
{
    return m_compare.isVisible() ? static_cast<QWidget&>(m_compare) : m_watch;
}

template <typename Widget>
Widget* Walker::any()
{
    QList<Widget*> reachable;
    for (Widget* widget : page().findChildren<Widget*>())
        if (widget->isVisible() && widget->isEnabled() && !widget->size().isEmpty())
            reachable << widget;
    return reachable.isEmpty() ? nullptr : reachable[pick(reachable.size())];
}

void Walker::playCard()
{
    if (m_next >= m_deck.size()) {
        for (qsizetype i = m_deck.size() - 1; i > 0; --i)
            m_deck.swapItemsAt(i, pick(i + 1));
        m_next = 0;
    }
    QAction* action = m_deck[m_next++];
    if (!action->isEnabled())
        return;
    m_done.insert(action);
    action->trigger();
    if (!m_watch.isVisible() && !m_compare.isVisible()) // Design and Data have their own tests
        show(pick(2) == 0 ? ActionId::ShowWatch : ActionId::ShowCompare);
}

void Walker::chooseRow()
{
    auto* view = any<QAbstractItemView>();
    if (!view || !view->selectionModel() || view->model()->rowCount() == 0)
        return;
    const auto row = int(pick(view->model()->rowCount()));
    const QModelIndex index = view->model()->index(row, 0);
    view->scrollTo(index);
    const QPoint place = view->visualRect(index).center();
    const Qt::KeyboardModifiers held = pick(2) == 0 ? Qt::ControlModifier : Qt::NoModifier;
    QTest::mouseClick(view->viewport(), Qt::LeftButton, held, place);
    if (pick(6) == 0)
        view->selectAll();
    if (auto* table = qobject_cast<QTableView*>(view); table && pick(4) == 0)
        table->sortByColumn(int(pick(table->model()->columnCount())),
                            pick(2) == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
}

void Walker::drag()
{
    auto* slider = any<QSlider>();
    if (!slider)
        return;
    slider->setSliderDown(true);
    for (int move = 0; move < 3; ++move) {
        slider->setSliderPosition(
            slider->minimum() + int(pick(qsizetype(slider->maximum()) - slider->minimum() + 1)));
        QCoreApplication::processEvents();
    }
    slider->setSliderDown(false);
}

void Walker::click()
{
    auto* button = any<QAbstractButton>();
    auto* tool = qobject_cast<QToolButton*>(button);
    if (button && !(tool && tool->menu()))
        button->click();
}

void Walker::chooseFromMenu()
{
    auto* tool = any<QToolButton>();
    if (!tool || !tool->menu())
        return;
    emit tool->menu()->aboutToShow(); // some are filled only now
    QList<QAction*> leaves;
    addLeaves(*tool->menu(), leaves);
    if (!leaves.isEmpty())
        leaves[pick(leaves.size())]->trigger();
}

void Walker::pointSomewhere()
{
    auto* view = any<QWidget>();
    if (!view || qobject_cast<QAbstractButton*>(view) || qobject_cast<QComboBox*>(view))
        return; // what opens a menu of its own waits for the user
    const QPoint place{int(pick(view->width())), int(pick(view->height()))};
    const QPoint other{int(pick(view->width())), int(pick(view->height()))};
    const Qt::KeyboardModifiers held = pick(3) == 0 ? Qt::ControlModifier : Qt::NoModifier;
    switch (pick(5)) {
    case 0: {
        QMouseEvent moved(
            QEvent::MouseMove, place, view->mapToGlobal(place), Qt::NoButton, Qt::NoButton, held);
        QApplication::sendEvent(view, &moved);
        QHelpEvent help(QEvent::ToolTip, place, view->mapToGlobal(place));
        QApplication::sendEvent(view, &help);
        break;
    }
    case 1: {
        QWheelEvent wheel(place,
                          view->mapToGlobal(place),
                          {},
                          {0, pick(2) == 0 ? 120 : -120},
                          Qt::NoButton,
                          held,
                          Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(view, &wheel);
        break;
    }
    case 2: {
        QTest::mousePress(view, Qt::LeftButton, held, place);
        QMouseEvent moved(
            QEvent::MouseMove, other, view->mapToGlobal(other), Qt::NoButton, Qt::LeftButton, held);
        QApplication::sendEvent(view, &moved);
        QTest::mouseRelease(view, Qt::LeftButton, held, other);
        break;
    }
    case 3:
        QTest::mouseDClick(view, Qt::LeftButton, held, place);
        break;
    default:
        QTest::mouseClick(view, Qt::LeftButton, held, place);
    }
}

void Walker::typeSomewhere()
{
    auto* field = any<QLineEdit>();
    if (!field)
        return;
    field->selectAll();
    const QString& typed = kTyped[pick(kTyped.size())];
    typed.isEmpty() ? field->del() : field->insert(typed);
    emit field->textEdited(field->text());
    if (pick(2) == 0)
        QTest::keyClick(field, Qt::Key_Return);
}

void Walker::exportSomething()
{
    if (pick(2) == 0) {
        auto* frame = any<ViewFrame>();
        if (!frame)
            return;
        static const QStringList kPictures{
            QStringLiteral("view.png"), QStringLiteral("view.svg"), QStringLiteral("view.pdf")};
        static const QStringList kTables{
            QStringLiteral("view.csv"), QStringLiteral("view.tex"), QStringLiteral("view.md")};
        const QString& name = kTables[pick(kTables.size())];
        if (!frame->saveTable(m_folder + QLatin1Char('/') + name))
            qFatal("%s could not be written", qPrintable(name));
        const bool isPicture = std::ranges::any_of(frame->menu()->actions(), [](QAction* entry) {
            return entry->objectName() == QStringLiteral("showAsTable");
        });
        if (isPicture
            && !frame->savePicture(m_folder + QLatin1Char('/') + kPictures[pick(kPictures.size())]))
            qFatal("a picture could not be written");
        return;
    }
    static const QStringList kKinds{QStringLiteral("metrics"), QStringLiteral("clients")};
    if (pick(3) == 0)
        m_compare.exports().exportBundleTo(m_folder + QStringLiteral("/bundle%1").arg(m_bundles++));
    else
        m_compare.exports().exportTo(kKinds[pick(kKinds.size())],
                                     m_folder + QStringLiteral("/runs.csv"));
}

void Walker::handleDock()
{
    auto* dock = any<QDockWidget>();
    if (!dock)
        return;
    if (pick(3) == 0)
        dock->setFloating(!dock->isFloating());
    else
        dock->raise();
}

void Walker::play()
{
    auto* bar = m_watch.findChild<TransportBar*>();
    bar->setSpeed(double(1 + pick(500)));
    bar->play(pick(3) != 0);
}

void Walker::dismiss()
{
    if (auto* palette = m_window.findChild<CommandPalette*>(); palette && palette->isVisible())
        palette->hide();
    QWidget* const popup = QApplication::activePopupWidget();
    QWidget* const modal = QApplication::activeModalWidget();
    if (popup)
        popup->close();
    const auto* question = qobject_cast<QMessageBox*>(modal);
    QAbstractButton* drop =
        question && m_dropsEdits ? question->button(QMessageBox::Discard) : nullptr;
    if (drop)
        drop->click();
    else if (auto* dialog = qobject_cast<QDialog*>(modal))
        dialog->reject();
    m_dismissed += popup || modal ? 1 : 0;
}

} // namespace coterie::ui::test
