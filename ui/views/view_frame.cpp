#include "ui/views/view_frame.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/figure_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace coterie::ui {

ViewFrame::ViewFrame(QWidget* view, PictureSource picture, Table table, QWidget* parent)
    : QWidget(parent)
    , m_picture(std::move(picture))
    , m_makeNumbers(std::move(table))
    , m_stack(new QStackedWidget(this))
    , m_model(new PlainTableModel(this))
    , m_button(named(new QToolButton(this), "viewMenu", tr("Menu of this view")))
    , m_menu(new QMenu(this))
    , m_message(new QLabel(this))
{
    m_stack->addWidget(view);
    m_button->setIcon(icon(QStringLiteral("more")));
    m_button->setAutoRaise(true);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setToolTip(tr("Change options, show the numbers as a table, save"));
    m_button->setMenu(m_menu);
    m_message->setWordWrap(true);
    m_message->setContentsMargins(10, 4, 10, 4);
    m_message->setAutoFillBackground(true);
    m_message->setBackgroundRole(QPalette::ToolTipBase);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_message);
    fillMenu();
    m_filled.setSingleShot(true);
    m_filled.setInterval(1000);
    connect(&m_filled, &QTimer::timeout, this, [this] {
        if (m_isTableOld)
            updateTable();
    });
}

void ViewFrame::fillMenu()
{
    if (m_picture.take) {
        m_asTable = m_menu->addAction(tr("Show as &table"));
        m_asTable->setObjectName(QStringLiteral("showAsTable"));
        m_asTable->setCheckable(true);
        m_asTable->setToolTip(tr("Show the numbers of this view instead of its picture"));
        connect(m_asTable, &QAction::toggled, this, &ViewFrame::showTable);
        m_menu->addAction(
            tr("Save the &picture…"), this, [this] { showFigureDialog(*this, m_picture); });
    }
    m_menu->addAction(tr("Save the &numbers…"), this, [this] {
        askForFile(*this,
                   tr("Save the numbers"),
                   tableFilters(),
                   m_picture.name,
                   [this](const QString& path) { saveTable(path); });
    });
    QMenu* copy = m_menu->addMenu(tr("&Copy the numbers"));
    for (const auto& [text, form] : {std::pair(tr("as CSV"), &csvText),
                                     std::pair(tr("as LaTeX"), &latexText),
                                     std::pair(tr("as Markdown"), &markdownText)})
        copy->addAction(text, this, [this, form = form] {
            QApplication::clipboard()->setText(form(m_makeNumbers()));
        });
}

bool ViewFrame::showsTable() const
{
    return m_table && m_stack->currentWidget() == m_table;
}

void ViewFrame::showTable(bool table)
{
    if (m_asTable && m_asTable->isChecked() != table)
        return m_asTable->setChecked(table); // calls this again
    if (table && !m_table) {
        m_table = named(new QTableView(this), "numbers", tr("Numbers of this view"));
        m_table->setToolTip(tr("Click a title to sort; point at a number to see all digits"));
        auto* sorted = new QSortFilterProxyModel(m_table);
        sorted->setSourceModel(m_model);
        sorted->setSortRole(PlainTableModel::SortRole);
        m_table->setModel(sorted);
        dressTable(*m_table);
        m_table->setSortingEnabled(true);
        m_table->sortByColumn(-1, Qt::AscendingOrder); // as it comes
        m_stack->addWidget(m_table);
    }
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
    m_model->setTable(m_makeNumbers());
    fitColumns();
    m_filled.start();
}

/// Once for each set of columns, so that widths stay as the user sets them: titles whole, and cells
/// unless they are very wide.
void ViewFrame::fitColumns()
{
    QStringList titles;
    for (int column = 0; column < m_model->columnCount(); ++column)
        titles << m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    if (m_model->rowCount() == 0 || titles == m_fitted)
        return;
    m_fitted = titles;
    constexpr int kLetters = 40; // of a cell
    const int most = kLetters * m_table->fontMetrics().averageCharWidth();
    for (int column = 0; column < titles.size(); ++column) {
        m_table->resizeColumnToContents(column);
        const int title = m_table->horizontalHeader()->sectionSizeHint(column);
        m_table->setColumnWidth(column,
                                std::max(title, std::min(most, m_table->columnWidth(column))));
    }
}

bool ViewFrame::savePicture(const QString& path)
{
    return showTrouble(coterie::ui::savePicture(path, m_picture));
}

bool ViewFrame::saveTable(const QString& path)
{
    return showTrouble(coterie::ui::saveTable(path, m_makeNumbers()));
}

bool ViewFrame::showTrouble(const QString& text)
{
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
    return text.isEmpty();
}

} // namespace coterie::ui
