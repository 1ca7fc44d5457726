#pragma once

#include "core/base/json_node.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/part_json.h"

#include <optional>

namespace coterie {

enum class Detail
{
    Brief, ///< for people: optional settings at their default are left out
    Full,  ///< everything
};

[[nodiscard]] JsonNode dataNode(const DataSettings& data, Detail detail);
[[nodiscard]] JsonNode clientsNode(const ClientSettings& clients, Detail detail);
[[nodiscard]] JsonNode modelNode(const ModelSettings& model, Detail detail);
[[nodiscard]] JsonNode localNode(const LocalSettings& local, Detail detail);
/// An arm's section: only what differs from the common one; a setting back at its default is null.
[[nodiscard]] JsonNode modelOverrideNode(const ModelSettings& model, const ModelSettings& common);
[[nodiscard]] JsonNode localOverrideNode(const LocalSettings& local, const LocalSettings& common);
/// Adds the bound settings of a struct.
template <typename Struct>
void addFields(JsonNode& node, const Struct& section, Detail detail)
{
    const Struct defaults;
    for (const fields::SettingField* field : fields::fieldsOf<Struct>()) {
        const ParameterDescriptor& descriptor = *field->descriptor;
        const std::optional<ParameterValue> value = descriptor.read(&section, descriptor);
        const bool always =
            field->written == fields::Written::Always
            || (field->written == fields::Written::UnlessDefault && detail == Detail::Full);
        if (value && (always || value != descriptor.read(&defaults, descriptor)))
            node.add(descriptor.name, valueNode(*value));
    }
}

/// What computes the same is the same: known weights are named by their content, not their file.
void nameByContent(ModelSettings& model);

[[nodiscard]] JsonNode experimentNode(const Experiment& experiment, Detail detail);

} // namespace coterie
