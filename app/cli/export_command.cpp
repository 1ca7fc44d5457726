#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/store_input.h"
#include "app/cli/table_printer.h"
#include "core/spec/nearest_word.h"
#include "core/store/exports.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <streambuf>

namespace coterie::cli {

namespace {

/// Standard output as a stream of the standard library, with the program's own idea of failure.
class OutputBuffer final : public std::streambuf
{
public:
    OutputBuffer() { setp(m_bytes.data(), m_bytes.data() + m_bytes.size()); }
    ~OutputBuffer() override { send(); }
    OutputBuffer(const OutputBuffer&) = delete;
    OutputBuffer& operator=(const OutputBuffer&) = delete;

protected:
    int_type overflow(int_type letter) override
    {
        if (!send())
            return traits_type::eof();
        if (!traits_type::eq_int_type(letter, traits_type::eof()))
            sputc(traits_type::to_char_type(letter));
        return traits_type::not_eof(letter);
    }
    int sync() override { return send() ? 0 : -1; }

private:
    bool send()
    {
        print({pbase(), static_cast<std::size_t>(pptr() - pbase())});
        setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
        return !outputClosed() && outputProblem().empty();
    }

    std::array<char, 1U << 16U> m_bytes{};
};

std::string kindTable()
{
    Table table({{.title = "what"}, {.title = "one row for each", .wraps = true}});
    for (const ExportKind& kind : exportKinds())
        table.add({std::string(kind.name), std::string(kind.meaning)});
    return table.text();
}

Result<std::string> chosenKind(const Arguments& arguments)
{
    const std::string what = arguments.value("--what").value_or("");
    std::vector<std::string_view> names{"list"};
    std::string all;
    for (const ExportKind& kind : exportKinds()) {
        if (kind.name == what)
            return what;
        names.push_back(kind.name);
        all += (all.empty() ? "" : ", ") + std::string(kind.name);
    }
    return Unexpected<Error>{Error{.place = "--what",
                                   .found = '"' + what + '"',
                                   .needed = "list or one of these needed: " + all,
                                   .nearest = nearestWord(what, names)}};
}

} // namespace

int runExport(Arguments& arguments)
{
    if (arguments.value("--what").value_or("") == "list") {
        print(kindTable());
        return kDone;
    }
    const Result<std::string> kind = chosenKind(arguments);
    if (!kind)
        return refuse(kind.error());
    const auto need = [](const char* what) {
        return refuse(Error{.place = {}, .found = {}, .needed = what, .nearest = {}});
    };
    if (!arguments.has("--out"))
        return need("export needs --out FILE, or --out - for standard output");
    if (arguments.has("--all") != arguments.operands().empty())
        return need("export needs either runs or --all");

    const Result<std::unique_ptr<RunStore>> store = openStoredRuns(arguments);
    if (!store)
        return refuse(store.error());
    const Result<std::vector<RunRow>> rows = namedRuns(**store, arguments.operands());
    if (!rows)
        return refuse(rows.error());
    std::vector<std::int64_t> ids;
    for (const RunRow& row : *rows)
        ids.push_back(row.id);

    const std::string file = arguments.value("--out").value_or("");
    if (file != "-") {
        const Result<void> written = exportCsvFile(**store, *kind, ids, file);
        return written ? kDone : refuse(written.error());
    }
    Result<void> written;
    {
        OutputBuffer buffer;
        std::ostream out(&buffer);
        written = exportCsv(**store, *kind, ids, out);
    }
    // A reader that has seen enough (`| head`) is no failure; main tells of a full disk.
    if (written || outputClosed() || !outputProblem().empty())
        return kDone;
    return refuse(written.error());
}

} // namespace coterie::cli
