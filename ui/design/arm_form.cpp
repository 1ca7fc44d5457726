#include "ui/design/arm_form.h"

#include "core/base/json_node.h"
#include "core/experiment/experiment_fields.h"
#include "ui/design/experiment_document.h"
#include "ui/design/form_view.h"
#include "ui/design/part_form.h"
#include "ui/design/places.h"
#include "ui/design/section_page.h"
#include "ui/design/settings.h"
#include "ui/frame/small_widgets.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// "FedAvg", or "FedAvg 2" if that name is taken.
std::string freeName(const JsonNode& root, const std::string& wanted)
{
    const std::vector<JsonNode> arms = armsIn(root);
    std::string name = wanted;
    for (int number = 2; std::ranges::find(arms, name, armName) != arms.end(); ++number)
        name = wanted + ' ' + std::to_string(number);
    return name;
}

std::vector<JsonChange> append(const JsonNode& root, JsonNode arm)
{
    if (armsIn(root).empty()) // the list may be missing
        return {{.pointer = "/arms", .value = JsonNode::list({std::move(arm)})}};
    return {{.pointer = "/arms/-", .value = std::move(arm)}};
}

/// Where each block of paper results has, or would have, the number of an arm.
std::vector<std::string> referencePointers(const JsonNode& root, const std::string& name)
{
    const JsonNode* reference = valueAt(root, "/reference");
    if (reference == nullptr)
        return {};
    const std::string values = "/values" + pointerStep(name);
    if (reference->kind != JsonNode::Kind::List)
        return {"/reference" + values};
    std::vector<std::string> pointers;
    for (std::size_t block = 0; block < reference->items.size(); ++block)
        pointers.push_back("/reference/" + std::to_string(block) + values);
    return pointers;
}

} // namespace

std::vector<JsonNode> armsIn(const JsonNode& root)
{
    const JsonNode* arms = valueAt(root, "/arms");
    return arms && arms->kind == JsonNode::Kind::List ? arms->items : std::vector<JsonNode>();
}

std::string armName(const JsonNode& arm)
{
    const JsonNode* name = valueAt(arm, "/name");
    return name && name->kind == JsonNode::Kind::Text ? name->text : std::string();
}

std::string armPointer(std::size_t index)
{
    return "/arms/" + std::to_string(index);
}

std::vector<JsonChange> addArm(const JsonNode& root)
{
    JsonNode algorithm = JsonNode::object();
    algorithm.add("name", JsonNode::fromText("fedavg"));
    JsonNode arm = JsonNode::object();
    arm.add("name", JsonNode::fromText(freeName(root, "FedAvg")));
    arm.add("algorithm", std::move(algorithm));
    return append(root, std::move(arm));
}

std::vector<JsonChange> copyArm(const JsonNode& root, std::size_t index)
{
    std::vector<JsonNode> arms = armsIn(root);
    if (index >= arms.size())
        return {};
    JsonNode copy = std::move(arms[index]);
    const std::string name = freeName(root, armName(copy));
    const std::vector<JsonChange> renamed{{.pointer = "/name", .value = JsonNode::fromText(name)}};
    return applyChanges(copy, renamed) ? append(root, std::move(copy)) : std::vector<JsonChange>();
}

std::vector<JsonChange> removeArm(const JsonNode& root, std::size_t index)
{
    const std::vector<JsonNode> arms = armsIn(root);
    if (index >= arms.size())
        return {};
    std::vector<JsonChange> changes{{.pointer = armPointer(index), .value = {}}};
    for (const std::string& pointer : referencePointers(root, armName(arms[index])))
        if (valueAt(root, pointer))
            changes.push_back({.pointer = pointer, .value = {}});
    return changes;
}

std::vector<JsonChange> swapArms(const JsonNode& root, std::size_t index, std::size_t other)
{
    const std::vector<JsonNode> arms = armsIn(root);
    if (index >= arms.size() || other >= arms.size() || index == other)
        return {};
    return {{.pointer = armPointer(index), .value = arms[other]},
            {.pointer = armPointer(other), .value = arms[index]}};
}

std::vector<JsonChange> renameArm(const JsonNode& root, std::size_t index, const std::string& name)
{
    const std::vector<JsonNode> arms = armsIn(root);
    if (index >= arms.size())
        return {};
    std::vector<JsonChange> changes{
        {.pointer = armPointer(index) + "/name", .value = JsonNode::fromText(name)}};
    const std::vector<std::string> old = referencePointers(root, armName(arms[index]));
    const std::vector<std::string> next = referencePointers(root, name);
    for (std::size_t block = 0; block < old.size(); ++block) {
        const JsonNode* number = valueAt(root, old[block]);
        if (number == nullptr || valueAt(root, next[block]))
            continue;
        changes.push_back({.pointer = old[block], .value = {}});
        changes.push_back({.pointer = next[block], .value = *number});
    }
    return changes;
}

