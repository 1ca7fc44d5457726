#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/spec/random_stream.h"
#include "tests/coterie_test_main.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/design_page.h"
#include "ui/design/experiment_document.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>

using namespace coterie;
using namespace coterie::ui;

namespace {

/// What opens a dialog, ends the window or starts real work is not for a walk.
constexpr std::array kLeftOut{ActionId::OpenFile,
                              ActionId::SaveFile,
                              ActionId::SaveFileAs,
                              ActionId::Quit,
                              ActionId::About,
                              ActionId::RunExperiment,
                              ActionId::RunQuickstart,
                              ActionId::PauseRun,
                              ActionId::ResumeStoredRun,
                              ActionId::CommandPalette};

const std::array kSizes{QSize(1, 1), QSize(800, 600), QSize(1440, 900), QSize(3840, 2160)};

const QStringList kTyped{QStringLiteral("0.5"),
                         QStringLiteral("3"),
                         QStringLiteral("-1"),
                         QStringLiteral("abc"),
                         QStringLiteral("1, 2"),
                         QStringLiteral("0.05, 0.1, 1"),
                         QString(),
                         QStringLiteral("😀"),
                         QStringLiteral("1e300")};

/// Does one thing after another that a user could do on the Design page.
class Walker
{
public:
    Walker(MainWindow& window, std::uint64_t seed)
        : m_window(window)
        , m_page(*window.findChild<DesignPage*>())
        , m_random({.seed = seed, .purpose = Purpose::Algorithm})
    {
        for (QAction* action : window.actions().all())
            if (std::ranges::none_of(
                    kLeftOut, [&](ActionId id) { return window.actions().action(id) == action; }))
                m_actions << action;
    }

    void step()
    {
        switch (m_random.below(14)) {
        case 0:
            m_page.showSection(static_cast<DesignSection>(m_random.below(kDesignSections)));
            break;
        case 1:
            if (auto* action = m_actions[pick(m_actions.size())]; action->isEnabled())
                action->trigger();
            m_window.actions().action(ActionId::ShowDesign)->trigger();
            break;
        case 2:
            if (auto* choice = any<QComboBox>(); choice && choice->count() > 0) {
                choice->setCurrentIndex(static_cast<int>(pick(choice->count())));
                emit choice->activated(choice->currentIndex());
            }
            break;
        case 3:
            if (auto* slider = any<QSlider>()) {
                slider->setSliderDown(true);
                for (int move = 0; move < 3; ++move)
                    slider->setSliderPosition(static_cast<int>(pick(slider->maximum() + 1)));
                slider->setSliderDown(false);
            }
            break;
        case 4:
            click();
            break;
        case 5:
            if (auto* box = any<QCheckBox>())
                box->click();
            break;
        case 6:
            if (auto* list = any<QListView>(); list && list->model()->rowCount() > 0)
                list->setCurrentIndex(
                    list->model()->index(static_cast<int>(pick(list->model()->rowCount())), 0));
            break;
        case 7:
            typeJson();
            break;
        case 8:
            if (m_random.below(4) == 0)
                m_window.resize(kSizes[static_cast<std::size_t>(pick(kSizes.size()))]);
            break;
        case 9:
            drawClients();
            break;
        case 10:
            steerClients();
            break;
        default:
            if (auto* field = any<QLineEdit>()) {
                field->selectAll();
                const QString& typed = kTyped[pick(kTyped.size())];
                typed.isEmpty() ? field->del() : field->insert(typed);
                emit field->textEdited(field->text());
            }
        }
        QCoreApplication::processEvents();
    }

private:
    [[nodiscard]] qsizetype pick(qsizetype count)
    {
        return static_cast<qsizetype>(m_random.below(static_cast<std::uint64_t>(count)));
    }

    /// One that the user could reach now.
    template <typename Widget>
    [[nodiscard]] Widget* any()
    {
        QList<Widget*> reachable;
        for (Widget* widget : m_page.findChildren<Widget*>())
            if (widget->isVisible() && widget->isEnabled())
                reachable << widget;
        return reachable.isEmpty() ? nullptr : reachable[pick(reachable.size())];
    }

    void click()
    {
        auto* button = any<QAbstractButton>();
        if (!button || button->objectName() == QStringLiteral("runButton"))
            return;
        auto* tool = qobject_cast<QToolButton*>(button);
        if (tool && tool->defaultAction() == m_window.actions().action(ActionId::SaveFile))
            return;
        if (tool && tool->menu()) { // its menu would wait for the user
            const QList<QAction*> entries = tool->menu()->actions();
            entries[pick(entries.size())]->trigger();
        } else {
            button->click();
        }
    }

