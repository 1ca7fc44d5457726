#pragma once

#include "core/experiment/layer_settings.h"
#include "core/nn/script_steps.h"

#include <cstddef>
#include <vector>

namespace coterie {

/// The steps of a forward pass in the words of a list.
struct ScriptWords
{
    std::vector<LayerSettings> layers;
    /// The steps that the list computes, in its order, but for additions and concatenations, which
    /// are its blocks.
    std::vector<std::size_t> order;
};

/// Puts what is added or concatenated into blocks with a shortcut. Throws ScriptRefusal where the
/// words cannot say it.
[[nodiscard]] ScriptWords wordsOfScript(const ScriptSteps& script);

} // namespace coterie
