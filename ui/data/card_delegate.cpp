#include "ui/data/card_delegate.h"

#include "ui/data/catalogue_model.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/thumbnail_strip.h"

#include <QPainter>

namespace coterie::ui {

namespace {

constexpr int kGap = 8;  // between cards, and before the scroll bar
constexpr int kAir = 12; // inside a card

QFont titleFont(const QFont& font)
{
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    return bold;
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
    const QFont bold = titleFont(option.font);
    const QFont small = smallFont(option.font);
    const QFontMetrics boldMetrics(bold);
    const QFontMetrics smallMetrics(small);
    const QColor faint = palette.color(QPalette::PlaceholderText);
    line.setHeight(boldMetrics.height());
    painter->setFont(bold);
    painter->setPen(palette.color(QPalette::Text));
    const int titleWidth = boldMetrics.horizontalAdvance(card.title);
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, card.title);

    const QString news = m_model.news(index.row());
    QString state = news;
    if (state.isEmpty() && !card.problem.isEmpty())
        state = tr("⚠ cannot be read");
    else if (state.isEmpty())
        state = (card.isHere() ? QStringLiteral("✓ ") : QString()) + card.stateText();
    painter->setFont(small);
    painter->setPen(news.isEmpty() ? faint : palette.color(QPalette::Link));
    const int room = line.width() - titleWidth - 2 * kAir;
    painter->drawText(line,
                      Qt::AlignRight | Qt::AlignVCenter,
                      smallMetrics.elidedText(state, Qt::ElideMiddle, room));

    line.translate(0, line.height() + 4);
    line.setHeight(smallMetrics.height());
    painter->setPen(palette.color(QPalette::Text));
    // What cannot be shown in pictures is told in words, over the room the pictures would take.
    // What is wrong with an import stands beside its fields, where it can be mended.
    const bool isImport = card.kind == DatasetCard::Kind::Import;
    const QString words = !card.problem.isEmpty() && !isImport     ? card.problem
                          : !card.isHere() || card.facts.isEmpty() ? card.meaning
                                                                   : QString();
    if (words.isEmpty())
        painter->drawText(line,
                          Qt::AlignLeft | Qt::AlignVCenter,
                          smallMetrics.elidedText(card.facts, Qt::ElideRight, line.width()));
    else
        painter->drawText(
            QRect(line.topLeft(), QSize(line.width(), line.height() + 6 + kThumbnailSide)),
            Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
            words);

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
    const int title = QFontMetrics(titleFont(option.font)).height();
    const int small = QFontMetrics(smallFont(option.font)).height();
    return {320, 2 * kAir - 6 + title + 4 + small + 6 + kThumbnailSide + 5 + small + kGap};
}

} // namespace coterie::ui
