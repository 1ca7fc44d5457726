#include "ui/design/experiment_list.h"

#include "core/spec/experiment_json.h"
#include "ui/frame/cell_delegate.h"
#include "ui/frame/icons.h"
#include "ui/words.h"

#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr int kPathRole = Qt::UserRole + 1;

ExperimentFile readFacts(const QString& path, const Registry& registry)
{
    ExperimentFile file{
        .path = path, .name = QFileInfo(path).completeBaseName(), .description = {}, .problem = {}};
    const auto experiment = readExperiment(toPath(path), registry);
    if (!experiment) {
        file.problem = experiment.error().empty()
                           ? QString()
                           : toQString(experiment.error().front().sentence());
        return file;
    }
    if (!experiment->name.empty())
        file.name = toQString(experiment->name);
    file.description = toQString(experiment->description);
    file.runs = static_cast<int>(expand(*experiment, registry).size());
    return file;
}

QLabel* makeTitle(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setForegroundRole(QPalette::PlaceholderText);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setContentsMargins(14, 12, 8, 4);
    return label;
}

} // namespace

std::vector<ExperimentFile> experimentFilesIn(const QString& folder, const Registry& registry)
{
    std::vector<ExperimentFile> files;
    const QFileInfoList found =
        QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    for (const QFileInfo& info : found)
        files.push_back(readFacts(info.absoluteFilePath(), registry));
    std::stable_partition(files.begin(), files.end(), [](const ExperimentFile& file) {
        return QFileInfo(file.path).completeBaseName() == QStringLiteral("quickstart");
    });
    return files;
}

ExperimentList::ExperimentList(const Registry& registry, const QString& folder, QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_folder(folder)
{
    m_templates = makeList(QStringLiteral("templates"));
    m_templates->setAccessibleName(tr("Experiments to start from"));
    m_recent = makeList(QStringLiteral("recentFiles"));
    m_recent->setAccessibleName(tr("Files opened lately"));
    m_recentTitle = makeTitle(tr("Opened lately"), this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeTitle(tr("Start from"), this));
    layout->addWidget(m_templates);
    layout->addWidget(m_recentTitle);
    layout->addWidget(m_recent);
    layout->addStretch(1);
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
    list->setItemDelegate(new CellDelegate(list));
    list->setIconSize({18, 18});
    list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    list->setToolTip(tr("Open this experiment"));
    list->viewport()->setBackgroundRole(QPalette::Window);
    const auto choose = [this](const QListWidgetItem* item) {
        emit fileChosen(item->data(kPathRole).toString());
    };
    connect(list, &QListWidget::itemActivated, this, choose);
    connect(list, &QListWidget::itemClicked, this, choose);
    return list;
}

void ExperimentList::reload()
{
    m_reading.run(
        [folder = m_folder, &registry = m_registry] { return experimentFilesIn(folder, registry); },
        [this](const std::vector<ExperimentFile>& files) { showFiles(files); });
}

void ExperimentList::showFiles(const std::vector<ExperimentFile>& files)
{
    m_templates->clear();
    for (const ExperimentFile& file : files) {
        auto* item = new QListWidgetItem(
            icon(file.problem.isEmpty() ? QStringLiteral("file") : QStringLiteral("warning")),
            file.name,
            m_templates);
        item->setData(kPathRole, file.path);
        QString tip = file.problem.isEmpty() ? file.description : file.problem;
        if (file.runs > 0)
            tip += (tip.isEmpty() ? QString() : QStringLiteral("\n"))
                   + counted(file.runs, tr("1 run"), tr("%1 runs"));
        item->setToolTip(tip);
    }
    markCurrent();
}

void ExperimentList::setRecent(const QStringList& paths)
{
    m_recent->clear();
    for (const QString& path : paths) {
        auto* item =
            new QListWidgetItem(icon(QStringLiteral("file")), QFileInfo(path).fileName(), m_recent);
        item->setData(kPathRole, path);
        item->setToolTip(QDir::toNativeSeparators(path));
    }
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
    for (QListWidget* list : {m_templates, m_recent}) {
        list->clearSelection();
        for (int row = 0; row < list->count(); ++row)
            if (list->item(row)->data(kPathRole).toString() == m_current)
                list->item(row)->setSelected(true);
    }
}

} // namespace coterie::ui
