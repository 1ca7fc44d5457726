#include "ui/data/data_page.h"

#include "core/data/parts.h"
#include "ui/data/data_halves.h"
#include "ui/data/import_head.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/remembered_folder.h"
#include "ui/views/data_words.h"
#include "ui/views/thumbnail_strip.h"
#include "ui/words.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace coterie::ui {

namespace {

const QString kImportName = QStringLiteral("/import");

QString whereText(const DataFolders& folders)
{
    QStringList places;
    for (const auto& folder : folders.folders)
        places << pathText(folder);
    return places.isEmpty()
               ? DataPage::tr("No data folder is set, and there is no home folder. Set "
                              "COTERIE_DATA or start Coterie with --data FOLDER.")
               : DataPage::tr("Data folders: %1").arg(places.join(DataPage::tr(" and ")));
}

QString elsewhereText(const DatasetCard& card, const DataFolders& folders)
{
    if (card.canFetch && folders.folders.empty())
        return DataPage::tr(
            "Its files are not on this machine, and no data folder is set for a download. Start "
            "Coterie with --data FOLDER, or import a folder that contains them.");
    if (card.canFetch)
        return DataPage::tr("Its files are not on this machine. Download them into %1, or import a "
                            "folder that contains them.")
            .arg(pathText(folders.folders.front()));
    return DataPage::tr("Its files are not on this machine and need a manual download from the "
                        "source shown above. Then import the folder that contains them.");
}

} // namespace

DataPage::DataPage(std::span<const CatalogEntry> catalog,
                   const DataFolders& folders,
                   QWidget* parent)
    : QWidget(parent)
    , m_catalog(catalog)
    , m_folders(folders)
{
    takeDrops(*this, false, [this](const QString& path) { importPath(path); });
    m_model.setCards(plainCards(catalog));
    auto* halves = named(new DataHalves(this), "dataHalves");
    halves->addWidget(makeCatalogue());
    halves->addWidget(makeDetail());
    halves->setStretchFactor(1, 1); // the cards keep their width
    columnIn(this)->addWidget(halves);
    connectDownloads();
    choose(m_model.card(0).name);
}

QWidget* DataPage::makeCatalogue()
{
    auto* left = new QWidget(this);
    auto* title = new QLabel(tr("Data sets"), left);
    title->setFont(headingFont(title->font(), 1.35));
    auto* where = textLabel(left);
    where->setText(whereText(m_folders));

    auto* import = named(new QPushButton(tr("Import"), left), "importData");
    import->setIcon(icon(QStringLiteral("import")));
    import->setToolTip(tr("Import your own data: a table (CSV), NumPy arrays, IDX or CIFAR binary "
                          "files, a plain text, a folder of pictures or with a file for each "
                          "client, LEAF's files, an archive of such a folder (.zip, .tar.gz …), or "
                          "a published data set in another folder. You can also drop it on this "
                          "page"));
    auto* menu = new QMenu(import);
    menu->addAction(tr("&File…"), this, [this] { askForImport(false); });
    menu->addAction(tr("F&older…"), this, [this] { askForImport(true); });
    import->setMenu(menu);

    m_list = named(new QListView(left), "datasetList", tr("Data sets"));
    m_list->setToolTip(tr("Choose a data set to see its samples"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true); // highlights the card under the mouse
    m_list->setItemDelegate(new CardDelegate(m_model, m_list));
    m_list->setModel(&m_model);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setMinimumWidth(300);

    auto* head = new QHBoxLayout;
    head->addWidget(title, 1);
    head->addWidget(import);
    auto* layout = columnIn(left, 8, {16, 14, 8, 0}); // ends level with the samples
    layout->addLayout(head);
    layout->addWidget(where);
    layout->addWidget(m_list, 1);
    connect(m_list->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            &DataPage::showChosen);
    return left;
}

QWidget* DataPage::makeDetail()
{
    auto* right = new QWidget(this);
    m_head = new DatasetHead(right);
    m_importHead = new ImportHead(right);
    m_browser = new SampleBrowser(right);
    auto* layout = columnIn(right, 0);
    layout->addWidget(m_head);
    layout->addWidget(m_importHead);
    layout->addWidget(m_browser, 1);
    connect(m_head, &DatasetHead::useRequested, this, [this](const Part& dataset) {
        emit useRequested(datasetNode(dataset), false);
    });
    connect(m_head, &DatasetHead::fetchRequested, this, [this](const QString& name) {
        m_toPlan.push_back(name);
        if (!m_planning.isBusy())
            planNext();
    });
    connect(m_head, &DatasetHead::cancelRequested, &m_downloads, &Downloads::cancel);
    connect(m_importHead, &ImportHead::edited, this, &DataPage::readImport);
    connect(m_importHead, &ImportHead::useRequested, this, &DataPage::useImport);
    return right;
}

void DataPage::connectDownloads()
{
    connect(&m_downloads, &Downloads::started, this, [this](const QString& name) {
        showDownload(name, {.underWay = true});
    });
    connect(&m_downloads,
            &Downloads::progressed,
            this,
            [this](const QString& name, const FetchProgress& progress) {
                showDownload(name, {.underWay = true, .progress = progress});
            });
    connect(&m_downloads,
            &Downloads::ended,
            this,
            [this](const QString& name, const FileOutcome& outcome) {
                showDownload(
                    name,
                    {.sentence = outcome.sentence, .isProblem = outcome.end == FetchEnd::Failed});
                lookUp({name});
            });
}

void DataPage::showDownload(const QString& name, const DownloadState& state)
{
    m_states[name] = state;
    QString news;
    if (const auto& progress = state.progress)
        news = progress->setTotal > 0
                   ? tr("%1 %").arg(100 * progress->setReceived / progress->setTotal)
                   : sizeText(progress->received);
    else if (state.underWay)
        news = tr("waiting …");
    else if (state.isProblem)
        news = tr("download failed");
    m_model.setNews(name, news);
    if (const DatasetCard* card = chosenCard(); card && card->name == name)
        m_head->showDownload(state);
}

void DataPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    lookUpExperiment();
    if (std::exchange(m_looked, true))
        return lookUpChanged();
    QStringList names;
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (m_model.card(row).kind == DatasetCard::Kind::Catalogue)
            names << m_model.card(row).name;
    lookUp(names);
    showChosen();
}

