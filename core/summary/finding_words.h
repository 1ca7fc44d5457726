#pragma once

#include "core/report/run_record.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

// The words of which findings are made, the same in every locale.

[[nodiscard]] std::string decimals(double value, int places);
/// "12.3 points", always positive.
[[nodiscard]] std::string pointsText(double difference);
[[nodiscard]] std::string countText(std::size_t count, std::string_view one, std::string_view many);
/// "client 3", "clients 1 and 4", "clients 1, 4, 7 and 12 others"; behind each number the client's
/// name in brackets, if it has one.
[[nodiscard]] std::string clientsText(const std::vector<int>& clients,
                                      const FederationFacts& facts);
/// "4 clients", "3 tested clients" if there are others.
[[nodiscard]] std::string testedText(std::size_t tested, std::size_t all);
[[nodiscard]] std::string capitalised(std::string text);

} // namespace coterie
