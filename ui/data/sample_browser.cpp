#include "ui/data/sample_browser.h"

#include "core/data/sample_pictures.h"
#include "core/data/sample_streams.h"
#include "core/report/client_names.h"
#include "core/run/prepare_run.h"
#include "ui/client_texts.h"
#include "ui/data/sample_grid.h"
#include "ui/frame/delegates.h"
#include "ui/frame/flow_layout.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>
#include <span>

namespace coterie::ui {

namespace {

constexpr std::size_t kOfEachStream = 20;

std::vector<std::int32_t> ofStreams(const Dataset& dataset, const SampleChoice& choice)
{
    std::vector<std::int32_t> indices = firstOfStreams(dataset, kOfEachStream);
    const StreamNumbers numbers(dataset.streams);
    if (choice.client)
        std::erase_if(indices,
                      [&](std::int32_t index) { return numbers.client(index) != *choice.client; });
    return indices;
}

/// Takes samples of every domain in turn. Data sets store domain after domain, so the first screen
/// would show only one.
std::vector<std::int32_t> interleaved(const Dataset& dataset,
                                      const Samples& samples,
                                      const std::vector<std::int32_t>& indices)
{
    std::vector<std::vector<std::int32_t>> ofDomain(dataset.domainNames.size());
    for (const std::int32_t index : indices)
        ofDomain[static_cast<std::size_t>(samples.domains[static_cast<std::size_t>(index)])]
            .push_back(index);
    std::vector<std::int32_t> mixed;
    mixed.reserve(indices.size());
    for (std::size_t turn = 0; mixed.size() < indices.size(); ++turn)
        for (const std::vector<std::int32_t>& domain : ofDomain)
            if (turn < domain.size())
                mixed.push_back(domain[turn]);
    return mixed;
}

/// The test samples of all clients, each once.
std::vector<std::int32_t> testedByAny(const Shards& shards)
{
    std::vector<std::int32_t> held;
    for (const Shard& shard : shards)
        held.insert(held.end(), shard.test.begin(), shard.test.end());
    std::ranges::sort(held);
    held.erase(std::ranges::unique(held).begin(), held.end());
    return held;
}

} // namespace

LoadedData loadedData(const Part& dataset, const DataFolders& folders)
{
    const Result<std::shared_ptr<const Dataset>> loaded = loadDataset(dataset, folders);
    if (!loaded)
        return {.problem = toQString(loaded.error().sentence())};
    return {.dataset = *loaded};
}

LoadedData loadedData(const RunPlan& plan, const DataFolders& folders)
{
    RunData data(folders);
    const Result<std::shared_ptr<const Dataset>> dataset = data.dataset(plan);
    if (!dataset)
        return {.problem = toQString(dataset.error().sentence())};
    Result<Shards> shards = data.shards(plan, **dataset);
    if (!shards)
        return {.problem = toQString(shards.error().sentence())};
    return {.dataset = *dataset, .shards = std::move(*shards)};
}

ChosenSamples chosenSamples(const LoadedData& data, const SampleChoice& choice)
{
    const Dataset& dataset = *data.dataset;
    const SampleFilter filter{.label = choice.label, .domain = choice.domain};
    const bool ofClient = choice.client && *choice.client < data.shards.size();
    if (dataset.streams > 0 && !choice.test)
        return {.official = false, .indices = ofStreams(dataset, choice)};
    if (!ofClient) {
        // A set without official test samples: each client keeps some of its own for testing.
        const bool official =
            choice.test && (data.shards.empty() || dataset.officialTest.count() > 0);
        const Samples& samples = official ? dataset.officialTest : dataset.train;
        std::vector<std::int32_t> indices =
            choice.test && !official ? matchingSamples(samples, filter, testedByAny(data.shards))
                                     : matchingSamples(samples, filter);
        if (!choice.domain && !samples.domains.empty())
            indices = interleaved(dataset, samples, indices);
        return {.official = official, .indices = std::move(indices)};
    }
    const Shard& shard = data.shards[*choice.client];
    const bool official = choice.test && shard.testIsOfficial;
    return {.official = official,
            .indices = matchingSamples(official ? dataset.officialTest : dataset.train,
                                       filter,
                                       std::span(choice.test ? shard.test : shard.train))};
}

namespace {

std::optional<std::int32_t> numberIn(const QComboBox& box)
{
    const bool isAll = box.currentIndex() <= 0; // the first entry
    return isAll ? std::nullopt : std::optional(box.currentIndex() - 1);
}

} // namespace

SampleBrowser::SampleBrowser(QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget(this))
    , m_grid(named(new SampleGrid(m_stack), "sampleGrid"))
    , m_table(named(new QTableView(m_stack), "sampleTable", tr("Samples")))
    , m_words(named(textLabel(m_stack), "sampleWords"))
    , m_chosenWords(named(new QLabel(this), "chosenSample"))
{
    m_table->setToolTip(tr("Shows the first samples as stored, unprocessed"));
    m_table->setModel(&m_rows);
    dressTable(*m_table);
    m_table->setAlternatingRowColors(true);
    m_words->setAlignment(Qt::AlignCenter);
    m_words->setMargin(40);
    for (QWidget* page : std::initializer_list<QWidget*>{m_words, m_grid, m_table})
        m_stack->addWidget(page);
    m_stack->setAutoFillBackground(true);
    m_stack->setBackgroundRole(QPalette::Base);
    m_chosenWords->setContentsMargins(12, 4, 12, 6);
    m_chosenWords->setForegroundRole(QPalette::PlaceholderText);
    m_chosenWords->setBackgroundRole(QPalette::Base); // part of the grid's page
    m_chosenWords->setAutoFillBackground(true);

    auto* layout = columnIn(this, 0);
    layout->addWidget(makeFilters());
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_chosenWords);
    connect(m_stack, &QStackedWidget::currentChanged, this, [this] {
        m_chosenWords->setVisible(m_stack->currentWidget() == m_grid);
    });
    connect(m_grid, &SampleGrid::sampleChosen, this, [this](int place) {
        m_chosenWords->setText(place < 0 ? QString() : m_grid->words(place));
    });
    showWords({});
}

