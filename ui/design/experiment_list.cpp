#include "ui/design/experiment_list.h"

#include "core/experiment/experiment_json.h"
#include "ui/design/section_page.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QDir>
#include <QDirIterator>
#include <QEvent>
#include <QFileInfo>
#include <QHash>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <tuple>
#include <utility>

namespace coterie::ui {

QString folderTitle(const QString& group)
{
    // Spellings of the papers' methods.
    static const QHash<QString, QString> kPapers{
        {QStringLiteral("allForOne"), QStringLiteral("All-for-one")},
        {QStringLiteral("hcct"), QStringLiteral("HCCT")},
        {QStringLiteral("hicsFl"), QStringLiteral("HiCS-FL")},
        {QStringLiteral("sFedHP"), QStringLiteral("sFedHP")}};
    QStringList parts = group.split(u'/', Qt::SkipEmptyParts);
    for (QString& part : parts) {
        const bool isFirst = &part == &parts.front();
        part = kPapers.value(part, isFirst ? part.left(1).toUpper() + part.mid(1) : part);
    }
    return parts.join(QStringLiteral(" · "));
}

QString titleInFolder(const QString& name, const QString& group)
{
    const QString paper = folderTitle(group).section(QStringLiteral(" · "), -1);
    if (paper.isEmpty() || !name.startsWith(paper))
        return name;
    QString rest = name.mid(paper.size());
    if (!rest.startsWith(QStringLiteral(", ")) && !rest.startsWith(QStringLiteral(": ")))
        return name;
    rest = rest.mid(2).trimmed();
    if (rest.isEmpty())
        return name;
    rest[0] = rest[0].toUpper();
    return rest;
}

QStringList titlesOf(const QStringList& paths)
{
    const auto foldersOf = [](const QString& path) {
        return QFileInfo(path).path().split(u'/', Qt::SkipEmptyParts);
    };
    const auto title = [&](const QString& path, qsizetype folders) {
        const QStringList last = foldersOf(path).last(std::min(folders, foldersOf(path).size()));
        const QString name = QFileInfo(path).fileName();
        return last.isEmpty() ? name : say("%1 in %2").arg(name, last.join(QDir::separator()));
    };
    QStringList titles;
    for (const QString& path : paths) {
        const auto isShared = [&](qsizetype folders) {
            return std::ranges::any_of(paths, [&](const QString& other) {
                return other != path && title(other, folders) == title(path, folders);
            });
        };
        qsizetype folders = 0;
        while (folders < foldersOf(path).size() && isShared(folders))
            ++folders;
        titles << title(path, folders);
    }
    return titles;
}

bool isTemplate(const QString& path, const QString& folder)
{
    if (path.startsWith(u':'))
        return true;
    const QString home = QFileInfo(folder).canonicalFilePath();
    return !home.isEmpty() && QFileInfo(path).canonicalFilePath().startsWith(home + u'/');
}

namespace {

constexpr int kPathRole = Qt::UserRole + 1;
constexpr qsizetype kRecentShown = 4; ///< without scrolling

ExperimentFile readFacts(const QString& path, const Registry& registry, const DataFolders& data)
{
    ExperimentFile file{.path = path, .name = QFileInfo(path).completeBaseName()};
    const auto experiment = readExperiment(toPath(path), registry);
    if (!experiment) {
        if (!experiment.error().empty())
            file.problem = toQString(experiment.error().front().sentence());
        return file;
    }
    if (!experiment->name.empty())
        file.name = toQString(experiment->name);
    file.description = toQString(experiment->description);
    const Part& dataset = experiment->data.dataset;
    if (const NamedPart* known = findPart(registry.datasets, dataset.name);
        known && !hasFiles(dataset, data))
        file.missing = fromCore(known->title);
    file.runs = int(expand(*experiment, registry).size());
    file.hint = hintOf(*experiment, registry);
    return file;
}

/// Rows open files and are not selected: a selected row at the left is a part of the open
/// experiment. Keyboard users see a frame.
class FileDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        QStyleOptionViewItem unframed = option;
        unframed.state.setFlag(QStyle::State_HasFocus, false);
        CellDelegate::paint(painter, unframed, index);
        if (!option.state.testFlag(QStyle::State_HasFocus))
            return;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        // Focus alone may come from start-up or a click.
        const bool byKeyboard = option.state.testFlag(QStyle::State_KeyboardFocusChange);
        painter->setPen(
            QPen(option.palette.color(byKeyboard ? QPalette::Highlight : QPalette::Mid), 1));
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5), 3, 3);
        painter->restore();
    }
};

