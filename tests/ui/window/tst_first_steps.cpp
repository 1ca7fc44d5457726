#include "tests/margin.h"
#include "tests/sections.h"
#include "tests/ui/window/explained.h"
#include "tests/ui/window_bench.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/partition_editor.h"
#include "ui/design/design_page.h"
#include "ui/design/section_list.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QSlider>
#include <QStyle>
#include <QTemporaryDir>
#include <QTreeView>

#include <algorithm>
#include <ctime>

namespace tst_first_steps {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr int kPatience = 200'000; // other programs may want the machine too

/// Of all the threads of this program.
double processSeconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// Somebody who has a mouse and has read nothing. Only what is in sight can be clicked.
class Newcomer
{
public:
    explicit Newcomer(MainWindow& window)
        : m_window(window)
    {}

    [[nodiscard]] int clicks() const { return m_clicks; }

    [[nodiscard]] bool click(const QString& name)
    {
        for (auto* button : m_window.findChildren<QAbstractButton*>(name))
            if (button->isVisible() && button->isEnabled()) {
                clickAt(*button, button->rect().center());
                return true;
            }
        return false;
    }

    [[nodiscard]] bool clickEntry(DesignSection section)
    {
        auto* list = m_window.findChild<SectionList*>();
        const QRect entry = list->visualRect(list->model()->index(static_cast<int>(section), 0));
        if (!list->isVisible() || entry.isEmpty())
            return false;
        clickAt(*list->viewport(), entry.center());
        return true;
    }

    /// Takes the slider's handle to its left end.
    [[nodiscard]] bool dragToLeast(const QString& setting)
    {
        const auto* row = m_window.findChild<QWidget*>(setting);
        auto* slider = row ? row->findChild<QSlider*>() : nullptr;
        if (!slider || !slider->isVisible())
            return false;
        const int handle = slider->style()->pixelMetric(QStyle::PM_SliderLength, nullptr, slider);
        const auto pointOf = [&](int position) {
            const int left = QStyle::sliderPositionFromValue(
                slider->minimum(), slider->maximum(), position, slider->width() - handle);
            return QPoint(left + handle / 2, slider->height() / 2);
        };
        const QPoint from = pointOf(slider->sliderPosition());
        ++m_clicks;
        QTest::mousePress(slider, Qt::LeftButton, {}, from);
        if (!slider->isSliderDown())
            return false;
        for (const QPoint& to : {(from + pointOf(slider->minimum())) / 2, QPoint(-20, from.y())}) {
            QMouseEvent moved(QEvent::MouseMove,
                              to,
                              slider->mapToGlobal(to),
                              Qt::NoButton,
                              Qt::LeftButton,
                              Qt::NoModifier);
            QApplication::sendEvent(slider, &moved);
        }
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(-20, from.y()));
        return true;
    }

private:
    void clickAt(QWidget& widget, const QPoint& point)
    {
        ++m_clicks;
        QTest::mouseClick(&widget, Qt::LeftButton, {}, point);
    }

    MainWindow& m_window;
    int m_clicks = 0;
};

double alphaOf(const RunPlan& plan)
{
    const Parameter* alpha = plan.data.partition.parameters.find("alpha");
    return alpha ? std::get<double>(alpha->values.front()) : -1;
}

} // namespace

/// What the program promises to somebody who opens it for the first time.
class FirstStepsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void fromTheFirstPageToASecondRunWithOtherClients();
    void everythingInSightSaysWhatItIsFor();

private:
    std::optional<QTemporaryDir> m_folder;
};

void FirstStepsTest::init()
{
    m_folder.emplace();
    useSettingsIn(m_folder->path());
}

