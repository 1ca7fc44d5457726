#include "core/base/give_way.h"

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace coterie {

void giveWayToOtherThreads()
{
#if defined(__linux__)
    constexpr int kNice = 5;
    const auto thread = static_cast<id_t>(syscall(SYS_gettid)); // not the whole process
    const int program = getpriority(PRIO_PROCESS, static_cast<id_t>(getpid()));
    setpriority(PRIO_PROCESS, thread, program + kNice);
#endif
}

} // namespace coterie
