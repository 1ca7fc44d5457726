#include "app/decoder/parent.h"

#include "core/base/resource_limit.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace coterie::decoder {

bool readAll(void* to, std::size_t count)
{
    auto* place = static_cast<char*>(to);
    while (count > 0) {
        const ssize_t done = ::read(STDIN_FILENO, place, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        place += done;
        count -= static_cast<std::size_t>(done);
    }
    return true;
}

void writeAll(const void* from, std::size_t count)
{
    const auto* place = static_cast<const char*>(from);
    while (count > 0) {
        const ssize_t done = ::write(STDOUT_FILENO, place, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            std::_Exit(1);
        place += done;
        count -= static_cast<std::size_t>(done);
    }
}

void limitOnce()
{
    // What a file took goes back before the next one: the limit of addresses counts all.
    static_cast<void>(::mallopt(M_MMAP_THRESHOLD, 1 << 20));
    static_cast<void>(::mallopt(M_TRIM_THRESHOLD, 1 << 20));
    limitResource(RLIMIT_CORE, 0);
    limitResource(RLIMIT_FSIZE, 0);
    limitResource(RLIMIT_NOFILE, STDERR_FILENO + 1);
    limitResource(RLIMIT_NPROC, 0);
    static_cast<void>(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
}

void limitTime(unsigned seconds)
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    limitResource(RLIMIT_CPU,
                  static_cast<rlim_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + seconds + 1);
}

void limitMemory(std::uint64_t used, std::uint64_t more)
{
#ifndef COTERIE_SANITIZED // a sanitizer keeps terabytes of addresses
    constexpr std::uint64_t kOwn = std::uint64_t{64}
                                   << 20; // of the libraries' buffers and the heap
    if (used > 0)
        limitResource(RLIMIT_AS, used + kOwn + more);
#else
    static_cast<void>(used);
    static_cast<void>(more);
#endif
}

std::uint64_t usedAddresses()
{
    unsigned long pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
        if (std::fscanf(file, "%lu", &pages) != 1)
            pages = 0;
        std::fclose(file);
    }
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace coterie::decoder
