#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/experiment/layer_settings.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Shape and cost of one written layer, with every repetition of the blocks around it; of a block,
/// of all that is in it.
struct LayerFigures
{
    SampleShape output; ///< the last time that it comes
    std::size_t parameters = 0;
    double multiplyAdds = 0; ///< of one sample's forward pass

    bool operator==(const LayerFigures&) const = default;
};

struct ListFigures
{
    /// By its place below the list's: "/4", "/4/layers/0". Layers behind a misfit have none.
    std::map<std::string, LayerFigures, std::less<>> layers;
    std::size_t parameters = 0;
    std::size_t buffers = 0; ///< the running statistics of batch-norm
    double multiplyAdds = 0;
    /// Why the list is no network for this data, with its place; nothing if it is one.
    std::optional<Error> misfit;
};

/// 0 classes: targets or masks. `place` is that of the list in the experiment.
[[nodiscard]] ListFigures figuresOf(const std::vector<LayerSettings>& list,
                                    const SampleShape& input,
                                    std::size_t classes,
                                    std::string_view place);

} // namespace coterie
