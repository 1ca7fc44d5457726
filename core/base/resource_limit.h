#pragma once

#include <algorithm>
#include <sys/resource.h>

namespace coterie {

/// From here on this process may use at most so much of it, or what it was allowed if that is less.
inline void limitResource(__rlimit_resource_t resource, rlim_t most)
{
    rlimit now{};
    if (::getrlimit(resource, &now) != 0)
        return;
    now.rlim_cur = std::min(most, now.rlim_max);
    static_cast<void>(::setrlimit(resource, &now));
}

} // namespace coterie
