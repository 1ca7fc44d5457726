#pragma once

#include "core/base/hash.h"
#include "core/base/random_stream.h"
#include "core/store/run_store.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace coterie::test {

using Reports = std::vector<std::shared_ptr<const RoundReport>>;

inline Environment hostNamed(const std::string& host)
{
    Environment environment;
    environment.host = host;
    return environment;
}

inline FederationFacts trainedOn(std::vector<std::int64_t> samples)
{
    FederationFacts facts;
    facts.trainSamples = std::move(samples);
    return facts;
}

inline Traffic sent(double bits)
{
    Traffic traffic;
    traffic.bits = bits;
    return traffic;
}

/// A store in a folder of its own, gone with the object.
class StoreFixture
{
public:
    StoreFixture() { store = openAgain(); }

    [[nodiscard]] std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(folder.path().toStdString()) / name;
    }
    [[nodiscard]] std::filesystem::path file() const { return path("runs.sqlite"); }
    [[nodiscard]] std::unique_ptr<RunStore>
    openAgain(RunStore::Mode mode = RunStore::Mode::ReadWrite) const
    {
        auto opened = RunStore::open(file(), mode);
        if (!opened)
            qFatal("%s", opened.error().sentence().c_str());
        return std::move(*opened);
    }
    std::int64_t
    addRun(const std::string& arm = "FedAvg", std::uint64_t seed = 1, std::size_t armIndex = 0)
    {
        const auto experiment = store->addExperiment("digits", "{\"name\": \"digits\"}", "abc");
        RunPlan plan;
        plan.armName = arm;
        plan.armIndex = armIndex;
        plan.seed = seed;
        plan.rounds = 20;
        return *store->addRun(*experiment, plan, "{}", hostNamed("here"));
    }

    QTemporaryDir folder;
    std::unique_ptr<RunStore> store;
};

/// A checked result's value; the test program ends with the sentence if there is none.
template <typename T>
T valueOf(Result<T> result)
{
    if (!result)
        qFatal("%s", result.error().sentence().c_str());
    return std::move(*result);
}

template <typename T>
std::string sentenceOf(const Result<T>& result)
{
    return result ? std::string("(no error)") : result.error().sentence();
}

inline std::shared_ptr<const RoundReport> shared(RoundReport report)
{
    return std::make_shared<const RoundReport>(std::move(report));
}

/// A report of `clients` clients with ordinary numbers.
inline RoundReport plainReport(int round, int clients = 4)
{
    RoundReport report;
    report.round = round;
    report.learningRate = 0.1;
    for (int client = 0; client < clients; ++client) {
        ClientReport part;
        part.client = client;
        part.trainLoss = 1.0 / (round + client + 1);
        part.personalTest = Score{.loss = 0.5, .accuracy = 0.5 + 0.01 * round, .samples = 100};
        report.clients.push_back(part);
        report.participants.push_back(client);
    }
    report.timings = {{.phase = "train", .seconds = 0.25}};
    report.seconds = 0.5;
    return report;
}

inline SharedBytes bytes(std::size_t size, int value)
{
    return SharedBytes(std::vector<std::byte>(size, static_cast<std::byte>(value)));
}

/// A piece of a state, every byte of which is `value`.
inline StateChunk chunk(const std::string& part, int client, std::size_t size, int value)
{
    const SharedBytes filled = bytes(size, value);
    return {.part = part,
            .client = client,
            .index = 0,
            .bytes = filled,
            .hash = contentHash(filled.view())};
}

inline constexpr std::size_t kMegabyte = std::size_t{1} << 20;

/// A state whose every byte names the round.
inline CheckpointDelta stateOf(int round, int chunks, std::size_t size)
{
    CheckpointDelta state{.round = round, .changed = {}, .removed = {}};
    for (int client = 0; client < chunks; ++client)
        state.changed.push_back(chunk("models", client, size, (round + client) % 251));
    return state;
}

/// By memcmp: these files are not optimised, and a comparison of SharedBytes, byte by byte, takes a
/// second for every 20 MB of a state.
inline bool haveTheSameBytes(const SharedBytes& a, const SharedBytes& b)
{
    const SharedBytes left = a.here();
    const SharedBytes right = b.here();
    return left.size() == right.size()
           && (left.size() == 0
               || std::memcmp(left.view().data(), right.view().data(), left.size()) == 0);
}

inline bool haveTheSameChunks(const CheckpointDelta& a, const CheckpointDelta& b)
{
    const auto same = [](const StateChunk& left, const StateChunk& right) {
        return left.part == right.part && left.client == right.client && left.index == right.index
               && left.hash == right.hash && haveTheSameBytes(left.bytes, right.bytes);
    };
    return a.round == b.round && std::ranges::equal(a.changed, b.changed, same);
}

} // namespace coterie::test
