#include "core/nn/model_entry.h"

namespace coterie {

namespace {

std::string pictureText(const SampleShape& shape, bool withChannels)
{
    std::string plane = std::to_string(shape.height) + "×" + std::to_string(shape.width);
    if (shape.depth > 1)
        plane = std::to_string(shape.depth) + "×" + plane;
    return withChannels ? std::to_string(shape.channels) + "×" + plane : plane;
}

/// Rows of numbers are no pictures of 1×1.
std::string dataText(const SampleShape& shape, bool withChannels)
{
    if (shape.plane() > 1)
        return pictureText(shape, withChannels);
    return "a table with "
           + (shape.channels == 1 ? "1 feature" : std::to_string(shape.channels) + " features");
}

std::string disagreement(const std::string& needs, const std::string& has)
{
    return "needs " + needs + ", the data set has " + has;
}

std::optional<std::string> inputProblem(const ModelEntry& entry, const SampleShape& input)
{
    const SampleShape& wanted = entry.shape;
    const bool samePlane = input.height == wanted.height && input.width == wanted.width;
    if (input.depth > 1 && entry.takes != Takes::Volume)
        return disagreement("rows or pictures", "volumes of " + pictureText(input, true));
    if (entry.takes == Takes::Inputs && input.size() != wanted.size())
        return disagreement(std::to_string(wanted.size()) + " inputs",
                            std::to_string(input.size()));
    if (entry.takes == Takes::Picture && !samePlane)
        return disagreement(pictureText(wanted, false) + " input", dataText(input, false));
    if (entry.takes == Takes::Channels && !(samePlane && input.channels == wanted.channels))
        return disagreement(pictureText(wanted, true) + " input", dataText(input, true));
    if (entry.takes == Takes::Volume && input.depth == 1)
        return disagreement("volumes",
                            input.plane() > 1 ? pictureText(input, true) + " samples"
                                              : dataText(input, true));
    if (entry.takes == Takes::Volume
        && (input.depth % 4 != 0 || input.height % 4 != 0 || input.width % 4 != 0))
        return disagreement("depth, height and width that are multiples of 4",
                            pictureText(input, true));
    return std::nullopt;
}

std::optional<std::string> taskProblem(const ModelEntry& entry, std::size_t classes)
{
    const std::string count = std::to_string(classes);
    if (entry.answers == Answers::Classes && classes == 0)
        return disagreement("classes", "targets");
    if (entry.answers == Answers::Probability && classes != 2)
        return disagreement("2 classes", classes == 0 ? "none" : count);
    if (entry.answers == Answers::Number && classes > 0)
        return disagreement("targets", count + " classes");
    if (entry.answers == Answers::Mask && classes > 0)
        return disagreement("masks", count + " classes");
    return std::nullopt;
}

} // namespace

std::optional<std::string> ModelEntry::problemWith(const SampleShape& input,
                                                   std::size_t classes) const
{
    const std::optional<std::string> problem = inputProblem(*this, input);
    return problem ? problem : taskProblem(*this, classes);
}

std::size_t ModelEntry::usualClasses() const
{
    if (answers == Answers::Probability)
        return 2;
    return answers == Answers::Number || answers == Answers::Mask ? 0 : 10;
}

} // namespace coterie
