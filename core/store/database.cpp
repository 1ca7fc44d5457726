#include "core/store/database.h"

#include <sqlite3.h>

#include <bit>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <limits>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace coterie {

namespace {

std::string because(int systemError)
{
    return systemError == 0 ? std::string()
                            : " (" + std::generic_category().message(systemError) + ")";
}

/// What an SQLite result code means, and what to do. `systemError` is the errno behind it (0 if
/// none), `detail` SQLite's own message.
std::string databaseSentence(int code, int systemError, const std::string& detail)
{
    switch (code & 0xff) { // the low byte is the primary code, the rest refines it
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "the run store is locked by another program; close it or try again";
    case SQLITE_READONLY:
        return "the run store is read-only; you can view it but not change it";
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return "no permission to open the run store" + because(systemError);
    case SQLITE_CANTOPEN:
        return "the run store cannot be opened" + because(systemError);
    case SQLITE_NOTADB:
        return "the file is not a database";
    case SQLITE_CORRUPT:
        return "the run store is damaged; restore a copy, or recover it with \"sqlite3 FILE "
               ".recover\"";
    case SQLITE_FULL:
        return "the disk is full; free some space and try again";
    case SQLITE_IOERR:
        return "the disk cannot read or write the run store" + because(systemError);
    case SQLITE_NOMEM:
        return "there is not enough memory for the run store";
    case SQLITE_TOOBIG:
        return "a value is too large for the run store";
    default:
        return "the run store reports an error: " + detail;
    }
}

constexpr int kBusyMilliseconds = 5000;
/// Of a store that is only read beside one's own, which is asked again soon.
constexpr int kBusyMillisecondsOfOthers = 200;
constexpr std::uint64_t kUsualNaN = 0x7ff8000000000000;

std::string nanText(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (bits == kUsualNaN)
        return "NaN";
    std::array<char, 16> hex{};
    const auto end = std::to_chars(hex.data(), hex.data() + hex.size(), bits, 16).ptr;
    return "NaN:" + std::string(hex.data(), end);
}

double nanFromText(std::string_view text)
{
    std::uint64_t bits = kUsualNaN;
    if (text.size() > 4)
        std::from_chars(text.data() + 4, text.data() + text.size(), bits, 16);
    return std::bit_cast<double>(bits);
}

/// A path as an SQLite URI; '?', '#' and '%' would otherwise end or change it.
std::string uri(const std::filesystem::path& file, std::string_view query)
{
    std::string text = "file:";
    for (const char letter : file.string()) {
        if (letter == '?' || letter == '#' || letter == '%') {
            constexpr std::string_view kHex = "0123456789ABCDEF";
            const auto byte = static_cast<unsigned char>(letter);
            text += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
        } else {
            text += letter;
        }
    }
    return text.append(query);
}

} // namespace

void Database::Close::operator()(sqlite3* database) const
{
    sqlite3_close_v2(database);
}

void Database::Close::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

Database::Database(std::filesystem::path file, Access access)
    : m_file(std::move(file))
    , m_access(access)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(m_file, ignored))
        fail("must be a file (is a folder)");
    // SQLite would wait for a pipe's writer forever.
    if (std::filesystem::is_other(m_file, ignored))
        fail("must be a file (is a pipe or a device)");
    // Even a reader makes a log and its index, which it cannot remove and the file's owner perhaps
    // cannot write. Without commits in a log the file alone has all, and needs neither.
    openFile(access == Access::AsItIs && !hasLog(m_file));
    if (access == Access::ReadOnly) {
        // A write-ahead-logging file on a read-only medium cannot get its shared-memory index.
        // Without a log beside it nobody writes, and it can be read as it is.
        const int code =
            sqlite3_exec(m_handle.get(), "SELECT 1 FROM sqlite_master", nullptr, nullptr, nullptr);
        const bool noIndex = (code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY;
        if (noIndex && !hasLog(m_file))
            openFile(true);
    }
}

bool Database::hasLog(const std::filesystem::path& file)
{
    std::error_code problem;
    const std::filesystem::path target = std::filesystem::canonical(file, problem);
    const std::string name = (problem ? file : target).string();
    for (const char* const suffix : {"-wal", "-journal"}) {
        const std::uintmax_t size = std::filesystem::file_size(name + suffix, problem);
        if (!problem && size > 0)
            return true;
    }
    return false;
}

