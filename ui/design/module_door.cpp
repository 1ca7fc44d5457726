#include "ui/design/module_door.h"

#include "core/base/json_values.h"
#include "core/data/detect_module.h"
#include "ui/design/experiment_document.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/remembered_folder.h"
#include "ui/words.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr std::string_view kModule = "torchScript";
constexpr std::string_view kPath = "path";

} // namespace

ModuleDoor::ModuleDoor(ExperimentDocument& document)
    : m_document(document)
    , m_problem(new QLabel(this))
{
    auto* open = new QPushButton(icon(QStringLiteral("open")), tr("From a PyTorch file…"), this);
    open->setObjectName(QStringLiteral("openModule"));
    open->setToolTip(tr("Choose a scripted module (TorchScript), or drop its file on this page"));
    m_problem->setObjectName(QStringLiteral("moduleProblem"));
    m_problem->setWordWrap(true);
    m_problem->setPalette(problemPalette(palette()));
    m_problem->hide();
    QVBoxLayout* column = columnIn(this, 8);
    column->addWidget(open, 0, Qt::AlignLeft);
    column->addWidget(m_problem);
    connect(open, &QPushButton::clicked, this, &ModuleDoor::choose);
    // A file that was chosen for one experiment is not another's.
    connect(&document, &ExperimentDocument::opened, &m_looking, [this] { m_looking.cancel(); });
}

bool ModuleDoor::isAmong(std::span<const NamedPart> models)
{
    const NamedPart* module = findPart(models, kModule);
    const ParameterDescriptor* path = module ? findParameter(module->parameters, kPath) : nullptr;
    return path && path->type == ParameterType::Text;
}

void ModuleDoor::show(const PartPlace& place)
{
    m_place = place;
    setVisible(isAmong(place.known));
    if (m_document.text() != m_refusedIn)
        refuse({});
}

void ModuleDoor::take(const QString& file)
{
    if (!isAmong(m_place.known))
        return;
    m_looking.run([path = toPath(file)] { return checkTorchScript(path); },
                  [this, file](const Result<void>& checked) {
                      checked ? name(file) : refuse(toQString(checked.error().sentence()));
                  });
}

void ModuleDoor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_problem->setPalette(problemPalette(palette()));
}

void ModuleDoor::choose()
{
    auto* dialog = new QFileDialog(this,
                                   tr("Choose a module of PyTorch"),
                                   {},
                                   tr("TorchScript modules (*.pt *.pth);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    const QString experiment = m_document.path();
    rememberFolder(*dialog,
                   FolderFor::Models,
                   experiment.isEmpty() ? QString() : QFileInfo(experiment).absolutePath());
    connect(dialog, &QFileDialog::fileSelected, this, &ModuleDoor::take);
    dialog->open();
}

/// The settings of the model before, such as the name of its output, are not this file's.
void ModuleDoor::name(const QString& file)
{
    refuse({});
    const auto root = m_document.json();
    if (!root)
        return;
    JsonNode module =
        jsonObject({{m_place.nameKey, std::string(kModule)}, {kPath, toPath(file).string()}});
    if (const JsonNode* old = valueAt(*root, m_place.pointer);
        old && old->kind == JsonNode::Kind::Object)
        for (const std::string& key : m_place.otherKeys)
            if (const JsonNode* kept = coterie::ui::childAt(*old, key))
                module.add(key, *kept);
    m_document.apply(tr("Choose %1").arg(QFileInfo(file).fileName()),
                     {{.pointer = m_place.pointer, .value = std::move(module)}});
}

void ModuleDoor::refuse(const QString& problem)
{
    m_refusedIn = problem.isEmpty() ? QString() : m_document.text();
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

} // namespace coterie::ui
