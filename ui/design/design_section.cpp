#include "ui/design/design_section.h"

#include "ui/design/form_row.h"
#include "ui/words.h"

#include <utility>

namespace coterie::ui {

namespace {

struct Owner
{
    std::string_view pointer;
    DesignSection section;
};

/// The first that the place lies under; what is in none, as a misspelt key, is found in the text.
constexpr std::array kOwners{Owner{"/data/partition", DesignSection::Clients},
                             Owner{"/data", DesignSection::Data},
                             Owner{"/clients", DesignSection::Clients},
                             Owner{"/model", DesignSection::Model},
                             Owner{"/local", DesignSection::Local},
                             Owner{"/arms", DesignSection::Arms},
                             Owner{"/rounds", DesignSection::Rounds},
                             Owner{"/seeds", DesignSection::Rounds},
                             Owner{"/partitionSeed", DesignSection::Rounds},
                             Owner{"/evaluateEvery", DesignSection::Rounds},
                             Owner{"/trainEvaluationBatches", DesignSection::Rounds},
                             Owner{"/checkpointSeconds", DesignSection::Rounds},
                             Owner{"/device", DesignSection::Rounds},
                             Owner{"/name", DesignSection::Output},
                             Owner{"/description", DesignSection::Output},
                             Owner{"/lookFor", DesignSection::Output},
                             Owner{"/profile", DesignSection::Output},
                             Owner{"/reference", DesignSection::Output}};

} // namespace

SectionWords wordsOf(DesignSection section)
{
    switch (section) {
    case DesignSection::Overview:
        return {QStringLiteral("overview"),
                say("Overview"),
                say("The whole experiment in words, and what to look for")};
    case DesignSection::Data:
        return {QStringLiteral("data"),
                say("Data"),
                say("Which samples there are, and how they are prepared")};
    case DesignSection::Clients:
        return {QStringLiteral("clients"), say("Clients"), say("Who holds which samples")};
    case DesignSection::Model:
        return {QStringLiteral("model"), say("Model"), say("What every client trains")};
    case DesignSection::Local:
        return {QStringLiteral("local"),
                say("Local training"),
                say("What a client does between receiving a model and returning it")};
    case DesignSection::Arms:
        return {QStringLiteral("arms"),
                say("Arms"),
                say("The methods that are compared on the same data")};
    case DesignSection::Rounds:
        return {QStringLiteral("seeds"),
                say("Rounds and seeds"),
                say("How long, how often, and on which device")};
    case DesignSection::Output:
        return {QStringLiteral("output"),
                say("Output"),
                say("What the experiment is called, and the paper's numbers beside its results")};
    case DesignSection::Json:
        return {QStringLiteral("json"),
                say("View as JSON"),
                say("The experiment's file; what is typed there is checked at once")};
    }
    return {};
}

DesignSection sectionOf(std::string_view place)
{
    for (const Owner& owner : kOwners)
        if (isUnder(place, owner.pointer))
            return owner.section;
    return DesignSection::Json;
}

std::array<int, kDesignSections> problemsPerSection(const Problems& problems)
{
    std::array<int, kDesignSections> counts{};
    for (const Error& problem : problems)
        ++counts[static_cast<std::size_t>(sectionOf(problem.place))];
    return counts;
}

} // namespace coterie::ui
