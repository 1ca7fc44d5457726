#include "ui/design/section_page.h"

#include "ui/frame/small_widgets.h"

#include <QLabel>
#include <QVBoxLayout>

namespace coterie::ui {

namespace {

/// Wider fields are no easier to read.
constexpr int kWidestPage = 900;

} // namespace

SectionPage::SectionPage(DesignSection section,
                         ExperimentDocument& document,
                         const Registry& registry)
    : m_section(section)
    , m_document(document)
    , m_registry(registry)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(wordsOf(section).title);
    auto* page = new QWidget;
    auto* centred = rowIn(page);
    auto* column = new QWidget(page);
    column->setMaximumWidth(section == DesignSection::Clients ? QWIDGETSIZE_MAX : kWidestPage);
    centred->addWidget(column);
    m_layout = columnIn(column, 10, {16, 12, 16, 16});
    m_layout->setAlignment(Qt::AlignTop);
    m_layout->addWidget(makeHeading(wordsOf(section).title, 1.25));
    m_layout->addWidget(makeExplanation(wordsOf(section).tip));
    setWidget(page);
}

QVBoxLayout* SectionPage::addCard(const QString& title, const QString& explanation)
{
    QVBoxLayout* layout = addCardTo(*m_layout);
    layout->addWidget(makeHeading(title));
    if (!explanation.isEmpty())
        layout->addWidget(makeExplanation(explanation));
    return layout;
}

void SectionPage::addToPage(QWidget* widget, int stretch)
{
    m_layout->addWidget(widget, stretch);
    if (stretch > 0)
        m_layout->setAlignment({});
}

QVBoxLayout* addCardTo(QVBoxLayout& column)
{
    auto* card = new Card;
    card->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* layout = columnIn(card, 8, {16, 12, 16, 14});
    column.addWidget(card);
    return layout;
}

QLabel* makeHeading(const QString& text, double size)
{
    auto* label = new QLabel(text);
    label->setFont(headingFont(label->font(), size));
    return label;
}

QLabel* makeExplanation(const QString& text)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace coterie::ui
