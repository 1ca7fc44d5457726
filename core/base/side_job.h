#pragma once

#include <optional>

namespace coterie {

/// Work that a program does in another process of its own, such as reading a file that could crash
/// it: that process is the program again, /proc/self/exe, with the job's argument alone. One static
/// object for each job.
class SideJob
{
public:
    using Work = int (*)(); ///< the exit code

    /// `argument` must stay, such as "--try-module".
    SideJob(const char* argument, Work work);
};

/// In main(), before anything else: the exit code of a process that was started for a job, which is
/// done then; nothing in every other.
[[nodiscard]] std::optional<int> doneSideJob(int argc, char** argv);

} // namespace coterie