void FirstStepsTest::fromTheFirstPageToASecondRunWithOtherClients()
{
    const auto window = shownWindow(windowOver(storeIn(m_folder->path())));
    Newcomer newcomer(*window);
    std::vector<double> alphas; // of each run that has begun
    connect(&window->controller(),
            &RunController::runStarted,
            this,
            [&alphas](const RunHeader& header) { alphas.push_back(alphaOf(header.plan)); });
    QSignalSpy rounds(&window->controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window->controller(), &RunController::queueEnded);
    QVERIFY(newcomer.click(QStringLiteral("emptyStateButton")));
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 0, kPatience);
    QVERIFY(newcomer.clicks() <= 2);
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() == 1, kPatience);
    QCOMPARE(alphas, (std::vector<double>{0.5, 0.5})); // alone and together

    const double begun = processSeconds();
    QVERIFY(newcomer.click(QStringLiteral("view.design")));
    QVERIFY(newcomer.clickEntry(DesignSection::Clients));
    const auto* editor = window->findChild<PartitionEditor*>();
    const auto* canvas = window->findChild<PartitionCanvas*>();
    QTRY_VERIFY_WITH_TIMEOUT(!editor->isBusy() && !canvas->sketch().held.empty(), kPatience);
    const auto before = canvas->sketch().held;
    QVERIFY(newcomer.dragToLeast(QStringLiteral("/data/partition/alpha")));
    QTRY_VERIFY_WITH_TIMEOUT(!editor->isBusy() && canvas->sketch().held != before, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window->document().isRunnable(), kPatience);
    rounds.clear();
    QVERIFY(newcomer.click(QStringLiteral("runButton")));
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 0, kPatience);
    const double seconds = processSeconds() - begun;
    qInfo("the second run, with other clients, after %d clicks and %.1f s of this program's time",
          newcomer.clicks(),
          seconds);
    QVERIFY(newcomer.clicks() <= 5);
    QVERIFY(alphas.size() >= 3 && alphas[2] < 0.5);
    if (!coterie::tests::underSanitizer())
        QVERIFY(seconds < std::min(60.0, coterie::tests::allowed(20))); // of the user's minute
    QVERIFY(window->findChild<QWidget*>(QStringLiteral("runList"))->isVisible()); // it is watched
    window->actions().action(ActionId::StopRun)->trigger(); // the rest is as the first was
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() == 2, kPatience);
}

void FirstStepsTest::everythingInSightSaysWhatItIsFor()
{
    const auto window = shownWindow(windowOver(storeIn(m_folder->path())));
    int seen = 0;
    QCOMPARE(unexplained(*window, seen), QStringList()); // the first page
    QSignalSpy ended(&window->controller(), &RunController::queueEnded);
    window->actions().action(ActionId::RunQuickstart)->trigger();
    QSignalSpy rounds(&window->controller(), &RunController::roundMeasured);
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 0, kPatience);
    QCOMPARE(unexplained(*window, seen), QStringList()); // the status bar's buttons too
    window->actions().action(ActionId::StopRun)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() == 1, kPatience);
    QCOMPARE(unexplained(*window, seen), QStringList());
    window->actions().action(ActionId::ShowDesign)->trigger();
    auto* canvas = window->findChild<PartitionCanvas*>();
    for (int section = 0; section < kDesignSections; ++section) {
        window->findChild<DesignPage*>()->showSection(static_cast<DesignSection>(section));
        if (static_cast<DesignSection>(section) == DesignSection::Clients) {
            QTRY_VERIFY(!canvas->sketch().held.empty());
            canvas->setSelected({0, 1}); // their fields appear
        }
        QCOMPARE(unexplained(*window, seen), QStringList());
    }
    window->actions().action(ActionId::ShowCompare)->trigger();
    auto* table = window->findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->selectAll();
    QCOMPARE(unexplained(*window, seen), QStringList());
    window->actions().action(ActionId::ShowData)->trigger();
    QCOMPARE(unexplained(*window, seen), QStringList());
    QVERIFY2(seen > 150, qPrintable(QString::number(seen)));
}

COTERIE_WIDGET_SECTION(FirstStepsTest)

} // namespace tst_first_steps

#include "tst_first_steps.moc"
