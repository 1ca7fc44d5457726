#pragma once

#include "core/data/catalog.h"
#include "ui/latest_job.h"

#include <QWidget>

class QVBoxLayout;

namespace coterie::ui {

/// A data set as its card tells it.
struct DatasetCard
{
    QString title;
    QString name; ///< as an experiment file writes it
    QString meaning;
    QString licence;
    QString origin;
    bool builtIn = true;
    bool fromPath = false; ///< a file of the user's own
    qsizetype filesFound = 0;
};

/// Looks for every data set's files: call it off the GUI thread.
[[nodiscard]] std::vector<DatasetCard> datasetCards(std::span<const CatalogEntry> catalog,
                                                    const DataFolders& folders);

/// The data sets an experiment may use, where their files are, and the ways to split them among
/// clients.
class DataPage final : public QWidget
{
    Q_OBJECT

public:
    DataPage(std::span<const CatalogEntry> catalog,
             const DataFolders& folders,
             const Registry& registry,
             QWidget* parent = nullptr);

private:
    void showCards(const std::vector<DatasetCard>& cards);
    [[nodiscard]] QWidget* makeSplits(const Registry& registry) const;

    LatestJob m_looking;
    QVBoxLayout* m_cards = nullptr;
};

} // namespace coterie::ui
