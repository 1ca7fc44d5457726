#pragma once

#include "ui/design/form_row.h"
#include "ui/design/json_change.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::ui {

/// Where a file says a part, an algorithm or a data set say, and how.
struct PartPlace
{
    std::string pointer; ///< "/local/optimizer"
    std::span<const NamedPart> known;
    std::string nameKey = "name";
    std::string fallbackName = {};           ///< of the part meant where the file names none
    std::vector<std::string> otherKeys = {}; ///< stand beside the parameters, whatever the part is
    bool bareName = false;                   ///< "glyphDigits" instead of an object will do
    RowStyle style = {};                     ///< of its parameters' rows
    std::string common = {}; ///< an arm's part: the common one that it overrides; else empty
    /// A schedule stands in an optimizer, which must have a name: written with it where it is left
    /// out.
    std::string ownerNamePointer = {};
    std::string ownerName = {};
};

/// The name the file says at this place itself; empty if it says none.
[[nodiscard]] std::string saidName(const JsonNode& root, const PartPlace& place);
/// The name that holds: the one said, else the common one's, else the fallback.
[[nodiscard]] std::string nameInForce(const JsonNode& root, const PartPlace& place);

/// Makes another part stand here. Parameters that both parts declare and the keys beside them are
/// kept; the rest of the old one's goes. An empty name returns an arm's part to the common one.
[[nodiscard]] std::vector<JsonChange>
choosePart(const JsonNode& root, const PartPlace& place, const std::string& name);

/// Sets a parameter of the part, or takes it away: it is at its default then, or at the common
/// setting. Names the part where the file has left that out, and leaves no empty override behind.
[[nodiscard]] std::vector<JsonChange> setParameter(const JsonNode& root,
                                                   const PartPlace& place,
                                                   std::string_view parameter,
                                                   const std::optional<JsonNode>& value);

[[nodiscard]] std::vector<FormRow> parameterRows(const JsonNode& root,
                                                 const PartPlace& place,
                                                 const Problems& problems,
                                                 bool codeProfile);

/// A setting outside any part.
struct Setting
{
    std::string pointer;
    const ParameterDescriptor* descriptor = nullptr;
    RowStyle style = {};
    std::string common = {};              ///< for an arm: the common setting it overrides
    std::string instead = {};             ///< the key beside it that this one replaces
    std::optional<QString> fallback = {}; ///< the fallback in words
};

[[nodiscard]] std::vector<FormRow>
settingRows(const JsonNode& root, const std::vector<Setting>& settings, const Problems& problems);

[[nodiscard]] std::vector<JsonChange>
setSetting(const JsonNode& root, const Setting& setting, const std::optional<JsonNode>& value);

/// Where the sections that an arm may override stand, for the experiment (`arm` empty) and for an
/// arm ("/arms/0"), so that the pages of both show the same.
[[nodiscard]] PartPlace modelPlace(const Registry& registry, const std::string& arm = {});
[[nodiscard]] std::vector<Setting> modelSettings(const std::string& arm = {});
[[nodiscard]] PartPlace optimizerPlace(const Registry& registry, const std::string& arm = {});
[[nodiscard]] PartPlace schedulePlace(const Registry& registry, const std::string& arm = {});
[[nodiscard]] PartPlace objectivePlace(const Registry& registry, const std::string& arm = {});
[[nodiscard]] std::vector<Setting> localSettings(const std::string& arm = {});
/// The other parts: of the data, and of an arm.
[[nodiscard]] PartPlace datasetPlace(const Registry& registry);
[[nodiscard]] PartPlace partitionPlace(const Registry& registry);
[[nodiscard]] PartPlace preprocessPlace(const Registry& registry, std::size_t step);
[[nodiscard]] PartPlace algorithmPlace(const Registry& registry, const std::string& arm);
[[nodiscard]] PartPlace samplerPlace(const Registry& registry, const std::string& arm);

} // namespace coterie::ui
