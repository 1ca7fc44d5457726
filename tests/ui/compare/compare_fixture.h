#pragma once

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/store/run_store.h"
#include "tests/core/metrics/measured.h"
#include "tests/ui/made_up_runs.h"
#include "ui/compare/compare_data.h"
#include "ui/compare/compare_page.h"
#include "ui/frame/action_registry.h"
#include "ui/runs/store_reader.h"
#include "ui/window/window_actions.h"

#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <filesystem>
#include <memory>
#include <vector>

namespace coterie::ui::test {

inline constexpr const char* kComparedExperiment = R"({
  "schema": 1, "name": "Alone or together?",
  "data": { "dataset": { "name": "glyphDigits", "samples": 400, "seed": 1 },
            "partition": { "scheme": "dirichlet", "clients": 4, "alpha": 0.5 },
            "test": { "share": 0.2 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 2, "seeds": [1, 2, 3],
  "reference": { "source": "A paper, Table 1", "metric": "meanTestError", "unit": "%",
                 "values": { "Independent": [30, 1], "FedAvg": [20, 20] } } })";

/// The page of a store, on screen.
struct ShownComparePage
{
    explicit ShownComparePage(const std::filesystem::path& store)
        : reader(store)
    {
        addWindowActions(actions);
        page = std::make_unique<ComparePage>(reader, actions);
        page->resize(1200, 800);
        page->show();
    }
    [[nodiscard]] QTreeView* table() const
    {
        return page->findChild<QTreeView*>(QStringLiteral("runTable"));
    }
    ActionRegistry actions;
    StoreReader reader;
    std::unique_ptr<ComparePage> page;
};

/// What the tests of comparing share: a store with three seeds of two arms for each of them.
class CompareFixture : public QObject
{
    Q_OBJECT

private slots:
    /// Independent has errors of 29, 30 and 31 percent after round 2, FedAvg of 9, 10 and 11.
    void init()
    {
        static int number = 0;
        m_file = m_folder.filePath(QStringLiteral("%1.sqlite").arg(++number)).toStdString();
        const auto experiment = parseExperiment(kComparedExperiment, registry());
        QVERIFY(experiment.has_value());
        const auto runs = store();
        const auto key = runs->addExperiment(
            experiment->name, writeExperiment(*experiment), canonicalHash(*experiment, registry()));
        for (RunPlan plan : expand(*experiment, registry())) {
            if (plan.armIndex == 1)
                plan.local.batch = 32;
            const auto run = runs->addRun(*key, plan, writePlan(plan), {});
            QVERIFY(run && runs->setFacts(*run, made_up::facts(4)).has_value());
            std::vector<std::shared_ptr<const RoundReport>> reports;
            for (int round = 0; round <= 2; ++round) {
                const double last = (plan.armIndex == 0 ? 0.28 : 0.08) + 0.01 * double(plan.seed);
                RoundReport report;
                report.round = round;
                for (int client = 0; client < 4; ++client) {
                    ClientReport of;
                    of.client = client;
                    of.personalTest =
                        Score{.loss = 1, .accuracy = 1 - last - 0.25 * (2 - round), .samples = 80};
                    report.clients.push_back(of);
                }
                reports.push_back(std::make_shared<RoundReport>(std::move(report)));
            }
            QVERIFY(runs->commit(*run, coterie::test::measured(reports, made_up::facts(4)), nullptr)
                        .has_value());
            QVERIFY(runs->setStatus(*run, RunStatus::Finished, "").has_value());
        }
    }

protected:
    using Page = ShownComparePage;
    [[nodiscard]] std::unique_ptr<RunStore> store() const
    {
        return std::move(*RunStore::open(m_file));
    }
    /// As if its learning rate had been changed by hand, in a third round.
    void changeByHand(std::int64_t run) const
    {
        RoundReport report;
        report.round = 3;
        report.events = {{.what = SettingChanged{
                              .place = "/local/optimizer/learningRate", .from = 0.05, .to = 0.01}}};
        QVERIFY(store()->commit(run, {std::make_shared<RoundReport>(report)}, nullptr).has_value());
    }
    [[nodiscard]] CompareData compared(const char* metric) const
    {
        return *compareRuns(*store(), {1, 2, 3, 4, 5, 6}, metric);
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_file;
};

} // namespace coterie::ui::test
