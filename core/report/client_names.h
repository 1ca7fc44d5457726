#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace coterie {

struct FederationFacts;

/// In bytes; no data set has longer ones.
inline constexpr std::size_t kLongestClientName = 1000;
/// In characters, where a name stands inside a sentence or beside a picture.
inline constexpr std::size_t kShownClientName = 40;

/// A name of any origin as the facts of a run have it: printable() and at most kLongestClientName
/// bytes. Applied twice it changes nothing more.
[[nodiscard]] std::string keptClientName(std::string_view name);

/// The text with "…" for what is in its middle, if it has more than `most` characters (at least 3).
[[nodiscard]] std::string cutInTheMiddle(std::string_view text, std::size_t most);

/// The client's own name; empty if the data has none. Names are those of FederationFacts.
[[nodiscard]] std::string_view clientNameOf(std::span<const std::string> names, int client);
[[nodiscard]] std::string_view clientNameOf(const FederationFacts& facts, int client);

/// "3", or "3 (Lindenhof)" if the client has a name of its own; a long one is cut in the middle.
[[nodiscard]] std::string numberedClient(std::span<const std::string> names, int client);
[[nodiscard]] std::string numberedClient(const FederationFacts& facts, int client);

} // namespace coterie
