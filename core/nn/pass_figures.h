#pragma once

#include <cstddef>
#include <functional>

namespace coterie {

/// What LibTorch's operators do in a pass.
struct PassFigures
{
    std::size_t numbers = 0; ///< that they put out into new memory
    double multiplyAdds = 0; ///< of matrix products and convolutions
};

/// Of the operators that `pass` calls on this thread; what it throws passes.
[[nodiscard]] PassFigures figuresOfPass(const std::function<void()>& pass);

} // namespace coterie
