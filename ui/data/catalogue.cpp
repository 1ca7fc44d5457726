#include "ui/data/catalogue.h"

#include "core/data/partition.h"
#include "core/data/parts.h"
#include "ui/fetch/dataset_fetch.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/data_words.h"
#include "ui/views/name_elision.h"
#include "ui/views/thumbnail_strip.h"
#include "ui/words.h"

#include <QFileInfo>
#include <QPainter>

#include <algorithm>

namespace coterie::ui {

QString DatasetCard::stateText() const
{
    if (kind == Kind::Experiment)
        return {}; // its title says it
    if (kind == Kind::Import)
        return say("imported");
    if (builtIn)
        return say("built in");
    if (!files.isEmpty())
        return say("in %1").arg(QFileInfo(files.front()).path());
    if (!canFetch)
        return say("manual download");
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
                         .title = fromCore(entry.part.title),
                         .meaning = fromCore(entry.part.meaning),
                         .paper = fromCore(entry.part.paper),
                         .licence = fromCore(entry.licence),
                         .origin = fromCore(entry.origin),
                         .builtIn = entry.builtIn};
        const std::vector<Download> downloads = downloadsOf(entry.part.name);
        card.canFetch = !downloads.empty();
        for (const Download& download : downloads)
            card.fetchBytes += static_cast<qint64>(download.bytes);
        QStringList notes;
        for (const Download& download : downloads)
            if (!download.note.empty())
                notes << fromCore(download.note);
        notes.removeDuplicates();
        card.checks = notes.join(QStringLiteral("; "));
        if (std::ranges::any_of(downloads, [](const Download& one) { return one.bytes == 0; }))
            card.fetchBytes = 0; // a partial sum would mislead
        cards.push_back(std::move(card));
    }
    return cards;
}

DatasetCard experimentCard(const RunPlan& plan)
{
    const Part& dataset = plan.data.dataset;
    const Part& scheme = plan.data.partition;
    const CatalogEntry* entry = entryNamed(dataCatalog(), dataset.name);
    const NamedPart* split = findPart(partitionParts(), scheme.name);
    return {.kind = DatasetCard::Kind::Experiment,
            .name = kExperimentCard,
            .part = dataset,
            .title = say("Data of the open experiment"),
            .meaning = say("Browse its samples client by client."),
            .split = say("%1, partition “%2”")
                         .arg(fromCore(!entry ? std::string_view(dataset.name) : entry->part.title),
                              fromCore(split ? split->title : std::string_view(scheme.name)))};
}

QStringList
filesOf(const DatasetCard& card, std::span<const CatalogEntry> catalog, const DataFolders& folders)
{
    QStringList files;
    for (const CatalogEntry& entry : catalog)
        if (entry.part.name == card.part.name && card.kind == DatasetCard::Kind::Catalogue)
            for (const std::filesystem::path& file : entry.find(folders))
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

void CatalogueModel::setCards(std::vector<DatasetCard> cards)
{
    beginResetModel();
    m_cards = std::move(cards);
    endResetModel();
}

void CatalogueModel::putFirst(const DatasetCard& card)
{
    if (rowOf(card.name) >= 0)
        return setCard(card);
    beginInsertRows({}, 0, 0);
    m_cards.insert(m_cards.begin(), card);
    endInsertRows();
}

void CatalogueModel::remove(const QString& name)
{
    const int row = rowOf(name);
    if (row < 0)
        return;
    beginRemoveRows({}, row, row);
    m_cards.erase(m_cards.begin() + row);
    endRemoveRows();
}

void CatalogueModel::setCard(const DatasetCard& card)
{
    const int row = rowOf(card.name);
    if (row < 0)
        return;
    m_cards[static_cast<std::size_t>(row)] = card;
    emit dataChanged(index(row), index(row));
}

const DatasetCard& CatalogueModel::card(int row) const
{
    return m_cards.at(static_cast<std::size_t>(row));
}

int CatalogueModel::rowOf(const QString& name) const
{
    const auto found = std::ranges::find(m_cards, name, &DatasetCard::name);
    return found == m_cards.end() ? -1 : static_cast<int>(found - m_cards.begin());
}

void CatalogueModel::setNews(const QString& name, const QString& news)
{
    const int row = rowOf(name);
    if (row < 0 || card(row).news == news)
        return;
    DatasetCard told = card(row);
    told.news = news;
    setCard(told);
}

int CatalogueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_cards.size());
}

QVariant CatalogueModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const DatasetCard& card = m_cards[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return card.title;
    case Qt::ToolTipRole:
        return card.meaning;
    case Qt::AccessibleTextRole: {
        QStringList words{card.title, card.stateText(), card.facts, card.lastLine()};
        words.removeAll(QString());
        return words.join(QStringLiteral(", "));
    }
    case NameRole:
        return card.name;
    default:
        return {};
    }
}

