#include "ui/design/problem_words.h"

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/plan.h"
#include "ui/design/arm_edits.h"
#include "ui/design/design_section.h"
#include "ui/design/layer_edits.h"
#include "ui/design/places.h"
#include "ui/frame/icons.h"
#include "ui/words.h"

#include <QStringList>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

struct Field
{
    std::string_view pointer;
    const ParameterDescriptor* descriptor;
};

/// The setting outside every part that is at this place or contains it.
std::optional<Field> fieldAt(std::string_view pointer)
{
    for (const fields::SettingField& field : fields::kSettings) {
        if (isUnder(pointer, field.pointer))
            return Field{field.pointer, field.descriptor};
        // The only member of an object stands for the object.
        const std::string_view parent = field.pointer.substr(0, field.pointer.rfind('/'));
        if (field.descriptor->name == "share" && isUnder(pointer, parent))
            return Field{parent, field.descriptor};
    }
    for (const Field& field : {Field{"/clients/edges/count", &fields::kEdgeCount},
                               Field{kNewcomersPlace, &fields::kNewcomers},
                               Field{fields::kInitialPlace, &fields::kInitialPath}})
        if (isUnder(pointer, field.pointer))
            return field;
    return std::nullopt;
}

struct TitledPart
{
    PartPlace place;
    QString title;
    bool alwaysTitled = false; ///< before its parameters too
};

/// The index that the first step behind `list` names.
std::optional<std::size_t> indexBehind(std::string_view pointer, std::string_view list)
{
    const auto steps = isUnder(pointer, list) ? pointerSteps(pointer.substr(list.size()))
                                              : std::optional<std::vector<std::string>>();
    return steps && !steps->empty() ? indexOfStep(steps->front()) : std::nullopt;
}

/// The part of the experiment, or of an arm, that this place is in.
std::optional<TitledPart>
partAt(std::string_view pointer, const std::string& arm, const Registry& registry)
{
    std::vector<TitledPart> parts{
        {schedulePlace(registry, arm), say("Learning-rate schedule")}, // inside the optimiser
        {optimizerPlace(registry, arm), say("Optimiser")},
        {objectivePlace(registry, arm), say("Local objective")},
        {modelPlace(registry, arm), say("Model")},
    };
    if (arm.empty()) {
        parts.push_back({datasetPlace(registry), say("Data set")});
        parts.push_back({partitionPlace(registry), say("Partition scheme")});
        if (const auto step =
                indexBehind(pointer, "/data/preprocess")) // two may have equal settings
            parts.push_back(
                {preprocessPlace(registry, *step), say("Step %1").arg(*step + 1), true});
    } else {
        parts.push_back({algorithmPlace(registry, arm), say("Algorithm")});
        parts.push_back({samplerPlace(registry, arm), say("Sampler")});
    }
    const auto part = std::ranges::find_if(
        parts, [pointer](const TitledPart& each) { return isUnder(pointer, each.place.pointer); });
    return part == parts.end() ? std::nullopt : std::optional(*part);
}

/// A number of a list counted from 1, as people do; another key as it is written in the file.
QString stepText(const std::string& step)
{
    const auto index = indexOfStep(step);
    return index ? say("entry %1").arg(*index + 1) : toQString(step);
}

/// What is left of a pointer behind the place that is named already. Of a sweep only which of its
/// values.
void addRest(QStringList& words, std::string_view rest)
{
    for (const std::string& step : pointerSteps(rest).value_or(std::vector<std::string>()))
        if (step != "sweep")
            words << stepText(step);
}

/// A place in a list of layers: "Layer 5.2", and its setting.
void addLayerPlace(QStringList& words,
                   std::string_view pointer,
                   const std::string& list,
                   const JsonNode& root,
                   const Registry& registry)
{
    const auto path = layerPathOf(pointer, list);
    if (!path) {
        words << say("Layers");
        return;
    }
    words << say("Layer %1").arg(toQString(layerNumber(*path)));
    const std::string layer = layerPointer(list, *path);
    const auto steps = pointerSteps(pointer.substr(std::min(layer.size(), pointer.size())));
    if (!steps || steps->empty() || steps->front() == "layer")
        return;
    const NamedPart* word = findPart(registry.layers, textAt(root, layer + "/layer"));
    const ParameterDescriptor* setting =
        word ? findParameter(word->parameters, steps->front()) : nullptr;
    words << (setting ? labelOf(*setting) : toQString(steps->front()));
}

