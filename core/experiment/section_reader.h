#pragma once

#include "core/experiment/experiment_fields.h"
#include "core/experiment/json_reader.h"
#include "core/experiment/part_json.h"

#include <vector>

namespace coterie {

/// The sections that an experiment and a stored plan have in common. Each reader logs what is wrong
/// and returns the rest of the section, so that all problems of a file are found at once.
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

/// How many clients a partition makes.
struct ClientCounts
{
    int fewest = 0; ///< of the values of a sweep
    int most = 0;
    int allowed = 0; ///< the largest number that the partition takes
};

/// What the numbers in the clients section must fit.
struct ClientLimits
{
    std::optional<ClientCounts> clients; ///< where the partition says how many there are
    int rounds = 0;
    bool maySayNewcomers = false; ///< instead of a list of arrivals
};

[[nodiscard]] ClientSettings readClients(const JsonCursor& cursor, ClientLimits limits);

/// The numbers of clients a partition declares, if it has a parameter of that name.
[[nodiscard]] std::optional<ClientCounts>
clientCounts(const DataSettings& data, const Registry& registry, Profile profile);

/// The member that the descriptor names, where it is there and fits.
template <typename T>
void readInto(T& target, const JsonCursor& parent, const ParameterDescriptor& wanted)
{
    if (const std::optional<JsonCursor> member = parent.find(wanted.name))
        if (std::optional<T> value = member->as<T>(wanted))
            target = *std::move(value);
}
/// Through the binding of the descriptor; null removes the value of an optional member.
void readBound(void* target, const JsonCursor& parent, const ParameterDescriptor& wanted);

/// All bound settings of a struct.
template <typename Struct>
void readFields(Struct& target, const JsonCursor& parent)
{
    for (const fields::SettingField* field : fields::fieldsOf<Struct>())
        readBound(&target, parent, *field->descriptor);
}

/// The key must be there and its value a name.
void readNameInto(std::string& target, const JsonCursor& parent, std::string_view key);

} // namespace coterie
