#include "ui/design/overview.h"

#include "ui/design/section_page.h"
#include "ui/frame/card.h"
#include "ui/frame/icons.h"
#include "ui/frame/line_look.h"
#include "ui/frame/marker_shape.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

namespace coterie::ui {

namespace {

QLabel* makeLabel(const QString& text, QPalette::ColorRole role)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setForegroundRole(role);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

constexpr QSize kSwatch(24, 12);

/// The arm as the curves of Watch show it.
QLabel* makeSwatch(std::size_t arm, const LineLook& look, double pixelRatio)
{
    QPixmap swatch(kSwatch * pixelRatio);
    swatch.setDevicePixelRatio(pixelRatio);
    swatch.fill(Qt::transparent);
    QPainter painter(&swatch);
    drawArmSwatch(painter, QPointF(kSwatch.width() / 2.0, kSwatch.height() / 2.0), arm, look);
    painter.end();
    auto* label = new QLabel;
    label->setObjectName(QStringLiteral("armSwatch"));
    label->setPixmap(swatch);
    return label;
}

} // namespace

Overview::Overview(QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Overview of the experiment"));
}

void Overview::tell(const QString& description,
                    const QString& lookFor,
                    const std::vector<OverviewTopic>& topics)
{
    if (widget() && m_description == description && m_lookFor == lookFor && m_topics == topics)
        return; // typing inside the JSON must not make the cards flicker
    m_description = description;
    m_lookFor = lookFor;
    m_topics = topics;
    rebuild();
}

void Overview::rebuild()
{
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(16, 4, 16, 16);
    layout->setSpacing(10);
    if (!m_description.isEmpty() || !m_lookFor.isEmpty())
        layout->addWidget(makeLead());
    for (const OverviewTopic& topic : m_topics)
        layout->addWidget(makeCard(topic));
    if (m_topics.empty())
        layout->addWidget(makeLabel(tr("The overview appears here once the problems are solved."),
                                    QPalette::PlaceholderText));
    layout->addStretch();
    setWidget(page); // deletes the one before
    // Nothing scrolls sideways, so no card may be wider than what is seen of it.
    setMinimumWidth(page->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
}

QWidget* Overview::makeLead() const
{
    auto* card = new Card;
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(8);
    if (!m_description.isEmpty())
        layout->addWidget(makeLabel(m_description, QPalette::WindowText));
    if (!m_lookFor.isEmpty()) {
        auto* line = new QHBoxLayout;
        auto* eye = new QLabel;
        eye->setPixmap(icon(QStringLiteral("look")).pixmap(QSize(18, 18), devicePixelRatioF()));
        line->addWidget(eye, 0, Qt::AlignTop);
        line->addWidget(makeLabel(m_lookFor, QPalette::PlaceholderText), 1);
        layout->addLayout(line);
    }
    return card;
}

QWidget* Overview::makeCard(const OverviewTopic& topic) const
{
    auto* card = new Card;
    card->setAccessibleName(topic.title);
    auto* layout = new QGridLayout(card);
    layout->setContentsMargins(14, 11, 14, 12);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(5);
    layout->setColumnStretch(2, 1);
    auto* sign = new QLabel;
    sign->setPixmap(icon(topic.icon).pixmap(QSize(20, 20), devicePixelRatioF()));
    layout->addWidget(sign, 0, 0);
    layout->addWidget(makeHeading(topic.title), 0, 1);
    layout->addWidget(makeLabel(topic.summary, QPalette::WindowText), 0, 2);
    layout->setColumnMinimumWidth(0, kSwatch.width()); // in line with the cards that have swatches
    layout->setColumnMinimumWidth(1, fontMetrics().horizontalAdvance(tr("Rounds and seeds")) + 14);
    const PlotTheme theme = PlotTheme::of(*this);
    int row = 1;
    for (const OverviewTopic::Line& line : topic.lines) {
        auto* name = makeLabel(line.name, QPalette::PlaceholderText);
        if (line.look >= 0) {
            const auto arm = static_cast<std::size_t>(line.look);
            // In the middle of the name's first line, below the icon of the card.
            QLabel* swatch = makeSwatch(arm, lookOf(theme, arm, 0), devicePixelRatioF());
            swatch->setFixedHeight(fontMetrics().height());
            layout->addWidget(swatch, row, 0, Qt::AlignTop | Qt::AlignHCenter);
            name->setForegroundRole(QPalette::WindowText);
        }
        layout->addWidget(name, row, 1, Qt::AlignTop);
        layout->addWidget(makeLabel(line.value, QPalette::WindowText), row, 2);
        ++row;
    }
    return card;
}

void Overview::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_topics.empty())
        rebuild(); // icons and the arms' colours
}

} // namespace coterie::ui
