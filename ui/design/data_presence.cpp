#include "ui/design/data_presence.h"

#include "core/data/sets/published_files.h"
#include "ui/design/experiment_document.h"
#include "ui/design/problem_words.h"
#include "ui/words.h"

#include <utility>

namespace coterie::ui {

QString MissingData::sentence() const
{
    return canFetch
               ? say("%1 is not on this machine. Download it on the Data page (Ctrl+4).").arg(title)
               : say("%1 is not on this machine. See the Data page (Ctrl+4) for how to get it.")
                     .arg(title);
}

std::optional<MissingData> missingData(const Part& dataset, const DataFolders& folders)
{
    const NamedPart* part = findPart(datasetParts(), dataset.name);
    if (!part || hasFiles(dataset, folders))
        return std::nullopt;
    return MissingData{.dataset = dataset,
                       .title = fromCore(part->title),
                       .canFetch = !downloadsOf(dataset.name).empty()};
}

QString
troubleText(const Error& error, const QString& whileMissing, const ExperimentDocument& document)
{
    return saysFilesMissing(error)
               ? whileMissing
               : problemInWords(error, document.checked().json.get(), document.registry());
}

DataPresence::DataPresence(const ExperimentDocument& document, DataFolders folders, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_folders(std::move(folders))
{
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &DataPresence::look);
}

void DataPresence::look()
{
    m_looking.cancel();
    const auto& clients = m_document.checked().clients;
    const Part* wanted = clients ? &clients->run.data.dataset : nullptr;
    if (m_missing && (!wanted || m_missing->dataset != *wanted))
        take(std::nullopt); // it belongs to another data set
    if (!wanted)
        return;
    m_looking.run(
        [dataset = *wanted, folders = m_folders] { return missingData(dataset, folders); },
        [this, dataset = *wanted](std::optional<MissingData> missing) {
            const bool isAwaited = m_awaited == dataset;
            if (missing)
                m_awaited = dataset;
            else if (isAwaited)
                m_awaited.reset();
            take(std::move(missing));
            if (isAwaited && !m_missing)
                emit arrived();
        });
}

void DataPresence::take(std::optional<MissingData> missing)
{
    if (m_missing == missing)
        return;
    m_missing = std::move(missing);
    emit changed();
}

} // namespace coterie::ui