void Database::openFile(bool immutable)
{
    // One thread at a time uses a connection, so SQLite needs no mutex of its own.
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE;
    flags |= isReadOnly() ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (m_access == Access::ReadWrite)
        flags |= SQLITE_OPEN_CREATE;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(
        uri(m_file, immutable ? "?immutable=1" : "").c_str(), &handle, flags, nullptr);
    m_handle.reset(handle);
    if (code != SQLITE_OK) {
        // Of a file that it may not create SQLite only says that there is none.
        std::error_code ignored;
        const std::filesystem::path folder =
            std::filesystem::absolute(m_file, ignored).parent_path();
        if (m_access == Access::ReadWrite && !std::filesystem::exists(m_file, ignored)
            && ::faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) != 0)
            fail("the run store cannot be created" + because(errno));
        failWith(code);
    }
    sqlite3_busy_timeout(
        handle, m_access == Access::AsItIs ? kBusyMillisecondsOfOthers : kBusyMilliseconds);
    distrust();
}

void Database::distrust()
{
    // A file may be a stranger's: what it holds is data and never runs.
    const auto set = [this](int option, int value) {
        if (const int code = sqlite3_db_config(m_handle.get(), option, value, nullptr);
            code != SQLITE_OK)
            failWith(code);
    };
    set(SQLITE_DBCONFIG_DEFENSIVE, 1);
    set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
    set(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
    set(SQLITE_DBCONFIG_ENABLE_VIEW, 0);
    execute("PRAGMA cell_size_check = ON");
}

void Database::fail(const std::string& sentence) const
{
    throw DatabaseError(coterie::fail(m_file.string(), sentence).error);
}

void Database::failWith(int code) const
{
    const int systemError = m_handle ? sqlite3_system_errno(m_handle.get()) : 0;
    const std::string detail = m_handle ? sqlite3_errmsg(m_handle.get()) : sqlite3_errstr(code);
    const int primary = code & 0xff;
    if (primary == SQLITE_IOERR && (systemError == ENOSPC || systemError == EDQUOT))
        failWith(SQLITE_FULL);
    const ErrorKind kind = primary == SQLITE_FULL ? ErrorKind::TooMuch
                           : primary == SQLITE_BUSY || primary == SQLITE_LOCKED
                               ? ErrorKind::Conflict
                               : ErrorKind::Other;
    throw DatabaseError(
        coterie::fail(m_file.string(), databaseSentence(code, systemError, detail), kind).error);
}

bool Database::isGone() const
{
    int moved = 0;
    sqlite3_file_control(m_handle.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved != 0;
}

void Database::requireItsFile() const
{
    if (isGone())
        fail("the run store was deleted or moved while it was open; nothing can be changed in it");
}

void Database::execute(const std::string& sql)
{
    const int code = sqlite3_exec(m_handle.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        failWith(code);
}

sqlite3_stmt* Database::prepared(std::string_view sql)
{
    auto place = m_statements.find(sql);
    if (place == m_statements.end()) {
        sqlite3_stmt* prepared = nullptr;
        const int code = sqlite3_prepare_v3(m_handle.get(),
                                            sql.data(),
                                            static_cast<int>(sql.size()),
                                            SQLITE_PREPARE_PERSISTENT,
                                            &prepared,
                                            nullptr);
        if (code != SQLITE_OK)
            failWith(code);
        place = m_statements.emplace(sql, prepared).first;
    }
    assert(sqlite3_stmt_busy(place->second.get()) == 0);
    return place->second.get();
}

std::string Database::firstValue(std::string_view sql)
{
    Statement query = statement(sql);
    return query.next() ? query.text(0) : std::string();
}

std::int64_t Database::lastInsertedId() const
{
    return sqlite3_last_insert_rowid(m_handle.get());
}

std::int64_t Database::changes() const
{
    return sqlite3_changes64(m_handle.get());
}

bool Database::inTransaction() const
{
    return sqlite3_get_autocommit(m_handle.get()) == 0;
}

void Database::giveBackFreePages()
{
    // In steps, so that another writer waits for moments only.
    constexpr const char* kStep = "PRAGMA incremental_vacuum(2000)";
    std::string left = firstValue("PRAGMA freelist_count");
    for (std::string before; left != "0" && left != before;) {
        if (sqlite3_exec(m_handle.get(), kStep, nullptr, nullptr, nullptr) != SQLITE_OK)
            return;
        before = std::exchange(left, firstValue("PRAGMA freelist_count"));
    }
}

void Database::enableWriteAheadLog()
{
    // SQLite does not call its busy handler while it changes the journal mode, so two programs
    // creating one file at the same moment have to wait here.
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyMilliseconds);
    while (true) {
        const int code =
            sqlite3_exec(m_handle.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
        if (code == SQLITE_OK)
            return;
        if ((code & 0xff) != SQLITE_BUSY || std::chrono::steady_clock::now() > deadline)
            failWith(code);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

Statement::~Statement()
{
    sqlite3_reset(m_statement);
    sqlite3_clear_bindings(m_statement);
}

void Statement::rewind()
{
    sqlite3_reset(m_statement);
}

void Statement::run()
{
    while (next()) {
    }
    sqlite3_reset(m_statement);
}

bool Statement::next()
{
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    m_database.failWith(code);
}

void Statement::bindNull(int index)
{
    sqlite3_bind_null(m_statement, index);
}

void Statement::bindInteger(int index, std::int64_t value)
{
    sqlite3_bind_int64(m_statement, index, value);
}

void Statement::bindReal(int index, double value)
{
    if (value != value)
        bindText(index, nanText(value));
    else
        sqlite3_bind_double(m_statement, index, value);
}

void Statement::bindText(int index, std::string_view value)
{
    const int code = sqlite3_bind_text64(
        m_statement, index, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    if (code != SQLITE_OK)
        m_database.failWith(code);
}

void Statement::bindBlob(int index, std::span<const std::byte> value)
{
    // A null pointer would be stored as NULL; an empty blob is not absent.
    const int code =
        value.empty()
            ? sqlite3_bind_zeroblob(m_statement, index, 0)
            : sqlite3_bind_blob64(m_statement, index, value.data(), value.size(), SQLITE_STATIC);
    if (code != SQLITE_OK)
        m_database.failWith(code);
}

void Statement::bindColumn(int parameter, const Statement& row, int column)
{
    const int code =
        sqlite3_bind_value(m_statement, parameter, sqlite3_column_value(row.m_statement, column));
    if (code != SQLITE_OK)
        m_database.failWith(code);
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

int Statement::whole(int column) const
{
    const std::int64_t value = integer(column);
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
        m_database.failWith(SQLITE_CORRUPT);
    return static_cast<int>(value);
}

double Statement::real(int column) const
{
    if (sqlite3_column_type(m_statement, column) == SQLITE_TEXT)
        return nanFromText(text(column));
    return sqlite3_column_double(m_statement, column);
}

std::string Statement::text(int column) const
{
    const auto* letters = sqlite3_column_text(m_statement, column);
    const int size = sqlite3_column_bytes(m_statement, column);
    return letters == nullptr ? std::string()
                              : std::string(reinterpret_cast<const char*>(letters),
                                            static_cast<std::size_t>(size));
}

std::span<const std::byte> Statement::blob(int column) const
{
    const void* bytes = sqlite3_column_blob(m_statement, column);
    const int size = sqlite3_column_bytes(m_statement, column);
    return {static_cast<const std::byte*>(bytes), static_cast<std::size_t>(size)};
}

Transaction::Transaction(Database& database, Kind kind)
    : m_database(database)
{
    database.execute(kind == Kind::Write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction()
{
    // After a full disk SQLite may have rolled back by itself already.
    if (!m_open || !m_database.inTransaction())
        return;
    try {
        m_database.execute("ROLLBACK");
    } catch (const DatabaseError&) {
        // The caller already gets the transaction's own failure.
    }
}

void Transaction::commit()
{
    m_database.execute("COMMIT");
    m_open = false;
}

DurableCommits::DurableCommits(Database& database)
    : m_database(database)
{
    database.execute("PRAGMA synchronous = FULL");
}

DurableCommits::~DurableCommits()
{
    try {
        m_database.execute("PRAGMA synchronous = NORMAL");
    } catch (const DatabaseError&) {
        // Later commits are slower, but safe.
    }
}

} // namespace coterie
