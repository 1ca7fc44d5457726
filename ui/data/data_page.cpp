#include "ui/data/data_page.h"

#include "ui/frame/card.h"
#include "ui/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace coterie::ui {

namespace {

QLabel* makeWords(const QString& text, QPalette::ColorRole role = QPalette::WindowText)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setForegroundRole(role);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* makeHeading(const QString& text, double size)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

QVBoxLayout* makeColumn(QHBoxLayout* into, const QString& title, const QString& text, int stretch)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(10);
    column->addWidget(makeHeading(title, 1.35));
    column->addWidget(makeWords(text, QPalette::PlaceholderText));
    into->addLayout(column, stretch);
    return column;
}

QWidget* makeCard(const QString& title,
                  const QString& name,
                  const QString& state,
                  const QStringList& paragraphs)
{
    auto* card = new Card;
    card->setAccessibleName(title);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(14, 11, 14, 12);
    layout->setSpacing(5);
    auto* head = new QHBoxLayout;
    head->addWidget(makeHeading(title, 1.0));
    auto* word = makeWords(name, QPalette::PlaceholderText);
    word->setWordWrap(false);
    word->setToolTip(DataPage::tr("The name an experiment file uses"));
    head->addWidget(word);
    head->addStretch();
    if (!state.isEmpty())
        head->addWidget(new QLabel(state));
    layout->addLayout(head);
    for (const QString& paragraph : paragraphs)
        if (!paragraph.isEmpty())
            layout->addWidget(makeWords(paragraph,
                                        &paragraph == &paragraphs.front()
                                            ? QPalette::WindowText
                                            : QPalette::PlaceholderText));
    return card;
}

} // namespace

std::vector<DatasetCard> datasetCards(std::span<const CatalogEntry> catalog,
                                      const DataFolders& folders)
{
    std::vector<DatasetCard> cards;
    for (const CatalogEntry& entry : catalog)
        cards.push_back(
            {.title = toQString(entry.part.title),
             .name = toQString(entry.part.name),
             .meaning = toQString(entry.part.meaning),
             .licence = toQString(entry.licence),
             .origin = toQString(entry.origin),
             .builtIn = entry.builtIn,
             .fromPath = entry.fromPath,
             .filesFound = entry.find ? static_cast<qsizetype>(entry.find(folders).size()) : 0});
    return cards;
}

DataPage::DataPage(std::span<const CatalogEntry> catalog,
                   const DataFolders& folders,
                   const Registry& registry,
                   QWidget* parent)
    : QWidget(parent)
{
    auto* page = new QWidget;
    auto* columns = new QHBoxLayout(page);
    columns->setContentsMargins(20, 16, 20, 20);
    columns->setSpacing(24);
    QStringList places;
    for (const auto& folder : folders.folders)
        places << pathText(folder);
    const QString where = places.isEmpty()
                              ? tr("No folder is named; set COTERIE_DATA to one.")
                              : tr("Files are looked for in %1.").arg(places.join(tr(" and ")));
    auto* left = makeColumn(columns, tr("Data sets"), where, 3);
    m_cards = new QVBoxLayout;
    m_cards->setSpacing(10);
    left->addLayout(m_cards);
    left->addStretch();
    auto* right = makeColumn(columns,
                             tr("Ways to split them"),
                             tr("Who holds what decides who should collaborate with whom. An "
                                "experiment names one of these."),
                             2);
    right->addWidget(makeSplits(registry));
    right->addWidget(makeCard(
        tr("Still to come here"),
        {},
        {},
        {tr("Sample pictures by class and client, import of your own files, and downloads with "
            "their progress. Until then, put files into the folder named at the left.")}));
    right->addStretch();

    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("dataScroll"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(scroll);
    m_looking.run([catalog, folders] { return datasetCards(catalog, folders); },
                  [this](const std::vector<DatasetCard>& cards) { showCards(cards); });
}

void DataPage::showCards(const std::vector<DatasetCard>& cards)
{
    for (const DatasetCard& card : cards) {
        QString state = tr("✓ built in, no download");
        if (card.fromPath)
            state = tr("your own file");
        else if (!card.builtIn)
            state = card.filesFound > 0
                        ? counted(card.filesFound, tr("✓ 1 file found"), tr("✓ %1 files found"))
                        : tr("files not found");
        QStringList facts;
        if (!card.licence.isEmpty())
            facts << tr("Licence: %1").arg(card.licence);
        if (!card.origin.isEmpty())
            facts << card.origin;
        m_cards->addWidget(makeCard(
            card.title, card.name, state, {card.meaning, facts.join(QStringLiteral("\n"))}));
    }
}

QWidget* DataPage::makeSplits(const Registry& registry) const
{
    auto* all = new QWidget;
    auto* layout = new QVBoxLayout(all);
    layout->setContentsMargins({});
    layout->setSpacing(10);
    for (const NamedPart& scheme : registry.partitions) {
        QStringList settings;
        for (const ParameterDescriptor& parameter : scheme.parameters)
            settings << tr("%1: %2").arg(toQString(parameter.name), toQString(parameter.meaning));
        layout->addWidget(makeCard(toQString(scheme.title),
                                   toQString(scheme.name),
                                   {},
                                   {toQString(scheme.meaning), settings.join(QLatin1Char('\n'))}));
    }
    return all;
}

} // namespace coterie::ui
