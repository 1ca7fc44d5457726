#include "ui/design/arms_section.h"

#include "core/experiment/arm_looks.h"
#include "core/experiment/experiment_fields.h"
#include "ui/design/arm_edits.h"
#include "ui/design/experiment_document.h"
#include "ui/design/layers_editor.h"
#include "ui/design/overview.h"
#include "ui/design/part_form.h"
#include "ui/design/section_page.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QAction>
#include <QLabel>
#include <QListWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace coterie::ui {

void showArms(QListWidget& list, const std::vector<ArmLine>& arms)
{
    while (list.count() > std::ssize(arms))
        delete list.takeItem(list.count() - 1);
    for (int row = 0; row < std::ssize(arms); ++row) {
        const ArmLine& arm = arms[std::size_t(row)];
        QStringList facts{arm.name.isEmpty() ? say("unnamed") : arm.name};
        if (arm.runs > 0)
            facts << counted(arm.runs, say("1 run"), say("%1 runs"));
        if (arm.problems > 0)
            facts << counted(arm.problems, say("1 problem"), say("%1 problems"));
        if (row == list.count())
            list.addItem(QString());
        QListWidgetItem& item = *list.item(row);
        item.setText(facts.join(QStringLiteral(" · ")));
        item.setIcon(arm.problems > 0 ? icon(QStringLiteral("warning")) : QIcon());
        item.setToolTip(arm.method);
        item.setData(kLookRole, int(arm.look));
    }
}

namespace {

/// Longer lists scroll.
constexpr int kVisibleArms = 8;

bool isWrong(const ArmLine& arm)
{
    return arm.problems > 0;
}

std::vector<QString> wrongOnes(const std::vector<ArmLine>& arms)
{
    std::vector<QString> names;
    for (const ArmLine& arm : arms)
        if (isWrong(arm))
            names.push_back(arm.name);
    return names;
}

/// Edits one arm: name, algorithm × sampler × local work, and what differs from the common
/// settings.
class ArmForm final : public QWidget
{
public:
    ArmForm(ExperimentDocument& document,
            const Registry& registry,
            std::shared_ptr<RunData> runData)
        : m_document(document)
        , m_registry(registry)
        , m_layers(new LayersEditor(document, std::move(runData)))
        , m_name(new FormView(
              document,
              [this](const JsonNode& root, const FormRow&, const auto& value) {
                  return renameArm(root, m_arm, value ? value->text : std::string());
              },
              say("Rename an arm")))
    {
        auto* column = columnIn(this, 10);
        auto* method = addCardTo(*column);
        method->addWidget(m_name);
        addPart(*method, say("Algorithm"), say("Algorithm"), algorithmPlace)
            ->setAlong([this](const JsonNode& root, const NamedPart* before, const NamedPart& now) {
                return before ? renameAfterAlgorithm(
                           root, m_arm, std::string(before->title), std::string(now.title))
                              : std::vector<JsonChange>();
            });
        addPart(*addCardTo(*column), say("Participants of a round"), say("Sampler"), samplerPlace);
        auto* own = addCardTo(*column);
        QLabel* heading = makeHeading(say("Changes from the common settings"));
        heading->setWordWrap(true); // longer in other languages
        own->addWidget(heading);
        own->addWidget(makeExplanation(
            say("An empty field uses the common setting, which it shows in grey.")));
        addSettings(*own, [](const std::string& arm) -> std::vector<Setting> {
            return {
                {.pointer = arm + "/rounds", .descriptor = &fields::kRounds, .common = "/rounds"}};
        });
        auto* local = new QWidget;
        auto* work = columnIn(local, 8, {0, 4, 0, 0});
        work->addWidget(makeHeading(say("Work per round")));
        addSettings(*work, localSettings);
        addPart(*work, say("Optimiser"), say("Optimiser of the arm"), optimizerPlace);
        addPart(*work,
                say("Learning-rate schedule"),
                say("Learning-rate schedule of the arm"),
                schedulePlace);
        addPart(*work, say("Objective"), say("Local objective of the arm"), objectivePlace);
        auto* model = new QWidget;
        auto* network = columnIn(model, 8, {0, 4, 0, 0});
        addPart(*network, say("Model"), say("Model of the arm"), modelPlace);
        network->addWidget(m_layers);
        network->addWidget(makeHeading(say("Precision and initialisation")));
        addSettings(*network, modelSettings);
        m_local = new Disclosure({}, local);
        m_model = new Disclosure({}, model);
        own->addWidget(m_local);
        own->addWidget(m_model);
    }

