#pragma once

#include "core/base/result.h"

#include <cstdlib>

namespace coterie::fuzz {

/// What a fuzzer reports is a program that ends.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

template <typename T>
void requireSentence(const Result<T>& result)
{
    require(result.has_value() || !result.error().sentence().empty());
}

} // namespace coterie::fuzz