namespace {

constexpr int kGap = 8;  // between cards, and before the scroll bar
constexpr int kAir = 12; // inside a card

/// As many lines as fit, the last of them elided; the tooltip has all of them.
void drawWrapped(QPainter& painter, const QRect& box, const QString& text)
{
    const QFontMetrics metrics(painter.font());
    const int most = std::max(1, box.height() / metrics.lineSpacing());
    QRect line(box.topLeft(), QSize(box.width(), metrics.lineSpacing()));
    for (const QString& words : fittedLines(text, painter.font(), box.width(), most)) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, words);
        line.translate(0, metrics.lineSpacing());
    }
}

QFont smallFont(const QFont& font)
{
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.9);
    return small;
}

} // namespace

CardDelegate::CardDelegate(const CatalogueModel& model, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
{}

void CardDelegate::paint(QPainter* painter,
                         const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const DatasetCard& card = m_model.card(index.row());
    const QPalette& palette = option.palette;
    const bool isChosen = option.state & QStyle::State_Selected;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);

    const QRectF frame = QRectF(option.rect).adjusted(0.5, 0.5, -kGap - 0.5, -kGap - 0.5);
    QColor edge = palette.color(QPalette::Mid);
    QColor ground = palette.color(QPalette::Base);
    if (isChosen) {
        edge = palette.color(QPalette::Highlight);
        ground = blend(edge, ground, isDark(palette) ? 0.22 : 0.08);
    } else if (option.state & QStyle::State_MouseOver) {
        edge = palette.color(QPalette::Dark);
    }
    painter->setPen(QPen(edge, isChosen ? 1.6 : 1));
    painter->setBrush(ground);
    painter->drawRoundedRect(frame, 7, 7);

    QRect line = frame.toRect().adjusted(kAir, kAir - 3, -kAir, 0);
    const QFont bold = headingFont(option.font);
    const QFont small = smallFont(option.font);
    const QFontMetrics boldMetrics(bold);
    const QFontMetrics smallMetrics(small);
    const QColor faint = palette.color(QPalette::PlaceholderText);
    line.setHeight(boldMetrics.height());
    painter->setFont(bold);
    painter->setPen(palette.color(QPalette::Text));
    QString state = card.news;
    if (state.isEmpty() && !card.problem.isEmpty())
        state = tr("⚠ cannot be read");
    else if (state.isEmpty() && card.kind != DatasetCard::Kind::Experiment)
        state = (card.isHere() ? QStringLiteral("✓ ") : QString()) + card.stateText();
    // The title gives way to a short state, but keeps most of the line.
    const int beside = line.width() - smallMetrics.horizontalAdvance(state) - kAir;
    const QString title =
        boldMetrics.elidedText(card.title, Qt::ElideRight, std::max(beside, line.width() * 2 / 3));
    const int titleWidth = boldMetrics.horizontalAdvance(title);
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    painter->setFont(small);
    painter->setPen(card.news.isEmpty() ? faint : palette.color(QPalette::Link));
    const int room = line.width() - titleWidth - kAir;
    painter->drawText(line,
                      Qt::AlignRight | Qt::AlignVCenter,
                      smallMetrics.elidedText(state, Qt::ElideMiddle, room));

    line.translate(0, line.height() + 4);
    line.setHeight(smallMetrics.height());
    painter->setPen(palette.color(QPalette::Text));
    // Without pictures, words use their room. Problems of an import are shown beside its fields
    // instead.
    const bool isImport = card.kind == DatasetCard::Kind::Import;
    const QString words = !card.problem.isEmpty() && !isImport     ? card.problem
                          : !card.isHere() || card.facts.isEmpty() ? card.meaning
                                                                   : QString();
    if (words.isEmpty()) {
        const QString facts = card.facts.section(u'\n', 0, 0); // the notes are beside the samples
        painter->drawText(line,
                          Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          smallMetrics.elidedText(facts, Qt::ElideRight, line.width()));
    } else {
        drawWrapped(*painter,
                    QRect(line.topLeft(), QSize(line.width(), line.height() + 6 + kThumbnailSide)),
                    words);
    }

    line.translate(0, line.height() + 6);
    paintThumbnails(*painter, line, card.thumbnails);
    line.translate(0, kThumbnailSide + 5);
    painter->setPen(faint);
    painter->drawText(line,
                      Qt::AlignLeft | Qt::AlignVCenter,
                      smallMetrics.elidedText(card.lastLine(), Qt::ElideRight, line.width()));
    painter->restore();
}

QSize CardDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const int title = QFontMetrics(headingFont(option.font)).height();
    const int small = QFontMetrics(smallFont(option.font)).height();
    return {320, 2 * kAir - 6 + title + 4 + small + 6 + kThumbnailSide + 5 + small + kGap};
}

} // namespace coterie::ui
