#pragma once

#include "tests/ui/layout_check.h"
#include "tests/ui/window_fixture.h"
#include "ui/design/canvas/partition_editor.h"
#include "ui/design/design_page.h"

#include <QAction>
#include <QSignalSpy>

#include <array>
#include <span>

namespace coterie::ui::test {

/// A whole experiment with long names, a sweep, steps, overrides, newcomers and a paper's results.
inline QByteArray fullExperiment()
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

/// Opens the experiment of this file and runs it, so that every page has something to show.
[[nodiscard]] inline bool showsARun(MainWindow& window, const QString& path)
{
    window.show();
    window.openFile(path);
    if (!QTest::qWaitFor([&window] { return window.document().isRunnable(); }, kTryMilliseconds))
        return false;
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    return ended.wait(120'000);
}

/// Everything that is wrong on any page at one of these sizes.
[[nodiscard]] inline QStringList faultsOfPages(MainWindow& window, std::span<const QSize> sizes)
{
    QStringList all;
    auto* design = window.findChild<DesignPage*>();
    const auto* clients = window.findChild<PartitionEditor*>();
    const auto look = [&](const QString& page) {
        for (const QSize& size : sizes) {
            window.resize(size);
            // Layouts within layouts, and docks, settle one after another.
            QStringList faults;
            (void)QTest::qWaitFor(
                [&] {
                    faults = layoutFaults(window);
                    return faults.isEmpty();
                },
                all.isEmpty() ? 20'000 : 1'000); // it fails anyway
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
        if (!QTest::qWaitFor([clients] { return !clients->isBusy(); }, kTryMilliseconds))
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

} // namespace coterie::ui::test
