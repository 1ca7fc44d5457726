#include "ui/design/section_page.h"

#include "ui/frame/small_widgets.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kLeastColumn = 66;  // in characters: fits a form
constexpr int kWidestColumn = 98; // wider fields are no easier to read
constexpr std::size_t kMostColumns = 3;

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
    m_layout = columnIn(page, 10, {12, 12, 12, 16}); // a wider frame makes small windows scroll
    m_layout->addWidget(makeHeading(wordsOf(section).title, 1.25));
    m_layout->addWidget(makeExplanation(wordsOf(section).tip));
    auto* flow = new QHBoxLayout;
    flow->setSpacing(10);
    for (std::size_t index = 0; index < kMostColumns; ++index) {
        m_columns.push_back(new QWidget(page));
        columnIn(m_columns.back(), 10)->addStretch(1); // takes what cards do not need
        m_columns.back()->hide();
        flow->addWidget(m_columns.back(), 100);
    }
    flow->addStretch(); // only what the columns leave
    m_layout->addLayout(flow);
    m_layout->addStretch();
    setWidget(page);
}

QVBoxLayout* SectionPage::addCard(const QString& title, const QString& explanation)
{
    auto* first = static_cast<QVBoxLayout*>(m_columns.front()->layout());
    QVBoxLayout* layout = addCardTo(*first);
    layout->addWidget(makeHeading(title));
    if (!explanation.isEmpty())
        layout->addWidget(makeExplanation(explanation));
    addBlock(layout->parentWidget());
    return layout;
}

void SectionPage::addToPage(QWidget* widget, int stretch)
{
    if (stretch == 0)
        return addBlock(widget);
    delete m_layout->takeAt(m_layout->count() - 1); // the stretch at the end
    m_layout->addWidget(widget, stretch);
}

void SectionPage::addBlock(QWidget* block)
{
    if (!block->parentWidget())
        m_columns.front()->layout()->addWidget(block);
    m_blocks.push_back(block);
    m_shownColumns = 0;
    arrange();
}

void SectionPage::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

/// The cards from left to right in as many columns as fit, so that wide pages are not half empty.
void SectionPage::arrange()
{
    const int letter = fontMetrics().averageCharWidth();
    const auto fitting = std::size_t(std::max(1, viewport()->width() / (kLeastColumn * letter)));
    const std::size_t columns = std::min({fitting, m_blocks.size(), kMostColumns});
    if (std::exchange(m_shownColumns, columns) == columns)
        return;
    for (std::size_t index = 0; index < m_columns.size(); ++index) {
        m_columns[index]->setVisible(index < columns);
        // A single one is as wide as what lies across the page.
        m_columns[index]->setMaximumWidth(columns > 1 ? kWidestColumn * letter : QWIDGETSIZE_MAX);
    }
    for (QWidget* block : m_blocks)
        block->parentWidget()->layout()->removeWidget(block);
    for (std::size_t index = 0; index < m_blocks.size(); ++index) {
        auto* column = static_cast<QVBoxLayout*>(m_columns[index % columns]->layout());
        column->insertWidget(column->count() - 1, m_blocks[index]); // before the stretch
    }
}

QVBoxLayout* addCardTo(QVBoxLayout& column)
{
    auto* card = new Card;
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