    void show(std::size_t arm)
    {
        const auto root = m_document.json();
        if (!root)
            return;
        const bool otherArm = std::exchange(m_arm, arm) != arm;
        const std::string pointer = armPointer(arm);
        m_name->showRows(settingRows(*root,
                                     {{.pointer = pointer + "/name",
                                       .descriptor = &fields::kArmName,
                                       .style = {.required = true}}},
                                     m_document.checked().problems));
        for (const auto& showForm : m_forms)
            showForm(pointer);
        m_layers->show(modelPlace(m_registry, pointer));
        const bool ownLocal = valueAt(*root, pointer + "/local") != nullptr;
        const bool ownModel = valueAt(*root, pointer + "/model") != nullptr;
        m_local->setTitle(ownLocal ? say("Local training: own settings")
                                   : say("Local training: common settings"));
        m_model->setTitle(ownModel ? say("Model: own settings") : say("Model: common settings"));
        if (otherArm) { // after that, the user opens and closes them
            m_local->setOpen(ownLocal);
            m_model->setOpen(ownModel);
        }
    }

    void reveal(const std::string& pointer)
    {
        if (isUnder(pointer, armPointer(m_arm) + "/model"))
            m_model->setOpen(true);
        m_layers->reveal(pointer);
    }

    void readDataAgain() { m_layers->readDataAgain(); }

private:
    PartForm* addPart(QVBoxLayout& column,
                      const QString& title,
                      const QString& what,
                      PartPlace (*placeIn)(const Registry& registry, const std::string& arm))
    {
        auto* form = new PartForm(what, m_document);
        column.addWidget(makeHeading(title));
        column.addWidget(form);
        m_forms.push_back([this, form, placeIn](const std::string& arm) {
            form->show(placeIn(m_registry, arm));
        });
        return form;
    }

    void addSettings(QVBoxLayout& column,
                     std::vector<Setting> (*settingsOf)(const std::string& arm))
    {
        auto* form = new SettingsForm(m_document);
        column.addWidget(form);
        m_forms.push_back(
            [form, settingsOf](const std::string& arm) { form->show(settingsOf(arm)); });
    }

    ExperimentDocument& m_document;
    const Registry& m_registry;
    std::size_t m_arm = std::size_t(-1);
    LayersEditor* m_layers = nullptr;
    FormView* m_name = nullptr;
    Disclosure* m_local = nullptr;
    Disclosure* m_model = nullptr;
    std::vector<std::function<void(const std::string& arm)>> m_forms;
};

class ArmsSection final : public SectionPage
{
public:
    ArmsSection(ExperimentDocument& document,
                const Registry& registry,
                ActionRegistry& actions,
                std::shared_ptr<RunData> runData)
        : SectionPage(DesignSection::Arms, document, registry)
        , m_actions(actions)
        , m_list(named(new QListWidget, "armList", say("Arms")))
        , m_form(new ArmForm(document, registry, std::move(runData)))
    {
        m_list->setToolTip(say("Choose an arm to edit"));
        m_list->setFrameShape(QFrame::NoFrame);
        m_list->setItemDelegate(new CellDelegate(m_list));
        m_list->setIconSize({16, 16});
        m_list->setTextElideMode(Qt::ElideRight);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        auto* card = addCard(say("Arms"),
                             say("Several values in one field, such as \"20, 80\", make a sweep: "
                                 "each value adds runs."));
        card->addWidget(m_list);
        card->addWidget(makeButtons());
        addToPage(m_form);
        connect(m_list, &QListWidget::currentRowChanged, this, &ArmsSection::showChosen);
        connect(&document, &ExperimentDocument::checkedChanged, this, [this] {
            enableActions();
            forgetMended();
        });
        connect(&document, &ExperimentDocument::opened, this, [this] { m_knownWrong.clear(); });
    }

    void refresh() override
    {
        if (!document().json())
            return;
        showArms(*m_list, lines());
        if (m_list->currentRow() < 0)
            m_list->setCurrentRow(0);
        m_list->setFixedHeight(std::clamp(m_list->count(), 1, kVisibleArms)
                               * std::max(m_list->sizeHintForRow(0), 2 * fontMetrics().height()));
        showChosen();
    }

    void reveal(const std::string& pointer) override
    {
        for (int row = 0; row < m_list->count(); ++row)
            if (isUnder(pointer, armPointer(std::size_t(row))))
                m_list->setCurrentRow(row);
        m_form->reveal(pointer);
    }

    void readDataAgain() override { m_form->readDataAgain(); }

protected:
    void showEvent(QShowEvent* event) override
    {
        SectionPage::showEvent(event);
        if (!event->spontaneous()) {
            refresh(); // the page refreshes only later, and the arms may belong to another file
            chooseWhatIsWrong();
        }
        enableActions();
    }

    void hideEvent(QHideEvent* event) override
    {
        SectionPage::hideEvent(event);
        enableActions(); // no deletion of arms out of sight
    }

private:
    QWidget* makeButtons()
    {
        auto* buttons = new QWidget;
        auto* row = rowIn(buttons, 4);
        const auto addButton = [&](ActionId which, const char* name, auto slot) {
            QAction* action = m_actions.action(which);
            auto* button = new QToolButton;
            button->setObjectName(QString::fromLatin1(name));
            button->setDefaultAction(action);
            button->setAutoRaise(true);
            button->setIconSize({18, 18});
            button->setAccessibleName(action->statusTip());
            row->addWidget(button);
            connect(action, &QAction::triggered, this, slot);
        };
        addButton(ActionId::AddArm, "addArm", &ArmsSection::add);
        addButton(ActionId::CopyArm, "copyArm", &ArmsSection::copy);
        addButton(ActionId::ArmUp, "armUp", [this] { move(-1); });
        addButton(ActionId::ArmDown, "armDown", [this] { move(1); });
        addButton(ActionId::RemoveArm, "removeArm", &ArmsSection::remove);
        row->addStretch();
        return buttons;
    }

