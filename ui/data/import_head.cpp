#include "ui/data/import_head.h"

#include "core/data/parts.h"
#include "core/experiment/experiment_write.h"
#include "ui/core_sentences.h"
#include "ui/data/table_columns.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>

#include <algorithm>
#include <string>
#include <vector>

namespace coterie::ui {

namespace {

ParameterValue valueOf(const Part& part, const ParameterDescriptor& parameter)
{
    const Parameter* set = part.parameters.find(parameter.name);
    return set ? set->values.front() : parameter.defaultValue();
}

} // namespace

PartFields::PartFields(QWidget* parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
{
    m_form->setContentsMargins({});
    m_form->setHorizontalSpacing(12);
    m_form->setVerticalSpacing(6);
}

void PartFields::showPart(const NamedPart& kind, const Part& part)
{
    m_part = part;
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    for (const ParameterDescriptor& parameter : kind.parameters) {
        QWidget* field = makeField(parameter);
        if (!field)
            continue;
        field->setObjectName(QStringLiteral("field.") + toQString(parameter.name));
        field->setToolTip(fromCore(parameter.meaning));
        auto* label = new QLabel(labelOf(parameter), this);
        label->setToolTip(field->toolTip());
        label->setBuddy(field);
        m_form->addRow(label, field);
    }
}

QWidget* PartFields::makeField(const ParameterDescriptor& parameter)
{
    const ParameterValue value = valueOf(m_part, parameter);
    switch (parameter.type) {
    case ParameterType::Word: {
        auto* box = new QComboBox(this);
        for (const std::string_view word : parameter.words)
            box->addItem(choiceText(parameter, toQString(word)), toQString(word));
        box->setCurrentIndex(box->findData(toQString(std::get<std::string>(value))));
        box->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(box, &QComboBox::activated, this, [this, &parameter, box](int index) {
            set(parameter, box->itemData(index).toString().toStdString());
        });
        return box;
    }
    case ParameterType::Text: {
        auto* line = new QLineEdit(toQString(std::get<std::string>(value)), this);
        line->setCursorPosition(0);
        line->setPlaceholderText(fromCore(parameter.meaning));
        connect(line, &QLineEdit::editingFinished, this, [this, &parameter, line] {
            set(parameter, line->text().toStdString());
        });
        return line;
    }
    case ParameterType::Integer: {
        auto* number = new QSpinBox(this);
        number->setRange(static_cast<int>(parameter.range.minimum),
                         static_cast<int>(parameter.range.maximum));
        number->setValue(static_cast<int>(std::get<std::int64_t>(value)));
        number->setKeyboardTracking(false);
        number->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(number, &QSpinBox::valueChanged, this, [this, &parameter](int now) {
            set(parameter, std::int64_t{now});
        });
        return number;
    }
    default:
        return nullptr; // readers of files have no other parameters
    }
}

void PartFields::set(const ParameterDescriptor& parameter, const ParameterValue& value)
{
    if (value == valueOf(m_part, parameter))
        return;
    if (value == parameter.defaultValue())
        m_part.parameters.remove(parameter.name);
    else
        m_part.parameters.set(parameter.name, value);
    emit edited(m_part);
}

JsonNode datasetNode(const Part& dataset)
{
    return dataset.parameters.empty() ? JsonNode::fromText(dataset.name) : partNode(dataset);
}

namespace {

namespace fs = std::filesystem;

/// Folder names that the set's search accepts below a data folder, the usual one first.
std::vector<std::string> usualNames(const CatalogEntry& entry, const fs::path& folder)
{
    std::vector<std::string> names;
    for (const Download& download : downloadsOf(entry.part.name))
        names.push_back(fs::path(download.file).begin()->string());
    names.emplace_back(entry.part.title);
    names.emplace_back(entry.part.name);
    names.push_back(folder.filename().string());
    return names;
}

} // namespace

Result<void>
linkIntoDataFolder(const CatalogEntry& entry, const fs::path& folder, const DataFolders& folders)
{
    if (!entry.find(folders).empty())
        return {};
    if (folders.folders.empty())
        return fail({}, "no data folder is set: use --data FOLDER or COTERIE_DATA");
    const fs::path& home = folders.folders.front();
    std::error_code failed;
    fs::create_directories(home, failed);
    if (failed)
        return fail(home.string(), "cannot create the data folder: " + failed.message());
    // The files may lie in the folder itself or in a usual subfolder.
    const fs::path place = entry.find({.folders = {folder}}).front().parent_path();
    for (const std::string& name : usualNames(entry, place)) {
        const fs::path link = home / name;
        if (fs::exists(fs::symlink_status(link, failed)))
            continue; // it belongs to the user
        fs::create_directory_symlink(place, link, failed);
        if (failed)
            return fail(link.string(), "cannot create the link: " + failed.message());
        if (!entry.find({.folders = {home}}).empty())
            return {};
        fs::remove(link, failed);
    }
    return fail(home.string(),
                "the folder of " + std::string(entry.part.title)
                    + " cannot be linked here: its usual names are taken");
}

namespace {

/// As high as what it holds where there is room, and scrolled where there is not.
class ScrolledDetails final : public QScrollArea
{
public:
    ScrolledDetails(QWidget* details, QWidget* parent)
        : QScrollArea(parent)
    {
        setObjectName(QStringLiteral("importDetails"));
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        setWidgetResizable(true);
        setWidget(details);
        details->setAutoFillBackground(false);
        viewport()->setAutoFillBackground(false);
        details->installEventFilter(this);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const int width = std::max(viewport()->width(), widget()->minimumSizeHint().width());
        const int fitting = widget()->heightForWidth(width);
        return {widget()->sizeHint().width(),
                fitting > 0 ? fitting : widget()->sizeHint().height()};
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int kLeastLines = 5;
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
                std::min(sizeHint().height(), kLeastLines * fontMetrics().height())};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        if (event->size().width() != event->oldSize().width())
            updateGeometry(); // its lines wrap elsewhere
    }
};

} // namespace

ImportHead::ImportHead(QWidget* parent)
    : QWidget(parent)
    , m_title(named(new QLabel(this), "importTitle"))
    , m_meaning(textLabel(this))
    , m_facts(named(textLabel(this, QPalette::WindowText), "importFacts"))
    , m_problem(named(textLabel(this, QPalette::WindowText), "importProblem"))
    , m_columns(new TableColumns(this))
    , m_fields(new PartFields(this))
    , m_use(named(new AccentButton(tr("Use in the experiment"), this), "useImport"))
{
    m_title->setFont(headingFont(m_title->font(), 1.35));
    m_use->setIcon(icon(QStringLiteral("design")));
    m_use->setToolTip(tr("Use this data set in the open experiment"));

    m_title->setWordWrap(true);
    auto* top = new QHBoxLayout;
    top->setSpacing(20);
    top->addWidget(m_title, 1);
    top->addWidget(m_use, 0, Qt::AlignTop);
    auto* details = new QWidget;
    auto* lines = columnIn(details, 6);
    for (QWidget* line : std::initializer_list<QWidget*>{m_meaning, m_columns, m_fields, m_facts})
        lines->addWidget(line);
    auto* layout = columnIn(this, 6, {16, 14, 16, 10});
    layout->addLayout(top);
    layout->addWidget(new ScrolledDetails(details, this));
    layout->addWidget(m_problem); // always in sight, as the button that it blocks
    m_columns->hide();
    connect(m_fields, &PartFields::edited, this, &ImportHead::edited);
    connect(m_columns, &TableColumns::chosen, this, [this](const Part& part) {
        m_fields->showPart(entryNamed(dataCatalog(), part.name)->part, part);
        emit edited();
    });
    connect(m_use, &QPushButton::clicked, this, &ImportHead::useRequested);
}

void ImportHead::showDetected(const QString& path, const DetectedData& found)
{
    m_detected = found;
    m_title->setText(QFileInfo(path).fileName());
    m_title->setToolTip(path);
    const CatalogEntry* entry = entryNamed(dataCatalog(), found.dataset.name);
    QString meaning = sentenceFromCore(found.meaning);
    if (!found.folder.empty())
        meaning +=
            QLatin1Char(' ')
            + tr("Using this data set creates a link in the data folder. Nothing is copied.");
    m_meaning->setText(meaning);
    m_columns->hide();
    const bool isOwn = found.folder.empty() && entry;
    m_fields->setVisible(isOwn);
    if (isOwn)
        m_fields->showPart(entry->part, found.dataset);
    m_facts->setText(tr("reading …"));
    m_facts->show();
    m_problem->hide();
    m_use->setEnabled(false);
}

void ImportHead::showTable(const Result<TablePreview>& preview)
{
    m_columns->setVisible(preview.has_value());
    if (preview)
        m_columns->showTable(part(), *preview);
}

void ImportHead::showRefused(const QString& path, const QString& sentence)
{
    m_detected = {};
    m_title->setText(QFileInfo(path).fileName());
    m_title->setToolTip(path);
    m_meaning->clear();
    m_fields->hide();
    m_columns->hide();
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
