// sufficient: with how many clients one can still collaborate at a precision (All-for-one, Fig. 1).
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/collab/sufficient_cluster.h"
#include "core/spec/parameter_set.h"

#include <charconv>
#include <cmath>

namespace coterie::cli {

namespace {

/// Numbers above zero, separated by commas.
Result<std::vector<double>>
positiveNumbers(const Arguments& arguments, std::string_view option, std::string_view otherwise)
{
    const std::string text = arguments.value(option).value_or(std::string(otherwise));
    std::vector<double> numbers;
    const char* place = text.data();
    const char* const end = place + text.size();
    while (true) {
        double number = 0;
        const auto [next, status] = std::from_chars(place, end, number);
        const bool isGood = status == std::errc{} && std::isfinite(number) && number > 0;
        if (!isGood || (next != end && *next != ','))
            return Unexpected<Error>{Error{.place = std::string(option),
                                           .found = '"' + text + '"',
                                           .needed = "numbers above 0 needed, separated by commas "
                                                     "alone",
                                           .nearest = {}}};
        numbers.push_back(number);
        if (next == end)
            return numbers;
        place = next + 1;
    }
}

} // namespace

int runSufficient(Arguments& arguments)
{
    const auto clients = static_cast<std::size_t>(arguments.whole("--clients").value_or(20));
    const auto dimension = static_cast<std::size_t>(arguments.whole("--dimension").value_or(10));
    const auto seed = static_cast<std::uint64_t>(arguments.whole("--seed").value_or(1));
    const auto variations = positiveNumbers(arguments, "--variation", "0.001,0.01,0.1,1");
    const auto precisions =
        positiveNumbers(arguments, "--precision", "1e-5,1e-4,1e-3,1e-2,1e-1,1,10");
    if (!variations || !precisions)
        return refuse(!variations ? variations.error() : precisions.error());

    std::vector<Column> columns{{.title = "ε \\ v"}};
    std::vector<std::vector<std::size_t>> sizes;
    for (const double variation : *variations) {
        columns.push_back({.title = shortestText(variation), .align = Align::Right});
        RandomStream stream({.seed = seed, .purpose = Purpose::Synthesise}); // the same directions
        sizes.push_back(sufficientClusterSizes(drawnOptima(clients, dimension, variation, stream),
                                               *precisions));
    }
    if (arguments.has("--csv")) {
        print("variation,precision,sufficient_clients\n");
        for (std::size_t v = 0; v < sizes.size(); ++v)
            for (std::size_t p = 0; p < precisions->size(); ++p)
                print(shortestText((*variations)[v]) + ',' + shortestText((*precisions)[p]) + ','
                      + std::to_string(sizes[v][p]) + '\n');
        return kDone;
    }
    Table table(columns);
    for (std::size_t p = 0; p < precisions->size(); ++p) {
        std::vector<std::string> row{shortestText((*precisions)[p])};
        for (const std::vector<std::size_t>& found : sizes)
            row.push_back(std::to_string(found[p]));
        table.add(row);
    }
    print("How many of " + std::to_string(clients)
          + " clients the first one can collaborate with at precision ε, itself included, when "
            "their\noptima differ by N(0, v²) in each of "
          + std::to_string(dimension) + " coordinates (All-for-one, Definition 2 and Figure 1)\n\n"
          + table.text());
    return kDone;
}

} // namespace coterie::cli
