#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace coterie {

/// Memory that begins where a line of the cache does. A vector of 64 bytes that lies across two
/// lines costs twice as much, and more where the lines of many channels share a place in the cache.
template <typename Value>
struct LineAllocator
{
    using value_type = Value;

    LineAllocator() = default;
    template <typename Other>
    explicit LineAllocator(const LineAllocator<Other>&)
    {}

    [[nodiscard]] Value* allocate(std::size_t count)
    {
        return static_cast<Value*>(::operator new(count * sizeof(Value), kLine));
    }
    void deallocate(Value* values, std::size_t) { ::operator delete(values, kLine); }

    bool operator==(const LineAllocator&) const = default;

    static constexpr std::align_val_t kLine{64};
};

template <typename Value>
using LineVector = std::vector<Value, LineAllocator<Value>>;

} // namespace coterie
