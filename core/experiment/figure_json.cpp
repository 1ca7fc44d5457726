#include "core/experiment/figure_json.h"

#include "core/base/json_values.h"
#include "core/base/printable.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_write.h"
#include "core/experiment/plan.h"
#include "core/experiment/section_reader.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace coterie {

namespace {

bool isNumber(const ParameterDescriptor& parameter)
{
    return parameter.type == ParameterType::Real || parameter.type == ParameterType::Integer;
}

/// The places in a plan of all settings that are numbers.
std::vector<std::string> numberPlaces(const Registry& registry)
{
    std::set<std::string> places;
    for (const PlanSection& section : kPlanSections)
        for (const NamedPart& part : registry.*section.known)
            for (const ParameterDescriptor& parameter : part.parameters)
                if (isNumber(parameter))
                    places.insert(std::string(section.place) + pointerStep(parameter.name));
    for (const fields::SettingField& setting : fields::kSettings)
        if (isNumber(*setting.descriptor) && !setting.isOfMachine)
            places.insert(std::string(setting.pointer));
    return {places.begin(), places.end()};
}

void checkKnown(const JsonCursor& figure,
                std::string_view key,
                std::span<const std::string_view> known,
                std::string_view allowed)
{
    const std::optional<JsonCursor> member = figure.find(key);
    if (member && member->node().kind == JsonNode::Kind::Text
        && std::ranges::find(known, member->node().text) == known.end())
        member->refuseUnknown(allowed, known);
}

void checkPlace(const JsonCursor& figure, const Registry& registry)
{
    const std::vector<std::string> places = numberPlaces(registry);
    std::vector<std::string_view> known(places.begin(), places.end());
    known.insert(known.end(), registry.metrics.begin(), registry.metrics.end());
    checkKnown(figure,
               "x",
               known,
               "the place of a setting in a run that is a number, such as /algorithm/alpha, or the "
               "name of a metric");
}

/// What is drawn beside axes and above them: short, and nothing that a picture's file cannot hold.
void checkOneLine(const JsonCursor& figure, std::string_view key)
{
    constexpr std::size_t kMostBytes = 200;
    const std::optional<JsonCursor> member = figure.find(key);
    if (member && member->node().kind == JsonNode::Kind::Text
        && (member->node().text.size() > kMostBytes
            || printable(member->node().text, LineEnds::Escape) != member->node().text))
        member->refuse("a text on one line of at most " + std::to_string(kMostBytes) + " bytes");
}

std::vector<std::string> readFigureArms(const JsonCursor& list, std::span<const Arm> arms)
{
    constexpr std::string_view kWanted = "a list of names of arms";
    std::vector<std::string_view> known;
    for (const Arm& arm : arms)
        known.push_back(arm.name);
    std::vector<std::string> names;
    for (const JsonCursor& item : list.items(kWanted, "a list of at least one name of an arm")) {
        std::optional<std::string> name = item.word(known);
        if (name && std::ranges::find(names, *name) != names.end())
            item.refuse("different from the other arms", ErrorKind::Duplicate);
        else if (name)
            names.push_back(*std::move(name));
    }
    return names;
}

std::optional<FigureDesign>
readFigure(const JsonCursor& cursor, std::span<const Arm> arms, const Registry& registry)
{
    if (!cursor.isObject()) {
        cursor.refuse("an object with a title and a kind", ErrorKind::WrongType);
        return std::nullopt;
    }
    constexpr std::string_view kMetric = "the name of a metric, such as meanTestError";
    constexpr std::string_view kClient = "the name of a number of each client, such as trueEntropy";
    FigureDesign figure;
    readNameInto(figure.title, cursor, "title");
    figure.drawing = readPart(
        cursor, {.known = registry.figures, .nameKey = "kind", .otherKeys = {"title", "arms"}}, {});
    for (const std::string_view key : {"title", "xTitle", "yTitle"})
        checkOneLine(cursor, key);
    const std::string& kind = figure.drawing.name;
    if (kind == "curves" || kind == "points")
        checkKnown(cursor, "y", registry.metrics, kMetric);
    if (kind == "points")
        checkPlace(cursor, registry);
    if (kind == "scatter")
        for (const std::string_view key : {"x", "y"})
            checkKnown(cursor, key, registry.clientNumbers, kClient);
    if (const std::optional<JsonCursor> list = cursor.find("arms"))
        figure.arms = readFigureArms(*list, arms);
    return figure;
}

} // namespace

std::vector<FigureDesign>
readFigures(const JsonCursor& cursor, std::span<const Arm> arms, const Registry& registry)
{
    constexpr std::size_t kMost = 100; // each is an entry of a menu
    std::vector<FigureDesign> figures;
    const std::vector<JsonCursor> items = cursor.items("a list of figures");
    if (items.size() > kMost)
        cursor.refuse("a list of at most " + std::to_string(kMost) + " figures");
    for (const JsonCursor& item : items)
        if (std::optional<FigureDesign> figure = readFigure(item, arms, registry))
            figures.push_back(*std::move(figure));
    return figures;
}

JsonNode figuresNode(std::span<const FigureDesign> figures)
{
    return jsonList(figures, [](const FigureDesign& figure) {
        JsonNode node = jsonObject({{"title", figure.title}});
        JsonNode drawing = partNode(figure.drawing, "kind");
        for (std::size_t i = 0; i < drawing.names.size(); ++i)
            node.add(drawing.names[i], std::move(drawing.items[i]));
        if (!figure.arms.empty())
            node.add("arms", jsonList(figure.arms));
        return node;
    });
}

} // namespace coterie
