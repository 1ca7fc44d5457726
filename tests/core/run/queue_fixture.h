#pragma once

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/run_queue.h"
#include "core/store/run_store.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/patience.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::test {

inline constexpr int kPatience = kTryMilliseconds;

/// The rounds 0 to `last`, as a run tells them.
inline std::vector<int> upTo(int last)
{
    std::vector<int> rounds;
    for (int round = 0; round <= last; ++round)
        rounds.push_back(round);
    return rounds;
}

inline bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

/// What the tests of the queue share: a folder of its own for each of them, and a look into the
/// store there.
class QueueFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

protected:
    [[nodiscard]] std::filesystem::path file(const std::string& name = "runs") const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / (name + ".sqlite");
    }
    [[nodiscard]] QueueOptions options() const
    {
        return {.storeFile = file(), .dataFolders = {}, .threads = 2, .device = "cpu"};
    }
    [[nodiscard]] Result<std::unique_ptr<RunStore>> store() const
    {
        return RunStore::open(file(), RunStore::Mode::ReadOnly);
    }
    [[nodiscard]] std::vector<RunStatus> statuses() const
    {
        std::vector<RunStatus> all;
        const auto opened = store();
        if (!opened)
            return all;
        if (const auto rows = (*opened)->runs(); rows) {
            for (const RunRow& row : *rows)
                all.push_back(row.status);
        }
        return all;
    }
    [[nodiscard]] std::vector<std::int64_t> unfinished() const
    {
        std::vector<std::int64_t> ids;
        const std::vector<RunRow> rows = *(*store())->runs();
        for (const RunRow& row : rows) {
            if (row.status != RunStatus::Finished)
                ids.push_back(row.id);
        }
        return ids;
    }
    /// The experiment's runs, stopped after this round.
    static void playUntil(int round, const Experiment& experiment, const QueueOptions& options)
    {
        Witness witness;
        RunQueue queue(options, witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == round)
                queue.stop();
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
    }
    static std::vector<RunPlan> plans(const Experiment& experiment)
    {
        return expand(experiment, registry());
    }
    static const char* first(const std::vector<std::string>& sentences)
    {
        return sentences.empty() ? "" : sentences.front().c_str();
    }
    static std::string firstDifference(const std::string& a, const std::string& b)
    {
        std::size_t at = 0;
        while (at < a.size() && at < b.size() && a[at] == b[at])
            ++at;
        const std::size_t from = at > 200 ? at - 200 : 0;
        return "differs at byte " + std::to_string(at) + ":\n" + a.substr(from, 300) + "\n---\n"
               + b.substr(from, 300);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace coterie::test
