#include "tests/margin.h"
#include "tests/sections.h"
#include "tests/ui/layout_check.h"
#include "tests/ui/window_fixture.h"
#include "ui/design/canvas/partition_editor.h"
#include "ui/design/design_page.h"
#include "ui/design/run_check.h"
#include "ui/design/summary_panel.h"

#include <QAction>
#include <QPointer>
#include <QSignalSpy>

namespace tst_layout {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr std::array kSizes{
    QSize(900, 600), QSize(1280, 800), QSize(1600, 1000), QSize(2560, 1440)};

/// A whole experiment with long names, a sweep, steps, overrides, newcomers and a paper's results.
QByteArray fullExperiment()
{
    return R"({ "schema": 1, "name": "Everything that a page can show, with a long name",
      "description": "Six clients hold drawn digits. Two of them join later, and one was edited by hand.",
      "lookFor": "Compare the two methods after the second client has joined.",
      "data": {
        "dataset": { "name": "glyphDigits", "samples": 600, "seed": 1 },
        "partition": { "scheme": "dirichlet", "clients": 6, "alpha": 0.5, "minimum": 20 },
        "preprocess": [ { "step": "pad", "margin": 2 }, { "step": "crop", "height": 28, "width": 28 } ],
        "test": { "share": 0.2 } },
      "clients": { "arrivals": [ { "round": 2, "clients": [4, 5] } ] },
      "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.1, "momentum": 0.5 }, "batch": 16,
                 "localEpochs": 1 },
      "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
                { "name": "FedAvg with a few participants", "algorithm": { "name": "fedavg" },
                  "sampler": { "name": "random", "count": 3 } },
                { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [20, 80] } } } ],
      "rounds": 3, "seeds": [1] })";
}

/// Where the visible parts of a page are, without those of a message.
using Places = std::vector<std::pair<QPointer<QWidget>, QPoint>>;

Places placesIn(const QWidget& page, const QWidget& window, const QWidget& message)
{
    Places places;
    for (QWidget* widget : page.findChildren<QWidget*>())
        if (widget->isVisible() && widget != &message && !message.isAncestorOf(widget))
            places.emplace_back(widget, widget->mapTo(&window, QPoint()));
    return places;
}

} // namespace

/// The real window on all pages, at four sizes, in light, dark and after switching.
class LayoutTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void nothingIsCutOverprintedOrIllegible();
    void theWindowFitsASmallScreen();
    void messagesMoveNothing();

private:
    [[nodiscard]] static QStringList faultsOfPages(MainWindow& window);
    [[nodiscard]] bool showsARun(MainWindow& window);
};

/// Opens the experiment and runs it, so that every page has something to show.
bool LayoutTest::showsARun(MainWindow& window)
{
    if (!opens(window, write(kMine, fullExperiment())))
        return false;
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    return ended.wait(120'000);
}

QStringList LayoutTest::faultsOfPages(MainWindow& window)
{
    QStringList all;
    auto* design = window.findChild<DesignPage*>();
    const auto* clients = window.findChild<PartitionEditor*>();
    const auto look = [&](const QString& page) {
        for (const QSize& size : kSizes) {
            window.resize(size);
            // Layouts within layouts, and docks, settle one after another.
            const int settledMs = int(coterie::tests::allowed(5'000));
            QStringList faults;
            (void)QTest::qWaitFor(
                [&] {
                    faults = layoutFaults(window);
                    return faults.isEmpty();
                },
                settledMs);
            if (window.size() != size)
                all << QStringLiteral("%1: %2×%3 instead of %4×%5")
                           .arg(page)
                           .arg(window.width())
                           .arg(window.height())
                           .arg(size.width())
                           .arg(size.height());
            for (const QString& fault : faults)
                all << QStringLiteral("%1, %2×%3: %4")
                           .arg(page)
                           .arg(size.width())
                           .arg(size.height())
                           .arg(fault);
        }
    };
    window.actions().action(ActionId::ShowDesign)->trigger();
    for (int section = 0; section < kDesignSections; ++section) {
        design->showSection(static_cast<DesignSection>(section));
        if (!QTest::qWaitFor([clients] { return !clients->isBusy(); }, 30'000))
            all << QStringLiteral("the clients do not appear");
        look(QStringLiteral("Design › ") + wordsOf(static_cast<DesignSection>(section)).title);
    }
    const std::array others{std::pair{ActionId::ShowWatch, "Watch"},
                            std::pair{ActionId::ShowCompare, "Compare"},
                            std::pair{ActionId::ShowData, "Data"}};
    for (const auto& [action, name] : others) {
        window.actions().action(action)->trigger();
        look(QString::fromLatin1(name));
    }
    return all;
}

void LayoutTest::nothingIsCutOverprintedOrIllegible()
{
    MainWindow window(context());
    window.theme().choose(ThemeChoice::Light);
    QVERIFY(showsARun(window));
    QStringList faults;
    for (const auto& [theme, name] : {std::pair{ThemeChoice::Light, "light"},
                                      std::pair{ThemeChoice::Dark, "dark"},
                                      std::pair{ThemeChoice::Light, "light again"}}) {
        window.theme().choose(theme);
        for (const QString& fault : faultsOfPages(window))
            faults << QString::fromLatin1(name) + QStringLiteral(", ") + fault;
    }
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
}

void LayoutTest::theWindowFitsASmallScreen()
{
    MainWindow window(context());
    QVERIFY(showsARun(window));
    for (const ActionId page :
         {ActionId::ShowDesign, ActionId::ShowWatch, ActionId::ShowCompare, ActionId::ShowData}) {
        window.actions().action(page)->trigger();
        QCoreApplication::processEvents();
        QVERIFY2(window.minimumSizeHint().width() <= 900,
                 qPrintable(QString::number(window.minimumSizeHint().width())));
        QVERIFY2(window.minimumSizeHint().height() <= 600,
                 qPrintable(QString::number(window.minimumSizeHint().height())));
    }
}

/// What was under the pointer before a message appears stays there.
void LayoutTest::messagesMoveNothing()
{
    MainWindow window(context());
    window.resize(1280, 800);
    QVERIFY(opens(window, write(kMine, 3)));
    auto* design = window.findChild<DesignPage*>();
    const auto* clients = window.findChild<PartitionEditor*>();
    const auto* facts = window.findChild<QLabel*>(QStringLiteral("dataFacts"));
    const auto* note = window.findChild<QLabel*>(QStringLiteral("forecastNote"));
    for (int section = 0; section < kDesignSections; ++section) {
        design->showSection(static_cast<DesignSection>(section));
        // What else changes the page has come.
        QTRY_VERIFY_WITH_TIMEOUT(!design->runCheck().isPending() && !clients->isBusy()
                                     && !facts->text().startsWith(QStringLiteral("Reading"))
                                     && note->text().isEmpty(),
                                 30'000);
        window.openFile(m_folder->filePath(QStringLiteral("none.json"))); // which fails
        auto* notice = window.findChild<QLabel*>(QStringLiteral("notice"))->parentWidget();
        QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible(), 30'000);
        // Answers that come late may still move the page, so it is compared with and without the
        // message until nothing else moves it.
        const auto placesWith = [&](bool shown) {
            notice->setVisible(shown);
            QCoreApplication::processEvents();
            return placesIn(*design, window, *notice);
        };
        QTRY_VERIFY_WITH_TIMEOUT(placesWith(true) == placesWith(false), 30'000);
    }
}

COTERIE_WIDGET_SECTION(LayoutTest)

} // namespace tst_layout

#include "tst_layout.moc"
