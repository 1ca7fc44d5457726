#include "core/base/side_job.h"

#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

namespace {

using Job = std::pair<std::string_view, SideJob::Work>;

std::vector<Job>& jobs()
{
    static std::vector<Job> all;
    return all;
}

} // namespace

SideJob::SideJob(const char* argument, Work work)
{
    jobs().emplace_back(argument, work);
}

std::optional<int> doneSideJob(int argc, char** argv)
{
    for (const auto& [argument, work] : jobs())
        if (argc == 2 && argv[1] == argument)
            return work();
    return std::nullopt;
}

} // namespace coterie
