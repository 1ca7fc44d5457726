#include "ui/design/experiment_outline.h"

#include "core/spec/experiment_fields.h"
#include "ui/say.h"
#include "ui/words.h"

#include <QStringList>

#include <algorithm>

namespace coterie::ui {

namespace {

QString titleOfPart(const Part& part, std::span<const NamedPart> known)
{
    const NamedPart* named = findPart(known, part.name);
    return toQString(named && !named->title.empty() ? named->title : std::string_view(part.name));
}

/// Counts as they are written everywhere else; a seed is a name more than a number.
QString toldValue(const std::string& parameter,
                  const ParameterDescriptor* descriptor,
                  const ParameterValue& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && parameter != "seed")
        return countText(*whole);
    const QString text = toQString(toText(value));
    return descriptor ? choiceText(*descriptor, text) : text;
}

QString settingsOf(const Part& part, std::span<const NamedPart> known)
{
    const NamedPart* named = findPart(known, part.name);
    QStringList settings;
    for (const Parameter& parameter : part.parameters.all()) {
        const ParameterDescriptor* descriptor =
            named ? findParameter(named->parameters, parameter.name) : nullptr;
        QStringList values;
        for (const ParameterValue& value : parameter.values)
            values << toldValue(parameter.name, descriptor, value);
        const QString joined = values.join(QStringLiteral(", "));
        settings << say("%1 %2").arg(descriptor ? withinSentence(labelOf(*descriptor))
                                                : spacedName(parameter.name),
                                     parameter.swept ? say("swept over %1").arg(joined) : joined);
    }
    return settings.join(QStringLiteral(", "));
}

QString percent(double share)
{
    return say("%1 %").arg(QString::number(100 * share, 'g', 4));
}

OutlineSection dataSection(const Experiment& experiment, const Registry& registry)
{
    const DataSettings& data = experiment.data;
    OutlineSection section{
        .icon = QStringLiteral("data"), .title = say("Data"), .summary = {}, .lines = {}};
    section.summary = titleOfPart(data.dataset, registry.datasets);
    if (const QString settings = settingsOf(data.dataset, registry.datasets); !settings.isEmpty())
        section.lines.push_back({say("Data set"), settings});
    section.lines.push_back({say("Split"), describePart(data.partition, registry.partitions)});
    QString held = say("%1 of every client's samples").arg(percent(data.testShare));
    if (data.testShare <= 0)
        held = say("the data set's own test samples");
    section.lines.push_back({say("Test"), held});
    if (data.validationShare > 0)
        section.lines.push_back({say("Validation"), percent(data.validationShare)});
    QStringList steps;
    for (const Part& step : data.preprocess)
        steps << describePart(step, registry.preprocessSteps);
    if (!steps.isEmpty())
        section.lines.push_back({say("Prepared by"), steps.join(say(", then "))});
    return section;
}

OutlineSection clientsSection(const Experiment& experiment)
{
    OutlineSection section{
        .icon = QStringLiteral("clients"), .title = say("Clients"), .summary = {}, .lines = {}};
    const Parameter* count = experiment.data.partition.parameters.find("clients");
    section.summary =
        count ? say("%1 clients").arg(toldValue("clients", nullptr, count->values.front()))
              : say("as many as the split makes");
    const ClientSettings& clients = experiment.clients;
    if (!clients.overrides.empty())
        section.lines.push_back({say("Changed by hand"),
                                 counted(static_cast<int>(clients.overrides.size()),
                                         say("1 client"),
                                         say("%1 clients"))});
    if (clients.generatedEdges)
        section.lines.push_back(
            {say("Edge servers"), QString::number(clients.generatedEdges->count)});
    else if (!clients.edges.empty())
        section.lines.push_back({say("Edge servers"), QString::number(clients.edges.size())});
    for (const Arrival& arrival : clients.arrivals)
        section.lines.push_back({say("Join at round %1").arg(arrival.round),
                                 counted(static_cast<int>(arrival.clients.size()),
                                         say("1 client"),
                                         say("%1 clients"))});
    return section;
}

OutlineSection modelSection(const ModelSettings& model, const Registry& registry)
{
    OutlineSection section{
        .icon = QStringLiteral("model"), .title = say("Model"), .summary = {}, .lines = {}};
    section.summary = titleOfPart(model.model, registry.models);
    if (const QString settings = settingsOf(model.model, registry.models); !settings.isEmpty())
        section.lines.push_back({say("Shape"), settings});
    section.lines.push_back(
        {say("Numbers"), choiceText(fields::kPrecision, toQString(model.precision))});
    section.lines.push_back(
        {say("Starts from"),
         say("%1 initialisation")
             .arg(choiceText(fields::kInitialisation, toQString(model.initialisation)))});
    return section;
}

OutlineSection localSection(const LocalSettings& local, const Registry& registry)
{
    OutlineSection section{.icon = QStringLiteral("local"),
                           .title = say("Local training"),
                           .summary = {},
                           .lines = {}};
    const QString work =
        local.localSteps ? counted(*local.localSteps, say("1 step"), say("%1 steps"))
                         : counted(local.localEpochs.value_or(1), say("1 epoch"), say("%1 epochs"));
    section.summary = say("%1 a round, batches of %2").arg(work).arg(local.batch);
    section.lines.push_back({say("Optimizer"), describePart(local.optimizer, registry.optimizers)});
    section.lines.push_back(
        {say("Learning rate"), describePart(local.schedule, registry.schedules)});
    section.lines.push_back({say("Objective"), describePart(local.objective, registry.objectives)});
    return section;
}

OutlineSection armsSection(const Experiment& experiment, const Registry& registry)
{
    OutlineSection section{
        .icon = QStringLiteral("arms"), .title = say("Arms"), .summary = {}, .lines = {}};
    section.summary = counted(static_cast<int>(experiment.arms.size()),
                              say("1 method"),
                              say("%1 methods on the same data"));
    for (std::size_t index = 0; index < experiment.arms.size(); ++index) {
        const Arm& arm = experiment.arms[index];
        QString value = describePart(arm.algorithm, registry.algorithms);
        if (arm.sampler.name != "all")
            value += say("; takes part: %1").arg(describePart(arm.sampler, registry.samplers));
        if (arm.rounds)
            value += counted(*arm.rounds, say("; 1 round"), say("; %1 rounds"));
        if (arm.local || arm.model)
            value += say("; own training settings");
        section.lines.push_back({toQString(arm.name), value, static_cast<int>(index)});
    }
    return section;
}

OutlineSection runsSection(const Experiment& experiment, const std::vector<RunPlan>& plans)
{
    OutlineSection section{.icon = QStringLiteral("seeds"),
                           .title = say("Rounds and seeds"),
                           .summary = {},
                           .lines = {}};
    section.summary = counted(static_cast<int>(plans.size()), say("1 run"), say("%1 runs"));
    section.lines.push_back({say("Rounds"), countText(experiment.rounds)});
    QStringList seeds;
    for (const std::uint64_t seed : experiment.seeds)
        seeds << QString::number(seed);
    section.lines.push_back({say("Seeds"), seeds.join(QStringLiteral(", "))});
    section.lines.push_back({say("Evaluated"),
                             experiment.evaluateEvery == 1
                                 ? say("after every round")
                                 : say("every %1 rounds").arg(experiment.evaluateEvery)});
    section.lines.push_back(
        {say("Device"), choiceText(fields::kDevice, toQString(experiment.device))});
    for (const Reference& reference : experiment.references)
        section.lines.push_back({say("Beside"), toQString(reference.source)});
    return section;
}

} // namespace

QString describePart(const Part& part, std::span<const NamedPart> known)
{
    const QString title = titleOfPart(part, known);
    const QString settings = settingsOf(part, known);
    return settings.isEmpty() ? title : say("%1: %2").arg(title, settings);
}

std::vector<OutlineSection>
outlineOf(const Experiment& experiment, const std::vector<RunPlan>& plans, const Registry& registry)
{
    return {dataSection(experiment, registry),
            clientsSection(experiment),
            modelSection(experiment.model, registry),
            localSection(experiment.local, registry),
            armsSection(experiment, registry),
            runsSection(experiment, plans)};
}

} // namespace coterie::ui
