#include "ui/design/overview.h"

#include "core/experiment/arm_looks.h"
#include "core/experiment/experiment_fields.h"
#include "ui/design/section_page.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QStringList>

namespace coterie::ui {

namespace {

QString titleOfPart(const Part& part, std::span<const NamedPart> known)
{
    const NamedPart* named = findPart(known, part.name);
    return fromCore(named && !named->title.empty() ? named->title : std::string_view(part.name));
}

/// Adds a line, unless its value is empty.
void addLine(OverviewTopic& topic, const QString& name, const QString& value)
{
    if (!value.isEmpty())
        topic.lines.push_back({name, value});
}

/// Counts have separators; seeds have not.
QString toldValue(const std::string& parameter,
                  const ParameterDescriptor* descriptor,
                  const ParameterValue& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && parameter != "seed")
        return countText(*whole);
    const QString text = localNumbers(toQString(toText(value)));
    return descriptor ? choiceText(*descriptor, text) : text;
}

/// "3", or "swept over 1, 2, 3".
QString toldValues(const Parameter& parameter, const ParameterDescriptor* descriptor)
{
    QStringList values;
    for (const ParameterValue& value : parameter.values)
        values << toldValue(parameter.name, descriptor, value);
    const QString joined = values.join(QStringLiteral(", "));
    return parameter.swept ? say("swept over %1").arg(joined) : joined;
}

QString settingsOf(const Part& part, std::span<const NamedPart> known)
{
    const NamedPart* named = findPart(known, part.name);
    QStringList settings;
    for (const Parameter& parameter : part.parameters.all()) {
        const ParameterDescriptor* descriptor =
            named ? findParameter(named->parameters, parameter.name) : nullptr;
        settings << say("%1 %2").arg(descriptor ? withinSentence(labelOf(*descriptor))
                                                : spacedName(parameter.name),
                                     toldValues(parameter, descriptor));
    }
    return settings.join(QStringLiteral(", "));
}

QString percent(double share)
{
    return say("%1 %").arg(digitsText(100 * share, 4));
}

/// Where test samples come from. A partition that can take them elsewhere says so.
QString testText(const DataSettings& data, const Registry& registry)
{
    const ParameterSet& given = data.partition.parameters;
    const NamedPart* partition = findPart(registry.partitions, data.partition.name);
    const auto known = [partition](std::string_view name) {
        return partition ? findParameter(partition->parameters, name) : nullptr;
    };
    const auto isSet = [](const Parameter* parameter) {
        return parameter && (parameter->swept || toText(parameter->values.front()) != "0");
    };
    if (const Parameter* perClass = given.find("testPerClass"); isSet(perClass))
        return say("%1 of each of its classes").arg(toldValues(*perClass, known("testPerClass")));
    if (const Parameter* share = given.find("testShare"); isSet(share))
        return say("%1 of every client's samples")
            .arg(share->swept ? toldValues(*share, known("testShare"))
                              : percent(given.real("testShare")));
    const QString share = data.testShare > 0
                              ? say("%1 of every client's samples").arg(percent(data.testShare))
                              : say("the data set's own test samples");
    const ParameterDescriptor* source = known("test");
    if (!source)
        return share;
    const Parameter* chosen = given.find("test");
    if (chosen && chosen->swept)
        return toldValues(*chosen, source);
    const std::string word = toText(chosen ? chosen->values.front() : source->defaultValue());
    const QString text = choiceText(*source, toQString(word));
    if (word == "share")
        return share;
    return word == "auto" && data.testShare > 0 ? say("%1, else %2").arg(text, share) : text;
}

OverviewTopic dataTopic(const Experiment& experiment, const Registry& registry)
{
    const DataSettings& data = experiment.data;
    OverviewTopic topic{.icon = QStringLiteral("data"), .title = say("Data")};
    topic.summary = titleOfPart(data.dataset, registry.datasets);
    addLine(topic, say("Data set"), settingsOf(data.dataset, registry.datasets));
    addLine(topic, say("Test"), testText(data, registry));
    if (data.validationShare > 0)
        addLine(topic, say("Validation"), percent(data.validationShare));
    QStringList steps;
    for (const Part& step : data.preprocess)
        steps << describePart(step, registry.preprocessSteps);
    addLine(topic, say("Preprocessing"), steps.join(say(", then ")));
    return topic;
}

OverviewTopic clientsTopic(const Experiment& experiment, const Registry& registry)
{
    OverviewTopic topic{.icon = QStringLiteral("clients"), .title = say("Clients")};
    const Parameter* count = experiment.data.partition.parameters.find("clients");
    if (count && !count->swept && toText(count->values.front()) == "0")
        count = nullptr; // all that the data have
    topic.summary =
        count ? say("%1 clients").arg(toldValue("clients", nullptr, count->values.front()))
              : say("as many as the partition creates");
    addLine(topic, say("Partition"), describePart(experiment.data.partition, registry.partitions));
    const ClientSettings& clients = experiment.clients;
    const auto clientsText = [](const auto& list) {
        return counted(std::ssize(list), say("1 client"), say("%1 clients"));
    };
    if (!clients.overrides.empty())
        addLine(topic, say("Edited by hand"), clientsText(clients.overrides));
    if (clients.generatedEdges || !clients.edges.empty())
        addLine(topic,
                say("Edge servers"),
                clients.generatedEdges ? QString::number(clients.generatedEdges->count)
                                       : QString::number(clients.edges.size()));
    if (const std::optional<GeneratedArrivals>& made = clients.generatedArrivals) {
        QStringList rounds;
        for (const int round : made->rounds)
            rounds << countText(round);
        addLine(topic,
                labelOf(fields::kNewcomers),
                say("%1; rounds in which they join: %2")
                    .arg(toldValues(made->newcomers, &fields::kNewcomers),
                         rounds.join(QStringLiteral(", "))));
    }
    for (const Arrival& arrival : clients.arrivals)
        addLine(topic, say("Joining at round %1").arg(arrival.round), clientsText(arrival.clients));
    return topic;
}

OverviewTopic modelTopic(const ModelSettings& model, const Registry& registry)
{
    OverviewTopic topic{.icon = QStringLiteral("model"), .title = say("Model")};
    topic.summary = titleOfPart(model.model, registry.models);
    addLine(topic, say("Shape"), settingsOf(model.model, registry.models));
    addLine(topic, say("Precision"), choiceText(fields::kPrecision, toQString(model.precision)));
    addLine(topic,
            say("Initial weights"),
            model.initial
                ? say("weights of %1").arg(QFileInfo(toQString(model.initial->path)).fileName())
                : say("%1 initialisation")
                      .arg(choiceText(fields::kInitialisation, toQString(model.initialisation))));
    return topic;
}

OverviewTopic localTopic(const LocalSettings& local, const Registry& registry)
{
    const QString work =
        local.localSteps ? counted(*local.localSteps, say("1 step"), say("%1 steps"))
                         : counted(local.localEpochs.value_or(1), say("1 epoch"), say("%1 epochs"));
    return {.icon = QStringLiteral("local"),
            .title = say("Local training"),
            .summary = say("%1 per round, batches of %2").arg(work).arg(local.batch),
            .lines = {{say("Optimiser"), describePart(local.optimizer, registry.optimizers)},
                      {say("Learning rate"), describePart(local.schedule, registry.schedules)},
                      {say("Objective"), describePart(local.objective, registry.objectives)}}};
}

OverviewTopic armsTopic(const Experiment& experiment, const Registry& registry)
{
    OverviewTopic topic{.icon = QStringLiteral("arms"), .title = say("Arms")};
    topic.summary =
        counted(std::ssize(experiment.arms), say("1 arm"), say("%1 arms on the same data"));
    const std::vector<std::size_t> looks = armLooks(experiment);
    for (std::size_t index = 0; index < experiment.arms.size(); ++index) {
        const Arm& arm = experiment.arms[index];
        QString value = describePart(arm.algorithm, registry.algorithms);
        const NamedPart* method = findPart(registry.algorithms, arm.algorithm.name);
        if (method && value == toQString(arm.name)) // the name says it already, so explain it
            value = fromCore(method->meaning).section(QStringLiteral(". "), 0, 0);
        QString own;
        if (arm.sampler.name != "all")
            own += say("; participants: %1").arg(describePart(arm.sampler, registry.samplers));
        if (arm.rounds)
            own += counted(*arm.rounds, say("; 1 round"), say("; %1 rounds"));
        if (arm.local)
            own += say("; own training settings");
        if (arm.model)
            own += say("; own model settings");
        if (!own.isEmpty() && value.endsWith(u'.')) // of a sentence that explains the method
            value.chop(1);
        value += own;
        // Keeps "α = 0.1" on one line.
        const QString name =
            toQString(arm.name).replace(QStringLiteral(" = "), QStringLiteral("\u00a0=\u00a0"));
        topic.lines.push_back({name, value, int(looks[index])});
    }
    return topic;
}

OverviewTopic runsTopic(const Experiment& experiment, const std::vector<RunPlan>& plans)
{
    QStringList seeds;
    for (const std::uint64_t seed : experiment.seeds)
        seeds << QString::number(seed);
    OverviewTopic topic{
        .icon = QStringLiteral("seeds"),
        .title = say("Rounds and seeds"),
        .summary = counted(std::ssize(plans), say("1 run"), say("%1 runs")),
        .lines = {{say("Rounds"), countText(experiment.rounds)},
                  {experiment.seeds.size() == 1 ? say("Seed") : say("Seeds"),
                   seeds.join(QStringLiteral(", "))},
                  {say("Evaluated"),
                   experiment.evaluateEvery == 1
                       ? say("after every round")
                       : say("every %1 rounds").arg(experiment.evaluateEvery)},
                  {say("Device"), choiceText(fields::kDevice, toQString(experiment.device))}}};
    for (const Reference& reference : experiment.references)
        topic.lines.push_back({say("Paper"), toQString(reference.source)});
    return topic;
}

QLabel* makeLabel(const QString& text, QPalette::ColorRole role)
{
    QLabel* label = textLabel(nullptr, role);
    label->setText(text);
    return label;
}

constexpr QSize kArmSwatch(24, 12);

/// The arm's line and marker as in the plots.
QLabel* makeSwatch(std::size_t arm, const LineLook& look, double pixelRatio)
{
    QPixmap swatch(kArmSwatch * pixelRatio);
    swatch.setDevicePixelRatio(pixelRatio);
    swatch.fill(Qt::transparent);
    QPainter painter(&swatch);
    drawArmSwatch(painter, QPointF(kArmSwatch.width() / 2.0, kArmSwatch.height() / 2.0), arm, look);
    painter.end();
    auto* label = named(new QLabel, "armSwatch");
    label->setPixmap(swatch);
    return label;
}

} // namespace

