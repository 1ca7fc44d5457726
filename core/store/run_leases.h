#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace coterie {

/// The right to compute a run, until destroyed.
class RunLease
{
public:
    RunLease(RunLease&&) noexcept = default;
    RunLease& operator=(RunLease&& other) noexcept;
    ~RunLease();

private:
    friend class RunLeases;
    class File;
    RunLease(std::shared_ptr<File> file, std::int64_t run, std::int64_t signedBefore);

    std::shared_ptr<File> m_file;
    std::int64_t m_run = 0;
    std::int64_t m_signedBefore = 0; ///< put back in the end: who only looked has left no trace
};

/// Whether a living process of this machine computes the run. Changes nothing, so that it may be
/// asked of a store that can only be read.
[[nodiscard]] bool isComputed(const std::filesystem::path& store, std::int64_t run);

/// Whether a queue of this machine had the right to compute the run and its process died with it.
/// Changes nothing either.
[[nodiscard]] bool wasLeft(const std::filesystem::path& store, std::int64_t run);

/// Gives a queue the right to compute runs of a store, so that no other queue, in whatever process
/// of this machine, computes the same ones. A right is a lock of the operating system on a piece of
/// a file beside the store: it ends with the process that holds it, so a crash blocks nobody.
class RunLeases
{
public:
    [[nodiscard]] static Result<RunLeases> open(const std::filesystem::path& store);

    /// An error if another queue has it; the sentence names that one's process. A queue asks once
    /// for a run.
    [[nodiscard]] Result<RunLease> take(std::int64_t run);

private:
    explicit RunLeases(std::shared_ptr<RunLease::File> file);

    std::shared_ptr<RunLease::File> m_file;
};

} // namespace coterie
