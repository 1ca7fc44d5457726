#include "ui/data/import_head.h"

#include "ui/data/part_fields.h"
#include "ui/frame/accent_button.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/words.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

ImportHead::ImportHead(std::span<const CatalogEntry> catalog, QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_title(new QLabel(this))
    , m_meaning(new QLabel(this))
    , m_facts(new QLabel(this))
    , m_problem(new QLabel(this))
    , m_fields(new PartFields(this))
    , m_use(new AccentButton(tr("Use in the design"), this))
{
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    m_title->setFont(large);
    m_title->setObjectName(QStringLiteral("importTitle"));
    m_facts->setObjectName(QStringLiteral("importFacts"));
    m_problem->setObjectName(QStringLiteral("importProblem"));
    for (QLabel* label : {m_meaning, m_facts, m_problem}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_meaning->setForegroundRole(QPalette::PlaceholderText);
    m_use->setObjectName(QStringLiteral("useImport"));
    m_use->setIcon(icon(QStringLiteral("design")));
    m_use->setToolTip(tr("The open experiment takes its data from here"));

    auto* words = new QVBoxLayout;
    words->setSpacing(6);
    for (QWidget* line :
         std::initializer_list<QWidget*>{m_title, m_meaning, m_fields, m_facts, m_problem})
        words->addWidget(line);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 10);
    layout->setSpacing(20);
    layout->addLayout(words, 1);
    layout->addWidget(m_use, 0, Qt::AlignTop);
    connect(m_fields, &PartFields::edited, this, &ImportHead::edited);
    connect(m_use, &QPushButton::clicked, this, &ImportHead::useRequested);
}

void ImportHead::showDetected(const QString& path, const DetectedData& found)
{
    m_detected = found;
    m_title->setText(QFileInfo(path).fileName());
    m_title->setToolTip(path);
    const auto entry = std::ranges::find(
        m_catalog, found.dataset.name, [](const CatalogEntry& known) { return known.part.name; });
    QString meaning = toQString(found.meaning);
    if (!found.folder.empty())
        meaning += QLatin1Char(' ')
                   + tr("Using them puts a link to their folder into the data folder; nothing is "
                        "copied.");
    m_meaning->setText(meaning);
    const bool isOwn = found.folder.empty() && entry != m_catalog.end();
    m_fields->setVisible(isOwn);
    if (isOwn)
        m_fields->showPart(entry->part, found.dataset);
    m_facts->setText(tr("reading …"));
    m_facts->show();
    m_problem->hide();
    m_use->setEnabled(false);
}

void ImportHead::showRefused(const QString& path, const QString& sentence)
{
    m_detected = {};
    m_title->setText(QFileInfo(path).fileName());
    m_title->setToolTip(path);
    m_meaning->clear();
    m_fields->hide();
    showRead({}, sentence);
}

void ImportHead::showRead(const QString& facts, const QString& problem)
{
    m_facts->setText(facts);
    m_facts->setVisible(!facts.isEmpty());
    m_problem->setPalette(problemPalette(palette()));
    m_problem->setText(QStringLiteral("⚠ ") + problem);
    m_problem->setVisible(!problem.isEmpty());
    m_use->setEnabled(problem.isEmpty());
}

const Part& ImportHead::part() const
{
    return m_detected.folder.empty() && !m_detected.dataset.name.empty() ? m_fields->part()
                                                                         : m_detected.dataset;
}

} // namespace coterie::ui
