#include "core/experiment/experiment_fields.h"
#include "ui/design/arm_edits.h"
#include "ui/design/experiment_document.h"
#include "ui/design/part_form.h"
#include "ui/design/section_page.h"
#include "ui/words.h"

#include <QVBoxLayout>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

/// A page of cards with one form each.
class FormsPage : public SectionPage
{
public:
    using SectionPage::SectionPage;

    PartForm* addPart(const QString& title,
                      const QString& what,
                      const PartPlace& place,
                      const QString& explanation = {})
    {
        auto* form = new PartForm(what, document());
        addCard(title, explanation)->addWidget(form);
        m_parts.emplace_back(form, place);
        return form;
    }

    void addSettings(const QString& title,
                     std::vector<Setting> settings,
                     const QString& explanation = {})
    {
        auto* form = new SettingsForm(document());
        addCard(title, explanation)->addWidget(form);
        m_settings.emplace_back(form, std::move(settings));
    }

    void refresh() override
    {
        for (const auto& [form, place] : m_parts)
            form->show(place);
        for (const auto& [form, settings] : m_settings)
            form->show(settings);
    }

private:
    std::vector<std::pair<PartForm*, PartPlace>> m_parts;
    std::vector<std::pair<SettingsForm*, std::vector<Setting>>> m_settings;
};

/// The number of clients beside a choice of the partition: the natural one has the data's own, so
/// that of the scheme before must not stand in its way. It comes back with another scheme.
class ClientCount
{
public:
    void forget() { m_before.reset(); }
    std::vector<JsonChange>
    along(const JsonNode& root, const NamedPart* before, const NamedPart& chosen)
    {
        const std::string place = "/data/partition/clients";
        constexpr std::string_view kNatural = "natural";
        const bool wasNatural = before && before->name == kNatural;
        const bool isNatural = chosen.name == kNatural;
        const JsonNode* count = coterie::ui::valueAt(root, place);
        if (isNatural && !wasNatural) {
            m_before = count ? std::optional(*count) : std::nullopt;
            if (count)
                return {{.pointer = place, .value = {}}};
        }
        if (wasNatural && !isNatural && m_before && findParameter(chosen.parameters, "clients"))
            return {{.pointer = place, .value = std::exchange(m_before, std::nullopt)}};
        return {};
    }

private:
    std::optional<JsonNode> m_before;
};

class OutputSection final : public FormsPage
{
public:
    OutputSection(ExperimentDocument& document, const Registry& registry)
        : FormsPage(DesignSection::Output, document, registry)
    {
        const RowStyle prose{.prose = true};
        addSettings(
            say("Name and description"),
            {{.pointer = "/name", .descriptor = &fields::kName, .style = {.required = true}},
             {.pointer = "/description", .descriptor = &fields::kDescription, .style = prose},
             {.pointer = "/lookFor", .descriptor = &fields::kLookFor, .style = prose},
             {.pointer = "/profile", .descriptor = &fields::kProfile}});
        m_paper = addCard(say("Paper results"),
                          say("Compare shows these results beside yours. Edit the numbers of each "
                              "arm under \"reference\" in the JSON."));
    }

    void refresh() override
    {
        FormsPage::refresh();
        const std::vector<std::string> pointers = referenceBlocks(*document().json());
        while (m_blocks.size() < pointers.size())
            addBlock();
        for (std::size_t index = 0; index < m_blocks.size(); ++index) {
            const bool isThere = index < pointers.size();
            m_blocks[index].heading->setVisible(isThere && pointers.size() > 1);
            m_blocks[index].form->setVisible(isThere);
            if (isThere)
                showBlock(*m_blocks[index].form, pointers[index]);
        }
    }

private:
    struct Block
    {
        QWidget* heading = nullptr; ///< needed for several blocks: their fields have equal names
        SettingsForm* form = nullptr;
    };

    void addBlock()
    {
        const QString title = say("Paper results, block %1").arg(m_blocks.size() + 1);
        const Block block{.heading = makeHeading(title), .form = new SettingsForm(document())};
        block.heading->setObjectName(QStringLiteral("referenceHeading"));
        block.form->setAccessibleName(title);
        m_paper->addWidget(block.heading);
        m_paper->addWidget(block.form);
        m_blocks.push_back(block);
    }

    static void showBlock(SettingsForm& form, const std::string& block)
    {
        form.show({{.pointer = block + "/source", .descriptor = &fields::kReferenceSource},
                   {.pointer = block + "/metric",
                    .descriptor = &fields::kReferenceMetric,
                    .style = {.metric = true}},
                   {.pointer = block + "/unit", .descriptor = &fields::kReferenceUnit},
                   {.pointer = block + "/target",
                    .descriptor = &fields::kReferenceTarget,
                    .fallback = say("none: values of the metric")}});
    }

    QVBoxLayout* m_paper = nullptr;
    std::vector<Block> m_blocks; ///< as many as were needed so far; unused ones are hidden
};

} // namespace

SectionPage*
makeClientsSection(ExperimentDocument& document, const Registry& registry, QWidget* canvas)
{
    auto* page = new FormsPage(DesignSection::Clients, document, registry);
    PartForm* partition = page->addPart(
        say("Partition of the data set"), say("Partition scheme"), partitionPlace(registry));
    partition->foldMinorSettings();
    const auto count = std::make_shared<ClientCount>();
    partition->setAlong([count](const JsonNode& root, const NamedPart* before, const auto& chosen) {
        return count->along(root, before, chosen);
    });
    QObject::connect(&document, &ExperimentDocument::opened, page, [count] { count->forget(); });
    page->addToPage(canvas, 1);
    return page;
}

SectionPage* makeLocalSection(ExperimentDocument& document, const Registry& registry)
{
    auto* page = new FormsPage(DesignSection::Local, document, registry);
    page->addSettings(say("Work per round"),
                      localSettings(),
                      say("Set epochs or steps. Setting one clears the other."));
    page->addPart(say("Optimiser"), say("Optimiser"), optimizerPlace(registry));
    page->addPart(
        say("Learning-rate schedule"), say("Learning-rate schedule"), schedulePlace(registry));
    page->addPart(say("Objective"),
                  say("Local objective"),
                  objectivePlace(registry),
                  say("What a client minimises: its loss and an optional extra term"));
    return page;
}

SectionPage* makeRoundsSection(ExperimentDocument& document, const Registry& registry)
{
    auto* page = new FormsPage(DesignSection::Rounds, document, registry);
    std::vector<Setting> rounds{{.pointer = "/rounds", .descriptor = &fields::kRounds}};
    std::vector<Setting> machine;
    for (const fields::SettingField* field : fields::fieldsOf<SharedSettings>())
        (field->isOfMachine ? machine : rounds)
            .push_back({.pointer = std::string(field->pointer), .descriptor = field->descriptor});
    page->addSettings(say("Rounds"), std::move(rounds));
    page->addSettings(
        say("Seeds"),
        {{.pointer = "/seeds", .descriptor = &fields::kSeeds},
         {.pointer = "/partitionSeed",
          .descriptor = &fields::kPartitionSeed,
          .fallback = say("the run's seed")}},
        say("One seed, or a list such as \"1, 2, 3\": every arm runs once per seed. All arms of a "
            "seed share the partition, the initial weights and the batches."));
    page->addSettings(say("Machine"), std::move(machine));
    return page;
}

SectionPage* makeOutputSection(ExperimentDocument& document, const Registry& registry)
{
    return new OutputSection(document, registry);
}

} // namespace coterie::ui
