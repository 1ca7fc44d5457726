#include "core/data/formats/usps_text.h"

#include "core/data/formats/number_table.h"
#include "core/spec/parameter_set.h"

#include <algorithm>
#include <cmath>

namespace coterie {

namespace {

constexpr SampleShape kShape{.channels = 1, .height = 16, .width = 16};

std::string problemOf(std::span<const float> values, float label)
{
    constexpr float kLastClass = 9;
    if (values.size() != kShape.size())
        return "a label and 16×16 values needed, 257 numbers; " + std::to_string(values.size() + 1)
               + " found";
    if (std::floor(label) != label || label < 0 || label > kLastClass)
        return "label " + shortestText(static_cast<double>(label)) + ", 0 to 9 needed";
    const auto outside =
        std::ranges::find_if(values, [](float value) { return value < -1.0F || value > 1.0F; });
    if (outside == values.end())
        return {};
    return "value " + std::to_string(outside - values.begin()) + " is "
           + shortestText(static_cast<double>(*outside)) + ", -1 to 1 needed";
}

} // namespace

Result<Samples> readUspsText(const std::shared_ptr<ByteStore>& store)
{
    // Labels are written "6.0000": read as numbers, they need no list of class words.
    Result<NumberTable> table = readNumberTable(store,
                                                {.separator = ' ',
                                                 .labelColumn = {},
                                                 .labelFirst = true,
                                                 .regression = true,
                                                 .problemOf = &problemOf});
    if (!table)
        return Unexpected<Error>{table.error()};
    if (!table->featureNames.empty())
        return fail(store->name(),
                    "at byte 0: lines of a label and 16×16 values needed, a header of words found");
    Samples samples;
    samples.shape = kShape;
    samples.labels.assign(table->targets.begin(), table->targets.end());
    samples.values = std::move(table->values);
    return samples;
}

} // namespace coterie