    std::vector<ArmLine> lines() const
    {
        std::vector<ArmLine> lines;
        const CheckedExperiment& checked = document().checked();
        const std::vector<std::size_t> looks = armLooks(*document().json());
        for (const JsonNode& arm : armsIn(*document().json())) {
            const std::size_t index = lines.size();
            const auto problems =
                std::ranges::count_if(checked.problems, [index](const Error& problem) {
                    return isUnder(problem.place, armPointer(index));
                });
            lines.push_back({.name = toQString(armName(arm)),
                             .method = {},
                             .problems = int(problems),
                             .look = index < looks.size() ? looks[index] : index});
        }
        // During a check the last result may belong to other arms.
        if (!checked.experiment || checked.experiment->arms.size() != lines.size())
            return lines;
        for (std::size_t index = 0; index < lines.size(); ++index) {
            const Arm& arm = checked.experiment->arms[index];
            lines[index].method = describePart(arm.algorithm, registry().algorithms);
            lines[index].runs = int(std::ranges::count(*checked.plans, index, &RunPlan::armIndex));
        }
        return lines;
    }

    std::size_t chosen() const { return std::size_t(std::max(0, m_list->currentRow())); }

    void showChosen()
    {
        m_form->setVisible(m_list->count() > 0);
        if (m_list->count() > 0)
            m_form->show(chosen());
        enableActions();
    }

    /// Adding works from anywhere; the other actions need a selected arm in view.
    void enableActions()
    {
        const bool isText = !document().json(); // invalid JSON
        const int count = isText ? 0 : m_list->count();
        const bool seen = isVisibleTo(window());
        const auto arm = int(chosen());
        m_actions.action(ActionId::AddArm)->setEnabled(!isText);
        m_actions.action(ActionId::CopyArm)->setEnabled(seen && count > 0);
        m_actions.action(ActionId::ArmUp)->setEnabled(seen && count > 0 && arm > 0);
        m_actions.action(ActionId::ArmDown)->setEnabled(seen && arm + 1 < count);
        m_actions.action(ActionId::RemoveArm)->setEnabled(seen && count > 1); // one must remain
    }

    /// On arrival, select the first arm with a problem, but not again while the same arms have
    /// problems.
    void chooseWhatIsWrong()
    {
        if (!document().json())
            return;
        const std::vector<ArmLine> arms = lines();
        const std::vector<QString> wrong = wrongOnes(arms);
        if (std::exchange(m_knownWrong, wrong) == wrong)
            return;
        const auto first = std::ranges::find_if(arms, isWrong);
        if (first != arms.end() && chosen() < arms.size() && !isWrong(arms[chosen()]))
            m_list->setCurrentRow(int(first - arms.begin()));
    }

    /// An arm that was fixed and breaks again counts as new.
    void forgetMended()
    {
        if (m_knownWrong.empty() || !document().json())
            return;
        const std::vector<QString> wrong = wrongOnes(lines());
        std::erase_if(m_knownWrong, [&](const QString& name) {
            return std::ranges::find(wrong, name) == wrong.end();
        });
    }

    /// Makes an edit of the arms. False if the text is not valid JSON.
    template <typename Changes>
    bool edit(const QString& label, const Changes& changesOf)
    {
        const auto root = document().json();
        return root && document().apply(label, changesOf(*root));
    }

    void add()
    {
        m_actions.action(ActionId::ShowArmsSection)->trigger(); // shows the new arm
        if (edit(say("Add an arm"), addArm))
            m_list->setCurrentRow(m_list->count() - 1);
    }

    void copy()
    {
        if (edit(say("Copy an arm"), [&](auto& root) { return copyArm(root, chosen()); }))
            m_list->setCurrentRow(m_list->count() - 1);
    }

    void remove()
    {
        edit(say("Delete an arm"), [&](auto& root) { return removeArm(root, chosen()); });
    }

    void move(int by)
    {
        const std::size_t from = chosen();
        const int target = int(from) + by;
        if (target < 0 || target >= m_list->count())
            return;
        if (edit(say("Move an arm"),
                 [&](auto& root) { return swapped(root, "/arms", from, std::size_t(target)); }))
            m_list->setCurrentRow(target);
    }

    ActionRegistry& m_actions;
    QListWidget* m_list = nullptr;
    ArmForm* m_form = nullptr;
    std::vector<QString> m_knownWrong; ///< had problems at the last visit and still have
};

} // namespace

SectionPage* makeArmsSection(ExperimentDocument& document,
                             const Registry& registry,
                             ActionRegistry& actions,
                             std::shared_ptr<RunData> runData)
{
    return new ArmsSection(document, registry, actions, std::move(runData));
}

} // namespace coterie::ui