QString describePart(const Part& part, std::span<const NamedPart> known)
{
    const QString title = titleOfPart(part, known);
    const QString settings = settingsOf(part, known);
    return settings.isEmpty() ? title : say("%1: %2").arg(title, settings);
}

std::vector<OverviewTopic> overviewOf(const Experiment& experiment,
                                      const std::vector<RunPlan>& plans,
                                      const Registry& registry)
{
    return {dataTopic(experiment, registry),
            clientsTopic(experiment, registry),
            modelTopic(experiment.model, registry),
            localTopic(experiment.local, registry),
            armsTopic(experiment, registry),
            runsTopic(experiment, plans)};
}

Overview::Overview()
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Overview of the experiment"));
}

void Overview::tell(const QString& description,
                    const QString& lookFor,
                    const std::vector<OverviewTopic>& topics)
{
    if (widget() && m_description == description && m_lookFor == lookFor && m_topics == topics)
        return; // avoids flicker while typing JSON
    m_description = description;
    m_lookFor = lookFor;
    m_topics = topics;
    rebuild();
}

void Overview::rebuild()
{
    auto* page = new QWidget;
    auto* layout = columnIn(page, 10, {16, 4, 16, 16});
    if (!m_description.isEmpty() || !m_lookFor.isEmpty())
        layout->addWidget(makeLead());
    for (const OverviewTopic& topic : m_topics)
        layout->addWidget(makeCard(topic));
    if (m_topics.empty())
        layout->addWidget(
            makeLabel(tr("Fix the problems to see the overview."), QPalette::PlaceholderText));
    layout->addStretch();
    setWidget(page); // deletes the previous page
    // There is no horizontal scrolling, so cards must fit.
    setMinimumWidth(page->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
}

QWidget* Overview::makeLead() const
{
    auto* card = new Card;
    auto* layout = columnIn(card, 8, {14, 12, 14, 12});
    if (!m_description.isEmpty())
        layout->addWidget(makeLabel(m_description, QPalette::WindowText));
    if (!m_lookFor.isEmpty()) {
        auto* line = new QHBoxLayout;
        auto* eye = new QLabel;
        eye->setPixmap(icon(QStringLiteral("look")).pixmap(QSize(18, 18), devicePixelRatioF()));
        line->addWidget(eye, 0, Qt::AlignTop);
        line->addWidget(makeLabel(m_lookFor, QPalette::PlaceholderText), 1);
        layout->addLayout(line);
    }
    return card;
}

QWidget* Overview::makeCard(const OverviewTopic& topic) const
{
    auto* card = new Card;
    card->setAccessibleName(topic.title);
    auto* layout = new QGridLayout(card);
    layout->setContentsMargins(14, 11, 14, 12);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(5);
    layout->setColumnStretch(2, 1);
    auto* sign = new QLabel;
    sign->setPixmap(icon(topic.icon).pixmap(QSize(20, 20), devicePixelRatioF()));
    layout->addWidget(sign, 0, 0);
    layout->addWidget(makeHeading(topic.title), 0, 1);
    layout->addWidget(makeLabel(topic.summary, QPalette::WindowText), 0, 2);
    layout->setColumnMinimumWidth(0, kArmSwatch.width()); // aligns with cards that have swatches
    layout->setColumnMinimumWidth(1, fontMetrics().horizontalAdvance(tr("Rounds and seeds")) + 14);
    const PlotTheme theme = PlotTheme::of(*this);
    int row = 1;
    for (const OverviewTopic::Line& line : topic.lines) {
        auto* name = makeLabel(line.name, QPalette::PlaceholderText);
        if (line.look >= 0) {
            const auto arm = std::size_t(line.look);
            // Centred on the first line of the name.
            QLabel* swatch = makeSwatch(arm, lookOf(theme, arm, 0), devicePixelRatioF());
            swatch->setFixedHeight(fontMetrics().height());
            layout->addWidget(swatch, row, 0, Qt::AlignTop | Qt::AlignHCenter);
            name->setForegroundRole(QPalette::WindowText);
        }
        layout->addWidget(name, row, 1, Qt::AlignTop);
        layout->addWidget(makeLabel(line.value, QPalette::WindowText), row, 2);
        ++row;
    }
    return card;
}

void Overview::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_topics.empty())
        rebuild(); // icons and the arms' colours
}

} // namespace coterie::ui