QWidget* SampleBrowser::makeFilters()
{
    m_filters = new QWidget(this);
    m_filters->setContentsMargins(12, 8, 12, 8);
    auto* layout = new FlowLayout(14, 6); // beside the cards a small window has no room for all
    m_filters->setLayout(layout);
    m_part = makeFilter(
        QStringLiteral("partFilter"), tr("&Show"), tr("Choose training or test samples"));
    m_class = makeFilter(
        QStringLiteral("classFilter"), tr("C&lass"), tr("Show only samples of this class"));
    m_domain = makeFilter(
        QStringLiteral("domainFilter"), tr("Do&main"), tr("Show only samples of this domain"));
    m_client = makeFilter(QStringLiteral("clientFilter"),
                          tr("Cli&ent"),
                          tr("Show only samples of this client of the open experiment"));
    m_depthRow = new QWidget(m_filters);
    m_depthRow->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* depth = rowIn(m_depthRow);
    m_depthWords = new QLabel(m_depthRow);
    m_depth = named(new QSlider(Qt::Horizontal, m_depthRow), "depthSlider", tr("Slice"));
    m_depth->setToolTip(tr("Choose which slice of each scan to show"));
    m_depth->setFixedWidth(140);
    depth->addWidget(m_depthWords);
    depth->addWidget(m_depth);
    layout->addWidget(m_depthRow);
    m_count = named(new QLabel(m_filters), "sampleCount");
    m_count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_count->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the rest of its line
    m_count->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(m_count);
    for (QComboBox* box : {m_part, m_class, m_domain, m_client})
        connect(box, &QComboBox::currentIndexChanged, this, &SampleBrowser::choose);
    connect(m_depth, &QSlider::valueChanged, this, [this](int slice) {
        m_depthWords->setText(tr("Slice %1 of %2").arg(slice + 1).arg(m_depth->maximum() + 1));
        m_grid->setDepth(m_depth->maximum() > 0 ? double(slice) / m_depth->maximum() : 0.0);
    });
    return m_filters;
}

QComboBox* SampleBrowser::makeFilter(const QString& name, const QString& label, const QString& tip)
{
    auto* pair = new QWidget(m_filters);
    auto* layout = rowIn(pair, 6);
    auto* words = new QLabel(label, pair);
    auto* box = new QComboBox(pair);
    box->setObjectName(name);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->setMaxVisibleItems(20);
    words->setBuddy(box);
    layout->addWidget(words);
    layout->addWidget(box);
    m_filters->layout()->addWidget(pair);
    return box;
}

void SampleBrowser::showData(LoadedData data)
{
    m_choosing.cancel();
    m_data = std::move(data);
    m_chosenWords->clear();
    if (!m_data.dataset)
        return showWords(m_data.problem);
    fillFilters();
    m_filters->show();
    choose();
}

void SampleBrowser::showWords(const QString& sentence)
{
    m_choosing.cancel();
    m_filters->hide();
    m_chosenWords->clear();
    m_words->setText(sentence);
    m_stack->setCurrentWidget(m_words);
}

