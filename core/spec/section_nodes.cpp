#include "core/spec/experiment_nodes.h"

#include <utility>

namespace coterie {

namespace {

JsonNode numbersNode(const std::vector<int>& numbers)
{
    JsonNode list = JsonNode::list();
    for (const int number : numbers)
        list.items.push_back(JsonNode::fromWhole(number));
    return list;
}

JsonNode shareNode(double share)
{
    JsonNode node = JsonNode::object();
    node.add("share", JsonNode::fromReal(share));
    return node;
}

JsonNode parameterNode(const Parameter& parameter)
{
    if (!parameter.swept)
        return valueNode(parameter.values.front());
    JsonNode values = JsonNode::list();
    for (const ParameterValue& value : parameter.values)
        values.items.push_back(valueNode(value));
    JsonNode node = JsonNode::object();
    node.add("sweep", std::move(values));
    return node;
}

bool isPlain(const Part& part, std::string_view name)
{
    return part.name == name && part.parameters.empty();
}

/// The settings that differ; the name only where it is another one, which starts from no settings.
JsonNode partOverrideNode(const Part& part, const Part& common)
{
    if (part.name != common.name)
        return partNode(part);
    JsonNode node = JsonNode::object();
    for (const Parameter& parameter : part.parameters.all()) {
        const Parameter* there = common.parameters.find(parameter.name);
        if (there == nullptr || *there != parameter)
            node.add(parameter.name, parameterNode(parameter));
    }
    for (const Parameter& parameter : common.parameters.all()) {
        if (part.parameters.find(parameter.name) == nullptr)
            node.add(parameter.name, {});
    }
    return node;
}

void addWorkload(JsonNode& node, const LocalSettings& local)
{
    if (local.localEpochs)
        node.add("localEpochs", JsonNode::fromWhole(*local.localEpochs));
    if (local.localSteps)
        node.add("localSteps", JsonNode::fromWhole(*local.localSteps));
    if (!local.localEpochs && !local.localSteps) { // a mistake, which the reader is to find
        node.add("localEpochs", {});
        node.add("localSteps", {});
    }
}

} // namespace

JsonNode valueNode(const ParameterValue& value)
{
    if (const auto* boolean = std::get_if<bool>(&value))
        return JsonNode::fromBoolean(*boolean);
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return JsonNode::fromWhole(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return JsonNode::fromReal(*real);
    if (const auto* text = std::get_if<std::string>(&value))
        return JsonNode::fromText(*text);
    JsonNode list = JsonNode::list();
    for (const double number : std::get<std::vector<double>>(value))
        list.items.push_back(JsonNode::fromReal(number));
    return list;
}

JsonNode partNode(const Part& part, std::string_view nameKey)
{
    JsonNode node = JsonNode::object();
    node.add(nameKey, JsonNode::fromText(part.name));
    for (const Parameter& parameter : part.parameters.all())
        node.add(parameter.name, parameterNode(parameter));
    return node;
}

JsonNode dataNode(const DataSettings& data, Detail detail)
{
    const bool full = detail == Detail::Full;
    JsonNode node = JsonNode::object();
    if (data.dataset.parameters.empty() && !full)
        node.add("dataset", JsonNode::fromText(data.dataset.name));
    else
        node.add("dataset", partNode(data.dataset));
    node.add("partition", partNode(data.partition, "scheme"));
    node.add("test", shareNode(data.testShare));
    if (full || data.validationShare != 0)
        node.add("validation", shareNode(data.validationShare));
    if (full || !data.preprocess.empty()) {
        JsonNode steps = JsonNode::list();
        for (const Part& step : data.preprocess)
            steps.items.push_back(partNode(step, "step"));
        node.add("preprocess", std::move(steps));
    }
    return node;
}

JsonNode clientsNode(const ClientSettings& clients, Detail detail)
{
    JsonNode overrides = JsonNode::list();
    for (const ClientOverride& entry : clients.overrides) {
        JsonNode item = JsonNode::object();
        item.add("client", JsonNode::fromWhole(entry.client));
        if (entry.samples)
            item.add("samples", JsonNode::fromWhole(*entry.samples));
        if (entry.classCounts)
            item.add("classCounts", numbersNode(*entry.classCounts));
        overrides.items.push_back(std::move(item));
    }
    JsonNode edges = JsonNode::list();
    for (const EdgeServer& edge : clients.edges) {
        JsonNode item = JsonNode::object();
        item.add("name", JsonNode::fromText(edge.name));
        item.add("clients", numbersNode(edge.clients));
        edges.items.push_back(std::move(item));
    }
    JsonNode arrivals = JsonNode::list();
    for (const Arrival& arrival : clients.arrivals) {
        JsonNode item = JsonNode::object();
        item.add("round", JsonNode::fromWhole(arrival.round));
        item.add("clients", numbersNode(arrival.clients));
        arrivals.items.push_back(std::move(item));
    }
    JsonNode node = JsonNode::object();
    const auto add = [&node, detail](std::string_view key, JsonNode list) {
        if (detail == Detail::Full || !list.items.empty())
            node.add(key, std::move(list));
    };
    add("overrides", std::move(overrides));
    if (clients.generatedEdges) {
        JsonNode made = JsonNode::object();
        made.add("count", JsonNode::fromWhole(clients.generatedEdges->count));
        made.add("scheme", JsonNode::fromText(clients.generatedEdges->scheme));
        node.add("edges", std::move(made));
    } else {
        add("edges", std::move(edges));
    }
    add("arrivals", std::move(arrivals));
    return node;
}

JsonNode modelNode(const ModelSettings& model, Detail detail)
{
    const ModelSettings defaults;
    JsonNode node = partNode(model.model);
    const auto add =
        [&node, detail](std::string_view key, const std::string& word, const std::string& usual) {
            if (detail == Detail::Full || word != usual)
                node.add(key, JsonNode::fromText(word));
        };
    add("precision", model.precision, defaults.precision);
    add("initialisation", model.initialisation, defaults.initialisation);
    add("bnMode", model.bnMode, defaults.bnMode);
    return node;
}

JsonNode localNode(const LocalSettings& local, Detail detail)
{
    const bool full = detail == Detail::Full;
    const LocalSettings defaults;
    JsonNode optimizer = partNode(local.optimizer);
    if (full || !isPlain(local.schedule, defaults.schedule.name))
        optimizer.add("schedule", partNode(local.schedule));
    JsonNode node = JsonNode::object();
    node.add("optimizer", std::move(optimizer));
    if (full || local.keepOptimizerState)
        node.add("keepOptimizerState", JsonNode::fromBoolean(local.keepOptimizerState));
    node.add("batch", JsonNode::fromWhole(local.batch));
    addWorkload(node, local);
    if (full || local.dropLast)
        node.add("dropLast", JsonNode::fromBoolean(local.dropLast));
    if (full || !isPlain(local.objective, defaults.objective.name))
        node.add("objective", partNode(local.objective));
    return node;
}

JsonNode modelOverrideNode(const ModelSettings& model, const ModelSettings& common)
{
    JsonNode node = partOverrideNode(model.model, common.model);
    const auto add =
        [&node](std::string_view key, const std::string& word, const std::string& usual) {
            if (word != usual)
                node.add(key, JsonNode::fromText(word));
        };
    add("precision", model.precision, common.precision);
    add("initialisation", model.initialisation, common.initialisation);
    add("bnMode", model.bnMode, common.bnMode);
    return node;
}

JsonNode localOverrideNode(const LocalSettings& local, const LocalSettings& common)
{
    JsonNode node = JsonNode::object();
    if (local.optimizer != common.optimizer || local.schedule != common.schedule) {
        JsonNode optimizer = partOverrideNode(local.optimizer, common.optimizer);
        if (local.schedule != common.schedule)
            optimizer.add("schedule", partOverrideNode(local.schedule, common.schedule));
        node.add("optimizer", std::move(optimizer));
    }
    if (local.keepOptimizerState != common.keepOptimizerState)
        node.add("keepOptimizerState", JsonNode::fromBoolean(local.keepOptimizerState));
    if (local.batch != common.batch)
        node.add("batch", JsonNode::fromWhole(local.batch));
    if (local.localEpochs != common.localEpochs || local.localSteps != common.localSteps)
        addWorkload(node, local);
    if (local.dropLast != common.dropLast)
        node.add("dropLast", JsonNode::fromBoolean(local.dropLast));
    if (local.objective != common.objective)
        node.add("objective", partOverrideNode(local.objective, common.objective));
    return node;
}

} // namespace coterie
