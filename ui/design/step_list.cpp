#include "ui/design/step_list.h"

#include "ui/design/experiment_document.h"
#include "ui/design/part_form.h"
#include "ui/frame/icons.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace coterie::ui {

namespace {

const std::string kPointer = "/data/preprocess";

std::string pointerOf(std::size_t index)
{
    return kPointer + '/' + std::to_string(index);
}

std::vector<JsonNode> stepsIn(const ExperimentDocument& document)
{
    const auto root = document.json();
    const JsonNode* steps = root ? valueAt(*root, kPointer) : nullptr;
    return steps && steps->kind == JsonNode::Kind::List ? steps->items : std::vector<JsonNode>();
}

QToolButton* makeButton(const QString& iconName, const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

} // namespace

StepList::StepList(ExperimentDocument& document, const Registry& registry, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_registry(registry)
    , m_none(new QLabel(tr("The samples are used as they are."), this))
{
    m_none->setForegroundRole(QPalette::PlaceholderText);
    auto* add = new QPushButton(icon(QStringLiteral("add")), tr("Add a step"), this);
    add->setObjectName(QStringLiteral("addStep"));
    add->setToolTip(tr("Add a preprocessing step behind the others"));
    connect(add, &QPushButton::clicked, this, &StepList::add);
    m_list = new QVBoxLayout;
    m_list->setSpacing(12);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_none);
    layout->addLayout(m_list);
    layout->addWidget(add, 0, Qt::AlignLeft);
}

void StepList::refresh()
{
    setCount(stepsIn(m_document).size());
    for (std::size_t index = 0; index < m_steps.size(); ++index)
        m_steps[index].form->show(
            {.pointer = pointerOf(index), .known = m_registry.preprocessSteps, .nameKey = "step"});
    m_none->setVisible(m_steps.empty());
}

void StepList::setCount(std::size_t count)
{
    while (m_steps.size() > count) {
        m_steps.back().row->hide();
        m_steps.back().row->deleteLater(); // its own button may have asked for it
        m_steps.pop_back();
    }
    while (m_steps.size() < count) {
        m_steps.push_back(makeStep(m_steps.size()));
        m_list->addWidget(m_steps.back().row);
    }
}

StepList::Step StepList::makeStep(std::size_t index)
{
    auto* row = new QWidget(this);
    auto* form = new PartForm(tr("Step %1").arg(index + 1), m_document, row);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins({});
    layout->addWidget(form, 1);
    auto* up = makeButton(QStringLiteral("up"), tr("Do this step earlier"), row);
    up->setObjectName(QStringLiteral("stepUp%1").arg(index));
    up->setEnabled(index > 0);
    connect(up, &QToolButton::clicked, this, [this, index] { moveUp(index); });
    auto* gone = makeButton(QStringLiteral("delete"), tr("Remove this step"), row);
    gone->setObjectName(QStringLiteral("removeStep%1").arg(index));
    connect(gone, &QToolButton::clicked, this, [this, index] { remove(index); });
    layout->addWidget(up, 0, Qt::AlignTop);
    layout->addWidget(gone, 0, Qt::AlignTop);
    return {.row = row, .form = form};
}

void StepList::add()
{
    if (m_registry.preprocessSteps.empty())
        return;
    JsonNode step = JsonNode::object();
    step.add("step", JsonNode::fromText(std::string(m_registry.preprocessSteps.front().name)));
    std::vector<JsonNode> steps = stepsIn(m_document);
    if (steps.empty()) // the list itself may be missing
        m_document.apply(tr("Add a step"),
                         {{.pointer = kPointer, .value = JsonNode::list({std::move(step)})}});
    else
        m_document.apply(tr("Add a step"),
                         {{.pointer = kPointer + "/-", .value = std::move(step)}});
}

void StepList::remove(std::size_t index)
{
    const bool last = stepsIn(m_document).size() == 1;
    m_document.apply(tr("Remove a step"),
                     {{.pointer = last ? kPointer : pointerOf(index), .value = {}}});
}

void StepList::moveUp(std::size_t index)
{
    const std::vector<JsonNode> steps = stepsIn(m_document);
    if (index == 0 || index >= steps.size())
        return;
    m_document.apply(tr("Move a step"),
                     {{.pointer = pointerOf(index - 1), .value = steps[index]},
                      {.pointer = pointerOf(index), .value = steps[index - 1]}});
}

} // namespace coterie::ui
