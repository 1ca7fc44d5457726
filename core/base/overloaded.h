#pragma once

namespace coterie {

/// One function object out of several lambdas, for std::visit.
template <typename... Functions>
struct Overloaded : Functions...
{
    using Functions::operator()...;
};
/// Clang up to 16 needs it said.
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace coterie