namespace {

QVBoxLayout* addCard(QVBoxLayout& column)
{
    auto* card = new Card;
    card->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(16, 12, 16, 14);
    layout->setSpacing(8);
    column.addWidget(card);
    return layout;
}

QWidget* makeColumn(const std::vector<std::pair<QString, QWidget*>>& parts)
{
    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(8);
    for (const auto& [title, part] : parts) {
        layout->addWidget(makeHeading(title));
        layout->addWidget(part);
    }
    return column;
}

} // namespace

ArmForm::ArmForm(ExperimentDocument& document, const Registry& registry, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_registry(registry)
    , m_name(new FormView)
    , m_rounds(new SettingsForm(document))
    , m_algorithm(new PartForm(tr("Algorithm"), document))
    , m_sampler(new PartForm(tr("Sampler"), document))
    , m_localWork(new SettingsForm(document))
    , m_optimizer(new PartForm(tr("Optimiser of the arm"), document))
    , m_schedule(new PartForm(tr("Learning-rate schedule of the arm"), document))
    , m_objective(new PartForm(tr("Local objective of the arm"), document))
    , m_modelPart(new PartForm(tr("Model of the arm"), document))
    , m_modelNumbers(new SettingsForm(document))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(10);
    auto* method = addCard(*column);
    method->addWidget(m_name);
    method->addWidget(makeHeading(tr("Algorithm")));
    method->addWidget(m_algorithm);
    auto* sampler = addCard(*column);
    sampler->addWidget(makeHeading(tr("Participants of a round")));
    sampler->addWidget(m_sampler);
    auto* own = addCard(*column);
    own->addWidget(makeHeading(tr("Changes from the common settings")));
    own->addWidget(
        makeExplanation(tr("An empty field uses the common setting, which it shows in grey.")));
    own->addWidget(m_rounds);
    m_local = new Disclosure({},
                             makeColumn({{tr("Work per round"), m_localWork},
                                         {tr("Optimiser"), m_optimizer},
                                         {tr("Learning-rate schedule"), m_schedule},
                                         {tr("Objective"), m_objective}}));
    m_model = new Disclosure({},
                             makeColumn({{tr("Model"), m_modelPart},
                                         {tr("Precision and initialisation"), m_modelNumbers}}));
    own->addWidget(m_local);
    own->addWidget(m_model);
    connect(m_name,
            &FormView::edited,
            this,
            [this](const FormRow&, const std::optional<JsonNode>& value, bool continues) {
                const auto root = m_document.json();
                if (!root)
                    return;
                if (!continues)
                    m_mergeId = m_document.newMergeId();
                m_document.apply(tr("Rename an arm"),
                                 renameArm(*root, m_arm, value ? value->text : std::string()),
                                 m_mergeId);
            });
}

void ArmForm::show(std::size_t arm)
{
    const auto root = m_document.json();
    if (!root)
        return;
    const bool otherArm = m_arm != arm;
    m_arm = arm;
    const std::string pointer = armPointer(arm);
    m_name->show(settingRows(*root,
                             {{.pointer = pointer + "/name",
                               .descriptor = &fields::kArmName,
                               .style = {.required = true}}},
                             m_document.checked().problems));
    m_algorithm->show({.pointer = pointer + "/algorithm",
                       .known = m_registry.algorithms,
                       .style = {.mayBeSwept = true}});
    m_sampler->show({.pointer = pointer + "/sampler",
                     .known = m_registry.samplers,
                     .fallbackName = Arm().sampler.name,
                     .style = {.mayBeSwept = true}});
    showOverrides(pointer, otherArm);
}

void ArmForm::showOverrides(const std::string& arm, bool otherArm)
{
    const JsonNode& root = *m_document.json();
    m_rounds->show(
        {{.pointer = arm + "/rounds", .descriptor = &fields::kRounds, .common = "/rounds"}});
    m_localWork->show(localSettings(arm));
    m_optimizer->show(optimizerPlace(m_registry, arm));
    m_schedule->show(schedulePlace(m_registry, arm));
    m_objective->show(objectivePlace(m_registry, arm));
    m_modelPart->show(modelPlace(m_registry, arm));
    m_modelNumbers->show(modelSettings(arm));
    const bool ownLocal = valueAt(root, arm + "/local") != nullptr;
    const bool ownModel = valueAt(root, arm + "/model") != nullptr;
    m_local->setTitle(ownLocal ? tr("Local training: own settings")
                               : tr("Local training: common settings"));
    m_model->setTitle(ownModel ? tr("Model: own settings") : tr("Model: common settings"));
    if (otherArm) { // after that, the user opens and closes them
        m_local->setOpen(ownLocal);
        m_model->setOpen(ownModel);
    }
}

} // namespace coterie::ui
