#include "ui/design/problem_words.h"

#include "core/base/json_node.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_fields.h"
#include "ui/design/design_section.h"
#include "ui/design/places.h"
#include "ui/frame/icons.h"
#include "ui/words.h"

#include <QStringList>

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
    constexpr std::string_view kCount = "/clients/edges/count";
    return isUnder(pointer, kCount) ? std::optional(Field{kCount, &fields::kEdgeCount})
                                    : std::nullopt;
}

struct TitledPart
{
    PartPlace place;
    QString title;
};

/// The parts of the experiment, or of an arm; what stands inside another before it.
std::vector<TitledPart> partsOf(const Registry& registry, const std::string& arm)
{
    std::vector<TitledPart> parts{
        {schedulePlace(registry, arm), say("Learning-rate schedule")},
        {optimizerPlace(registry, arm), say("Optimiser")},
        {objectivePlace(registry, arm), say("Local objective")},
        {modelPlace(registry, arm), say("Model")},
    };
    if (arm.empty()) {
        parts.push_back({datasetPlace(registry), say("Data set")});
        parts.push_back({partitionPlace(registry), say("Partition scheme")});
    } else {
        parts.push_back({algorithmPlace(registry, arm), say("Algorithm")});
        parts.push_back({samplerPlace(registry, arm), say("Sampler")});
    }
    return parts;
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

/// A place in a part: the parameter if it has one there, else the part itself.
void addPart(QStringList& words,
             const TitledPart& part,
             std::string_view pointer,
             const JsonNode& root)
{
    const std::string_view rest = pointer.substr(part.place.pointer.size());
    const auto steps = pointerSteps(rest);
    const NamedPart* named = findPart(part.place.known, nameInForce(root, part.place));
    const ParameterDescriptor* parameter = named && steps && !steps->empty()
                                               ? findParameter(named->parameters, steps->front())
                                               : nullptr;
    if (parameter) {
        words << labelOf(*parameter);
        return addRest(words, rest.substr(pointerStep(steps->front()).size()));
    }
    if (words.last() != part.title)
        words << part.title;
    const bool isName = steps && steps->size() == 1 && steps->front() == part.place.nameKey;
    if (!isName)
        addRest(words, rest);
}

/// A step of the preparation of the data, by its place in the list of them.
std::optional<TitledPart> preparation(std::string_view pointer, const Registry& registry)
{
    constexpr std::string_view kSteps = "/data/preprocess";
    if (!isUnder(pointer, kSteps))
        return std::nullopt;
    const auto steps = pointerSteps(pointer.substr(kSteps.size()));
    const auto index = steps && !steps->empty() ? indexOfStep(steps->front()) : std::nullopt;
    if (!index)
        return std::nullopt;
    return TitledPart{preprocessPlace(registry, *index), say("Step %1").arg(*index + 1)};
}

/// "/arms/2" of a place in an arm; else nothing.
std::string armOf(std::string_view pointer)
{
    const auto steps = pointerSteps(pointer);
    if (!steps || steps->size() < 2 || steps->front() != "arms" || !indexOfStep((*steps)[1]))
        return {};
    return "/arms/" + (*steps)[1];
}

/// An arm's name, where it has one; else its number.
QString armText(const std::string& arm, const JsonNode& root)
{
    if (const std::string name = textAt(root, arm + "/name"); !name.empty())
        return toQString(name);
    return say("Arm %1").arg(*indexOfStep(arm.substr(arm.rfind('/') + 1)) + 1);
}

} // namespace

QString placeInWords(std::string_view pointer, const JsonNode& root, const Registry& registry)
{
    const DesignSection section = sectionOf(pointer);
    if (section == DesignSection::Json)
        return {};
    QStringList words{wordsOf(section).title};
    const std::string arm = armOf(pointer);
    if (!arm.empty())
        words << armText(arm, root);
    const std::string_view within = pointer.substr(arm.size());
    const auto finish = [&words] { return words.join(QStringLiteral(" › ")); };
    if (const auto field = fieldAt(within)) {
        if (labelOf(*field->descriptor) != words.last())
            words << labelOf(*field->descriptor);
        addRest(words, within.substr(field->pointer.size()));
        return finish();
    }
    if (const auto step = preparation(pointer, registry)) {
        words << step->title; // two steps may have the same settings
        addPart(words, *step, pointer, root);
        return finish();
    }
    for (const TitledPart& part : partsOf(registry, arm))
        if (isUnder(pointer, part.place.pointer)) {
            addPart(words, part, pointer, root);
            return finish();
        }
    // The section's own name is the first step of most places.
    const auto steps = pointerSteps(within).value_or(std::vector<std::string>());
    const std::size_t told = arm.empty() && !steps.empty() ? 1 : 0;
    for (std::size_t step = told; step < steps.size(); ++step)
        words << (indexOfStep(steps[step]) ? stepText(steps[step]) : fieldName(steps[step]));
    return finish();
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

namespace {

constexpr int kPlaceRole = Qt::UserRole + 1;
constexpr int kGreatestHeight = 180;

} // namespace

ProblemList::ProblemList(QWidget* parent)
    : QListWidget(parent)
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
