#include "core/base/random_stream.h"
#include "tests/sections.h"
#include "tests/ui/window_bench.h"
#include "ui/data/data_page.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/data_presence.h"
#include "ui/design/design_page.h"
#include "ui/design/experiment_document.h"
#include "ui/design/run_check.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSet>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QWhatsThis>

#include <algorithm>
#include <array>
#include <set>

namespace tst_design_walk {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// What opens a dialog, ends the window, begins another file or starts real work is not for a walk.
constexpr std::array kLeftOut{ActionId::NewExperiment,
                              ActionId::OpenFile,
                              ActionId::SaveFileAs,
                              ActionId::OpenStore,
                              ActionId::ImportDataFile,
                              ActionId::ImportDataFolder,
                              ActionId::SaveClientsPicture,
                              ActionId::Quit,
                              ActionId::About,
                              ActionId::RunExperiment,
                              ActionId::RunOnSlurm,
                              ActionId::RunQuickstart,
                              ActionId::PauseRun,
                              ActionId::ResumeStoredRun,
                              ActionId::ExportRuns,
                              ActionId::ExportRunTable,
                              ActionId::ExportBundle,
                              ActionId::ExportTensorBoard,
                              ActionId::ExportModels};

/// Nor are buttons that start a run or ask a server for a file.
const QStringList kLeftAlone{QStringLiteral("runButton"),
                             QStringLiteral("runElsewhere"),
                             QStringLiteral("fetchDataset"),
                             QStringLiteral("importData")};

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

/// Does one thing after another that a user could do on the Design and the Data page.
class Walker
{
public:
    Walker(MainWindow& window, const QString& folder, std::uint64_t seed)
        : m_window(window)
        , m_design(*window.findChild<DesignPage*>())
        , m_data(*window.findChild<DataPage*>())
        , m_random({.seed = seed, .purpose = Purpose::Algorithm})
    {
        for (QAction* action : window.actions().all())
            if (std::ranges::none_of(
                    kLeftOut, [&](ActionId id) { return window.actions().action(id) == action; }))
                m_actions << action;
        m_files << written(folder, "flowers.csv", "petal;sepal;kind\n1.5;2.5;rose\n3;4;tulip\n")
                << written(folder, "broken.csv", "1,2,0\n3,4\n")
                << folder + QStringLiteral("/nowhere.npz") << folder;
        // A dialog that a notice's button opens would wait for the user.
        QObject::connect(&m_dismisser, &QTimer::timeout, &m_dismisser, [] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                dialog->reject();
        });
        m_dismisser.start(10);
    }

    /// Everything that can be done to drawn clients, once and in an order in which each is
    /// possible, as chance seldom brings it about. The first that was not; empty: all were.
    [[nodiscard]] QString editOnce()
    {
        m_window.actions().action(ActionId::ShowClientsSection)->trigger();
        auto* canvas = m_design.findChild<PartitionCanvas*>();
        if (!QTest::qWaitFor([canvas] { return canvas->sketch().clients() > 3; }, kTryMilliseconds))
            return QStringLiteral("the clients are not drawn");
        canvas->setSelected({0, 1});
        QTest::keyClick(canvas, Qt::Key_Left); // resized, so that it can be reset
        for (const ActionId which : {ActionId::ResetClients,
                                     ActionId::ArriveLater,
                                     ActionId::ArriveLater,
                                     ActionId::ArriveEarlier,
                                     ActionId::ArriveAtStart,
                                     ActionId::NewEdge,
                                     ActionId::RenameEdge,
                                     ActionId::EdgeAbove,
                                     ActionId::EdgeBelow, // which leaves it empty, and it goes
                                     ActionId::NewEdge,
                                     ActionId::RemoveEdge,
                                     ActionId::TakeFromOthers,
                                     ActionId::SplitClients,
                                     ActionId::MergeClients,
                                     ActionId::CopyClients,
                                     ActionId::CopyClientsPicture,
                                     ActionId::DeleteClients,
                                     ActionId::SelectAllClients}) {
            canvas->setSelected({0, 1});
            QAction* action = m_window.actions().action(which);
            if (!QTest::qWaitFor([action] { return action->isEnabled(); }, kTryMilliseconds))
                return action->objectName();
            m_tried.insert(action);
            action->trigger();
            if (auto* name = canvas->findChild<QLineEdit*>()) // of an edge server
                QTest::keyClick(name, Qt::Key_Escape);
        }
        return {};
    }

