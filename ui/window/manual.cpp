#include "ui/window/manual.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/window/manual_page.h"
#include "ui/words.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSettings>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace coterie::ui {

namespace {

const QString kGeometryKey = QStringLiteral("manual/geometry");

/// The place of a document in the list; documents that are not named here follow by name.
qsizetype placeOf(const QFileInfo& document)
{
    static const QStringList kOrder =
        QStringLiteral("guide hcct allForOne sFedHP hicsFl experiments algorithms performance gpu "
                       "store architecture extending")
            .split(u' ');
    const qsizetype place = kOrder.indexOf(document.completeBaseName());
    return place < 0 ? kOrder.size() : place;
}

/// The first heading, or the file's name if it has none.
QString documentTitle(const QFileInfo& document)
{
    QFile file(document.filePath());
    if (file.open(QIODevice::ReadOnly))
        if (const QString line = QString::fromUtf8(file.readLine()); line.startsWith(u'#'))
            return line.mid(line.lastIndexOf(u'#') + 1).trimmed();
    return document.fileName();
}

} // namespace

Manual::Manual(const QString& folder, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_folder(QDir::cleanPath(folder))
    , m_list(named(new QTreeWidget, "manualList", tr("Documents of the manual")))
    , m_page(new ManualPage(this))
{
    setWindowTitle(tr("Manual – Coterie"));
    setWindowIcon(programIcon());
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    addActions(*bar);
    bar->addStretch(1);
    addFind(*bar);

    m_list->setToolTip(tr("Choose a document or one of its sections"));
    dressTree(*m_list);
    m_list->setHeaderHidden(true);
    m_list->header()->setStretchLastSection(true);
    m_list->setAlternatingRowColors(false);
    m_list->setIndentation(14);
    m_list->setTextElideMode(Qt::ElideRight);
    m_page->setAccessibleName(tr("Document"));
    m_page->setToolTip(
        tr("Read the document. Tab goes from link to link and Enter follows one; Ctrl+F searches"));
    auto* split = new QSplitter(this);
    split->setChildrenCollapsible(false);
    split->addWidget(m_list);
    split->addWidget(m_page);
    split->setStretchFactor(1, 1);
    split->setSizes({250, 750});
    auto* layout = columnIn(this, 0);
    layout->addLayout(bar);
    layout->addWidget(split, 1);

    connect(m_list, &QTreeWidget::currentItemChanged, this, &Manual::choose);
    connect(m_list, &QTreeWidget::itemClicked, this, &Manual::choose); // the current one again
    connect(m_page, &QTextBrowser::anchorClicked, this, &Manual::follow);
    listDocuments();
    resize(onScreen(*this, {1000, 720}));
    restoreGeometry(QSettings().value(kGeometryKey).toByteArray());
}

Manual::~Manual()
{
    QSettings().setValue(kGeometryKey, saveGeometry());
}

QAction*
Manual::addButton(QLayout& bar, const QString& text, const char* sign, const QKeySequence& keys)
{
    auto* action = new QAction(icon(QLatin1String(sign)), text, this);
    action->setShortcut(keys);
    action->setToolTip(tr("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
    addAction(action);
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setIconSize({20, 20});
    bar.addWidget(button);
    return action;
}

void Manual::addActions(QLayout& bar)
{
    m_back = addButton(bar, tr("Go back"), "back", QKeySequence(Qt::ALT | Qt::Key_Left));
    m_forward = addButton(bar, tr("Go forward"), "forward", QKeySequence(Qt::ALT | Qt::Key_Right));
    m_back->setEnabled(false);
    m_forward->setEnabled(false);
    connect(m_back, &QAction::triggered, this, [this] { go(-1); });
    connect(m_forward, &QAction::triggered, this, [this] { go(1); });

    const auto onKeys = [this](const QList<QKeySequence>& keys, auto slot) {
        auto* action = new QAction(this);
        action->setShortcuts(keys);
        addAction(action);
        connect(action, &QAction::triggered, this, slot);
    };
    onKeys({Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal}, [this] { m_page->zoomIn(); });
    onKeys({Qt::CTRL | Qt::Key_Minus}, [this] { m_page->zoomOut(); });
    onKeys({QKeySequence::Close}, [this] { close(); });
    onKeys({Qt::Key_Escape}, [this] { leave(); });
    onKeys({QKeySequence::Find}, [this] {
        m_find->setFocus();
        m_find->selectAll();
    });
}

void Manual::addFind(QLayout& bar)
{
    m_found = named(new QLabel(this), "manualFound");
    m_found->setForegroundRole(QPalette::PlaceholderText);
    m_find = named(new QLineEdit(this), "manualFind", tr("Find in this document"));
    m_find->setPlaceholderText(tr("Find in this document"));
    m_find->setToolTip(tr("Find words in this document (Ctrl+F); Enter goes to the next place"));
    m_find->setClearButtonEnabled(true);
    m_find->setFixedWidth(32 * fontMetrics().averageCharWidth());
    m_find->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_found->setContentsMargins(0, 0, 6, 0);
    bar.addWidget(m_found);
    bar.addWidget(m_find);
    connect(m_find, &QLineEdit::textChanged, this, &Manual::find);
    connect(m_find, &QLineEdit::returnPressed, this, [this] { step(1); });
    const auto goBy = [&](int by, const QString& text, const char* sign, const QKeySequence& keys) {
        connect(
            addButton(bar, text, sign, keys), &QAction::triggered, this, [this, by] { step(by); });
    };
    goBy(-1, tr("Go to the previous match"), "up", Qt::SHIFT | Qt::Key_F3);
    goBy(1, tr("Go to the next match"), "down", Qt::Key_F3);
}

void Manual::listDocuments()
{
    const QDir root(m_folder);
    QFileInfoList documents;
    for (const QDir& folder : {root, QDir(root.filePath(QStringLiteral("tutorials")))})
        documents += folder.entryInfoList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
    std::ranges::stable_sort(documents, {}, &placeOf);
    for (const QFileInfo& document : documents) {
        auto* item = new QTreeWidgetItem(m_list, {documentTitle(document)});
        item->setData(0, Qt::UserRole, root.relativeFilePath(document.filePath()));
        item->setToolTip(0, document.fileName());
    }
}

void Manual::popUp()
{
    if (m_history.empty()) {
        const QTreeWidgetItem* first = m_list->topLevelItem(0);
        if (first)
            open(first->data(0, Qt::UserRole).toString());
        else
            m_page->showPlain(tr("There is no manual in %1. Install Coterie again to restore it.")
                                  .arg(QDir::toNativeSeparators(m_folder)));
    }
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
    m_page->setFocus();
}

void Manual::open(const QString& link)
{
    follow(QUrl::fromLocalFile(m_folder + u'/').resolved(QUrl(link)));
}

void Manual::follow(const QUrl& link)
{
    const QUrl base = QUrl::fromLocalFile(m_file.isEmpty() ? m_folder + u'/' : m_file);
    const QUrl target = base.resolved(link);
    if (!target.isLocalFile()) {
        QDesktopServices::openUrl(target);
        return;
    }
    if (m_history.empty() || m_history[m_now].link != target) {
        if (!m_history.empty()) {
            m_history[m_now].scroll = m_page->verticalScrollBar()->value();
            m_history.resize(++m_now);
        }
        m_history.push_back({target});
    }
    load(target.toLocalFile());
    if (target.hasFragment())
        m_page->scrollToAnchor(target.fragment(QUrl::FullyDecoded));
    else
        m_page->verticalScrollBar()->setValue(0);
}

void Manual::go(int steps)
{
    m_history[m_now].scroll = m_page->verticalScrollBar()->value();
    m_now += static_cast<std::size_t>(steps);
    load(m_history[m_now].link.toLocalFile());
    m_page->verticalScrollBar()->setValue(m_history[m_now].scroll);
}

void Manual::load(const QString& path)
{
    m_back->setEnabled(m_now > 0);
    m_forward->setEnabled(m_now + 1 < m_history.size());
    if (path == m_file)
        return;
    m_file = path;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        m_page->showPlain(tr("Cannot open %1: %2. Install Coterie again to restore the manual.")
                              .arg(QDir::toNativeSeparators(path), file.errorString()));
    else if (path.endsWith(QStringLiteral(".md")))
        m_page->showMarkdown(QString::fromUtf8(file.readAll()), path);
    else
        m_page->showPlain(QString::fromUtf8(file.readAll()));
    listSections();
    find(m_find->text());
}

/// Under the document in the list, and nowhere else.
void Manual::listSections()
{
    const QSignalBlocker silence(m_list);
    m_list->setCurrentItem(nullptr);
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        QTreeWidgetItem* document = m_list->topLevelItem(row);
        qDeleteAll(document->takeChildren());
        const QString name = document->data(0, Qt::UserRole).toString();
        if (QDir(m_folder).filePath(name) != m_file)
            continue;
        for (const ManualPage::Section& section : m_page->sections()) {
            if (section.level != 2)
                continue;
            auto* item = new QTreeWidgetItem(document, {section.title});
            item->setData(0, Qt::UserRole, name + u'#' + section.anchor);
            item->setToolTip(0, section.title);
        }
        document->setExpanded(true);
        m_list->setCurrentItem(document);
    }
    setWindowTitle(tr("%1 – Coterie manual").arg(documentTitle(QFileInfo(m_file))));
}

void Manual::choose(QTreeWidgetItem* item)
{
    // The list is rebuilt by what is opened, so not from within its own signal.
    if (item)
        QMetaObject::invokeMethod(
            this,
            [this, link = item->data(0, Qt::UserRole).toString()] { open(link); },
            Qt::QueuedConnection);
}

void Manual::find(const QString& text)
{
    m_matches.clear();
    m_match = 0;
    const int from = m_page->cursorForPosition({}).position();
    QTextCursor match(m_page->document());
    while (!text.isEmpty() && !(match = m_page->document()->find(text, match)).isNull()) {
        if (match.selectionStart() < from)
            m_match = m_matches.size() + 1;
        m_matches.push_back(match);
    }
    if (m_match == m_matches.size()) // none below: the first one
        m_match = 0;
    showMatches();
}

void Manual::step(int by)
{
    if (m_matches.empty())
        return;
    m_match = (m_match + m_matches.size() + static_cast<std::size_t>(by)) % m_matches.size();
    showMatches();
}

void Manual::showMatches()
{
    QList<QTextEdit::ExtraSelection> marks;
    for (std::size_t i = 0; i < m_matches.size(); ++i) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = m_matches[i];
        if (i == m_match) {
            mark.format.setBackground(palette().color(QPalette::Highlight));
            mark.format.setForeground(palette().color(QPalette::HighlightedText));
        } else {
            mark.format.setBackground(
                blend(palette().color(QPalette::Highlight), palette().color(QPalette::Base), 0.3));
        }
        marks << mark;
    }
    m_page->setExtraSelections(marks);
    if (m_matches.empty()) {
        m_found->setText(m_find->text().isEmpty() ? QString() : tr("Not found"));
        return;
    }
    m_found->setText(
        tr("%1 of %2").arg(countText(qint64(m_match) + 1), countText(qint64(m_matches.size()))));
    QTextCursor place = m_matches[m_match];
    place.setPosition(place.selectionStart());
    m_page->setTextCursor(place);
    m_page->ensureCursorVisible();
}

/// Escape: out of the search first, then out of the manual.
void Manual::leave()
{
    if (!m_find->hasFocus())
        close();
    m_find->clear();
    m_page->setFocus();
}

void Manual::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_file.isEmpty()) // the page changes after this
        QMetaObject::invokeMethod(this, &Manual::reload, Qt::QueuedConnection);
}

/// Shows the document in the present colours.
void Manual::reload()
{
    const int scroll = m_page->verticalScrollBar()->value();
    load(std::exchange(m_file, {}));
    m_page->verticalScrollBar()->setValue(scroll);
}

} // namespace coterie::ui