void SampleBrowser::fillFilters()
{
    const Dataset& dataset = *m_data.dataset;
    const std::array<QSignalBlocker, 5> blocked{QSignalBlocker(m_part),
                                                QSignalBlocker(m_class),
                                                QSignalBlocker(m_domain),
                                                QSignalBlocker(m_client),
                                                QSignalBlocker(m_depth)};
    m_part->clear();
    m_part->addItems({tr("training samples"), tr("test samples")});
    // A filter without a choice is hidden together with its label.
    m_part->parentWidget()->setVisible(dataset.officialTest.count() > 0 || !m_data.shards.empty());
    const auto fill = [](QComboBox* box, const std::vector<std::string>& names) {
        box->clear();
        box->addItem(tr("all"));
        for (const std::string& name : names)
            box->addItem(toQString(name));
        box->parentWidget()->setVisible(names.size() > 1);
    };
    fill(m_class, dataset.classNames);
    fill(m_domain, dataset.domainNames);
    std::vector<std::string> names(dataset.streams > 0 ? dataset.streams : m_data.shards.size());
    for (std::size_t client = 0; client < std::min(names.size(), m_data.shards.size()); ++client)
        names[client] = keptClientName(m_data.shards[client].name);
    std::vector<std::string> clients;
    for (int client = 0; client < int(names.size()); ++client)
        clients.push_back(clientText(names, client).toStdString());
    fill(m_client, clients);
    nameDomains(!clients.empty());
    for (int client = 0; client < int(names.size()); ++client)
        m_client->setItemData(
            client + 1, asPlainTip(wholeNames(names, std::span(&client, 1))), Qt::ToolTipRole);
    const int depth = static_cast<int>(dataset.train.shape.depth);
    m_depthRow->setVisible(depth > 1);
    m_depth->setRange(0, depth - 1);
    m_depth->setValue((depth - 1) / 2);
    m_depthWords->setText(tr("Slice %1 of %2").arg(m_depth->value() + 1).arg(depth));
    m_grid->setDepth(depth > 1 ? double(m_depth->value()) / (depth - 1) : 0.5);
}

/// As the data set means them: the clients of a federation may stand beside those of the open
/// experiment.
void SampleBrowser::nameDomains(bool besideClients)
{
    const bool areClients = m_data.dataset->domainsAreClients;
    auto* words = m_domain->parentWidget()->findChild<QLabel*>();
    words->setText(!areClients     ? tr("Do&main")
                   : besideClients ? tr("Cl&ient in the data")
                                   : tr("Cli&ent"));
    m_domain->setToolTip(areClients ? tr("Show only samples that are this client's in the data set")
                                    : tr("Show only samples of this domain"));
}

SampleChoice SampleBrowser::choice() const
{
    SampleChoice choice{.test = m_part->currentIndex() == 1,
                        .label = numberIn(*m_class),
                        .domain = numberIn(*m_domain),
                        .client = {}};
    if (const auto client = numberIn(*m_client))
        choice.client = static_cast<std::size_t>(*client);
    return choice;
}

void SampleBrowser::choose()
{
    struct Answer
    {
        ChosenSamples chosen;
        PlainTable table;
    };
    m_choosing.run(
        [data = m_data, choice = choice()] {
            Answer answer{.chosen = chosenSamples(data, choice), .table = {}};
            const Samples& samples =
                answer.chosen.official ? data.dataset->officialTest : data.dataset->train;
            if (lookOf(data.dataset->train.shape) == SampleLook::Table)
                answer.table = sampleTable(*data.dataset, samples, answer.chosen.indices);
            return answer;
        },
        [this](const Answer& answer) { showChosen(answer.chosen, answer.table); });
}

void SampleBrowser::showChosen(const ChosenSamples& chosen, const PlainTable& table)
{
    const Dataset& dataset = *m_data.dataset;
    const std::size_t count = chosen.indices.size();
    const bool isTable = lookOf(dataset.train.shape) == SampleLook::Table;
    m_chosenWords->clear();
    const std::size_t all = (chosen.official ? dataset.officialTest : dataset.train).count();
    if (isTable && count > table.rows.size())
        m_count->setText(
            tr("first %1 of %2 samples").arg(countText(table.rows.size()), countText(count)));
    else if (dataset.streams > 0 && !chosen.official)
        m_count->setText(tr("first of unlimited samples"));
    else if (count < all)
        m_count->setText(tr("%1 of %2 samples").arg(countText(count), countText(all)));
    else
        m_count->setText(tr("%1 samples").arg(countText(count)));
    if (dataset.task() == Task::Mask)
        m_count->setText(tr("%1; the mask is tinted").arg(m_count->text()));
    if (count == 0) {
        m_words->setText(tr("No samples match. Change the filters."));
        m_stack->setCurrentWidget(m_words);
        return;
    }
    if (isTable) {
        m_rows.showSamples(table);
        m_table->resizeColumnsToContents();
        m_stack->setCurrentWidget(m_table);
        return;
    }
    m_grid->setSamples(m_data.dataset, chosen.official, chosen.indices);
    m_stack->setCurrentWidget(m_grid);
}

} // namespace coterie::ui
