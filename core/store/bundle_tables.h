#pragma once

#include "core/base/result.h"
#include "core/store/bundle_details.h"
#include "core/store/bundle_table.h"
#include "core/store/bundle_text.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// The tables that an import reads; others are computed from them.
inline constexpr std::array<std::string_view, 11> kReadTables{"rounds",
                                                              "clients",
                                                              "groups",
                                                              "merges",
                                                              "clusters",
                                                              "clusterMerges",
                                                              "matrices",
                                                              "values",
                                                              "participation",
                                                              "traffic",
                                                              "events"};

/// The tables of a bundle, from which reports are made again.
class BundleTables
{
public:
    [[nodiscard]] static Result<BundleTables> open(const BundleFiles& files);

    /// What the tables have of one round. Everything in it refers to clients, groups and nodes that
    /// there are.
    [[nodiscard]] Result<RoundReport>
    read(const RowIdentity& run, const FederationFacts& facts, const RoundDetails& details);
    /// Fails if a table has further rows or another digest.
    [[nodiscard]] Result<void> close(const std::map<std::string, std::string>& sha256);

private:
    struct Round;

    [[nodiscard]] Result<void> readRound(Round& round);
    [[nodiscard]] Result<void> readClients(Round& round);
    [[nodiscard]] Result<void>
    readGroups(Round& round, std::string_view table, std::optional<Grouping>& grouping);
    [[nodiscard]] Result<void>
    readMerges(Round& round, std::string_view table, std::optional<Grouping>& grouping);
    [[nodiscard]] Result<void> readMatrices(Round& round);
    [[nodiscard]] Result<void> readValues(Round& round);
    [[nodiscard]] Result<void> readLists(Round& round);
    [[nodiscard]] Result<void> readEvents(Round& round);
    template <typename Take>
    [[nodiscard]] Result<void> eachRow(Round& round, std::string_view table, const Take& take);

    std::map<std::string, BundleTable, std::less<>> m_tables; ///< by kind, without derived ones
};

} // namespace coterie