QLabel* makeTitle(const QString& text)
{
    auto* label = makeHeading(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(9, 12, 8, 4); // in line with the headings inside the list
    return label;
}

} // namespace

std::vector<ExperimentFile>
experimentFilesIn(const QString& folder, const Registry& registry, const DataFolders& data)
{
    std::vector<ExperimentFile> files;
    QDirIterator found(
        folder, {QStringLiteral("*.json")}, QDir::Files, QDirIterator::Subdirectories);
    while (found.hasNext()) {
        const QString path = found.next();
        ExperimentFile file = readFacts(QFileInfo(path).absoluteFilePath(), registry, data);
        file.group = QDir(folder).relativeFilePath(found.fileInfo().path());
        if (file.group == QStringLiteral("."))
            file.group.clear();
        files.push_back(std::move(file));
    }
    std::ranges::sort(files, {}, [](const ExperimentFile& file) {
        const bool isQuickstart =
            QFileInfo(file.path).fileName() == QStringLiteral("quickstart.json");
        return std::tuple(!isQuickstart, file.group, file.path);
    });
    return files;
}

ExperimentList::ExperimentList(const Registry& registry,
                               const QString& folder,
                               DataFolders dataFolders,
                               QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_folder(folder)
    , m_dataFolders(std::move(dataFolders))
{
    m_templates = makeList(QStringLiteral("templates"));
    m_templates->setAccessibleName(tr("Shipped experiments"));
    m_templates->setWordWrap(true); // names of a series differ at the end
    m_templates->setResizeMode(QListView::Adjust);
    m_recent = makeList(QStringLiteral("recentFiles"));
    m_recent->setAccessibleName(tr("Recent files"));
    m_recent->setTextElideMode(Qt::ElideMiddle); // file and folder names are at the ends
    m_recentTitle = makeTitle(tr("Recent"));
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_recentTitle);
    layout->addWidget(m_recent);
    layout->addWidget(makeTitle(tr("Shipped experiments")));
    layout->addWidget(m_templates, 1);
    setAutoFillBackground(true);
    setRecent({});
    reload();
}

QListWidget* ExperimentList::makeList(const QString& name)
{
    auto* list = new QListWidget(this);
    list->setObjectName(name);
    list->setFrameShape(QFrame::NoFrame);
    list->setTextElideMode(Qt::ElideRight);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setItemDelegate(new FileDelegate(list));
    list->setSelectionMode(QAbstractItemView::NoSelection);
    list->setIconSize({18, 18});
    list->setToolTip(tr("Open this experiment"));
    list->viewport()->setBackgroundRole(QPalette::Window);
    const auto choose = [this](const QListWidgetItem* item) {
        if (const QString path = item->data(kPathRole).toString(); !path.isEmpty()) // not a heading
            emit fileChosen(path);
    };
    connect(list, &QListWidget::itemClicked, this, choose);
    // Not itemActivated, which may follow a click and open the file twice.
    auto* open = new QAction(list);
    open->setShortcuts({Qt::Key_Return, Qt::Key_Enter});
    open->setShortcutContext(Qt::WidgetShortcut);
    list->addAction(open);
    connect(open, &QAction::triggered, list, [list, choose] {
        if (const QListWidgetItem* item = list->currentItem())
            choose(item);
    });
    return list;
}

