#include "ui/views/view_frame.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/views/picture_export.h"
#include "ui/views/plain_table.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace coterie::ui {

namespace {

constexpr int kBetweenFillsMs = 1000;

} // namespace

ViewFrame::ViewFrame(QWidget* view, Abilities abilities, QWidget* parent)
    : QWidget(parent)
    , m_abilities(std::move(abilities))
    , m_stack(new QStackedWidget(this))
    , m_model(new PlainTableModel(this))
    , m_button(new QToolButton(this))
    , m_menu(new QMenu(this))
    , m_message(new QLabel(this))
{
    m_stack->addWidget(view);
    m_button->setObjectName(QStringLiteral("viewMenu"));
    m_button->setIcon(icon(QStringLiteral("more")));
    m_button->setAutoRaise(true);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setAccessibleName(tr("What can be done with this view"));
    m_button->setToolTip(tr("Options, the numbers as a table, save"));
    m_button->setMenu(m_menu);
    m_message->setWordWrap(true);
    m_message->setContentsMargins(10, 4, 10, 4);
    m_message->setAutoFillBackground(true);
    m_message->setBackgroundRole(QPalette::ToolTipBase);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_message);
    fillMenu();
    m_filled.setSingleShot(true);
    m_filled.setInterval(kBetweenFillsMs);
    connect(&m_filled, &QTimer::timeout, this, [this] {
        if (m_isTableOld)
            updateTable();
    });
}

void ViewFrame::fillMenu()
{
    if (m_abilities.savePicture) {
        m_asTable = m_menu->addAction(tr("Show as &table"));
        m_asTable->setObjectName(QStringLiteral("showAsTable"));
        m_asTable->setCheckable(true);
        m_asTable->setToolTip(tr("The numbers of this view instead of its picture"));
        connect(m_asTable, &QAction::toggled, this, &ViewFrame::showTable);
        QAction* picture = m_menu->addAction(tr("Save the &picture…"));
        connect(picture, &QAction::triggered, this, [this] {
            askForFile(tr("Save the picture"), pictureFilters(), &ViewFrame::savePicture);
        });
    }
    QAction* numbers = m_menu->addAction(tr("Save the &numbers…"));
    connect(numbers, &QAction::triggered, this, [this] {
        askForFile(tr("Save the numbers"), tableFilters(), &ViewFrame::saveTable);
    });
    QMenu* copy = m_menu->addMenu(tr("&Copy the numbers"));
    for (const auto& [text, form] : {std::pair(tr("as CSV"), &csvText),
                                     std::pair(tr("as LaTeX"), &latexText),
                                     std::pair(tr("as Markdown"), &markdownText)})
        connect(copy->addAction(text), &QAction::triggered, this, [this, form = form] {
            QApplication::clipboard()->setText(form(m_abilities.table()));
        });
}

bool ViewFrame::showsTable() const
{
    return m_table && m_stack->currentWidget() == m_table;
}

void ViewFrame::makeTable()
{
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("numbers"));
    m_table->setAccessibleName(tr("The numbers of this view"));
    m_table->setToolTip(tr("Click a title to sort; point at a number for all its digits"));
    auto* sorted = new QSortFilterProxyModel(m_table);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(PlainTableModel::SortRole);
    m_table->setModel(sorted);
    dressTable(*m_table);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as it comes
    m_table->horizontalHeader()->setDefaultSectionSize(110);
    m_stack->addWidget(m_table);
}

void ViewFrame::showTable(bool table)
{
    if (m_asTable && m_asTable->isChecked() != table)
        return m_asTable->setChecked(table); // which leads here again
    if (table && !m_table)
        makeTable();
    m_stack->setCurrentIndex(table ? 1 : 0);
    if (showsTable())
        fillTable();
}

void ViewFrame::updateTable()
{
    m_isTableOld = showsTable();
    if (m_isTableOld && !m_filled.isActive())
        fillTable();
}

void ViewFrame::fillTable()
{
    m_isTableOld = false;
    m_model->setTable(m_abilities.table());
    m_filled.start();
}

bool ViewFrame::savePicture(const QString& path)
{
    const QString trouble = m_abilities.savePicture(path);
    say(trouble);
    return trouble.isEmpty();
}

bool ViewFrame::saveTable(const QString& path)
{
    const QString trouble = coterie::ui::saveTable(path, m_abilities.table());
    say(trouble);
    return trouble.isEmpty();
}

void ViewFrame::say(const QString& sentence)
{
    m_message->setText(sentence);
    m_message->setVisible(!sentence.isEmpty());
}

void ViewFrame::askForFile(const QString& title,
                           const QString& filters,
                           bool (ViewFrame::*save)(const QString&))
{
    QFileDialog* dialog = saveDialog(this, title, filters, m_abilities.name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, save](const QString& path) {
        (this->*save)(path);
    });
    dialog->open();
}

} // namespace coterie::ui
