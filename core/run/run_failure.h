#pragma once

#include <functional>
#include <optional>
#include <string>

namespace coterie {

/// Does the work; what LibTorch or the memory allocator threw becomes a sentence that begins with
/// `doing` ("Round 12"). The one place where the engine's exceptions end. RunStopped is not a
/// failure and passes.
[[nodiscard]] std::optional<std::string> failureOf(const std::string& doing,
                                                   const std::function<void()>& work);

} // namespace coterie