/// Files may have changed while another page was shown. Only sets whose files changed, or that
/// could not be read before, are read again.
void DataPage::lookUpChanged()
{
    std::vector<DatasetCard> cards;
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (m_model.card(row).kind == DatasetCard::Kind::Catalogue)
            cards.push_back(m_model.card(row));
    m_checking.run(
        [cards = std::move(cards), catalog = m_catalog, folders = m_folders] {
            QStringList changed;
            for (const DatasetCard& card : cards)
                if (!card.problem.isEmpty() || filesOf(card, catalog, folders) != card.files)
                    changed << card.name;
            return changed;
        },
        [this](QStringList changed) {
            if (const int row = m_model.rowOf(kExperimentCard);
                row >= 0 && !m_model.card(row).problem.isEmpty())
                changed << kExperimentCard;
            // The first set is being read, perhaps from the old files; the others are still to be
            // read.
            const auto waiting = std::ranges::subrange(
                m_toLookUp.begin() + (m_toLookUp.empty() ? 0 : 1), m_toLookUp.end());
            changed.removeIf([&](const QString& name) {
                return std::ranges::find(waiting, name) != waiting.end();
            });
            if (!changed.isEmpty())
                lookUp(changed);
        });
}

void DataPage::lookUp(const QStringList& names)
{
    const bool isIdle = m_toLookUp.empty();
    // Behind the current set and before the waiting ones: the user looks at the newest.
    m_toLookUp.insert(m_toLookUp.begin() + (isIdle ? 0 : 1), names.begin(), names.end());
    emit lookingBegun();
    if (isIdle)
        lookUpNext();
}

/// One data set at a time, so that only one is in memory for its thumbnails.
void DataPage::lookUpNext()
{
    while (!m_toLookUp.empty() && m_model.rowOf(m_toLookUp.front()) < 0)
        m_toLookUp.pop_front(); // the experiment has been closed
    if (m_toLookUp.empty())
        return;
    const int row = m_model.rowOf(m_toLookUp.front());
    m_looking.run([card = m_model.card(row),
                   catalog = m_catalog,
                   folders = m_folders] { return lookedUp(card, catalog, folders); },
                  [this](const DatasetCard& card) {
                      m_toLookUp.pop_front();
                      takeLookedUp(card);
                      lookUpNext();
                  });
}

