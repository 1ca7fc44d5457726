#include "ui/data/dataset_head.h"

#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace coterie::ui {

namespace {

constexpr int kBarSteps = 1000; // of the progress bar, because sizes in bytes exceed an int

QString joined(const QStringList& parts)
{
    QStringList said = parts;
    said.removeAll({});
    return said.join(QStringLiteral("\n"));
}

} // namespace

DatasetHead::DatasetHead(QWidget* parent)
    : QWidget(parent)
    , m_title(named(new QLabel(this), "datasetTitle"))
    , m_name(textLabel(this))
    , m_meaning(named(textLabel(this, QPalette::WindowText), "datasetMeaning"))
    , m_facts(named(textLabel(this, QPalette::WindowText), "datasetFacts"))
    , m_source(textLabel(this))
    , m_use(named(new AccentButton(tr("Use in the experiment"), this), "useDataset"))
    , m_fetch(named(new AccentButton({}, this), "fetchDataset"))
    , m_cancel(named(new QPushButton(tr("Cancel"), this), "cancelFetch"))
    , m_bar(new QProgressBar(this))
    , m_news(named(textLabel(this), "fetchNews"))
{
    m_title->setFont(headingFont(m_title->font(), 1.35));
    m_title->setWordWrap(true);
    m_name->setToolTip(tr("Shows the name to use in experiment files"));
    m_use->setIcon(icon(QStringLiteral("design")));
    m_use->setToolTip(tr("Use this data set in the open experiment"));
    m_fetch->setIcon(icon(QStringLiteral("download")));
    m_cancel->setToolTip(tr("Stop the download; a later one resumes it"));
    m_bar->setRange(0, kBarSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    m_bar->setAccessibleName(tr("Download"));

    auto* names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(m_title);
    names->addWidget(m_name);
    names->addStretch();
    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton* button : std::initializer_list<QPushButton*>{m_use, m_fetch, m_cancel})
        buttons->addWidget(button);
    buttons->addStretch();
    auto* top = new QHBoxLayout;
    top->setSpacing(20);
    top->addLayout(names, 1);
    top->addLayout(buttons);
    auto* layout = columnIn(this, 6, {16, 14, 16, 10});
    layout->addLayout(top);
    for (QLabel* line : {m_meaning, m_facts, m_source}) // below the buttons, where there is room
        layout->addWidget(line);
    layout->addWidget(m_bar);
    layout->addWidget(m_news);
    connect(m_use, &QPushButton::clicked, this, [this] { emit useRequested(m_card.part); });
    connect(m_fetch, &QPushButton::clicked, this, [this] { emit fetchRequested(m_card.name); });
    connect(m_cancel, &QPushButton::clicked, this, [this] { emit cancelRequested(m_card.name); });
    showCard({});
}

void DatasetHead::showCard(const DatasetCard& card)
{
    m_card = card;
    m_isFetching = false;
    m_title->setText(card.title);
    const bool isNamed = card.kind == DatasetCard::Kind::Catalogue;
    m_name->setText(isNamed ? tr("In experiment files: %1").arg(card.name) : QString());
    m_name->setWordWrap(false);
    m_meaning->setText(card.split.isEmpty()
                           ? card.meaning
                           : QStringLiteral("%1. %2").arg(card.split, card.meaning));
    m_facts->setText(card.facts);
    m_facts->setVisible(!card.facts.isEmpty());
    const bool isRemote = !card.builtIn && card.files.isEmpty();
    m_source->setText(
        joined({card.paper,
                card.licence.isEmpty() ? QString() : tr("Licence: %1").arg(card.licence),
                card.files.isEmpty() ? QString() : tr("Found %1").arg(card.stateText()),
                isRemote && !card.canFetch ? card.origin : QString()}));
    m_fetch->setText(card.fetchBytes > 0 ? tr("Download %1").arg(sizeText(card.fetchBytes))
                                         : tr("Download"));
    const QString what = tr("Download into the data folder. Resumes a partial download");
    m_fetch->setToolTip(card.checks.isEmpty()
                            ? what
                            : what + u'\n' + tr("Sizes and checksums: %1").arg(card.checks));
    m_news->hide();
    showButtons();
}

void DatasetHead::showButtons()
{
    // The open experiment already uses its own data.
    m_use->setVisible(!m_card.name.isEmpty() && m_card.kind == DatasetCard::Kind::Catalogue
                      && (m_card.isHere() || !m_card.canFetch));
    const bool isWhole = m_card.isHere() && m_card.problem.isEmpty();
    m_use->setEnabled(isWhole);
    m_fetch->setVisible(m_card.canFetch && !isWhole && !m_isFetching);
    m_cancel->setVisible(m_isFetching);
    m_bar->setVisible(m_isFetching);
}

void DatasetHead::showDownload(const DownloadState& state)
{
    m_isFetching = state.underWay;
    if (const auto& progress = state.progress) {
        const bool isKnown = progress->setTotal > 0;
        const qint64 total = isKnown ? progress->setTotal : progress->total;
        const qint64 received = isKnown ? progress->setReceived : progress->received;
        m_bar->setValue(total > 0 ? static_cast<int>(received * kBarSteps / total) : 0);
        m_news->setText(QStringLiteral("%1: %2").arg(progress->file, progressText(*progress)));
    } else if (state.underWay) {
        m_bar->setValue(0);
        m_news->setText(tr("Waiting for the server …"));
    } else {
        const bool warns = state.isProblem && !state.sentence.isEmpty();
        m_news->setText(warns ? QStringLiteral("⚠ ") + state.sentence : state.sentence);
    }
    m_news->setForegroundRole(state.isProblem ? QPalette::WindowText : QPalette::PlaceholderText);
    m_news->setVisible(!m_news->text().isEmpty());
    showButtons();
}

} // namespace coterie::ui
