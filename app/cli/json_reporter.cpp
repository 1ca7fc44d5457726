#include "app/cli/output.h"
#include "app/cli/reporter_kinds.h"
#include "core/store/enum_words.h"

#include <utility>
#include <variant>

namespace coterie::cli {

namespace {

JsonNode jsonValue(const ParameterValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return JsonNode::fromBoolean(*flag);
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return JsonNode::fromWhole(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return jsonNumber(*real);
    if (const auto* text = std::get_if<std::string>(&value))
        return JsonNode::fromText(*text);
    JsonNode list = JsonNode::list();
    for (const double number : std::get<std::vector<double>>(value))
        list.items.push_back(jsonNumber(number));
    return list;
}

JsonNode event(std::string_view name)
{
    JsonNode node = JsonNode::object();
    node.add("event", JsonNode::fromText(std::string(name)));
    return node;
}

class JsonReporter final : public RunReporter
{
private:
    void started(const RunHeader& header, const std::string&) override
    {
        JsonNode node = event("runStarted");
        node.add("run", JsonNode::fromWhole(header.id));
        node.add("experiment", JsonNode::fromText(header.experimentName));
        node.add("arm", JsonNode::fromText(header.plan.armName));
        node.add("seed", JsonNode::fromWhole(static_cast<std::int64_t>(header.plan.seed)));
        JsonNode sweep = JsonNode::object();
        for (const SweepPoint& point : header.plan.sweep)
            sweep.add(point.pointer, jsonValue(point.value));
        node.add("sweep", std::move(sweep));
        node.add("resumed", JsonNode::fromBoolean(header.resumed));
        node.add("rounds", JsonNode::fromWhole(header.plan.rounds));
        node.add("clients",
                 JsonNode::fromWhole(static_cast<std::int64_t>(header.facts.trainSamples.size())));
        node.add("parameters", JsonNode::fromWhole(header.facts.parameters));
        node.add("device", JsonNode::fromText(header.environment.device));
        printJsonLine(node);
    }

    void measured(std::int64_t run,
                  const RoundReport& report,
                  const std::vector<NamedMetric>& metrics) override
    {
        JsonNode node = event("round");
        node.add("run", JsonNode::fromWhole(run));
        node.add("round", JsonNode::fromWhole(report.round));
        node.add("learningRate", jsonNumber(report.learningRate));
        JsonNode values = JsonNode::object();
        for (const NamedMetric& metric : metrics)
            values.add(metric.name, jsonNumber(metric.value));
        node.add("metrics", std::move(values));
        node.add("seconds", jsonNumber(report.seconds));
        if (progress().secondsLeft)
            node.add("secondsLeft", jsonNumber(*progress().secondsLeft));
        printJsonLine(node);
    }

    void ended(std::int64_t run, const Known& known) override
    {
        JsonNode node = event("runEnded");
        node.add("run", JsonNode::fromWhole(run));
        node.add("status", JsonNode::fromText(std::string(word(known.outcome->status))));
        node.add("reason", JsonNode::fromText(known.outcome->reason));
        node.add("roundsDone", JsonNode::fromWhole(known.outcome->roundsDone));
        printJsonLine(node);
    }

    void tell(const std::string& sentence) override
    {
        JsonNode node = event("message");
        node.add("sentence", JsonNode::fromText(sentence));
        printJsonLine(node);
    }
};

} // namespace

std::unique_ptr<RunReporter> makeJsonReporter()
{
    return std::make_unique<JsonReporter>();
}

} // namespace coterie::cli
