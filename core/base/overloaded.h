#pragma once

namespace coterie {

/// One function object out of several lambdas, for std::visit.
template <typename... Functions>
struct Overloaded : Functions...
{
    using Functions::operator()...;
};

} // namespace coterie
