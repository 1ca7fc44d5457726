#pragma once

#include "core/base/result.h"
#include "core/store/database.h"
#include "core/store/run_rows.h"

#include <cstdint>
#include <filesystem>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace coterie {

/// Runs `work` and turns exceptions into errors.
template <typename Work>
auto guarded(const std::filesystem::path& file, Work work) -> Result<std::invoke_result_t<Work>>
{
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
            work();
            return {};
        } else {
            return work();
        }
    } catch (const DatabaseError& problem) {
        return Unexpected<Error>{problem.error()};
    } catch (const std::bad_alloc&) {
        return fail(file.string(), "there is not enough memory to read or write the run store");
    } catch (const std::length_error&) { // a stored size that no container can have
        return fail(file.string(), "the run store is damaged: it contains an impossible size");
    }
}

/// All or nothing.
template <typename Work>
auto writing(Database& database, const Work& work)
{
    return guarded(database.file(), [&] {
        database.requireItsFile();
        Transaction transaction(database, Transaction::Kind::Write);
        if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
            work();
            transaction.commit();
        } else {
            auto made = work();
            transaction.commit();
            return made;
        }
    });
}

/// As of one moment.
template <typename Work>
auto reading(Database& database, const Work& work)
{
    return guarded(database.file(), [&] {
        const Transaction snapshot(database, Transaction::Kind::Read);
        return work();
    });
}

/// The same of a run that must exist.
template <typename Work>
auto readingRun(Database& database, std::int64_t run, const Work& work)
{
    return reading(database, [&] {
        requireRun(database, run);
        return work();
    });
}

/// One statement about a run that must exist.
template <typename... Values>
Result<void>
change(Database& database, std::int64_t run, std::string_view sql, const Values&... values)
{
    return guarded(database.file(), [&] {
        database.requireItsFile();
        requireRun(database, run);
        database.statement(sql, values...).run();
    });
}

} // namespace coterie
