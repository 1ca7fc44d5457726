#pragma once

#include <cassert>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace coterie {

enum class ErrorKind
{
    Other,      ///< `message` says it
    NotAllowed, ///< a value outside its range or list
    UnknownName,
    UnknownKey,
    WrongType,
    Missing,
    Duplicate,
    Conflict, ///< two settings exclude each other
    TooMuch,  ///< a limit of size, depth or number
    Syntax,   ///< the text is not JSON
    File,     ///< a file cannot be read or written
    NotFound  ///< there is no such file
};

/// The bytes from `begin` to before `end` of a text.
struct TextSpan
{
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const TextSpan&) const = default;
};

/// One problem that a user or a disk caused. The parts are values; complaint() and sentence() are
/// for people.
struct Error
{
    ErrorKind kind = ErrorKind::NotAllowed;
    std::string place = {}; ///< a JSON pointer such as "/arms/1/algorithm/alpha", or a file's path
    std::string found = {}; ///< the value as the user wrote it; empty if there is none to quote
    std::string allowed = {}; ///< follows "must be": "at least 0", "one of: sgd, adam"
    std::string message = {}; ///< what is wrong, where "must be" plus `allowed` does not say it
    std::string nearest = {}; ///< the valid word closest to a misspelt one; empty if none is close
    std::optional<TextSpan> span = {}; ///< where the JSON text has the problem

    /// "must be at least 0 (is -2)"
    [[nodiscard]] std::string complaint() const;
    /// The complaint with its place: "/arms/1/algorithm/alpha: must be at least 0 (is -2)"
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

/// Fails with a message of its own.
[[nodiscard]] inline Unexpected<Error>
fail(std::string place, std::string message, ErrorKind kind = ErrorKind::Other)
{
    return {Error{.kind = kind, .place = std::move(place), .message = std::move(message)}};
}

/// Fails because a value must be something else.
[[nodiscard]] inline Unexpected<Error>
notAllowed(std::string place, std::string found, std::string allowed)
{
    return {
        Error{.place = std::move(place), .found = std::move(found), .allowed = std::move(allowed)}};
}

/// Fails because a word is none of the valid ones; names the nearest.
[[nodiscard]] Unexpected<Error>
unknownName(std::string place, std::string_view word, std::span<const std::string_view> valid);

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

/// "one of: a, b, c"
[[nodiscard]] std::string oneOf(std::span<const std::string_view> words);

} // namespace coterie
