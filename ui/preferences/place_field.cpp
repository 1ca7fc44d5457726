#include "ui/preferences/place_field.h"

#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"

#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QUrl>

namespace coterie::ui {

PlaceField::PlaceField(const PlaceWords& words, const QString& path, QWidget* parent)
    : QWidget(parent)
    , m_words(words)
    , m_edit(named(new QLineEdit(path, this), words.name, words.title))
{
    m_edit->setToolTip(words.tip);
    m_edit->setPlaceholderText(words.usual);
    m_edit->setClearButtonEnabled(true);
    const QString name = QLatin1String(words.name);
    const auto button = [&](const QString& text, const QString& tip, const char* what) {
        auto* made = named(new QPushButton(text, this), what);
        made->setObjectName(name + QLatin1String(what));
        made->setToolTip(tip);
        made->setAccessibleName(tr("%1: %2").arg(words.title, text));
        made->setAutoDefault(false);
        return made;
    };
    auto* choose = button(tr("Choose…"), tr("Choose it in a dialog"), "Choose");
    auto* show = button(tr("Show"), tr("Show it in the desktop's file manager"), "Show");
    auto* line = new QHBoxLayout;
    line->addWidget(m_edit, 1);
    line->addWidget(choose);
    line->addWidget(show);
    m_note = named(textLabel(this), "");
    m_note->setObjectName(name + QStringLiteral("Note"));
    m_note->setTextFormat(Qt::PlainText); // it quotes a path
    auto* column = columnIn(this, 4);
    column->addLayout(line);
    column->addWidget(m_note);
    if (!words.winner.isEmpty()) {
        auto* winner = named(textLabel(this, QPalette::WindowText), "");
        winner->setObjectName(name + QStringLiteral("Winner"));
        winner->setTextFormat(Qt::PlainText);
        winner->setText(words.winner);
        column->addWidget(winner);
    }
    m_before = this->path();
    setFocusProxy(m_edit);
    connect(choose, &QPushButton::clicked, this, &PlaceField::choose);
    connect(show, &QPushButton::clicked, this, &PlaceField::showFolder);
    connect(m_edit, &QLineEdit::textChanged, this, &PlaceField::check);
    check();
}

QString PlaceField::path() const
{
    const QString typed = m_edit->text().trimmed();
    return typed.isEmpty() ? QString() : QDir::cleanPath(QDir::fromNativeSeparators(typed));
}

void PlaceField::check()
{
    m_job.run([check = m_words.check, place = path()] { return check(place); },
              [this, place = path()](const PlaceAnswer& answer) {
                  m_answered = place;
                  show(answer);
              });
    emit checked();
}

bool PlaceField::isUsable() const
{
    return path() == m_before || (isAnswered() && m_answer.problem.isEmpty());
}

void PlaceField::tellWaiting()
{
    m_note->setPalette(QPalette());
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setText(tr("Its disk has not answered yet. The preferences are kept once it does."));
}

void PlaceField::show(const PlaceAnswer& answer)
{
    m_answer = answer;
    const bool isProblem = !answer.problem.isEmpty();
    m_note->setPalette(isProblem ? problemPalette(palette()) : QPalette());
    m_note->setForegroundRole(isProblem ? QPalette::WindowText : QPalette::PlaceholderText);
    m_note->setText(isProblem ? answer.problem : answer.note);
    m_edit->setAccessibleDescription(m_note->text());
    emit checked();
}

void PlaceField::choose()
{
    // Widgets of its own: the desktop's dialog asks before it "replaces" a store that is there.
    QFileDialog dialog(this, m_words.title);
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    dialog.setOption(QFileDialog::DontConfirmOverwrite);
    dialog.setAcceptMode(m_words.isFolder ? QFileDialog::AcceptOpen : QFileDialog::AcceptSave);
    dialog.setFileMode(m_words.isFolder ? QFileDialog::Directory : QFileDialog::AnyFile);
    dialog.setLabelText(QFileDialog::Accept, tr("Choose"));
    const QString now = path().isEmpty() ? m_words.usual : path();
    dialog.setDirectory(m_words.isFolder ? now : QFileInfo(now).path());
    if (!m_words.isFolder)
        dialog.selectFile(QFileInfo(now).fileName());
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        m_edit->setText(QDir::toNativeSeparators(dialog.selectedFiles().constFirst()));
}

void PlaceField::showFolder()
{
    const QString now = path().isEmpty() ? m_words.usual : path();
    QDesktopServices::openUrl(QUrl::fromLocalFile(m_words.isFolder ? now : QFileInfo(now).path()));
}

void PlaceField::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_note && !m_answer.problem.isEmpty())
        m_note->setPalette(problemPalette(palette()));
}

} // namespace coterie::ui
