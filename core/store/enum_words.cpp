#include "core/store/enum_words.h"

#include "core/store/run_store.h"

#include <algorithm>
#include <array>
#include <utility>

namespace coterie {

namespace {

using namespace std::string_view_literals;

constexpr std::array kStatuses{std::pair{RunStatus::Queued, "queued"sv},
                               std::pair{RunStatus::Running, "running"sv},
                               std::pair{RunStatus::Paused, "paused"sv},
                               std::pair{RunStatus::Finished, "finished"sv},
                               std::pair{RunStatus::Stopped, "stopped"sv},
                               std::pair{RunStatus::Failed, "failed"sv}};
constexpr std::array kMergeKinds{std::pair{MergeKind::Gain, "gain"sv},
                                 std::pair{MergeKind::Distance, "distance"sv}};
constexpr std::array kLinks{std::pair{Link::ClientToServer, "clientToServer"sv},
                            std::pair{Link::ServerToClient, "serverToClient"sv},
                            std::pair{Link::EdgeToCloud, "edgeToCloud"sv},
                            std::pair{Link::CloudToEdge, "cloudToEdge"sv},
                            std::pair{Link::ClientToClient, "clientToClient"sv}};
constexpr std::array kSeverities{std::pair{Severity::Information, "information"sv},
                                 std::pair{Severity::Warning, "warning"sv},
                                 std::pair{Severity::Failure, "failure"sv}};

template <typename Table, typename Value>
std::string_view wordIn(const Table& table, Value value)
{
    const auto place = std::ranges::find(table, value, [](const auto& row) { return row.first; });
    return place == table.end() ? std::string_view() : place->second;
}

template <typename Table>
auto valueIn(const Table& table, std::string_view word) -> std::optional<decltype(table[0].first)>
{
    const auto place = std::ranges::find(table, word, [](const auto& row) { return row.second; });
    if (place == table.end())
        return std::nullopt;
    return place->first;
}

} // namespace

std::string_view word(RunStatus status)
{
    return wordIn(kStatuses, status);
}

std::string_view word(MergeKind kind)
{
    return wordIn(kMergeKinds, kind);
}

std::string_view word(Link link)
{
    return wordIn(kLinks, link);
}

std::string_view word(Severity severity)
{
    return wordIn(kSeverities, severity);
}

std::string_view stateWord(const RunRow& run)
{
    return run.isNotBegun() ? "not begun"sv : word(run.status);
}

std::optional<RunStatus> runStatus(std::string_view word)
{
    return valueIn(kStatuses, word);
}

std::optional<MergeKind> mergeKind(std::string_view word)
{
    return valueIn(kMergeKinds, word);
}

std::optional<Link> link(std::string_view word)
{
    return valueIn(kLinks, word);
}

std::optional<Severity> severity(std::string_view word)
{
    return valueIn(kSeverities, word);
}

} // namespace coterie
