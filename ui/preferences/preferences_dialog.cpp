#include "ui/preferences/preferences_dialog.h"

#include "core/store/run_store.h"
#include "core/train/rank_links.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/font_size.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/language.h"
#include "ui/preferences/place_field.h"
#include "ui/words.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>

#include <algorithm>
#include <array>

namespace coterie::ui {

namespace {

constexpr std::array kThemeActions{
    ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark};

QString storeWinner(const CommandLinePlaces& commandLine)
{
    return commandLine.storeFile.isEmpty()
               ? QString()
               : say("Set by --db: this start uses %1. Your choice holds for starts without --db.")
                     .arg(commandLine.storeFile);
}

QString dataWinner(const CommandLinePlaces& commandLine)
{
    QStringList winners;
    if (!commandLine.dataFolder.isEmpty())
        winners << say("--data (%1)").arg(commandLine.dataFolder);
    if (const QString folder = qEnvironmentVariable("COTERIE_DATA"); !folder.isEmpty())
        winners << say("COTERIE_DATA (%1)").arg(folder);
    return winners.isEmpty() ? QString()
                             : say("Set by %1: it comes before your choice and gets the downloads.")
                                   .arg(winners.join(say(" and ")));
}

} // namespace

PreferencesDialog::PreferencesDialog(const CommandLinePlaces& commandLine,
                                     const ActionRegistry& actions,
                                     QWidget* parent)
    : QDialog(parent)
    , m_before(keptPreferences())
{
    setObjectName(QStringLiteral("preferences"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Preferences"));
    m_store = new PlaceField({.name = "storeFile",
                              .title = tr("Run store"),
                              .tip = tr("The file that holds all runs; empty for the usual one"),
                              .usual = pathText(defaultStoreFile()),
                              .winner = storeWinner(commandLine),
                              .isFolder = false,
                              .check =
                                  [before = m_before](const QString& path) {
                                      return checkStoreFile(
                                          path, before.storeWasThere && path == before.storeFile);
                                  }},
                             m_before.storeFile,
                             this);
    m_data = new PlaceField({.name = "dataFolder",
                             .title = tr("Data folder"),
                             .tip = tr("Where data sets are looked for and downloaded to; empty "
                                       "for the usual folder"),
                             .usual = pathText(usualDataFolder()),
                             .winner = dataWinner(commandLine),
                             .isFolder = true,
                             .check = &checkDataFolder},
                            m_before.dataFolder,
                            this);
    addNumbers();
    addLanguages();
    addColours(actions);

    auto* inner = new QWidget(this);
    auto* form = new QFormLayout(inner);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setVerticalSpacing(12);
    const auto add = [&](const QString& text, QWidget* field) {
        form->addRow(text, field);
        static_cast<QLabel*>(form->labelForField(field))->setBuddy(field);
    };
    add(tr("Run &store"), m_store);
    add(tr("&Data folder"), m_data);
    add(tr("&Threads"), m_threads);
    add(tr("&Ranks"), m_ranks);
    add(tr("&Font size"), m_font);
    add(tr("&Language"), m_language);
    add(tr("&Colours"), m_colours);
    QLabel* when = named(textLabel(inner), "preferencesWhen");
    when->setText(
        tr("Run store, data folder, threads, ranks and language hold from the next start on, so "
           "runs that are going end where they began. Nothing is moved or deleted: the runs of the "
           "present run store stay in it, and you can choose it again. Threads never change "
           "the result of a run; ranks can change its last digits, on graphics cards only. The "
           "command line program does not read these preferences; it takes --db, --data, --threads "
           "and --ranks."));
    form->addRow(when);
    m_scroll = new QScrollArea(this); // a large font in a small window
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(inner);
    m_problem = named(textLabel(this, QPalette::WindowText), "preferencesProblem");
    m_problem->setTextFormat(Qt::PlainText); // it quotes a path
    m_problem->hide();

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    m_accept->setToolTip(tr("Keep these preferences"));
    buttons->button(QDialogButtonBox::Cancel)->setToolTip(tr("Close without a change"));
    connect(buttons, &QDialogButtonBox::accepted, this, &PreferencesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = columnIn(this, 10, {16, 14, 16, 12});
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    for (PlaceField* field : {m_store, m_data}) {
        connect(field, &PlaceField::checked, this, &PreferencesDialog::showUsable);
        connect(&field->edit(), &QLineEdit::textChanged, this, [this] {
            m_isAccepting = false; // another place than the one that was accepted
            showUsable();
        });
    }
    showUsable();
    inner->installEventFilter(this);
    fit(true);
}

void PreferencesDialog::addNumbers()
{
    m_threads = named(new QSpinBox(this), "threads", tr("Threads"));
    m_threads->setRange(0, mostThreads());
    m_threads->setSpecialValueText(
        counted(mostThreads(), tr("One per core (1)"), tr("One per core (%1)")));
    m_threads->setToolTip(tr("How many clients train at the same time"));
    m_threads->setValue(m_before.threads);
    m_ranks = named(new QSpinBox(this), "ranks", tr("Ranks"));
    m_ranks->setRange(0, mostRanks());
    m_ranks->setSpecialValueText(tr("Automatic"));
    m_ranks->setValue(m_before.ranks);
    if (checkRanksAvailable()) {
        m_ranks->setToolTip(tr("How many processes of this machine compute a run together; each "
                               "trains with the threads above, or together with one per core. "
                               "Automatic is one process, or on several graphics cards one for "
                               "each, which share the threads"));
    } else {
        m_ranks->setEnabled(false);
        m_ranks->setValue(0);
        m_ranks->setToolTip(
            tr("Not available, because the program was built without Gloo, which connects ranks"));
    }
    m_font = named(new QSpinBox(this), "fontSize", tr("Font size"));
    // One below the smallest size stands for the desktop's.
    m_font->setRange(kSmallestFont - 1, kLargestFont);
    m_font->setSpecialValueText(tr("As the desktop (%1 pt)").arg(desktopFontPoints()));
    m_font->setSuffix(tr(" pt"));
    m_font->setToolTip(tr("The size of all texts, plots included; shown at once"));
    m_font->setValue(m_before.fontPoints);
    connect(m_font, &QSpinBox::valueChanged, this, [](int points) {
        setFontPoints(points < kSmallestFont ? 0 : points);
    });
    for (QSpinBox* box : {m_threads, m_ranks, m_font})
        box->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

/// Each under its own name, so that it is found whatever the window speaks.
void PreferencesDialog::addLanguages()
{
    m_language = named(new QComboBox(this), "language", tr("Language"));
    m_language->setToolTip(tr("The language of the window, from the next start on"));
    keepToContents(*m_language);
    m_language->addItem(tr("As the system"), QString());
    for (const Language& language : languages())
        m_language->addItem(language.name, language.code);
    m_language->setCurrentIndex(m_language->findData(m_before.language));
}

/// The same choices as in the View menu, which keep themselves.
void PreferencesDialog::addColours(const ActionRegistry& actions)
{
    m_colours = named(new QComboBox(this), "colours", tr("Colours"));
    m_colours->setToolTip(tr("Light or dark, as in the View menu; shown at once"));
    keepToContents(*m_colours);
    QList<QAction*> choices;
    for (const ActionId id : kThemeActions) {
        choices << actions.action(id);
        m_colours->addItem(choices.last()->text().remove(u'&'));
        if (choices.last()->isChecked())
            m_coloursBefore = m_colours->count() - 1;
    }
    m_colours->setCurrentIndex(m_coloursBefore);
    connect(m_colours, &QComboBox::currentIndexChanged, this, [choices](int index) {
        choices[index]->trigger();
    });
}

void PreferencesDialog::showUsable()
{
    const bool isRefused = m_store->isRefused() || m_data->isRefused();
    m_isAccepting = m_isAccepting && !isRefused;
    m_accept->setEnabled(!isRefused && !m_isAccepting);
    if (m_isAccepting && m_store->isUsable() && m_data->isUsable())
        accept();
}

void PreferencesDialog::accept()
{
    m_isAccepting = !m_store->isUsable() || !m_data->isUsable();
    if (!m_isAccepting)
        return QDialog::accept();
    for (PlaceField* field : {m_store, m_data})
        if (!field->isUsable() && !field->isRefused())
            field->tellWaiting();
    showUsable();
}

/// To the sides nothing scrolls, so that a larger font needs a wider dialog. It is as high as what
/// it says, which the answers of disks change, up to the screen. On screen only another font makes
/// it smaller: its buttons stay where they are when a note goes.
void PreferencesDialog::fit(bool mayShrink)
{
    const int bar = m_scroll->verticalScrollBar()->sizeHint().width();
    m_scroll->setMinimumWidth(m_scroll->widget()->minimumSizeHint().width() + bar);
    if (m_fitted.isValid() && size() != m_fitted && size() != m_fitted.expandedTo(minimumSize()))
        return; // the user chose another
    const QMargins around = layout()->contentsMargins();
    const int wide = std::max(100 * fontMetrics().averageCharWidth(), minimumSizeHint().width());
    // Beside a scroll bar, or one that a long note brought up would stay for the lines that it
    // costs.
    const int form = m_scroll->widget()->layout()->totalHeightForWidth(wide - around.left()
                                                                       - around.right() - bar);
    const int whole =
        layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(wide) : sizeHint().height();
    const QSize wanted(wide, form + whole - m_scroll->sizeHint().height());
    resize(onScreen(*this, isVisible() && !mayShrink ? wanted.expandedTo(size()) : wanted));
    m_fitted = size();
    const QRect room = screen()->availableGeometry();
    if (const int below = frameGeometry().bottom() - room.bottom(); isVisible() && below > 0)
        move(x(), std::max(room.top(), y() - below));
}

/// Once all that changes with it has changed.
void PreferencesDialog::fitSoon(bool mayShrink)
{
    QMetaObject::invokeMethod(
        this, [this, mayShrink] { fit(mayShrink); }, Qt::QueuedConnection);
}

bool PreferencesDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitSoon(false);
    return QDialog::eventFilter(watched, event);
}

void PreferencesDialog::done(int result)
{
    m_isAccepting = false; // an answer that is on its way accepts nothing any more
    if (result == Accepted) {
        const int points = m_font->value();
        const QString store = m_store->path();
        const bool wasThere = store == m_before.storeFile && m_before.storeWasThere;
        const QString problem =
            keepPreferences({.storeFile = store,
                             .storeWasThere = !store.isEmpty() && (wasThere || m_store->isThere()),
                             .dataFolder = m_data->path(),
                             .threads = m_threads->value(),
                             .ranks = m_ranks->value(),
                             .fontPoints = points < kSmallestFont ? 0 : points,
                             .language = m_language->currentData().toString()});
        if (!problem.isEmpty()) {
            m_problem->setPalette(problemPalette(palette()));
            m_problem->setText(problem);
            m_problem->show();
            fitSoon(false);
            return showUsable();
        }
    } else {
        setFontPoints(m_before.fontPoints);
        m_colours->setCurrentIndex(m_coloursBefore);
    }
    QDialog::done(result);
}

/// Back from another program, a disk may be there or a lock gone.
bool PreferencesDialog::event(QEvent* event)
{
    if (event->type() == QEvent::WindowActivate && m_data)
        for (PlaceField* field : {m_store, m_data})
            field->check();
    if (event->type() == QEvent::FontChange && m_scroll) // once all in it have the font too
        fitSoon(true);
    return QDialog::event(event);
}

} // namespace coterie::ui
