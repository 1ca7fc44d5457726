#pragma once

#include <string>
#include <string_view>

namespace coterie {

/// A device and the number of ranks that compute on it, where the bits of a result depend on that
/// number; else it is 1. In the record of a run they are one text: "cuda (NVIDIA …), 2 ranks".
struct RankedDevice
{
    std::string device;
    int ranks = 1;

    [[nodiscard]] std::string text() const;
    /// Of a text that text() has made, or of a device alone.
    [[nodiscard]] static RankedDevice in(std::string_view text);

    bool operator==(const RankedDevice&) const = default;
};

} // namespace coterie
