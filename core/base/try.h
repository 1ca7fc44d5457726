#pragma once

#include "core/base/result.h"

#include <utility>

namespace coterie {

/// A failure on its way to the caller, whose Result may hold another value or a list of problems.
template <typename E>
struct PassedOn
{
    E error;

    template <typename T>
    operator Result<T, E>() &&
    {
        return Unexpected<E>{std::move(error)};
    }
    template <typename T>
    operator Result<T, std::vector<E>>() &&
    {
        return Unexpected<std::vector<E>>{{std::move(error)}};
    }
};

template <typename E>
PassedOn(E) -> PassedOn<E>;

} // namespace coterie

#define COTERIE_JOINED(a, b) a##b
#define COTERIE_NUMBERED(name, line) COTERIE_JOINED(name, line)
#define COTERIE_TRY_AS(tried, declaration, ...)                                                    \
    auto tried = (__VA_ARGS__);                                                                    \
    if (!tried)                                                                                    \
        return coterie::PassedOn{std::move(tried).error()};                                        \
    declaration = *std::move(tried)
#define COTERIE_CHECK_AS(tried, ...)                                                               \
    do {                                                                                           \
        if (auto tried = (__VA_ARGS__); !tried)                                                    \
            return coterie::PassedOn{std::move(tried).error()};                                    \
    } while (false)

/// COTERIE_TRY(const Part part, read(file)): `part` is the value of a Result; without one the
/// function returns the error.
#define COTERIE_TRY(declaration, ...)                                                              \
    COTERIE_TRY_AS(COTERIE_NUMBERED(tried, __LINE__), declaration, __VA_ARGS__)
/// COTERIE_CHECK(check(part)): if the Result is an error, the function returns it.
#define COTERIE_CHECK(...) COTERIE_CHECK_AS(COTERIE_NUMBERED(checked, __LINE__), __VA_ARGS__)
