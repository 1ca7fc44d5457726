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

/// A data set as its card tells it. What costs time to find out is empty at first.
struct DatasetCard
{
    enum class Kind
    {
        Catalogue,
        Experiment, ///< the data of the open experiment, split among its clients
        Import      ///< a file or folder of the user's
    };

    Kind kind = Kind::Catalogue;
    QString name{}; ///< as an experiment file writes it; of other kinds a word of their own
    Part part{};    ///< what is read for the card; of an import that is found out first
    QString title{};
    QString meaning{};
    QString split{}; ///< of an experiment's data: "Glyph digits, split by “Dirichlet”"
    QString paper{};
    QString licence{};
    QString origin{};
    bool builtIn = true;
    bool canFetch = false;
    qint64 fetchBytes = 0; ///< 0: not known
    QStringList files{};   ///< that were found
    QString facts{};       ///< "4,000 samples · 28×28 grey · 10 classes"
    QString problem{};     ///< why it cannot be loaded
    std::vector<QImage> thumbnails{};

    [[nodiscard]] bool isHere() const
    {
        return kind != Kind::Catalogue || builtIn || !files.isEmpty();
    }
    /// "built in", "in /home/ada/data/mnist", "11.6 MB to download", "to be got by hand".
    [[nodiscard]] QString stateText() const;
    /// A line below the thumbnails: how an experiment splits its data, else the licence.
    [[nodiscard]] QString lastLine() const;
};

inline const QString kExperimentCard = QStringLiteral("/experiment"); // no data set is called so

/// What is known without a look at the disk. Entries for files of the user's own have no card.
[[nodiscard]] std::vector<DatasetCard> plainCards(std::span<const CatalogEntry> catalog);

/// The card of an experiment's data, likewise.
[[nodiscard]] DatasetCard experimentCard(const RunPlan& plan,
                                         std::span<const CatalogEntry> catalog);

/// The files of a set of the catalogue that are in these folders now: a look at the disk, no more.
[[nodiscard]] QStringList
filesOf(const DatasetCard& card, std::span<const CatalogEntry> catalog, const DataFolders& folders);

/// The card with its files looked for and, where they are here, its facts and thumbnails. Loads
/// the data set: call it off the GUI thread.
[[nodiscard]] DatasetCard
lookedUp(DatasetCard card, std::span<const CatalogEntry> catalog, const DataFolders& folders);

/// The cards of the data sets, one a row.
class CatalogueModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        NameRole = Qt::UserRole,
        CardRow, ///< the row itself: a delegate asks card() for all the rest
    };

    using QAbstractListModel::QAbstractListModel;

    void setCards(std::vector<DatasetCard> cards);
    /// Puts a card before all others, or replaces the one of its kind.
    void putFirst(const DatasetCard& card);
    void remove(DatasetCard::Kind kind);
    /// Replaces the card of this name, if there is one.
    void setCard(const DatasetCard& card);
    [[nodiscard]] const DatasetCard& card(int row) const;
    [[nodiscard]] int rowOf(const QString& name) const; ///< −1: there is none
    /// What a download says of itself, shown in place of the card's state; empty: nothing.
    void setNews(const QString& name, const QString& news);
    [[nodiscard]] QString news(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<DatasetCard> m_cards;
    std::vector<QString> m_news;
};

class CatalogueModel;

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
