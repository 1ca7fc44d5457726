#pragma once

#include <cassert>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace coterie {

/// One problem a user or a disk caused: where, what was found, what is allowed, the nearest valid
/// word.
struct Error
{
    std::string place;   ///< a JSON pointer such as "/arms/1/algorithm/alpha", or a file's path
    std::string found;   ///< the value as the user wrote it; empty if nothing was there to quote
    std::string needed;  ///< what is allowed, e.g. "at least 0 needed"; or the whole sentence
    std::string nearest; ///< the valid word closest to a misspelt one; empty if none is close

    /// "/arms/1/algorithm/alpha: -2 found, at least 0 needed"
    [[nodiscard]] std::string sentence() const;
    bool operator==(const Error&) const = default;
};

using Problems = std::vector<Error>;

[[nodiscard]] std::string sentences(const Problems& problems);

/// Marks a value as the failure of a Result, as std::unexpected does.
template <typename E>
struct Unexpected
{
    E error;
};

[[nodiscard]] inline Unexpected<Error> fail(std::string place, std::string needed)
{
    return {
        Error{.place = std::move(place), .found = {}, .needed = std::move(needed), .nearest = {}}};
}

/// A value or an error, with the interface of std::expected so that it can become that type later.
template <typename T, typename E = Error>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    {}
    Result(Unexpected<E> failure)
        : m_state(std::in_place_index<1>, std::move(failure.error))
    {}

    [[nodiscard]] bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    [[nodiscard]] const T& value() const&
    {
        assert(has_value());
        return std::get<0>(m_state);
    }
    [[nodiscard]] T& value() &
    {
        assert(has_value());
        return std::get<0>(m_state);
    }
    [[nodiscard]] T&& value() &&
    {
        assert(has_value());
        return std::get<0>(std::move(m_state));
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    [[nodiscard]] const E& error() const
    {
        assert(!has_value());
        return std::get<1>(m_state);
    }

private:
    std::variant<T, E> m_state;
};

/// A Result without a value: done, or the reason why not.
template <typename E>
class [[nodiscard]] Result<void, E>
{
public:
    Result() = default;
    Result(Unexpected<E> failure)
        : m_error(std::in_place_index<1>, std::move(failure.error))
    {}

    [[nodiscard]] bool has_value() const { return m_error.index() == 0; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] const E& error() const
    {
        assert(!has_value());
        return std::get<1>(m_error);
    }

private:
    std::variant<std::monostate, E> m_error;
};

/// The valid word closest to a misspelt one (Damerau–Levenshtein, at most a third of its letters);
/// empty if none.
[[nodiscard]] std::string nearestWord(std::string_view word,
                                      std::span<const std::string_view> valid);

} // namespace coterie
