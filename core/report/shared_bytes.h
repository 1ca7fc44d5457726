#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace coterie {

/// Bytes that nobody changes, kept by whoever owns the memory they lie in (a vector of their own,
/// or a model's weights) until the last of those who share them is done. Copying copies none.
class SharedBytes
{
public:
    SharedBytes() = default;
    explicit SharedBytes(std::vector<std::byte> bytes)
    {
        const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
        m_view = *owner;
        m_owner = owner;
    }
    SharedBytes(std::shared_ptr<const void> owner, std::span<const std::byte> view)
        : m_owner(std::move(owner))
        , m_view(view)
    {}

    [[nodiscard]] std::span<const std::byte> view() const { return m_view; }
    [[nodiscard]] std::size_t size() const { return m_view.size(); }

    bool operator==(const SharedBytes& other) const
    {
        return std::ranges::equal(m_view, other.m_view);
    }

private:
    std::shared_ptr<const void> m_owner;
    std::span<const std::byte> m_view;
};

} // namespace coterie