    /// Drags whatever is there to wherever it is dropped.
    void drawClients()
    {
        auto* canvas = m_page.findChild<PartitionCanvas*>();
        QWidget* drawn = canvas->viewport();
        if (!drawn->isVisible() || drawn->size().isEmpty())
            return;
        const auto point = [&] {
            return QPoint(int(pick(drawn->width())), int(pick(drawn->height())));
        };
        const QPoint from = point();
        const QPoint to = m_random.below(2) == 0 ? point() : from + QPoint(int(pick(60)) - 30, 0);
        const Qt::KeyboardModifiers held =
            m_random.below(4) == 0 ? Qt::ShiftModifier : Qt::NoModifier;
        QTest::mousePress(drawn, Qt::LeftButton, held, from);
        for (const QPoint& at : {(from + to) / 2, to}) {
            QMouseEvent moved(
                QEvent::MouseMove, at, drawn->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, held);
            QApplication::sendEvent(drawn, &moved);
        }
        QTest::mouseRelease(drawn, Qt::LeftButton, held, to);
    }

    void steerClients()
    {
        constexpr std::array kKeys{Qt::Key_Up,
                                   Qt::Key_Down,
                                   Qt::Key_Left,
                                   Qt::Key_Right,
                                   Qt::Key_End,
                                   Qt::Key_Space,
                                   Qt::Key_Plus,
                                   Qt::Key_Minus,
                                   Qt::Key_F2,
                                   Qt::Key_Escape};
        constexpr std::array kHeld{
            Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
        auto* canvas = m_page.findChild<PartitionCanvas*>();
        if (canvas->isVisible())
            QTest::keyClick(canvas,
                            kKeys[static_cast<std::size_t>(pick(std::ssize(kKeys)))],
                            kHeld[static_cast<std::size_t>(pick(std::ssize(kHeld)))]);
    }

    /// A character more or less somewhere in the text; mostly that breaks it.
    void typeJson()
    {
        auto* editor = m_page.findChild<QPlainTextEdit*>(QStringLiteral("jsonEditor"));
        if (!editor->isVisible())
            return;
        QTextCursor cursor(editor->document());
        cursor.setPosition(static_cast<int>(pick(editor->document()->characterCount())));
        m_random.below(2) == 0 ? cursor.insertText(QStringLiteral("7")) : cursor.deleteChar();
    }

    MainWindow& m_window;
    DesignPage& m_page;
    RandomStream m_random;
    QList<QAction*> m_actions;
};

} // namespace

/// A user who does anything at all, in any order, loses nothing: undo leads back to the file bit
/// for bit, redo forth again, and on the way there is always a valid experiment to return to.
/// COTERIE_WALK_SECONDS sets how long the walk is.
class DesignWalkTest final : public QObject
{
    Q_OBJECT

private slots:
    void anyWalkCanBeTakenBack();
};

void DesignWalkTest::anyWalkCanBeTakenBack()
{
    const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationName(QStringLiteral("walk"));
    MainWindow window(
        {.registry = registry(),
         .catalog = dataCatalog(),
         .dataFolders = {},
         .queue = {.storeFile = folder.filePath(QStringLiteral("runs.sqlite")).toStdString(),
                   .dataFolders = {},
                   .threads = 1,
                   .device = {}},
         .experimentsFolder = QStringLiteral(COTERIE_SOURCE_DIR "/experiments")});
    window.resize(1440, 900);
    window.show();
    window.openFile(QStringLiteral(COTERIE_SOURCE_DIR "/experiments/quickstart.json"));
    ExperimentDocument& document = window.document();
    QTRY_VERIFY(document.isRunnable());
    const QString original = document.text();

    bool isNumber = false;
    const int asked = qEnvironmentVariableIntValue("COTERIE_WALK_SECONDS", &isNumber);
    const qint64 length = 1000 * (isNumber ? asked : 4);
    const auto seed = static_cast<std::uint64_t>(isNumber ? asked : 1);
    Walker walker(window, seed);
    QElapsedTimer clock;
    clock.start();
    int steps = 0;
    for (; clock.elapsed() < length; ++steps)
        walker.step();
    qInfo("%d steps, %d of them to be undone", steps, document.undoStack().count());
    QVERIFY(steps > 5);

    while (document.undoStack().canRedo())
        document.undoStack().redo();
    const QString last = document.text();
    while (document.undoStack().canUndo())
        document.undoStack().undo();
    QCOMPARE(document.text(), original);
    QVERIFY(!document.isModified());
    while (document.undoStack().canRedo())
        document.undoStack().redo();
    QCOMPARE(document.text(), last);

    const auto isValid = [&] {
        return checkExperiment(document.text().toStdString(), registry()).experiment != nullptr;
    };
    while (!isValid() && document.undoStack().canUndo())
        document.undoStack().undo();
    QTRY_VERIFY(document.isRunnable());
    QTRY_VERIFY(window.actions().action(ActionId::RunExperiment)->isEnabled());
}

COTERIE_WIDGET_TEST_MAIN(DesignWalkTest)
#include "tst_design_walk.moc"