void DataPage::takeLookedUp(const DatasetCard& card)
{
    const int row = m_model.rowOf(card.name);
    if (row < 0 || m_model.card(row).part != card.part)
        return; // the experiment has other data now
    DatasetCard now = m_model.card(row);
    const bool wasHere = now.isHere();
    const bool wasBroken = !now.problem.isEmpty();
    now.files = card.files;
    now.facts = card.facts;
    now.problem = card.problem;
    now.thumbnails = card.thumbnails;
    m_model.setCard(now);
    const bool isBroken = !now.problem.isEmpty();
    if (now.isHere() && !wasHere)
        emit datasetFound();
    if (now.isHere() && wasBroken && !isBroken)
        emit datasetMended();
    if (const auto state = m_states.find(now.name);
        now.isHere() && !isBroken && state != m_states.end() && state->second.isProblem) {
        m_states.erase(state); // a download had failed, but the files are here now
        m_model.setNews(now.name, {});
    }
    const DatasetCard* chosen = chosenCard();
    if (!chosen || chosen->name != now.name)
        return;
    showHead(now);
    if (now.isHere() != wasHere || isBroken != wasBroken)
        showChosen();
}

void DataPage::lookUpExperiment()
{
    const int row = m_model.rowOf(kExperimentCard);
    if (row < 0 || !isVisible())
        return;
    const DatasetCard& card = m_model.card(row);
    const bool isTold = !card.facts.isEmpty() || !card.problem.isEmpty();
    // The set being read may belong to the experiment's previous data.
    if (!isTold && std::ranges::count(m_toLookUp, kExperimentCard) < 2)
        lookUp({kExperimentCard});
}

const DatasetCard* DataPage::chosenCard() const
{
    const QModelIndex index = m_list->currentIndex();
    return index.isValid() ? &m_model.card(index.row()) : nullptr;
}

void DataPage::choose(const QString& name)
{
    m_list->setCurrentIndex(m_model.index(m_model.rowOf(name)));
}

void DataPage::showChosen()
{
    const DatasetCard* card = chosenCard();
    if (!card || !m_looked)
        return;
    const bool isImport = card->kind == DatasetCard::Kind::Import;
    m_useWhenRead = false;
    m_importHead->setVisible(isImport);
    m_head->setVisible(!isImport);
    if (isImport)
        return readImport();
    showHead(*card);
    if (card->kind == DatasetCard::Kind::Experiment) {
        load([plan = *m_plan, folders = m_folders] { return loadedData(plan, folders); });
    } else if (card->isHere()) {
        load([part = card->part, folders = m_folders] { return loadedData(part, folders); });
    } else {
        m_loading.cancel();
        m_browser->showWords(elsewhereText(*card, m_folders));
    }
}

void DataPage::showHead(const DatasetCard& card)
{
    m_head->showCard(card);
    if (const auto state = m_states.find(card.name); state != m_states.end())
        m_head->showDownload(state->second);
}

void DataPage::load(std::function<LoadedData()> work)
{
    struct Answer
    {
        LoadedData loaded;
        QString facts;
        std::vector<QImage> thumbnails;
    };
    m_browser->showWords(tr("Reading …"));
    m_loading.run(
        [work = std::move(work)] {
            Answer answer{.loaded = work(), .facts = {}, .thumbnails = {}};
            if (answer.loaded.dataset) {
                answer.facts = factsText(*answer.loaded.dataset);
                answer.thumbnails = thumbnailsOf(*answer.loaded.dataset, kThumbnails);
            }
            return answer;
        },
        [this](Answer answer) {
            const DatasetCard* card = chosenCard();
            const bool mayBeUsed = answer.loaded.dataset != nullptr;
            m_importHasClients = mayBeUsed && answer.loaded.dataset->domainsAreClients;
            if (card && card->kind != DatasetCard::Kind::Catalogue) {
                DatasetCard told = *card;
                told.facts = answer.facts;
                told.problem = answer.loaded.problem;
                told.thumbnails = std::move(answer.thumbnails);
                m_model.setCard(told);
                if (told.kind == DatasetCard::Kind::Import)
                    m_importHead->showRead(
                        answer.facts,
                        std::exchange(answer.loaded.problem,
                                      tr("Cannot read the file; see above. Fix the file and choose "
                                         "it again, or change above how it is read.")));
                else
                    m_head->showCard(told);
            }
            m_browser->showData(std::move(answer.loaded));
            if (std::exchange(m_useWhenRead, false) && mayBeUsed)
                useImport();
        });
}

