#include "core/data/formats/usps_text.h"

#include "core/data/formats/number_table.h"
#include "core/spec/parameter_set.h"

#include <algorithm>

namespace coterie {

Result<Samples> readUspsText(const std::shared_ptr<ByteStore>& store)
{
    constexpr SampleShape kShape{.channels = 1, .height = 16, .width = 16};
    constexpr std::size_t kClasses = 10;
    // Labels are written "6.0000": read as numbers, they need no list of class words.
    Result<NumberTable> table = readNumberTable(
        store, {.separator = ' ', .labelColumn = {}, .labelFirst = true, .regression = true});
    if (!table)
        return Unexpected<Error>{table.error()};
    if (table->features != kShape.size() || !table->featureNames.empty())
        return fail(store->name(),
                    "lines of 257 numbers needed, a label and 16×16 values; lines of "
                        + std::to_string(table->features + 1) + " found");
    Samples samples;
    samples.shape = kShape;
    samples.labels.reserve(table->rows);
    for (std::size_t row = 0; row < table->rows; ++row) {
        const float label = table->targets[row];
        const auto whole = static_cast<std::int32_t>(std::clamp(label, -1.0F, 10.0F));
        if (static_cast<float>(whole) != label || whole < 0 || whole >= int{kClasses})
            return fail(store->name(),
                        "line " + std::to_string(row + 1) + ": label "
                            + shortestText(static_cast<double>(label)) + ", 0 to 9 needed");
        samples.labels.push_back(whole);
    }
    const auto outside = std::ranges::find_if(
        table->values, [](float value) { return value < -1.0F || value > 1.0F; });
    if (outside != table->values.end())
        return fail(
            store->name(),
            "line "
                + std::to_string(
                    static_cast<std::size_t>(outside - table->values.begin()) / kShape.size() + 1)
                + ": value " + shortestText(static_cast<double>(*outside)) + ", -1 to 1 needed");
    samples.values = std::move(table->values);
    return samples;
}

} // namespace coterie
