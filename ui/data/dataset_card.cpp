#include "ui/data/dataset_card.h"

#include "core/data/download_catalog.h"
#include "core/data/partition.h"
#include "ui/fetch/fetch_words.h"
#include "ui/say.h"
#include "ui/views/data_words.h"
#include "ui/views/sample_images.h"
#include "ui/words.h"

#include <QFileInfo>

#include <algorithm>

namespace coterie::ui {

QString DatasetCard::stateText() const
{
    if (kind == Kind::Experiment)
        return say("open in the design");
    if (kind == Kind::Import)
        return say("your own");
    if (builtIn)
        return say("built in");
    if (!files.isEmpty())
        return say("in %1").arg(QFileInfo(files.front()).path());
    if (!canFetch)
        return say("to be got by hand");
    return fetchBytes > 0 ? say("%1 to download").arg(sizeText(fetchBytes)) : say("to download");
}

QString DatasetCard::lastLine() const
{
    if (!split.isEmpty())
        return split;
    return licence.isEmpty() ? QString() : say("Licence: %1").arg(licence);
}

std::vector<DatasetCard> plainCards(std::span<const CatalogEntry> catalog)
{
    std::vector<DatasetCard> cards;
    for (const CatalogEntry& entry : catalog) {
        if (entry.fromPath)
            continue;
        DatasetCard card{.kind = DatasetCard::Kind::Catalogue,
                         .name = toQString(entry.part.name),
                         .part = {.name = std::string(entry.part.name), .parameters = {}},
                         .title = toQString(entry.part.title),
                         .meaning = toQString(entry.part.meaning),
                         .paper = toQString(entry.part.paper),
                         .licence = toQString(entry.licence),
                         .origin = toQString(entry.origin),
                         .builtIn = entry.builtIn};
        const std::vector<Download> downloads = downloadsOf(entry.part.name);
        card.canFetch = !downloads.empty();
        for (const Download& download : downloads)
            card.fetchBytes += static_cast<qint64>(download.bytes);
        if (std::ranges::any_of(downloads, [](const Download& one) { return one.bytes == 0; }))
            card.fetchBytes = 0; // a part of it would mislead
        cards.push_back(std::move(card));
    }
    return cards;
}

DatasetCard experimentCard(const RunPlan& plan, std::span<const CatalogEntry> catalog)
{
    const Part& dataset = plan.data.dataset;
    const Part& scheme = plan.data.partition;
    const auto entry = std::ranges::find(
        catalog, dataset.name, [](const CatalogEntry& known) { return known.part.name; });
    const NamedPart* split = findPart(partitionParts(), scheme.name);
    DatasetCard card{.kind = DatasetCard::Kind::Experiment,
                     .name = kExperimentCard,
                     .part = dataset,
                     .title = say("The open experiment's data"),
                     .meaning = {},
                     .split =
                         say("%1, split by “%2”")
                             .arg(toQString(entry == catalog.end() ? std::string_view(dataset.name)
                                                                   : entry->part.title),
                                  toQString(split ? split->title : std::string_view(scheme.name)))};
    card.meaning = say("%1: to be looked through client by client.").arg(card.split);
    return card;
}

QStringList
filesOf(const DatasetCard& card, std::span<const CatalogEntry> catalog, const DataFolders& folders)
{
    QStringList files;
    const auto entry = std::ranges::find(
        catalog, card.part.name, [](const CatalogEntry& known) { return known.part.name; });
    if (entry != catalog.end() && card.kind == DatasetCard::Kind::Catalogue)
        for (const std::filesystem::path& file : entry->find(folders))
            files << pathText(file);
    return files;
}

DatasetCard
lookedUp(DatasetCard card, std::span<const CatalogEntry> catalog, const DataFolders& folders)
{
    card.files = filesOf(card, catalog, folders);
    card.problem.clear();
    card.facts.clear();
    card.thumbnails.clear();
    if (!card.isHere())
        return card;
    const Result<std::shared_ptr<const Dataset>> dataset = loadDataset(card.part, folders);
    if (!dataset) {
        card.problem = toQString(dataset.error().sentence());
        return card;
    }
    card.facts = factsText(**dataset);
    card.thumbnails = thumbnailsOf(**dataset, kThumbnails);
    return card;
}

} // namespace coterie::ui
