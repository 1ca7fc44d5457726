#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

struct sqlite3;
struct sqlite3_stmt;

namespace coterie {

/// A failure of SQLite or the disk. Thrown inside core/store only; RunStore turns it into a Result.
class DatabaseError final : public std::exception
{
public:
    explicit DatabaseError(Error error)
        : m_error(std::move(error))
        , m_sentence(m_error.sentence())
    {}
    [[nodiscard]] const Error& error() const { return m_error; }
    [[nodiscard]] const char* what() const noexcept override { return m_sentence.c_str(); }

private:
    Error m_error;
    std::string m_sentence;
};

class Database;

/// A prepared statement on loan from the database; reset and unbound when destroyed. Doubles keep
/// every bit: a NaN, which SQLite would turn into NULL, is written as the text "NaN" (with its bits
/// if they are unusual), so that NULL always means absent.
class Statement
{
public:
    /// Already bound if there are values.
    template <typename... Values>
    Statement(Database& database, sqlite3_stmt* statement, const Values&... values)
        : m_database(database)
        , m_statement(statement)
    {
        bind(values...);
    }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement();

    /// Binds all parameters in order, the elements of a tuple one by one; blobs must outlive the
    /// step.
    template <typename... Values>
    Statement& bind(const Values&... values)
    {
        rewind();
        [[maybe_unused]] int index = 0;
        (bindNext(index, values), ...);
        return *this;
    }
    /// A parameter as a column of another statement's row has it, of any database.
    void bindColumn(int parameter, const Statement& row, int column);
    /// For statements that return nothing.
    void run();
    /// To the next row; false at the end.
    [[nodiscard]] bool next();
    [[nodiscard]] const Database& database() const { return m_database; }

    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] int whole(int column) const; ///< an integer that must fit an int
    [[nodiscard]] double real(int column) const;
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] std::span<const std::byte> blob(int column) const; ///< valid until the next step
    /// Takes the columns from this one on.
    template <typename... Values>
    void read(int column, Values&... values) const
    {
        (readOne(column++, values), ...);
    }

private:
    template <typename... Values>
    void bindNext(int& index, const std::tuple<Values...>& values)
    {
        std::apply([&](const auto&... value) { (bindOne(++index, value), ...); }, values);
    }
    template <typename Value>
    void bindNext(int& index, const Value& value)
    {
        bindOne(++index, value);
    }
    template <typename Value>
    void bindOne(int index, const Value& value)
    {
        if constexpr (std::is_same_v<Value, std::nullopt_t>)
            bindNull(index);
        else if constexpr (std::is_floating_point_v<Value>)
            bindReal(index, value);
        else if constexpr (std::is_integral_v<Value>)
            bindInteger(index, static_cast<std::int64_t>(value));
        else if constexpr (std::is_convertible_v<const Value&, std::string_view>)
            bindText(index, value);
        else if constexpr (std::is_convertible_v<const Value&, std::span<const std::byte>>)
            bindBlob(index, value);
        else if (value.has_value()) // a std::optional
            bindOne(index, *value);
        else
            bindNull(index);
    }
    template <typename Value>
    void readOne(int column, Value& value) const
    {
        if constexpr (std::is_same_v<Value, bool>)
            value = integer(column) != 0;
        else if constexpr (std::is_same_v<Value, int>)
            value = whole(column);
        else if constexpr (std::is_same_v<Value, double>)
            value = real(column);
        else if constexpr (std::is_integral_v<Value>)
            value = static_cast<Value>(integer(column));
        else if constexpr (std::is_same_v<Value, std::string>)
            value = text(column);
        else if (value.reset(); !isNull(column)) // a std::optional
            readOne(column, value.emplace());
    }
    void rewind();
    void bindNull(int index);
    void bindInteger(int index, std::int64_t value);
    void bindReal(int index, double value);
    void bindText(int index, std::string_view value);
    void bindBlob(int index, std::span<const std::byte> value);

    Database& m_database;
    sqlite3_stmt* m_statement;
};

/// One open SQLite file. No trigger or view of it ever runs. All errors leave as a DatabaseError
/// whose sentence names the file. Belongs to one thread at a time.
class Database
{
public:
    enum class Access
    {
        ReadWrite,
        Existing, ///< the same, but no file is made
        ReadOnly,
        AsItIs ///< the same, and no file is made beside it while nobody writes it
    };

    Database(std::filesystem::path file, Access access);
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    [[nodiscard]] bool isReadOnly() const
    {
        return m_access == Access::ReadOnly || m_access == Access::AsItIs;
    }
    /// Whether there are commits beside the file that are not in it yet, because a program has it
    /// open or was killed. Looks where the file is, if this is a link to it.
    [[nodiscard]] static bool hasLog(const std::filesystem::path& file);

    /// One or more statements without parameters or results.
    void execute(const std::string& sql);
    /// Prepared at the first use and kept; `sql` must not be in use already.
    template <typename... Values>
    [[nodiscard]] Statement statement(std::string_view sql, const Values&... values)
    {
        return Statement(*this, prepared(sql), values...);
    }
    /// The first value of the first row of a statement without parameters.
    [[nodiscard]] std::string firstValue(std::string_view sql);
    [[nodiscard]] std::int64_t lastInsertedId() const;
    /// Rows the last statement changed.
    [[nodiscard]] std::int64_t changes() const;
    [[nodiscard]] bool inTransaction() const;

    /// Whether another file, or none, has the name that this one was opened under.
    [[nodiscard]] bool isGone() const;
    /// Throws if it is: what is written there is lost, and files beside it are another store's.
    void requireItsFile() const;
    /// Shortens the file by the pages that nothing uses, where it was made so that it can be. What
    /// another program prevents is left for the next time.
    void giveBackFreePages();
    /// May have to wait for another program.
    void enableWriteAheadLog();

    [[noreturn]] void fail(const std::string& sentence) const;
    /// Turns an SQLite result code into a sentence about this file and throws it: of the kind
    /// TooMuch if the disk is full, Conflict if another program locks the file.
    [[noreturn]] void failWith(int code) const;

private:
    struct Close
    {
        void operator()(sqlite3* database) const;
        void operator()(sqlite3_stmt* statement) const;
    };

    void openFile(bool immutable);
    void distrust();
    [[nodiscard]] sqlite3_stmt* prepared(std::string_view sql);

    std::filesystem::path m_file;
    Access m_access;
    std::unique_ptr<sqlite3, Close> m_handle;
    std::map<std::string, std::unique_ptr<sqlite3_stmt, Close>, std::less<>> m_statements;
};

/// Everything until commit() happens, or nothing. A write transaction takes the write lock at once,
/// so that it waits for another writer here and not halfway through.
class Transaction
{
public:
    enum class Kind
    {
        Read,
        Write
    };

    explicit Transaction(Database& database, Kind kind);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit();

private:
    Database& m_database;
    bool m_open = true;
};

/// While this exists, commits reach the disk itself. In the ordinary mode a power cut may undo the
/// last commits, and an older one would then name pieces of a state file that were overwritten.
class DurableCommits
{
public:
    explicit DurableCommits(Database& database);
    ~DurableCommits();
    DurableCommits(const DurableCommits&) = delete;
    DurableCommits& operator=(const DurableCommits&) = delete;

private:
    Database& m_database;
};

} // namespace coterie
