#include "core/data/formats/label_lines.h"

#include "core/base/try.h"
#include "core/data/formats/text_lines.h"

#include <cmath>

namespace coterie {

Result<std::map<std::string, std::int32_t>> readLabelLines(ByteSource& source, std::size_t classes)
{
    constexpr std::size_t kMostPictures = 2'000'000;
    TextLines lines(source);
    std::map<std::string, std::int32_t> labels;
    std::vector<std::string_view> fields;
    while (true) {
        COTERIE_TRY(const std::optional<std::string_view> line, lines.next());
        if (!line)
            return labels;
        splitLine(*line, ' ', fields);
        if (fields.empty())
            continue;
        const std::optional<double> label =
            fields.size() == 2 ? numberIn(fields[1]) : std::optional<double>();
        if (!label || *label < 0 || *label >= static_cast<double>(classes)
            || std::floor(*label) != *label)
            return lines.failHere(
                filled("must be a picture's file name and its label, 0 to {}", classes - 1));
        if (labels.size() == kMostPictures)
            return lines.failHere(filled("more than {} pictures", kMostPictures));
        if (!labels.try_emplace(std::string(fields[0]), static_cast<std::int32_t>(*label)).second)
            return lines.failHere("a second label for " + std::string(fields[0].substr(0, 80)));
    }
}

} // namespace coterie