void DataPage::setExperiment(const std::optional<RunPlan>& plan)
{
    if (plan && m_plan && plan->data == m_plan->data && plan->clients == m_plan->clients
        && plan->partitionSeed == m_plan->partitionSeed)
        return;
    m_plan = plan;
    if (!plan) {
        m_model.remove(kExperimentCard);
        return;
    }
    DatasetCard card = experimentCard(*plan);
    if (const int row = m_model.rowOf(kExperimentCard);
        row >= 0 && m_model.card(row).part == card.part) {
        card.facts = m_model.card(row).facts;
        card.problem = m_model.card(row).problem;
        card.thumbnails = m_model.card(row).thumbnails;
    }
    m_model.putFirst(card);
    lookUpExperiment();
    if (const auto* now = chosenCard(); now && now->kind == DatasetCard::Kind::Experiment)
        showChosen();
}

void DataPage::importPath(const QString& path)
{
    m_importPath = path;
    m_detected.reset();
    m_model.putFirst({.kind = DatasetCard::Kind::Import,
                      .name = kImportName,
                      .title = QFileInfo(path).fileName(),
                      .meaning = path,
                      .licence = tr("not stated")});
    m_detecting.run([path] { return detectData(toPath(path)); },
                    [this](const Result<DetectedData>& detected) {
                        m_detected = detected;
                        if (detected)
                            m_importHead->showDetected(m_importPath, *detected);
                        if (const auto* card = chosenCard(); card && card->name == kImportName)
                            showChosen();
                        else
                            choose(kImportName);
                    });
}

void DataPage::readImport()
{
    if (!m_detected)
        return;
    if (!*m_detected) {
        m_previewing.cancel();
        m_importHead->showRefused(m_importPath, toQString(m_detected->error().sentence()));
        m_loading.cancel();
        m_browser->showWords(tr("Cannot read the file; see above. Fix the file and choose it "
                                "again, or choose another."));
        return;
    }
    DataFolders folders = m_folders;
    if (!m_importHead->detected().folder.empty())
        folders.folders = {m_importHead->detected().folder};
    m_previewing.run(
        [part = m_importHead->part(), folders] { return tablePreview(part, folders); },
        [this](const Result<TablePreview>& preview) { m_importHead->showTable(preview); });
    load([part = m_importHead->part(), folders] { return loadedData(part, folders); });
}

void DataPage::useImport()
{
    // The click took the focus from a field, whose text is being tried.
    m_useWhenRead = m_loading.isBusy();
    if (m_useWhenRead)
        return;
    const DetectedData& detected = m_importHead->detected();
    if (detected.folder.empty())
        return emit useRequested(datasetNode(m_importHead->part()), m_importHasClients);
    const CatalogEntry* entry = entryNamed(dataCatalog(), detected.dataset.name);
    m_linking.run([&entry = *entry,
                   folder = detected.folder,
                   folders = m_folders] { return linkIntoDataFolder(entry, folder, folders); },
                  [this, part = detected.dataset, hasClients = m_importHasClients](
                      const Result<void>& linked) {
                      if (!linked)
                          return m_importHead->showRead({}, toQString(linked.error().sentence()));
                      lookUp({toQString(part.name)});
                      emit useRequested(datasetNode(part), hasClients);
                  });
}

void DataPage::planNext()
{
    if (m_toPlan.empty())
        return;
    const QString name = m_toPlan.front();
    m_toPlan.pop_front();
    m_planning.run([name, folders = m_folders] { return fetchPlan(name, folders); },
                   [this, name](const Result<FetchPlan>& plan) {
                       if (plan) {
                           m_downloads.start(*plan);
                       } else {
                           m_states[name] = {.sentence = toQString(plan.error().sentence()),
                                             .isProblem = true};
                           if (const DatasetCard* card = chosenCard(); card && card->name == name)
                               showHead(*card);
                       }
                       planNext();
                   });
}

void DataPage::askForImport(bool folder)
{
    auto* dialog = new QFileDialog(this, folder ? tr("Import a folder") : tr("Import a file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    rememberFolder(*dialog, FolderFor::Data);
    connect(dialog, &QFileDialog::fileSelected, this, &DataPage::importPath);
    dialog->open();
}

} // namespace coterie::ui
