#pragma once

#include "core/spec/experiment.h"
#include "core/spec/json_reader.h"

namespace coterie {

/// The sections that an experiment and a stored plan have in common. Each reader files what is
/// wrong and returns the section as far as it could be read, so that all problems of a file come to
/// light at once.
struct SectionRule
{
    const Registry& registry;
    bool mayBeSwept = false;
    bool overrides = false; ///< an arm's section: only what differs from the common one is written
};

[[nodiscard]] DataSettings readData(const JsonCursor& cursor, const SectionRule& rule);
[[nodiscard]] ModelSettings
readModel(const JsonCursor& cursor, const SectionRule& rule, const ModelSettings& base);
[[nodiscard]] LocalSettings
readLocal(const JsonCursor& cursor, const SectionRule& rule, const LocalSettings& base);

/// What the numbers in the clients section must fit.
struct ClientLimits
{
    std::optional<int> clients; ///< where the partition says how many there are
    int rounds = 0;
};

[[nodiscard]] ClientSettings readClients(const JsonCursor& cursor, const ClientLimits& limits);

/// The number of clients a partition declares, if it has a parameter of that name.
[[nodiscard]] std::optional<int>
clientCount(const DataSettings& data, const Registry& registry, Profile profile);

/// Where the key is present and its value fits, the target takes it.
void readInto(int& target, const JsonCursor& parent, const ParameterDescriptor& wanted);
void readInto(double& target, const JsonCursor& parent, const ParameterDescriptor& wanted);
void readInto(bool& target, const JsonCursor& parent, std::string_view key);
void readInto(std::string& target,
              const JsonCursor& parent,
              std::string_view key,
              std::span<const std::string_view> words);
void readTextInto(std::string& target, const JsonCursor& parent, std::string_view key);
/// As text, but the key must be there and the text be a name.
void readNameInto(std::string& target, const JsonCursor& parent, std::string_view key);

} // namespace coterie
