#include "ui/design/file_editor.h"

#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/remembered_folder.h"
#include "ui/words.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QToolButton>
#include <QUrl>

namespace coterie::ui {

namespace {

/// The one file that is dragged; empty: something else is.
QString fileIn(const QMimeData& dragged)
{
    const QList<QUrl> urls = dragged.urls();
    if (urls.size() != 1 || !urls.front().isLocalFile())
        return {};
    const QString file = urls.front().toLocalFile();
    return QFileInfo(file).isFile() ? file : QString();
}

} // namespace

FileEditor::FileEditor(const FormRow& row)
    : m_field(new QLineEdit(this))
    , m_refuse(new QToolButton(this))
{
    leaveUndoToTheWindow(*m_field);
    m_field->setAcceptDrops(false); // it would insert an address as text
    m_field->setAccessibleName(labelOf(*row.descriptor));
    setAcceptDrops(true);
    setFocusProxy(m_field);
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("chooseFile"));
    button->setIcon(icon(QStringLiteral("open")));
    button->setAutoRaise(true);
    button->setToolTip(tr("Choose the file"));
    button->setAccessibleName(tr("Choose the file of %1").arg(labelOf(*row.descriptor)));
    m_refuse->setObjectName(QStringLiteral("drawWeights"));
    m_refuse->setIcon(icon(QStringLiteral("seeds")));
    m_refuse->setAutoRaise(true);
    m_refuse->setCheckable(true);
    m_refuse->setToolTip(tr("Draw the weights, without the common file"));
    m_refuse->setAccessibleName(m_refuse->toolTip());
    m_refuse->hide();
    QHBoxLayout* line = rowIn(this);
    line->setSpacing(6);
    line->addWidget(m_field, 1);
    line->addWidget(button);
    line->addWidget(m_refuse);
    connect(m_refuse, &QToolButton::clicked, this, [this](bool refuses) {
        m_continues = false;
        emit edited(refuses ? std::optional(JsonNode()) : std::nullopt, false);
    });
    connect(button, &QToolButton::clicked, this, &FileEditor::choose);
    connect(m_field, &QLineEdit::textEdited, this, [this](const QString& text) {
        takeTyped(valueOf(text, ParameterType::Text, false));
    });
    connect(m_field, &QLineEdit::editingFinished, this, [this] { m_continues = false; });
}

void FileEditor::show(const FormRow& row)
{
    const bool isRefused = row.value && row.value->kind == JsonNode::Kind::Null;
    m_refuse->setVisible(row.isCommon || isRefused);
    m_refuse->setChecked(isRefused);
    m_field->setPlaceholderText(isRefused ? tr("drawn weights") : row.fallback);
    m_field->setToolTip(tooltipOf(row));
    const QString text = row.value && !isRefused ? textOf(*row.value) : QString();
    if (m_field->text() == text)
        return;
    m_field->setText(text);
    if (!m_field->hasFocus())
        m_field->setCursorPosition(int(text.size())); // the end of a path says the most
}

void FileEditor::dragEnterEvent(QDragEnterEvent* event)
{
    if (!fileIn(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void FileEditor::dropEvent(QDropEvent* event)
{
    const QString file = fileIn(*event->mimeData());
    if (file.isEmpty())
        return;
    event->acceptProposedAction();
    take(file);
}

void FileEditor::choose()
{
    auto* dialog = new QFileDialog(
        this, tr("Choose initial weights"), {}, tr("Weights (*.safetensors);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    const QString experiment = m_experiment ? m_experiment() : QString();
    const QDir beside = experiment.isEmpty() ? QDir() : QFileInfo(experiment).absoluteDir();
    rememberFolder(*dialog, FolderFor::Data, QFileInfo(beside, m_field->text()).absolutePath());
    connect(dialog, &QFileDialog::fileSelected, this, &FileEditor::take);
    dialog->open();
}

void FileEditor::take(const QString& file)
{
    m_continues = false;
    emit edited(valueOf(file, ParameterType::Text, false), false);
}

} // namespace coterie::ui
