#include "ui/design/design_section.h"

#include "core/experiment/experiment_fields.h"
#include "ui/design/form_row.h"
#include "ui/words.h"

#include <algorithm>

namespace coterie::ui {

namespace {

struct Owner
{
    std::string_view pointer;
    DesignSection section;
};

/// The first entry that contains the place; others, such as misspelt keys, belong to the JSON.
constexpr std::array kOwners{Owner{"/data/partition", DesignSection::Clients},
                             Owner{"/data", DesignSection::Data},
                             Owner{"/clients", DesignSection::Clients},
                             Owner{"/model", DesignSection::Model},
                             Owner{"/local", DesignSection::Local},
                             Owner{"/arms", DesignSection::Arms},
                             Owner{"/rounds", DesignSection::Rounds},
                             Owner{"/seeds", DesignSection::Rounds},
                             Owner{"/partitionSeed", DesignSection::Rounds},
                             Owner{"/name", DesignSection::Output},
                             Owner{"/reference", DesignSection::Output}};

} // namespace

const SectionWords& wordsOf(DesignSection section)
{
    static const std::array<SectionWords, kDesignSections> kWords{{
        {QStringLiteral("overview"),
         say("Overview"),
         say("Read a summary of the experiment and what to look for")},
        {QStringLiteral("data"), say("Data"), say("Choose the data set and how to preprocess it")},
        {QStringLiteral("clients"), say("Clients"), say("Divide the samples among the clients")},
        {QStringLiteral("model"), say("Model"), say("Choose the model that every client trains")},
        {QStringLiteral("local"),
         say("Local training"),
         say("Set what a client does between receiving a model and returning it")},
        {QStringLiteral("arms"),
         say("Arms"),
         say("Choose the methods to compare on the same data")},
        {QStringLiteral("seeds"),
         say("Rounds and seeds"),
         say("Set the number of rounds, the seeds and the device")},
        {QStringLiteral("output"),
         say("Output"),
         say("Name the experiment and quote the results of a paper")},
        {QStringLiteral("json"),
         say("View as JSON"),
         say("Edit the experiment file; it is checked as you type")},
    }};
    return kWords[std::size_t(section)];
}

DesignSection sectionOf(std::string_view place)
{
    for (const Owner& owner : kOwners)
        if (isUnder(place, owner.pointer))
            return owner.section;
    const auto holds = [place](const fields::SettingField* field) {
        return isUnder(place, field->pointer);
    };
    if (std::ranges::any_of(fields::fieldsOf<SharedSettings>(), holds))
        return DesignSection::Rounds;
    return std::ranges::any_of(fields::fieldsOf<Experiment>(), holds) ? DesignSection::Output
                                                                      : DesignSection::Json;
}

} // namespace coterie::ui
