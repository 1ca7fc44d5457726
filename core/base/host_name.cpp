#include "core/base/host_name.h"

#include <array>
#include <unistd.h>

namespace coterie {

std::string hostName()
{
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0)
        return {};
    return name.data();
}

} // namespace coterie
