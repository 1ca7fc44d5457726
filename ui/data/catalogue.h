#pragma once

#include "core/data/catalog.h"
#include "core/experiment/experiment.h"

#include <QAbstractListModel>
#include <QImage>
#include <QString>
#include <QStringList>
#include <QStyledItemDelegate>

#include <vector>

namespace coterie::ui {

/// A data set as shown by its card. Facts that take time to find are empty at first.
struct DatasetCard
{
    enum class Kind
    {
        Catalogue,
        Experiment, ///< the data of the open experiment, divided among its clients
        Import      ///< an imported file or folder
    };

    Kind kind = Kind::Catalogue;
    QString name{}; ///< as in an experiment file; other kinds have a name of their own
    Part part{};    ///< what is loaded for the card; for an import it is detected first
    QString title{};
    QString meaning{};
    QString split{}; ///< of an experiment's data: "Glyph digits, partition “Dirichlet”"
    QString paper{};
    QString licence{};
    QString origin{};
    bool builtIn = true;
    bool canFetch = false;
    qint64 fetchBytes = 0; ///< 0: unknown
    QString checks{};      ///< where sizes and checksums come from, if not from the publisher
    QStringList files{};   ///< files that were found
    QString facts{};   ///< "4,000 samples · 28×28 grey · 10 classes", then a line for each note
    QString problem{}; ///< why it cannot be loaded
    std::vector<QImage> thumbnails{};
    QString news{}; ///< the progress of a download, shown instead of the state; empty for none

    [[nodiscard]] bool isHere() const
    {
        return kind != Kind::Catalogue || builtIn || !files.isEmpty();
    }
    /// "built in", "in /home/ada/data/mnist", "11.6 MB to download", "manual download".
    [[nodiscard]] QString stateText() const;
    /// The line below the thumbnails: the partition of an experiment's data, else the licence.
    [[nodiscard]] QString lastLine() const;
};

inline const QString kExperimentCard = QStringLiteral("/experiment"); // no data set has this name

/// Cards with what is known without disk access. Entries for the user's own files have no card.
[[nodiscard]] std::vector<DatasetCard> plainCards(std::span<const CatalogEntry> catalog);

/// The card of an experiment's data, without disk access.
[[nodiscard]] DatasetCard experimentCard(const RunPlan& plan);

/// The files of a catalogued set that are in these folders now. Checks the disk, reads no data.
[[nodiscard]] QStringList
filesOf(const DatasetCard& card, std::span<const CatalogEntry> catalog, const DataFolders& folders);

/// The card with its files and, if they are here, its facts and thumbnails. Loads the data set:
/// call it off the GUI thread.
[[nodiscard]] DatasetCard
lookedUp(DatasetCard card, std::span<const CatalogEntry> catalog, const DataFolders& folders);

class CatalogueModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        NameRole = Qt::UserRole
    };

    using QAbstractListModel::QAbstractListModel;

    void setCards(std::vector<DatasetCard> cards);
    /// Inserts a card before all others, or replaces the one with its name.
    void putFirst(const DatasetCard& card);
    void remove(const QString& name);
    /// Replaces the card with this name, if there is one.
    void setCard(const DatasetCard& card);
    [[nodiscard]] const DatasetCard& card(int row) const;
    [[nodiscard]] int rowOf(const QString& name) const; ///< −1 if there is none
    void setNews(const QString& name, const QString& news);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<DatasetCard> m_cards;
};

/// Draws a data set's card: title and state, its facts, sample pictures, licence.
class CardDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit CardDelegate(const CatalogueModel& model, QObject* parent = nullptr);

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

private:
    const CatalogueModel& m_model;
};

} // namespace coterie::ui