void ExperimentList::reload()
{
    m_reading.run([folder = m_folder,
                   &registry = m_registry,
                   data = m_dataFolders] { return experimentFilesIn(folder, registry, data); },
                  [this](const std::vector<ExperimentFile>& files) {
                      m_files = files;
                      m_hints.clear();
                      for (const ExperimentFile& file : files)
                          m_hints.push_back(file.hint);
                      showFiles(files);
                      emit loaded();
                  });
}

void ExperimentList::showFiles(const std::vector<ExperimentFile>& files)
{
    const int scrolled = m_templates->verticalScrollBar()->value();
    m_templates->clear();
    QString group;
    for (const ExperimentFile& file : files) {
        if (std::exchange(group, file.group) != file.group) {
            auto* heading = new QListWidgetItem(folderTitle(group), m_templates);
            heading->setFlags(Qt::NoItemFlags);
        }
        const QString sign = !file.problem.isEmpty()   ? QStringLiteral("warning")
                             : !file.missing.isEmpty() ? QStringLiteral("download")
                                                       : QStringLiteral("file");
        auto* item =
            new QListWidgetItem(icon(sign), titleInFolder(file.name, file.group), m_templates);
        item->setData(kPathRole, file.path);
        item->setData(Qt::AccessibleTextRole, file.name);
        QStringList tip{file.name}; // the row may elide it
        tip << (file.problem.isEmpty() ? file.description : file.problem);
        if (!file.missing.isEmpty())
            tip << tr("Needs %1, which is not on this machine. Download or import it on the Data "
                      "page.")
                       .arg(file.missing);
        if (file.runs > 0)
            tip << counted(file.runs, tr("1 run"), tr("%1 runs"));
        tip.removeAll(QString());
        item->setToolTip(tip.join(u'\n'));
    }
    styleHeadings();
    markCurrent();
    m_templates->doItemsLayout(); // required before scrolling
    m_templates->verticalScrollBar()->setValue(scrolled);
}

void ExperimentList::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    const bool isFont = event->type() == QEvent::FontChange;
    if (isFont || event->type() == QEvent::PaletteChange)
        styleHeadings();
    if (isFont)
        fitRecent();
}

void ExperimentList::styleHeadings()
{
    for (int row = 0; row < m_templates->count(); ++row)
        if (QListWidgetItem* item = m_templates->item(row); item->flags() == Qt::NoItemFlags) {
            item->setForeground(palette().placeholderText()); // disabled text is too faint
            item->setFont(headingFont(m_templates->font()));
        }
}

/// Leaves most of the room to the list below.
void ExperimentList::fitRecent()
{
    if (m_recent->count() > 0)
        m_recent->setFixedHeight(int(std::min<qsizetype>(m_recent->count(), kRecentShown))
                                 * m_recent->sizeHintForRow(0));
}

void ExperimentList::setRecent(const QStringList& paths)
{
    m_recent->clear();
    const QStringList titles = titlesOf(paths);
    for (qsizetype row = 0; row < paths.size(); ++row) {
        auto* item = new QListWidgetItem(icon(QStringLiteral("file")), titles[row], m_recent);
        item->setData(kPathRole, paths[row]);
        item->setToolTip(QDir::toNativeSeparators(paths[row]));
    }
    fitRecent();
    m_recent->setVisible(!paths.isEmpty());
    m_recentTitle->setVisible(!paths.isEmpty());
    markCurrent();
}

void ExperimentList::setCurrent(const QString& path)
{
    m_current = path;
    markCurrent();
}

void ExperimentList::markCurrent()
{
    for (QListWidget* list : {m_templates, m_recent})
        for (int row = 0; row < list->count(); ++row) {
            QListWidgetItem* item = list->item(row);
            const QString path = item->data(kPathRole).toString();
            if (path.isEmpty())
                continue; // a heading
            const bool isOpen = path == m_current;
            QFont font = list->font();
            font.setWeight(isOpen ? QFont::DemiBold : QFont::Normal);
            item->setFont(font);
            item->setData(Qt::AccessibleDescriptionRole, isOpen ? tr("open") : QString());
        }
}

} // namespace coterie::ui