    void step()
    {
        switch (m_random.below(18)) {
        case 0:
            m_design.showSection(static_cast<DesignSection>(m_random.below(kDesignSections)));
            break;
        case 1:
        case 2:
            act();
            break;
        case 3:
            if (auto* choice = any<QComboBox>(); choice && choice->count() > 0) {
                choice->setCurrentIndex(static_cast<int>(pick(choice->count())));
                emit choice->activated(choice->currentIndex());
            }
            break;
        case 4:
            if (auto* slider = any<QSlider>()) {
                slider->setSliderDown(true);
                for (int move = 0; move < 3; ++move)
                    slider->setSliderPosition(static_cast<int>(pick(slider->maximum() + 1)));
                slider->setSliderDown(false);
            }
            break;
        case 5:
            click();
            break;
        case 6:
            if (auto* box = any<QCheckBox>())
                box->click();
            break;
        case 7:
            if (auto* list = any<QListView>(); list && list->model()->rowCount() > 0)
                list->setCurrentIndex(
                    list->model()->index(static_cast<int>(pick(list->model()->rowCount())), 0));
            break;
        case 8:
            typeJson();
            break;
        case 9:
            if (m_random.below(4) == 0)
                m_window.resize(kSizes[static_cast<std::size_t>(pick(kSizes.size()))]);
            break;
        case 10:
            drawClients();
            break;
        case 11:
            steerClients();
            break;
        case 12:
            editClients();
            break;
        case 13:
            changePage();
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

    /// Actions that chance, or what was possible, left out.
    [[nodiscard]] QStringList untried() const
    {
        QStringList names;
        for (const QAction* action : m_actions)
            if (!m_tried.contains(action))
                names << action->objectName();
        return names;
    }

private:
    static QString written(const QString& folder, const char* name, const QByteArray& text)
    {
        QFile file(folder + u'/' + QLatin1String(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
            qFatal("%s cannot be written", name);
        return file.fileName();
    }

    [[nodiscard]] qsizetype pick(qsizetype count)
    {
        return static_cast<qsizetype>(m_random.below(static_cast<std::uint64_t>(count)));
    }

    /// One that the user could reach now.
    template <typename Widget>
    [[nodiscard]] Widget* any()
    {
        const QWidget& page = m_data.isVisible() ? static_cast<const QWidget&>(m_data) : m_design;
        QList<Widget*> reachable;
        for (Widget* widget : page.findChildren<Widget*>())
            if (widget->isVisible() && widget->isEnabled())
                reachable << widget;
        return reachable.isEmpty() ? nullptr : reachable[pick(reachable.size())];
    }

    /// What the menus and the command palette offer now.
    void act(const QString& section = {})
    {
        QList<QAction*> possible;
        for (QAction* action : m_actions)
            if (action->isEnabled() && action->objectName().startsWith(section))
                possible << action;
        if (possible.isEmpty())
            return;
        // Half of the time one that has not had its turn.
        QList<QAction*> rare;
        for (QAction* action : possible)
            if (!m_tried.contains(action))
                rare << action;
        const QList<QAction*>& choice = rare.isEmpty() || m_random.below(2) == 0 ? possible : rare;
        QAction* chosen = choice[pick(choice.size())];
        m_tried.insert(chosen);
        chosen->trigger();
        QCoreApplication::processEvents();
        QWhatsThis::hideText();
        if (QWidget* popup = QApplication::activePopupWidget())
            popup->close();
        if (!m_data.isVisible() && !m_design.isVisible())
            m_window.actions().action(ActionId::ShowDesign)->trigger();
    }

    /// What was typed at random is mostly refused, and nothing is dealt from what is refused.
    void undoMistakes()
    {
        ExperimentDocument& document = m_window.document();
        while (document.undoStack().canUndo()
               && !checkExperiment(document.text().toStdString(), registry()).experiment)
            document.undoStack().undo();
    }

    /// Picks some, rather those to whom something was done before, and does to them what can be
    /// done.
    void editClients()
    {
        m_window.actions().action(ActionId::ShowDesign)->trigger();
        m_design.showSection(DesignSection::Clients);
        undoMistakes();
        auto* canvas = m_design.findChild<PartitionCanvas*>();
        QTest::qWait(100); // the split arrives
        const PartitionSketch& sketch = canvas->sketch();
        std::set<int> known;
        for (const ClientOverride& change : sketch.source.overrides)
            known.insert(change.client);
        for (const Arrival& arrival : sketch.arrivals)
            known.insert(arrival.clients.begin(), arrival.clients.end());
        if (!known.empty() && m_random.below(2) == 0)
            canvas->setSelected(known);
        else if (const auto clients = static_cast<qsizetype>(sketch.clients()); clients > 0)
            canvas->setSelected({int(pick(clients)), int(pick(clients))});
        act(QStringLiteral("clients."));
    }

    /// Now and then to the data, and there to files of the user's own.
    void changePage()
    {
        const bool toData = m_random.below(3) == 0;
        m_window.actions().action(toData ? ActionId::ShowData : ActionId::ShowDesign)->trigger();
        if (toData && m_random.below(2) == 0)
            m_data.importPath(m_files[pick(m_files.size())]);
    }

    void click()
    {
        auto* button = any<QAbstractButton>();
        if (!button || kLeftAlone.contains(button->objectName()))
            return;
        auto* tool = qobject_cast<QToolButton*>(button);
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
        auto* canvas = m_design.findChild<PartitionCanvas*>();
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
        auto* canvas = m_design.findChild<PartitionCanvas*>();
        if (canvas->isVisible())
            QTest::keyClick(canvas,
                            kKeys[static_cast<std::size_t>(pick(std::ssize(kKeys)))],
                            kHeld[static_cast<std::size_t>(pick(std::ssize(kHeld)))]);
    }

    /// A character more or less somewhere in the text; mostly that breaks it.
    void typeJson()
    {
        auto* editor = m_design.findChild<QPlainTextEdit*>(QStringLiteral("jsonEditor"));
        if (!editor->isVisible())
            return;
        QTextCursor cursor(editor->document());
        cursor.setPosition(static_cast<int>(pick(editor->document()->characterCount())));
        m_random.below(2) == 0 ? cursor.insertText(QStringLiteral("7")) : cursor.deleteChar();
    }

    MainWindow& m_window;
    DesignPage& m_design;
    DataPage& m_data;
    RandomStream m_random;
    QList<QAction*> m_actions;
    QSet<const QAction*> m_tried;
    QStringList m_files;
    QTimer m_dismisser;
};

} // namespace

/// A user who does anything at all, in any order, loses nothing: undo leads back to the file bit
/// for bit, redo forth again, and on the way there is always a valid experiment to return to.
/// COTERIE_WALK_SECONDS sets how long the walk is, COTERIE_WALK_SEED which way it goes.
class DesignWalkTest final : public QObject
{
    Q_OBJECT

private slots:
    void anyWalkCanBeTakenBack();
};

void DesignWalkTest::anyWalkCanBeTakenBack()
{
    const QTemporaryDir folder;
    useSettingsIn(folder.path());
    const QString path = folder.filePath(QStringLiteral("walked.json"));
    QVERIFY(QFile::copy(kShippedExperiments + QStringLiteral("/quickstart.json"), path));
    const auto shown = shownWindow(windowOver(storeIn(folder.path())));
    MainWindow& window = *shown;
    window.openFile(path);
    ExperimentDocument& document = window.document();
    QTRY_VERIFY(document.isRunnable());
    const QString original = document.text();

    const auto setting = [](const char* name, int otherwise) {
        bool isNumber = false;
        const int asked = qEnvironmentVariableIntValue(name, &isNumber);
        return isNumber ? asked : otherwise;
    };
    const qint64 length = 1000 * qint64(setting("COTERIE_WALK_SECONDS", 2));
    const int seed = setting("COTERIE_WALK_SEED", 1);
    qInfo("the walk of COTERIE_WALK_SEED=%d", seed);
    Walker walker(window, folder.path(), static_cast<std::uint64_t>(seed));
    QCOMPARE(walker.editOnce(), QString());
    QElapsedTimer clock;
    clock.start();
    int steps = 0;
    for (; clock.elapsed() < length || steps <= 5; ++steps)
        walker.step();
    qInfo("%d steps, %d of them to be undone; not tried: %s",
          steps,
          document.undoStack().count(),
          qPrintable(walker.untried().join(QStringLiteral(", "))));
    QTRY_VERIFY(!document.isChecking());
    QVERIFY(document.isRunnable() || !document.checked().problems.empty()); // it says why not

    while (document.undoStack().canRedo())
        document.undoStack().redo();
    const QString last = document.text();
    while (document.undoStack().canUndo())
        document.undoStack().undo();
    QCOMPARE(document.text(), original);
    while (document.undoStack().canRedo())
        document.undoStack().redo();
    QCOMPARE(document.text(), last);

    // Back to what can run. What the runs themselves refuse is known a little later than the rest.
    auto* design = window.findChild<DesignPage*>();
    const auto isKnown = [&] { return !document.isChecking() && !design->runCheck().isPending(); };
    QTRY_VERIFY(isKnown());
    while (!document.isRunnable() && document.undoStack().canUndo()) {
        document.undoStack().undo();
        QTRY_VERIFY(isKnown());
    }
    QVERIFY(document.isRunnable());
    // It may have come to data that are not on this machine.
    const auto& missing = design->dataPresence().missing();
    const QAction* run = window.actions().action(ActionId::RunExperiment);
    QTRY_VERIFY2(run->isEnabled() != missing.has_value(), qPrintable(run->toolTip()));
    if (missing)
        qInfo("%s", qPrintable(missing->sentence()));
}

COTERIE_WIDGET_SECTION(DesignWalkTest)

} // namespace tst_design_walk

#include "tst_design_walk.moc"