/// A place in a part: the parameter if it has one there, else the part itself.
void addPart(QStringList& words,
             const TitledPart& part,
             std::string_view pointer,
             const JsonNode& root,
             const Registry& registry)
{
    if (const std::string list = part.place.pointer + "/layers";
        part.place.known.data() == registry.models.data() && isUnder(pointer, list))
        return addLayerPlace(words, pointer, list, root, registry);
    const std::string_view rest = pointer.substr(part.place.pointer.size());
    const auto steps = pointerSteps(rest).value_or(std::vector<std::string>());
    const NamedPart* named = findPart(part.place.known, nameInForce(root, part.place));
    const ParameterDescriptor* parameter =
        named && !steps.empty() ? findParameter(named->parameters, steps.front()) : nullptr;
    if (words.last() != part.title && (part.alwaysTitled || !parameter))
        words << part.title;
    if (parameter) {
        words << labelOf(*parameter);
        addRest(words, rest.substr(pointerStep(steps.front()).size()));
    } else if (steps != std::vector{part.place.nameKey}) {
        addRest(words, rest);
    }
}

constexpr int kPlaceRole = Qt::UserRole + 1;
constexpr int kGreatestHeight = 180;

} // namespace

QString placeInWords(std::string_view pointer, const JsonNode& root, const Registry& registry)
{
    const DesignSection section = sectionOf(pointer);
    if (section == DesignSection::Json)
        return {};
    QStringList words{wordsOf(section).title};
    std::string arm;
    if (const auto index = indexBehind(pointer, "/arms")) {
        arm = armPointer(*index);
        const std::string name = textAt(root, arm + "/name");
        words << (name.empty() ? say("Arm %1").arg(*index + 1) : toQString(name));
    }
    const std::string_view within = pointer.substr(arm.size());
    if (const auto field = fieldAt(within)) {
        if (labelOf(*field->descriptor) != words.last())
            words << labelOf(*field->descriptor);
        addRest(words, within.substr(field->pointer.size()));
    } else if (const auto part = partAt(pointer, arm, registry)) {
        addPart(words, *part, pointer, root, registry);
    } else {
        // The section's own name is the first step of most places.
        const auto steps = pointerSteps(within).value_or(std::vector<std::string>());
        for (std::size_t step = arm.empty() ? 1 : 0; step < steps.size(); ++step)
            words << (indexOfStep(steps[step]) ? stepText(steps[step]) : fieldName(steps[step]));
    }
    return words.join(QStringLiteral(" › "));
}

QString problemInWords(const Error& problem, const JsonNode* root, const Registry& registry)
{
    const QString place = root ? placeInWords(problem.place, *root, registry) : QString();
    if (place.isEmpty())
        return toQString(problem.sentence());
    return say("%1: %2").arg(place, complaint(problem));
}

QString complaint(const Error& problem)
{
    Error brief = problem;
    if (!problem.nearest.empty()) // names the likely word instead of the whole list
        brief.allowed.clear();
    if (brief.allowed.empty() && problem.kind == ErrorKind::UnknownName)
        brief.message = std::exchange(brief.found, {}) + " is unknown";
    return toQString(brief.complaint());
}

ProblemList::ProblemList()
{
    setAccessibleName(tr("Problems of the experiment"));
    setToolTip(tr("Click a problem to see where it is"));
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setIconSize({18, 18});
    setMaximumHeight(kGreatestHeight);
    setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    hide();
    const auto choose = [this](const QListWidgetItem* item) {
        emit chosen(item->data(kPlaceRole).toString());
    };
    connect(this, &QListWidget::itemActivated, this, choose);
    connect(this, &QListWidget::itemClicked, this, choose);
}

void ProblemList::show(const Problems& problems, const std::function<QString(const Error&)>& told)
{
    clear();
    for (const Error& problem : problems) {
        auto* item = new QListWidgetItem(icon(QStringLiteral("warning")),
                                         told ? told(problem) : toQString(problem.sentence()),
                                         this);
        item->setData(kPlaceRole, toQString(problem.place));
        item->setToolTip(toQString(problem.place));
    }
    setVisible(!problems.empty());
}

} // namespace coterie::ui
