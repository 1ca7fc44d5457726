#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace coterie {

class LeaseFile;

/// The right to compute a run, until destroyed.
class RunLease
{
public:
    RunLease(RunLease&&) noexcept = default;
    RunLease& operator=(RunLease&& other) noexcept;
    ~RunLease();

private:
    friend class RunLeases;
    RunLease(std::shared_ptr<LeaseFile> file, std::int64_t run, std::int64_t signedBefore);

    std::shared_ptr<LeaseFile> m_file;
    std::int64_t m_run = 0;
    std::int64_t m_signedBefore = 0; ///< written back at the end
};

/// Whether a process on this machine computes the run. Works with a read-only store.
[[nodiscard]] bool isComputed(const std::filesystem::path& store, std::int64_t run);

/// Whether a process on this machine held the lease of the run when it died. Works with a read-only
/// store.
[[nodiscard]] bool wasLeft(const std::filesystem::path& store, std::int64_t run);

/// Gives queues the exclusive right to compute runs of a store, across the processes of a machine.
/// A lease is a lock of the operating system on a part of a file beside the store. It ends with its
/// process, so a crash blocks nobody.
class RunLeases
{
public:
    [[nodiscard]] static Result<RunLeases> open(const std::filesystem::path& store);

    /// An error names the process that has the lease. A queue takes a lease once.
    [[nodiscard]] Result<RunLease> take(std::int64_t run);

private:
    explicit RunLeases(std::shared_ptr<LeaseFile> file);

    std::shared_ptr<LeaseFile> m_file;
};

} // namespace coterie
